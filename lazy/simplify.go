package lazy

import "weft/ops"

// simplifications are the rule sets that Simplify joins. Where two rules hold at a node the earlier set decides, so
// sources come first: what is in memory needs no algebra.
var simplifications = []RuleSet{sources, folding, algebra, logic, casts, noMovement, constMovement, movement, reductions}

var simplification = Join("simplify", simplifications...)

// Simplify rewrites the graph of roots by exact laws only: every element of every root keeps its value, NaN, infinities
// and -0 included: tracking marks go, constants fold, movement composes. It does not look at what nodes remember: who plans
// has put buffers there, and what another goroutine computes meanwhile must change no plan. The order in which a float sum
// adds may change, and is decided after this.
func Simplify(roots []*Node) ([]*Node, error) { return simplification.Rewrite(roots) }

// ofFamily lists the ops of some families, for rules that root at all of them.
func ofFamily(families ...ops.Family) []ops.Op {
	var list []ops.Op
	for _, op := range ops.All() {
		for _, f := range families {
			if op.Family() == f {
				list = append(list, op)
			}
		}
	}
	return list
}

var sources = RuleSet{"sources", []Rule{
	{Name: "identity", Early: true, Roots: []ops.Op{ops.Identity},
		Law:   "a tracking mark is a name for its operand; only autograd asks for it",
		Apply: func(n *Node) *Node { return n.Src[0] }},
	{Name: "contiguous-buffer", Roots: []ops.Op{ops.Contiguous},
		Law: "a buffer is a buffer of its own already",
		Apply: func(n *Node) *Node {
			if x := n.Src[0]; x.Op == ops.Buffer || x.Op == ops.Contiguous {
				return x
			}
			return nil
		}},
	{Name: "copy-copy", Roots: []ops.Op{ops.Copy},
		Law: "a value keeps its bits on any device",
		Apply: func(n *Node) *Node {
			if x := n.Src[0]; x.Op == ops.Copy {
				return CopyNode(x.Src[0], n.Ref.(*DeviceRef).Name)
			}
			return nil
		}},
	{Name: "check-true", Roots: []ops.Op{ops.Check},
		Law: "a check of a constant truth never fails",
		Apply: func(n *Node) *Node {
			if ok := n.Src[1]; isConst(ok) && ok.Val.IsTrue() || ok.Numel() == 0 && !ok.HasChecks() {
				return n.Src[0]
			}
			return nil
		}},
	{Name: "empty", Roots: ofFamily(ops.Elementwise, ops.Reduce, ops.Movement, ops.Source),
		Law: "a value without elements is as good as any other of its shape",
		Apply: func(n *Node) *Node {
			if n.Numel() == 0 && !n.HasChecks() {
				return NewConst(ops.Value{DType: n.DType}, n.Shape...)
			}
			return nil
		}},
}}

func isConst(n *Node) bool { return n.Op == ops.Const }

func constLike(n *Node, v ops.Value) *Node { return NewConst(v, n.Shape...) }

var folding = RuleSet{"folding", []Rule{
	{Name: "fold", Roots: ofFamily(ops.Elementwise),
		Law: "an operation on constants is the reference function's answer",
		Apply: func(n *Node) *Node {
			args := make([]ops.Value, len(n.Src))
			for i, s := range n.Src {
				if !isConst(s) {
					return nil
				}
				args[i] = s.Val
			}
			return constLike(n, n.Op.Info().Ref(args, n.DType))
		}},
	{Name: "const-right", Roots: []ops.Op{ops.Add, ops.Mul, ops.And, ops.Or, ops.Xor, ops.Max, ops.Min, ops.CmpEQ, ops.CmpNE},
		Law: "these commute; the laws below look for the constant on the right",
		Apply: func(n *Node) *Node {
			if isConst(n.Src[0]) && !isConst(n.Src[1]) {
				return Elementwise(n.Op, n.Src[1], n.Src[0])
			}
			return nil
		}},
	{Name: "iota-of-one", Roots: []ops.Op{ops.Iota},
		Law: "the only position along an axis of length 1 is 0",
		Apply: func(n *Node) *Node {
			if n.Shape[n.Ints[0]] == 1 {
				return constLike(n, ops.Value{DType: n.DType})
			}
			return nil
		}},
}}
