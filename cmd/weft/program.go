package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// programs are the examples that are programs of their own, with the arguments that make them short.
var programs = map[string][]string{
	"digits":  {"-epochs", "1", "-out", ""},
	"fashion": {"-epochs", "1", "-limit", "640"},
	"week5":   {"-steps", "2"},
}

var programNames = []string{"digits", "fashion", "week5"}

// showProgram runs an example by the go command under DEBUG=3 and passes on its kernels.
func showProgram(ctx context.Context, name string, out io.Writer) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"run", "weft/examples/" + name}, programs[name]...)...)
	cmd.Env = append(os.Environ(), "DEBUG=3", "NO_COLOR=1")
	lines, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("%s is a program of its own, which the go command runs: %w", name, err)
		}
		return err
	}
	rest, err := passKernels(lines, out)
	if err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("go run weft/examples/%s, in the module or in one that requires it: %w\n%s", name, err, rest)
	}
	return nil
}

// passKernels copies the blocks of kernels that DEBUG=3 prints, and gives the last of the other lines.
func passKernels(lines io.Reader, out io.Writer) (rest string, err error) {
	s := bufio.NewScanner(lines)
	s.Buffer(nil, 1<<20)
	inside, count := false, 0
	for s.Scan() {
		line := s.Text()
		if strings.HasPrefix(line, "-- kernel ") {
			inside = true
			count++
			fmt.Fprintf(out, "\nkernel %d: %s\n", count, strings.TrimPrefix(line, "-- kernel "))
			continue
		}
		if inside = inside && partOfKernel(line); inside {
			fmt.Fprintln(out, "  "+line)
		} else if !strings.Contains(line, "\r") {
			rest = line
		}
	}
	return rest, s.Err()
}

// partOfKernel says whether a line belongs to a kernel's text or to the homes below it.
func partOfKernel(line string) bool {
	for _, start := range []string{"buf", "param", "phase ", "  "} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	for _, home := range []string{" in a register: ", " in scratch: ", " in a buffer: "} {
		if strings.Contains(line, home) {
			return true
		}
	}
	return false
}
