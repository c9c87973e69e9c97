package tensor

import _ "weft/codegen/llvm" // the tests run on it where WEFT_DEVICE=cpu:llvm asks for it
