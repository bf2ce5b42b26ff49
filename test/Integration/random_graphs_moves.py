"""Operators of random graphs that move elements, reduce, scan, sort and search."""
import numpy as np

from random_graphs import (BOOL, F8, FLOATS, INTEGERS, NAMES, SIGNED, Operand, Skip, broadcast_dims, exprs, ints, is_float, operator, truth)

_I64, _I32 = np.dtype("int64"), np.dtype("int32")


def plus(dim, number):
    """The size `dim + number`."""
    return dim + number if isinstance(dim, int) else dim if number == 0 or dim == "?" else f"{dim} + {number}" if number > 0 else "?"


def times(dim, number):
    """The size `dim * number`."""
    return dim * number if isinstance(dim, int) else 0 if number == 0 else "?" if dim == "?" else f"({dim}) * {number}"


def total(dims):
    """The product of sizes."""
    if "?" in dims:
        return "?"
    if 0 in dims:
        return 0
    return int(np.prod(dims)) if all(isinstance(dim, int) for dim in dims) else " * ".join(f"({dim})" for dim in dims)


def _axis(g, x):
    """An axis as a number from the front, and as it is written."""
    axis = g.integers(0, x.array.ndim)
    return axis, axis - x.array.ndim if g.chance(0.3) else axis


def _replaced(dims, axis, dim):
    return [*dims[:axis], dim, *dims[axis + 1:]]


# Shapes.
@operator("permute_dims", "expand_dims", "squeeze", "flatten", "nn.batch_flatten", "reshape", weight=3)
def _views(g):
    op = g.choose(["permute_dims", "expand_dims", "squeeze", "flatten", "nn.batch_flatten", "reshape"])
    x = g.anything(rank=None if op not in ("nn.batch_flatten", "permute_dims") else (1, 2, 3, 4))
    rank = x.array.ndim
    if op == "permute_dims":
        axes = [int(a) for a in g.rng.permutation(rank)]
        if g.chance(0.2):
            g.emit(op, [x], lambda x: x.T, "", [x.dims[::-1]], exact=True)
        else:
            g.emit(op, [x], lambda x: x.transpose(axes), f"axes = {ints(*axes)}", [[x.dims[a] for a in axes]], exact=True)
    elif op == "expand_dims":
        if rank > 4:
            raise Skip
        axis = g.integers(0, rank + 1)
        g.emit(op, [x], lambda x: np.expand_dims(x, axis), f"axis = {ints(axis if g.chance(0.6) else axis - rank - 1)}",
               [[*x.dims[:axis], 1, *x.dims[axis:]]], exact=True)
    elif op == "squeeze":
        ones = [axis for axis, dim in enumerate(x.dims) if x.shape[axis] == 1 and (dim == 1 or g.chance(0.5))]
        if not ones:
            raise Skip
        axis = g.choose(ones)
        g.emit(op, [x], lambda x: np.squeeze(x, axis), f"axis = {ints(axis)}", [[*x.dims[:axis], *x.dims[axis + 1:]]], exact=True)
    elif op == "flatten":
        g.emit(op, [x], np.ravel, "", [[total(x.dims)]] if rank else [[1]], exact=True)
    elif op == "nn.batch_flatten":
        g.emit(op, [x], lambda x: x.reshape(x.shape[0], int(np.prod(x.shape[1:]))), "", [[x.dims[0], total(x.dims[1:])]], exact=True)
    else:
        _reshape(g, x)


def _reshape(g, x):
    sizes, rest = [], x.array.size
    for _ in range(g.integers(0, 3)):
        divisors = [d for d in range(1, min(rest, 64) + 1) if rest % d == 0]
        if not divisors:
            break
        sizes.append(g.choose(divisors))
        rest //= sizes[-1]
    sizes.append(rest)
    whole = total(x.dims)
    if isinstance(whole, str) and whole != "?" and g.chance(0.6):
        # What is left is an expression.
        kept = g.integers(0, x.array.ndim)
        dims = [*x.dims[:kept], total(x.dims[kept:])]
        shape = (*x.shape[:kept], int(np.prod(x.shape[kept:])))
        operand = g.shape_operand(dims)
        g.emit("reshape", [x], lambda x: x.reshape(shape), "", [dims], exact=True, operands=[x, operand])
        return
    operand = g.shape_operand(sizes)
    g.emit("reshape", [x], lambda x: x.reshape(sizes), "", [sizes], exact=True, operands=[x, operand])


