// Tour follows one expression through all stages, from the call to the instruction, and keeps the page about it true:
//
//	go run ./docs/tour             prints every stage
//	go run ./docs/tour -update     writes them into docs/tour/README.md
//
// A test holds that the page shows what the code says.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"weft/codegen/llvm"
	"weft/lazy"
)

//go:generate go run . -update

var ctx = context.Background()

// pageLLVM is the version that made the assembly on the page; another version may make other code.
const pageLLVM = "19.1.7"

// block is a marked part of the page.
type block struct {
	name string
	text func(*tour) (string, error)
	// llvm says that libLLVM is needed, version that it must be pageLLVM.
	llvm, version bool
}

// blocks in the order of the page. The result comes last, since it realizes.
var blocks = []block{
	{name: "call", text: func(*tour) (string, error) { return source("expression") }},
	{name: "printed", text: func(t *tour) (string, error) { return t.printed + "\n", nil }},
	{name: "nodes", text: func(t *tour) (string, error) { return lazy.Print(t.roots()[:1]), nil }},
	{name: "gradient", text: func(t *tour) (string, error) { return lazy.Print(t.roots()[1:2]), nil }},
	{name: "rewrites", text: func(t *tour) (string, error) { return strings.Join(t.rewrites, "\n") + "\n", nil }},
	{name: "simplified", text: func(t *tour) (string, error) { return lazy.Print(t.simple), nil }},
	{name: "plan", text: func(t *tour) (string, error) { return kernels(t.plan), nil }},
	{name: "unfused", text: func(t *tour) (string, error) {
		p, err := plan(t.roots()[:1], true)
		if err != nil {
			return "", err
		}
		return kernels(p), nil
	}},
	{name: "kernel", text: func(t *tour) (string, error) { return t.kernel().Text(), nil }},
	{name: "homes", text: func(t *tour) (string, error) { return strings.Join(t.plan.Why()[t.at], "\n") + "\n", nil }},
	{name: "passes", text: func(*tour) (string, error) { return passes(), nil }},
	{name: "program", text: func(t *tour) (string, error) { return t.program.Text(), nil }},
	{name: "ir", llvm: true, text: func(t *tour) (string, error) { return t.llvm("llvm") }},
	{name: "assembly", llvm: true, version: true, text: func(t *tour) (string, error) { return t.llvm("assembly") }},
	{name: "result", text: (*tour).result},
}

// possible says whether the block can be made on this machine.
func (b block) possible() bool {
	if !b.llvm {
		return true
	}
	_, version, err := llvm.Library()
	return err == nil && (!b.version || version == pageLLVM) && runtime.GOARCH == "amd64"
}

func main() {
	update := flag.Bool("update", false, "write the stages into the page")
	flag.Parse()
	if err := run(*update); err != nil {
		fmt.Fprintln(os.Stderr, "tour:", err)
		os.Exit(1)
	}
}

func run(update bool) error {
	texts, err := stages()
	if err != nil {
		return err
	}
	if !update {
		for _, b := range blocks {
			fmt.Printf("-- %s\n%s\n", b.name, texts[b.name])
		}
		return nil
	}
	page, err := os.ReadFile(pagePath())
	if err != nil {
		return err
	}
	return os.WriteFile(pagePath(), []byte(fill(string(page), texts)), 0o644)
}

// stages makes the text of every block that this machine can make.
func stages() (map[string]string, error) {
	t, err := begin()
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, b := range blocks {
		if !b.possible() {
			continue
		}
		text, err := b.text(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.name, err)
		}
		texts[b.name] = strings.TrimRight(strings.ReplaceAll(text, "\t", "    "), "\n") + "\n"
	}
	return texts, nil
}

// marked finds a block on the page: a comment with its name, then a fence.
var marked = regexp.MustCompile("(?s)(<!-- tour: (\\w+) -->\n```\\w*\n)(.*?)(```\n)")

// fill puts the texts into the page's blocks.
func fill(page string, texts map[string]string) string {
	return marked.ReplaceAllStringFunc(page, func(old string) string {
		m := marked.FindStringSubmatch(old)
		if text, ok := texts[m[2]]; ok {
			return m[1] + text + m[4]
		}
		return old
	})
}

// folder is where the tour's files are, from the module's root or from here.
func folder() string {
	if _, err := os.Stat("expr.go"); err == nil {
		return "."
	}
	return filepath.Join("docs", "tour")
}

func pagePath() string { return filepath.Join(folder(), "README.md") }

// source is the text of a function of expr.go.
func source(name string) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, filepath.Join(folder(), "expr.go"), nil, 0)
	if err != nil {
		return "", err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			var w strings.Builder
			err := printer.Fprint(&w, files, f)
			return w.String() + "\n", err
		}
	}
	return "", fmt.Errorf("expr.go has no function %s", name)
}
