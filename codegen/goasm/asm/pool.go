package asm

import (
	"encoding/binary"
	"math/bits"
)

// poolAlign is the largest alignment of a constant, and that of a pool with its code.
const poolAlign = 64

// pool holds the constants of a list. They lie behind its code, each once.
type pool struct {
	bytes []byte
	at    map[string]int32
}

// Const puts bytes into the pool of constants and gives the memory that holds them, aligned to their number (rounded up to
// a power of 2, to 64 at most). Equal constants share a place. Printed as Go assembly the pool is aligned to 32 only, so
// load with instructions that need no alignment.
func (l *List) Const(bytes []byte) Mem {
	return Mem{Base: pc, Disp: l.pool.add(bytes)}
}

// Const32 is a constant of 4 bytes, such as the bits of a float32.
func (l *List) Const32(v uint32) Mem {
	return l.Const(binary.LittleEndian.AppendUint32(nil, v))
}

// Const64 is a constant of 8 bytes.
func (l *List) Const64(v uint64) Mem {
	return l.Const(binary.LittleEndian.AppendUint64(nil, v))
}

func (p *pool) add(b []byte) int32 {
	if at, ok := p.at[string(b)]; ok {
		return at
	}
	if p.at == nil {
		p.at = map[string]int32{}
	}
	p.bytes = pad(p.bytes, alignOf(len(b)))
	at := int32(len(p.bytes))
	p.bytes = append(p.bytes, b...)
	p.at[string(b)] = at
	return at
}

// alignOf is the alignment of a constant of so many bytes.
func alignOf(n int) int {
	if n <= 1 {
		return 1
	}
	return min(1<<bits.Len(uint(n-1)), poolAlign)
}

// pad appends zeros up to a multiple of align.
func pad(b []byte, align int) []byte {
	return append(b, make([]byte, -len(b)&(align-1))...)
}
