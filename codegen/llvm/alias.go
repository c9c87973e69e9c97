package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"

	"weft/codegen"
)

// aliasing holds what the module says about overlap: one scope an alias class. An access belongs to the scope of its
// buffer's class and to none of the others, which is just what the program promises: buffers of different classes never
// overlap. Within a class nothing is said.
type aliasing struct {
	of map[int]ir.Metadata // by alias class
}

// newAliasing writes the scopes of a program's alias classes, in the order of its buffers.
func newAliasing(m *ir.Module, bufs []codegen.Buf) aliasing {
	a := aliasing{of: map[int]ir.Metadata{}}
	var classes []int
	for _, b := range bufs {
		if _, ok := a.of[b.Alias]; !ok {
			a.of[b.Alias] = nil
			classes = append(classes, b.Alias)
		}
	}
	if len(classes) < 2 {
		return a
	}
	domain := define(m, true)
	domain.Fields = []metadata.Field{domain}
	scopes := make([]metadata.Field, len(classes))
	for i := range classes {
		scope := define(m, true)
		scope.Fields = []metadata.Field{scope, domain}
		scopes[i] = scope
	}
	for i, class := range classes {
		own := define(m, false, scopes[i])
		var others []metadata.Field
		others = append(others, scopes[:i]...)
		others = append(others, scopes[i+1:]...)
		a.of[class] = ir.Metadata{
			{Name: "alias.scope", Node: own},
			{Name: "noalias", Node: define(m, false, others...)},
		}
	}
	return a
}

// define adds a numbered tuple to the module.
func define(m *ir.Module, distinct bool, fields ...metadata.Field) *metadata.Tuple {
	t := &metadata.Tuple{MetadataID: -1, Distinct: distinct, Fields: fields}
	m.MetadataDefs = append(m.MetadataDefs, t)
	return t
}
