package runtime

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// DEBUG's filter selects kernels by name, by the user's file:line, or by what is written on that line, so that DEBUG=4:softmax
// finds the kernels of a line that says Softmax although no kernel is called so. Case does not count.

// chosen are the names of kernels that the filter selects by their line.
var chosen sync.Map

// chooseByLine lets the filter see the user's line that a kernel is for.
func chooseByLine(kernel string, pc uintptr) {
	filter := config().Debug.Filter
	if filter == "" || pc == 0 || Debug.selects(config().Debug, kernel) {
		return
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	place := filepath.Base(frame.File) + ":" + strconv.Itoa(frame.Line)
	if contains(place, filter) || contains(sourceLine(frame.File, frame.Line), filter) {
		chosen.Store(kernel, true)
	}
}

// selects says whether the filter selects a kernel by name, or selected its line before.
func (d Debug) selects(kernel string) bool {
	if contains(kernel, d.Filter) {
		return true
	}
	_, byLine := chosen.Load(kernel)
	return byLine
}

func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// sourceFiles holds the lines of source files that were looked at.
var sourceFiles sync.Map // string -> []string

// sourceLine is a line of a source file, "" where the program runs without its source.
func sourceLine(file string, line int) string {
	lines, ok := sourceFiles.Load(file)
	if !ok {
		text, _ := os.ReadFile(file)
		lines, _ = sourceFiles.LoadOrStore(file, strings.Split(string(text), "\n"))
	}
	if all := lines.([]string); line >= 1 && line <= len(all) {
		return all[line-1]
	}
	return ""
}
