// Package npy reads and writes numpy's files: npy, one tensor, and npz, a zip archive of several by name.
//
//	err := npy.Save(ctx, "x.npy", x)       // numpy.save
//	x, err := npy.Load(ctx, "x.npy")       // numpy.load
//	err = npy.Savez(ctx, "xy.npz", map[string]*tensor.Tensor{"x": x, "y": y})
//	all, err := npy.Loadz(ctx, "xy.npz")
//
// # What is read
//
// Versions 1.0, 2.0 and 3.0 of the format; elements of bool, of 8 to 64 bit integers, signed or not, and of 16 to 64 bit floats,
// in both byte orders; in row order and in Fortran's, which is read as a transposed view. Structured, object, text, complex and
// time dtypes are refused. numpy has no bfloat16: such a tensor is not written, safetensors can hold it.
//
// # What is written
//
// Save writes the bytes that numpy.save writes. An archive is read by numpy; its entries are sorted by name, and the same values
// give the same bytes.
//
// # Trust
//
// Nothing that a file says of itself is believed before it is held against the file's size. An npy file needs no more memory than
// it has bytes. An entry of an archive may be compressed: deflate makes no more than 1032 bytes of one, so an entry that claims
// more is refused, reading stops at what the entry's header claims, and entries must not share bytes; an archive needs no more
// memory than 1032 times its size. Names that are there twice, that lead out of a folder, or that do not end in .npy are refused,
// as are encrypted entries and wrong checksums. Errors are *tensor.Error and name the file, the entry, and the offset in the
// file or in the unpacked entry.
package npy
