package differential
import ("testing";"weft/lazy";"weft/ops")
func TestDbg(t *testing.T){
 x := operand(ops.Float16, 1)
 x = lazy.ReshapeNode(lazy.ShrinkNode(x,0,12),3,2,2)
 y := ew(ops.Add, num(x,1), x)
 n := ew(ops.Where, ew(ops.CmpLT, num(y,0), y), y, num(y,0))
 n = lazy.ReduceNode(ops.ReduceAdd, n, 0,1,2)
 _, err := Mode{"cpu:llvm",1,false}.run([]*lazy.Node{n})
 t.Log(err)
}
