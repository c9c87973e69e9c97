package tests

import (
	_ "weft/codegen/goasm"
	_ "weft/codegen/interp"
	_ "weft/codegen/llvm"
)
