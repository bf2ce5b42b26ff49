"""Modules for passes that change what functions take and give: private functions
with unused parameters and results and with tuples, functions with weights, chains
of reshapes, convolutions with a normalization behind them, products with a common
factor, several operators in an order of their own."""
import numpy as np
from tvm import relax, tirx
from tvm.relax import op

_F32 = "float32"


def _tensor(*shape):
    return relax.TensorType(shape, _F32)


def _calls(types, body, arguments, takes=lambda result: result, param_types=None):
    """A private function that others call, with these types of parameters."""
    builder = relax.BlockBuilder()
    params = [relax.Var(f"p{i}", type) for i, type in enumerate(types)]
    with builder.function("inner", params, private=True):
        with builder.dataflow():
            result = builder.emit_output(body(*params))
        builder.emit_func_output(result)
    inner = builder.get().get_global_var("inner")
    params = [relax.Var(f"a{i}", type) for i, type in enumerate(param_types or types)]
    with builder.function("main", params):
        called = builder.emit(relax.Call(inner, [builder.normalize(argument) for argument in arguments(*params)]))
        result = builder.emit(takes(called))
        builder.emit_func_output(result)
    return builder.get()


def _size(name):
    return tirx.Var(name, "int64")


def parameters():
    """Private functions with parameters that they do not use."""
    def fixed(count, used):
        return lambda: _calls([_tensor(4, 4)] * count, lambda *params: op.exp(params[used]), lambda *params: params)

    for count, used in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (5, 3)):
        yield f"parameter {used} of {count} used", fixed(count, used)
    yield "all parameters used", lambda: _calls([_tensor(4)] * 2, op.add, lambda *params: params)

    def sized(keep):
        n, m = _size("n"), _size("m")
        types = [_tensor(n, m), _tensor(n * m)]
        other = [_tensor(_k := _size("k"), 4), _tensor(_k * 4)]
        return _calls(types, lambda *params: op.exp(params[keep]), lambda *params: params, param_types=other)
    yield "unused with sizes", lambda: sized(0)
    yield "unused, with the sizes of what is used", lambda: sized(1)
    yield "used twice", lambda: _calls([_tensor(4)] * 2, lambda x, y: op.add(y, y), lambda x, y: (y, x))


def outputs():
    """Private functions with results that no call uses."""
    def taken(count, *used):
        def body(x):
            return relax.Tuple([op.multiply(x, relax.const(float(i), _F32)) for i in range(count)])

        def takes(result):
            fields = [relax.TupleGetItem(result, i) for i in used]
            return fields[0] if len(fields) == 1 else relax.Tuple(fields)
        return lambda: _calls([_tensor(4)], body, lambda x: (x,), takes)

    for count, used in ((2, (0,)), (2, (1,)), (2, (0, 1)), (3, (0,)), (3, (2,)), (3, (0, 2)), (3, (1, 2)), (4, (3, 0)), (5, (1, 2, 4))):
        yield f"fields {used} of {count} taken", taken(count, *used)
    yield "whole tuple", lambda: _calls([_tensor(4)], lambda x: relax.Tuple([x, op.exp(x)]), lambda x: (x,))


def tuples():
    """Private functions with tuples as parameters."""
    def of(*sizes):
        type = relax.TupleType([_tensor(size) for size in sizes])

        def body(t):
            result = op.exp(relax.TupleGetItem(t, 0))
            for i in range(1, len(sizes)):
                result = op.add(result, op.sum(relax.TupleGetItem(t, i)))
            return result
        return lambda: _calls([type], body, lambda t: (t,))

    for sizes in ((4,), (4, 4), (4, 3, 2), (1, 2, 3, 4)):
        yield f"tuple of {sizes}", of(*sizes)
    pair = relax.TupleType([_tensor(4), _tensor(4)])
    yield "tuple and tensor", lambda: _calls([pair, _tensor(4)], lambda t, x: op.add(relax.TupleGetItem(t, 1), x), lambda t, x: (t, x))
    yield "tensor and tuple", lambda: _calls([_tensor(4), pair], lambda x, t: op.add(relax.TupleGetItem(t, 0), x), lambda x, t: (x, t))
    yield "two tuples", lambda: _calls([pair, pair], lambda s, t: op.add(relax.TupleGetItem(s, 0), relax.TupleGetItem(t, 1)),
                                       lambda s, t: (s, t))
    yield "made at the call", lambda: _calls([pair], lambda t: op.exp(relax.TupleGetItem(t, 0)), lambda x, y: (relax.Tuple([x, y]),),
                                             param_types=[_tensor(4)] * 2)
    yield "no tuple", lambda: _calls([_tensor(4)], op.exp, lambda x: (x,))


