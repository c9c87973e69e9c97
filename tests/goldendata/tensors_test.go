package goldendata

import "testing"

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
