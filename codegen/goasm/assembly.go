package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
)

// Assembly prints a phase of a program as a function of Go assembly with the declaration
//
//	func name(bufs *unsafe.Pointer, scalars *int64, lo, hi int64)
//
// that runs tiles lo up to hi on a table of buffers and a table of scalars. The code is what [codegen.Backend] makes for the target.
func Assembly(p *codegen.Program, target codegen.Target, phase int, name string) (text string, err error) {
	defer caught(p, &err)
	m := newModule(p, target)
	m.add(phase)
	params := []asm.Param{{Name: "bufs"}, {Name: "scalars"}, {Name: "lo"}, {Name: "hi"}}
	for i := range params {
		params[i].Reg = arguments[i]
	}
	return asm.Print(m.list, name, params...), nil
}

// AssemblyHeader stands before the functions of a file.
const AssemblyHeader = asm.Header