WEIGHT = np.arange(16, dtype=_F32).reshape(4, 4) / 7


def weights():
    """Functions of an input and of a weight `w` of 4 times 4."""
    def with_weight(what, weight=(4, 4)):
        def make():
            n = _size("n")
            x = relax.Var("x", _tensor(n, 4))
            w = relax.Var("w", _tensor(*(_size(size) if isinstance(size, str) else size for size in weight)))
            builder = relax.BlockBuilder()
            with builder.function("main", [x, w]):
                with builder.dataflow():
                    result = builder.emit_output(what(x, w))
                builder.emit_func_output(result)
            return builder.get()
        return make

    used = {"matmul": op.matmul, "concat": lambda x, w: op.concat([x, w]), "linear": lambda x, w: op.matmul(x, op.permute_dims(w)),
            "sum": lambda x, w: op.add(x, op.sum(w, axis=0)), "tuple": lambda x, w: relax.Tuple([x, w]),
            "twice": lambda x, w: op.matmul(op.matmul(x, w), w), "unused": lambda x, w: op.exp(x),
            "weight alone": lambda x, w: op.exp(w)}
    for name, what in used.items():
        yield f"weight: {name}", with_weight(what)
    yield "weight of unknown size", with_weight(lambda x, w: op.exp(w), ("a", "b"))


def reshapes():
    """Chains of reshapes."""
    def chain(*shapes):
        def make():
            x = relax.Var("x", _tensor(2, 3, 4))
            builder = relax.BlockBuilder()
            with builder.function("main", [x]):
                with builder.dataflow():
                    value = x
                    for shape in shapes:
                        value = builder.emit(op.reshape(value, shape))
                    value = builder.emit_output(op.exp(value))
                builder.emit_func_output(value)
            return builder.get()
        return make

    for shapes in (((24,),), ((24,), (6, 4)), ((24,), (2, 3, 4)), ((2, 3, 4),), ((6, 4), (6, 4)), ((2, 12), (24,), (4, 6)),
                   ((1, 24), (24, 1)), ((2, 3, 2, 2), (2, 3, 4), (24,)), ((6, 4), (2, 3, 4), (6, 4))):
        yield f"reshapes {shapes}", chain(*shapes)


def normalizations():
    """Convolutions with constant weights, and a normalization behind them."""
    def network(channels, kernel, center, scale, epsilon):
        def make():
            # Numbers with which all of the arithmetic is exact.
            rng = np.random.default_rng(channels)
            x = relax.Var("x", _tensor(1, 2, 6, 6))
            weight = relax.const((rng.integers(-8, 8, (channels, 2, kernel, kernel)) / 8).astype(_F32))
            gamma, beta, mean, variance = (relax.const(rng.choice(values, channels).astype(_F32))
                                           for values in ([0.5, 1, 2], [-1.5, 0.25, 3], [-2, 0.5, 1], [0.25, 1, 4]))
            builder = relax.BlockBuilder()
            with builder.function("main", [x]):
                with builder.dataflow():
                    value = builder.emit(op.nn.conv2d(x, weight))
                    value = builder.emit(op.nn.batch_norm(value, gamma, beta, mean, variance, axis=1, epsilon=epsilon, center=center,
                                                          scale=scale, training=False))
                    value = builder.emit_output(relax.TupleGetItem(value, 0))
                builder.emit_func_output(value)
            return builder.get()
        return make

    for channels, kernel in ((1, 1), (2, 1), (3, 3), (4, 2)):
        for center, scale in ((True, True), (False, True), (True, False)):
            yield (f"convolution to {channels}, {kernel} wide, center {center}, scale {scale}",
                   network(channels, kernel, center, scale, 0.0))


