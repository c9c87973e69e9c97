package checkpoint

import _ "weft/codegen/llvm" // the tests run on the best back end there is
