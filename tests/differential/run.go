package differential

import "weft/lazy"

func (m Mode) run(roots []*lazy.Node) ([]*lazy.Array, error) { return lazy.Evaluate(roots, Read) }
