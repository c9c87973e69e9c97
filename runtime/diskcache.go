package runtime

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
)

// diskCache keeps compiled objects and schedules between processes: one file a key, written beside its place and renamed into it, so
// that other processes see a whole file or none. A file carries its checksum; a damaged one counts as absent and is
// written anew. A folder that cannot be used is a warning, never a failure.
type diskCache struct{ dir string }

// diskMagic begins every file; it changes with the format.
const diskMagic = "weft cache 2\n"

// theDisk is the configured cache.
var theDisk = sync.OnceValue(func() diskCache { return diskCache{cacheDir(config().Cache)} })

// cacheDir is the folder to use, "" for none.
func cacheDir(configured string) string {
	switch configured {
	case "off":
		return ""
	case "":
		base, err := os.UserCacheDir()
		if err != nil {
			WarnOnce("compiled objects are not kept: %v", err)
			return ""
		}
		return filepath.Join(base, "weft")
	}
	return configured
}

// CacheDir is the folder that compiled objects are kept in, "" if they are not.
func CacheDir() string { return theDisk().dir }

// cacheName is CacheDir for people.
func cacheName() string {
	if dir := CacheDir(); dir != "" {
		return dir
	}
	return "no folder"
}

// diskKey names an entry.
type diskKey [sha256.Size]byte

func (c diskCache) path(key diskKey) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// get reads an entry; false if there is none or it is damaged.
func (c diskCache) get(key diskKey) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	file, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil, false
	}
	payload, ok := unseal(key, file)
	if !ok {
		WarnOnce("%s is damaged and will be written anew", c.path(key))
	}
	return payload, ok
}

// put writes an entry.
func (c diskCache) put(key diskKey, payload []byte) {
	if c.dir == "" {
		return
	}
	if err := writeWhole(c.path(key), seal(key, payload)); err != nil {
		WarnOnce("compiled objects are not kept in %s: %v", c.dir, err)
	}
	if key[len(key)-1] == 0 { // now and then: one key in 256
		c.prune(mostCached)
	}
}

// writeWhole writes a file so that nobody ever reads a part of it.
func writeWhole(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// seal puts magic and checksum before a payload. The sum is of the key, too, so that a file in another's place is damaged.
func seal(key diskKey, payload []byte) []byte {
	sum := sumOf(key, payload)
	return bytes.Join([][]byte{[]byte(diskMagic), sum[:], payload}, nil)
}

// unseal checks a file and gives its payload.
func unseal(key diskKey, file []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(file, []byte(diskMagic))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	payload := rest[sha256.Size:]
	return payload, sumOf(key, payload) == [sha256.Size]byte(rest)
}

func sumOf(key diskKey, payload []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(key[:])
	h.Write(payload)
	h.Sum(sum[:0])
	return sum
}
