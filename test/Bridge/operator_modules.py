"""Modules of one operator each, as TVM builds them: sizes known, and symbolic.

A case is `parameters | expression`. A parameter is name=sizes:dtype; the letters
n and m are sizes, which also the second module of a case takes as numbers.
"""
import re

import tvm
from tvm import relax
from tvm.script import relax as R

_SIZES = {"n": 3, "m": 5}
_DTYPES = {"f32": "float32", "f16": "float16", "f64": "float64", "bf16": "bfloat16", "i8": "int8", "i32": "int32",
           "i64": "int64", "u8": "uint8", "bool": "bool", "f8": "float8_e4m3fn"}
_UNARY = """abs acos acosh asin asinh atan atanh ceil cos cosh erf exp floor isfinite isinf isnan log negative round rsqrt
sigmoid sign sin sinh sqrt square tan tanh trunc nn.relu nn.gelu nn.gelu_tanh nn.silu nn.selu nn.leakyrelu nn.softplus
nn.softmax nn.log_softmax nn.batch_flatten flatten grad.no_grad grad.start_checkpoint grad.end_checkpoint shape_of size
ones_like zeros_like nonzero builtin.stop_lift_params memory.ensure_zero_offset""".split()
_BINARY = """add atan2 divide equal floor_divide floor_mod greater greater_equal less less_equal log_add_exp maximum minimum
mod multiply not_equal power subtract""".split()
_INTEGERS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift".split()
_TRUTH = "logical_and logical_or logical_xor".split()
_REDUCE = "max mean min prod std sum variance".split()
_INSPECT = """tensor_byte_offset tensor_dtype_bits tensor_dtype_code tensor_dtype_lanes tensor_elem_offset
tensor_ndim""".split()

