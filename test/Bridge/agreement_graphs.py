"""Graphs of TVM's operators, drawn by a seed: what passes of the graph level run on."""
import random

import numpy as np
from tvm import relax, tirx
from tvm.relax import op

_F32 = "float32"
_ALIKE = (op.nn.relu, op.exp, op.negative, op.sigmoid, op.tanh, op.square, op.abs, op.sin, op.nn.gelu, op.nn.silu)


def tensor(shape, dtype=_F32):
    return relax.TensorType(shape, dtype)


def module(types, body, region=True, attrs=None, name="main", private=False, builder=None):
    """A function of parameters of these types, with the results of `body` in a region."""
    builder = builder or relax.BlockBuilder()
    params = [relax.Var(f"x{number}", type) for number, type in enumerate(types)]
    with builder.function(name, params, attrs=attrs, private=private):
        if region:
            with builder.dataflow():
                result = builder.emit_output(body(builder.emit, *params))
        else:
            result = builder.emit(body(builder.emit, *params))
        builder.emit_func_output(result)
    return builder.get()


def constant(draw, shape, dtype=_F32):
    values = np.random.default_rng(draw.randrange(10000)).uniform(0.1, 0.9, shape)
    return relax.const(values.astype(dtype))


def _sizes(value):
    return list(value.ty.shape.values)


def _known(value):
    """The value's sizes if all are numbers; else None."""
    sizes = _sizes(value)
    return [int(size) for size in sizes] if all(hasattr(size, "value") for size in sizes) else None


def step(draw, emit, values):
    """A value made of earlier ones by one operator."""
    x = draw.choice(values[-3:])
    rank, known = len(_sizes(x)), _known(x)
    form = draw.choice(("alike",) * 5 + ("binary",) * 3 + ("bias", "number", "softmax", "reduction", "permute", "reshape", "concat", "split", "product",
                        "norm", "cast", "where", "expand", "slice", "take"))
    alike = [value for value in values if [str(size) for size in _sizes(value)] == [str(size) for size in _sizes(x)]]
    if form == "binary":
        return emit(draw.choice((op.add, op.multiply, op.subtract, op.maximum))(x, draw.choice(alike)))
    if form == "bias" and rank and hasattr(_sizes(x)[-1], "value"):
        return emit(op.add(x, constant(draw, [int(_sizes(x)[-1])])))
    if form == "number":
        return emit(draw.choice((op.multiply, op.add))(x, relax.const(draw.choice((0.5, 2.0)), _F32)))
    if form == "softmax" and rank:
        return emit(op.nn.softmax(x, axis=-1))
    if form == "reduction" and rank:
        return emit(draw.choice((op.sum, op.max, op.mean, op.variance))(x, [draw.randrange(rank)], draw.random() < 0.7))
    if form == "permute" and rank > 1:
        return emit(op.permute_dims(x, draw.sample(range(rank), rank)))
    if form == "reshape" and rank:
        return emit(op.reshape(x, [-1] if draw.random() < 0.5 or known is None else [1, *known]))
    if form == "concat" and rank:
        return emit(op.concat([x, draw.choice(alike)], axis=draw.randrange(rank)))
    if form == "split" and known and known[-1] % 2 == 0:
        return emit(relax.TupleGetItem(emit(op.split(x, 2, axis=-1)), draw.choice((0, 1))))
    if form == "product" and rank > 1 and hasattr(_sizes(x)[-1], "value"):
        return emit(op.matmul(x, constant(draw, [int(_sizes(x)[-1]), draw.choice((2, 4))])))
    if form == "norm" and rank and hasattr(_sizes(x)[-1], "value"):
        columns = int(_sizes(x)[-1])
        return emit(op.nn.layer_norm(x, constant(draw, [columns]), constant(draw, [columns]), [-1], epsilon=1e-3))
    if form == "cast":
        return emit(op.astype(emit(op.astype(x, "float64")), _F32))
    if form == "where":
        return emit(op.where(emit(op.greater(x, relax.const(0.5, _F32))), x, draw.choice(alike)))
    if form == "expand":
        return emit(op.squeeze(emit(op.expand_dims(emit(op.exp(x)), [0])), [0]))
    if form == "slice" and known and known[0] > 1:
        return emit(op.strided_slice(x, [0], [0], [known[0] - 1]))
    if form == "take" and known and rank:
        return emit(op.take(x, relax.const(np.array([0, 0], "int64")), axis=0, mode="clip"))
    return emit(draw.choice(_ALIKE)(x))


