"""The matrix product of a BLAS alone, without a framework around it: python3 sgemm_peer.py openblas|onednn THREADS WORKLOAD"""
import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import peer

mode, threads, workload = peer.arguments()
p = peer.product(workload)
if p and p.batch > 1:
    peer.library_threads(1)  # a library shares one product among the threads; a batch is shared out product by product
np = peer.need("numpy", "python3-numpy (Debian) or numpy (pip)")

ROW_MAJOR, PLAIN, TURNED = 101, 111, 112  # of cblas.h
ONE, ZERO, SIZE = ctypes.c_float(1), ctypes.c_float(0), ctypes.c_int64
generator = np.random.default_rng(0)


def pointer(a):
    return ctypes.c_void_p(a.ctypes.data)


def openblas(lib, p, x, y, out):
    """One call of C's BLAS: out = xy."""
    x_form, y_form = (TURNED if turn else PLAIN for turn in (p.turn_x, p.turn_y))
    if p.n == 1:
        return partial(lib.cblas_sgemv, ROW_MAJOR, PLAIN, p.m, p.k, ONE, pointer(x), p.k, pointer(y), 1, ZERO, pointer(out), 1)
    return partial(lib.cblas_sgemm, ROW_MAJOR, x_form, y_form, p.m, p.n, p.k, ONE, pointer(x), x.shape[1], pointer(y), y.shape[1],
                   ZERO, pointer(out), p.n)


def onednn(lib, p, x, y, out):
    """One call of oneDNN's product of matrices in rows: out = xy."""
    x_form, y_form = (ctypes.c_char(b"T" if turn else b"N") for turn in (p.turn_x, p.turn_y))
    m, k, n, x_row, y_row = map(SIZE, (p.m, p.k, p.n, x.shape[1], y.shape[1]))
    return partial(lib.dnnl_sgemm, x_form, y_form, m, n, k, ONE, pointer(x), x_row, pointer(y), y_row, ZERO, pointer(out), n)


# The maker of a call, the files that hold the library, newest first, and what to install.
LIBRARIES = {
    "openblas": (openblas, ("libopenblas.so.0",), "libopenblas0-pthread"),
    "onednn": (onednn, ("libdnnl.so.3", "libdnnl.so.2"), "libdnnl3 or libdnnl2"),
}


def load(files, package):
    for file in files:
        try:
            return ctypes.CDLL(file)
        except OSError:
            continue
    sys.exit("sgemm_peer.py: %s is not there: install %s (Debian)" % (files[-1], package))


def random(batch, rows, columns, turn):
    return generator.standard_normal((batch, columns, rows) if turn else (batch, rows, columns), np.float32)


def check(p, x, y, out):
    """Compares a few rows with the product in double precision: a library may have been told to use another machine's kernels."""
    x, y = (a.astype(np.float64).swapaxes(1, 2) if turn else a.astype(np.float64) for a, turn in ((x, p.turn_x), (y, p.turn_y)))
    if not np.allclose(x[:, :32] @ y, out[:, :32], rtol=0, atol=1e-4 * p.k ** 0.5):
        sys.exit("sgemm_peer.py: a wrong product")


def each(calls):
    for call in calls:
        call()


def share(calls, threads):
    """Runs calls in threads: the interpreter lets others run while one is inside the library."""
    if threads == 1:
        return partial(each, calls)
    n = -(-len(calls) // threads)
    pool, (first, *rest) = ThreadPoolExecutor(threads - 1), [calls[i:i + n] for i in range(0, len(calls), n)]

    def run():
        others = [pool.submit(each, part) for part in rest]
        each(first)
        for other in others:
            other.result()
    return run


def multiply(p, maker, files, package):
    """The run that makes all products of the batch, and the arrays that it points into."""
    lib = load(files, package)
    x, y = random(p.batch, p.m, p.k, p.turn_x), random(p.batch, p.k, p.n, p.turn_y)
    out = np.full((p.batch, p.m, p.n), np.nan, np.float32)
    calls = [maker(lib, p, *matrices) for matrices in zip(x, y, out)]

    run = share(calls, threads) if p.batch > 1 else calls[0]
    run()
    check(p, x, y, out)
    return run, (x, y, out)


if p:
    run, arrays = multiply(p, *LIBRARIES[mode[0]])
    peer.report(mode[0], workload, threads, run)
