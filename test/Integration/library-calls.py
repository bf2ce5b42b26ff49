#!/usr/bin/env python3
"""Compare functions of C's library that tensor programs call with numpy's, on
the CPU and by kernels of a GPU that run as loops."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

# By name: numpy's function, the type of the second number, and by how many
# units of the last place results may differ.
_CASES = {"hypot": (np.hypot, None, 1), "nextafter": (np.nextafter, None, 0), "ldexp": (np.ldexp, "int32", 0)}


def program(name, dtype, second):
    """A module that calls a function for each pair of numbers."""
    element = {"float32": "f32", "float64": "f64"}[dtype]
    other = "i32" if second else element
    callee = name + ("f" if element == "f32" else "")
    tensor = "tensor<?x{}, #relax.dims<[n]>>"
    buffer = "memref<?x{}>"
    x, y = tensor.format(element), tensor.format(other)
    one, two = buffer.format(element), buffer.format(other)
    dims = "{tir.dims = #relax.dims<[n]>}"
    return f"""
tir.func private @program(%x: {one} {dims}, %y: {two} {dims}, %z: {one} {dims}) attributes {{num_inputs = 2 : i64}} {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : {one}
  tir.for %i = %c0 to %n {{
    tir.block "call" iters(%v : spatial = %i in %n) reads(%x, %y : {one}, {two}) writes(%z : {one}) {{
      %0 = memref.load %x[%v] : {one}
      %1 = memref.load %y[%v] : {two}
      %2 = tir.call_extern @{callee}(%0, %1) {{pure}} : ({element}, {other}) -> {element}
      memref.store %2, %z[%v] : {one}
    }}
  }}
  tir.return
}}
relax.func @main(%x: {x}, %y: {y}) -> {x} {{
  %0 = relax.call_tir @program(%x, %y) : ({x}, {y}) -> {x}
  relax.return %0 : {x}
}}
"""


def numbers(dtype, random):
    """Random numbers of all sizes, and each pair of special ones."""
    info = np.finfo(dtype)
    special = np.array([0, -0.0, 1, -1, 1.5, info.max, info.min, info.tiny, -info.tiny, info.smallest_subnormal,
                        -info.smallest_subnormal, info.max / 3, np.sqrt(info.max), np.inf, -np.inf, np.nan], dtype)
    bits = random.integers(0, 2**(8 * info.bits // 8) - 1, 4000, dtype=f"uint{info.bits}", endpoint=True)
    wild = bits.view(dtype)
    tame = random.standard_normal(4000).astype(dtype)
    left, right = (side.ravel() for side in np.meshgrid(special, special))
    return (np.concatenate([left, wild[:2000], tame[:2000], tame[:500]]),
            np.concatenate([right, wild[2000:], tame[2000:], tame[:500]]))


def powers(count, bits, random):
    """Exponents, among them those at the ends."""
    ends = [0, 1, -1, 127, 128, -126, -149, -150, 278, -278, 1023, 1024, -1022, -1074, -1075, 2098, -2098, 3000, -3000,
            2**31 - 1, -2**31]
    result = random.integers(-2200 if bits == 64 else -300, 2200 if bits == 64 else 300, count).astype("int32")
    result[::3] = random.choice(np.array(ends, "int32"), len(result[::3]))
    return result


def distance(left, right):
    """How many numbers are between two, at most."""
    integer = f"int{8 * left.dtype.itemsize}"
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    steps = np.abs(left.view(integer).astype("object") - right.view(integer).astype("object"))
    return max((step for step, equal in zip(steps, same) if not equal), default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path)
    arguments = parser.parse_args()
    random, runtime, wrong, done = np.random.default_rng(7), Runtime(arguments.build / "lib/librelax_runtime.so"), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (function, second, most) in _CASES.items():
            for dtype in ("float32", "float64"):
                x, y = numbers(dtype, random)
                y = powers(len(x), np.finfo(dtype).bits, random) if second else y
                with np.errstate(all="ignore"):
                    expected = function(x, y)
                for target in (["--target=cpu"], ["--target=sm_80", "--emulate"]):
                    library = Path(folder) / f"{name}-{dtype}-{len(target)}.so"
                    subprocess.run([arguments.build / "bin/relax-compile", "-", "-o", library, *target],
                                   input=program(name, dtype, second), text=True, check=True)
                    found = runtime.load(library).call("main", x, y)
                    found = found[0] if isinstance(found, (list, tuple)) else found
                    steps, done = distance(np.asarray(found), expected), done + 1
                    if steps > most:
                        wrong += 1
                        print(f"{name} of {dtype}, {target}: {steps} units of the last place, expected at most {most}")
    print(f"{done - wrong} of {done} are as exact as numpy's")
    sys.exit(bool(wrong) or not done)


if __name__ == "__main__":
    main()
