package runtime

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/codegen"
)

func TestDiskCacheServesKernels(t *testing.T) {
	if canRunCode() != nil {
		t.Skip(canRunCode())
	}
	dir := useDisk(t)
	files := func() []string {
		found, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
		return found
	}
	compile := func() int32 {
		b := &fakeBackend{name: "fake", object: true}
		k, err := fakeDevice(b).Kernel(addProgram(10, 1))
		if err != nil {
			t.Fatal(err)
		}
		launchAdd(t, k, 10)
		return b.compiles.Load()
	}
	if compile() != 1 || len(files()) != 1 || compile() != 0 {
		t.Fatalf("the second device compiled again; files %v", files())
	}
	var key diskKey
	name := filepath.Base(filepath.Dir(files()[0])) + filepath.Base(files()[0])
	if _, err := hex.Decode(key[:], []byte(name)); err != nil {
		t.Fatal(err)
	}
	for _, damage := range []func([]byte) []byte{
		func(f []byte) []byte { return f[:len(f)/2] }, func([]byte) []byte { return nil },
		func(f []byte) []byte { f[len(f)-9] ^= 1; return f },
		func(f []byte) []byte { p, _ := unseal(key, f); return seal(diskKey{1}, p) },
		func([]byte) []byte { return seal(key, []byte("valid seal, no object")) },
		func([]byte) []byte {
			return seal(key, encodeObject(&codegen.Compiled{Object: []byte("ELF?"), Symbols: []string{"k"}}))
		},
	} {
		good, _ := os.ReadFile(files()[0])
		if err := os.WriteFile(files()[0], damage(append([]byte(nil), good...)), 0o644); err != nil {
			t.Fatal(err)
		}
		if compile() != 1 || compile() != 0 {
			t.Error("a damaged entry was not written anew")
		}
	}
}

func TestDiskCacheUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := diskCache{filepath.Join(file, "below")} // a folder below a file cannot be made, not even by root
	c.put(diskKey{1}, []byte("x"))
	if _, ok := c.get(diskKey{1}); ok {
		t.Error("found what could not be written")
	}
	diskCache{}.put(diskKey{1}, nil)
}

func TestDiskCacheConcurrent(t *testing.T) {
	c := diskCache{t.TempDir()}
	payload := []byte(strings.Repeat("object", 10000))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				c.put(diskKey{7}, payload)
				if got, ok := c.get(diskKey{7}); !ok || string(got) != string(payload) {
					t.Error("read a part of a file")
				}
			}
		})
	}
	all.Wait()
	if left, _ := filepath.Glob(filepath.Join(c.dir, "*", ".new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
