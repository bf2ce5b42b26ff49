# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# REQUIRES: wheels
# RUN: relax-compile %S/unknown-rank-run.mlir -o %t.so
# RUN: %python %s %t.so %runtime_lib_dir %relax_src_root
"""Results that are reshapes of planned tensors: each has memory of its own, and nothing stays behind."""
import sys

import numpy as np

library, runtime_folder, root = sys.argv[1:]
sys.path.insert(0, f"{root}/python")
from relax_mlir.runtime import Runtime  # noqa: E402

runtime = Runtime(f"{runtime_folder}/librelax_runtime.so", threads=1)
module = runtime.load(library)
for _ in range(20):
    results = module.call("planned", np.array([1, 2, 3], np.float32), np.array([3, 1]))
    for result in results:
        result[...] = 100
    expected = [[[2], [4], [6]], [2, 4, 6], [[3], [6], [9]]]
    results = module.call("planned", np.array([1, 2, 3], np.float32), np.array([3, 1]))
    assert [result.tolist() for result in results] == expected, results
    first = results[0]
    first[...] = 100
    assert results[1].tolist() == expected[1], results
    del result, first, results
live = runtime.memory().live_bytes
assert live == 0, live
