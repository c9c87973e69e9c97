package runtime

import (
	"sort"

	"weft/codegen"
)

// objectEntry is the payload of a file in the disk cache.
type objectEntry struct {
	Symbols []string
	Object  []byte
}

func encodeObject(c *codegen.Compiled) []byte { return encode(objectEntry{c.Symbols, c.Object}) }

func decodeObject(payload []byte) (*codegen.Compiled, error) {
	var e objectEntry
	if err := decode(payload, &e); err != nil {
		return nil, err
	}
	return &codegen.Compiled{Object: e.Object, Symbols: e.Symbols}, nil
}

// optimisedTexts are the texts that DEBUG=6 shows; all others are DEBUG=4's.
var optimisedTexts = map[string]bool{"llvm-optimised": true, "assembly": true, "bytes": true}

func printTexts(kernel string, texts map[string]string) {
	titles := make([]string, 0, len(texts))
	for title := range texts {
		titles = append(titles, title)
	}
	sort.Slice(titles, func(i, j int) bool {
		if a, b := optimisedTexts[titles[i]], optimisedTexts[titles[j]]; a != b {
			return b
		}
		return titles[i] > titles[j]
	})
	for _, title := range titles {
		level := DebugCode
		if optimisedTexts[title] {
			level = DebugAsm
		}
		DebugText(level, kernel, title, texts[title])
	}
}
