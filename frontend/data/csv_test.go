package data

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		name, text string
		form       CSV
		rows, cols int
		last       float64
	}{
		{"plain", "1,2\n3,4.5\n", CSV{}, 2, 2, 4.5},
		{"no newline at the end", "1,2\r\n3,-inf", CSV{}, 2, 2, math.Inf(-1)},
		{"header and blanks", "a;b\n 1; 2 \n", CSV{Comma: ';', Header: true}, 1, 2, 2},
		{"quoted", "\"1\",\"2e3\"\n", CSV{}, 1, 2, 2000},
		{"empty", "", CSV{}, 0, 0, 0},
	} {
		for _, text := range [][]byte{[]byte(c.text), zip([]byte(c.text))} {
			got, err := c.form.Decode(context.Background(), bytes.NewReader(text), "t.csv")
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if got.Rows != c.rows || got.Cols != c.cols || c.rows > 0 && got.Values[len(got.Values)-1] != c.last {
				t.Errorf("%s: %+v", c.name, got)
			}
		}
	}
}

func TestCSVErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1,2\n3\n":       "t.csv: line 2: 1 fields, the rows before have 2",
		"1,2\n3,x\n":     `t.csv: line 2, column 3: "x" is no number`,
		"1,\n":           `line 1, column 3: "" is no number`,
		"1,\"2\n":        "line 1, column 6",
		"\x1f\x8b\x08aa": "broken gzip header",
	} {
		_, err := CSV{}.Decode(context.Background(), strings.NewReader(text), "t.csv")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestTableColumns(t *testing.T) {
	table := &Table{Rows: 2, Cols: 3, Values: []float64{1, 2, 7, 3, 4, 8.5}}
	if x := table.Floats(0, 2); x.Len() != 2 || x.Shape[1] != 2 || len(x.Bytes) != 16 {
		t.Errorf("floats: %v", x)
	}
	if y, err := table.Ints(0); err != nil || y.Bytes[8] != 3 {
		t.Errorf("ints: %v, %v", y, err)
	}
	if _, err := table.Ints(2); err == nil || !strings.Contains(err.Error(), "row 1, column 2: 8.5 is no integer") {
		t.Errorf("ints of 8.5: %v", err)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("1,2\n3,4\n"))
	f.Add([]byte("a,\"b\n"))
	f.Add(zip([]byte("1\n")))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := CSV{}.Decode(context.Background(), bytes.NewReader(b), "fuzz")
		if err == nil && len(got.Values) != got.Rows*got.Cols {
			t.Fatalf("%d values in %dx%d", len(got.Values), got.Rows, got.Cols)
		}
	})
}
