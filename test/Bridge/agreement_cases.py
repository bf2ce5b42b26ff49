"""Cases for utils/tvm-agreement.py, made from TVM's public API by a seed: calls of
operators, chains of them for passes, tensor programs with schedules."""
import random

import numpy as np
import tvm
from tvm import relax, te, tirx
from tvm.relax import op

_UNARY = ("abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "exp", "floor", "log", "negative", "round", "rsqrt", "sigmoid",
          "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh", "isfinite", "isinf", "isnan", "nn.relu", "nn.gelu", "nn.silu",
          "nn.softmax", "nn.log_softmax", "zeros_like", "ones_like", "flatten", "shape_of", "permute_dims", "nn.leakyrelu")
_BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "floor_divide", "equal", "not_equal", "greater",
           "greater_equal", "less", "less_equal")
_REDUCTIONS = ("sum", "mean", "max", "min", "prod", "variance", "std")
_ALIKE = ("nn.relu", "exp", "negative", "sigmoid", "tanh", "square", "abs", "sin")
_DTYPES = ("float32", "float32", "float16", "float64", "int32", "int64")


def _operator(name):
    found = op
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _tensor(shape, dtype):
    return relax.TensorType(shape, dtype)


def _module(types, body):
    """A function `main` of parameters of these types."""
    builder = relax.BlockBuilder()
    params = [relax.Var(f"x{number}", type) for number, type in enumerate(types)]
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(body(builder, *params))
        builder.emit_func_output(result)
    return builder.get()


def _shape(draw, symbols, rank=None):
    """Sizes; some are symbols if there are any."""
    rank = draw.randint(1, 4) if rank is None else rank
    return [draw.choice(symbols) if symbols and draw.random() < 0.3 else draw.choice((1, 2, 3, 5)) for _ in range(rank)]


def _broadcast(draw, shape):
    """Sizes that broadcast with others."""
    kept = shape[draw.randint(0, len(shape) - 1):]
    return [1 if draw.random() < 0.3 else size for size in kept]


def _call(draw, symbolic):
    """An operator's name, and a maker of a module that calls it."""
    symbols = [tirx.Var("n", "int64"), tirx.Var("m", "int64")] if symbolic else []
    dtype, shape = draw.choice(_DTYPES), _shape(draw, symbols)
    form = draw.choice(("unary", "binary", "binary", "reduction", "matmul", "take", "concat", "reshape", "slice", "cast", "where"))
    if form == "unary":
        name = draw.choice(_UNARY)
        return name, [_tensor(shape, dtype)], lambda _, x: _operator(name)(x)
    if form == "binary":
        name = draw.choice(_BINARY)
        types = [_tensor(shape, dtype), _tensor(_broadcast(draw, shape), dtype)]
        draw.shuffle(types)
        return name, types, lambda _, x, y: _operator(name)(x, y)
    if form == "reduction":
        name, axes, keep = draw.choice(_REDUCTIONS), draw.sample(range(len(shape)), draw.randint(1, len(shape))), draw.random() < 0.5
        return name, [_tensor(shape, dtype)], lambda _, x: _operator(name)(x, axes, keep)
    if form == "matmul":
        batch, inner = _shape(draw, symbols, draw.randint(0, 2)), draw.choice((1, 3, 8))
        types = [_tensor(batch + [draw.choice((2, 4)), inner], dtype), _tensor([inner, draw.choice((3, 5))], dtype)]
        return "matmul", types, lambda _, x, y: op.matmul(x, y)
    if form == "take":
        axis = draw.randrange(len(shape))
        types = [_tensor([max(2, size) if isinstance(size, int) else size for size in shape] if not symbols else [3] * len(shape), dtype)]
        types.append(_tensor(_shape(draw, [], draw.randint(0, 2)), "int64"))
        return "take", types, lambda _, x, i: op.take(x, i, axis, mode="clip")
    if form == "concat":
        axis = draw.randrange(len(shape))
        return "concat", [_tensor(shape, dtype)] * 2, lambda _, x, y: op.concat([x, y], axis)
    if form == "reshape":
        return "reshape", [_tensor(shape, dtype)], lambda _, x: op.reshape(x, [-1])
    if form == "slice":
        axis = draw.randrange(len(shape))
        return "strided_slice", [_tensor(shape, dtype)], lambda _, x: op.strided_slice(x, [axis], [0], [1])
    if form == "cast":
        target = draw.choice(("float32", "float16", "int32", "bool", "uint8"))
        return "astype", [_tensor(shape, dtype)], lambda _, x: op.astype(x, target)
    return "where", [_tensor(shape, "bool")] + [_tensor(shape, dtype)] * 2, lambda _, c, x, y: op.where(c, x, y)


def calls(seed, count):
    """Group, name and maker of modules of one call each."""
    for number in range(count):
        draw = random.Random(f"call {seed} {number}")
        name, types, body = _call(draw, number % 2 == 1)
        yield name, f"{name} {seed}.{number}", lambda types=types, body=body: _module(types, body)


