"""Products by tiles of AMX and by pairs of bf16, in the interpreter, against numpy.

    tile-products.py FOLDER CPU...

A module of products and convolutions with drawn constants is compiled for each
CPU down to scheduled loops, which need no such CPU to be run. Integers have to
be equal. Sums of bf16 may differ from those in f64 by a rounding of f32 each,
which `bound` adds up; the sums of the numbers' own sizes are in f64 as well.
"""

import pathlib
import subprocess
import sys

import numpy

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
draw = numpy.random.default_rng(7)


def round_bfloat(x):
    bits = x.astype(numpy.float32).view(numpy.uint32)
    bits = bits + 0x7FFF + (bits >> 16 & 1)
    return (bits & 0xFFFF0000).astype(numpy.uint32).view(numpy.float32)


def text(array, element):
    shape = "x".join(map(str, array.shape)) + "x" + element
    if element == "bf16":
        array = (array.view(numpy.uint32) >> 16).astype(numpy.uint16)
    return f'relax.constant dense<"0x{array.tobytes().hex()}"> : tensor<{shape}>', shape


class Case:
    """`x` times `w`: a product if it has two axes, else a 3x3 convolution."""

    def __init__(self, name, x, w, element):
        self.name, self.x, self.w, self.element = name, x, w, element
        self.is_float = element == "bf16"
        self.sum = "f32" if self.is_float else "i32"

    def compute(self, x, w):
        kind = numpy.float64 if self.is_float else numpy.int64
        x, w = x.astype(kind), w.astype(kind)
        if w.ndim == 2:
            return x @ w
        x = numpy.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        n, h, v, _ = x.shape
        return sum(x[:, i : i + h - 2, j : j + v - 2] @ w[i, j] for i in range(3) for j in range(3))

    def write(self):
        given = {"bf16": "f32"}.get(self.element, self.element)
        shape = "x".join(map(str, self.x.shape))
        weight, ws = text(self.w, "bf16" if self.is_float else "i8")
        y = "x".join(map(str, self.compute(self.x, self.w).shape))
        lines = [f"relax.func @{self.name}(%x: tensor<{shape}x{given}>) -> tensor<{y}x{self.sum}> {{", f"%w = {weight}"]
        if self.w.ndim == 2:
            op, facts = "relax.matmul", "{out_dtype = f32}" if self.is_float else ""
        else:
            op = "relax.nn.conv2d"
            facts = f'{{data_layout = "NHWC", kernel_layout = "HWIO", padding = array<i64: 1, 1, 1, 1>, out_dtype = {self.sum}}}'
        types = [f"tensor<{shape}x{self.element}>", f"tensor<{ws}>"]
        x, w = "%x", "%w"
        narrow = f"%n = relax.astype %x {{dtype = bf16}} : (tensor<{shape}xf32>) -> {types[0]}"
        if self.is_float:
            lines.append(narrow)
            x = "%n"
        elif self.w.ndim == 2:
            # Numbers of 8 bits in a product of i32.
            wide = [f"tensor<{shape}xi32>", f"tensor<{'x'.join(map(str, self.w.shape))}xi32>"]
            lines += [f"%a = relax.astype %x {{dtype = i32}} : ({types[0]}) -> {wide[0]}",
                      f"%b = relax.astype %w {{dtype = i32}} : ({types[1]}) -> {wide[1]}"]
            x, w, types = "%a", "%b", wide
        lines += [f"%y = {op} {x}, {w} {facts} : ({types[0]}, {types[1]}) -> tensor<{y}x{self.sum}>",
                  f"relax.return %y : tensor<{y}x{self.sum}>", "}"]
        numpy.save(folder / f"{self.name}.npy", self.x)
        return "\n".join(lines) + "\n"

    def compare(self, found):
        expected = self.compute(self.x, self.w)
        if not self.is_float:
            return numpy.abs(found - expected).max(), 0
        depth = self.w.size // self.w.shape[-1]
        sizes = self.compute(numpy.abs(self.x), numpy.abs(self.w))
        bound = (depth + 1) * 2.0**-24 * sizes
        error = numpy.abs(found - expected)
        return (error / bound).max(), 1


def integers(shape, low, high, kind):
    return draw.integers(low, high, shape, endpoint=True).astype(kind)


def floats(*shape):
    return round_bfloat(draw.standard_normal(shape))


cases = [
    Case("unsigned", integers((70, 256), 0, 255, "u1"), integers((256, 72), -128, 127, "i1"), "ui8"),
    Case("signed", integers((33, 96), -128, 127, "i1"), integers((96, 32), -128, 127, "i1"), "i8"),
    Case("one_tile", integers((7, 160), 0, 255, "u1"), integers((160, 16), -128, 127, "i1"), "ui8"),
    Case("image", integers((1, 7, 9, 48), -128, 127, "i1"), integers((3, 3, 48, 32), -128, 127, "i1"), "i8"),
    Case("bfloats", floats(50, 160), floats(160, 48), "bf16"),
    Case("odd", floats(5, 63), floats(63, 24), "bf16"),
    Case("bfloat_image", floats(2, 5, 6, 32), floats(3, 3, 32, 36), "bf16"),
]
model = folder / "model.mlir"
model.write_text("".join(case.write() for case in cases))
for cpu in sys.argv[2:]:
    loops = folder / f"{cpu}.mlir"
    subprocess.run(["relax-compile", model, f"--mcpu={cpu}", "--mtriple=x86_64-linux-gnu", "--emit=mlir", "--stop-at=schedule", "-o", loops], check=True)
    for case in cases:
        out = folder / "out.npy"
        subprocess.run(["relax-interp", loops, f"--function={case.name}", f"--input=@{folder / case.name}.npy", f"--output=@{out}"], check=True)
        error, allowed = case.compare(numpy.load(out))
        print(f"{cpu} {case.name}: {'right' if error <= allowed else f'off by {error}'}")
