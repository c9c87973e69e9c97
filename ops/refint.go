package ops

// Integer arithmetic wraps. x/0 and x mod 0 are 0, as the primitives of loop programs have it; the frontend puts a check
// where a user divides by an integer zero. The lowest value over -1 wraps to itself.

func intAdd(_ DType, x, y uint64) uint64 { return x + y }
func intSub(_ DType, x, y uint64) uint64 { return x - y }
func intMul(_ DType, x, y uint64) uint64 { return x * y }
func intAnd(_ DType, x, y uint64) uint64 { return x & y }
func intOr(_ DType, x, y uint64) uint64  { return x | y }
func intXor(_ DType, x, y uint64) uint64 { return x ^ y }

func intNeg(_ DType, x uint64) uint64 { return -x }

func intDiv(d DType, x, y uint64) uint64 {
	switch {
	case y == 0:
		return 0
	case d.IsUnsigned():
		return x / y
	case int64(y) == -1: // Go too wraps here, but says so only of its own ints
		return -x
	}
	return uint64(int64(x) / int64(y))
}

func intMod(d DType, x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x - intDiv(d, x, y)*y
}

// intPow multiplies and wraps. A negative exponent leaves only 1 and -1 anything but 0.
func intPow(d DType, x, y uint64) uint64 {
	if !d.IsUnsigned() && int64(y) < 0 {
		if x == 1 || int64(x) == -1 {
			y &= 1
		} else {
			return 0
		}
	}
	p := uint64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}

// Shifts by the width or more, and by less than nothing, push every bit out.
func intShl(d DType, x, y uint64) uint64 {
	if y >= uint64(d.Size()*8) {
		return 0
	}
	return x << y
}

func intShr(d DType, x, y uint64) uint64 {
	y = min(y, uint64(d.Size()*8))
	if d.IsUnsigned() {
		return x >> y
	}
	return uint64(int64(x) >> y)
}

func intAbs(d DType, x uint64) uint64 {
	if !d.IsUnsigned() && int64(x) < 0 {
		return -x
	}
	return x
}

// Threefry2x32 is the 20-round Threefry generator of Salmon et al. (2011): two words of counter, two of key.
func Threefry2x32(x, key [2]uint32) [2]uint32 {
	k := [3]uint32{key[0], key[1], 0x1bd11bda ^ key[0] ^ key[1]}
	rotations := [8]uint{13, 15, 26, 6, 17, 29, 16, 24}
	x[0], x[1] = x[0]+k[0], x[1]+k[1]
	for i := range 20 {
		r := rotations[i%8]
		x[0] += x[1]
		x[1] = (x[1]<<r | x[1]>>(32-r)) ^ x[0]
		if i%4 == 3 {
			s := i/4 + 1
			x[0] += k[s%3]
			x[1] += k[(s+1)%3] + uint32(s)
		}
	}
	return x
}

// intThreefry packs the words of counter, key and result with the first word in the low half.
func intThreefry(_ DType, counter, key uint64) uint64 {
	r := Threefry2x32([2]uint32{uint32(counter), uint32(counter >> 32)}, [2]uint32{uint32(key), uint32(key >> 32)})
	return uint64(r[0]) | uint64(r[1])<<32
}
