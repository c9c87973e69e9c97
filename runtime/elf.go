package runtime

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"

	"weft/lazy"
)

// maxObject bounds the memory of one loaded object, far above any kernel's; a lying header cannot ask for more.
const maxObject = 64 << 20

// maxStack is the stack that the trampoline guarantees to a kernel, less a margin for alignment and the return address.
const maxStack = frameSize - 256

// object is a relocatable x86-64 ELF object, checked and laid out: sections one after another, then the table of addresses
// that GOT relocations go through.
type object struct {
	file     *elf.File
	symbols  []elf.Symbol   // symbol i+1 of the file
	sections map[int]loaded // section index -> where it goes
	relocs   []reloc
	got      map[int]int // symbol index -> offset of its slot
	entries  map[string]int
	size     int
}

// loaded is a section that takes part at run time.
type loaded struct {
	at   int
	size int
	data []byte // nil for zeroes
}

// badObject is the error of an object that cannot be loaded.
func badObject(format string, args ...any) error {
	return fail(lazy.ErrData, "load object", "", format, args...)
}

// parseObject checks an object and lays it out. Whatever the bytes are, the outcome is an object or an error: debug/elf does
// not promise that for hostile input, so a panic of its is an error here.
func parseObject(data []byte) (o *object, err error) {
	defer func() {
		if r := recover(); r != nil {
			o, err = nil, badObject("malformed: %v", r)
		}
	}()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return nil, badObject("%v", err)
	}
	if f.Class != elf.ELFCLASS64 || f.Data != elf.ELFDATA2LSB || f.Machine != elf.EM_X86_64 || f.Type != elf.ET_REL {
		return nil, badObject("no relocatable object for x86-64 but %v %v %v", f.Class, f.Machine, f.Type)
	}
	o = &object{file: f, sections: map[int]loaded{}, got: map[int]int{}, entries: map[string]int{}}
	for _, step := range []func() error{o.layout, o.readSymbols, o.readRelocs, o.checkStack} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// layout gives each section that is needed at run time its place.
func (o *object) layout() error {
	for i, s := range o.file.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Size == 0 || skipped(s) {
			continue
		}
		if err := o.place(i, s); err != nil {
			return err
		}
	}
	return nil
}

// skipped are sections for unwinding and linkers: kernels neither throw nor are linked further.
func skipped(s *elf.Section) bool {
	return s.Type == elf.SHT_NOTE || s.Type == elf.SHT_GROUP || strings.HasPrefix(s.Name, ".eh_frame")
}

func (o *object) place(i int, s *elf.Section) error {
	align := max(s.Addralign, 1)
	switch {
	case s.Flags&elf.SHF_WRITE != 0 && !strings.HasPrefix(s.Name, ".data.rel.ro"):
		return badObject("section %s is writable; code and constants are not", s.Name)
	case s.Flags&(elf.SHF_TLS|elf.SHF_COMPRESSED) != 0 || s.Type != elf.SHT_PROGBITS && s.Type != elf.SHT_NOBITS:
		return badObject("section %s has type %v and flags %v", s.Name, s.Type, s.Flags)
	case align&(align-1) != 0 || align > codeAlign:
		return badObject("section %s is aligned to %d, not to at most %d", s.Name, align, codeAlign)
	case s.Size > maxObject || o.size+int(s.Size) > maxObject:
		return badObject("section %s makes the object larger than %s", s.Name, Bytes(maxObject))
	}
	part := loaded{at: int(roundUp(int64(o.size), int64(align))), size: int(s.Size)}
	if s.Type == elf.SHT_PROGBITS {
		data, err := s.Data()
		if err != nil || len(data) != part.size {
			return badObject("section %s is truncated: %v", s.Name, err)
		}
		part.data = data
	}
	o.sections[i] = part
	o.size = part.at + part.size
	return nil
}

// readSymbols keeps the symbols and notes the functions among them.
func (o *object) readSymbols() error {
	symbols, err := o.file.Symbols()
	if err != nil {
		return badObject("symbols: %v", err)
	}
	o.symbols = symbols
	for _, s := range symbols {
		part, ok := o.sections[int(s.Section)]
		if ok && elf.ST_TYPE(s.Info) == elf.STT_FUNC && elf.ST_BIND(s.Info) != elf.STB_LOCAL && s.Value < uint64(part.size) {
			o.entries[s.Name] = part.at + int(s.Value)
		}
	}
	return nil
}

// address is where a symbol lies relative to the object's start.
func (o *object) address(symbol int) (int64, error) {
	if symbol < 1 || symbol > len(o.symbols) {
		return 0, badObject("a relocation names symbol %d of %d", symbol, len(o.symbols))
	}
	s := o.symbols[symbol-1]
	part, ok := o.sections[int(s.Section)]
	switch {
	case s.Section == elf.SHN_UNDEF:
		return 0, badObject("undefined symbol %q: a kernel calls nothing", s.Name)
	case !ok:
		return 0, badObject("symbol %q lies in %v, which is not loaded", s.Name, s.Section)
	case s.Value > uint64(part.size):
		return 0, badObject("symbol %q lies outside its section", s.Name)
	}
	return int64(part.at) + int64(s.Value), nil
}

// checkStack refuses a function whose stated need of stack exceeds the trampoline's frame.
func (o *object) checkStack() error {
	for _, s := range o.file.Sections {
		if s.Name != ".stack_sizes" {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return badObject("section %s: %v", s.Name, err)
		}
		for len(data) > 8 {
			need, n := binary.Uvarint(data[8:])
			if n <= 0 || need > maxStack {
				return badObject("a function needs %d bytes of stack; there are %d", need, maxStack)
			}
			data = data[8+n:]
		}
	}
	return nil
}

// link writes the object into dst as it must be to run at address base.
func (o *object) link(dst []byte, base uint64) error {
	if len(dst) < o.size {
		return fmt.Errorf("object of %d bytes linked into %d", o.size, len(dst))
	}
	for _, part := range o.sections {
		copy(dst[part.at:part.at+part.size], part.data)
	}
	for symbol, slot := range o.got {
		at, err := o.address(symbol)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(dst[slot:], base+uint64(at))
	}
	for _, r := range o.relocs {
		if err := o.apply(dst, base, r); err != nil {
			return err
		}
	}
	return nil
}
