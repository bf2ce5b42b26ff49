#!/usr/bin/env python3
"""Compare sums of millions of f32, products of which a result adds thousands, and
drawn convolutions with constant windows, of f32 and f16, which tiles of results may
compute, with numpy in 64 bits: the error must not grow with the number of elements."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

# The operator, what numpy has for it, and the largest relative error.
_OPERATORS = {"sum": (np.sum, 1e-6), "mean": (np.mean, 1e-6), "variance": (np.var, 2e-5), "std": (np.std, 1e-5)}

# The type of elements of a drawn convolution, and the largest error of the results, root mean square as parts of
# theirs. Of f16 each result is rounded, 2e-4, and what is added to it again.
_ELEMENTS = {np.float32: ("f32", 1.2e-6), np.float16: ("f16", 3e-4)}

# Shapes of products and of the kernels of a convolution: tiles divide the first one, a last block of a sum is shorter
# in the second, a window is a part of a block in the last.
_PRODUCTS = [(48, 4096, 64), (37, 65537, 50), (1, 8192, 96)]
_KERNEL = (32, 700, 3, 3)


def check_products(load):
    """How many products are less exact than those of libraries, whose rounding errors are 2e-7 to 4e-7 of the
    results' root mean square."""
    cases = {}
    for number, (rows, terms, columns) in enumerate(_PRODUCTS):
        kinds = (f"tensor<{rows}x{terms}xf32>", f"tensor<{terms}x{columns}xf32>")
        open_kinds = (f"tensor<{rows}x?xf32, #relax.dims<[{rows}, k]>>",
                      f"tensor<?x{columns}xf32, #relax.dims<[k, {columns}]>>")
        for name, (lhs, rhs) in (("known", kinds), ("open", open_kinds)):
            cases[f"{name}_{number}"] = (lhs, rhs, f"tensor<{rows}x{columns}xf32>", "relax.matmul %x, %w",
                                         (rows, terms), (terms, columns), np.matmul)
    out, channels, height, width = _KERNEL
    cases["conv"] = (
        f"tensor<1x{channels}x9x9xf32>", f"tensor<{out}x{channels}x{height}x{width}xf32>",
        f"tensor<1x{out}x7x7xf32>", "relax.nn.conv2d %x, %w", (1, channels, 9, 9), _KERNEL,
        lambda x, w: np.einsum("nchwkl,ockl->nohw", sliding_window_view(x, (height, width), axis=(2, 3)), w))
    module = load("".join(
        f"relax.func @{name}(%x: {lhs}, %w: {rhs}) -> {result} {{\n"
        f"  %0 = {call} : ({lhs}, {rhs}) -> {result}\n  relax.return %0 : {result}\n}}\n"
        for name, (lhs, rhs, result, call, *_) in cases.items()))
    failures = 0
    for name, (*_, first, second, exact) in cases.items():
        x, w = (np.random.default_rng(7).standard_normal(shape).astype(np.float32) for shape in (first, second))
        expected = exact(x.astype(np.float64), w.astype(np.float64))
        error = np.sqrt(np.mean((np.asarray(module.call(name, x, w)[0]).reshape(expected.shape) - expected) ** 2)
                        / np.mean(expected ** 2))
        if error > 5e-7:
            failures += 1
            print(f"{name} of {first} and {second}: error {error:.2g}, expected at most 5e-07")
    return failures


