package runtime

import (
	"debug/elf"
	"encoding/binary"
	"math"
)

// reloc is one place in the laid-out object that depends on an address.
type reloc struct {
	at     int // offset of the place in the object
	kind   elf.R_X86_64
	symbol int
	addend int64
}

// relocSizes are the relocations that are understood, with the width of what they write. Those to the table of addresses
// (GOT) get a slot; a call through the PLT goes straight to its function, since all functions are in the object.
var relocSizes = map[elf.R_X86_64]int{
	elf.R_X86_64_NONE: 0, elf.R_X86_64_64: 8, elf.R_X86_64_PC64: 8, elf.R_X86_64_PC32: 4, elf.R_X86_64_PLT32: 4,
	elf.R_X86_64_GOTPCREL: 4, elf.R_X86_64_GOTPCRELX: 4, elf.R_X86_64_REX_GOTPCRELX: 4,
}

// relaSize is the length of one Elf64_Rela: offset, info (symbol and kind), addend.
const relaSize = 24

// readRelocs checks every relocation of the loaded sections and gives the table of addresses its place.
func (o *object) readRelocs() error {
	for _, s := range o.file.Sections {
		part, ok := o.sections[int(s.Info)]
		if s.Type != elf.SHT_RELA && s.Type != elf.SHT_REL || !ok {
			continue
		}
		data, err := s.Data()
		if err != nil || s.Type == elf.SHT_REL || len(data)%relaSize != 0 {
			return badObject("relocations %s are malformed: %v", s.Name, err)
		}
		for ; len(data) > 0; data = data[relaSize:] {
			if err := o.addReloc(part, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *object) addReloc(part loaded, rela []byte) error {
	offset, info := binary.LittleEndian.Uint64(rela), binary.LittleEndian.Uint64(rela[8:])
	r := reloc{symbol: int(info >> 32), kind: elf.R_X86_64(uint32(info)), addend: int64(binary.LittleEndian.Uint64(rela[16:]))}
	width, known := relocSizes[r.kind]
	switch {
	case !known:
		return badObject("relocation %v is not supported", r.kind)
	case r.kind == elf.R_X86_64_NONE:
		return nil
	case offset > uint64(part.size) || uint64(part.size)-offset < uint64(width):
		return badObject("a relocation lies outside its section")
	}
	if _, err := o.address(r.symbol); err != nil {
		return err
	}
	r.at = part.at + int(offset)
	if r.viaGOT() {
		o.addSlot(r.symbol)
	}
	o.relocs = append(o.relocs, r)
	return nil
}

// viaGOT says whether the place refers to a symbol's slot in the table of addresses.
func (r reloc) viaGOT() bool {
	return r.kind == elf.R_X86_64_GOTPCREL || r.kind == elf.R_X86_64_GOTPCRELX || r.kind == elf.R_X86_64_REX_GOTPCRELX
}

// addSlot appends a symbol's slot to the object if it has none.
func (o *object) addSlot(symbol int) {
	if _, ok := o.got[symbol]; !ok {
		at := int(roundUp(int64(o.size), 8))
		o.got[symbol] = at
		o.size = at + 8
	}
}

// apply writes one relocated value. All sums wrap, so a lying addend gives a wrong value, never a fault here.
func (o *object) apply(dst []byte, base uint64, r reloc) error {
	target, err := o.address(r.symbol)
	if err != nil {
		return err
	}
	if r.viaGOT() {
		target = int64(o.got[r.symbol])
	}
	relative := target + r.addend - int64(r.at)
	switch r.kind {
	case elf.R_X86_64_64:
		binary.LittleEndian.PutUint64(dst[r.at:], base+uint64(target+r.addend))
	case elf.R_X86_64_PC64:
		binary.LittleEndian.PutUint64(dst[r.at:], uint64(relative))
	default:
		if relative < math.MinInt32 || relative > math.MaxInt32 {
			return badObject("a relative address does not fit 32 bits")
		}
		binary.LittleEndian.PutUint32(dst[r.at:], uint32(relative))
	}
	return nil
}
