"""Operators, inputs and what they give by numpy or ONNX Runtime."""
import itertools
from dataclasses import dataclass

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

_RANDOM = np.random.default_rng(0)
_ELEMENTS = {"float32": "f32", "float64": "f64", "float16": "f16", "int64": "i64", "int32": "i32",
             "int16": "i16", "int8": "i8", "uint64": "ui64", "uint32": "ui32", "uint16": "ui16", "uint8": "ui8",
             "bool": "i1", "bfloat16": "bf16", "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2"}


def data(*shape, dtype=np.float32):
    """Numbers around 0, none of them equal."""
    count = int(np.prod(shape))
    numbers = _RANDOM.permutation(count) - count / 2 + 0.25
    return (numbers / max(count, 1) * 4).astype(dtype).reshape(shape)


def element_of(array):
    """The element type of an array."""
    return _ELEMENTS[array.dtype.name]


def static_type(array):
    """The tensor type of an array."""
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element_of(array)}>"


def open_type(array):
    """The tensor type of arrays of its rank."""
    return f"tensor<{'?x' * array.ndim}{element_of(array)}>"


def _type(array, dims):
    """The tensor type of an array, with the given dimensions where not None."""
    element = element_of(array)
    if dims is None:
        return static_type(array)
    sizes = "".join(f"{dim}x" if isinstance(dim, int) else "?x" for dim in dims)
    if all(isinstance(dim, int) or dim == "?" for dim in dims):
        return f"tensor<{sizes}{element}>"
    return f"tensor<{sizes}{element}, #relax.dims<[{', '.join(map(str, dims))}]>>"


def parsed_dtype(dtype):
    """The type of numbers that text is read as, exactly."""
    return dtype if dtype.kind in "iub" else np.float64


@dataclass
class Stops:
    """The error that a run ends with, instead of results. The interpreter
    knows the sizes, so it may say so earlier, with other words; so does the
    comparison of sizes that the types of operands claim."""

    message: str
    early: str = ""

    def fits(self, text):
        return self.message in text or (self.early and self.early in text) or "match_cast of 'sizes of relax." in text


@dataclass
class Case:
    """One operator with its inputs and results. `dims` gives symbolic
    dimensions, for inputs and then results; `shape` is an operand after
    `shape_at` others; `more` are further inputs and results, of other sizes."""

    name: str
    op: str
    attributes: str
    inputs: list
    expected: list
    dims: dict
    shape: tuple = None
    shape_at: int = 1
    more: tuple = ()
    tolerance: float = None

    def runs(self):
        """All inputs to run with, and what they give."""
        return [(self.inputs, self.expected), *self.more]

    def text(self, visibility=""):
        """The function that calls the operator."""
        types = [_type(array, self.dims.get(i)) for i, array in enumerate(self.inputs)]
        results = [_type(array, self.dims.get(i + len(types))) for i, array in enumerate(self.expected)]
        operands = [f"%p{i}" for i in range(len(types))]
        parameters = ", ".join(f"{name}: {type}" for name, type in zip(operands, types))
        operand_types = list(types)
        lines = [f"relax.func {visibility}@{self.name}({parameters}) -> ({', '.join(results)}) {{"]
        if self.shape is not None:
            shape = f"[{', '.join(map(str, self.shape))}]"
            lines.append(f"  %s = relax.shape {shape} : !relax.shape<{shape}>")
            operands.insert(self.shape_at, "%s")
            operand_types.insert(self.shape_at, f"!relax.shape<{shape}>")
        count = f":{len(results)}" if len(results) > 1 else ""
        attributes = f" {{{self.attributes}}}" if self.attributes else ""
        # The generic form is one that all ops have.
        call = f"relax.{self.op} {', '.join(operands)}" if attributes else f"\"relax.{self.op}\"({', '.join(operands)})"
        lines.append(f"  %r{count} = {call}{attributes} : "
                     f"({', '.join(operand_types)}) -> ({', '.join(results)})")
        if self.op.startswith("nn.attention"):
            # Several programs, which become one in a dataflow region only.
            lines[-1] = f"  %d = relax.dataflow -> {results[0]} {{\n  {lines[-1]}\n    relax.output %r : {results[0]}\n  }}"
        values = ", ".join(f"%r#{i}" for i in range(len(results))) if count else lines[-1].split()[0]
        lines.append(f"  relax.return {values} : {', '.join(results)}")
        return "\n".join(lines) + "\n}\n"