@operator("broadcast_to", weight=1)
def _broadcast_to(g):
    x = g.anything(rank=(0, 1, 2, 3))
    dims = [g.size() if dim == 1 else dim for dim in x.dims]
    shape = [size if isinstance(dim, str) else dim for dim, size in zip(dims, x.shape)]
    if "?" in dims:
        dims = shape
    for _ in range(g.integers(0, 2)):
        more = g.integers(1, 5)
        dims, shape = [more, *dims], [more, *shape]
    operand = g.shape_operand(dims)
    g.emit("broadcast_to", [x], lambda x: np.broadcast_to(x, shape), "", [dims], exact=True, operands=[x, operand])


@operator("flip", "repeat", "tile", "nn.pad", weight=2)
def _copies(g):
    op = g.choose(["flip", "repeat", "tile", "nn.pad"])
    x = g.anything(rank=(1, 2, 3, 4))
    axis, written = _axis(g, x)
    if op == "flip":
        g.emit(op, [x], lambda x: np.flip(x, axis), f"axis = {written} : i64", [x.dims], exact=True)
    elif op == "repeat":
        count = g.integers(0, 4)
        if g.chance(0.2):
            g.emit(op, [x], lambda x: x.repeat(count), f"repeats = {count} : i64", exact=True)
        else:
            g.emit(op, [x], lambda x: x.repeat(count, axis), f"repeats = {count} : i64, axis = {written} : i64",
                   [_replaced(x.dims, axis, times(x.dims[axis], count))], exact=True)
    elif op == "tile":
        counts = [g.integers(0 if g.chance(0.1) else 1, 4) for _ in range(max(1, x.array.ndim + g.integers(-1, 2)))]
        more = [1] * max(0, len(counts) - x.array.ndim), [1] * max(0, x.array.ndim - len(counts))
        g.emit(op, [x], lambda x: np.tile(x, counts), f"repeats = {ints(*counts)}",
               [[times(dim, count) for dim, count in zip([*more[0], *x.dims], [*more[1], *counts])]], exact=True)
    else:
        _pad(g, x)


def _pad(g, x):
    mode = g.choose(["constant", "constant", "replicate", "reflect", "circular"])
    widths = [(g.integers(0, 4), g.integers(0, 4)) if g.chance(0.7) else (0, 0) for _ in x.shape]
    if mode != "constant":
        if 0 in x.shape or (mode == "reflect" and 1 in x.shape):
            raise Skip
    value = 0.0 if x.dtype in F8 or x.dtype == BOOL else float(g.integers(0, 5))
    dims = [plus(dim, before + after) for dim, (before, after) in zip(x.dims, widths)]
    if mode == "constant":
        def function(x):
            return np.pad(x, widths, constant_values=value if x.dtype != bool else False)
    else:
        def function(x):
            return np.pad(x, widths, {"replicate": "edge", "reflect": "reflect", "circular": "wrap"}[mode])
    g.emit("nn.pad", [x], function, f'pad_width = {ints(*(w for pair in widths for w in pair))}, pad_mode = "{mode}", pad_value = {value}', [dims], exact=True)


