package data

import (
	"encoding/binary"
	"strconv"
)

func appendUint32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }
func appendUint64(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }

func offset(n int) string { return "offset " + strconv.Itoa(n) }

// place names a line of a text, and the column where it is known.
func place(line, column int) string {
	if column == 0 {
		return "line " + strconv.Itoa(line)
	}
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}
