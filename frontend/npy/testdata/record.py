"""Records what numpy writes: python3 record.py, in this folder. The files here are of numpy 1.24.2."""
import io, zipfile
import numpy as np

codes = "b1 f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8".split()
shapes = [(), (1,), (5,), (0,), (2, 3), (3, 0, 2), (2, 1, 3), (2, 2, 1, 2)]


def values(code, shape):
    """Bytes that differ, with infinities and -0 left to chance; 0 and 1 for bools."""
    a = np.arange(np.prod(shape, dtype=int) * np.dtype(code).itemsize, dtype=np.uint8) * 37 % 251
    if code == "b1":
        a %= 2
    return a.view(code).reshape(shape)


def npy(a, version=None):
    b = io.BytesIO()
    np.lib.format.write_array(b, a, version)
    return b.getvalue()


def archive(name, entries):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as z:
        for key, content in entries.items():
            z.writestr(zipfile.ZipInfo(key + ".npy"), content, zipfile.ZIP_DEFLATED)


plain = {f"{code}{list(shape)}": values(code, shape) for code in codes for shape in shapes}
np.savez_compressed("compressed.npz", **plain)
np.savez("stored.npz", a=values("i2", (2, 3)), b=values("f8", ()), c=values("b1", (0,)))

counting = np.arange(24).reshape(2, 3, 4)
archive("forms.npz", {
    "version2": npy(counting.astype("<i4"), (2, 0)),
    "version3": npy(counting.astype("<i4"), (3, 0)),
    "fortran": npy(np.asfortranarray(counting.astype("<i4"))),
    "big": npy(counting.astype(">i4")),
    "big fortran": npy(np.asfortranarray(counting.astype(">i4"))),
    "python 2": npy(counting.astype("<i4")).replace(b"(2, 3, 4), }   ", b"(2L, 3L, 4L), }"),
})
archive("refused.npz", {
    "structured": npy(np.zeros(2, [("a", "<f4"), ("b", "<i8")])),
    "objects": npy(np.zeros(1, object)),
    "strings": npy(np.array(["ab"])),
    "byte strings": npy(np.array([b"ab"])),
    "complex": npy(np.zeros(2, "c8")),
    "dates": npy(np.zeros(2, "M8[s]")),
    "records": npy(np.zeros(2, "V3")),
    "long floats": npy(np.zeros(2, "g")),
})
