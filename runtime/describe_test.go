package runtime

import (
	"slices"
	"testing"
)

func TestDeviceStates(t *testing.T) {
	states := DeviceStates()
	i := slices.IndexFunc(states, func(s DeviceState) bool { return s.Name == "cpu:interp" })
	if i < 0 || !states[i].Linked || states[i].Problem != "" {
		t.Errorf("interp is always there: %+v", states)
	}
	for _, s := range states {
		if !s.Linked && s.Problem == "" {
			t.Errorf("%s is not linked and yet usable", s.Name)
		}
	}
}
