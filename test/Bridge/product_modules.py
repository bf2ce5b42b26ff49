"""Modules of products of matrices: of three factors, of sums, of columns that are
taken, and tensors that are permuted and joined."""
import random

from tvm import relax, tirx
from tvm.relax import op

_F32 = "float32"


def _module(body, *shapes, num_input=None, dtype=_F32, dtypes=()):
    """A function of tensors, with the results of `body` in a region."""
    sizes = {}

    def size(entry):
        return sizes.setdefault(entry, tirx.Var(entry, "int64")) if isinstance(entry, str) else entry

    params = [relax.Var(f"p{i}", relax.TensorType([size(entry) for entry in shape], dict(dtypes).get(i, dtype)))
              for i, shape in enumerate(shapes)]
    builder = relax.BlockBuilder()
    with builder.function("main", params, attrs=None if num_input is None else {"num_input": num_input}):
        with builder.dataflow():
            result = builder.emit_output(body(builder.emit, *params))
        builder.emit_func_output(result)
    return builder.get()


def orders():
    """Products of three and more factors, of integers, which give the same in any order."""
    def left(emit, x, a, b):
        return op.matmul(emit(op.matmul(x, a)), b)

    def right(emit, x, a, b):
        return op.matmul(x, emit(op.matmul(a, b)))

    def transposed(emit, x, a, b):
        return op.matmul(x, emit(op.permute_dims(emit(op.matmul(a, b)))))

    def four(emit, a, b, c, d):
        return op.matmul(a, emit(op.matmul(b, emit(op.matmul(c, d)))))

    for name, body, shapes, num_input in (
            ("left first", left, ((8, 16), (16, 2), (2, 16)), None), ("right first", right, ((8, 16), (16, 2), (2, 16)), None),
            ("left first, wide", left, ((2, 16), (16, 32), (32, 2)), None), ("left first, narrow at the end", left, ((16, 2), (2, 16), (16, 2)), None),
            ("transposed", transposed, ((8, 16), (16, 2), (2, 16)), None), ("of n rows", right, (("n", 16), (16, 2), (2, 16)), None),
            ("of n columns", left, ((16, 2), (2, 16), (16, "n")), None), ("of two sizes", right, (("n", 16), (16, "r"), ("r", 16)), None),
            ("weights at the right", left, ((1, 16), (16, 2), (2, 16)), 1), ("weights at the left", left, ((8, 16), (16, 2), (2, 16)), 0),
            ("batches", right, ((3, 1, 16), (16, 2), (2, 16)), None), ("two batches", right, ((3, 1, 16), (3, 16, 2), (3, 2, 16)), None),
            ("of four", four, ((2, 8), (8, 8), (8, 2), (2, 8)), None)):
        yield f"three factors: {name}", lambda body=body, shapes=shapes, num_input=num_input: _module(body, *shapes, num_input=num_input, dtype="int32")

    def chain(seed):
        def make():
            chosen = random.Random(seed)
            sizes = [chosen.choice((1, 2, 3, 8, 16)) for _ in range(6)]

            def body(emit, *factors):
                factors = list(factors)
                while len(factors) > 1:
                    place = chosen.randrange(len(factors) - 1)
                    factors[place:place + 2] = [emit(op.matmul(factors[place], factors[place + 1]))]
                return op.negative(factors[0])
            return _module(body, *zip(sizes, sizes[1:]), dtype="int32")
        return make

    for seed in range(8):
        yield f"five random factors, {seed}", chain(seed)


def sums():
    """Products of sums."""
    def plain(emit, x, a, b):
        return op.matmul(x, emit(op.add(a, b)))

    def transposed(emit, x, a, b):
        return op.matmul(x, emit(op.permute_dims(emit(op.add(a, b)))))

    def first(emit, x, a, b):
        return op.matmul(emit(op.add(a, b)), x)

    def changed(emit, x, w, a, b):
        return op.matmul(x, emit(op.add(w, emit(op.matmul(a, b)))))

    square = (4, 4)
    for name, body, shapes, num_input in (
            ("of matrices", plain, (("n", 4), (4, 2), (4, 2)), None), ("transposed", transposed, (("n", 4), (2, 4), (2, 4)), None),
            ("of weights", plain, ((2, 4), (4, 2), (4, 2)), 1), ("of weights and an input", plain, ((2, 4), (4, 2), (4, 2)), 2),
            ("in batches", plain, ((3, 2, 4), (3, 4, 2), (3, 4, 2)), None), ("as first factor", first, (square, square, square), None),
            ("of vectors", plain, ((2, 4), (4,), (4,)), None), ("with a change of low rank", changed, (("n", 8), (8, 8), (8, 2), (2, 8)), None),
            ("of n columns", plain, ((2, 4), (4, "n"), (4, "n")), None)):
        yield f"sums: {name}", lambda body=body, shapes=shapes, num_input=num_input: _module(body, *shapes, num_input=num_input)


