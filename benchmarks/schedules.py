#!/usr/bin/env python3
"""Compare the schedule of examples/schedules with the default one.

A product of two square matrices, with 1 and 2 threads, interleaved in one
process. A ratio under 1 is better than the default schedule.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import interleaved

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from relax_mlir.runtime import Runtime  # noqa: E402

_PROGRAM = """
tir.func private @matmul(%x: memref<{n}x{n}xf32>, %w: memref<{n}x{n}xf32>, %y: memref<{n}x{n}xf32>) attributes {{num_inputs = 2}} {{
  %c0 = arith.constant 0 : index
  %cn = arith.constant {n} : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %cn {{
    tir.for %j = %c0 to %cn {{
      tir.for %k = %c0 to %cn {{
        tir.block "product" iters(%v : spatial = %i in %cn, %u : spatial = %j in %cn, %r : reduce = %k in %cn)
            reads(%x, %w : memref<{n}x{n}xf32>, memref<{n}x{n}xf32>) writes(%y : memref<{n}x{n}xf32>) {{
          tir.init {{
            memref.store %zero, %y[%v, %u] : memref<{n}x{n}xf32>
          }}
          %0 = memref.load %y[%v, %u] : memref<{n}x{n}xf32>
          %1 = memref.load %x[%v, %r] : memref<{n}x{n}xf32>
          %2 = memref.load %w[%r, %u] : memref<{n}x{n}xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %y[%v, %u] : memref<{n}x{n}xf32>
        }}
      }}
    }}
  }}
  tir.return
}}
relax.func @main(%x: tensor<{n}x{n}xf32>, %w: tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32> {{
  %y = relax.call_tir @matmul(%x, %w) : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>
  relax.return %y : tensor<{n}x{n}xf32>
}}
"""


def compile_both(tools, folder, size):
    """The product as the default schedule and as the example make it."""
    program = folder / "program.mlir"
    program.write_text(_PROGRAM.format(n=size))
    scheduled = folder / "scheduled.mlir"
    schedule = ROOT / "examples/schedules/matmul-cpu.mlir"
    subprocess.run([tools / "relax-opt", program, f"--transform-preload-library=transform-library-paths={schedule}",
                    "--transform-interpreter", "--tir-compact-buffers", "-o", scheduled], check=True)
    for source in (program, scheduled):
        subprocess.run([tools / "relax-compile", source, "-o", source.with_suffix(".so")], check=True)
    return program.with_suffix(".so"), scheduled.with_suffix(".so")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", type=Path, help="the build folder")
    parser.add_argument("--size", default=512, type=int, help="rows of the matrices")
    parser.add_argument("--rounds", default=5, type=int)
    parser.add_argument("--seconds", default=0.5, type=float, help="of each measurement")
    options = parser.parse_args()
    build = options.build.resolve()
    x, w = np.random.default_rng(0).standard_normal((2, options.size, options.size), dtype=np.float32)
    with tempfile.TemporaryDirectory() as name:
        default, example = compile_both(build / "bin", Path(name), options.size)
        for threads in (1, 2):
            runtime = Runtime(build / "lib/librelax_runtime.so", threads)
            modules = runtime.load(example), runtime.load(default)
            for module in modules:
                np.testing.assert_allclose(module.call("main", x, w)[0], x @ w, rtol=1e-3, atol=1e-3)
            ours, theirs, ratio = interleaved(*(lambda module=module: module.call("main", x, w) for module in modules),
                                              options.rounds, options.seconds)
            print(f"{options.size}x{options.size} product, {threads} thread{'s' if threads > 1 else ''}: "
                  f"example {ours * 1e3:.2f} ms, default {theirs * 1e3:.2f} ms, ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
