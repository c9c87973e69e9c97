package goldendata

import (
	"testing"
	"testing/fstest"
)

func TestAnswersOpen(t *testing.T) {
	answers, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	var index struct {
		Ops []struct {
			Op, File string
			Cases    int
		}
	}
	if err := Read(answers, "index.json", &index); err != nil {
		t.Fatal(err)
	}
	tensors, err := ReadTensors(answers, "ops/add.safetensors")
	if err != nil || len(index.Ops) == 0 || len(tensors) == 0 {
		t.Fatalf("%d ops, %d tensors of add, error %v", len(index.Ops), len(tensors), err)
	}
}

func TestBadTensors(t *testing.T) {
	for name, data := range map[string]string{
		"short":    "\x01",
		"lying":    "\xff\xff\xff\xff\xff\xff\xff\xff{}",
		"not json": "\x02\x00\x00\x00\x00\x00\x00\x00{{",
		"outside":  "\x3b\x00\x00\x00\x00\x00\x00\x00" + `{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,100]}}   `,
	} {
		files := fstest.MapFS{"x": {Data: []byte(data)}}
		if _, err := ReadTensors(files, "x"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
