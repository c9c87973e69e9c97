module weft

go 1.26

require (
	github.com/ebitengine/purego v0.11.3
	golang.org/x/sys v0.41.0
)
