package interp

import "weft/codegen"

// transpose makes one row of the transposed of two.
func transpose[T elem](f *frame, in *codegen.Instr) step {
	o := operandsOf[T](f, in)
	from := make([]*T, len(o.d))
	for i := range from {
		arg, lane := codegen.TransposedLane(in.Int, i)
		from[i] = &[][]T{o.a, o.b}[arg][lane]
	}
	return func() {
		for i, p := range from {
			o.d[i] = *p
		}
	}
}
