package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleCrossEntropy() {
	logits := tensor.New([]float32{2, 0, 0, 0, 3, 0}, 2, 3)
	ids := tensor.New([]int64{0, 1})
	fmt.Printf("%.4f\n", functional.CrossEntropy(logits, ids).Item())
	c := functional.Classes{LabelSmoothing: 0.1, Reduction: functional.None}
	fmt.Println(functional.CrossEntropy(logits, ids, c).RoundTo(4).Realize())
	// Output:
	// 0.1672
	// [0.3729 0.2949] (2) float32
}

func ExampleNLLLoss() {
	logs := tensor.New([]float32{-0.5, -1, -2, -0.25}, 2, 2)
	fmt.Println(functional.NLLLoss(logs, tensor.New([]int64{0, 1})).Item())
	// Output: 0.375
}

func ExampleMSELoss() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{1, 0, 0})
	fmt.Printf("%.4f\n", functional.MSELoss(x, y).Item())
	fmt.Println(functional.MSELoss(x, y, functional.None).Realize())
	// Output:
	// 4.3333
	// [0. 4. 9.] (3) float32
}

func ExampleL1Loss() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{1, 0, 0})
	fmt.Println(functional.L1Loss(x, y, functional.Sum).Item())
	// Output: 5
}

func ExampleSmoothL1Loss() {
	x := tensor.New([]float32{0.5, 3})
	fmt.Println(functional.SmoothL1Loss(x, tensor.Zeros(2), 1, functional.None).Realize())
	// Output: [0.125 2.5  ] (2) float32
}

func ExampleHuberLoss() {
	x := tensor.New([]float32{0.5, 3})
	fmt.Println(functional.HuberLoss(x, tensor.Zeros(2), 2, functional.None).Realize())
	// Output: [0.125 4.   ] (2) float32
}

func ExampleBinaryCrossEntropy() {
	x, y := tensor.New([]float32{0.9, 0.2}), tensor.New([]float32{1, 0})
	fmt.Println(functional.BinaryCrossEntropy(x, y, nil, functional.None).RoundTo(4).Realize())
	// Output: [0.1054 0.2231] (2) float32
}

func ExampleBinaryCrossEntropyWithLogits() {
	x, y := tensor.New([]float32{0, 200}), tensor.New([]float32{1, 0})
	fmt.Println(functional.BinaryCrossEntropyWithLogits(x, y, nil, nil, functional.None).RoundTo(4).Realize())
	// Output: [  0.6931 200.    ] (2) float32
}

func ExampleKLDiv() {
	x, y := tensor.New([]float32{0.5, 0.5}, 1, 2).Log(), tensor.New([]float32{0.25, 0.75}, 1, 2)
	fmt.Printf("%.4f\n", functional.KLDiv(x, y, false, functional.BatchMean).Item())
	// Output: 0.1308
}

func ExamplePoissonNLLLoss() {
	rate, count := tensor.New([]float32{2}), tensor.New([]float32{3})
	fmt.Printf("%.4f\n", functional.PoissonNLLLoss(rate.Log(), count, true, false, 1e-8).Item())
	// Output: -0.0794
}

func ExampleGaussianNLLLoss() {
	x, y := tensor.New([]float32{0, 0}), tensor.New([]float32{1, 2})
	fmt.Printf("%.4f\n", functional.GaussianNLLLoss(x, y, tensor.New([]float32{1, 4}), false, 1e-6).Item())
	// Output: 0.8466
}

func ExampleCTCLoss() {
	logs := tensor.Zeros(4, 1, 3).LogSoftmax(-1) // 4 times, 1 sample, a blank and 2 letters, all alike
	loss := functional.CTCLoss(logs, tensor.New([]int64{1, 2}, 1, 2), []int{4}, []int{2}, functional.CTC{Reduction: functional.Sum})
	fmt.Printf("%.4f\n", loss.Item())
	// Output: 1.6864
}
