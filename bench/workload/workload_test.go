package workload

import (
	"slices"
	"testing"
)

func TestFind(t *testing.T) {
	for only, want := range map[string][]string{
		"g_mlp_train":        {"g_mlp_train"},
		"g_mlp":              {"g_mlp_train", "g_mlp_train_captured"},
		"c_,f_conv2d":        {"c_softmax", "f_conv2d"},
		"nothing,":           nil,
		"m_linreg_captured,": {"m_linreg_captured"},
	} {
		var got []string
		for _, w := range Find(only) {
			got = append(got, w.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", only, got, want)
		}
	}
	if len(Find("")) != len(All) {
		t.Error("not all")
	}
}