def draw_convolution(number, rng):
    """A convolution of a window of 3x3, and what it adds: its text, the data, and what numpy has for them."""
    batch, height, width = (int(rng.integers(low, high)) for low, high in ((1, 4), (3, 40), (3, 40)))
    channels, out = (int(rng.choice(sizes)) for sizes in ((16, 24, 32, 64, 70), (16, 32, 48, 64, 24)))
    top, left, bottom, right = padding = [int(pad) for pad in rng.integers(0, 3, 4)]
    is_open, adds, is_last = (bool(flag) for flag in rng.integers(0, 2, 3))
    element = np.float16 if rng.integers(0, 3) == 0 else np.float32
    x = rng.standard_normal((batch, channels, height, width)).astype(element)
    w = (rng.standard_normal((out, channels, 3, 3)) / np.sqrt(9 * channels)).astype(element)
    exact = np.einsum("nchwkl,ockl->nohw", sliding_window_view(
        np.pad(x.astype(np.float64), [(0, 0), (0, 0), (top, bottom), (left, right)]), (3, 3), axis=(2, 3)),
        w.astype(np.float64), optimize=True)
    y = rng.standard_normal(exact.shape).astype(element)
    if is_last:
        x, y, exact = (array.transpose(0, 2, 3, 1) for array in (x, y, exact))

    def kind(array):
        shape = ["n" if is_open else str(array.shape[0]), *map(str, array.shape[1:])]
        dims = f", #relax.dims<[{', '.join(shape)}]>" if is_open else ""
        return f"tensor<{'x'.join(['?' if is_open else shape[0], *shape[1:]])}x{_ELEMENTS[element][0]}{dims}>"

    weight = f"tensor<{'x'.join(map(str, w.shape))}x{_ELEMENTS[element][0]}>"
    layout = ', data_layout = "NHWC"' if is_last else ""
    text = (f"relax.func @drawn_{number}(%x: {kind(x)}, %y: {kind(y)}) -> {kind(y)} {{\n"
            f'  %w = relax.constant dense<"0x{w.tobytes().hex()}"> : {weight}\n'
            f"  %0 = relax.nn.conv2d %x, %w {{padding = array<i64: {', '.join(map(str, padding))}>{layout}}}"
            f" : ({kind(x)}, {weight}) -> {kind(y)}\n"
            f"  %1 = relax.{'add' if adds else 'maximum'} %0, %y : ({kind(y)}, {kind(y)}) -> {kind(y)}\n"
            f"  %2 = relax.nn.relu %1 : ({kind(y)}) -> {kind(y)}\n  relax.return %2 : {kind(y)}\n}}\n")
    return text, x, y, np.maximum(exact + y if adds else np.maximum(exact, y), 0)


def check_convolutions(load, seed, count):
    """How many convolutions have errors, root mean square as parts of the results', that tiles do not explain."""
    drawn = [draw_convolution(number, np.random.default_rng([seed, number])) for number in range(count)]
    module = load("".join(text for text, *_ in drawn))
    failures = 0
    for number, (_, x, y, expected) in enumerate(drawn):
        found = np.asarray(module.call(f"drawn_{number}", np.ascontiguousarray(x), np.ascontiguousarray(y))[0])
        error = np.sqrt(np.mean((found.reshape(expected.shape) - expected) ** 2) / np.mean(expected ** 2))
        name, most = _ELEMENTS[x.dtype.type]
        if not error <= most:
            failures += 1
            print(f"drawn_{number} of {x.shape} of {name}, --seed={seed}: error {error:.2g}, expected at most {most}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--convolutions", type=int, default=6)
    options = parser.parse_args()
    open_type = "tensor<2x?xf32, #relax.dims<[2, n]>>"
    text = "".join(
        f"relax.func @{name}(%x: {open_type}) -> tensor<2xf32> {{\n"
        f"  %0 = relax.{name} %x {{axis = array<i64: 1>}} : ({open_type}) -> tensor<2xf32>\n"
        f"  relax.return %0 : tensor<2xf32>\n}}\n" for name in _OPERATORS)
    with tempfile.TemporaryDirectory() as folder:
        def load(text):
            source = Path(folder) / "sums.mlir"
            target = Path(folder) / f"sums{len(list(Path(folder).iterdir()))}.so"
            source.write_text(text)
            subprocess.run([options.build / "bin/relax-compile", source, "-o", target], check=True)
            return Runtime(options.build / "lib/librelax_runtime.so", threads=1).load(target)

        failures = check_products(load) + check_convolutions(load, options.seed, options.convolutions)
        module = load(text)
        for count in (1000, 100003, (1 << 22) + 77):
            for center in (0.5, 1000, 10000):
                values = (np.random.default_rng(count).standard_normal((2, count)) + center).astype(np.float32)
                for name, (exact, bound) in _OPERATORS.items():
                    expected = exact(values.astype(np.float64), axis=1)
                    error = np.max(np.abs(np.asarray(module.call(name, values)[0]) / expected - 1))
                    if error > bound:
                        failures += 1
                        print(f"{name} of {count} around {center}: error {error:.2g}, expected at most {bound:.2g}")
    print(f"{len(_OPERATORS)} operators, products and convolutions, {failures} less exact than expected")
    return failures > 0


sys.exit(main())
