package asm

import "testing"

func TestViews(t *testing.T) {
	for _, c := range []struct {
		reg   Reg
		class Class
		num   int
		name  string
	}{
		{AX, GP64, 0, "AX"}, {R15.L(), GP32, 15, "R15"}, {R15.L().Q(), GP64, 15, "R15"}, {GP(7), GP64, 7, "DI"},
		{X(31), VecX, 31, "X31"}, {X(9).Y(), VecY, 9, "Y9"}, {Y(9).Z(), VecZ, 9, "Z9"}, {Z(9).X(), VecX, 9, "X9"}, {K(7), Mask, 7, "K7"},
		{X(32), NoClass, 0, "NoReg"}, {GP(-1), NoClass, 0, "NoReg"}, {K(8), NoClass, 0, "NoReg"}, {AX.X(), NoClass, 0, "NoReg"}, {K(1).L(), NoClass, 0, "NoReg"},
	} {
		if c.reg.Class() != c.class || c.reg.Num() != c.num || c.reg.String() != c.name {
			t.Errorf("%v of class %d, number %d; want %v", c.reg, c.reg.Class(), c.reg.Num(), c)
		}
	}
}
