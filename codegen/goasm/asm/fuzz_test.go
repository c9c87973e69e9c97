package asm

import "testing"

// bytesReader gives the bytes of a fuzzer's input, then zeros.
type bytesReader []byte

func (b *bytesReader) next() byte {
	if len(*b) == 0 {
		return 0
	}
	v := (*b)[0]
	*b = (*b)[1:]
	return v
}

func (b *bytesReader) word() int64 {
	v := int64(0)
	for n := b.next() % 9; n > 0; n-- {
		v = v<<8 | int64(int8(b.next()))
	}
	return v
}

// arg is any operand, right or wrong.
func (b *bytesReader) arg(l *List) Arg {
	switch b.next() % 8 {
	case 0:
		return Imm(b.word())
	case 1:
		return Label(b.word())
	case 2:
		return l.Const([]byte{b.next(), b.next()}).Plus(int32(b.word()))
	case 3, 4:
		return Mem{Base: Reg(b.next()), Index: Reg(b.next()), Scale: b.next(), Disp: int32(b.word()), Bcst: b.next()%4 == 0}
	case 5:
		return nil
	}
	return Reg(b.next())
}

// Any list is encoded and printed or refused.
func FuzzEncode(f *testing.F) {
	f.Add([]byte{1, 0, 7, 98, 7, 99, 0, 0})
	f.Add([]byte{30, 1, 7, 160, 3, 34, 0, 4, 1, 20, 1, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var l List
		b := bytesReader(data)
		l.Bind(l.NewLabel())
		for len(b) > 0 {
			op := Op(b.next()) | Op(b.next()%4)<<8
			var args []Arg
			for n := b.next() % 6; n > 0; n-- {
				args = append(args, b.arg(&l))
			}
			in := l.Emit(op, args...)
			if k := b.next(); k%3 == 0 {
				in.Mask, in.Zero, in.N = Reg(b.next()), b.next()%2 == 0, in.N+b.next()/100
			}
		}
		Print(&l, "f")
		c, err := Encode(&l)
		if err != nil {
			return
		}
		for i := range l.Len() {
			if n := c.Starts[i+1] - c.Starts[i]; (n < 1 || n > 15) && l.At(i).Op != PCALIGN {
				t.Fatalf("%v has %d bytes", l.At(i), n)
			}
		}
	})
}
