package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

func post(body []byte) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	answer(w, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body)))
	return w
}

func TestAnswer(t *testing.T) {
	three, err := os.ReadFile("testdata/three.png")
	if err != nil {
		t.Fatal(err)
	}
	if w := post(three); w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != "3" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, bad := range [][]byte{nil, []byte("no picture"), three[:40]} {
		if w := post(bad); w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d %s", bad, w.Code, w.Body)
		}
	}
}
