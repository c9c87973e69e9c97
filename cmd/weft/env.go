package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"weft/codegen/llvm"
	rt "weft/runtime"
)

// runEnv prints what this machine and environment offer. What is missing or wrong is part of the answer, not a failure.
func runEnv(_ context.Context, args []string, out, _ io.Writer) error {
	if err := noArguments(args); err != nil {
		return err
	}
	for _, section := range []struct {
		title string
		print func(io.Writer)
	}{
		{"Devices", printDevices}, {"Processor", printProcessor}, {"Libraries", printLibraries},
		{"Memory and cache", printStores}, {"Variables", printVariables},
	} {
		fmt.Fprintf(out, "%s\n", section.title)
		section.print(out)
		fmt.Fprintln(out)
	}
	return nil
}

func printDevices(w io.Writer) {
	standard := rt.DefaultName()
	for _, d := range rt.DeviceStates() {
		text := "ready"
		if d.Problem != "" {
			text = d.Problem
		}
		if d.Name == standard {
			text += " (the default)"
		}
		field(w, d.Name, text)
	}
}

func printProcessor(w io.Writer) {
	t := rt.Target()
	field(w, "model", rt.CPU())
	field(w, "code for", fmt.Sprintf("%s: %d lanes of float32, %d vector registers", t.Name, t.VL, t.Regs))
	field(w, "features", wrap(strings.Join(rt.CPUFeatures(), " ")))
}

func printLibraries(w io.Writer) {
	path, version, err := llvm.Library()
	if err != nil {
		field(w, "libLLVM", err.Error())
		return
	}
	field(w, "libLLVM", fmt.Sprintf("%s, version %s", path, version))
}

func printStores(w io.Writer) {
	field(w, "buffers", "at most "+rt.Bytes(rt.MemoryLimit()))
	dir := rt.CacheDir()
	if dir == "" {
		field(w, "cache", "off: compiled objects are not kept")
		return
	}
	files, bytes := rt.CacheSize()
	field(w, "cache", fmt.Sprintf("%s: %d compiled objects, %s", dir, files, rt.Bytes(bytes)))
}

func printVariables(w io.Writer) {
	for _, v := range rt.Variables {
		value := "default: " + v.Default
		if text, set := os.LookupEnv(v.Name); set {
			value = fmt.Sprintf("%q", text)
		}
		field(w, v.Name, v.Doc+" ["+value+"]")
	}
	if _, err := rt.Env(); err != nil {
		field(w, "mistake", err.Error())
	}
}

// field prints a name and what is to be said of it.
func field(w io.Writer, name, text string) {
	fmt.Fprintf(w, "  %-14s %s\n", name, text)
}

// wrap breaks long text into lines that stand under a field's text.
func wrap(text string) string {
	const width = 100
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > width {
			b.WriteString("\n" + strings.Repeat(" ", 17))
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
