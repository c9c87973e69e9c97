package codegen

import "weft/ops"

// right checks what stands on the right of a definition.
func (v *verifier) right(in *Instr) *valueFact {
	f := &valueFact{dtype: in.DType, vec: in.Vec, span: whole(in.DType)}
	switch in.Code {
	case Const:
		if in.Val.DType != in.DType {
			v.fail("constant %s of %s is called %s", in.Val, in.Val.DType, in.DType)
		}
		if in.DType.IsInt() && in.DType != ops.Uint64 {
			f.span = span{in.Val.Int(), in.Val.Int()}
		}
	case Param:
		if in.Int < 0 || in.Int >= len(v.p.Scalars) || v.p.Scalars[in.Int] != in.DType || in.Vec {
			v.fail("%s is no %s parameter", name(in.Out), in.DType)
		}
	case Var:
		at, open := v.vars[in.Int]
		if !open || in.DType != ops.Int64 || in.Vec {
			v.fail("i%d is not open where it is read", in.Int)
		}
		f.span = at
	case Lanes:
		if in.DType != ops.Int64 || !in.Vec {
			v.fail("lanes are an int64 vector")
		}
		f.span = span{0, int64(v.p.VL - 1)}
	case Splat:
		v.args(in, 1)
		f.span = v.typed(in.Args[0], in.DType, false).span
		if !in.Vec {
			v.fail("%s is a splat and no vector", name(in.Out))
		}
	case ALU:
		v.alu(in, f)
	case Fma:
		v.realArgs(in, 3)
	case Scale:
		v.realArgs(in, 2)
	case FoldLanes:
		v.args(in, 1)
		v.typed(in.Args[0], in.DType, true)
		if in.Vec || !isPrimitive(in.Op) || in.DType.IsHalf() {
			v.fail("%s folds lanes to a vector or by no primitive", name(in.Out))
		}
	case Transpose:
		v.transpose(in)
	case LoadMem:
		v.load(in)
	default:
		v.fail("unknown instruction %d", in.Code)
	}
	return f
}

func (v *verifier) transpose(in *Instr) {
	v.args(in, 2)
	v.allTyped(in, in.DType)
	w := max(in.Int, -in.Int)
	if !in.Vec || in.DType.Size() != 4 || w < 1 || w&(w-1) != 0 || v.p.VL%(2*w) != 0 {
		v.fail("%s transposes blocks of %d lanes of %s", name(in.Out), in.Int, in.DType)
	}
}

// realArgs checks n operands of the result's type, float32 or float64.
func (v *verifier) realArgs(in *Instr, n int) {
	v.args(in, n)
	if in.DType != ops.Float32 && in.DType != ops.Float64 {
		v.fail("%s multiplies %s", name(in.Out), in.DType)
	}
	v.allTyped(in, in.DType)
}

func (v *verifier) args(in *Instr, n int) {
	if len(in.Args) != n {
		v.fail("%s has %d operands, not %d", name(in.Out), len(in.Args), n)
	}
}

func (v *verifier) allTyped(in *Instr, d ops.DType) {
	for _, x := range in.Args {
		v.typed(x, d, in.Vec)
	}
}

func (v *verifier) alu(in *Instr, f *valueFact) {
	if !isPrimitive(in.Op) {
		v.fail("%s: %s is no primitive", name(in.Out), in.Op)
	}
	v.args(in, in.Op.Arity())
	args := make([]*valueFact, len(in.Args))
	for n, x := range in.Args {
		args[n] = v.use(x)
		if args[n].vec != in.Vec {
			v.fail("%s mixes lanes and uniform values", name(in.Out))
		}
	}
	v.aluTypes(in, args)
	if in.DType == ops.Int64 {
		f.span = aluSpan(in.Op, args)
	}
}

func (v *verifier) aluTypes(in *Instr, args []*valueFact) {
	d := args[0].dtype
	ok := true
	switch in.Op.Info().Rule {
	case ops.RuleSame:
		ok = in.DType == d && args[len(args)-1].dtype == d && !d.IsHalf()
	case ops.RuleBool:
		ok = in.DType == ops.Bool && args[1].dtype == d && !d.IsHalf()
	case ops.RuleWhere:
		ok = d == ops.Bool && args[1].dtype == in.DType && args[2].dtype == in.DType
	}
	if in.Op == ops.Bitcast && in.DType.Size() != d.Size() {
		ok = false
	}
	if !ok {
		v.fail("%s: %s of %s does not give %s", name(in.Out), in.Op, d, in.DType)
	}
}
