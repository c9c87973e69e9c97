package tests

import (
	_ "weft/codegen/interp"
	_ "weft/codegen/llvm"
)
