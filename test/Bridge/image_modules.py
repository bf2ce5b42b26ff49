"""Modules of convolutions and of what may follow them: operators that take their
results in another order of axes, or in another precision."""
import random

import numpy as np
from tvm import relax
from tvm.relax import op

_F32 = "float32"


def _module(body, sizes=(("w", (4, 4, 1, 1)),), data=(2, 4, 6, 6)):
    """A function of one image and of weights, with these results in a region."""
    x = relax.Var("x", relax.TensorType(data, _F32))
    params = [relax.Var(name, relax.TensorType(shape, _F32)) for name, shape in sizes]
    builder = relax.BlockBuilder()
    with builder.function("main", [x, *params]):
        with builder.dataflow():
            results = body(builder.emit, x, *params)
            outputs = [builder.emit_output(result) for result in results]
        builder.emit_func_output(outputs[0] if len(outputs) == 1 else relax.Tuple(outputs))
    return builder.get()


def _behind(follow, *sizes):
    """A convolution, and operators behind it."""
    def body(emit, x, w, *others):
        y = emit(op.nn.conv2d(x, w))
        return [follow(emit, y, *others)]
    return lambda: _module(body, (("w", (4, 4, 1, 1)), *((f"p{i}", size) for i, size in enumerate(sizes))))


def _constant(*shape):
    return relax.const(np.linspace(-1, 1, int(np.prod(shape))).reshape(shape).astype(_F32))


def convolutions():
    """Convolutions, with what treats all axes alike, names them, moves them or has a layout."""
    def twice(emit, x, w):
        y = emit(op.nn.relu(emit(op.nn.conv2d(x, w, padding=1))))
        return [emit(op.nn.conv2d(y, w))]

    yield "convolution alone", lambda: _module(lambda emit, x, w: [op.nn.conv2d(x, w)])
    yield "convolution with strides", lambda: _module(lambda emit, x, w: [op.nn.conv2d(x, w, strides=2, padding=[1, 0, 1, 0], out_dtype=_F32)])
    yield "two convolutions", lambda: _module(twice)
    for name, follow, *sizes in (
            ("a bias", lambda emit, y, b: op.nn.relu(emit(op.add(y, b))), (1, 4, 1, 1)),
            ("a residue", lambda emit, y, b: op.add(y, b), (2, 4, 6, 6)),
            ("a vector", lambda emit, y, b: op.add(y, b), (6,)),
            ("a number", lambda emit, y: op.multiply(y, relax.const(2.0))),
            ("a constant", lambda emit, y: op.add(y, _constant(1, 4, 1, 1))),
            ("a chain", lambda emit, y: op.exp(emit(op.nn.silu(emit(op.sigmoid(y)))))),
            ("a mean", lambda emit, y: op.mean(y, axis=[2, 3])),
            ("a sum that keeps its axis", lambda emit, y: op.sum(y, axis=1, keepdims=True)),
            ("softmax", lambda emit, y: op.nn.softmax(y, axis=1)),
            ("concat", lambda emit, y: op.concat([y, emit(op.nn.relu(y))], axis=1)),
            ("split", lambda emit, y: emit(op.split(y, 2, axis=1))[0]),
            ("permute_dims", lambda emit, y: op.permute_dims(y, [3, 1, 2, 0])),
            ("expand_dims and squeeze", lambda emit, y: op.squeeze(emit(op.expand_dims(y, 0)), 0)),
            ("max_pool2d", lambda emit, y: op.nn.max_pool2d(y, 2, 2)),
            ("avg_pool2d", lambda emit, y: op.nn.avg_pool2d(y, 3, padding=1)),
            ("adaptive_avg_pool2d", lambda emit, y: op.nn.adaptive_avg_pool2d(y, (1, 1))),
            ("resize2d", lambda emit, y: op.image.resize2d(y, (8, 8), layout="NCHW")),
            ("batch_norm", lambda emit, y, g: emit(op.nn.batch_norm(y, g, g, g, g, axis=1))[0], (4,)),
            ("layer_norm", lambda emit, y, g: op.nn.layer_norm(y, g, g, axes=[-1]), (6,)),
            ("group_norm", lambda emit, y, g: op.nn.group_norm(y, g, g, 2, 1, [2, 3]), (4,)),
            ("strided_slice", lambda emit, y: op.strided_slice(y, [1, 2], [0, 1], [2, 4])),
            ("flip", lambda emit, y: op.flip(y, 1)),
            ("reshape", lambda emit, y: op.reshape(y, (2, 144))),
            ("argmax", lambda emit, y: op.argmax(y, 1)),
            ("where", lambda emit, y, c: op.where(emit(op.greater(y, c)), y, c), (2, 4, 6, 6)),
    ):
        yield f"convolution with {name} behind", _behind(follow, *sizes)


def chains():
    """Random operators that keep the shape, some of them with an earlier value; the last but one is given, too."""
    steps = (lambda emit, y, z, w: op.nn.relu(y),
             lambda emit, y, z, w: op.add(y, z),
             lambda emit, y, z, w: op.multiply(_constant(1, 4, 1, 1), y),
             lambda emit, y, z, w: op.add(y, _constant(6)),
             lambda emit, y, z, w: op.nn.softmax(y, axis=1),
             lambda emit, y, z, w: op.nn.softmax(y, axis=-1),
             lambda emit, y, z, w: op.flip(y, 2),
             lambda emit, y, z, w: op.permute_dims(y, [0, 1, 3, 2]),
             lambda emit, y, z, w: op.nn.max_pool2d(y, 3, 1, padding=1),
             lambda emit, y, z, w: op.nn.avg_pool2d(y, [3, 1], 1, padding=[1, 0]),
             lambda emit, y, z, w: op.nn.conv2d(y, w),
             lambda emit, y, z, w: op.divide(y, emit(op.max(y, axis=[2, 3], keepdims=True))),
             lambda emit, y, z, w: op.subtract(y, emit(op.expand_dims(emit(op.mean(y, axis=2)), 2))),
             lambda emit, y, z, w: op.strided_slice(emit(op.concat([y, z], axis=1)), [1], [2], [6]),
             lambda emit, y, z, w: emit(op.split(emit(op.concat([z, y], axis=3)), 2, axis=3))[1])

    def chain(seed):
        def body(emit, x, w):
            chosen = random.Random(seed)
            values = [emit(op.nn.conv2d(x, w))]
            for _ in range(chosen.randint(2, 6)):
                values.append(emit(chosen.choice(steps)(emit, values[-1], chosen.choice(values), w)))
            return [op.nn.relu(values[-1]), op.nn.relu(values[-2])]
        return lambda: _module(body)

    for seed in range(20):
        yield f"random operators behind a convolution, {seed}", chain(seed)
