// Weft shows what the compiler does on this machine.
//
//	weft env                  devices, processor, libraries, caches and variables
//	weft kernels EXAMPLE      the fused kernels of an example, as loops, with reasons
//	weft export EXAMPLE       an example as a Go package that needs nothing of Weft
//	weft bench [flags]        fused against unfused, in one table
//
// Run it as `go run ./cmd/weft`, or install it with `go install ./cmd/weft`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"weft/bench/report"
	"weft/frontend/tensor"

	_ "weft/codegen/llvm"
)

// command is one row of the table of commands.
type command struct {
	name, args, does string
	run              func(ctx context.Context, args []string, out, log io.Writer) error
}

// commands in the order of the help. It is a function since help prints it.
func commands() []command {
	return []command{
		{"env", "", "show devices, processor, libraries, caches and environment variables", runEnv},
		{"kernels", "[-device D] [-program] EXAMPLE", "show the fused kernels of an example or workload as loops, with reasons", runKernels},
		{"export", "[-o FOLDER] [-package NAME] EXAMPLE", "write an example, with its weights, as a Go package that needs nothing of Weft", runExport},
		{"bench", report.Usage, "measure the workloads fused and unfused and print one table", report.Run},
		{"help", "", "show this", runHelp},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run does what the arguments say and gives the exit code: 2 where they make no sense.
func run(ctx context.Context, args []string, out, log io.Writer) int {
	if len(args) == 0 {
		usage(log)
		return 2
	}
	c, ok := find(args[0])
	if !ok {
		fmt.Fprintf(log, "weft: there is no command %q; weft help lists them\n", args[0])
		return 2
	}
	switch err := tensor.TryError(func() error { return c.run(ctx, args[1:], out, log) }); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	default:
		fmt.Fprintf(log, "weft %s: %v\n", c.name, err)
		return 1
	}
}

// find finds a command; -h and --help are help.
func find(name string) (command, bool) {
	if trimmed := strings.TrimLeft(name, "-"); trimmed == "h" || trimmed == "help" {
		name = "help"
	}
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "Weft: a lazy, fusing tensor compiler. Usage:")
	for _, c := range commands() {
		fmt.Fprintf(w, "\n  weft %s\n      %s\n", strings.TrimSpace(c.name+" "+c.args), c.does)
	}
	fmt.Fprintf(w, "\nExamples for kernels: %s.\n", strings.Join(exampleNames(), ", "))
}

func runHelp(_ context.Context, _ []string, out, _ io.Writer) error {
	usage(out)
	return nil
}

// noArguments refuses what a command does not take.
func noArguments(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q is one argument too many", args[0])
	}
	return nil
}
