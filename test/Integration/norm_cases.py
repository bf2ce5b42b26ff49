"""Cases of operators that normalize, accumulate, scan and lose."""
import numpy as np

from operator_cases import excuse, ints
from spread import ALL, FLOATS, INTEGERS, NUMBERS, SIGNED, spread


def wide(*shape):
    from operator_cases import data
    return data(*shape, dtype=np.float64)


def _normal(x, axes, gamma=1, beta=0, epsilon=1e-5):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon) * gamma + beta


def _norms():
    g, b = wide(4), wide(4)
    rows = {0: ["n", "m", 4]}
    many = [[wide(2, 3, 4), g, b], [wide(5, 1, 4), g, b], [wide(1, 1, 4), g, b], [wide(0, 3, 4), g, b], [wide(3, 2, 4), g, b]]
    spread("nn.layer_norm", lambda x, g, b: _normal(x, -1, g, b), many, f"axes = {ints(-1)}", {**rows, 3: ["n", "m", 4]})
    spread("nn.rms_norm", lambda x, g: x / np.sqrt(np.square(x).mean(-1, keepdims=True) + 1e-5) * g, [z[:2] for z in many], f"axes = {ints(-1)}", {**rows, 2: ["n", "m", 4]})

    def column(v):
        return v[:, None, None]

    images = [[wide(2, 4, 3, 2), g, b], [wide(1, 4, 2, 2), g, b], [wide(1, 4, 1, 1), g, b], [wide(0, 4, 2, 3), g, b], [wide(3, 4, 2, 5), g, b]]
    dims = {0: ["n", 4, "h", "w"], 3: ["n", 4, "h", "w"]}
    spread("nn.instance_norm", lambda x, g, b: _normal(x, (2, 3), column(g), column(b)), images, f"channel_axis = 1 : i64, axes = {ints(2, 3)}", dims)

    def group(x, g, b):
        return _normal(x.reshape(x.shape[0], 2, 2, *x.shape[2:]), (2, 3, 4)).reshape(x.shape) * column(g) + column(b)

    spread("nn.group_norm", group, images, f"num_groups = 2 : i64, channel_axis = 1 : i64, axes = {ints(2, 3)}", dims)

    def batch(x, g, b, mean, variance):
        return [(x - column(mean)) / np.sqrt(column(variance) + 1e-3) * column(g) + column(b), mean, variance]

    stats = [wide(4), np.abs(wide(4)) + 0.5]
    spread("nn.batch_norm", batch, [[*z, *stats] for z in images], "axis = 1 : i64, epsilon = 1.0e-3", {0: dims[0], 5: dims[0]})


def _softmaxes():
    many, dims = [[wide(3, 5)], [wide(2, 37)], [wide(1, 1)], [wide(0, 4)], [wide(4, 9)]], {0: ["n", "m"], 1: ["n", "m"]}
    for axis in (-1, 0):
        def softmax(x, axis=axis):
            terms = np.exp(x - x.max(axis, keepdims=True, initial=-np.inf))
            return terms / terms.sum(axis, keepdims=True)

        def logarithm(x, axis=axis):
            x = x - x.max(axis, keepdims=True, initial=-np.inf)
            return x - np.log(np.exp(x).sum(axis, keepdims=True))

        spread("nn.softmax", softmax, many, f"axis = {axis} : i64", dims, FLOATS if axis else FLOATS[:1])
        spread("nn.log_softmax", logarithm, many, f"axis = {axis} : i64", dims, FLOATS if axis else FLOATS[:1])