def _chain(draw):
    """A module of several operators, with a product and a bias at times."""
    rows, inner, columns = draw.choice((1, 2, 4)), draw.choice((3, 8)), draw.choice((4, 5))
    rows = tirx.Var("n", "int64") if draw.random() < 0.3 else rows
    weight = np.random.default_rng(draw.randrange(1000)).uniform(0.1, 0.9, (inner, columns)).astype("float32")
    steps = [draw.choice(_ALIKE) for _ in range(draw.randint(1, 4))]
    end = draw.choice(("none", "softmax", "sum", "transpose", "twice"))

    def body(builder, x, bias):
        value = builder.emit(op.matmul(x, relax.const(weight)))
        value = builder.emit(op.add(value, bias))
        for step in steps:
            value = builder.emit(_operator(step)(value))
        if end == "softmax":
            value = builder.emit(op.nn.softmax(value))
        elif end == "sum":
            value = builder.emit(op.sum(value, [1]))
        elif end == "transpose":
            value = builder.emit(op.permute_dims(value))
        elif end == "twice":
            value = builder.emit(op.add(builder.emit(op.exp(value)), builder.emit(op.exp(value))))
        return value
    return _module([_tensor([rows, inner], "float32"), _tensor([columns], "float32")], body)


def _transformed(name):
    """TVM's pass of a name, after what it needs, and the module before it."""
    passes = relax.transform
    needed = {"AnnotateTIROpPattern": [passes.LegalizeOps()],
              "FuseOps": [passes.LegalizeOps(), passes.AnnotateTIROpPattern()],
              "FuseTIR": [passes.LegalizeOps(), passes.AnnotateTIROpPattern(), passes.FuseOps()]}
    return tvm.transform.Sequential(needed.get(name, [])), getattr(passes, name)()


# Passes of TVM, and ours.
PASSES = {
    "LegalizeOps": "relax-legalize-ops", "AnnotateTIROpPattern": "relax-annotate-tir-op-pattern", "FuseOps": "relax-fuse-ops",
    "FuseTIR": "relax-fuse-tir", "FoldConstant": "relax-fold-constant", "CanonicalizeBindings": "relax-canonicalize-bindings",
    "DeadCodeElimination": "relax-dead-code-elimination", "EliminateCommonSubexpr": "cse", "ToNonDataflow": "relax-to-non-dataflow",
    "ConvertToDataflow": "relax-convert-to-dataflow", "Normalize": "relax-normalize",
}


def passes(seed, count):
    """Pass, name, and a maker of the modules before and after it in TVM."""
    for number in range(count):
        group = list(PASSES)[number % len(PASSES)]

        def make(number=number, group=group):
            before, transform = _transformed(group)
            with tvm.target.Target("llvm"):
                module = before(_chain(random.Random(f"chain {seed} {number // len(PASSES)}")))
                return module, transform(module)
        yield group, f"{group} {seed}.{number}", make


def _computed(draw):
    """The tensors of a small computation."""
    shape = [draw.choice((4, 6, 8)) for _ in range(draw.randint(2, 3))]
    left, right = te.placeholder(shape, name="A"), te.placeholder(shape, name="B")
    form = draw.choice(("elementwise", "sum", "transposed", "two"))
    if form == "sum":
        axis = te.reduce_axis((0, shape[-1]), name="k")
        return form, [left, te.compute(shape[:-1], lambda *i: te.sum(left[(*i, axis)], axis=axis), name="C")]
    if form == "transposed":
        return form, [left, te.compute(shape[::-1], lambda *i: left[tuple(reversed(i))], name="C")]
    joined = te.compute(shape, lambda *i: left[i] * right[i] + te.exp(left[i]), name="C")
    if form == "two":
        return form, [left, right, te.compute(shape, lambda *i: joined[i] + right[i], name="D")]
    return form, [left, right, joined]


def _scheduled(draw, function):
    """A program after some primitives."""
    schedule = tvm.s_tir.Schedule(tvm.IRModule({"main": function}))
    for name in draw.sample(("C", "D"), 2):
        try:
            block = schedule.get_sblock(name)
        except Exception:  # This computation has no such block.
            continue
        loops = schedule.get_loops(block)
        what = draw.choice(("split", "fuse", "reorder", "parallel", "unroll", "none"))
        if what == "split":
            outer, inner = schedule.split(loops[0], [None, draw.choice((2, 3))])
            if draw.random() < 0.5:
                schedule.vectorize(inner) if len(loops) == 1 else schedule.unroll(inner)
            schedule.parallel(outer)
        elif what == "fuse":
            schedule.fuse(*loops[:2])
        elif what == "reorder":
            schedule.reorder(*reversed(loops[:2]))
        elif what != "none":
            getattr(schedule, what)(loops[0])
    return schedule.mod["main"].with_attr("tirx.is_scheduled", True)


def programs(seed, count):
    """Form, name and maker of modules that call a scheduled tensor program."""
    for number in range(count):
        draw = random.Random(f"program {seed} {number}")
        form, tensors = _computed(draw)

        def make(draw=draw, tensors=tensors):
            program = _scheduled(draw, te.create_prim_func(tensors)).without_attr("global_symbol")
            builder = relax.BlockBuilder()
            callee = builder.add_func(program, "program")
            types = [_tensor(list(tensor.shape), tensor.dtype) for tensor in tensors]
            params = [relax.Var(f"x{place}", type) for place, type in enumerate(types[:-1])]
            with builder.function("main", params):
                builder.emit_func_output(builder.emit(relax.op.call_tir(callee, params, types[-1])))
            return builder.get()
        yield form, f"program {form} {seed}.{number}", make