def orders():
    """Several operators in one region, each order of which is right."""
    def make_with(order):
        def make():
            x, y = relax.Var("x", _tensor(4)), relax.Var("y", _tensor(4))
            builder = relax.BlockBuilder()
            with builder.function("main", [x, y]):
                with builder.dataflow():
                    values = {"x": x, "y": y}
                    for name in order:
                        parts = {"a": ("x",), "b": ("y",), "c": ("a",), "d": ("b",), "e": ("a", "b"), "f": ("c", "d")}[name]
                        values[name] = builder.emit((op.exp if len(parts) == 1 else op.add)(*(values[part] for part in parts)))
                    result = builder.emit_output(relax.Tuple([values["e"], values["f"]]))
                builder.emit_func_output(result)
            return builder.get()
        return make

    for order in ("abcdef", "acbdef", "bdacef", "badcfe", "abecdf", "abedcf", "baecdf", "acbedf", "bdacfe"):
        yield f"order {order}", make_with(order)


def devices():
    """Tensors on devices."""
    def on(*places, is_tuple=False):
        def make():
            all_devices = [relax.VDevice("llvm", 0), relax.VDevice("metal", 0), relax.VDevice("metal", 1)]
            builder = relax.BlockBuilder()
            params = [relax.Var(f"x{i}", relax.TensorType((4,), _F32, all_devices[place])) for i, place in enumerate(places)]
            with builder.function("main", params):
                with builder.dataflow():
                    values = [builder.emit(op.exp(param)) for param in params]
                    result = builder.emit_output(relax.Tuple(values) if is_tuple else values[0])
                builder.emit_func_output(result)
            module = builder.get()
            module.update_global_info("vdevice", all_devices)
            return module
        return make

    for places in ((0,), (1,), (2,), (0, 1), (1, 1), (1, 2), (0, 1, 2), (2, 1, 0), (0, 0)):
        yield f"devices {places}", on(*places)
    yield "devices in a tuple", on(0, 1, is_tuple=True)


def products():
    """Products with a common first factor."""
    def with_factors(widths, biases=(), activations=(), rank=2):
        def make():
            n = _size("n")
            x = relax.Var("x", _tensor(n, 8) if rank == 2 else _tensor(2, n, 8))
            params = [relax.Var(f"w{i}", _tensor(8, width) if rank == 2 else _tensor(2, 8, width)) for i, width in enumerate(widths)]
            vectors = [relax.Var(f"b{i}", _tensor(widths[i])) for i in biases]
            builder = relax.BlockBuilder()
            with builder.function("main", [x, *params, *vectors]):
                with builder.dataflow():
                    values = [builder.emit(op.matmul(x, param, out_dtype=_F32)) for param in params]
                    for i, vector in zip(biases, vectors):
                        values[i] = builder.emit(op.add(values[i], vector))
                    for i, activation in enumerate(activations):
                        values[i] = builder.emit(activation(values[i]))
                    value = builder.emit_output(op.concat(values, axis=-1))
                builder.emit_func_output(value)
            return builder.get()
        return make

    relu, gelu, silu = op.nn.relu, op.nn.gelu, op.nn.silu
    for name, make in (("one", with_factors([4])), ("two", with_factors([4, 6])), ("three", with_factors([4, 4, 2])),
                       ("two with biases", with_factors([4, 6], (0, 1))), ("one of two with a bias", with_factors([4, 6], (0,))),
                       ("two with relu", with_factors([4, 6], (0, 1), (relu, relu))),
                       ("two with gelu", with_factors([4, 6], (0, 1), (gelu, gelu))),
                       ("three with silu", with_factors([4, 6, 2], (0, 1, 2), (silu, silu, silu))),
                       ("relu without a bias", with_factors([4, 6], (), (relu, relu))),
                       ("two ops behind", with_factors([4, 6], (0, 1), (relu, gelu))),
                       ("batches", with_factors([4, 6], rank=3)), ("batches with biases", with_factors([4, 6], (0, 1), rank=3))):
        yield f"products: {name}", make