def graph(draw, region=None, symbolic=0.3):
    """Some operators after one another, with results that nothing uses, the
    same twice, and several outputs at times."""
    columns = draw.choice((4, 6, 8))
    rows = tirx.Var("n", "int64") if draw.random() < symbolic else draw.choice((1, 2, 4))
    count = draw.randint(2, 7)

    def body(emit, *params):
        values = list(params)
        for _ in range(count):
            values.append(step(draw, emit, values))
        if draw.random() < 0.3:
            values += [emit(op.exp(values[-1])), emit(op.exp(values[-1]))]
            values.append(emit(op.add(*values[-2:])) if draw.random() < 0.7 else values[-1])
        if draw.random() < 0.2:
            values.append(emit(op.add(constant(draw, [columns]), constant(draw, [columns]))))
        outputs = [values[-1], *draw.sample(values[2:], draw.choice((0, 0, 1)))]
        return outputs[0] if len(outputs) == 1 else relax.Tuple(outputs)
    return module([tensor([rows, columns])] * 2, body, draw.random() < 0.8 if region is None else region)


def products(draw):
    """Products of matrices: of several factors, of sums, of a common factor, of
    columns that are taken, of what is joined."""
    a, b, c = (draw.choice((2, 3, 4, 8)) for _ in range(3))
    rows = tirx.Var("n", "int64") if draw.random() < 0.3 else draw.choice((1, 2, 8))
    form = draw.choice(("chain", "right", "sum", "common", "columns", "joins", "turned", "biases"))
    if form == "chain":
        return module([tensor([rows, a]), tensor([a, b]), tensor([b, c])], lambda emit, x, y, z: op.matmul(emit(op.matmul(x, y)), z))
    if form == "right":
        return module([tensor([rows, a]), tensor([a, b]), tensor([b, c])], lambda emit, x, y, z: op.matmul(x, emit(op.matmul(y, z))))
    if form == "sum":
        return module([tensor([rows, a]), tensor([a, b]), tensor([a, b])], lambda emit, x, y, z: op.matmul(x, emit(op.add(y, z))))
    if form in ("common", "biases"):
        widths = [draw.choice((2, 4, 6)) for _ in range(draw.choice((2, 3)))]

        def body(emit, x, *others):
            made = [emit(op.matmul(x, weight)) for weight in others[:len(widths)]]
            made = [emit(op.add(value, bias)) for value, bias in zip(made, others[len(widths):])] or made
            if draw.random() < 0.4:
                made = [emit(op.nn.relu(value)) for value in made]
            return op.concat(made, axis=-1)
        biases = [tensor([width]) for width in widths] if form == "biases" else []
        return module([tensor([rows, a])] + [tensor([a, width]) for width in widths] + biases, body)
    if form == "columns":
        axis = draw.choice((0, 1))
        types = [tensor([rows, a]), tensor([a, 6] if axis else [6, a]), tensor([3 if axis else a], "int64")]
        return module(types, lambda emit, x, w, i: op.matmul(x, emit(op.take(w, i, axis=axis, mode="clip")))
                      if axis else op.matmul(x, emit(op.permute_dims(emit(op.take(w, emit(op.zeros_like(i)), axis=0, mode="clip"))))))
    if form == "joins":
        types = [tensor([a, b]), tensor([c, b])]
        return module(types, lambda emit, x, y: op.concat([emit(op.permute_dims(x)), emit(op.permute_dims(y))], axis=1))
    return module([tensor([rows, a]), tensor([b, a])], lambda emit, x, w: op.nn.relu(emit(op.matmul(x, emit(op.permute_dims(w))))))


