package pytext

import "math"

var arithmetic = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y }, "-": func(x, y float64) float64 { return x - y },
	"*": func(x, y float64) float64 { return x * y }, "/": func(x, y float64) float64 { return x / y },
	"//": func(x, y float64) float64 { return math.Floor(x / y) }, "**": math.Pow,
	"%": func(x, y float64) float64 { return x - y*math.Floor(x/y) },
	"&": bits(func(x, y int) int { return x & y }), "|": bits(func(x, y int) int { return x | y }),
	"^": bits(func(x, y int) int { return x ^ y }), "<<": bits(func(x, y int) int { return x << y }),
	">>": bits(func(x, y int) int { return x >> y }),
}

func bits(f func(x, y int) int) func(x, y float64) float64 {
	return func(x, y float64) float64 { return float64(f(int(x), int(y))) }
}

var compared = map[string]func(x, y float64) bool{
	"==": func(x, y float64) bool { return x == y }, "!=": func(x, y float64) bool { return x != y },
	"<": func(x, y float64) bool { return x < y }, "<=": func(x, y float64) bool { return x <= y },
	">": func(x, y float64) bool { return x > y }, ">=": func(x, y float64) bool { return x >= y },
}

// numbers computes with two numbers: integers stay integers, but for / and negative powers.
func numbers(op string, x, y any) any {
	a, b := toFloat(x), toFloat(y)
	if c := compared[op]; c != nil {
		return c(a, b)
	}
	f := arithmetic[op]
	_, floatX := x.(float64)
	_, floatY := y.(float64)
	switch {
	case f == nil:
		fail("numbers know no operator %s", op)
	case b == 0 && (op == "/" || op == "//" || op == "%"):
		fail("division by zero")
	case floatX || floatY || op == "/" || op == "**" && b < 0:
		return f(a, b)
	}
	return int(f(a, b))
}

func toFloat(x any) float64 {
	if f, ok := x.(float64); ok {
		return f
	}
	return float64(toInt(x))
}

func toInt(x any) int {
	switch x := x.(type) {
	case bool:
		if x {
			return 1
		}
	case int:
		return x
	}
	return 0
}
