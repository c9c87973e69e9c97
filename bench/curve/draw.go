package main

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var colours = []color.Color{color.RGBA{R: 0x1f, G: 0x6f, B: 0xb4, A: 0xff}, color.RGBA{R: 0xd9, G: 0x5f, B: 0x02, A: 0xff}}

// draw draws the time to the first result over the length, both with logarithmic axes: a straight line of slope one is linear.
func draw(all []series, path string) error {
	p := plot.New()
	p.Title.Text = "From building a graph to its first result"
	p.X.Label.Text, p.Y.Label.Text = "length", "seconds"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	for i, s := range all {
		line, marks, err := plotter.NewLinePoints(s.xys())
		if err != nil {
			return err
		}
		line.Color, marks.Color = colours[i%len(colours)], colours[i%len(colours)]
		line.Width = vg.Points(1.5)
		p.Add(line, marks)
		p.Legend.Add(s.what, line, marks)
	}
	p.Add(plotter.NewGrid())
	return p.Save(16*vg.Centimeter, 10*vg.Centimeter, path)
}

func (s *series) xys() plotter.XYs {
	xy := make(plotter.XYs, len(s.points))
	for i, p := range s.points {
		xy[i].X, xy[i].Y = float64(p.N), p.Build+p.Plan
	}
	return xy
}
