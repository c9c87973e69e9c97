// Serve answers a picture with the digit on it. The model is the package digits beside it, which examples/digits trained and wrote:
// the server needs nothing else of this module. A picture is white on black, of any size and format that is imported here.
//
//	go run ./examples/serve &
//	curl --data-binary @examples/serve/testdata/three.png localhost:8080
package main

//go:generate go run weft/examples/digits -out "" -export digits

import (
	"fmt"
	"image"
	"image/color"
	_ "image/png"
	"log"
	"net/http"
	"slices"

	"weft/examples/serve/digits"
)

func main() {
	log.Fatal(http.ListenAndServe("localhost:8080", http.HandlerFunc(answer)))
}

func answer(w http.ResponseWriter, r *http.Request) {
	img, _, err := image.Decode(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	scores, err := digits.Scores(grey(img))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, slices.Index(scores, slices.Max(scores)))
}

// grey is the picture as 8 rows of 8 grey levels from 0 to 1.
func grey(img image.Image) []float32 {
	pixels, b := make([]float32, 64), img.Bounds()
	for i := range pixels {
		x, y := b.Min.X+(2*(i%8)+1)*b.Dx()/16, b.Min.Y+(2*(i/8)+1)*b.Dy()/16
		pixels[i] = float32(color.Gray16Model.Convert(img.At(x, y)).(color.Gray16).Y) / 0xffff
	}
	return pixels
}
