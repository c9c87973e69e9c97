package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleMarginRankingLoss() {
	x, z, y := tensor.New([]float32{3, 1}), tensor.New([]float32{1, 3}), tensor.New([]float32{1, 1})
	fmt.Println(functional.MarginRankingLoss(x, z, y, 0.5, functional.None).Realize())
	// Output: [0.  2.5] (2) float32
}

func ExampleHingeEmbeddingLoss() {
	x, y := tensor.New([]float32{0.25, 0.25}), tensor.New([]float32{1, -1})
	fmt.Println(functional.HingeEmbeddingLoss(x, y, 1, functional.None).Realize())
	// Output: [0.25 0.75] (2) float32
}

func ExampleSoftMarginLoss() {
	x, y := tensor.New([]float32{2, 2}), tensor.New([]float32{1, -1})
	fmt.Println(functional.SoftMarginLoss(x, y, functional.None).RoundTo(4).Realize())
	// Output: [0.1269 2.1269] (2) float32
}

func ExampleCosineEmbeddingLoss() {
	x, z := tensor.New([]float32{1, 0, 1, 0}, 2, 2), tensor.New([]float32{0, 1, 1, 0}, 2, 2)
	fmt.Println(functional.CosineEmbeddingLoss(x, z, tensor.New([]float32{1, -1}), 0.25, functional.None).Realize())
	// Output: [1.   0.75] (2) float32
}

func ExampleTripletMarginLoss() {
	anchor, positive, negative := tensor.Zeros(1, 2), tensor.Ones(1, 2), tensor.Full(0.5, 1, 2)
	fmt.Printf("%.4f\n", functional.TripletMarginLoss(anchor, positive, negative, 1, 2, 1e-6, false).Item())
	// Output: 1.7071
}

func ExampleTripletMarginWithDistanceLoss() {
	anchor, positive, negative := tensor.Zeros(1, 2), tensor.Ones(1, 2), tensor.Full(0.5, 1, 2)
	longest := func(x, y *tensor.Tensor) *tensor.Tensor { return x.Sub(y).Abs().Amax(-1) }
	fmt.Println(functional.TripletMarginWithDistanceLoss(anchor, positive, negative, longest, 1, false).Item())
	// Output: 1.5
}

func ExampleMultiMarginLoss() {
	scores := tensor.New([]float32{0.1, 0.2, 0.4, 0.8}, 1, 4)
	fmt.Printf("%.4f\n", functional.MultiMarginLoss(scores, tensor.New([]int64{3}), nil, 1, 1).Item())
	// Output: 0.3250
}

func ExampleMultilabelSoftMarginLoss() {
	x, y := tensor.New([]float32{2, -1, 0}, 1, 3), tensor.New([]float32{1, 0, 1}, 1, 3)
	fmt.Printf("%.4f\n", functional.MultilabelSoftMarginLoss(x, y, nil).Item())
	// Output: 0.3778
}

func ExampleMultilabelMarginLoss() {
	scores := tensor.New([]float32{0.1, 0.2, 0.4, 0.8}, 1, 4)
	classes := tensor.New([]int64{3, 0, -1, 1}, 1, 4) // 3 and 0; what follows -1 does not count
	fmt.Printf("%.4f\n", functional.MultilabelMarginLoss(scores, classes).Item())
	// Output: 0.8500
}

func ExampleCosineSimilarity() {
	x, y := tensor.New([]float32{1, 0, 1, 1}, 2, 2), tensor.New([]float32{1, 0})
	fmt.Println(functional.CosineSimilarity(x, y, 1, 1e-8).RoundTo(4).Realize())
	// Output: [1.     0.7071] (2) float32
}

func ExamplePairwiseDistance() {
	x, y := tensor.New([]float32{3, 4}, 1, 2), tensor.Zeros(1, 2)
	fmt.Println(functional.PairwiseDistance(x, y, 2, 0, false).Realize())
	// Output: [5.] (1) float32
}

func ExamplePdist() {
	x := tensor.New([]float32{0, 0, 3, 4, 0, 1}, 3, 2)
	fmt.Println(functional.Pdist(x, 1).Realize())
	// Output: [7. 1. 6.] (3) float32
}
