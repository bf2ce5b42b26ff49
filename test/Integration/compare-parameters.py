#!/usr/bin/env python3
"""Operators whose parameters are computed, against ONNX Runtime: the node tests
make most such inputs constants. Each model runs with several inputs."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

_RANDOM = np.random.default_rng(3)


def floats(*shape):
    return _RANDOM.normal(0, 1, shape).astype(np.float32)


def ints(*values):
    return np.array(values, np.int64)


# Inputs and outputs, nodes, and the inputs of each run.
_CASES = {
    "expand": ("(float[a, 1, c] x, int64[3] s) => (float[p, q, r] y) { y = Expand (x, s) }",
               [(floats(2, 1, 3), ints(2, 4, 3)), (floats(2, 1, 3), ints(2, 1, 3))]),
    "expand-symbols": ("(float[a] x, float[b, c] s) => (float[q, r] y) { n = Shape (s) y = Expand (x, n) }",
                       [(floats(1), floats(2, 3)), (floats(3), floats(2, 3)), (floats(4), floats(2, 1)),
                        (floats(1), floats(2, 0))]),
    "broadcast": ("(float[a, b] x, float[c, d] y) => (float[p, q] z, float[p, q] w, bool[p, q] v) "
                  "{ z = Add (x, y) u = Sub (z, x) w = Mul (u, z) v = Less (y, w) }",
                  [(floats(3, 40), floats(3, 40)), (floats(1, 40), floats(3, 1)), (floats(3, 1), floats(1, 1)),
                   (floats(1, 1), floats(0, 5)), (floats(3, 40), floats(1, 40)), (floats(1, 1), floats(1, 1))]),
    "broadcast-where": ("(bool[a] c, float[b] x, float[d] y) => (float[q] z) { z = Where (c, x, y) }",
                        [(floats(a) > 0, floats(b), floats(c)) for a, b, c in
                         [(40, 40, 40), (1, 40, 40), (40, 1, 1), (40, 40, 1), (1, 1, 40), (1, 1, 1)]]),
    "last-row": ("(float[h, w] x) => (float[h, w] y) { one = Constant <value_ints = [-1]> () "
                 "end = Constant <value_ints = [9223372036854775807]> () axis = Constant <value_ints = [0]> () "
                 "s = Slice (x, one, end, axis) y = Div (x, s) }", [(floats(4, 2),), (floats(1, 3),), (floats(0, 3),)]),
    "slice-from-end": ("(float[b, 128] t, float[b, s] x) => (float[b, k] y) { all = Constant <value_ints = [128]> () "
                       "n = Shape <start = 1, end = 2> (x) axis = Constant <value_ints = [1]> () "
                       "end = Constant <value_ints = [9223372036854775807]> () start = Sub (all, n) "
                       "q = Slice (t, start, end, axis) y = Add (x, q) }",
                       [(floats(2, 128), floats(2, 4)), (floats(1, 128), floats(1, 128))]),
    "first-rows": ("(float[128, w] t, float[s, w] x) => (float[p, w] y) { n = Shape <start = 0, end = 1> (x) "
                   "axis = Constant <value_ints = [0]> () zero = Constant <value_ints = [0]> () "
                   "q = Slice (t, zero, n, axis) y = Add (x, q) }", [(floats(128, 3), floats(9, 3))]),
    "tile": ("(float[a, b] x, int64[2] r) => (float[p, q] y) { y = Tile (x, r) }",
             [(floats(2, 3), ints(2, 3)), (floats(1, 3), ints(1, 1)), (floats(2, 2), ints(0, 2))]),
    "trilu": ("(float[a, b, c] x, int64 k) => (float[a, b, c] y, float[a, b, c] z) "
              "{ y = Trilu (x, k) z = Trilu <upper = 0> (x, k) }",
              [(floats(2, 3, 4), ints(1)[0]), (floats(1, 5, 2), ints(-2)[0]), (floats(1, 2, 3), ints(9)[0])]),
    "onehot": ("(int64[n] x, int64 depth, float[2] values) => (float[p, n] y) "
               "{ y = OneHot <axis = 0> (x, depth, values) }",
               [(ints(0, 2, -1), ints(3)[0], floats(2)), (ints(5, 0), ints(7)[0], floats(2))]),
    "topk": ("(float[a, b] x, int64[1] k) => (float[a, p] y, int64[a, p] i, float[a, q] z, int64[a, q] j) "
             "{ y, i = TopK (x, k) z, j = TopK <largest = 0> (x, k) }",
             [(floats(3, 8), ints(4)), (np.array([[2, 1, 2, 1, 2]], np.float32), ints(5))]),
    "topk-min": ("(float[b] x) => (float[p] y, int64[p] i) { n = Shape (x) five = Constant <value_ints = [5]> () "
                 "k = Min (n, five) y, i = TopK (x, k) }", [(floats(3),), (floats(9),)]),
    "pad": ("(float[a, b] x, int64[4] p, float v) => (float[q, r] y) { y = Pad (x, p, v) }",
            [(floats(2, 3), ints(1, 0, 2, 3), np.float32(4)), (floats(1, 1), ints(0, 0, 0, 0), np.float32(4))]),
    "pad-even": ("(float[a, b] x) => (float[q, b] y) { n = Shape <start = 0, end = 1> (x) "
                 "four = Constant <value_ints = [4]> () rest = Mod (n, four) more = Sub (four, rest) "
                 "zero = Constant <value_ints = [0]> () p = Concat <axis = 0> (zero, more) axes = Identity (zero) "
                 "y = Pad (x, p, , axes) }", [(floats(3, 2),), (floats(4, 2),)]),
    "pad-crop": ("(float[a, b] x, int64[4] p, float v) => (float[q, r] y) { y = Pad (x, p, v) }",
                 [(floats(4, 3), ints(-1, 0, 2, -3), np.float32(4)), (floats(3, 1), ints(2, 5, -3, -1), np.float32(4)),
                  (floats(0, 2), ints(1, -2, 1, 4), np.float32(4))]),
    "pad-float": ("(float[a, b] x) => (float[q, b] y) { n = Shape <start = 0, end = 1> (x) m = Cast <to = 1> (n) "
                  "one = Div (m, m) less = Neg (one) zero = Sub (one, one) f = Concat <axis = 0> (one, zero, less, zero) "
                  "p = Cast <to = 7> (f) y = Pad (x, p) }", [(floats(4, 2),), (floats(1, 3),)]),
    "pad-edge": ("(float[a, b] x, int64[2] p) => (float[a, r] y) { axes = Constant <value_ints = [-1]> () "
                 "y = Pad <mode = \"edge\"> (x, p, , axes) }",
                 [(floats(2, 3), ints(2, -1)), (floats(2, 4), ints(-3, 5)), (floats(1, 1), ints(0, 0))]),
    "pad-reflect": ("(float[a, b] x, int64[4] p) => (float[q, r] y) { y = Pad <mode = \"reflect\"> (x, p) }",
                    [(floats(3, 4), ints(2, 3, 1, 0)), (floats(2, 6), ints(0, -2, 1, 3)), (floats(2, 5), ints(1, 4, 0, 4))]),
    "pad-wrap": ("(float[a, b] x, int64[4] p) => (float[q, r] y) { y = Pad <mode = \"wrap\"> (x, p) }",
                 [(floats(3, 4), ints(2, 3, 1, 0)), (floats(2, 6), ints(0, -2, 1, 3)), (floats(2, 3), ints(1, 5, 4, 0))]),
    "slice": ("(float[a, b] x, int64[1] f, int64[1] t, int64[1] s) => (float[a, q] y) "
              "{ one = Constant <value_ints = [1]> () y = Slice (x, f, t, one, s) }",
              [(floats(2, 8), ints(1), ints(7), ints(2)), (floats(2, 8), ints(-2), ints(-9), ints(-3)),
               (floats(2, 3), ints(-9), ints(9223372036854775807), ints(1)), (floats(1, 3), ints(2), ints(1), ints(1))]),
    "unique": ("(float[a, b, c] x) => (float[a, n, c] y, int64[n] i, int64[b] j, int64[n] k) "
               "{ y, i, j, k = Unique <axis = 1> (x) }",
               [(_RANDOM.integers(0, 2, (1, 9, 2)).astype(np.float32),), (floats(2, 1, 2),)]),
    "maxpool": ("(float[n, c, h, w] x) => (float[n, c, p, q] y, int64[n, c, p, q] i) "
                "{ y, i = MaxPool <kernel_shape = [2, 3], strides = [2, 1], pads = [1, 0, 0, 1], ceil_mode = 1> (x) }",
                [(floats(2, 3, 5, 6),), (floats(1, 1, 4, 4),)]),
    "mask": ("(float[b, 2, q, 8] x, float[b, 2, k, 8] y, float[b, 2, k, 8] z, bool[b, 1, q, m] w) => "
             "(float[b, 2, q, 8] r) { r = Attention (x, y, z, w) }",
             [(floats(1, 2, 3, 8), floats(1, 2, k, 8), floats(1, 2, k, 8), np.arange(3 * m).reshape(1, 1, 3, m) % 7 != 4)
              for k, m in [(5, 5), (3, 3)]]),
    "resize-sizes": ("(float[n, 2, h, w] x, int64[4] s) => (float[n, 2, p, q] y) "
                     "{ y = Resize <mode = \"linear\"> (x, , , s) }",
                     [(floats(1, 2, 6, 8), ints(1, 2, 9, 4)), (floats(2, 2, 5, 5), ints(2, 2, 1, 10))]),
    "resize": ("(float[n, 2, 6, 8] x) => (float[n, 2, p, q] y) { s = Constant <value_floats = [1.0, 1.0, 0.7, 0.6]> () "
               "y = Resize <mode = \"cubic\", antialias = 1> (x, , s) }", [(floats(1, 2, 6, 8),), (floats(3, 2, 6, 8),)]),
    "regions": ("(float[n, c, h, w] x, float[r, 5] rois) => (float[r, c, 2, 3] y) "
                "{ y = MaxRoiPool <pooled_shape = [2, 3], spatial_scale = 0.5> (x, rois) }",
                [(floats(2, 3, 7, 9), np.array([[0, 1, 2, 12, 9], [1, 0, 0, 1, 1], [1, 5, 3, 17, 13]], np.float32)),
                 (floats(1, 1, 2, 2), np.array([[0, -3, -5, 9, 2]], np.float32))]),
    "volume": ("(float[n, c, d, h, w] x, float[n, p, q, r, 3] g) => (float[n, c, p, q, r] y) "
               "{ y = GridSample <padding_mode = \"border\"> (x, g) }",
               [(floats(2, 2, 3, 4, 5), floats(2, 1, 2, 3, 3))]),
}


def same(found, expected):
    return found.shape == expected.shape and found.dtype == expected.dtype and np.allclose(found, expected, 1e-4, 1e-5)


def run(name, build, folder):
    """How many runs of a case go wrong."""
    text, runs = _CASES[name]
    opset = 23 if "Attention" in text else 20
    head = f'<ir_version: 9, opset_import: ["" : {opset}]>\nagraph '
    model = onnx.parser.parse_model(head + text)
    path, module = folder / "model.onnx", folder / f"{name}.so"
    onnx.save(model, path)
    subprocess.run([build / "bin/relax-compile", path, "-o", module, "-O0"], check=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
    compiled = Runtime(build / "lib/librelax_runtime.so", threads=1).load(module)
    wrong = 0
    for number, inputs in enumerate(runs):
        inputs = [np.asarray(value) for value in inputs]
        names = [info.name for info in model.graph.input]
        expected = session.run(None, dict(zip(names, inputs)))
        found = compiled.call("main", *inputs)
        if not all(same(a, b) for a, b in zip(found, expected)):
            print(f"{name}, run {number}: expected\n{expected}\nfound\n{found}")
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", help=", ".join(_CASES))
    parser.add_argument("--build", default="build", help="the build folder")
    arguments = parser.parse_args()
    names = arguments.cases or list(_CASES)
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(run(name, Path(arguments.build).resolve(), Path(folder)) for name in names)
    print(f"{sum(len(_CASES[name][1]) for name in names)} runs of {len(names)} models, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
