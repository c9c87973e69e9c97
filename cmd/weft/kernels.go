package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"weft/lazy"
	rt "weft/runtime"
)

// runKernels runs an example once and prints every kernel that was planned for it.
func runKernels(ctx context.Context, args []string, out, log io.Writer) error {
	f := flag.NewFlagSet("kernels", flag.ContinueOnError)
	f.SetOutput(log)
	device := f.String("device", "", "device, such as cpu:llvm; default goasm where it runs")
	program := f.Bool("program", false, "show the loop program of each kernel too")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return fmt.Errorf("name an example: %s", strings.Join(exampleNames(), ", "))
	}
	if err := noArguments(f.Args()[1:]); err != nil {
		return err
	}
	if *device != "" {
		os.Setenv("WEFT_DEVICE", *device)
	}
	if _, err := rt.Open(""); err != nil {
		return err
	}
	if _, ok := programs[f.Arg(0)]; ok {
		return showProgram(ctx, f.Arg(0), out)
	}
	e, err := findExample(f.Arg(0))
	if err != nil {
		return err
	}
	return e.show(ctx, &kernelPrinter{out: out, program: *program})
}

// show runs the example, its inputs apart, and prints the plans it made.
func (e example) show(ctx context.Context, p *kernelPrinter) error {
	run := e.prepare()
	stop := rt.ObservePlans(p.plan)
	defer stop()
	before := rt.Snapshot()
	if err := run(ctx); err != nil {
		return err
	}
	done := rt.Snapshot().Sub(before)
	fmt.Fprintf(p.out, "%s: %d plans, %d kernels in them; %s kernels+others launched, %s moved\n", e.name, p.plans, p.kernels,
		done.Launches(), rt.Bytes(done.Bytes))
	return nil
}

// kernelPrinter prints plans as they are made.
type kernelPrinter struct {
	out            io.Writer
	program        bool
	plans, kernels int
}

func (p *kernelPrinter) plan(m rt.PlanMade) {
	p.plans++
	fmt.Fprintf(p.out, "== plan %d on %s: %d kernels, %s between them\n\n", p.plans, m.Device.Name(), len(m.Plan.Launches),
		rt.Bytes(m.Plan.ArenaBytes))
	why := m.Plan.Why()
	for i, l := range m.Plan.Launches {
		p.kernels++
		k := m.Kernels[i]
		fmt.Fprintf(p.out, "kernel %d: %s\n  %d operations fused, %s moved, %d flops%s\n", i+1, l.Kernel.Name, l.Ops, rt.Bytes(k.Bytes),
			k.Flops, at(l.PC))
		p.block("loops", l.Kernel.Text())
		p.block("where its values live, and at which buffers it ends", strings.Join(why[i], "\n"))
		if p.program {
			p.block("loop program", k.Program.Text())
		}
		fmt.Fprintln(p.out)
	}
}

// block prints a titled, indented text.
func (p *kernelPrinter) block(title, text string) {
	fmt.Fprintf(p.out, "  %s:\n", title)
	for line := range strings.Lines(text) {
		fmt.Fprintf(p.out, "    %s\n", strings.TrimRight(line, "\n"))
	}
}

// at is the user's place, as the end of a line.
func at(pc uintptr) string {
	if line := lazy.Line(pc); line != "" {
		return ", for " + line
	}
	return ""
}
