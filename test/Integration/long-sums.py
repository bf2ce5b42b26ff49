#!/usr/bin/env python3
"""Compare sums of millions of f32 with numpy in 64 bits: the error must not grow
with the number of elements."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

# The operator, what numpy has for it, and the largest relative error.
_OPERATORS = {"sum": (np.sum, 1e-6), "mean": (np.mean, 1e-6), "variance": (np.var, 2e-5), "std": (np.std, 1e-5)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    options = parser.parse_args()
    open_type = "tensor<2x?xf32, #relax.dims<[2, n]>>"
    text = "".join(
        f"relax.func @{name}(%x: {open_type}) -> tensor<2xf32> {{\n"
        f"  %0 = relax.{name} %x {{axis = array<i64: 1>}} : ({open_type}) -> tensor<2xf32>\n"
        f"  relax.return %0 : tensor<2xf32>\n}}\n" for name in _OPERATORS)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "sums.mlir", Path(folder) / "sums.so"
        source.write_text(text)
        subprocess.run([options.build / "bin/relax-compile", source, "-o", target], check=True)
        module = Runtime(options.build / "lib/librelax_runtime.so", threads=1).load(target)
        for count in (1000, 100003, (1 << 22) + 77):
            for center in (0.5, 1000, 10000):
                values = (np.random.default_rng(count).standard_normal((2, count)) + center).astype(np.float32)
                for name, (exact, bound) in _OPERATORS.items():
                    expected = exact(values.astype(np.float64), axis=1)
                    error = np.max(np.abs(np.asarray(module.call(name, values)[0]) / expected - 1))
                    if error > bound:
                        failures += 1
                        print(f"{name} of {count} around {center}: error {error:.2g}, expected at most {bound:.2g}")
    print(f"{len(_OPERATORS)} operators, {failures} less exact than expected")
    return failures > 0


sys.exit(main())
