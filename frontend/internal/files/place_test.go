package files

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"

	"weft/lazy"
)

func TestPlaces(t *testing.T) {
	file := Place{Op: "op", File: "f"}
	for want, err := range map[string]error{
		"op: f: no":                                        file.Errorf("no"),
		`op: f: "a": no`:                                   file.In("a").Errorf("no"),
		`op: f: "a\n": offset 12: no`:                      file.In("a\n").At(12).Errorf("no"),
		"op: f: line 3: no":                                file.AtLine(3, 0).Errorf("no"),
		"op: f: line 3, column 4: 1 of 2":                  file.AtLine(3, 4).Errorf("%d of %d", 1, 2),
		`op: "a": no`:                                      Place{Op: "op"}.In("a").Errorf("no"),
		"op: f: read: file does not exist":                 file.Error(&fs.PathError{Op: "read", Path: "f.tmp", Err: fs.ErrNotExist}),
		"op: f: read g: file does not exist":               file.Error(&fs.PathError{Op: "read", Path: "g", Err: fs.ErrNotExist}),
		"op: f: offset 1: allocate: no memory":             file.At(1).Error(&lazy.Error{Op: "allocate", Reason: "no memory", Kind: lazy.ErrMemory}),
		"op: elsewhere":                                    file.Error(&lazy.Error{Op: "op", Reason: "elsewhere"}),
		`op: f: "` + strings.Repeat("a", 100) + `"...: no`: file.In(strings.Repeat("a", 1000)).Errorf("no"),
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	var typed *lazy.Error
	if err := file.Error(&lazy.Error{Op: "allocate", Kind: lazy.ErrMemory}); !errors.As(err, &typed) || typed.Kind != lazy.ErrMemory {
		t.Errorf("the kind is %v", typed.Kind)
	}
	if err := file.Error(context.Canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("%v has lost its cause", err)
	}
}

func TestByteCount(t *testing.T) {
	for _, c := range []struct {
		shape []int
		size  int
		want  int64
		ok    bool
	}{
		{nil, 4, 4, true},
		{[]int{2, 3}, 8, 48, true},
		{[]int{0, 3}, 8, 0, true},
		{[]int{3, 0, 1 << 40}, 8, 0, true},
		{[]int{0, math.MaxInt}, 1, 0, false},
		{[]int{math.MaxInt, math.MaxInt, 2}, 8, 0, false},
		{[]int{1 << 32, 1 << 32}, 1, 0, false},
		{[]int{1 << 45}, 8, 0, false},
		{[]int{-1}, 1, 0, false},
		{[]int{-1, -1}, 1, 0, false},
	} {
		if n, ok := ByteCount(c.shape, c.size); n != c.want || ok != c.ok {
			t.Errorf("%v of %d bytes: %d, %v", c.shape, c.size, n, ok)
		}
	}
}

func TestSwap(t *testing.T) {
	for size, want := range map[int]string{1: "abcdefgh", 2: "badcfehg", 4: "dcbahgfe", 8: "hgfedcba"} {
		b := []byte("abcdefgh")
		if Swap(b, size); string(b) != want {
			t.Errorf("size %d: %s", size, b)
		}
	}
}
