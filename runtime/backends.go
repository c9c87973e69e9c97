package runtime

import _ "weft/codegen/interp" // plain Go, on every platform: there is always a device
