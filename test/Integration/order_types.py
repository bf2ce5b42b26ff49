"""Cases of operators that order, search, create, quantize and choose boxes,
with each type of elements."""
import numpy as np

from operator_cases import add, data, element_of, excuse, ints
from order_cases import _attended, _order
from spread import ALL, FLOAT8, FLOATS, INTEGERS, NUMBERS, as_element, is_float, spread


def wide(*shape):
    return data(*shape, dtype=np.float64)


def _orders():
    many = [[wide(3, 6)], [wide(2, 9)], [wide(1, 1)], [wide(0, 4)], [wide(5, 8)]]
    dims = {0: ["n", "m"], 1: ["n", "m"]}
    spread("sort", lambda x: np.sort(x, 1), many, "axis = 1 : i64", dims, ALL)
    spread("argsort", lambda x: _order(x, 1), many, "axis = 1 : i64, dtype = i64", dims, ALL)

    def top(x):
        order = _order(x, 1, True)[:, :1]
        return [np.take_along_axis(x, order, 1), order.astype(np.int32)]

    spread("topk", top, many, "k = 1 : i64, axis = 1 : i64", {0: ["n", "m"], 1: ["n", 1], 2: ["n", 1]}, ALL)

    def middle(x):
        order = np.argsort(x, 1, kind="stable")
        place = order[:, [(x.shape[1] - 1) // 2]]
        if x.dtype.kind == "f":  # NaN, where there is one.
            place = np.where(np.isnan(x).any(1, keepdims=True), order[:, -1:], place)
        return [np.take_along_axis(x, place, 1)[:, 0], place[:, 0]]

    spread("median", middle, many, f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"], 2: ["n"]}, NUMBERS)
    for op, function in (("argmax", np.argmax), ("argmin", np.argmin)):
        spread(op, lambda x: function(x, 1), many, "axis = 1 : i64", {0: ["n", "m"], 1: ["n"]}, ALL)
    spread("bucketize", lambda x, e: np.searchsorted(e, x), [[wide(3, 4), np.sort(np.abs(wide(5)))], [wide(2, 3), np.sort(np.abs(wide(4)))], [wide(1, 1), np.sort(np.abs(wide(1)))],
           [wide(0, 2), np.sort(np.abs(wide(3)))], [wide(2, 2), np.sort(np.abs(wide(6)))]], "", {0: ["n", "m"], 1: ["k"], 2: ["n", "m"]}, NUMBERS)
    spread("nonzero", lambda x: np.stack(np.nonzero(x)), many, "", {0: ["n", "m"], 1: [2, "?"]}, ALL)
    spread("nonzero", lambda x: np.stack(np.nonzero(x)), [[wide(5)], [wide(2)]], "", {0: ["n"], 1: [1, "?"]}, ALL[:1], known=0)
    for x in (wide(4, 3), wide(2, 5)):
        y = as_element(x, np.float32)
        add("nonzero", [y], np.stack(np.nonzero(y)), "", {1: [2, "?"]})
        add("unique", [y], np.unique(y), "", {1: ["?"]})
    spread("unique", np.unique, many, "", {0: ["n", "m"], 1: ["?"]}, ALL, special=None)
    x = np.array([[2, np.nan, np.inf, 2, -np.inf]], np.float32)
    add("unique", [x], np.unique(x), "", {1: ["?"]})
    hot = np.array([[2, 0], [3, 9]])
    for on in ALL:
        name = element_of(np.zeros(0, on))
        values = ("true", "false") if on is np.bool_ else ("2.0", "0.0") if is_float(on) else ("2", "0")
        suffix = "" if on is np.bool_ else f" : {name}"

        def encode(z):
            return (np.where(z[..., None] == np.arange(4), 2, 0)).astype(on)

        add("one_hot", [hot], encode(hot), f"on_value = {values[0]}{suffix}, off_value = {values[1]}{suffix}, depth = 4 : i64", {0: ["n", "m"], 1: ["n", "m", 4]},
            more=[([z], encode(z)) for z in (hot[:1, :1], hot[:0], np.array([[1, 2, 3]]))])
    add("one_hot", [hot[0]], encode(hot[0]), "on_value = true, off_value = false, depth = 4 : i64")
    for kind in INTEGERS:
        z = hot.astype(kind)
        add("one_hot", [z], encode(hot), "on_value = true, off_value = false, depth = 4 : i64")


def _draws():
    prob = np.array([[0.125, 0.25, 0.125, 0.5], [0, 1, 0, 0]])
    number, row = np.array([[0.0625], [0.25], [0.875]]), np.array([[0], [1], [0]])

    def draw(p, u, r):
        return np.array([[min(int((np.cumsum(p[int(i)]) <= x).sum()), p.shape[1] - 1)] for (i,), (x,) in zip(r, u)], np.int64).reshape(len(r), 1)

    for prob_type in FLOATS:
        spread_runs = [[z.astype(prob_type) if z.dtype == np.float64 else z for z in run] for run in
                       ([prob, number, row], [prob[:1], number[:1], row[:1]], [prob, number[:0], row[:0]], [prob, number[1:], row[1:]])]
        add("multinomial_from_uniform", spread_runs[0], draw(*spread_runs[0]))
        add("multinomial_from_uniform", spread_runs[3], draw(*spread_runs[3]))
        add("multinomial_from_uniform", spread_runs[0], draw(*spread_runs[0]), "", {0: ["b", "c"], 1: ["n", 1], 2: ["n", 1], 3: ["n", 1]},
            more=[(run, draw(*run)) for run in spread_runs[1:]])
    # What is not less than NaN is drawn last.
    prob = np.array([[0.5, np.nan, 0.5]], np.float32)
    number, row = np.array([[0.25], [0.75]], np.float32), np.array([[0], [0]])
    add("multinomial_from_uniform", [prob, number, row], np.array([[0], [1]]))


def _created():
    for kind in ALL:
        name = element_of(np.zeros(0, kind))
        value = as_element(np.array(1.25), kind)
        add("full", [value], np.full((2, 3), value), shape=(2, 3), shape_at=0)
        x = [as_element(wide(*shape), kind) for shape in ((2, 3), (1, 4), (0, 2), (3, 5))]
        dims, results = {0: ["n", "m"], 1: ["n", "m"]}, {0: ["n", "m"], 2: ["n", "m"]}
        add("full_like", [x[0], value], np.full_like(x[0], value), "", results, more=[([z, value], np.full_like(z, value)) for z in x[1:]])
        for op, function in (("ones", np.ones_like), ("zeros", np.zeros_like)):
            add(op + "_like", [x[0]], function(x[0]), "", dims, more=[([z], function(z)) for z in x[1:]])
            add(op, [], function(x[0]), f"dtype = {name}", shape=(2, 3), shape_at=0)
        add("eye_like", [x[0]], np.eye(2, 3, 1).astype(kind), "k = 1 : i64", dims, more=[([z], np.eye(*z.shape, 1).astype(kind)) for z in x[1:]])
        add("eye", [], np.eye(3, 4).astype(kind), f"n = #relax.expr<3>, m = #relax.expr<4>, dtype = {name}")
        if kind is np.bool_:
            add("arange", [], np.array([False, True]), "start = #relax.expr<0>, end = #relax.expr<2>, step = #relax.expr<1>, dtype = i1")
        else:
            add("arange", [], np.arange(3, 11, 2).astype(kind), f"start = #relax.expr<3>, end = #relax.expr<11>, step = #relax.expr<2>, dtype = {name}")
        if is_float(kind):
            steps = 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(8) / 8)
            add("hamming_window", [], steps.astype(kind), f"window_size = 8 : i64, periodic = true, dtype = {name}")
    spoiled = np.array([[np.nan, np.inf, -np.inf]], np.float32)
    for op, function in (("ones_like", np.ones_like), ("zeros_like", np.zeros_like)):
        for z in (spoiled, data(3, 4)):
            add(op, [z], function(z))
    for z in (spoiled, data(3, 4)):
        add("eye_like", [z], np.eye(*z.shape, dtype=np.float32))
        add("full_like", [z, np.float32(np.inf) + np.zeros((), np.float32)], np.full_like(z, np.inf))
    for z in (np.array(np.nan, np.float32), np.array(np.inf, np.float32)):
        add("full", [z], np.full((0, 1), z), shape=(0, 1), shape_at=0)
    excuse("full", "its only tensor has rank 0; the shape is an operand of its own, tried as (2, 3), (3, 4) and (0, 1)",
           "two known shapes", "sizes at run time", "size 0", "size 1")


def _quantization():
    zero = np.array([0, 1, -1], np.int8)

    runs = [(3,), (2, 3), (1, 3), (0, 3), (4, 3)]
    scale = np.array([0.5, 0.25, 1.0])
    whole = ((np.int8, "i8"), (np.uint8, "ui8"), (np.int16, "i16"), (np.uint16, "ui16"), (np.int32, "i32"))
    for source in FLOATS:
        for kind, name in whole[:5] if source in FLOATS[:4] else whole[:1]:
            ends = np.iinfo(kind)

            def steps(x):
                with np.errstate(all="ignore"):
                    y = np.rint(x.astype(np.float64) / scale) + zero
                    return np.where(np.isnan(y), 0, np.clip(y, ends.min, ends.max)).astype(kind)

            xs = [as_element(wide(*shape) * 4, source) for shape in runs[1:]]
            special = as_element(np.array([[np.nan, np.inf, -np.inf]]), source)
            operands = [scale.astype(source), zero]
            add("quantize", [xs[0], *operands], steps(xs[0]), f"out_dtype = {name}", {0: ["n", 3], 3: ["n", 3]},
                more=[([x, *operands], steps(x)) for x in (*xs[1:], special)])
            ys = [steps(x) for x in xs]
            with np.errstate(all="ignore"):
                back = [((y.astype(np.float64) - zero) * scale).astype(source) for y in ys]
            add("dequantize", [ys[0], *operands], back[0], f"out_dtype = {element_of(xs[0])}", {0: ["n", 3], 3: ["n", 3]},
                more=[([y, *operands], z) for y, z in zip(ys[1:], back[1:])])
    for kind in (np.int64, np.uint32, np.uint64, *FLOAT8):
        y = as_element(wide(2, 3), kind)
        add("dequantize", [y, scale.astype(np.float32), zero], ((y.astype(np.float64) - zero) * scale).astype(np.float32), "out_dtype = f32")
    for kind in FLOAT8:
        x = wide(2, 3).astype(np.float32)
        add("quantize", [x, scale.astype(np.float32), zero], (x / scale + zero).astype(kind), f"out_dtype = {element_of(np.zeros(0, kind))}")
    for x in xs[:1] + xs[-1:]:
        add("dequantize", [steps(x), scale.astype(np.float32), zero], ((steps(x).astype(np.float64) - zero) * scale).astype(np.float32), "out_dtype = f32")
    add("dequantize", [np.array([[1, 2, 3]], np.int8), np.array([np.nan, np.inf, 1], np.float32), np.array([0, 0, 0], np.int8)],
        np.array([[np.nan, np.inf, 3]], np.float32), "out_dtype = f32")


def _attention():
    def heads(*lengths):
        return [wide(b, s, h, d) for b, s, h, d in lengths]

    def attend(q, k, v, *bias):
        with np.errstate(all="ignore"):
            q, k, v = (z.transpose(0, 2, 1, 3) for z in (q, k, v))
            scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
            scores = scores + bias[0] if bias else scores
            e = np.exp(scores - scores.max(-1, keepdims=True, initial=-np.inf))
            return ((e / e.sum(-1, keepdims=True)) @ v).transpose(0, 2, 1, 3)

    shapes = ((2, 3, 4), (1, 2, 3), (1, 1, 1), (0, 2, 2), (2, 4, 5))
    runs = [heads((b, s, 2, 4), (b, t, 2, 4), (b, t, 2, 4)) for b, s, t in shapes]
    dims = {0: ["b", "s", 2, 4], 1: ["b", "t", 2, 4], 2: ["b", "t", 2, 4]}
    spread("nn.attention", attend, runs, "", {**dims, 3: dims[0]}, FLOATS)
    spread("nn.attention_bias", attend, [[*run, wide(b, 1, s, t)] for run, (b, s, t) in zip(runs, shapes)], "", {**dims, 3: ["b", 1, "s", "t"], 4: dims[0]}, FLOATS)

    def ragged(q, k, v, starts, *_):
        return np.concatenate([attend(q[:, a:b], k[:, a:b], v[:, a:b]) for a, b in zip(starts, starts[1:])], 1)

    runs = []
    for starts in ([0, 2, 5], [0, 1, 4], [0, 1, 1], [0, 3, 4]):
        count, bounds = starts[-1], np.array(starts, np.int32)
        runs.append([*heads(*[(1, count, 2, 4)] * 3), bounds, bounds, np.array(4, np.int32), np.array(4, np.int32)])
    spread("nn.attention_var_len", ragged, runs, "", {0: [1, "s", 2, 4], 1: [1, "s", 2, 4], 2: [1, "s", 2, 4], 7: [1, "s", 2, 4]}, FLOATS)
    excuse("nn.attention_var_len", "the tokens of all sequences are one axis, and there is at least one", "size 0")


families = (_orders, _draws, _created, _quantization, _attention)
