package data

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"weft/frontend/internal/files"
	"weft/ops"
)

// Table is what a csv file holds: numbers in rows of equal length.
type Table struct {
	Header []string // the first row, where CSV.Header says that it holds names
	Rows   int
	Cols   int
	Values []float64 // row by row
}

// CSV says how a csv file is written; the zero value is plain numbers between commas.
type CSV struct {
	Comma  rune // between fields; 0 means ','
	Header bool // the first row holds names
}

// ReadCSV reads a file of plain comma-separated numbers; gzip's compression is undone.
func ReadCSV(ctx context.Context, path string) (*Table, error) { return CSV{}.Read(ctx, path) }

// Read reads a file in this form; gzip's compression is undone.
func (c CSV) Read(ctx context.Context, path string) (*Table, error) {
	return openFile(ctx, csvPlace(path), c.decode)
}

// Decode reads a table in this form, decompressing gzip's; name stands for the file in errors.
func (c CSV) Decode(ctx context.Context, r io.Reader, name string) (*Table, error) {
	plain, err := decompressed(csvPlace(name), r)
	if err != nil {
		return nil, err
	}
	return c.decode(ctx, plain, name)
}

func csvPlace(name string) files.Place { return files.Place{Op: "csv", File: name} }

func (c CSV) decode(ctx context.Context, r io.Reader, name string) (*Table, error) {
	in := csv.NewReader(files.Reader(ctx, r))
	in.ReuseRecord, in.FieldsPerRecord = true, 0
	if c.Comma != 0 {
		in.Comma = c.Comma
	}
	t := &Table{}
	for first := true; ; first = false {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, csvError(name, t, err, len(record))
		}
		if first && c.Header {
			t.Header, t.Cols = append([]string(nil), record...), len(record)
			continue
		}
		if err := t.add(in, name, record); err != nil {
			return nil, err
		}
	}
}

// add parses one row.
func (t *Table) add(in *csv.Reader, name string, record []string) error {
	for i, field := range record {
		v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			line, column := in.FieldPos(i)
			return csvPlace(name).AtLine(line, column).Errorf("%q is no number", field)
		}
		t.Values = append(t.Values, v)
	}
	t.Rows, t.Cols = t.Rows+1, len(record)
	return nil
}

func csvError(name string, t *Table, err error, got int) error {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return csvPlace(name).AtLine(t.Rows+1, 0).Error(err)
	}
	if errors.Is(parse.Err, csv.ErrFieldCount) {
		return csvPlace(name).AtLine(parse.Line, 0).Errorf("%d fields, the rows before have %d", got, t.Cols)
	}
	return csvPlace(name).AtLine(parse.Line, parse.Column).Error(parse.Err)
}

// Floats is columns from to to (exclusive) as float32, of shape (rows, to-from).
func (t *Table) Floats(from, to int) *Array {
	t.checkColumns("csv floats", from, to)
	a := &Array{DType: ops.Float32, Shape: []int{t.Rows, to - from}, Bytes: make([]byte, 0, 4*t.Rows*(to-from))}
	for r := range t.Rows {
		for _, v := range t.Values[r*t.Cols+from : r*t.Cols+to] {
			a.Bytes = appendUint32(a.Bytes, math.Float32bits(float32(v)))
		}
	}
	return a
}

// Ints is one column as int64, of shape (rows): class ids, counts. A value that is no integer is an error that names
// its row.
func (t *Table) Ints(column int) (*Array, error) {
	t.checkColumns("csv ints", column, column+1)
	a := &Array{DType: ops.Int64, Shape: []int{t.Rows}, Bytes: make([]byte, 0, 8*t.Rows)}
	for r := range t.Rows {
		v := t.Values[r*t.Cols+column]
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return nil, dataError("csv ints", "row "+strconv.Itoa(r)+", column "+strconv.Itoa(column)+": "+
				strconv.FormatFloat(v, 'g', -1, 64)+" is no integer", "")
		}
		a.Bytes = appendUint64(a.Bytes, uint64(int64(v)))
	}
	return a, nil
}

func (t *Table) checkColumns(op string, from, to int) {
	if from < 0 || to < from || to > t.Cols {
		panic(dataError(op, "columns "+strconv.Itoa(from)+" to "+strconv.Itoa(to)+" of "+strconv.Itoa(t.Cols), ""))
	}
}
