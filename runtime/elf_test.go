package runtime

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"weft/lazy"
)

// everyReloc uses each relocation kind once.
func everyReloc() testObject {
	return testObject{
		text: make([]byte, 64), rodata: []byte{10, 11, 12, 13, 14, 15, 16, 17},
		symbols: []testSymbol{{"k", 1, 0, globalFunc}, {"second", 1, 32, globalFunc}, {"const", 2, 4, 0}},
		relocs: []elf.Rela64{
			rela(0, 3, elf.R_X86_64_64, 1), rela(8, 3, elf.R_X86_64_PC32, -4), rela(12, 2, elf.R_X86_64_PLT32, -4),
			rela(16, 3, elf.R_X86_64_PC64, 0), rela(24, 3, elf.R_X86_64_GOTPCREL, -4), rela(28, 3, elf.R_X86_64_REX_GOTPCRELX, -4),
			rela(32, 2, elf.R_X86_64_GOTPCRELX, -4), rela(36, 0, elf.R_X86_64_NONE, 0),
		},
	}
}

func TestLinkRelocations(t *testing.T) {
	o, err := parseObject(everyReloc().build())
	if err != nil {
		t.Fatal(err)
	}
	const base = 0x7f0011223000
	dst := make([]byte, o.size)
	if err := o.link(dst, base); err != nil {
		t.Fatal(err)
	}
	constant := uint64(64 + 4) // .rodata follows 64 bytes of .text
	slot := uint64(72)
	word := func(at int) uint64 { return binary.LittleEndian.Uint64(dst[at:]) }
	rel := func(at int) uint64 { return uint64(int64(int32(binary.LittleEndian.Uint32(dst[at:])))) }
	for i, c := range []struct{ got, want uint64 }{
		{word(0), base + constant + 1}, {rel(8), constant - 12}, {rel(12), 32 - 16}, {word(16), constant - 16},
		{rel(24), slot - 28}, {rel(28), slot - 32}, {rel(32), slot + 8 - 36}, {word(72), base + constant}, {word(80), base + 32},
	} {
		if c.got != c.want {
			t.Errorf("place %d: %#x, want %#x", i, c.got, c.want)
		}
	}
	if o.entries["k"] != 0 || o.entries["second"] != 32 || len(o.entries) != 2 {
		t.Errorf("entries %v", o.entries)
	}
}

func TestBadObjects(t *testing.T) {
	with := func(change func(o *testObject)) []byte {
		o := everyReloc()
		change(&o)
		return o.build()
	}
	for _, c := range []struct {
		name, want string
		object     []byte
	}{
		{"empty", "EOF", nil},
		{"text", "bad magic", []byte(strings.Repeat("define void @k()", 10))},
		{"truncated", "", everyReloc().build()[:300]},
		{"undefined symbol", `undefined symbol "expf"`, with(func(o *testObject) {
			o.symbols = append(o.symbols, testSymbol{"expf", 0, 0, globalFunc})
			o.relocs = append(o.relocs, rela(40, 4, elf.R_X86_64_PLT32, -4))
		})},
		{"symbol index", "symbol 99", with(func(o *testObject) { o.relocs = []elf.Rela64{rela(0, 99, elf.R_X86_64_64, 0)} })},
		{"symbol outside", "outside its section", with(func(o *testObject) { o.symbols[2].value = 1 << 40 })},
		{"symbol section", "not loaded", with(func(o *testObject) { o.symbols[2].section = 77 })},
		{"offset", "outside its section", with(func(o *testObject) { o.relocs[0].Off = 60 })},
		{"far offset", "outside its section", with(func(o *testObject) { o.relocs[0].Off = 1<<64 - 4 })},
		{"kind", "R_X86_64_TLSGD", with(func(o *testObject) { o.relocs[0] = rela(0, 1, elf.R_X86_64_TLSGD, 0) })},
		{"32 bit", "R_X86_64_32S", with(func(o *testObject) { o.relocs[0] = rela(0, 1, elf.R_X86_64_32S, 0) })},
		{"writable", "writable", with(func(o *testObject) { o.rodataName, o.rodataFlags = ".data", elf.SHF_WRITE })},
		{"stack", "bytes of stack", with(func(o *testObject) { o.stack = append(make([]byte, 8), 0x80, 0x80, 0x04) })},
	} {
		_, err := parseObject(c.object)
		var typed *lazy.Error
		if !errors.As(err, &typed) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestFarRelativeAddress(t *testing.T) {
	o, err := parseObject(testObject{text: make([]byte, 16), symbols: []testSymbol{{"k", 1, 0, globalFunc}},
		relocs: []elf.Rela64{rela(0, 1, elf.R_X86_64_PC32, 1<<40)}}.build())
	if err != nil {
		t.Fatal(err)
	}
	if err := o.link(make([]byte, o.size), 0); err == nil {
		t.Error("an address that does not fit was written")
	}
}

// TestDamagedObjects flips bytes all over an object: an error or an object, never a crash.
func TestDamagedObjects(t *testing.T) {
	good := everyReloc().build()
	for at := range good {
		for _, b := range []byte{0, 1, 0x7f, 0xff, good[at] ^ 0x10} {
			bad := append([]byte(nil), good...)
			bad[at] = b
			if o, err := parseObject(bad); err == nil {
				_ = o.link(make([]byte, o.size), 0x10000)
			}
		}
		if o, err := parseObject(good[:at]); err == nil {
			_ = o.link(make([]byte, o.size), 0x10000)
		}
	}
}

func FuzzParseObject(f *testing.F) {
	f.Add(everyReloc().build())
	f.Fuzz(func(t *testing.T, data []byte) {
		if o, err := parseObject(data); err == nil {
			_ = o.link(make([]byte, o.size), 0x7f0000000000)
		}
	})
}
