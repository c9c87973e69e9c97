package pytext

// expr is an expression.
type expr interface{}

type (
	constant  struct{ value any }
	variable  struct{ name string }
	listOf    struct{ items []expr }
	tupleOf   struct{ items []expr }
	dictOf    struct{ keys, values []expr }
	attribute struct {
		x    expr
		name string
	}
	callOf struct {
		f     expr
		args  []expr
		names []string // of the last arguments, those given by keyword
	}
	subscript struct{ x, key expr }
	sliceOf   struct{ start, stop, step expr }
	unary     struct {
		op string
		x  expr
	}
	binary struct {
		op   string
		x, y expr
	}
	choice struct{ cond, then, otherwise expr }
	lambda struct {
		params []string
		body   expr
	}
	generated struct { // [item for name in over]
		item expr
		name string
		over expr
	}
)

// statement assigns, updates in place, or only computes.
type statement struct {
	targets []expr // of x = y = value; one for x += value
	op      string // "+=" and its like
	value   expr
	body    []statement // of with value: body
}

// Program is a program that was read.
type Program struct{ statements []statement }