_CASES = """
x=n,4:i32 | R.bitwise_not(x)
x=n,4:bool | R.logical_not(x)
x=n,4:f32 | R.clip(x, 0, 6.5)
x=n,4:i32 | R.clip(x, -1, 6)
x=n,4:f32 a=n,4:f32 b=n,4:f32 | R.ewise_fma(x, a, b)
x=n,4:f16 y=n,4:f16 | R.add(x, y)
x=n,4:bf16 y=n,4:bf16 | R.multiply(x, y)
x=n,4:f64 y=n,4:f64 | R.subtract(x, y)
x=n,4:u8 y=n,4:u8 | R.add(x, y)
x=n,4:i64 y=4:i64 | R.floor_divide(x, y)
x=n,4:f32 | R.add(x, R.const(2.5, "float32"))
x=n,4:f32 | R.cumsum(x, axis=1)
x=n,4:f32 | R.cumsum(x, axis=0, dtype="float64", exclusive=True)
x=n,4:i32 | R.cumprod(x)
x=n,4:f32 | R.median(x, axis=[1])
x=n,4:f32 | R.median(x, axis=[0, 1])
x=n,4:f32 | R.broadcast_to(x, (2, n, 4))
x=n,4:f32 y=4:f32 | R.collapse_sum_like(x, y)
x=n,4:f32 | R.collapse_sum_to(x, (1, 4))
x=n,4:f32 y=m,4:f32 | R.concat((x, y), axis=0)
x=n:f32 y=m:f32 | R.concat((x, y), axis=None)
x=n,4:f32 | R.expand_dims(x, [0, -1])
x=n,4:f32 | R.flip(x, 1)
x=3,4:f32 i=2,4:i64 | R.gather_elements(x, i, 0)
x=n,4:f32 i=2,1:i64 | R.gather_nd(x, i)
x=n,4:f32 i=n,1:i64 | R.gather_nd(x, i, 1)
x=n:f32 i=2:i64 v=2:f32 | R.index_put(x, (i,), v)
x=n,4:f32 i=2:i64 j=2:i64 v=2:f32 | R.index_put(x, (i, j), v, accumulate=True)
x=n,4:f32 i=2:i64 j=2:i64 | R.index_tensor(x, (i, j))
x=n,8:f32 | R.layout_transform(x, lambda a, b: (b // 4, a, b % 4))
x=7,8:f32 | R.layout_transform(x, lambda a, b: (a // 4, b, a % 4), pad_value=1.5)
x=n:f32 y=m:f32 | R.meshgrid((x, y), indexing="ij")
i=n:i64 | R.one_hot(i, relax.prim_value(1.0), relax.prim_value(0.0), 5)
x=n,4,m:f32 | R.permute_dims(x, [2, 0, 1])
x=n,4,m:f32 | R.permute_dims(x)
x=n,4:f32 | R.repeat(x, 2, 1)
x=n,4:f32 | R.repeat(x, 2)
x=n,4:f32 | R.reshape(x, (n, 2, 2))
x=n,4:f32 | R.reshape(x, (-1, 2))
x=n,4:f32 | R.reshape(x, (4 * n,))
x=5,n:f32 l=n:i64 | R.reverse_sequence(x, l, 0, 1)
x=3,4:f32 i=2,4:i64 u=2,4:f32 | R.scatter_elements(x, i, u, 0, "add")
x=n,4:f32 i=2,1:i64 u=2,4:f32 | R.scatter_nd(x, i, u, "update")
x=8,n:f32 y=3,n:f32 | R.slice_scatter(x, y, 1, 4, 1, axis=0)
x=n,7:f32 | R.split(x, [3], 1)
x=n,8:f32 | R.split(x, 2, 1)
x=n,8:f32 | R.split(x, 3, 1)
x=1,n,1:f32 | R.squeeze(x, [0])
x=1,n,1:f32 | R.squeeze(x, [0, 2])
x=n,4:f32 y=n,4:f32 | R.stack((x, y), axis=1)
x=n,4:f32 | R.tile(x, (2, 1, 3))
x=n,4:f32 b=2:i64 e=2:i64 s=2:i64 | R.dynamic_strided_slice(x, b, e, s)
x=8,n:f32 | R.strided_slice(x, [0], [1], [7], [2])
x=8,n:f32 | R.strided_slice(x, [0], [1], [7])
x=n,8:f32 | R.strided_slice(x, [1, 0], [0, 0], [5, n], assume_inbound=True)
x=n,4:f32 i=m:i64 | R.take(x, i, 0)
x=n,4:f32 i=m:i32 | R.take(x, i, 1, "clip")
x=n,4:f32 y=4,m:f32 | R.einsum((x, y), "ij,jk->ik")
x=n,4:f32 y=4,m:f32 | R.matmul(x, y)
x=2,n,4:f16 y=4,m:f16 | R.matmul(x, y, out_dtype="float32")
x=n:f32 y=m:f32 | R.outer(x, y)
x=n,4,8:f32 | R.nn.adaptive_avg_pool1d(x, [3])
x=n,4,8,8:f32 | R.nn.adaptive_avg_pool2d(x, [3, 2])
x=n,8,8,4:f32 | R.nn.adaptive_avg_pool2d(x, [3, 2], "NHWC")
x=n,4,8,8,8:f32 | R.nn.adaptive_avg_pool3d(x)
q=n,16,8,32:f16 k=n,20,8,32:f16 | R.nn.attention(q, k, k)
q=n,16,8,32:f16 k=n,20,8,32:f16 | R.nn.attention(q, k, k, scale=0.5, causal_mask="TopLeft", window_size=4)
q=n,16,8,32:f16 k=n,20,8,32:f16 b=1,1,16,20:f16 | R.nn.attention_bias(q, k, k, b)
q=1,16,8,32:f16 s=3:i32 m=:i32 | R.nn.attention_var_len(q, q, q, s, m, s, m)
x=n,4,8:f32 | R.nn.avg_pool1d(x, [2], [2])
x=n,4,8,8:f32 | R.nn.avg_pool2d(x, [2, 2], [2, 2], padding=[1, 1], ceil_mode=True, count_include_pad=True)
x=n,4,8,8,8:f32 | R.nn.avg_pool3d(x, [2, 2, 2], [2, 2, 2])
x=n,4,8:f32 | R.nn.max_pool1d(x, [2], [2])
x=n,4,8,8:f32 | R.nn.max_pool2d(x, [3, 3], [1, 1], dilation=[2, 2], padding=[1, 1])
x=n,8,8,4:f32 | R.nn.max_pool2d(x, [2, 2], [2, 2], layout="NHWC")
x=n,4,8,8,8:f32 | R.nn.max_pool3d(x, [2, 2, 2])
x=n,4:f32 g=4:f32 | R.nn.batch_norm(x, g, g, g, g, axis=1)
x=n,4:f32 g=4:f32 | R.nn.batch_norm(x, g, g, g, g, axis=1, epsilon=1e-3, momentum=0.2, training=True)
x=n,4,16:f32 w=8,4,3:f32 | R.nn.conv1d(x, w, padding=[1, 1])
x=n,4,8:f32 w=4,8,2:f32 | R.nn.conv1d_transpose(x, w, strides=[2])
x=n,4,16,16:f32 w=8,4,3,3:f32 | R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1])
x=n,16,16,4:f32 w=3,3,2,8:f32 | R.nn.conv2d(x, w, groups=2, data_layout="NHWC", kernel_layout="HWIO")
x=n,4,16,16:f16 w=8,4,3,3:f16 | R.nn.conv2d(x, w, dilation=[2, 2], out_dtype="float32")
x=n,4,8,8:f32 w=4,8,2,2:f32 | R.nn.conv2d_transpose(x, w, strides=[2, 2], output_padding=[1, 1])
x=n,4,8,8,8:f32 w=8,4,1,3,3:f32 | R.nn.conv3d(x, w)
x=n,4,2,8,8:f32 w=4,8,1,2,2:f32 | R.nn.conv3d_transpose(x, w)
x=n,4:f32 y=n,4:f32 | R.nn.cross_entropy_with_logits(x, y)
x=n,4:f32 | R.nn.dropout(x, 0.25)
x=n,8,4:f32 g=8:f32 | R.nn.group_norm(x, g, g, 2, 1, [2])
x=n,8,4:f32 g=8:f32 | R.nn.instance_norm(x, g, g, 1, [2])
x=n,8:f32 g=8:f32 | R.nn.layer_norm(x, g, g, [-1])
x=n,8:f32 g=8:f32 | R.nn.layer_norm(x, g, g, [-1], epsilon=0.001, center=False, scale=False)
x=n,8:f32 g=8:f32 | R.nn.rms_norm(x, g, [-1], 1e-6)
x=n,4:f32 | R.nn.leakyrelu(x, 0.3)
x=n,4:f32 | R.nn.softplus(x, 2.0, 10.0)
x=n,4:f32 t=n:i64 | R.nn.nll_loss(x, t)
x=n,4:f32 t=n:i64 w=4:f32 | R.nn.nll_loss(x, t, w, "sum", 2)
x=n,4:f32 | R.nn.pad(x, [0, 0, 1, 2], pad_value=1.5)
x=n,4:f32 | R.nn.pad(x, [0, 0, 1, 2], "reflect")
x=n,8,3,4:f32 | R.nn.pixel_shuffle(x, 2)
x=n,4:f32 a=4:f32 | R.nn.prelu(x, a, 1)
x=n:f32 | R.arange(0, n, 1, "int64")
x=n:f32 | R.arange(2, 10, 3, "float32")
x=n:f32 | R.eye(n, 4, 1, dtype="float32")
x=n,4:f32 | R.eye_like(x, 1, dtype="int32")
x=n,4:f32 v=:f32 | R.full((n, 4), v, "float16")
x=n,4:f32 v=:f32 | R.full_like(x, v)
x=n,4:f32 | R.full_like(x, R.const(1, "int32"), "float32")
x=n:f32 | R.hamming_window(8, True, 0.5, 0.4, dtype="float32")
x=n,4:f32 | R.ones((n, 4), "float32")
x=n,4:f32 | R.zeros((n, 2 * n), "int8")
x=n,4:f32 | R.zeros_like(x, "int32")
x=n,4:f32 | R.tril(x, 1)
x=n,4:f32 | R.triu(x, -1)
x=n,4:f32 | R.astype(x, "float16")
x=n,4:f32 | R.astype(x, "bool")
x=n,4:f32 | R.astype(x, "float8_e4m3fn")
x=n,4:f32 | R.wrap_param(x, "float16")
x=n,4:f32 | R.argmax(x, axis=1)
x=n,4:f32 | R.argmin(x, keepdims=True)
x=n,4:f32 b=5:f32 | R.bucketize(x, b, out_int32=True, right=True)
c=n,1:bool x=4:f32 y=:f32 | R.where(c, x, y)
x=n,4:f32 | R.argsort(x, axis=0, descending=True, dtype="int64")
x=n,4:f32 | R.sort(x, axis=1, descending=True)
x=n,4:f32 | R.topk(x, 2)
x=n,4:f32 | R.topk(x, 2, axis=1, ret_type="indices", largest=False, dtype="int64")
x=3,4:f32 | R.unique(x)
x=3,4:f32 | R.unique(x, sorted=True, return_index=True, return_inverse=True, return_counts=True, axis=None)
x=3,4:f32 | R.unique(x, axis=1)
p=n,4:f32 u=m,1:f32 i=m,1:i64 | R.multinomial_from_uniform(p, u, i)
x=n,4:f32 s=4:f32 z=4:i8 | R.quantize(x, s, z, axis=1, out_dtype="int8")
x=n,4:i8 s=4:f32 z=4:i8 | R.dequantize(x, s, z, axis=1, out_dtype="float32")
a=n,2,3:f32 | R.image.affine_grid(a, (5, 6))
x=n,3,8,8:f32 g=n,2,5,6:f32 | R.image.grid_sample(x, g, method="bilinear")
x=n,3,8,8:f32 | R.image.resize2d(x, (16, 12), method="nearest_neighbor")
x=n,3,8,8:f32 | R.image.resize2d(x, (16, 12), method="cubic", coordinate_transformation_mode="align_corners")
x=n,3,4,8,8:f32 | R.image.resize3d(x, (8, 16, 16))
b=1,6,4:f32 s=1,2,6:f32 m=:i64 t=:f32 | R.vision.all_class_non_max_suppression(b, s, m, t, t)
x=2,9,6:f32 | R.vision.get_valid_counts(x, 0.5)
x=2,9,6:f32 c=2:i32 i=2,9:i32 | R.vision.non_max_suppression(x, c, i, iou_threshold=0.7)
x=2,9,6:f32 c=2:i32 i=2,9:i32 | R.vision.non_max_suppression(x, c, i, iou_threshold=0.7, soft_nms_sigma=0.5, score_threshold=0.1)
c=1,3,5:f32 l=1,20:f32 a=1,5,4:f32 | R.vision.multibox_transform_loc(c, l, a)
x=1,3,8,8:f32 r=5,5:f32 | R.vision.roi_align(x, r, (2, 2), 0.5)
x=1,3,8,8:f32 r=5,5:f32 | R.vision.roi_pool(x, r, (2, 2), 0.5)
x=n,4:f32 | R.ccl.allreduce(x, "max")
x=n,4:f32 | R.ccl.allgather(x, 2)
x=n,4:f32 | R.ccl.broadcast_from_worker0(x)
x=6,n:f32 | R.ccl.scatter_from_worker0(x, 2, 0)
g=1,4,4,4:f32 x=1,4,8,8:f32 | R.grad.max_pool2d_backward(g, x, (2, 2), (2, 2))
g=1,4,4,4:f32 x=1,4,8,8:f32 | R.grad.avg_pool2d_backward(g, x, (2, 2), (2, 2))
g=:f32 x=n,4:f32 t=n:i64 | R.grad.nll_loss_backward(g, x, t)
g=:f32 x=n,4:f32 t=n:i64 w=4:f32 | R.grad.nll_loss_backward(g, x, t, w)
g=2,4:f32 x=3,4:f32 i=2:i64 | R.grad.take_backward(g, x, i, 0)
x=2:i64 | R.tensor_to_shape(x)
s=n,4:shape | R.shape_to_tensor(s)
x=n,4:f32 | R.memory.view(x, R.shape([4, n]))
x=n,4:f32 | R.memory.view(x, R.shape([n, 8]), "float16", 0)
x=n,4:f32 | op("inspect.tensor_shape_i", x, relax.prim_value(1))
x=n,4:f32 | op("inspect.tensor_stride_i", x, relax.prim_value(0))
x=n,4:f32 | R.null_value()
"""
# Several operators, for what passes do with them together.
_CHAINS = """
x=n,4:f32 w=4,m:f32 b=m:f32 | R.nn.relu(R.add(R.matmul(x, w), b))
x=n,4:f32 y=n,4:f32 | R.exp(R.negative(R.add(x, y)))
x=n,4:f32 y=m,4:f32 | R.nn.relu(R.concat((R.exp(x), y), axis=0))
x=n,4:f32 y=4:f32 | R.sum(R.multiply(R.subtract(x, y), x), axis=[1])
x=n,4:f32 y=4:f32 | R.nn.softmax(R.add(x, y), axis=1)
x=n,8:f32 | R.add(R.permute_dims(R.reshape(x, (n, 2, 4)), [0, 2, 1]), R.const(1.0, "float32"))
x=1,4,16,16:f32 w=8,4,3,3:f32 b=1,8,1,1:f32 | R.nn.max_pool2d(R.nn.relu(R.add(R.nn.conv2d(x, w, padding=[1, 1]), b)), [2, 2], [2, 2])
x=n,4:f32 g=4:f32 | R.multiply(R.nn.layer_norm(R.add(x, x), g, g, [-1]), g)
x=n,4:f32 i=m:i64 | R.nn.silu(R.take(R.square(x), i, 0))
x=n,4:f32 | R.subtract(R.astype(R.astype(x, "float16"), "float32"), R.mean(x, axis=[1], keepdims=True))
"""


