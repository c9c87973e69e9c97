package schedule

import (
	"fmt"
	"slices"

	"weft/lazy"
)

// computedBy lists the launches that compute f: the one that stores it, or all that have it in a register or scratch.
func (f *fact) computedBy(number map[*group]int) []int {
	if f.home.Place == Buffer {
		if f.kern == nil {
			return nil
		}
		return []int{number[f.kern.group]}
	}
	var launches []int
	for _, u := range f.uses {
		if i := number[u.k.group]; !slices.Contains(launches, i) {
			launches = append(launches, i)
		}
	}
	return launches
}

// Why tells for each launch, a line a value, where what it computes lives, operands first. The buffers among them are where
// the kernel ends. Equal lines are one with their number.
func (p *Plan) Why() [][]string {
	lines, counts := make([][]string, len(p.Launches)), make([]map[string]int, len(p.Launches))
	for _, h := range p.Homes {
		text := h.String()
		for _, i := range h.Launches {
			if counts[i] == nil {
				counts[i] = map[string]int{}
			}
			if counts[i][text]++; counts[i][text] == 1 {
				lines[i] = append(lines[i], text)
			}
		}
	}
	for i, list := range lines {
		for j, text := range list {
			if n := counts[i][text]; n > 1 {
				list[j] = fmt.Sprintf("%s (%d of them)", text, n)
			}
		}
	}
	return lines
}

// String is the node with its home and the user's line: "exp(4096, 64) in a register: one reader [train.go:12]".
func (h NodeHome) String() string {
	n := h.Node
	text := fmt.Sprintf("%s%s in a %s", n.Op, lazy.ShapeString(n.Shape), h.Home)
	if h.Home.Place == Scratch {
		text = fmt.Sprintf("%s%s in %s", n.Op, lazy.ShapeString(n.Shape), h.Home)
	}
	if line := lazy.Line(n.PC()); line != "" {
		text += " [" + line + "]"
	}
	return text
}
