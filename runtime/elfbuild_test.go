package runtime

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// testObject builds relocatable objects for tests: code, constants, symbols and relocations of the code.
type testObject struct {
	text, rodata []byte
	rodataName   string // ".rodata" unless set
	rodataFlags  elf.SectionFlag
	stack        []byte
	symbols      []testSymbol
	relocs       []elf.Rela64
}

// testSymbol's section: 0 undefined, 1 text, 2 rodata.
type testSymbol struct {
	name    string
	section uint16
	value   uint64
	info    byte
}

const globalFunc = byte(elf.STB_GLOBAL)<<4 | byte(elf.STT_FUNC)

func rela(at uint64, symbol uint32, kind elf.R_X86_64, addend int64) elf.Rela64 {
	return elf.Rela64{Off: at, Info: uint64(symbol)<<32 | uint64(kind), Addend: addend}
}

// names collects strings of a string table.
type names struct{ bytes.Buffer }

func (n *names) add(s string) uint32 {
	if n.Len() == 0 {
		n.WriteByte(0)
	}
	at := n.Len()
	n.WriteString(s)
	n.WriteByte(0)
	return uint32(at)
}

func encoded(v any) []byte {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// build lays the object out: header, section contents, section headers.
func (o testObject) build() []byte {
	var strings, sectionNames names
	symtab := make([]byte, 24)
	for _, s := range o.symbols {
		symtab = append(symtab, encoded(elf.Sym64{Name: strings.add(s.name), Info: s.info, Shndx: s.section, Value: s.value})...)
	}
	strings.add("")
	if o.rodataName == "" {
		o.rodataName = ".rodata"
	}
	var file bytes.Buffer
	file.Write(make([]byte, 64))
	headers := make([]byte, 64)
	section := func(name string, kind elf.SectionType, flags elf.SectionFlag, data []byte, link, info uint32, entry, align uint64) {
		for file.Len()%64 != 0 {
			file.WriteByte(0)
		}
		headers = append(headers, encoded(elf.Section64{Name: sectionNames.add(name), Type: uint32(kind), Flags: uint64(flags),
			Off: uint64(file.Len()), Size: uint64(len(data)), Link: link, Info: info, Addralign: align, Entsize: entry})...)
		file.Write(data)
	}
	section(".text", elf.SHT_PROGBITS, elf.SHF_ALLOC|elf.SHF_EXECINSTR, o.text, 0, 0, 0, 16)
	section(o.rodataName, elf.SHT_PROGBITS, elf.SHF_ALLOC|o.rodataFlags, o.rodata, 0, 0, 0, 32)
	section(".rela.text", elf.SHT_RELA, 0, encoded(o.relocs), 4, 1, relaSize, 8)
	section(".symtab", elf.SHT_SYMTAB, 0, symtab, 5, 1, 24, 8)
	section(".strtab", elf.SHT_STRTAB, 0, strings.Bytes(), 0, 0, 0, 1)
	section(".stack_sizes", elf.SHT_PROGBITS, 0, o.stack, 0, 0, 0, 1)
	section(".eh_frame", elf.SHT_PROGBITS, elf.SHF_ALLOC, []byte{1, 2, 3}, 0, 0, 0, 8)
	section(".shstrtab", elf.SHT_STRTAB, 0, append(sectionNames.Bytes(), ".shstrtab\x00"...), 0, 0, 0, 1)
	header := elf.Header64{Type: uint16(elf.ET_REL), Machine: uint16(elf.EM_X86_64), Version: 1, Ehsize: 64,
		Shoff: uint64(file.Len()), Shentsize: 64, Shnum: 9, Shstrndx: 8}
	copy(header.Ident[:], "\x7fELF\x02\x01\x01")
	out := append(file.Bytes(), headers...)
	copy(out, encoded(header))
	return out
}