def _lines():
    for name in _UNARY:
        yield f"x=n,4:f32 | R.{name}(x)"
    for name in _BINARY:
        yield f"x=n,4:f32 y=n,4:f32 | R.{name}(x, y)"
        yield f"x=n,4:f32 y=m,n,1:f32 | R.{name}(x, y)"
    for name in _INTEGERS:
        yield f"x=n,4:i32 y=n,4:i32 | R.{name}(x, y)"
    for name in _TRUTH:
        yield f"x=n,4:bool y=n,4:bool | R.{name}(x, y)"
    for name in _REDUCE:
        yield f"x=n,4,m:f32 | R.{name}(x, axis=[1])"
        yield f"x=n,4,m:f32 | R.{name}(x, axis=[0, -1], keepdims=True)"
        yield f"x=n,4,m:f32 | R.{name}(x)"
    for name in _INSPECT:
        yield f"x=n,4:f32 | op('inspect.{name}', x)"
    yield from filter(None, (_CASES + _CHAINS).splitlines())


def _op(name, *arguments):
    """A call of an operator that has no function of its own."""
    return relax.Call(tvm.ir.Op.get(f"relax.{name}"), list(arguments))


def _sizes(text, names):
    return [int(size) if size.isdigit() else names[size] for size in text.split(",") if size]