_CASES = []
_NUMBER = itertools.count()


def _arrays(results):
    """One or several results as a list of arrays; an error as it is."""
    if isinstance(results, Stops):
        return results
    return [np.asarray(array) for array in (results if isinstance(results, list) else [results])]


def add(op, inputs, expected, attributes="", dims=None, more=(), **options):
    """List a case."""
    expected = _arrays(expected)
    more = [(inputs, _arrays(expected)) for inputs, expected in more]
    name = f"{op.replace('.', '_')}_{next(_NUMBER)}"
    _CASES.append(Case(name, op, attributes, inputs, expected, dims or {}, more=more, **options))


def by_onnx(op, inputs, opset=18, outputs=1, **attributes):
    """What ONNX Runtime gives; inputs may be None."""
    names = ["" if array is None else f"i{n}" for n, array in enumerate(inputs)]
    values = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
              for name, array in zip(names, inputs) if array is not None]
    results = [f"o{n}" for n in range(outputs)]
    infos = [onnx.ValueInfoProto(name=name) for name in results]
    node = helper.make_node(op, names, results, **attributes)
    model = helper.make_model(helper.make_graph([node], "g", values, infos),
                              opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    found = session.run(None, {name: array for name, array in zip(names, inputs) if array is not None})
    return found if outputs > 1 else found[0]


def ints(*numbers):
    """The text of an array of integers."""
    return f"array<i64: {', '.join(map(str, numbers))}>"


def _pooling():
    for op, onnx_op in (("nn.max_pool", "MaxPool"), ("nn.avg_pool", "AveragePool")):
        for size, strides, padding, dilation, ceil in (
                ((2, 2), (2, 2), (0, 0, 0, 0), (1, 1), 0), ((3, 3), (2, 2), (1, 1, 1, 1), (1, 1), 0),
                ((3, 2), (1, 2), (1, 0, 0, 1), (2, 1), 0), ((3, 3), (2, 2), (0, 0, 0, 0), (1, 1), 1),
                # The last window would begin in the padding behind.
                ((2, 2), (2, 2), (1, 1, 1, 1), (1, 1), 1)):
            for counts in ((0, 1) if onnx_op == "AveragePool" else (0,)):
                if ceil and counts:
                    continue  # ONNX Runtime counts places outside the padding, too.
                x = data(2, 3, 9, 11)
                options = {"count_include_pad": counts} if onnx_op == "AveragePool" else {}
                expected = by_onnx(onnx_op, [x], opset=19, kernel_shape=size, strides=strides, pads=padding,
                                   dilations=dilation, ceil_mode=ceil, **options)
                attributes = (f"pool_size = {ints(*size)}, strides = {ints(*strides)}, padding = {ints(*padding)}, "
                              f"dilation = {ints(*dilation)}, ceil_mode = {str(bool(ceil)).lower()}, "
                              f"count_include_pad = {str(bool(counts)).lower()}")
                add(op + "2d", [x], expected, attributes)
                add(op + "2d", [np.ascontiguousarray(x.transpose(0, 2, 3, 1))],
                    np.ascontiguousarray(expected.transpose(0, 2, 3, 1)), attributes + ', layout = "NHWC"')
                add(op + "2d", [x], np.ascontiguousarray(expected.transpose(0, 2, 3, 1)),
                    attributes + ', layout = "NCHW", out_layout = "NHWC"')
                if not ceil:
                    room = [padding[axis] + padding[axis + 2] - dilation[axis] * (size[axis] - 1) - 1 for axis in (0, 1)]
                    after = [f"({dim} {'-' if room[axis] < 0 else '+'} {abs(room[axis])}) floordiv {strides[axis]} + 1"
                             for axis, dim in enumerate("hw")]
                    add(op + "2d", [x], expected, attributes,
                        {0: [2, 3, "h", "w"], 1: [2, 3, *after]})
        x = data(2, 3, 10)
        add(op + "1d", [x], by_onnx(onnx_op, [x], kernel_shape=[3], strides=[2], pads=[1, 1]),
            f"pool_size = {ints(3)}, strides = {ints(2)}, padding = {ints(1, 1)}")
        x = data(1, 2, 5, 6, 7)
        add(op + "3d", [x], by_onnx(onnx_op, [x], kernel_shape=[3, 2, 3], strides=[2, 1, 2]),
            f"pool_size = {ints(3, 2, 3)}, strides = {ints(2, 1, 2)}")
    x = np.full((1, 1, 4), np.nan, np.float32)
    add("nn.max_pool1d", [x], x[:, :, :3], f"pool_size = {ints(2)}")


def _adaptive(x, sizes):
    """The mean over each part, of the last axes."""
    for axis, parts in zip(range(x.ndim - len(sizes), x.ndim), sizes):
        size = x.shape[axis]
        x = np.stack([x.take(range(i * size // parts, -(-(i + 1) * size // parts)), axis).mean(axis)
                      for i in range(parts)], axis)
    return x


def _adaptive_pooling():
    for sizes in ((1, 1), (4, 3), (3, 5), (8, 9)):
        x = data(2, 3, 8, 9)
        add("nn.adaptive_avg_pool2d", [x], _adaptive(x, sizes), f"output_size = {ints(*sizes)}")
        add("nn.adaptive_avg_pool2d", [x], _adaptive(x, sizes), f"output_size = {ints(*sizes)}",
            {0: ["n", 3, "h", "w"], 1: ["n", 3, *sizes]})
    x = data(2, 3, 8)
    add("nn.adaptive_avg_pool1d", [x], _adaptive(x, [3]), f"output_size = {ints(3)}")
    add("nn.adaptive_avg_pool1d", [x], x)
    x = data(1, 2, 4, 5, 6)
    add("nn.adaptive_avg_pool3d", [x], _adaptive(x, [2, 2, 2]), f"output_size = {ints(2, 2, 2)}")


def _softmax(x, axis):
    with np.errstate(all="ignore"):
        terms = np.exp(x - x.max(axis, keepdims=True))
        return (terms / terms.sum(axis, keepdims=True)).astype(x.dtype)


def _softmaxes():
    for dtype in (np.float32, np.float64, np.float16):
        for axis in (-1, 0, 1):
            x = data(3, 5, 37, dtype=dtype) * 20
            add("nn.softmax", [x], _softmax(x, axis), f"axis = {axis} : i64")
            logarithm = np.log(_softmax(x.astype(np.float64), axis)).astype(dtype)
            add("nn.log_softmax", [x], logarithm, f"axis = {axis} : i64")
    x = data(3, 40)
    x[1] = -np.inf
    x[2, 3] = np.nan
    add("nn.softmax", [x], _softmax(x, 1), dims={0: ["n", "m"], 1: ["n", "m"]})
    x = data(4)
    add("nn.softmax", [x], _softmax(x, 0))


def _manipulation():
    x = data(3, 4, 5)
    add("permute_dims", [x], x.transpose(2, 0, 1), f"axes = {ints(2, 0, 1)}")
    add("permute_dims", [x], x.transpose(2, 1, 0), dims={0: ["a", "b", "c"], 1: ["c", "b", "a"]})
    add("permute_dims", [x], x.transpose(1, 0, 2), f"axes = {ints(1, 0, -1)}", {0: ["a", 4, "c"], 1: [4, "a", "c"]})
    y = data(1, 5)
    add("broadcast_to", [y], np.broadcast_to(y, (3, 4, 5)), shape=(3, 4, 5))
    add("broadcast_to", [y], np.broadcast_to(y, (4, 5)), shape=(4, 5), dims={0: ["m", 5]})
    for axis in (0, -1):
        add("flip", [x], np.flip(x, axis), f"axis = {axis} : i64")
        add("repeat", [x], x.repeat(3, axis), f"repeats = 3 : i64, axis = {axis} : i64")
    add("repeat", [x], x.repeat(2), "repeats = 2 : i64", {0: ["a", 4, "c"], 1: ["a * c * 8"]})
    add("repeat", [x], x.repeat(0), "repeats = 0 : i64")
    for repeats in ((2, 1, 3), (2, 2, 1, 3), (3,), (0, 1, 1)):
        add("tile", [x], np.tile(x, repeats), f"repeats = {ints(*repeats)}")
    x = x > 0
    add("flip", [x], np.flip(x, 1), "axis = 1 : i64")


def _joining():
    x, y, z = data(3, 4), data(3, 2), data(3, 0)
    add("concat", [x, y, z], np.concatenate([x, y, z], 1), "axis = -1 : i64")
    add("concat", [x, y], np.concatenate([x, y], 1), "axis = 1 : i64", {0: [3, "n"], 1: [3, "m"], 2: [3, "n + m"]})
    add("concat", [x, x], np.concatenate([x, x], 0), "axis = 0 : i64")
    add("concat", [x[0]], x[0])
    for axis in (0, 1, -1):
        add("stack", [x, x + 1], np.stack([x, x + 1], axis), f"axis = {axis} : i64")
    x = data(2, 7, 3)
    add("split", [x], np.split(x, [3, 3, 6], 1), f"indices = {ints(3, 3, 6)}, axis = 1 : i64")
    add("split", [x], [x[:, :3], x[:, 3:6], x[:, 6:]], "sections = 3 : i64, axis = -2 : i64")
    add("split", [x], np.split(x, 2), "sections = 2 : i64", {0: [2, "n", 3], 1: [1, "n", 3], 2: [1, "n", 3]})


def _padding():
    x = data(3, 4)
    for mode, name in (("constant", "constant"), ("replicate", "edge"), ("reflect", "reflect"), ("circular", "wrap")):
        for before, after in (((0, 1), (0, 2)), ((2, 3), (1, 0)), ((7, 9), (8, 10))):
            expected = np.pad(x, list(zip(before, after)), name)
            width = f'pad_width = {ints(before[0], after[0], before[1], after[1])}, pad_mode = "{mode}"'
            add("nn.pad", [x], expected, width)
            add("nn.pad", [x], expected, width, {0: ["n", "m"], 1: [f"n + {before[0] + after[0]}", f"m + {before[1] + after[1]}"]})
    add("nn.pad", [x], np.pad(x, ((0, 1), (1, 0)), constant_values=-1.5)[1:, :-1],
        f"pad_width = {ints(-1, 1, 1, -1)}, pad_value = -1.5")
    x = np.arange(6).reshape(2, 3)
    add("nn.pad", [x], np.pad(x, 1, constant_values=7), f"pad_width = {ints(1, 1, 1, 1)}, pad_value = 7.0")
    x = data(0, 3)
    add("nn.pad", [x], np.pad(x, 1), f"pad_width = {ints(1, 1, 1, 1)}", {0: ["n", 3], 1: ["n + 2", 5]})


def _indexing():
    x, i = data(6, 5), np.array([[0, 5, 2], [3, 3, 1]])
    add("take", [x, i], x.take(i, 0), "axis = 0 : i64")
    add("take", [x, i[:, :1].astype(np.int32)], x.take(i[:, :1], 1), "axis = -1 : i64",
        {0: ["n", 5], 1: ["m", 1], 2: ["n", "m", 1]})
    far = np.array([-7, -1, 0, 5, 6, 100])
    add("take", [x, far], x.take(far, 0, mode="clip"), 'axis = 0 : i64, mode = "clip"')
    add("take", [x, far], x.take(far, 0, mode="wrap"), 'axis = 0 : i64, mode = "wrap"')
    expected = x.take(far, 0, mode="clip")
    expected[[0, 1, 4, 5]] = np.nan
    add("take", [x, far], expected, 'axis = 0 : i64, mode = "nan"')
    add("take", [x[0], np.array(2)], x[0][2])
    for begin, end, step in ((1, 6, 2), (-4, 100, 1), (-1, -100, -1), (4, 0, -2), (5, 2, 1), (0, 6, 7)):
        bounds = f"begin = [#relax.expr<{begin}>], end = [#relax.expr<{end}>], strides = {ints(step)}"
        add("strided_slice", [x], x[begin:end:step], f"axes = {ints(0)}, {bounds}")
        add("strided_slice", [x.T.copy()], x.T[:, begin:end:step], f"axes = {ints(-1)}, {bounds}")
    add("strided_slice", [x], x[2:, 1:5],
        f"axes = {ints(0, 1)}, begin = [#relax.expr<2>, #relax.expr<1>], end = [#relax.expr<n>, #relax.expr<m>], "
        "assume_inbound = true", {0: ["n", "m"], 1: ["max(n - 2, 0)", "max(m - 1, 0)"]})
    add("strided_slice", [x], x[-3:], f"axes = {ints(0)}, begin = [#relax.expr<-3>], end = [#relax.expr<n>]",
        {0: ["n", 5], 1: ["n - max(0, n - 3)", 5]})


def _images():
    modes = ["half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"]
    roundings = {"round_prefer_floor": "round_prefer_floor", "round_prefer_ceil": "round_prefer_ceil",
                 "floor": "floor", "ceil": "ceil"}
    x = data(2, 3, 5, 6)
    for size in ((10, 12), (7, 4), (5, 6), (1, 13)):
        sizes = np.array([2, 3, *size])
        attributes = []
        for mode in modes:
            for rounding, name in roundings.items():
                attributes.append((f'method = "nearest_neighbor", rounding_method = "{rounding}"', mode,
                                   {"mode": "nearest", "nearest_mode": name}))
            attributes.append(('method = "linear"', mode, {"mode": "linear"}))
            attributes.append(('method = "cubic", cubic_alpha = -0.5', mode, {"mode": "cubic", "cubic_coeff_a": -0.5}))
            attributes.append(('method = "cubic", cubic_exclude = true', mode, {"mode": "cubic", "exclude_outside": 1}))
        for text, mode, options in attributes:
            expected = by_onnx("Resize", [x, None, None, sizes], opset=19, coordinate_transformation_mode=mode, **options)
            text += f', coordinate_transformation_mode = "{mode}"'
            add("image.resize2d", [x], expected, text, shape=size)
            if size == (7, 4):
                add("image.resize2d", [x], expected, text, {0: ["n", 3, "h", "w"], 1: ["n", 3, *size]}, shape=size)
                add("image.resize2d", [np.ascontiguousarray(x.transpose(0, 2, 3, 1))],
                    np.ascontiguousarray(expected.transpose(0, 2, 3, 1)), text + ', layout = "NHWC"', shape=size)
    roi = np.array([0, 0, 0.2, 0.1, 1, 1, 1.2, 0.8], np.float32)
    expected = by_onnx("Resize", [x, roi, None, np.array([2, 3, 7, 4])], opset=19, mode="linear",
                       coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=9.0)
    add("image.resize2d", [x], expected, 'method = "linear", coordinate_transformation_mode = "tf_crop_and_resize", '
        "roi = array<f64: 0.2, 0.1, 1.2, 0.8>, extrapolation_value = 9.0", shape=(7, 4))
    x = data(1, 2, 3, 4, 5)
    expected = by_onnx("Resize", [x, None, None, np.array([1, 2, 6, 3, 7])], opset=19, mode="linear")
    add("image.resize3d", [x], expected, shape=(6, 3, 7))


def _norm(x, axes, gamma, beta, epsilon=1e-5):
    wide = x.astype(np.float64)
    mean, variance = wide.mean(axes, keepdims=True), wide.var(axes, keepdims=True)
    return ((wide - mean) / np.sqrt(variance + epsilon) * gamma + beta).astype(x.dtype)


def _norms():
    for dtype in (np.float32, np.float16):
        x, gamma, beta = data(3, 5, 8, dtype=dtype), data(8, dtype=dtype), data(8, dtype=dtype)
        add("nn.layer_norm", [x, gamma, beta], _norm(x, -1, gamma, beta), f"axes = {ints(-1)}")
        add("nn.layer_norm", [x, gamma, beta], _norm(x, -1, 1, beta), f"axes = {ints(2)}, scale = false")
        add("nn.layer_norm", [x, gamma, beta], _norm(x, -1, gamma, 0), f"axes = {ints(2)}, center = false",
            {0: ["n", "m", 8], 3: ["n", "m", 8]})
        square = np.mean(np.square(x.astype(np.float64)), -1, keepdims=True)
        add("nn.rms_norm", [x, gamma], (x / np.sqrt(square + 1e-5) * gamma).astype(dtype), f"axes = {ints(-1)}")
    gamma, beta = data(5, 8), data(5, 8)
    x = data(3, 5, 8)
    add("nn.layer_norm", [x, gamma.T.copy(), beta.T.copy()], _norm(x, (1, 2), gamma, beta), f"axes = {ints(2, 1)}")
    x, gamma, beta = data(2, 6, 4, 5), data(6), data(6)
    column = (slice(None), None, None)
    add("nn.instance_norm", [x, gamma, beta], _norm(x, (2, 3), gamma[column], beta[column]),
        f"channel_axis = 1 : i64, axes = {ints(2, 3)}")
    for dims in (None, {0: ["n", 6, "h", "w"], 3: ["n", 6, "h", "w"]}):
        grouped = _norm(x.reshape(2, 3, 2, 4, 5), (2, 3, 4), 1, 0).reshape(x.shape)
        add("nn.group_norm", [x, gamma, beta], grouped * gamma[column] + beta[column],
            f"num_groups = 3 : i64, channel_axis = 1 : i64, axes = {ints(2, 3)}", dims)
    mean, variance = data(6), np.abs(data(6)) + 0.5
    expected = (x - mean[column]) / np.sqrt(variance[column] + 1e-3) * gamma[column] + beta[column]
    add("nn.batch_norm", [x, gamma, beta, mean, variance], [expected, mean, variance],
        "axis = 1 : i64, epsilon = 1.0e-3")
    of_batch = x.mean((0, 2, 3)), x.var((0, 2, 3))
    add("nn.batch_norm", [x, gamma, beta, mean, variance],
        [_norm(x, (0, 2, 3), gamma[column], beta[column]), mean * np.float32(0.9) + of_batch[0] * np.float32(0.1),
         variance * np.float32(0.9) + of_batch[1] * np.float32(0.1)], "axis = 1 : i64, training = true")


def _creation():
    value, x = np.array(2.75, np.float32), data(3, 4)
    add("full", [value], np.full((3, 4), 2.75, np.float32), shape=(3, 4), shape_at=0)
    add("full", [value], np.full((3, 4), 2, np.int32), "dtype = i32", shape=(3, 4), shape_at=0)
    add("full_like", [x, value], np.full_like(x, 2.75), dims={0: ["n", 4], 2: ["n", 4]})
    for op, function in (("ones", np.ones), ("zeros", np.zeros)):
        add(op, [], function((2, 3), np.float32), "dtype = f32", shape=(2, 3), shape_at=0)
        add(op + "_like", [x], function((3, 4), bool), "dtype = i1")


def _scans():
    x = data(3, 4, 5)
    for op, function, start in (("cumsum", np.cumsum, 0), ("cumprod", np.cumprod, 1)):
        for axis in (None, 0, -1):
            text = "" if axis is None else f"axis = {axis} : i64"
            expected = function(x, axis)
            add(op, [x], expected, text)
            along = 0 if axis is None else axis
            first = np.full_like(expected.take([0], along), start)
            shifted = np.concatenate([first, expected.take(range(expected.shape[along] - 1), along)], along)
            add(op, [x], shifted, ", ".join(filter(None, [text, "exclusive = true"])))
        add(op, [x], function(x, 1), "axis = 1 : i64", {0: ["a", "b", "c"], 1: ["a", "b", "c"]})
        add(op, [x], function(x.astype(np.int64), 1), "axis = 1 : i64, dtype = i64")
    empty = data(0, 3)
    add("cumsum", [empty], np.cumsum(empty, 0), "axis = 0 : i64", {0: ["n", 3], 1: ["n", 3]})


def _gathers():
    x, i = data(3, 4, 5), np.array([[[0, -1, 2, 1, 1]]])
    for axis in (0, 1, -1):
        add("gather_elements", [x, i], np.take_along_axis(x[:1, :1] if axis == -1 else x.take([0], 1 if axis == 0 else 0), i, axis),
            f"axis = {axis} : i64")
    coordinates = np.array([[0, 1], [-1, 3]])
    add("gather_nd", [x, coordinates], np.stack([x[0, 1], x[-1, 3]]))
    add("gather_nd", [x, np.array([[1], [0], [3]])], np.stack([x[0, 1], x[1, 0], x[2, 3]]), "batch_dims = 1 : i64",
        {0: ["n", 4, 5], 1: ["n", 1], 2: ["n", 5]})
    rows, columns = np.array([[0], [2]]), np.array([1, -1, 0])
    add("index_tensor", [x, rows, columns], x[rows, columns])
    hot = np.array([[2, 0], [3, 9]])
    add("one_hot", [hot], np.where(hot[..., None] == np.arange(4), 1.5, -1).astype(np.float32),
        "on_value = 1.5 : f32, off_value = -1.0 : f32, depth = 4 : i64")
    add("one_hot", [hot], (hot[:, None] == np.arange(4)[:, None]).astype(np.int64),
        "on_value = 1 : i64, off_value = 0 : i64, depth = 4 : i64, axis = 1 : i64")


def _searches():
    x = np.round(data(4, 5, 6) * 3) / 3
    x[1, 2, 3] = x[1, 2, 5] = np.nan
    for op, function in (("argmax", np.argmax), ("argmin", np.argmin)):
        for axis in (0, 1, -1):
            add(op, [x], function(x, axis), f"axis = {axis} : i64")
            add(op, [x], function(x, axis, keepdims=True), f"axis = {axis} : i64, keepdims = true")
        add(op, [x], function(x))
        add(op, [x], function(x, 1), "axis = 1 : i64", {0: ["a", "b", "c"], 1: ["a", "c"]})
        add(op, [np.array([[3, -4], [5, 5]])], function(np.array([[3, -4], [5, 5]]), 1), "axis = 1 : i64")


def _diagonals():
    x = data(2, 4, 5)
    for k in (-1, 0, 2):
        add("tril", [x], np.tril(x, k), f"k = {k} : i64")
        add("triu", [x], np.triu(x, k), f"k = {k} : i64", {0: [2, "n", "m"], 1: [2, "n", "m"]})
        add("eye_like", [x[0]], np.eye(4, 5, k, np.float32), f"k = {k} : i64")
    add("eye", [], np.eye(3, 4, 1, np.int64), "n = #relax.expr<3>, m = #relax.expr<4>, k = 1 : i64, dtype = i64")
    add("arange", [], np.arange(3, 11, 2), "start = #relax.expr<3>, end = #relax.expr<11>, step = #relax.expr<2>, dtype = i64")
    add("arange", [], np.arange(1, 0, -0.25, np.float32), "start = 1.0, end = 0.0, step = -0.25, dtype = f32")


_EXCUSES = {}


def excuse(op, reason, *gaps):
    """Say that an operator can have no case of something, and why."""
    assert reason
    _EXCUSES.setdefault(op, {}).update(dict.fromkeys(gaps, reason))


def excuses(op):
    """The gaps of an operator that are none, with the reasons."""
    return _EXCUSES.get(op, {})


def first_and_last_run(case):
    """Of the runs of a case those that differ most."""
    runs = case.runs()
    return runs if len(runs) < 3 else [runs[0], runs[-1]]


def all_cases():
    """Every case, made once."""
    import broadcast_cases  # All use `add`.
    import detection_cases
    import elementwise_cases
    import layout_cases
    import movement_cases
    import norm_cases
    import order_cases
    import order_types
    import sample_cases
    import tvm_cases
    import vision_types
    import window_cases
    if not _CASES:
        for family in (_pooling, _adaptive_pooling, _softmaxes, _manipulation, _joining, _padding, _indexing, _images,
                       _norms, _creation, _scans,
                       _gathers, _searches, _diagonals,
                       *broadcast_cases.families, *detection_cases.families, *elementwise_cases.families, *layout_cases.families, *movement_cases.families, *norm_cases.families,
                       *order_cases.families, *sample_cases.families, *window_cases.families, *order_types.families, *vision_types.families, *tvm_cases.families):
            family()
    return _CASES