def images(draw, constants=False, normalized=False):
    """Convolutions with what may follow them."""
    channels, size = draw.choice((4, 8)), draw.choice((6, 8))
    batch = draw.choice((1, 2))
    layers = draw.choice((1, 1, 2))
    steps = [draw.choice(("relu", "bias", "pool", "residue", "mean", "scale", "concat", "softmax", "pad", "clip", "none", "sum")) for _ in range(draw.randint(1, 3))]
    weights = [[channels, channels, *[draw.choice((1, 3))] * 2] for _ in range(layers)]

    def body(emit, x, *params):
        given = [constant(draw, shape) for shape in weights] if constants or normalized else list(params)
        value, before = x, x
        for weight in given:
            pad = int(weight.ty.shape.values[-1]) // 2
            value = emit(op.nn.conv2d(value, weight, padding=pad))
            if normalized:
                numbers = [constant(draw, [channels]) for _ in range(4)]
                value = emit(relax.TupleGetItem(emit(op.nn.batch_norm(value, *numbers, axis=1, training=False)), 0))
            for name in steps:
                if len(value.ty.shape.values) != 4:
                    break
                if name == "relu":
                    value = emit(op.nn.relu(value))
                elif name == "bias" and int(value.ty.shape.values[1]) == channels:
                    value = emit(op.add(value, constant(draw, [1, channels, 1, 1])))
                elif name == "pool" and weight is given[-1]:
                    value = emit(op.nn.max_pool2d(value, [2, 2], [2, 2]))
                elif name == "residue" and [int(s) for s in value.ty.shape.values] == [int(s) for s in before.ty.shape.values]:
                    value = emit(op.add(value, before))
                elif name in ("mean", "sum") and weight is given[-1]:
                    value = emit((op.mean if name == "mean" else op.sum)(value, [2, 3], name == "mean"))
                elif name == "scale":
                    value = emit(op.multiply(value, relax.const(0.5, _F32)))
                elif name == "concat" and weight is given[-1]:
                    value = emit(op.concat([value, emit(op.exp(value))], axis=1))
                elif name == "softmax" and weight is given[-1]:
                    value = emit(op.nn.softmax(value, axis=1))
                elif name == "pad" and weight is given[-1]:
                    value = emit(op.nn.pad(value, [0, 0, 0, 0, 1, 1, 1, 1]))
                elif name == "clip":
                    value = emit(op.clip(value, 0, 6))
        return value
    types = [tensor([batch, channels, size, size])] + ([] if constants or normalized else [tensor(shape) for shape in weights])
    return module(types, body)


def weighted(draw):
    """A function of an input and of weights, some of which decide what is
    computed before the input comes."""
    a, b = draw.choice((2, 4, 8)), draw.choice((2, 4))
    rows = tirx.Var("n", "int64") if draw.random() < 0.3 else 2
    count = draw.choice((1, 2, 3))
    forms = [draw.choice(("turned", "exp", "plain", "scaled", "sum", "chain")) for _ in range(count)]

    def body(emit, x, *weights):
        results = []
        for form, weight in zip(forms, weights):
            if form == "turned":
                weight = emit(op.permute_dims(emit(op.permute_dims(weight))))
            elif form == "exp":
                weight = emit(op.exp(weight))
            elif form == "scaled":
                weight = emit(op.multiply(weight, relax.const(2.0, _F32)))
            elif form == "sum":
                weight = emit(op.add(weight, weights[0]))
            elif form == "chain":
                weight = emit(op.add(emit(op.nn.relu(weight)), emit(op.exp(weight))))
            results.append(emit(op.matmul(x, weight)))
        value = results[0]
        for other in results[1:]:
            value = emit(op.add(value, other))
        return op.nn.relu(value)
    return module([tensor([rows, a])] + [tensor([a, b])] * count, body, attrs={"num_input": 1})


