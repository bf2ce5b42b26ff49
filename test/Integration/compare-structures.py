#!/usr/bin/env python3
"""Small models of the structure that exporters give real ones, against ONNX
Runtime: shapes that are computed from shapes, choices, states, caches. Each
model runs with several sizes; weights are drawn."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, numpy_helper

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

_RANDOM = np.random.default_rng(11)


def floats(*shape):
    return _RANDOM.normal(0, 1, shape).astype(np.float32)


def weight(*shape):
    return floats(*shape) / np.float32(np.sqrt(np.prod(shape[1:])))


# A detector of speech: a choice by the rate of the samples, windows of a
# signal, an LSTM with its state, scores of any batch.
_SPEECH = """
agraph (float[batch, samples] input, float[2, batch, 16] state, int64 sr) => (float[batch, 1] output, float[2, batch, 16] next) {
  rate = Constant <value_int = 16000> ()
  fast = Equal (sr, rate)
  output, next = If <then_branch = fine () => (float[batch, 1] o1, float[2, batch, 16] s1) {
    shape1 = Shape (input)
    zero1 = Constant <value_int = 0> ()
    axis1 = Constant <value_ints = [0]> ()
    one1 = Constant <value_ints = [1]> ()
    rest1 = Constant <value_ints = [-1]> ()
    n1 = Gather (shape1, zero1)
    nn1 = Unsqueeze (n1, axis1)
    to1 = Concat <axis = 0> (nn1, one1, rest1)
    signal1 = Reshape (input, to1)
    pads1 = Constant <value_ints = [0, 0, 0, 0, 0, 8]> ()
    padded1 = Pad <mode = "reflect"> (signal1, pads1)
    bands1 = Conv <strides = [8]> (padded1, filters)
    begin1 = Constant <value_ints = [0]> ()
    half1 = Constant <value_ints = [8]> ()
    all1 = Constant <value_ints = [16]> ()
    real1 = Slice (bands1, begin1, half1, one1)
    imag1 = Slice (bands1, half1, all1, one1)
    two1 = Constant <value_float = 2.0> ()
    rr1 = Pow (real1, two1)
    ii1 = Pow (imag1, two1)
    energy1 = Add (rr1, ii1)
    size1 = Sqrt (energy1)
    deep1 = Conv <pads = [1, 1], strides = [2]> (size1, encoder)
    relu1 = Relu (deep1)
    steps1 = Transpose <perm = [2, 0, 1]> (relu1)
    h1 = Slice (state, begin1, one1, axis1)
    ten1 = Constant <value_ints = [10]> ()
    c1 = Slice (state, one1, ten1, axis1)
    seq1, hn1, cn1 = LSTM <hidden_size = 16> (steps1, W, R, B, , h1, c1)
    flat1 = Squeeze (seq1, one1)
    turned1 = Transpose <perm = [1, 2, 0]> (flat1)
    score1 = Conv (turned1, decoder)
    odds1 = Sigmoid (score1)
    last1 = Constant <value_ints = [2]> ()
    mean1 = ReduceMean <keepdims = 0> (odds1, last1)
    o1 = Identity (mean1)
    s1 = Concat <axis = 0> (hn1, cn1)
  }, else_branch = coarse () => (float[batch, 1] o2, float[2, batch, 16] s2) {
    last2 = Constant <value_ints = [1]> ()
    o2 = ReduceMean <keepdims = 1> (input, last2)
    s2 = Tanh (state)
  }> (fast)
}"""

# A detector of objects: pyramids that are upsampled and joined, anchors out of
# shapes, distances to boxes.
_DETECTOR = """
agraph (float[batch, 3, height, width] images) => (float[batch, 6, anchors] boxes) {
  a0 = Conv <strides = [2, 2], pads = [1, 1, 1, 1]> (images, stem)
  a1 = Sigmoid (a0)
  a = Mul (a0, a1)
  b0 = Conv <strides = [2, 2], pads = [1, 1, 1, 1]> (a, down)
  b = Relu (b0)
  pooled = MaxPool <kernel_shape = [5, 5], pads = [2, 2, 2, 2]> (b)
  left, right = Split <axis = 1, num_outputs = 2> (pooled)
  joined = Concat <axis = 1> (right, left)
  wide = Resize <mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> (joined, , twice)
  fused = Concat <axis = 1> (wide, a)
  fine = Conv (fused, head)
  coarse = Conv (pooled, head2)
  shape = Shape (fine)
  i0 = Constant <value_int = 0> ()
  i2 = Constant <value_int = 2> ()
  i3 = Constant <value_int = 3> ()
  zero = Constant <value_ints = [0]> ()
  one = Constant <value_int = 1> ()
  six = Constant <value_ints = [6]> ()
  rest = Constant <value_ints = [-1]> ()
  batch1 = Gather (shape, i0)
  batch2 = Unsqueeze (batch1, zero)
  to = Concat <axis = 0> (batch2, six, rest)
  fineFlat = Reshape (fine, to)
  coarseFlat = Reshape (coarse, to)
  both = Concat <axis = 2> (fineFlat, coarseFlat)
  h = Gather (shape, i2)
  w = Gather (shape, i3)
  ys0 = Range (i0, h, one)
  ys1 = Cast <to = 1> (ys0)
  half = Constant <value_float = 0.5> ()
  ys = Add (ys1, half)
  xs0 = Range (i0, w, one)
  xs1 = Cast <to = 1> (xs0)
  xs = Add (xs1, half)
  h1 = Unsqueeze (h, zero)
  w1 = Unsqueeze (w, zero)
  grid = Concat <axis = 0> (h1, w1)
  column = Constant <value_ints = [-1, 1]> ()
  yc = Reshape (ys, column)
  ye = Expand (yc, grid)
  xe = Expand (xs, grid)
  yf = Reshape (ye, rest)
  xf = Reshape (xe, rest)
  ya = Unsqueeze (yf, zero)
  xa = Unsqueeze (xf, zero)
  centres = Concat <axis = 0> (xa, ya)
  count = Shape <start = 1, end = 2> (centres)
  two = Constant <value_ints = [2]> ()
  ones = Constant <value_ints = [1]> ()
  firsts = Slice (both, zero, count, two)
  four = Constant <value_ints = [4]> ()
  distance = Slice (firsts, zero, two, ones)
  size = Slice (firsts, two, four, ones)
  scores0 = Slice (firsts, four, six, ones)
  scores = Softmax <axis = 1> (scores0)
  low = Sub (centres, distance)
  high = Add (centres, size)
  boxes = Concat <axis = 1> (low, high, scores)
}"""

# A step of a language model: a cache that grows, a mask out of sizes, heads
# that are split and joined.
_DECODER = """
agraph (int64[batch, new] tokens, float[batch, 2, past, 8] keys, float[batch, 2, past, 8] values) => (float[batch, new, 20] logits, float[batch, 2, total, 8] allKeys, float[batch, 2, total, 8] allValues) {
  x = Gather (embedding, tokens)
  shape = Shape (tokens)
  i0 = Constant <value_int = 0> ()
  i1 = Constant <value_int = 1> ()
  zero = Constant <value_ints = [0]> ()
  b = Gather (shape, i0)
  n = Gather (shape, i1)
  kshape = Shape (keys)
  i2 = Constant <value_int = 2> ()
  p = Gather (kshape, i2)
  t = Add (p, n)
  b1 = Unsqueeze (b, zero)
  n1 = Unsqueeze (n, zero)
  t1 = Unsqueeze (t, zero)
  heads = Constant <value_ints = [2]> ()
  depth = Constant <value_ints = [8]> ()
  split = Concat <axis = 0> (b1, n1, heads, depth)
  q0 = MatMul (x, Wq)
  q1 = Reshape (q0, split)
  q = Transpose <perm = [0, 2, 1, 3]> (q1)
  k0 = MatMul (x, Wk)
  k1 = Reshape (k0, split)
  k = Transpose <perm = [0, 2, 1, 3]> (k1)
  v0 = MatMul (x, Wv)
  v1 = Reshape (v0, split)
  v = Transpose <perm = [0, 2, 1, 3]> (v1)
  allKeys = Concat <axis = 2> (keys, k)
  allValues = Concat <axis = 2> (values, v)
  kt = Transpose <perm = [0, 1, 3, 2]> (allKeys)
  s0 = MatMul (q, kt)
  root = Constant <value_float = 2.8284271> ()
  s = Div (s0, root)
  tt = Concat <axis = 0> (t1, t1)
  open = ConstantOfShape <value = float[1] {-10000.0}> (tt)
  triangle = Trilu <upper = 1> (open, i1)
  axis = Constant <value_ints = [0]> ()
  p1 = Unsqueeze (p, zero)
  mask = Slice (triangle, p1, t1, axis)
  masked = Add (s, mask)
  w = Softmax <axis = -1> (masked)
  o = MatMul (w, allValues)
  o1 = Transpose <perm = [0, 2, 1, 3]> (o)
  rest = Constant <value_ints = [-1]> ()
  join = Concat <axis = 0> (b1, n1, rest)
  o2 = Reshape (o1, join)
  y = Add (x, o2)
  norm = LayerNormalization (y, scale)
  logits = MatMul (norm, Wo)
}"""

# What comes after a detector: the best of its boxes, and those that overlap
# dropped.
_SELECTION = """
agraph (float[1, boxes, 4] boxes, float[1, 1, boxes] scores) => (float[kept, 4] best, float[kept] values, int64[kept] places) {
  limit = Constant <value_int = 5> ()
  iou = Constant <value_float = 0.3> ()
  least = Constant <value_float = 0.1> ()
  found = NonMaxSuppression (boxes, scores, limit, iou, least)
  two = Constant <value_int = 2> ()
  picked = Gather <axis = 1> (found, two)
  zero = Constant <value_ints = [0]> ()
  flat = Squeeze (boxes, zero)
  chosen = Gather (flat, picked)
  line = Constant <value_ints = [-1]> ()
  all = Reshape (scores, line)
  some = Gather (all, picked)
  count = Shape (some)
  three = Constant <value_ints = [3]> ()
  k = Min (count, three)
  values, order = TopK (some, k)
  best = Gather (chosen, order)
  places = Gather (picked, order)
}"""


def make_boxes(count):
    corners = _RANDOM.uniform(0, 1, (1, count, 2))
    sizes = _RANDOM.uniform(0.2, 0.6, (1, count, 2))
    return np.concatenate([corners, corners + sizes], 2).astype(np.float32)


# Text, weights, and the inputs of each run.
_CASES = {
    "speech": (_SPEECH, {"filters": weight(16, 1, 16), "encoder": weight(12, 8, 3), "W": weight(1, 64, 12),
                         "R": weight(1, 64, 16), "B": floats(1, 128), "decoder": weight(1, 16, 1)},
               [(floats(n, s), floats(2, n, 16), np.array(r)) for n, s, r in
                ((1, 64, 16000), (3, 128, 16000), (2, 64, 8000))]),
    "detector": (_DETECTOR, {"stem": weight(4, 3, 3, 3), "down": weight(6, 4, 3, 3), "head": weight(6, 10, 1, 1),
                             "head2": weight(6, 6, 1, 1), "twice": np.array([1, 1, 2, 2], np.float32)},
                 [(floats(n, 3, h, w),) for n, h, w in ((1, 32, 32), (2, 64, 48), (1, 32, 96))]),
    "decoder": (_DECODER, {"embedding": floats(20, 16), "Wq": weight(16, 16), "Wk": weight(16, 16),
                           "Wv": weight(16, 16), "Wo": weight(16, 20), "scale": floats(16)},
                [(_RANDOM.integers(0, 20, (b, n)), floats(b, 2, p, 8), floats(b, 2, p, 8)) for b, n, p in
                 ((1, 4, 3), (2, 1, 7), (1, 5, 0))]),
    "selection": (_SELECTION, {}, [(make_boxes(n), _RANDOM.uniform(0, 1, (1, 1, n)).astype(np.float32))
                                   for n in (3, 12, 40)]),
}


def relative_error(found, expected):
    if found.size == 0:
        return 0.0
    return float(np.abs(found.astype(np.float64) - expected).max() / max(np.abs(expected).max(), 1e-30))


def run(name, build, folder):
    """How many runs of a model go wrong."""
    text, weights, runs = _CASES[name]
    model = onnx.parser.parse_model('<ir_version: 8, opset_import: ["" : 18]>' + text)
    model.graph.initializer.extend(numpy_helper.from_array(value, key) for key, value in weights.items())
    assert all(info.type.tensor_type.elem_type != TensorProto.UNDEFINED for info in model.graph.input)
    path, module = folder / f"{name}.onnx", folder / f"{name}.so"
    onnx.save(model, path)
    subprocess.run([build / "bin/relax-compile", path, "-o", module], check=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
    compiled = Runtime(build / "lib/librelax_runtime.so", threads=2).load(module)
    wrong = 0
    for inputs in runs:
        expected = session.run(None, {info.name: value for info, value in zip(model.graph.input, inputs)})
        found = compiled.call("main", *inputs)
        shapes = [value.shape for value in found]
        if shapes != [value.shape for value in expected]:
            print(f"{name}: found {shapes}, expected {[value.shape for value in expected]}")
            wrong += 1
            continue
        error = max(map(relative_error, found, expected))
        print(f"{name}, {' '.join('x'.join(map(str, value.shape)) for value in inputs)}: relative error {error:.0e}")
        wrong += error > 1e-4
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", help=", ".join(_CASES))
    parser.add_argument("--build", default="build", help="the build folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(run(name, Path(arguments.build).resolve(), Path(folder)) for name in arguments.models or _CASES)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