def _sums():
    many = [[wide(3, 5)], [wide(2, 7)], [wide(1, 1)], [wide(0, 4)], [wide(4, 0)], [wide(4, 9)]]
    dims = {0: ["n", "m"], 1: ["n", "m"]}
    for op, function in (("cumsum", np.cumsum), ("cumprod", np.cumprod)):
        def scan(x):
            return function(x, 1, dtype=x.dtype) if x.dtype != bool else (np.logical_or if op == "cumsum" else np.logical_and).accumulate(x, 1)

        spread(op, scan, many, "axis = 1 : i64", dims, ALL)
    to = {0: ["n", "m"], 1: [1, "m"]}
    for elements in (NUMBERS,):
        spread("collapse_sum_to", lambda x: x.sum(0, keepdims=True, dtype=x.dtype), many, "", to, elements, known=0, shape=(1, "m"))
        spread("collapse_sum_to", lambda x: x.sum(0, keepdims=True, dtype=x.dtype), [[wide(3, 5)], [wide(2, 5)], [wide(0, 5)]], "", None, FLOATS[:1], shape=(1, 5), known=3)
        spread("collapse_sum_like", lambda x, y: x.sum(0, keepdims=True, dtype=x.dtype),
               [[x, wide(1, x.shape[1])] for (x,) in many], "", {**to, 2: [1, "m"], 1: [1, "m"]}, elements)
    spread("max", lambda x: x.max(1), many[:3] + many[-1:], f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, ALL)
    spread("min", lambda x: x.min(1), many[:3] + many[-1:], f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, ALL)
    for op, function in (("sum", np.sum), ("prod", np.prod)):
        spread(op, lambda x: function(x, axis=1, dtype=x.dtype), many, f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, ALL)

    def mean(x):
        """Of integers truncated, the sum wrapped; of nothing 0."""
        if x.dtype.kind == "f":
            return x.sum(1) / x.shape[1]
        total = x.sum(1, dtype=x.dtype)
        count = x.shape[1]
        return np.array([0 if not count else int(abs(int(t)) // count) * (1 if t >= 0 else -1) for t in total], x.dtype)

    def variance(x):
        if x.dtype.kind == "f":
            return np.square(x - mean(x)[:, None]).sum(1) / x.shape[1]
        away = x - mean(x)[:, None]
        return mean(away * away)

    spread("mean", mean, many, f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, NUMBERS)
    spread("variance", variance, many, f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, NUMBERS)
    spread("std", lambda x: np.sqrt(variance(x)) if x.dtype.kind == "f" else np.floor(np.sqrt(np.maximum(variance(x), 0).astype(np.float64))), many,
           f"axis = {ints(1)}", {0: ["n", "m"], 1: ["n"]}, NUMBERS)


def _losses():
    def nll(x, t, w):
        return np.array([-row[c] * w[c] if c != 1 else 0.0 for row, c in zip(x, t)]) if len(x) else x[:, 0]

    t, w = np.array([0, 2, 1]), np.abs(wide(4)) + 1
    runs = [[wide(3, 4), t, w], [wide(2, 4), t[:2], w], [wide(1, 4), t[:1], w], [wide(0, 4), t[:0], w], [wide(3, 4), t, w]]
    text = 'reduction = "none", ignore_index = 1 : i64'
    spread("nn.nll_loss", nll, runs, text, {0: ["n", 4], 1: ["n"], 3: ["n"]})
    spread("nn.nll_loss", lambda x, t, w: nll(x, t, w).sum(), runs[:1], 'reduction = "sum", ignore_index = 1 : i64', {0: ["n", 4], 1: ["n"]}, FLOATS[:1])

    def backward(g, x, t, w):
        result = np.zeros_like(x)
        for row, c in enumerate(t):
            if c != 1:
                result[row, c] = -g[row] * w[c]
        return result

    spread("grad.nll_loss_backward", backward, [[wide(len(t)), x, t, w] for x, t, w in runs], text, {0: ["n"], 1: ["n", 4], 2: ["n"], 4: ["n", 4]})
    spread("nn.cross_entropy_with_logits", lambda p, q: np.asarray(-(p * q).sum() / p.shape[0]), [[wide(3, 4), wide(3, 4)], [wide(2, 5), wide(2, 5)],
           [wide(1, 1), wide(1, 1)], [wide(3, 0), wide(3, 0)], [wide(5, 2), wide(5, 2)]], "", {0: ["n", "m"], 1: ["n", "m"]})
    a = wide(3)
    spread("nn.prelu", lambda x, a: np.where(x < 0, x * a, x), [[wide(4, 3), a], [wide(2, 3), a], [wide(1, 3), a], [wide(0, 3), a], [wide(5, 3), a]], "axis = 1 : i64",
           {0: ["n", 3], 2: ["n", 3]})


def _products():
    runs = [[wide(3, 5), wide(5, 4)], [wide(2, 4), wide(4, 3)], [wide(1, 1), wide(1, 1)], [wide(3, 0), wide(0, 2)], [wide(0, 3), wide(3, 2)], [wide(4, 6), wide(6, 5)]]
    dims = {0: ["n", "k"], 1: ["k", "m"], 2: ["n", "m"]}
    spread("matmul", lambda a, b: (a @ b).astype(a.dtype), runs, "", dims, NUMBERS)
    spread("einsum", lambda a, b: np.einsum("ik,kj->ij", a, b), runs, 'subscripts = "ik,kj->ij"', dims, NUMBERS)
    spread("outer", np.outer, [[wide(3), wide(4)], [wide(5), wide(1)], [wide(0), wide(2)], [wide(2), wide(6)]], "", {0: ["n"], 1: ["m"], 2: ["n", "m"]}, NUMBERS)
    spread("ewise_fma", lambda a, b, c: a * b + c, [[wide(3, 4)] * 3, [wide(2, 5)] * 3], "", dict.fromkeys(range(4), ["n", "m"]), NUMBERS)
    places = {0: ["n", "m"], 1: ["n", "m"], 2: ["n", "m"]}

    def some(*shape):
        x = np.rint(wide(*shape) * 4) / 4
        return np.where(x == 0, 1, x)

    pairs = [[some(3, 4), some(3, 4)], [some(1, 5), some(1, 5)]]
    for op, function in (("floor_divide", lambda a, b: np.floor(a / b)), ("floor_mod", np.mod), ("mod", np.fmod)):
        spread(op, function, pairs, "", places, FLOATS[:4])


families = (_norms, _softmaxes, _sums, _losses, _products)