def _called(draw, types, body, arguments, takes):
    """A private function and a caller, with symbols of their own."""
    builder = relax.BlockBuilder()
    module(types(), body, name="inner", private=True, builder=builder)
    inner = builder.get().get_global_var("inner")
    return module(types(), lambda emit, *params: takes(emit, [
        emit(relax.Call(inner, arguments(params))) for _ in range(draw.choice((1, 1, 2)))]), region=False, builder=builder)


def privates(draw):
    """Private functions with parameters, fields of tuples and results that nobody uses."""
    count, form = draw.randint(2, 4), draw.choice(("parameters", "outputs", "tuples"))
    rows, symbolic = draw.choice((2, 4)), draw.random() < 0.3

    def one():
        return tensor([rows, tirx.Var("n", "int64") if symbolic else 4])

    def several():
        return [tensor(one().shape) for _ in range(count)] if not symbolic else [one()] * count
    used = sorted(draw.sample(range(count), draw.randint(1, count)))
    if form == "tuples":
        return _called(draw, lambda: [relax.TupleType(several())], lambda emit, t: op.exp(emit(relax.TupleGetItem(t, used[0]))), list, lambda emit, results: op.nn.relu(results[0]))
    if form == "parameters":
        def body(emit, *params):
            value = params[used[0]]
            for place in used[1:]:
                value = emit(op.add(value, params[place]))
            return op.exp(value)
        return _called(draw, several, body, list, lambda emit, results: op.nn.relu(results[-1]))

    def many(emit, x):
        return relax.Tuple([emit(op.multiply(x, relax.const(float(place), _F32))) for place in range(count)])

    def take(emit, results):
        fields = [emit(relax.TupleGetItem(result, place)) for result in results for place in used]
        return relax.Tuple(fields) if len(fields) > 1 else op.exp(fields[0])
    return _called(draw, lambda: [one()], many, list, take)


def closures(draw):
    """Local functions that use what is around them, called once or twice."""
    builder = relax.BlockBuilder()
    shape = [2, draw.choice((2, 4))]
    x, y = relax.Var("x0", tensor(shape)), relax.Var("x1", tensor(shape))
    captures, calls, steps = draw.random() < 0.7, draw.choice((1, 2)), draw.randint(1, 3)
    with builder.function("main", [x, y]):
        outside = builder.emit(op.exp(x)) if captures else x
        inner = relax.Var("v", tensor(shape))
        block, value = [], inner
        for number in range(steps):
            made = builder.normalize(op.add(value, outside) if captures and number == 0 else draw.choice(_ALIKE)(value))
            bound = relax.Var(f"t{number}", made.ty)
            block.append(relax.VarBinding(bound, made))
            value = bound
        function = relax.Function([inner], relax.SeqExpr([relax.BindingBlock(block)], value), tensor(shape))
        local = builder.emit(function)
        value = y
        for _ in range(calls):
            value = builder.emit(relax.Call(local, [value]))
        builder.emit_func_output(value)
    return builder.get()


