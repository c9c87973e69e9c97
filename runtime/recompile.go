package runtime

import (
	"fmt"
	"reflect"
	"sync"

	"weft/codegen"
	"weft/lazy"
)

// recompiles notices a program that keeps compiling from one source line: a size or constant that changes with each
// step is then code, where it should be data. Off unless DEBUG is at least 1.
var recompiles = recompileNotes{seen: map[recompileKey]*recompileNote{}}

type recompileNotes struct {
	mu   sync.Mutex
	seen map[recompileKey]*recompileNote
}

// recompileKey tells apart the kernels that one line may well have: they differ in what they compute, not only in sizes.
type recompileKey struct {
	line string
	does string
}

type recompileNote struct {
	count int
	last  *codegen.Program
}

// recompileNotice is how many kernels of one kind from one line are worth a line; then twice as many, and so on.
const recompileNotice = 8

// note records that a program was compiled for the user's line and returns what to say about it, "" for nothing.
func (n *recompileNotes) note(line string, p *codegen.Program) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := recompileKey{line, kindOfWork(p)}
	seen := n.seen[key]
	if seen == nil {
		seen = &recompileNote{}
		n.seen[key] = seen
	}
	before := seen.last
	seen.count++
	seen.last = p
	if seen.count < recompileNotice || seen.count&(seen.count-1) != 0 {
		return ""
	}
	return fmt.Sprintf("weft: %s keeps compiling: %d kernels like %s so far; the last two differ in %s", line, seen.count, p.Name,
		firstDifference(before, p))
}

// KernelFor is Kernel with the user's line, so that DEBUG=1 can tell of lines that never stop compiling.
func (d *Device) KernelFor(p *codegen.Program, pc uintptr) (*Kernel, error) {
	if !Debugging(DebugInfo) {
		return d.Kernel(p)
	}
	before := counters.compiles.Load()
	k, err := d.Kernel(p)
	if err == nil && counters.compiles.Load() != before {
		if text := recompiles.note(lazy.Line(pc), p); text != "" {
			Debugf(DebugInfo, "%s", text)
		}
	}
	return k, err
}

// kindOfWork is what a program computes with, leaving out all sizes.
func kindOfWork(p *codegen.Program) string {
	ops := map[string]bool{}
	for i := range p.Phases {
		collectWork(p.Phases[i].Body, ops)
	}
	return fmt.Sprint(len(p.Phases), p.NumParams, ops) // fmt prints maps in order of their keys
}

func collectWork(body []codegen.Instr, ops map[string]bool) {
	for i := range body {
		switch in := &body[i]; in.Code {
		case codegen.LoopOver:
			collectWork(in.Loop.Body, ops)
		case codegen.IfAny:
			collectWork(in.If.Body, ops)
		case codegen.ALU:
			if in.DType.IsFloat() {
				ops[fmt.Sprint(in.Op, in.DType)] = true
			}
		}
	}
}

// firstDifference names the first field in which two programs differ, with both values: "Bufs[0].Elems: 64 and 37".
func firstDifference(a, b *codegen.Program) string {
	if text := difference("", reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()); text != "" {
		return text
	}
	return "nothing but the device"
}

func difference(path string, a, b reflect.Value) string {
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + ": there or not"
			}
			return ""
		}
		return difference(path, a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if text := difference(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i)); text != "" {
				return trimDot(text)
			}
		}
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if text := difference(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); text != "" {
				return text
			}
		}
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %d and %d entries", path, a.Len(), b.Len())
		}
	default:
		if !a.Equal(b) {
			return fmt.Sprintf("%s: %v and %v", path, a, b)
		}
	}
	return ""
}

func trimDot(text string) string {
	if text[0] == '.' {
		return text[1:]
	}
	return text
}
