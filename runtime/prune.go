package runtime

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// mostCached bounds the folder of compiled objects; when it is exceeded, the oldest files go until half of it is left.
const mostCached = 1 << 30

// cachedFile is one file of the cache.
type cachedFile struct {
	path string
	size int64
	when time.Time
}

// prune holds the folder to a size. Another process may do the same at once or use a file that goes: it then compiles
// again. Errors are of no consequence.
func (c diskCache) prune(most int64) {
	var files []cachedFile
	total := int64(0)
	_ = filepath.WalkDir(c.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			files = append(files, cachedFile{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	if total <= most {
		return
	}
	slices.SortFunc(files, func(a, b cachedFile) int { return a.when.Compare(b.when) })
	for _, f := range files {
		if total <= most/2 {
			return
		}
		if os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}
