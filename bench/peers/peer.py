"""What the Python runners share: how they are called, the products behind the names of workloads, and how they measure."""
import json
import os
import re
import sys
import time
from collections import namedtuple

WARM, BUDGET, SAMPLE = 0.3, 2.0, 1e-3  # seconds
WARM_CALLS, RUNS = 3, 10  # at least

# OpenBLAS would take another processor's kernels and cache sizes from these.
OVERRIDES = "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"


def arguments():
    """The words before THREADS WORKLOAD, the number of threads and the workload.

    To be called before a library is loaded that reads the environment."""
    if len(sys.argv) < 3:
        sys.exit("usage: %s [MODE] THREADS WORKLOAD" % sys.argv[0])
    *mode, threads, workload = sys.argv[1:]
    for name in OVERRIDES:
        os.environ.pop(name, None)
    library_threads(threads)
    return mode, int(threads), workload


def library_threads(n):
    """How many threads a library takes that is loaded from now on."""
    for name in "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS":
        os.environ[name] = str(n)


def need(module, package):
    """Imports a module, or ends with what to install."""
    try:
        return __import__(module)
    except ImportError as e:
        sys.exit("%s: %s: install %s" % (os.path.basename(sys.argv[0]), e, package))


def work(workload):
    """The name of the work: a compiled function does the same work as its plain form."""
    return workload.removesuffix("_captured")


# x is batch m x k and y is batch k x n; a turned one is stored transposed.
Product = namedtuple("Product", "batch m k n turn_x turn_y", defaults=(False, False))

PRODUCTS = [
    (r"a_matmul_(\d+)", lambda n: Product(1, n, n, n)),
    (r"a_matmul_(\d+)x(\d+)x(\d+)", lambda m, k, n: Product(1, m, k, n)),
    (r"a_matmul_batch(\d+)_(\d+)", lambda b, n: Product(b, n, n, n)),
    (r"a_matmul_tn_(\d+)", lambda n: Product(1, n, n, n, turn_x=True)),
    (r"a_matmul_nt_(\d+)", lambda n: Product(1, n, n, n, turn_y=True)),
    (r"a_matvec_(\d+)", lambda n: Product(1, n, n, 1)),
]


def product(workload):
    """The product that a workload is, None for another one."""
    for pattern, make in PRODUCTS:
        if found := re.fullmatch(pattern, workload):
            return make(*map(int, found.groups()))


def seconds(run, per):
    """The sorted seconds a step of run, which makes per steps."""
    clock = time.perf_counter
    calls, start = 0, clock()
    while calls < WARM_CALLS or clock() - start < WARM:
        run()
        calls += 1
    inner = max(1, round(SAMPLE * calls / (clock() - start)))
    times, start = [], clock()
    while len(times) < RUNS or clock() - start < BUDGET:
        begin = clock()
        for _ in range(inner):
            run()
        times.append((clock() - begin) / inner / per)
    return sorted(times)


def report(peer, workload, threads, run, per=1):
    """Measures and prints the line of figures."""
    times = seconds(run, per)
    n = len(times)
    median = (times[(n - 1) // 2] + times[n // 2]) / 2
    print(json.dumps({"peer": peer, "workload": workload, "threads": threads, "median_s": median, "min_s": times[0], "runs": n}))
