package main

import (
	"context"
	"fmt"
	"testing"

	"weft/bench/workload"
	"weft/frontend/tensor"
	"weft/runtime"
)

// BenchmarkWorkload runs every workload, fused and not.
func BenchmarkWorkload(b *testing.B) {
	for _, w := range workload.All {
		for _, fused := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/fusion=%s", w.Name, onOff(fused)), func(b *testing.B) { benchRun(b, w.Make, fused, w.Per) })
		}
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func benchRun(b *testing.B, setup func() workload.Run, fused bool, per int) {
	runtime.SetFusion(fused)
	defer runtime.SetFusion(true)
	run := setup()
	if err := run(context.Background()); err != nil {
		b.Fatal(err)
	}
	before := runtime.Snapshot()
	for b.Loop() {
		if err := run(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	c := runtime.Snapshot().Sub(before)
	b.ReportMetric(float64(c.Kernels)/float64(b.N*per), "kernels/step")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*per), "ns/step")
}

// BenchmarkChain runs an elementwise chain at several lengths.
func BenchmarkChain(b *testing.B) {
	for _, fused := range []bool{true, false} {
		for _, n := range []int{1024, 65536, 1 << 20} {
			b.Run(fmt.Sprintf("fusion=%s/n=%d", onOff(fused), n), func(b *testing.B) {
				benchRun(b, func() workload.Run {
					x := tensor.Rand(n).Realize()
					return func(ctx context.Context) error {
						return tensor.Realize(ctx, x.Mul(x).Add(1).Sqrt().Neg())
					}
				}, fused, 1)
			})
		}
	}
}

// BenchmarkBuild is the making of a training step's graph alone, per node.
func BenchmarkBuild(b *testing.B) {
	x := tensor.Rand(8).Realize()
	y := x
	for b.Loop() {
		y = y.Add(x)
		if b.N%1000 == 0 {
			y = x
		}
	}
}