def columns():
    """Products by columns that are taken."""
    def taken(axis, mode="clip", **more):
        def body(emit, x, w, i):
            return op.matmul(x, emit(op.take(w, i, axis=axis, mode=mode)), **more)
        return body

    indices = ((2, "int32"),)
    for name, body, shapes in (
            ("the last axis", taken(1), ((8, 4), (4, 10), (3,))), ("counted from the end", taken(-1), ((8, 4), (4, 10), (3,))),
            ("wrapped", taken(1, "wrap"), ((8, 4), (4, 10), (3,))), ("rows", taken(0), ((8, 3), (10, 4), (3,))),
            ("of n rows", taken(1), (("n", 4), (4, 10), (3,))), ("n indices", taken(1), ((8, 4), (4, 10), ("n",))),
            ("of batches", taken(2), ((8, 4), (5, 4, 10), (3,))), ("for batches", taken(1), ((5, 8, 4), (4, 10), (3,))),
            ("accumulated in f32", taken(1, out_dtype=_F32), ((8, 4), (4, 10), (3,))), ("for a vector", taken(1), ((4,), (4, 10), (3,)))):
        yield f"columns: {name}", lambda body=body, shapes=shapes: _module(body, *shapes, dtypes=indices)


def joins():
    """Tensors that are permuted, and joined."""
    def joined(axis, *orders):
        def body(emit, *params):
            return op.concat([emit(op.permute_dims(param, order)) for param, order in zip(params, orders)], axis=axis)
        return body

    turn = [2, 0, 1]
    for name, body, shapes in (
            ("two transposed", joined(1, None, None), ((3, 4), (5, 4))), ("on the first axis", joined(0, None, None), ((3, 4), (3, 6))),
            ("three", joined(1, None, None, None), ((3, 4), (5, 4), (1, 4))), ("three axes", joined(1, turn, turn), ((2, 3, 4), (5, 3, 4))),
            ("the last axis", joined(-1, turn, turn), ((2, 3, 4), (2, 5, 4))), ("other orders", joined(0, turn, [2, 1, 0]), ((3, 3, 4), (3, 3, 4))),
            ("n rows", joined(1, None, None), (("n", 4), (5, 4))), ("n columns", joined(1, None, None), ((3, "n"), (5, "n"))),
            ("one", joined(0, None), ((3, 4),))):
        yield f"joins: {name}", lambda body=body, shapes=shapes: _module(body, *shapes)


def weighted():
    """Functions of an input and of weights, some of which decide what is computed before the input comes."""
    def one(emit, x, w):
        return op.matmul(x, emit(op.permute_dims(w)))

    def chain(emit, x, w):
        return op.matmul(x, emit(op.exp(emit(op.permute_dims(w)))))

    def two(emit, x, a, b):
        return op.matmul(x, emit(op.add(a, b)))

    def kept(emit, x, a, b):
        return op.add(emit(op.matmul(x, emit(op.negative(a)))), b)

    def both(emit, x, w):
        return op.matmul(emit(op.matmul(x, w)), emit(op.permute_dims(w)))

    def none(emit, x, w):
        return op.matmul(x, w)

    def twice(emit, x, w):
        turned = emit(op.permute_dims(w))
        return op.add(emit(op.matmul(x, turned)), emit(op.matmul(x, emit(op.exp(turned)))))

    def constant(emit, x, w):
        return op.matmul(x, emit(op.multiply(w, relax.const(2.0))))

    for name, body, shapes, num_input in (
            ("one", one, ((8, 4), (2, 4)), 1), ("a chain", chain, ((8, 4), (2, 4)), 1), ("two", two, ((8, 4), (4, 2), (4, 2)), 1),
            ("one kept", kept, ((8, 4), (4, 2), (2,)), 1), ("both ways", both, ((8, 4), (4, 4)), 1), ("used as it is", none, ((8, 4), (4, 2)), 1),
            ("used twice", twice, ((8, 4), (2, 4)), 1), ("with a constant", constant, ((8, 4), (4, 2)), 1),
            ("of n rows", one, (("n", 4), (2, 4)), 1), ("with a size", both, (("n", 4), (4, "m")), 1),
            ("of two inputs", two, ((8, 4), (4, 2), (4, 2)), 2), ("all of them", two, ((8, 4), (4, 2), (4, 2)), 0)):
        yield f"weights: {name}", lambda body=body, shapes=shapes, num_input=num_input: _module(body, *shapes, num_input=num_input)


def moves():
    """Elements that are moved to other places, and back."""
    def moved(*maps, between=None):
        def body(emit, x):
            for index, to in enumerate(maps):
                x = emit(op.layout_transform(x, index_map=to))
                if between and index == 0:
                    x = emit(between(x))
            return op.nn.relu(x)
        return body

    blocks, whole = lambda i, j: (i, j // 4, j % 4), lambda i, j, k: (i, j * 4 + k)  # noqa: E731
    turn = lambda i, j: (j, i)  # noqa: E731
    outside, inside = lambda i, j: (j // 4, i, j % 4), lambda j, i, k: (i, j * 4 + k)  # noqa: E731
    for name, body, shape in (
            ("one", moved(blocks), (4, 8)), ("there and back", moved(blocks, whole), (4, 8)), ("turned twice", moved(turn, turn), (4, 8)),
            ("turned three times", moved(turn, turn, turn), (4, 8)), ("blocks outside", moved(outside, inside), (4, 8)),
            ("of n rows", moved(turn, turn), ("n", 8)), ("something between", moved(turn, turn, between=op.exp), (4, 8)),
            ("two pairs", moved(blocks, whole, blocks, whole), (4, 8)), ("other blocks", moved(blocks, lambda i, j, k: (i, j + k * 2)), (4, 8)),
            ("a square, turned", moved(turn, lambda i, j: (i, j)), (4, 4))):
        yield f"moves: {name}", lambda body=body, shape=shape: _module(body, shape)
