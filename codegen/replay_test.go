package codegen_test

import (
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// choice is the text of what was decided on a kernel's only phase.
func choice(t *testing.T, k *schedule.Kernel, steer codegen.Decisions) (string, error) {
	t.Helper()
	got := ""
	_, err := codegen.LowerWith(k, targets[0], codegen.LowerOptions{Verify: true, Steer: steer, Trace: func(pass, text string) {
		if pass == "choose" {
			got = strings.TrimSuffix(text, "\n")
		}
	}})
	return got, err
}

// TestAlternativesReplay: what is listed can be lowered from its text, differs from the model's choice, and is verified.
func TestAlternativesReplay(t *testing.T) {
	for _, k := range []*schedule.Kernel{
		kernels.Elementwise(1 << 20), kernels.SumRows(4096, 4096, kernels.Across(4)), kernels.SumCols(4096, 4096),
		kernels.Softmax(4096, 4096), kernels.MatMul(512, 512, 512, kernels.Down()), kernels.MatMul(2048, 2048, 2048, kernels.Down()),
	} {
		model, err := choice(t, k, nil)
		if err != nil {
			t.Fatal(err)
		}
		lowered := 0
		all := codegen.Alternatives(k, targets[0])
		for _, d := range all {
			got, err := choice(t, k, d)
			if err != nil {
				if !strings.Contains(err.Error(), "registers") {
					t.Errorf("%s: %v", k.Name, err)
				}
				continue
			}
			lowered++
			if got != d[0] || got == model {
				t.Errorf("%s: asked for %s, got %s", k.Name, d[0], got)
			}
		}
		if lowered < 2 {
			t.Errorf("%s: %d of %d alternatives can be lowered", k.Name, lowered, len(all))
		}
	}
}

func TestReplayRefuses(t *testing.T) {
	k := kernels.MatMul(512, 512, 512, kernels.Down()) // r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1 0]
	for _, text := range []string{
		"r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1]",
		"r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1 0 1]",
		"r0:512 unroll 6 block 7; r1:512 lane unroll 4 block 64; parallel [1 0]",
		"r0:512 lane unroll 6 block 6; r1:512 unroll 4 block 64; parallel [1 0]",
		"x", "parallel [0]", "r0:512 unroll 6 block 6; parallel [0]",
		"r0:512 unroll 6 block 6; r1:511 lane unroll 4 block 64; parallel [1 0]",
		"r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1 7]",
		"r0:512 unroll 6000 block 6000; r1:512 lane unroll 4 block 64; parallel [1 0]",
		"r0:512 unroll 6 block 0; r1:512 lane unroll 4 block 64; parallel [1 0]",
		"r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1 0]; results wait, tile 6x4",
	} {
		if _, err := choice(t, k, codegen.Decisions{text}); err == nil {
			t.Errorf("took %q", text)
		}
	}
}