@operator("concat", "stack", "split", "meshgrid", weight=2)
def _joints(g):
    op = g.choose(["concat", "concat", "stack", "split", "meshgrid"])
    if op == "concat":
        x = g.anything(rank=(1, 2, 3))
        axis, written = _axis(g, x)
        parts = [x]
        for _ in range(g.integers(0, 3)):
            def fits(v):
                return v.array.ndim == x.array.ndim and all(a == axis or s == t for a, (s, t) in enumerate(zip(v.shape, x.shape)))
            parts.append(g.pick(x.dtype, where=fits, fit=lambda g: tuple(_replaced(list(x.shape), axis, g.size()))))
        dims = None
        if all(p.dims[:axis] + p.dims[axis + 1:] == x.dims[:axis] + x.dims[axis + 1:] for p in parts):
            sizes = [p.dims[axis] for p in parts]
            dims = [_replaced(x.dims, axis, sum(sizes) if all(isinstance(size, int) for size in sizes) else " + ".join(f"({size})" for size in sizes))]
        g.emit(op, parts, lambda *parts: np.concatenate(parts, axis), f"axis = {written} : i64", dims, exact=True)
    elif op == "stack":
        x = g.anything(rank=(0, 1, 2, 3))
        parts = [x, *(g.pick(x.dtype, shape=x.shape) for _ in range(g.integers(0, 3)))]
        axis = g.integers(0, x.array.ndim + 1)
        g.emit(op, parts, lambda *parts: np.stack(parts, axis), f"axis = {axis} : i64",
               [[*x.dims[:axis], len(parts), *x.dims[axis:]]] if all(p.dims == x.dims for p in parts) else None, exact=True)
    elif op == "meshgrid":
        x, y = g.pick([g.float, g.integer], rank=1), None
        y = g.pick(x.dtype, rank=1)
        if x.array.size * y.array.size > 20000:
            raise Skip
        indexing = g.choose(["ij", "xy"])
        g.emit(op, [x, y], lambda *a: list(np.meshgrid(*a, indexing=indexing)), f'indexing = "{indexing}"', [[x.dims[0], y.dims[0]] if indexing == "ij" else [y.dims[0], x.dims[0]]] * 2, elements=[x.dtype] * 2, exact=True)
    else:
        x = g.anything(rank=(1, 2, 3), least=1)
        axis, written = _axis(g, x)
        size = x.shape[axis]
        at = sorted(g.integers(0, size + 1) for _ in range(g.integers(1, 4)))
        parts = np.split(np.arange(size), at)
        dims = [_replaced(x.dims, axis, len(part)) for part in parts] if isinstance(x.dims[axis], int) else [_replaced(x.dims, axis, "?") for _ in parts]
        g.emit(op, [x], lambda x: np.split(x, at, axis), f"indices = {ints(*at)}, axis = {written} : i64", dims, elements=[x.dtype] * len(parts), exact=True)