def losses(draw):
    """A loss of parameters, a scalar, as Gradient wants it."""
    a, b = draw.choice((2, 4)), draw.choice((2, 4))
    steps = [draw.choice(("relu", "exp", "tanh", "sigmoid", "square", "scale", "permute", "softmax", "bias", "reshape", "mean", "concat", "split"))
             for _ in range(draw.randint(1, 4))]

    def body(emit, x, w, bias):
        value = emit(op.matmul(x, w)) if draw.random() < 0.7 else emit(op.multiply(x, x))
        for name in steps:
            columns = int(value.ty.shape.values[-1])
            if name in ("relu", "exp", "tanh", "sigmoid", "square"):
                value = emit({"relu": op.nn.relu, "exp": op.exp, "tanh": op.tanh, "sigmoid": op.sigmoid, "square": op.square}[name](value))
            elif name == "scale":
                value = emit(op.multiply(value, relax.const(0.5, _F32)))
            elif name == "permute" and len(value.ty.shape.values) == 2:
                value = emit(op.permute_dims(value))
            elif name == "softmax":
                value = emit(op.nn.softmax(value, axis=-1))
            elif name == "bias" and columns == b:
                value = emit(op.add(value, bias))
            elif name == "reshape":
                value = emit(op.reshape(value, [1, -1]))
            elif name == "mean":
                value = emit(op.mean(value, [-1], True))
            elif name == "concat":
                value = emit(op.concat([value, value], axis=-1))
            elif name == "split" and columns % 2 == 0:
                value = emit(relax.TupleGetItem(emit(op.split(value, 2, axis=-1)), 0))
        return op.sum(value)
    return module([tensor([3, a]), tensor([a, b]), tensor([b])], body)


def reshapes(draw):
    """Chains of reshapes."""
    shapes = [draw.choice(([24], [6, 4], [2, 12], [2, 3, 4], [1, 24], [4, 6])) for _ in range(draw.randint(1, 4))]

    def body(emit, x):
        for shape in shapes:
            x = emit(op.reshape(x, shape))
        return op.exp(x)
    return module([tensor([2, 3, 4])], body)


def moves(draw):
    """Elements that are moved to other places, and back."""
    block = draw.choice((2, 4))
    there, back = lambda i, j: (i, j // block, j % block), lambda i, j, k: (i, j * block + k)  # noqa: E731
    turn = lambda i, j: (j, i)  # noqa: E731
    maps = draw.choice(([there], [there, back], [turn, turn], [turn], [there, back, there], [turn, turn, turn]))
    between = draw.random() < 0.3

    def body(emit, x):
        for number, to in enumerate(maps):
            x = emit(op.layout_transform(x, index_map=to))
            if between and number == 0:
                x = emit(op.exp(x))
        return op.nn.relu(x)
    return module([tensor([draw.choice((4, 6)), 8])], body)


def composites(draw):
    """Operators that passes take apart."""
    rows, channels = draw.choice((2, 3)), 4
    form = draw.choice(("batch_norm", "layer_norm", "group_norm", "shape", "size", "tuple"))
    before, after = draw.choice(_ALIKE), draw.choice(_ALIKE)
    g = [tensor([channels])] * 4
    if form == "batch_norm":
        def body(emit, x, *numbers):
            made = emit(op.nn.batch_norm(emit(before(x)), *numbers, axis=1, training=training))
            return relax.Tuple([emit(after(emit(relax.TupleGetItem(made, 0)))), *([emit(relax.TupleGetItem(made, 1))] if statistics else [])])
        training, statistics = draw.random() < 0.5, draw.random() < 0.5
        return module([tensor([rows, channels, 3, 3])] + g, body)
    if form == "layer_norm":
        return module([tensor([rows, channels])] + g[:2], lambda emit, x, a, b: after(emit(op.nn.layer_norm(emit(before(x)), a, b, [-1]))))
    if form == "group_norm":
        return module([tensor([rows, channels, 3])] + g[:2], lambda emit, x, a, b: after(emit(op.nn.group_norm(x, a, b, 2, 1, [2]))))
    if form == "tuple":
        def several(emit, x):
            pair = emit(relax.Tuple([x, emit(before(x))]))
            return after(emit(relax.TupleGetItem(pair, draw.choice((0, 1)))))
        return module([tensor([rows, channels])], several)
    n = tirx.Var("n", "int64")
    return module([tensor([n, channels])], lambda emit, x: op.reshape(emit(before(x)), [n * channels] if form == "shape" else [channels, n]))


def drawn(make, seed):
    """A maker of the module that a seed gives."""
    return lambda: make(random.Random(seed))
