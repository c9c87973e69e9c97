package main

import (
	"bytes"
	"context"
	_ "embed"

	"weft/frontend/data"
)

//go:embed digits.csv.gz
var file []byte

// trainPart is how many of the pictures teach.
const trainPart = 1437

// load reads the embedded pictures; grey levels become 0 to 1. The training part gets copies that are moved by a pixel.
func load(ctx context.Context) (train, test *data.Set, err error) {
	table, err := data.CSV{}.Decode(ctx, bytes.NewReader(file), "digits.csv.gz")
	if err != nil {
		return nil, nil, err
	}
	for i := range table.Values {
		if i%table.Cols < 64 {
			table.Values[i] /= 16
		}
	}
	cut := trainPart * table.Cols
	first := &data.Table{Rows: trainPart, Cols: table.Cols, Values: table.Values[:cut]}
	rest := &data.Table{Rows: table.Rows - trainPart, Cols: table.Cols, Values: table.Values[cut:]}
	if train, err = samples(moved(first)); err != nil {
		return nil, nil, err
	}
	test, err = samples(rest)
	return train, test, err
}

// samples are the pictures and their digits.
func samples(t *data.Table) (*data.Set, error) {
	digits, err := t.Ints(64)
	if err != nil {
		return nil, err
	}
	return data.NewSet(t.Floats(0, 64), digits), nil
}

// moved is each picture as it is and moved by one pixel in all eight directions.
func moved(t *data.Table) *data.Table {
	out := &data.Table{Cols: t.Cols}
	for _, by := range [][2]int{{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		for r := range t.Rows {
			row := t.Values[r*t.Cols : (r+1)*t.Cols]
			for i := range 64 {
				y, x, level := i/8+by[0], i%8+by[1], 0.0
				if y >= 0 && y < 8 && x >= 0 && x < 8 {
					level = row[8*y+x]
				}
				out.Values = append(out.Values, level)
			}
			out.Values = append(out.Values, row[64])
		}
		out.Rows += t.Rows
	}
	return out
}