@operator("layout_transform", "nn.pixel_shuffle", "reverse_sequence", weight=0.8)
def _layouts(g):
    op = g.choose(["layout_transform", "nn.pixel_shuffle", "reverse_sequence"])
    if op == "layout_transform":
        x = g.any_number(rank=2, where=lambda v: v.is_static and v.array.size, fit=lambda g: (g.integers(1, 9), g.integers(1, 24)))
        rows, columns = x.shape
        part, more = g.integers(1, 5), g.integers(0, 3)
        # A map from places to places, and the sizes that it needs; others are padding.
        index_map, sizes, move = g.choose([
            (f"(j floordiv {part}, i, j mod {part})", (-(-columns // part), rows, part), lambda i, j: (j // part, i, j % part)),
            (f"(i * {columns} + j)", (rows * columns,), lambda i, j: (i * columns + j,)),
            (f"({rows - 1} - i, j + {part})", (rows, columns + part), lambda i, j: (rows - 1 - i, j + part)),
            (f"(j, i * {part})", (columns, (rows - 1) * part + 1), lambda i, j: (j, i * part))])
        # What a split infers has these sizes and no more.
        shape = sizes if "mod" in index_map else (sizes[0] + more, *sizes[1:-1], *(sizes[-1:] if len(sizes) > 1 else ()))
        shape = (columns, *shape[1:]) if index_map.startswith("(j, ") else shape
        pad = g.integers(0, 2) if x.dtype == "i1" else g.integers(0, 100)

        def transform(x):
            result = np.full(shape, pad, x.dtype)
            result[move(*np.indices(x.shape))] = x
            return result

        g.emit(op, [x], transform, f"index_map = affine_map<(i, j) -> {index_map}>, pad_value = {pad} : i64", [list(shape)], exact=True)
    elif op == "nn.pixel_shuffle":
        x = g.any_number(rank=4, where=lambda v: v.shape[1] % 4 == 0 and v.array.size, fit=lambda g: (g.integers(1, 3), 4 * g.integers(1, 4), g.integers(1, 6), g.integers(1, 6)))
        g.emit(op, [x], lambda x: x.reshape(x.shape[0], x.shape[1] // 4, 2, 2, *x.shape[2:]).transpose(0, 1, 4, 2, 5, 3).reshape(
            x.shape[0], x.shape[1] // 4, x.shape[2] * 2, x.shape[3] * 2), "upscale_factor = 2 : i64",
               [[x.dims[0], x.dims[1] // 4 if isinstance(x.dims[1], int) else "?", times(x.dims[2], 2), times(x.dims[3], 2)]], exact=True)
    else:
        x = g.any_number(rank=(2, 3), least=1)
        lengths = g.given(_I64, g.rng.integers(0, x.shape[1] + 1, x.shape[0]), is_static=isinstance(x.dims[0], int))

        def reverse(x, lengths):
            return np.stack([np.concatenate([row[:n][::-1], row[n:]]) for row, n in zip(x, lengths)])

        g.emit(op, [x, lengths], reverse, "seq_axis = 1 : i64, batch_axis = 0 : i64", [x.dims], exact=True)


@operator("collapse_sum_to", "collapse_sum_like", weight=0.6)
def _collapses(g):
    x = g.any_number(rank=(1, 2, 3))
    kept = [not g.chance(0.5) for _ in x.shape]
    drop = g.integers(0, x.array.ndim)
    shape = tuple(size if keep else 1 for size, keep in zip(x.shape, kept))[drop:]
    dims = [dim if keep else 1 for dim, keep in zip(x.dims, kept)][drop:]

    def collapse(x, *_):
        lead = tuple(range(x.ndim - len(shape)))
        y = x.sum(lead, dtype=x.dtype)
        return y.sum(tuple(a for a, size in enumerate(shape) if size == 1), keepdims=True, dtype=x.dtype)

    count = max(1, x.array.size // max(1, int(np.prod(shape))))
    magnitude = (lambda x, *_: (8 + np.sqrt(count)) * collapse(x)) if is_float(x.dtype) else None
    if g.chance(0.5):
        operand = g.shape_operand(dims)
        g.emit("collapse_sum_to", [x], collapse, "", [dims], operands=[x, operand], magnitude=magnitude)
    else:
        y = g.fresh(x.dtype, shape, is_static=True)
        g.emit("collapse_sum_like", [x, y], collapse, "", magnitude=magnitude)


# Slices.
@operator("strided_slice", "dynamic_strided_slice", "slice_scatter", weight=2)
def _slices(g):
    op = g.choose(["strided_slice", "strided_slice", "dynamic_strided_slice", "slice_scatter"])
    x = g.anything(rank=(1, 2, 3), where=lambda v: v.dtype not in F8 or op == "strided_slice")
    rank = x.array.ndim
    if op == "strided_slice":
        axes = [int(a) for a in g.rng.permutation(rank)[:g.integers(1, rank + 1)]]
        bounds = [_bounds(g, x.shape[a]) for a in axes]
        parts = [slice(None)] * rank
        for axis, (begin, end, step) in zip(axes, bounds):
            parts[axis] = slice(begin, end, step)
        expected = np.empty(x.shape)[tuple(parts)].shape
        dims = [("?" if isinstance(dim, str) or a in axes and not isinstance(dim, int) else size) if a in axes else dim
                for a, (dim, size) in enumerate(zip(x.dims, expected))]
        g.emit(op, [x], lambda x: x[tuple(parts)], f"axes = {ints(*axes)}, begin = {exprs(*(b[0] for b in bounds))}, "
               f"end = {exprs(*(b[1] for b in bounds))}, strides = {ints(*(b[2] for b in bounds))}", [dims], exact=True)
    elif op == "dynamic_strided_slice":
        bounds = [_bounds(g, size) for size in x.shape]
        operands = [g.given(_I64, np.array(column, np.int64), is_static=True) for column in zip(*bounds)]
        parts = tuple(slice(*bound) for bound in bounds)
        g.emit(op, [x, *operands], lambda x, *_: x[parts], "", [["?"] * rank], elements=[x.dtype], exact=True, is_open=True)
    else:
        axis, written = _axis(g, x)
        size = x.shape[axis]
        begin, end = sorted((g.integers(0, size + 1), g.integers(0, size + 1)))
        step = g.integers(1, 3)
        part = tuple(slice(begin, end, step) if a == axis else slice(None) for a in range(rank))
        source = g.pick(x.dtype, shape=np.empty(x.shape)[part].shape)

        def put(x, source):
            x = x.copy()
            x[part] = source
            return x

        g.emit(op, [x, source], put, f"start = #relax.expr<{begin}>, end = #relax.expr<{end}>, step = {step} : i64, axis = {written} : i64", [x.dims], exact=True)


def _bounds(g, size):
    """Bounds and a step as Python takes them."""
    step = g.choose([1, 1, 1, 2, 3, -1, -2])
    begin, end = g.integers(-size - 2, size + 3), g.integers(-size - 2, size + 3)
    if step < 0 and end < -size:
        end = -size - 1
    return begin, end, step


# Gathers and scatters.
def _indices(g, size, *shape, negative=True):
    if size == 0:
        raise Skip
    return g.given(g.choose([_I64, _I64, _I32]), g.rng.integers(-size if negative and g.chance(0.5) else 0, size, shape))


@operator("take", "gather_elements", "gather_nd", "index_tensor", weight=2.5)
def _gathers(g):
    op = g.choose(["take", "take", "gather_elements", "gather_nd", "index_tensor"])
    x = g.anything(rank=(1, 2, 3))
    rank = x.array.ndim
    axis, written = _axis(g, x)
    size = x.shape[axis]
    if op == "take":
        mode = g.choose(["fast", "clip", "wrap"])
        shape = g.choose([(), (g.size(),), (g.integers(1, 4), g.integers(1, 5))])
        if mode == "fast":
            i = _indices(g, size, *shape, negative=False)
        elif size:
            i = g.given(g.choose([_I64, _I32]), g.rng.integers(-2 * size, 2 * size, shape))
        else:
            raise Skip

        def take(x, i):
            return x.take(np.mod(i, size) if mode == "wrap" else np.clip(i, 0, size - 1), axis)

        g.emit(op, [x, i], take, f'axis = {written} : i64, mode = "{mode}"', [[*x.dims[:axis], *i.dims, *x.dims[axis + 1:]]], elements=[x.dtype], exact=True)
    elif op == "gather_elements":
        i = _indices(g, size, *_replaced(list(x.shape), axis, g.integers(0, 6)))
        g.emit(op, [x, i], lambda x, i: np.take_along_axis(x, i, axis), f"axis = {written} : i64", [i.dims], elements=[x.dtype], exact=True)
    elif op == "gather_nd":
        many = g.integers(1, rank + 1)
        if 0 in x.shape[:many]:
            raise Skip
        count = g.integers(0, 7)
        at = np.stack([g.rng.integers(-s, s, count) for s in x.shape[:many]], -1)
        i = g.given(_I64, at, fixed=(0, 1))
        g.emit(op, [x, i], lambda x, i: x[tuple(np.moveaxis(i, -1, 0))], "", [[count, *x.dims[many:]]], elements=[x.dtype], exact=True)
    else:
        many = g.integers(1, rank + 1)
        shapes = [g.choose([(3,), (1,), (2, 1), (2, 3)]) for _ in range(many)]
        operands = [_indices(g, s, *shape) for s, shape in zip(x.shape, shapes)]
        dims = [[*broadcast_dims(g, *operands), *x.dims[many:]]]
        g.emit(op, [x, *operands], lambda x, *i: x[i], "", dims, elements=[x.dtype], exact=True)


_JOIN = {"update": lambda old, new: new, "add": lambda old, new: old + new, "mul": lambda old, new: old * new, "max": np.maximum, "min": np.minimum}


def _scattered(x, places, updates, reduction):
    result = x.copy()
    with np.errstate(all="ignore"):
        for place, update in zip(places, updates):
            result[place] = _JOIN[reduction](result[place], update)
    return result


@operator("scatter_elements", "scatter_nd", "index_put", weight=1.5)
def _scatters(g):
    op = g.choose(["scatter_elements", "scatter_nd", "index_put"])
    reduction = g.choose(list(_JOIN))
    x = g.any_number(rank=(1, 2, 3), least=1, where=lambda v: v.array.size <= 4000)
    rank = x.array.ndim
    axis, written = _axis(g, x)
    exact = reduction in ("update", "max", "min")
    if op == "scatter_elements":
        # Where several updates meet, which one stays is open.
        count = g.integers(0, x.shape[axis] + 1)
        shape = _replaced([g.integers(0, s + 1) for s in x.shape], axis, count)
        i = np.broadcast_to(np.arange(count).reshape([-1 if a == axis else 1 for a in range(rank)]), shape).copy()
        if reduction != "update":
            i = g.rng.integers(-x.shape[axis], x.shape[axis], shape)
        elif count and g.chance(0.5):
            i = g.rng.permutation(x.shape[axis])[:count].reshape([-1 if a == axis else 1 for a in range(rank)]) + np.zeros(shape, np.int64)
        i = g.given(_I64, i.astype(np.int64), is_static=True)
        u = g.fresh(x.dtype, tuple(shape), is_static=True)

        def scatter(x, i, u):
            places = [tuple(int(i[at]) if a == axis else at[a] for a in range(rank)) for at in np.ndindex(*u.shape)]
            return _scattered(x, places, [u[at] for at in np.ndindex(*u.shape)], reduction)

        g.emit(op, [x, i, u], scatter, f'axis = {written} : i64, reduction = "{reduction}"', [x.dims], exact=exact, magnitude=_joined(scatter, x, reduction))
    elif op == "scatter_nd":
        many = g.integers(1, rank + 1)
        cells = list(np.ndindex(*x.shape[:many]))
        count = g.integers(0, min(6, len(cells)) + 1)
        at = g.rng.permutation(len(cells))[:count] if reduction == "update" else g.rng.integers(0, len(cells), count)
        i = g.given(_I64, np.array([cells[k] for k in at], np.int64).reshape(count, many), fixed=(0, 1))
        u = g.fresh(x.dtype, (count, *x.shape[many:]), is_static=True)

        def scatter(x, i, u):
            return _scattered(x, [tuple(row) for row in i], list(u), reduction)

        g.emit(op, [x, i, u], scatter, f'reduction = "{reduction}"', [x.dims], exact=exact, magnitude=_joined(scatter, x, reduction))
    else:
        accumulate = g.chance(0.5)
        size = x.shape[0]
        count = g.integers(0, size + 1)
        rows = g.rng.integers(-size, size, count) if accumulate else g.rng.permutation(size)[:count]
        i = g.given(_I64, rows.astype(np.int64), is_static=True)
        v = g.fresh(x.dtype, (count, *x.shape[1:]), is_static=True)

        def put(x, i, v):
            return _scattered(x, [int(k) for k in i], list(v), "add" if accumulate else "update")

        g.emit(op, [x, i, v], put, f"accumulate = {truth(accumulate)}", [x.dims], exact=not accumulate, magnitude=_joined(put, x, "add") if accumulate else None)


def _joined(scatter, x, reduction):
    """What is accumulated, for the errors."""
    return (lambda *arrays: 8 * np.abs(scatter(*arrays))) if is_float(x.dtype) and reduction in ("add", "mul") else None


# Reductions.
def _axes(g, x):
    """Axes to reduce, as they are written and as numpy takes them."""
    rank = x.array.ndim
    if g.chance(0.2):
        return "", None
    axes = sorted(int(a) for a in g.rng.permutation(rank)[:g.integers(1, rank + 1)]) if rank else []
    written = [a - rank if g.chance(0.2) else a for a in axes]
    return f"axis = {ints(*written)}" if axes else "", tuple(axes) if axes else None


def _reduced_dims(x, axes, keep):
    axes = range(x.array.ndim) if axes is None else axes
    return [1 if a in axes else dim for a, dim in enumerate(x.dims) if keep or a not in axes]


def _text(*parts):
    return ", ".join(part for part in parts if part)


@operator("sum", "mean", "max", "min", "prod", "variance", "std", weight=4)
def _reductions(g):
    op = g.choose(["sum", "sum", "mean", "max", "min", "prod", "variance", "std"])
    x = g.pick(g.float, rank=(0, 1, 2, 3, 4)) if op in ("mean", "variance", "std") else g.any_number() if g.chance(0.9) else g.pick(BOOL)
    text, axes = _axes(g, x)
    keep = g.chance(0.4)
    count = int(np.prod([x.shape[a] for a in (range(x.array.ndim) if axes is None else axes)]))
    if op in ("mean", "variance", "std", "max", "min") and count == 0 or op == "std" and count == 1:
        raise Skip
    if op == "prod" and is_float(x.dtype) and count > 12:
        raise Skip
    floats = is_float(x.dtype)
    functions = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "mean": np.mean, "variance": np.var, "std": np.std}
    if x.dtype == BOOL:
        functions |= {"sum": np.any, "prod": np.all}

    def reduce(y):
        extra = {"dtype": x.dtype} if op in ("sum", "prod") and x.dtype.kind in "iu" else {}
        return np.asarray(functions[op](y, axis=axes, keepdims=keep, **extra))

    def magnitude(y):
        steps = 8 + np.sqrt(count)
        if op in ("sum", "mean"):
            return steps * reduce(y)
        if op in ("variance", "std"):
            whole = np.mean(np.square(y), axis=axes, keepdims=keep)
            return steps * (whole if op == "variance" else whole / np.maximum(np.sqrt(np.var(x.array, axis=axes, keepdims=keep)), 1e-30))
        return steps * np.abs(reduce(y))

    g.emit(op, [x], reduce, _text(text, f"keepdims = {truth(keep)}"), [_reduced_dims(x, axes, keep)], exact=op in ("max", "min"),
           magnitude=magnitude if floats and op not in ("max", "min") else None)


@operator("argmax", "argmin", weight=1)
def _arg_reductions(g):
    op = g.choose(["argmax", "argmin"])
    x = g.any_number(exact=True, rank=(1, 2, 3), least=1)
    axis, written = _axis(g, x)
    keep = g.chance(0.4)
    function = {"argmax": np.argmax, "argmin": np.argmin}[op]
    if g.chance(0.2):
        g.emit(op, [x], lambda x: np.asarray(function(x)), "", [[]], elements=[_I64])
    else:
        g.emit(op, [x], lambda x: function(x, axis, keepdims=keep), f"axis = {written} : i64, keepdims = {truth(keep)}",
               [_reduced_dims(x, (axis,), keep)], elements=[_I64])


@operator("median", weight=0.4)
def _median(g):
    x = g.any_number(exact=True, rank=(1, 2, 3), least=1)
    axis, written = _axis(g, x)

    def median(x):
        place = np.take(np.argsort(x, axis, kind="stable"), [(x.shape[axis] - 1) // 2], axis)
        return [np.take_along_axis(x, place, axis).squeeze(axis), place.squeeze(axis)]

    dims = _reduced_dims(x, (axis,), False)
    g.emit("median", [x], median, f"axis = {ints(written)}", [dims, dims], elements=[x.dtype, _I64], exact=True)


@operator("cumsum", "cumprod", weight=1.2)
def _scans(g):
    op = g.choose(["cumsum", "cumsum", "cumprod"])
    x = g.any_number(rank=(1, 2, 3))
    axis, written = _axis(g, x)
    if op == "cumprod" and is_float(x.dtype) and x.shape[axis] > 10:
        raise Skip
    exclusive, flat = g.chance(0.3), g.chance(0.1) and (op == "cumsum" or x.array.size < 10)
    function = {"cumsum": np.cumsum, "cumprod": np.cumprod}[op]

    def scan(y):
        y, along = (y.reshape(-1), 0) if flat else (y, axis)
        result = function(y, along, dtype=y.dtype)
        if exclusive:
            first = np.full_like(result.take([0], along), int(op == "cumprod")) if result.shape[along] else result
            result = np.concatenate([first, result.take(range(result.shape[along] - 1), along)], along) if result.shape[along] else result
        return result

    g.emit(op, [x], scan, _text("" if flat else f"axis = {written} : i64", f"exclusive = {truth(exclusive)}"), [[total(x.dims)]] if flat else [x.dims],
           magnitude=(lambda y: (8 + np.sqrt(y.shape[axis])) * np.abs(scan(y))) if is_float(x.dtype) else None)


# Order.
def _order(x, axis, descending):
    if not descending:
        return np.argsort(x, axis, kind="stable")
    return x.shape[axis] - 1 - np.flip(np.argsort(np.flip(x, axis), axis, kind="stable"), axis)


@operator("sort", "argsort", "topk", weight=1.5)
def _orders(g):
    op = g.choose(["sort", "argsort", "topk"])
    x = g.any_number(exact=True, rank=(1, 2, 3))
    axis, written = _axis(g, x)
    down = g.chance(0.5)
    if op == "sort":
        g.emit(op, [x], lambda x: np.take_along_axis(x, _order(x, axis, down), axis), f"axis = {written} : i64, descending = {truth(down)}", [x.dims], exact=True)
    elif op == "argsort":
        dtype = g.choose([_I32, _I64])
        g.emit(op, [x], lambda x: _order(x, axis, down).astype(dtype), f"axis = {written} : i64, descending = {truth(down)}, dtype = {NAMES[dtype.name]}",
               [x.dims], elements=[dtype])
    else:
        if not x.shape[axis]:
            raise Skip
        k = g.integers(1, min(x.shape[axis], 12) + 1)

        def best(x):
            order = _order(x, axis, down).take(range(k), axis)
            return [np.take_along_axis(x, order, axis), order.astype(np.int32)]

        dims = _replaced(x.dims, axis, k)
        g.emit(op, [x], best, f"k = {k} : i64, axis = {written} : i64, largest = {truth(down)}", [dims, dims], elements=[x.dtype, _I32], exact=True)


@operator("unique", "nonzero", weight=0.8)
def _counted(g):
    op = g.choose(["unique", "nonzero"])
    x = g.any_number(exact=True, where=lambda v: v.array.size <= 4000, rank=(1, 2, 3)) if g.chance(0.9) else g.pick(BOOL, rank=(1, 2))
    if op == "nonzero":
        g.emit(op, [x], lambda x: np.stack(np.nonzero(x)).astype(np.int64), "", [[x.array.ndim, "?"]], elements=[_I64], is_open=True)
        return

    def unique(x):
        values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
        return [values, first, inverse.reshape(-1), counts]

    if g.chance(0.5):
        g.emit(op, [x], unique, "return_index = true, return_inverse = true, return_counts = true", [["?"], ["?"], [total(x.dims)], ["?"]],
               elements=[x.dtype, _I64, _I64, _I64], exact=True, is_open=True)
    else:
        g.emit(op, [x], np.unique, "", [["?"]], exact=True, is_open=True)


@operator("bucketize", "one_hot", weight=0.8)
def _searches(g):
    if g.chance(0.5):
        x = g.any_number(exact=True)
        edges = g.given(x.dtype, np.sort(g.numbers(x.dtype, (g.integers(0, 9),))))
        right, short = g.chance(0.5), g.chance(0.5)
        dtype = _I32 if short else _I64
        g.emit("bucketize", [x, edges], lambda x, e: np.asarray(np.searchsorted(e, x, "right" if right else "left")).astype(dtype),
               f"right = {truth(right)}, out_int32 = {truth(short)}", [x.dims], elements=[dtype])
    else:
        i = g.pick([_I64, _I32, g.integer], rank=(0, 1, 2))
        depth = g.integers(0, 7)
        axis = g.integers(0, i.array.ndim + 1)

        def hot(i):
            places = np.arange(depth).reshape([-1 if a == axis else 1 for a in range(i.ndim + 1)])
            return np.where(np.expand_dims(i, axis) == places, 1.5, -0.25)

        name = NAMES[g.float.name]
        g.emit("one_hot", [i], hot, f"on_value = 1.5 : {name}, off_value = -0.25 : {name}, depth = {depth} : i64, axis = {axis} : i64",
               [[*i.dims[:axis], depth, *i.dims[axis:]]], elements=[g.float], exact=True)


@operator("multinomial_from_uniform", weight=0.3)
def _multinomial(g):
    rows, classes, count = g.integers(1, 4), g.integers(1, 7), g.integers(0, 8)
    # Sixteenths, and numbers between them: no sum is close to a number. Of 8 bits quarters: all of it is exact.
    steps = 4 if g.float.itemsize == 1 else 16
    p = g.given(g.float, g.rng.multinomial(steps, [1 / classes] * classes, rows) / steps)
    u = g.given(g.float, (g.rng.integers(0, steps, (count, 1)) + 0.5) / steps)
    i = g.given(_I64, g.rng.integers(0, rows, (count, 1)))
    g.emit("multinomial_from_uniform", [p, u, i], lambda p, u, i: np.array([np.minimum((np.cumsum(p[r[0]]) <= n[0]).sum(), classes - 1) for n, r in zip(u, i)],
                                                                            np.int64).reshape(count, 1), "", elements=[_I64])


@operator("quantize", "dequantize", weight=1)
def _quantization(g):
    bits = g.choose([np.dtype("int8"), np.dtype("uint8"), np.dtype("int16")])
    small = np.dtype("int8") if bits.kind == "i" else bits
    info = np.iinfo(bits)
    if g.chance(0.5):
        x = g.pick(g.float, exact=True, rank=(1, 2, 3), where=lambda v: bool((np.rint(v.array * 4) == v.array * 4).all()))
        axis, written = _axis(g, x)
        # Halves would fall on a border, thirds of quarters do not.
        scale = g.given(x.dtype, np.asarray(g.choose([0.375, 0.1875, 1.5])), is_static=True)
        zero = g.given(small, np.asarray(g.integers(0, 4), small), is_static=True)
        if (np.abs(np.mod(x.array / scale.array, 1) - 0.5) < 0.01).any():
            raise Skip
        g.emit("quantize", [x, scale, zero], lambda x, s, z: np.clip(np.rint(x / s) + z.astype(np.float64), info.min, info.max).astype(bits),
               f"out_dtype = {NAMES[bits.name]}, axis = {written} : i64", [x.dims], elements=[bits])
    else:
        x = g.pick(bits, rank=(1, 2, 3))
        axis, written = _axis(g, x)
        size = x.shape[axis]
        scale = g.fresh(g.float, (size,), 0.25, 2, is_static=True)
        zero = g.fresh(small, (size,), 0, 5, is_static=True)
        shape = [-1 if a == axis else 1 for a in range(x.array.ndim)]
        g.emit("dequantize", [x, scale, zero], lambda x, s, z: (x.astype(np.float64) - z.reshape(shape)) * s.reshape(shape),
               f"out_dtype = {NAMES[g.float.name]}, axis = {written} : i64", [x.dims], elements=[g.float])
