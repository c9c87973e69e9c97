//go:build linux

package runtime

import _ "weft/codegen/goasm" // machine code with nothing but the Go binary
