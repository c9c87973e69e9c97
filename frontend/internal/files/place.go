package files

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"weft/lazy"
)

// Place is what an error about a file names: the reader, the file, the entry in it where it has entries, and the spot in that.
type Place struct{ Op, File, Entry, Spot string }

// In is the place of an entry of the file.
func (p Place) In(entry string) Place {
	p.Entry, p.Spot = entry, ""
	return p
}

// At is the place so many bytes from the beginning.
func (p Place) At(offset int64) Place {
	p.Spot = "offset " + strconv.FormatInt(offset, 10)
	return p
}

// AtLine is the place of a line of a text, and of a column where it is not 0.
func (p Place) AtLine(line, column int) Place {
	p.Spot = "line " + strconv.Itoa(line)
	if column != 0 {
		p.Spot += ", column " + strconv.Itoa(column)
	}
	return p
}

// Errorf says what is wrong at the place.
func (p Place) Errorf(format string, args ...any) error {
	return p.fail(lazy.ErrData, fmt.Sprintf(format, args...), nil)
}

// Error says that err happened at the place; errors.Is and errors.As still find err. An error of this reader stays as it is: it
// has its place.
func (p Place) Error(err error) error {
	var known *lazy.Error
	if errors.As(err, &known) {
		if known.Op == p.Op {
			return err
		}
		return p.fail(known.Kind, known.Op+": "+known.Reason, err)
	}
	var path *fs.PathError
	if errors.As(err, &path) && strings.HasPrefix(path.Path, p.File) { // the place names the file already
		return p.fail(lazy.ErrData, path.Op+": "+path.Err.Error(), err)
	}
	return p.fail(lazy.ErrData, err.Error(), err)
}

func (p Place) fail(kind lazy.ErrorKind, reason string, cause error) error {
	where := ""
	if p.File != "" {
		where = p.File + ": "
	}
	if p.Entry != "" {
		where += Quote(p.Entry) + ": "
	}
	if p.Spot != "" {
		where += p.Spot + ": "
	}
	return &lazy.Error{Kind: kind, Op: p.Op, Axis: -1, Reason: where + reason, Cause: cause}
}

// Quote is text out of a file as an error shows it: no more than a line of it, with what cannot be printed escaped.
func Quote(text string) string {
	const most = 100
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}
