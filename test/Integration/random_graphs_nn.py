"""Operators of random graphs that contract, convolve, pool, normalize, attend and sample."""
import string

import numpy as np

from random_graphs import F16, F32, F64, BF16, SIGNED, Skip, broadcast_dims, ints, is_float, operator, truth
from random_graphs_moves import times, total

_I64 = np.dtype("int64")


def _steps(count):
    """How far the order of a sum may move it, in units of its last place."""
    return 8 + np.sqrt(max(count, 1))


@operator("matmul", "outer", "einsum", weight=3.5)
def _products(g):
    op = g.choose(["matmul", "matmul", "matmul", "outer", "einsum"])
    kind = g.choose([g.float, g.float, g.float, np.dtype("int32"), _I64])
    if op == "outer":
        x, y = g.pick(kind, rank=1), g.pick(kind, rank=1)
        if x.array.size * y.array.size > 100000:
            raise Skip
        g.emit(op, [x, y], np.outer, "", [[x.dims[0], y.dims[0]]])
    elif op == "matmul":
        if g.chance(0.25):
            sizes = [g.choose([1, 7, 16, 33, 64, 65, 100, 128, 131, 200]) for _ in range(3)]
            x, y = g.fresh(kind, (sizes[0], sizes[1]), -1, 1), g.fresh(kind, (sizes[1], sizes[2]), -1, 1)
        else:
            x = g.pick(kind, rank=(1, 2, 3, 4), where=lambda v: v.array.size <= 20000)
            k = x.shape[-1]
            y = g.pick(kind, where=lambda v: v.array.ndim in (1, 2) and v.shape[-2 if v.array.ndim > 1 else 0] == k and v.array.size <= 20000,
                       fit=lambda g: (*x.shape[:-2], k, g.size()) if g.chance(0.2) else (k, g.size()) if g.chance(0.8) else (k,))
        count = x.shape[-1]
        dims = [[*x.dims[:-1], y.dims[1]]] if y.array.ndim == 2 and x.array.ndim > 1 else None
        g.emit(op, [x, y], np.matmul, "", dims, magnitude=(lambda x, y: _steps(count) * np.matmul(x, y)) if is_float(kind) else None)
    else:
        text = g.choose(["ij,jk->ik", "ij,kj->ik", "ij,ij->i", "bij,bjk->bik", "ij->ji", "ij->", "i,j->ij", "bij,bij->b", "ijk,k->ij"])
        left = text.split("->")[0].split(",")
        sizes = {letter: g.size() for letter in set("".join(left))}
        if len(left) > 1 and np.prod(list(sizes.values())) > 50000:
            raise Skip
        operands = [g.pick(kind, shape=tuple(sizes[c] for c in letters)) for letters in left]
        count = int(np.prod([sizes[c] for c in sizes if c not in text.split("->")[1]]))
        known = {}
        for letter, dim in ((c, d) for letters, v in zip(left, operands) for c, d in zip(letters, v.dims)):
            known[letter] = dim if known.get(letter, dim) == dim else "?"
        dims = [[known[c] for c in text.split("->")[1]]]
        g.emit(op, operands, lambda *a: np.asarray(np.einsum(text, *a)), f'subscripts = "{text}"', dims,
               magnitude=(lambda *a: _steps(count) * np.asarray(np.einsum(text, *a))) if is_float(kind) else None)


def _windows(x, size, strides, dilation, padding, fill=0):
    """The windows over all axes but the first two, appended as axes."""
    rank = len(size)
    x = np.pad(x, [(0, 0), (0, 0), *((padding[a], padding[a + rank]) for a in range(rank))], constant_values=fill)
    reach = [(k - 1) * d + 1 for k, d in zip(size, dilation)]
    views = np.lib.stride_tricks.sliding_window_view(x, reach, tuple(range(2, 2 + rank)))
    return views[(slice(None), slice(None), *(slice(None, None, s) for s in strides), *(slice(None, None, d) for d in dilation))]


def _after(dim, size, stride, dilation, padding):
    """How many windows an axis has."""
    room = padding - dilation * (size - 1) - 1
    if isinstance(dim, int):
        return (dim + room) // stride + 1
    return f"(({dim}) {'-' if room < 0 else '+'} {abs(room)}) floordiv {stride} + 1"


