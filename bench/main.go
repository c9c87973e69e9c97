// Bench measures Weft's workloads fused and unfused and prints one table, or with -json one line a figure.
//
//	go run ./bench [-only a_,g_] [-threads 1,2] [-device cpu:llvm] [-json] [-markdown] [-quick] [-fused] [-first] [-kernels] [-peers FILE] [-budget 2s]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"weft/bench/report"
	"weft/frontend/tensor"

	_ "weft/codegen/llvm"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := tensor.TryError(func() error { return report.Run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}
