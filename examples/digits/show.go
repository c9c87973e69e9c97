package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// shades are the grey levels from white to black, as text.
var shades = []string{"  ", "··", "░░", "▒▒", "▓▓", "██"}

// draw shows n pictures side by side with what the model says under each, and the right digit where the two differ.
func draw(pixels []float32, answers, digits []int64, n int) string {
	var b strings.Builder
	for row := range 8 {
		for i := range n {
			for _, p := range pixels[i*64+row*8 : i*64+row*8+8] {
				b.WriteString(shades[int(p*float32(len(shades)-1)+0.5)])
			}
			b.WriteString("  ")
		}
		b.WriteString("\n")
	}
	for i := range n {
		text := fmt.Sprint(answers[i])
		if answers[i] != digits[i] {
			text += fmt.Sprintf(" (is %d)", digits[i])
		}
		fmt.Fprintf(&b, "%-18s", text)
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// bar is the progress bar on standard error; it is seen only on a terminal.
type bar struct {
	progress *mpb.Progress
	bar      *mpb.Bar
	loss     *atomic.Uint64 // bits of the last loss: the bar is drawn by another goroutine
}

func newBar(steps int) bar {
	b := bar{mpb.New(mpb.WithOutput(os.Stderr), mpb.WithWidth(60)), nil, new(atomic.Uint64)}
	loss := func(decor.Statistics) string { return fmt.Sprintf(" loss %.4f", math.Float64frombits(b.loss.Load())) }
	b.bar = b.progress.AddBar(int64(steps),
		mpb.PrependDecorators(decor.Name("training "), decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO), decor.Any(loss)))
	return b
}

func (b bar) step(loss float64) {
	b.loss.Store(math.Float64bits(loss))
	b.bar.Increment()
}

// done leaves the bar where it is, full or not.
func (b bar) done() {
	b.bar.Abort(false)
	b.progress.Wait()
}

// plotLoss writes the curve of the loss as a picture; the file's ending says which kind.
func plotLoss(losses []float64, file string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Training loss", "step", "cross entropy"
	points := make(plotter.XYs, len(losses))
	for i, l := range losses {
		points[i].X, points[i].Y = float64(i+1), l
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	p.Add(plotter.NewGrid(), line)
	return p.Save(16*vg.Centimeter, 9*vg.Centimeter, file)
}