def _parameter(text, names):
    name, sizes, dtype = re.fullmatch(r"(\w+)=([^:]*):(\w+)", text).groups()
    sizes = _sizes(sizes, names)
    type = R.Shape(sizes) if dtype == "shape" else R.Tensor(sizes, _DTYPES[dtype])
    return name, relax.Var(name, type)


def _build(line, names):
    parameters, expression = (part.strip() for part in line.split("|", 1))
    values = dict(_parameter(text, names) for text in parameters.split())
    builder = relax.BlockBuilder()
    with builder.function("main", list(values.values())):
        with builder.dataflow():
            scope = {"R": R, "op": _op, "relax": relax, **names, **values}
            result = builder.emit_output(eval(expression, scope))
        builder.emit_func_output(result)
    return builder.get()


def chains():
    """Name and maker of each module of several operators."""
    return [(name, maker) for name, maker in modules() if any(
        line.split("|", 1)[1].strip().removeprefix("R.") in name for line in _CHAINS.split("\n") if line)]


def modules():
    """Name and maker of each module."""
    for line in _lines():
        parameters, expression = (part.strip() for part in line.split("|", 1))
        name = f"{expression.removeprefix('R.')} of {parameters}"
        yield name, lambda line=line: _build(line, _SIZES)
        if re.search(r"[=,][nm][,:]", line):
            yield f"{name}, symbolic", lambda line=line: _build(line, {
                size: tvm.tirx.Var(size, "int64") for size in _SIZES})
