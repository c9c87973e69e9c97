package tensor

import (
	"testing"
)

// TestWindows reads windows of an axis of 11 numbers for every size, stride and dilation that fit.
func TestWindows(t *testing.T) {
	const n = 11
	x := Arange(n)
	for size := 1; size <= 4; size++ {
		for stride := 1; stride <= 6; stride++ {
			for dilation := 1; dilation <= 3; dilation++ {
				w := x.Windows([]int{0}, []int{size}, []int{stride}, []int{dilation})
				got, count := MustData[int64](w), (n-dilation*(size-1)-1)/stride+1
				if s := w.Shape(); s[0] != count || s[1] != size {
					t.Fatalf("size %d stride %d dilation %d: shape %v", size, stride, dilation, s)
				}
				for i, v := range got {
					if want := i/size*stride + i%size*dilation; int(v) != want {
						t.Fatalf("size %d stride %d dilation %d: element %d is %d, want %d", size, stride, dilation, i, v, want)
					}
				}
			}
		}
	}
}

func TestWindowsOfTwoAxes(t *testing.T) {
	x := Arange(2*3*4).Reshape(2, 3, 4)
	w := x.Windows([]int{1, 2}, []int{2, 3}, []int{1, 1}, []int{1, 1})
	got := MustData[int64](w)
	if s := w.Shape(); len(s) != 5 || s[1] != 2 || s[2] != 2 || s[3] != 2 || s[4] != 3 {
		t.Fatalf("shape %v", s)
	}
	at := func(b, y, x, ky, kx int) int64 { return got[(((b*2+y)*2+x)*2+ky)*3+kx] }
	if v := at(1, 1, 1, 1, 2); v != 12+8+3 {
		t.Errorf("last element is %d", v)
	}
	if v := at(0, 1, 0, 0, 1); v != 4+1 {
		t.Errorf("element is %d", v)
	}
	if err := Try(func() { x.Windows([]int{1}, []int{4}, []int{1}, []int{1}) }); err == nil {
		t.Error("a window that does not fit was accepted")
	}
}
