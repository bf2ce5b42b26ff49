# compile() keeps libraries by all that they depend on: content, named weights, options; and by nothing else.
# UNSUPPORTED: sanitized
# REQUIRES: wheels
# RUN: rm -rf %t && mkdir %t
# RUN: env RELAX_MLIR_BUILD=%runtime_lib_dir/.. %python %s %relax_src_root/python %t
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, sys.argv[1])
import relax_mlir
from relax_mlir import compiler, safetensors

folder = Path(sys.argv[2])
cache = folder / "cache"
runs = []
run = compiler._run
compiler._run = lambda *words: runs.append(words) or run(*words)


def program(value):
    return f"""relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = relax.constant dense<{value}> : tensor<4xf32>
  %1 = relax.add %x, %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}}
"""


def check(compiled, model, expected, **options):
    """Whether this compiles, and what the function adds to 1."""
    runs.clear()
    (y,) = relax_mlir.compile(model, cache=options.pop("cache", cache), **options)(np.ones(4, np.float32))
    assert (len(runs) == compiled, y[0]) == (True, expected), (len(runs), y)


check(1, program(2.0), 3)
check(0, program(2.0), 3)
check(1, program(4.0), 5)
check(0, program(2.0), 3)
check(1, program(2.0), 3, O=2)
check(0, program(2.0), 3, O=2)
check(1, program(2.0), 3, cache=False)
os.environ["RELAX_MLIR_CACHE"] = str(cache)
check(0, program(2.0), 3, cache=None)
# What writes more than the library is done each time.
for _ in range(2):
    check(1, program(2.0), 3, dump_stages=str(folder / "stages"))

# A file, and the weights that it names; others beside it do not count.
source, weights = folder / "model.mlir", folder / "w.safetensors"
source.write_text("""module attributes {relax.weights = "w.safetensors"} {
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.constant dense_resource<w> : tensor<4xf32>
  %1 = relax.add %x, %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
}
""")
for compiled, value in ((1, 5.0), (0, 5.0), (1, 7.0), (0, 5.0)):
    safetensors.write(weights, {"w": np.full(4, value, np.float32)})
    check(compiled, source, value + 1)
    (folder / "other.txt").write_text(str(value))

# An error leaves nothing.
before = sorted(cache.iterdir())
try:
    relax_mlir.compile("relax.func @main() {\n  relax.bad\n}\n", cache=cache)
    raise AssertionError("expected an error")
except relax_mlir.CompileError:
    assert sorted(cache.iterdir()) == before
print(len(before), "libraries")