def _moved(x, plain, layout):
    return np.ascontiguousarray(x.transpose([plain.index(letter) for letter in layout]))


def _image(g, rank, channels=None, kind=None, least=1):
    """An image with channels in front."""
    limit = {1: 40, 2: 14, 3: 7}[rank]
    kind = kind or g.float
    return g.pick(kind, rank=rank + 2, where=lambda v: (channels is None or v.shape[1] % channels == 0) and min(v.shape[2:]) >= least and v.shape[1] > 0
                  and v.array.size <= 30000,
                  fit=lambda g: (g.integers(1, 4), (channels or 1) * g.choose([1, 2, 3, 4, 8, 16]), *(g.integers(least, limit + least) for _ in range(rank))), reuse=0.5)


@operator("nn.conv1d", "nn.conv2d", "nn.conv3d", weight=2)
def _convolution(g):
    rank = g.choose([1, 2, 2, 2, 3])
    groups = g.choose([1, 1, 1, 2, 4])
    x = _image(g, rank, groups, least=3)
    if g.chance(0.15) and x.shape[1] <= 8:
        groups = x.shape[1]  # Depthwise.
    channels = x.shape[1] // groups
    out = groups * g.choose([1, 2, 3, 4, 8])
    kernel = [g.integers(1, min(4, s + 1)) for s in x.shape[2:]]
    strides, dilation = [g.choose([1, 1, 2, 3]) for _ in kernel], [g.choose([1, 1, 1, 2]) for _ in kernel]
    padding = [g.integers(0, 3) if g.chance(0.5) else 0 for _ in range(2 * rank)]
    if any(s + padding[a] + padding[a + rank] < (k - 1) * d + 1 for a, (s, k, d) in enumerate(zip(x.shape[2:], kernel, dilation))):
        raise Skip
    w = g.fresh(x.dtype, (out, channels, *kernel), -1, 1, is_static=g.chance(0.8))
    letters = "xyz"[:rank]
    axes = "dhw"[3 - rank:]

    def convolve(x, w):
        windows = _windows(x, kernel, strides, dilation, padding)
        parts = [np.einsum(f"nc{axes}{letters},oc{letters}->no{axes}", windows[:, p * channels:(p + 1) * channels], w[p * (out // groups):(p + 1) * (out // groups)], optimize=True)
                 for p in range(groups)]
        return np.concatenate(parts, 1)

    count = channels * int(np.prod(kernel))
    after = [_after(dim, k, s, d, padding[a] + padding[a + rank]) for a, (dim, k, s, d) in enumerate(zip(x.dims[2:], kernel, strides, dilation))]
    dims = [[x.dims[0], out, *after]] if w.is_static and isinstance(x.dims[1], int) else None
    g.emit(f"nn.conv{rank}d", [x, w], convolve, f"strides = {ints(*strides)}, padding = {ints(*padding)}, dilation = {ints(*dilation)}, groups = {groups} : i64",
           dims, magnitude=lambda x, w: _steps(count) * convolve(x, w))


@operator("nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose", weight=1)
def _transposed(g):
    rank = g.choose([1, 2, 2, 3])
    groups = g.choose([1, 1, 2])
    x = _image(g, rank, groups)
    out = g.choose([1, 2, 3, 4])
    kernel = [g.integers(1, 4) for _ in range(rank)]
    strides, dilation = [g.choose([1, 1, 2, 3]) for _ in kernel], [g.choose([1, 1, 2]) for _ in kernel]
    whole = [(s - 1) * t + (k - 1) * d + 1 for s, t, k, d in zip(x.shape[2:], strides, kernel, dilation)]
    # Now and then more than the kernel's reach, and then nothing may be left.
    padding = [g.integers(0, 4) if g.chance(0.1) else min(g.integers(0, 3), (k - 1) * d) for k, d in [*zip(kernel, dilation)] * 2]
    if any(n - padding[a] - padding[a + rank] < 0 for a, n in enumerate(whole)) or x.array.size > 6000:
        raise Skip
    channels = x.shape[1] // groups
    w = g.fresh(x.dtype, (x.shape[1], out, *kernel), -1, 1, is_static=g.chance(0.8))

    def transposed(x, w):
        result = np.zeros((x.shape[0], out * groups, *whole))
        for at in np.ndindex(*kernel):
            place = tuple(slice(a * d, a * d + (s - 1) * t + 1, t) for a, d, s, t in zip(at, dilation, x.shape[2:], strides))
            for p in range(groups):
                some = slice(p * channels, (p + 1) * channels)
                part = np.einsum("nc...,co->no...", x[:, some], w[(some, slice(None), *at)])
                result[(slice(None), slice(p * out, (p + 1) * out), *place)] += part
        return result[(slice(None), slice(None), *(slice(padding[a], n - padding[a + rank]) for a, n in enumerate(whole)))]

    count = channels * int(np.prod(kernel))
    g.emit(f"nn.conv{rank}d_transpose", [x, w], transposed,
           f"strides = {ints(*strides)}, padding = {ints(*padding)}, dilation = {ints(*dilation)}, groups = {groups} : i64",
           magnitude=lambda x, w: _steps(count) * transposed(x, w))


@operator("nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d", "nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d", "nn.adaptive_avg_pool1d",
          "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d", weight=2)
def _pools(g):
    rank = g.choose([1, 2, 2, 3])
    op = g.choose(["max", "avg", "adaptive"])
    x = _image(g, rank, kind=g.choose([g.float, g.float, g.integer]) if op == "max" else g.float, least=2)
    plain = "NC" + "DHW"[3 - rank:]
    layout = plain if g.chance(0.7) else plain[0] + plain[2:] + "C"

    def lay(function):
        return lambda x: _moved(function(_moved(x, layout, plain)), plain, layout)

    if layout != plain:
        x = g.emit("permute_dims", [x], lambda x: _moved(x, plain, layout), f"axes = {ints(*(plain.index(c) for c in layout))}",
                   [[x.dims[plain.index(c)] for c in layout]], exact=True)
    sizes = [x.shape[layout.index(c)] for c in plain[2:]]
    if op == "adaptive":
        parts = [g.integers(1, s + 2) for s in sizes]

        def adaptive(x):
            for axis, count in zip(range(2, 2 + rank), parts):
                n = x.shape[axis]
                x = np.stack([x.take(range(i * n // count, -(-(i + 1) * n // count)), axis).mean(axis) for i in range(count)], axis)
            return x

        g.emit(f"nn.adaptive_avg_pool{rank}d", [x], lay(adaptive), f'output_size = {ints(*parts)}, layout = "{layout}"',
               [[dict(zip("NC" + plain[2:], [x.dims[layout.index("N")], x.dims[layout.index("C")], *parts]))[c] for c in layout]], magnitude=lambda x: 12 * lay(adaptive)(x))
        return
    size = [g.integers(1, min(4, s + 1)) for s in sizes]
    strides, dilation = [g.choose([1, 2, 3]) for _ in size], [g.choose([1, 1, 2]) for _ in size]
    reach = [(k - 1) * d + 1 for k, d in zip(size, dilation)]
    padding = [g.integers(0, max(k // 2, 0) + 1) for k in [*size, *size]]
    if any(s + padding[a] + padding[a + rank] < r for a, (s, r) in enumerate(zip(sizes, reach))):
        raise Skip
    counts = g.chance(0.5)
    last = tuple(range(-rank, 0))
    floats = is_float(x.dtype)

    def pool(x):
        if op == "max":
            fill = -np.inf if floats else np.iinfo(x.dtype).min
            return _windows(x, size, strides, dilation, padding, fill).max(last)
        sums = _windows(x, size, strides, dilation, padding).sum(last)
        ones = np.full(x.shape, 1.0)
        number = np.prod(size) if counts else _windows(ones, size, strides, dilation, padding).sum(last)
        return sums / np.maximum(number, 1)

    if op == "max" and (_windows(np.ones((1, 1, *sizes)), size, strides, dilation, padding).sum(last) == 0).any():
        raise Skip
    text = f'pool_size = {ints(*size)}, strides = {ints(*strides)}, padding = {ints(*padding)}, dilation = {ints(*dilation)}, layout = "{layout}"'
    if op == "avg":
        text += f", count_include_pad = {truth(counts)}"
    after = {c: _after(x.dims[layout.index(c)], size[a], strides[a], dilation[a], padding[a] + padding[a + rank]) for a, c in enumerate(plain[2:])}
    dims = [[after.get(c, dim) for c, dim in zip(layout, x.dims)]]
    g.emit(f"nn.{op}_pool{rank}d", [x], lay(pool), text, dims, exact=op == "max", magnitude=None if op == "max" else lambda x: 12 * lay(pool)(x))


def _normal(x, axes, epsilon):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon)


@operator("nn.layer_norm", "nn.rms_norm", "nn.instance_norm", "nn.group_norm", "nn.batch_norm", weight=2)
def _norms(g):
    op = g.choose(["nn.layer_norm", "nn.rms_norm", "nn.instance_norm", "nn.group_norm", "nn.batch_norm"])
    epsilon = g.choose([1e-5, 1e-3])
    written = f"{epsilon:.1e}"
    x = g.pick(g.float, rank=(2, 3, 4) if op in ("nn.layer_norm", "nn.rms_norm") else (3, 4), least=1,
               where=lambda v: v.array.size > 1 and np.sqrt(np.var(v.array)) > 0.05)
    rank = x.array.ndim
    if op in ("nn.layer_norm", "nn.rms_norm"):
        axes = (rank - 1,) if g.chance(0.7) else (rank - 2, rank - 1)
        gamma = g.fresh(x.dtype, tuple(x.shape[a] for a in axes), 0.25, 2)
        operands = [gamma]
        if op == "nn.layer_norm":
            operands.append(g.fresh(x.dtype, gamma.shape))

        def norm(x, gamma, beta=0):
            if op == "nn.layer_norm":
                return _normal(x, axes, epsilon) * gamma + beta
            return x / np.sqrt(np.square(x).mean(axes, keepdims=True) + epsilon) * gamma

        wide = 1 + np.abs(x.array).mean(axes, keepdims=True) / np.sqrt(x.array.var(axes, keepdims=True) + epsilon)
        g.emit(op, [x, *operands], norm, f"axes = {ints(*axes)}, epsilon = {written}", [x.dims],
               magnitude=lambda x, gamma, *_: _steps(64) * wide * (1 + np.abs(norm(x, gamma))))
        return
    channels = x.shape[1]
    gamma, beta = g.fresh(x.dtype, (channels,), 0.25, 2), g.fresh(x.dtype, (channels,))
    column = (slice(None), *[None] * (rank - 2))
    axes = tuple(range(2, rank))
    if op == "nn.batch_norm":
        mean, variance = g.fresh(x.dtype, (channels,)), g.fresh(x.dtype, (channels,), 0.25, 4)

        def batch(x, gamma, beta, mean, variance):
            return [(x - mean[column]) / np.sqrt(variance[column] + epsilon) * gamma[column] + beta[column], mean, variance]

        g.emit(op, [x, gamma, beta, mean, variance], batch, f"axis = 1 : i64, epsilon = {written}", [x.dims, mean.dims, variance.dims],
               elements=[x.dtype] * 3, magnitude=lambda x, gamma, beta, mean, variance: [8 * (
                   (x + mean[column]) / np.sqrt(variance[column] + epsilon) * gamma[column] + beta[column]), 0, 0])
        return
    groups = 1
    text = f"channel_axis = 1 : i64, axes = {ints(*axes)}, epsilon = {written}"
    if op == "nn.group_norm":
        groups = g.choose([d for d in range(1, channels + 1) if channels % d == 0])
        text = f"num_groups = {groups} : i64, {text}"
    split = groups if op == "nn.group_norm" else channels

    def parts(x):
        return x.reshape(x.shape[0], split, channels // split, *x.shape[2:])

    def norm(x, gamma, beta):
        return _normal(parts(x), tuple(range(2, rank + 1)), epsilon).reshape(x.shape) * gamma[column] + beta[column]

    inner = tuple(range(2, rank + 1))
    p = parts(x.array)
    wide = np.broadcast_to(1 + np.abs(p).mean(inner, keepdims=True) / np.sqrt(p.var(inner, keepdims=True) + epsilon), p.shape).reshape(x.shape)
    g.emit(op, [x, gamma, beta], norm, text, [x.dims], magnitude=lambda x, gamma, beta: _steps(64) * wide * (1 + np.abs(norm(x, gamma, beta))))


@operator("nn.softmax", "nn.log_softmax", weight=2)
def _softmaxes(g):
    op = g.choose(["nn.softmax", "nn.log_softmax"])
    x = g.pick(g.float, rank=(1, 2, 3, 4), low=-30, high=30)
    axis = g.integers(0, x.array.ndim)

    def softmax(x):
        if not x.shape[axis]:
            return x
        e = np.exp(x - x.max(axis, keepdims=True))
        return e / e.sum(axis, keepdims=True)

    def logarithm(x):
        if not x.shape[axis]:
            return x
        x = x - x.max(axis, keepdims=True)
        return x - np.log(np.exp(x).sum(axis, keepdims=True))

    count = x.shape[axis]
    span = float(np.ptp(x.array)) if x.array.size else 0
    g.emit(op, [x], softmax if op == "nn.softmax" else logarithm, f"axis = {axis - x.array.ndim if g.chance(0.3) else axis} : i64", [x.dims],
           magnitude=(lambda y: (_steps(count) + span) * np.abs(softmax(x.array))) if op == "nn.softmax" else (lambda y: (_steps(count) + span) * np.ones(x.shape)))


@operator("nn.nll_loss", "grad.nll_loss_backward", "nn.cross_entropy_with_logits", weight=0.8)
def _losses(g):
    op = g.choose(["nn.nll_loss", "grad.nll_loss_backward", "nn.cross_entropy_with_logits"])
    x = g.pick(g.float, rank=2, least=1, where=lambda v: v.array.size <= 4000)
    rows, classes = x.shape
    if op == "nn.cross_entropy_with_logits":
        y = g.pick(x.dtype, shape=x.shape)
        g.emit(op, [x, y], lambda p, q: np.asarray(-(p * q).sum() / rows), "", [[]], magnitude=lambda p, q: _steps(x.array.size) * (p * q).sum() / rows)
        return
    reduction = g.choose(["none", "sum", "mean"])
    t = g.given(_I64, g.rng.integers(0, classes, rows))
    w = g.fresh(x.dtype, (classes,), 0.25, 2)
    text = f'reduction = "{reduction}"'
    whole = w.array[t.array].sum() if reduction == "mean" else 1
    if op == "nn.nll_loss":
        def nll(x, t, w):
            losses = -x[np.arange(rows), t] * w[t]
            return losses if reduction == "none" else np.asarray(losses.sum() if reduction == "sum" else losses.sum() / w[t].sum())

        g.emit(op, [x, t, w], nll, text, [[x.dims[0] if x.dims[0] == t.dims[0] else "?"]] if reduction == "none" else [[]],
               magnitude=lambda x, t, w: _steps(rows) * np.abs(nll(x, t, w)) if reduction == "none" else _steps(rows) * (np.abs(x)[np.arange(rows), t] * w[t]).sum() / whole)
        return
    d = g.fresh(x.dtype, (rows,) if reduction == "none" else ())

    def backward(d, x, t, w):
        result = np.zeros_like(x)
        result[np.arange(rows), t] = -w[t] * d / (w[t].sum() if reduction == "mean" else 1)
        return result

    g.emit(op, [d, x, t, w], backward, text, [x.dims], magnitude=lambda d, x, t, w: 8 * np.abs(backward(d, x, t, w)))


@operator("nn.attention", "nn.attention_bias", "nn.attention_var_len", weight=1.2)
def _attention(g):
    op = g.choose(["nn.attention", "nn.attention", "nn.attention_bias", "nn.attention_var_len"])
    kind = g.float
    batch, queries, keys = g.integers(1, 3), g.choose([1, 2, 3, 7, 16, 35, 64]), g.choose([1, 2, 5, 16, 33, 70, 128])
    shared = g.choose([1, 2])
    heads, depth, out = shared * g.choose([1, 2, 3]), g.choose([4, 8, 16, 32, 64]), g.choose([4, 8, 32, 40])
    causal = g.choose([None, None, "TopLeft", "BottomRight"])
    if causal == "BottomRight":
        keys = max(keys, queries)
    if op == "nn.attention_var_len":
        batch = 1
    q = g.fresh(kind, (batch, queries, heads, depth), -1.5, 1.5, fixed=(2, 3))
    k = g.fresh(kind, (batch, keys, heads // shared, depth), -1.5, 1.5, fixed=(2, 3))
    v = g.fresh(kind, (batch, keys, heads // shared, out), -1.5, 1.5, fixed=(2, 3))
    scale = g.choose([None, 0.25])

    def attend(q, k, v, bias=None):
        q, k, v = (z.transpose(0, 2, 1, 3) for z in (q, k, v))
        k, v = (z.repeat(shared, 1) for z in (k, v))
        scores = q @ k.transpose(0, 1, 3, 2) * (scale or 1 / np.sqrt(depth))
        if bias is not None:
            scores = scores + bias
        n, m = scores.shape[2:]
        if causal:
            places = np.arange(n)[:, None] + (m - n if causal == "BottomRight" else 0)
            scores = np.where(np.arange(m) <= places, scores, -np.inf)
        e = np.exp(scores - scores.max(-1, keepdims=True))
        return (e / e.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3)

    text = ", ".join(filter(None, [f"scale = {scale}" if scale else "", f'causal_mask = "{causal}"' if causal else ""]))
    operands, function = [q, k, v], attend
    if op == "nn.attention_bias":
        operands.append(g.fresh(kind, (batch, g.choose([1, heads]), queries, keys), -2, 2, is_static=True))
    if op == "nn.attention_var_len":
        cuts = g.integers(0, min(3, queries, keys))
        ends = [sorted(int(c) for c in g.rng.choice(np.arange(1, n), cuts, replace=False)) if cuts else [] for n in (queries, keys)]
        starts = [np.array([0, *end, n], np.int32) for end, n in zip(ends, (queries, keys))]
        if causal == "BottomRight" and (np.diff(starts[0]) > np.diff(starts[1])).any():
            raise Skip
        i32 = np.dtype("int32")
        operands += [*(g.given(i32, s, is_static=True) for s in starts), *(g.given(i32, np.asarray(np.diff(s).max(), np.int32), is_static=True) for s in starts)]

        def function(q, k, v, *_):
            return np.concatenate([attend(q[:, a:b], k[:, c:d], v[:, c:d]) for a, b, c, d in zip(starts[0], starts[0][1:], starts[1], starts[1][1:])], 1)

    # Narrow floats are multiplied by some kernels as they are stored.
    step = 4 if kind in (F16, BF16) else 1
    g.emit(op, operands, function, text, noise=4 * step, magnitude=lambda *a: _steps(keys + depth) * step * (1 + np.abs(function(*(z.array for z in operands)))),
           dims=[[q.dims[0], q.dims[1], q.dims[2], v.dims[3]]] if q.dims[0] == k.dims[0] == v.dims[0] and k.dims[1] == v.dims[1] else None, elements=[kind])


# Images.
def _blend(x, axis, size, mode):
    n = x.shape[axis]
    place = np.arange(size)
    place = {"half_pixel": (place + 0.5) * n / size - 0.5, "asymmetric": place * n / size,
             "align_corners": place * (n - 1) / max(size - 1, 1)}[mode]
    low = np.floor(place)
    part = (place - low).reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    first, second = (np.clip(low + k, 0, n - 1).astype(int) for k in (0, 1))
    return x.take(first, axis) * (1 - part) + x.take(second, axis) * part


@operator("image.resize2d", "image.resize3d", weight=0.8)
def _resize(g):
    rank = g.choose([2, 2, 3])
    x = _image(g, rank, least=1)
    linear = g.chance(0.5)
    mode = g.choose(["half_pixel", "asymmetric", "align_corners"] if linear else ["half_pixel", "asymmetric"])
    # Multiples and halves: places of nearest neighbours are exact.
    size = tuple(g.integers(1, 12) if linear else s * g.integers(1, 4) for s in x.shape[2:])

    def resize(x):
        for axis, count in zip(range(2, 2 + rank), size):
            n = x.shape[axis]
            if linear:
                x = _blend(x, axis, count, mode)
            else:
                place = np.arange(count)
                place = np.floor((place + 0.5) * n / count) if mode == "half_pixel" else np.floor(place * n / count)
                x = x.take(np.clip(place, 0, n - 1).astype(int), axis)
        return x

    operand = g.shape_operand(size)
    rounding = "" if linear else f', rounding_method = "{"round_prefer_ceil" if mode == "half_pixel" else "floor"}"'
    step = 4 if x.dtype in (F16, BF16) else 16
    g.emit(f"image.resize{rank}d", [x], resize, f'method = "{"linear" if linear else "nearest_neighbor"}", coordinate_transformation_mode = "{mode}"{rounding}',
           [[*x.dims[:2], *size]], exact=not linear, operands=[x, operand], noise=step,
           magnitude=(lambda x: 64 * np.full((*x.shape[:2], *size), np.max(x, initial=0))) if linear else None)


@operator("image.affine_grid", "image.grid_sample", weight=0.6)
def _sampling(g):
    if g.chance(0.4):
        maps = g.fresh(g.float, (g.integers(1, 3), 2, 3), -1, 1)
        h, w = g.integers(2, 7), g.integers(2, 7)

        def affine(maps):
            y, x = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
            return np.einsum("nij,jhw->nihw", maps, np.stack([x, y, np.ones_like(x)]))

        operand = g.shape_operand((h, w))
        g.emit("image.affine_grid", [maps], affine, "align_corners = true", [[maps.dims[0], 2, h, w]], operands=[maps, operand],
               magnitude=lambda m: 16 * np.full((m.shape[0], 2, h, w), 3.0))
        return
    x = _image(g, 2, least=2)
    n, _, h, w = x.shape
    if n == 0:
        raise Skip
    # Eighths of pixels, none of them on a border between two.
    size = g.integers(1, 5), g.integers(1, 5)
    py, px = ((g.rng.integers(0, (s - 1) * 4, (n, *size)) + 0.5) / 4 for s in (h, w))
    grid = np.stack([px / (w - 1) * 2 - 1, py / (h - 1) * 2 - 1], 1).astype(x.dtype).astype(np.float64)
    grid = g.given(x.dtype, grid)
    if x.dtype in (F16, BF16):
        raise Skip

    def sample(x, grid):
        result = np.zeros((n, x.shape[1], *size))
        for b, i, j in np.ndindex(n, *size):
            px, py = (grid[b, 0, i, j] + 1) / 2 * (w - 1), (grid[b, 1, i, j] + 1) / 2 * (h - 1)
            for dy in (0, 1):
                for dx in (0, 1):
                    y, z = int(np.floor(py)) + dy, int(np.floor(px)) + dx
                    if 0 <= y < h and 0 <= z < w:
                        result[b, :, i, j] += x[b, :, y, z] * (1 - abs(py - y)) * (1 - abs(px - z))
        return result

    g.emit("image.grid_sample", [x, grid], sample, 'method = "bilinear", padding_mode = "zeros", align_corners = true',
           [[x.dims[0] if x.dims[0] == grid.dims[0] else "?", x.dims[1], *grid.dims[2:]]], magnitude=lambda x, grid: 32 * np.full((n, x.shape[1], *size), np.max(x, initial=0) * max(h, w)))


@operator("vision.roi_align", "vision.roi_pool", weight=0.4)
def _regions(g):
    op = g.choose(["vision.roi_align", "vision.roi_pool"])
    x = _image(g, 2, least=4, kind=g.choose([F32, F64]))
    n, c, h, w = x.shape
    if n == 0:
        raise Skip
    count = g.integers(0, 4)
    left, top = g.rng.integers(0, w - 2, count), g.rng.integers(0, h - 2, count)
    rois = np.stack([g.rng.integers(0, n, count), left, top, left + g.rng.integers(1, 3, count), top + g.rng.integers(1, 3, count)], -1).astype(np.float64)
    rois = g.given(x.dtype, rois.reshape(count, 5))

    def align(x, rois):
        result = np.zeros((count, c, 2, 2))
        for r, (b, x0, y0, x1, y1) in enumerate(rois):
            rw, rh = max(x1 - x0, 1), max(y1 - y0, 1)
            for i, j in np.ndindex(2, 2):
                py, px = (min(max(p, 0), s - 1) for p, s in ((y0 + (i + 0.5) * rh / 2, h), (x0 + (j + 0.5) * rw / 2, w)))
                for dy in (0, 1):
                    for dx in (0, 1):
                        y, z = min(int(py) + dy, h - 1), min(int(px) + dx, w - 1)
                        fy, fx = py - int(py), px - int(px)
                        result[r, :, i, j] += x[int(b), :, y, z] * (fy if dy else 1 - fy) * (fx if dx else 1 - fx)
        return result

    def pool(x, rois):
        result = np.zeros((count, c, 2, 2))
        for r, (b, x0, y0, x1, y1) in enumerate(rois.astype(int)):
            rh, rw = max(y1 - y0 + 1, 1), max(x1 - x0 + 1, 1)
            for i, j in np.ndindex(2, 2):
                ys, xs = ((np.clip(int(np.floor(k * s / 2)) + o, 0, e), np.clip(int(np.ceil((k + 1) * s / 2)) + o, 0, e)) for k, s, o, e in ((i, rh, y0, h), (j, rw, x0, w)))
                part = x[b, :, ys[0]:ys[1], xs[0]:xs[1]]
                result[r, :, i, j] = part.max((1, 2)) if part.size else 0
        return result

    dims = [[rois.dims[0], x.dims[1], 2, 2]]
    if op == "vision.roi_align":
        g.emit(op, [x, rois], align, f'pooled_size = {ints(2, 2)}, spatial_scale = 1.0, sample_ratio = 1 : i64, aligned = false, mode = "avg"', dims,
               magnitude=lambda x, r: 16 * align(x, r))
    else:
        g.emit(op, [x, rois], pool, f"pooled_size = {ints(2, 2)}, spatial_scale = 1.0", dims, exact=True)


@operator("grad.max_pool2d_backward", "grad.avg_pool2d_backward", "grad.take_backward", weight=0.6)
def _derivatives(g):
    op = g.choose(["max", "avg", "take"])
    if op == "take":
        x = g.pick(g.float, rank=(1, 2), least=1, where=lambda v: v.array.size < 2000)
        i = g.given(_I64, g.rng.integers(0, x.shape[0], g.integers(0, 6)), is_static=True)
        d = g.fresh(x.dtype, (len(i.array), *x.shape[1:]))

        def back(d, x, i):
            result = np.zeros_like(x)
            np.add.at(result, i, d)
            return result

        g.emit("grad.take_backward", [d, x, i], back, "axis = 0 : i64", [x.dims], magnitude=lambda d, x, i: 8 * back(d, x, i))
        return
    x = g.pick(g.float, rank=4, exact=True, where=lambda v: v.array.size < 2000 and all(s % 2 == 0 and s for s in v.shape[2:]),
               fit=lambda g: (g.integers(1, 3), g.integers(1, 4), 2 * g.integers(1, 5), 2 * g.integers(1, 5)))
    n, c, h, w = x.shape
    d = g.fresh(x.dtype, (n, c, h // 2, w // 2))

    def spread(d, x):
        parts = x.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, h // 2, w // 2, 4)
        if op == "max":
            share = (np.arange(4) == parts.argmax(-1)[..., None]) * d[..., None]
        else:
            share = np.broadcast_to(d[..., None] / 4, parts.shape)
        return share.reshape(n, c, h // 2, w // 2, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(x.shape)

    g.emit(f"grad.{op}_pool2d_backward", [d, x], spread, f"pool_size = {ints(2, 2)}, strides = {ints(2, 2)}", [x.dims])
