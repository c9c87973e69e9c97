package runtime

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// passesVersion names the code of Weft's passes in this program, for what they make and the disk keeps: a released version by the
// sum of its module, anything else by the whole program. It is "" if neither can be told; then nothing may be kept.
var passesVersion = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "weft" && m.Replace == nil && m.Sum != "" {
				return "weft " + m.Version + " " + m.Sum
			}
		}
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return programVersion(path)
})

// programVersion names a program by the identity that the linker gave it, which changes with every input, or else by its
// contents.
func programVersion(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if id := linkerID(f); id != "" {
		return "build " + id
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return "sum " + hex.EncodeToString(h.Sum(nil))
}

// noteName is the owner of Go's note in an ELF file, with the zero that ends it.
var noteName = []byte("Go\x00\x00")

// linkerID is the build ID that Go's linker leaves in an ELF file, "" if there is none.
func linkerID(f io.ReaderAt) string {
	file, err := elf.NewFile(f)
	if err != nil {
		return ""
	}
	section := file.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	note, err := section.Data()
	const head = 12 // lengths of name and contents, and a tag
	if err != nil || len(note) < head+len(noteName) || !bytes.Equal(note[head:head+len(noteName)], noteName) {
		return ""
	}
	return string(bytes.TrimRight(note[head+len(noteName):], "\x00"))
}
