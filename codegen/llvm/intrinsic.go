package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// intrinsic declares a function of LLVM's own, once, and calls it.
func (ph *phase) intrinsic(name string, ret types.Type, args ...value.Value) *ir.InstCall {
	f, ok := ph.declared[name]
	if !ok {
		params := make([]*ir.Param, len(args))
		for i, a := range args {
			params[i] = ir.NewParam("", a.Type())
		}
		f = ph.ir.NewFunc(name, ret, params...)
		ph.declared[name] = f
	}
	return ph.block.NewCall(f, args...)
}

// suffix is how a type is spelled in the name of an intrinsic.
func suffix(t types.Type) string {
	switch t := t.(type) {
	case *types.VectorType:
		return fmt.Sprintf("v%d%s", t.Len, suffix(t.ElemType))
	case *types.PointerType:
		return "p0" + suffix(t.ElemType)
	case *types.FloatType:
		return map[types.FloatKind]string{types.FloatKindHalf: "f16", types.FloatKindFloat: "f32", types.FloatKindDouble: "f64"}[t.Kind]
	}
	return t.String()
}
