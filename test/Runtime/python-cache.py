# compile() keeps libraries by all that they depend on: content, named weights, options; and by nothing else.
# Python is not instrumented, and cannot load a library that is.
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

# A file that an option names counts by its content.
database = folder / "schedules.json"
for compiled, key in ((1, "a"), (0, "a"), (1, "b"), (0, "a")):
    database.write_text(f'{{"version": 1, "programs": {{"{key}": {{}}}}}}')
    check(compiled, program(2.0), 3, database=str(database))

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

# What was not used for longest goes when others need its place, but nothing that somebody may be about to load.
old = cache / "old"
module = relax_mlir.compile(program(2.0), cache=old)
check(1, program(4.0), 5, cache=old)
assert len(list(old.glob("*.so"))) == 2
os.environ["RELAX_MLIR_CACHE_MB"] = "0"
check(1, program(6.0), 7, cache=old)
assert len(list(old.glob("*.so"))) == 3
size = sum(path.stat().st_size for path in old.glob("*.so"))
for age, path in enumerate(sorted(old.glob("*.so"), key=lambda path: path.stat().st_mtime_ns)):
    os.utime(path, (0, 1000 - age))
# This is a use of the first one, which is the newest of them, so that the second one goes before it.
check(0, program(2.0), 3, cache=old)
os.environ["RELAX_MLIR_CACHE_MB"] = str(size * 1e-6)
check(1, program(8.0), 9, cache=old)
assert len(list(old.glob("*.so"))) == 3
check(0, program(2.0), 3, cache=old)
check(0, program(4.0), 5, cache=old)
for path in old.glob("*.so"):
    os.utime(path, (0, 0))
os.environ["RELAX_MLIR_CACHE_MB"] = "0"
check(1, program(10.0), 11, cache=old)
assert len(list(old.glob("*.so"))) == 1
module.save(folder / "saved.so")
assert relax_mlir.load(folder / "saved.so")(np.ones(4, np.float32))[0][0] == 3
