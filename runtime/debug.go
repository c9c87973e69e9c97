package runtime

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// Debug is the value of DEBUG: a level and an optional filter on kernel names.
type Debug struct {
	Level  int
	Filter string
}

// The levels of DEBUG; each includes those below it.
const (
	DebugInfo    = 1 // devices, cache, totals
	DebugKernels = 2 // a line for each kernel
	DebugLoops   = 3 // the fused kernels as loops, with reasons
	DebugCode    = 4 // the generated code
	DebugGraph   = 5 // the graph before and after each rule set
	DebugAsm     = 6 // optimised code and disassembly
	DebugRewrite = 7 // every rewrite
)

func parseDebug(c *Config, text string) error {
	level, filter, _ := strings.Cut(text, ":")
	if len(level) != 1 || level[0] < '0' || level[0] > '7' {
		return errors.New("is no level from 0 to 7")
	}
	c.Debug = Debug{int(level[0] - '0'), filter}
	return nil
}

// On says whether a level is printed at all.
func (d Debug) On(level int) bool { return d.Level >= level }

// For says whether a level is printed for the kernel of this name.
func (d Debug) For(level int, kernel string) bool {
	return d.Level >= level && d.selects(kernel)
}

// Debugging says whether DEBUG asks for this level.
func Debugging(level int) bool { return config().Debug.On(level) }

// DebuggingKernel says whether DEBUG asks for this level for the kernel of this name.
func DebuggingKernel(level int, kernel string) bool { return config().Debug.For(level, kernel) }

// DebugLevel is DEBUG's level.
func DebugLevel() int { return config().Debug.Level }

// output serialises lines, so that goroutines do not mix theirs.
var output sync.Mutex

func printLine(w io.Writer, line string) {
	output.Lock()
	defer output.Unlock()
	fmt.Fprintln(w, line)
}

// Debugf prints one line on stderr if DEBUG asks for the level.
func Debugf(level int, format string, args ...any) {
	if Debugging(level) {
		printLine(os.Stderr, fmt.Sprintf(format, args...))
	}
}

// DebugText prints a titled block, such as a kernel's loops, on stderr if DEBUG asks for the level and kernel.
func DebugText(level int, kernel, title, text string) {
	if DebuggingKernel(level, kernel) {
		printLine(os.Stderr, paint(bold, "-- "+title+" "+kernel)+"\n"+strings.TrimRight(text, "\n"))
	}
}

// DebugTotals prints DEBUG=1's line about what was done since an earlier Snapshot.
func DebugTotals(what string, before Counts, took time.Duration, memory *Pool) {
	if !Debugging(DebugInfo) {
		return
	}
	c, m := Snapshot().Sub(before), memory.Stats()
	Debugf(DebugInfo, "weft: %s: %s kernels+others, %s moved, %d planned, %d compiled, %d from disk, %s; memory %s live, %s peak, %s mapped",
		what, c.Launches(), Bytes(c.Bytes), c.Plans, c.Compiles, c.DiskHits, duration(took), Bytes(m.Live), Bytes(m.Peak), Bytes(m.Mapped))
}

// style is an ANSI attribute.
type style string

const (
	bold  style = "\x1b[1m"
	faint style = "\x1b[2m"
	warn  style = "\x1b[33m"
)

// coloured says whether stderr takes colours: a terminal, and NO_COLOR not set.
var coloured = sync.OnceValue(func() bool {
	st, err := os.Stderr.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && !config().NoColor && os.Getenv("TERM") != "dumb"
})

func paint(s style, text string) string {
	if !coloured() {
		return text
	}
	return string(s) + text + "\x1b[0m"
}

// warned holds the warnings given, so that each is given once.
var warned sync.Map

// WarnOnce prints a warning on stderr the first time it is given, if DEBUG is at least 1.
func WarnOnce(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if _, again := warned.LoadOrStore(text, true); !again {
		Debugf(DebugInfo, "%s", paint(warn, "weft: warning: ")+text)
	}
}
