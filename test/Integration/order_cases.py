"""Cases of operators that order, search, scatter, quantize and attend."""
import numpy as np

from operator_cases import add, data, ints


def _mixed(*shape, dtype=np.float32):
    """Numbers some of which are equal, and, of floats, a NaN and infinities."""
    x = np.round(data(*shape, dtype=np.float64) * 2).astype(dtype)
    if x.size > 6 and np.issubdtype(dtype, np.floating):
        x.flat[[1, 4, 5]] = np.nan, np.inf, -np.inf
    return x


def _order(x, axis, descending=False):
    """The stable order with NaN as the greatest."""
    if not descending:
        return np.argsort(x, axis, kind="stable")
    # From the greatest on, equal ones in order: the reverse of the reverse.
    flipped = np.flip(x, axis)
    order = np.flip(np.argsort(flipped, axis, kind="stable"), axis)
    return x.shape[axis] - 1 - order


def _orders():
    symbolic = {0: ["n", "m"], 1: ["n", "m"]}
    for x, axis in ((_mixed(4, 7), -1), (_mixed(5, 3, 2), 0), (_mixed(3, 1), 1), (_mixed(2, 0), 1),
                    (_mixed(4, 9, dtype=np.int32), 1), (_mixed(4, 6).astype(bool), 0), (_mixed(3, 8, dtype=np.float16), 1),
                    (_mixed(2, 70), 1), (_mixed(40, 3, dtype=np.float64), 0), (_mixed(2, 65, dtype=np.int16), 1),
                    # A GPU sorts such rows in runs of 256 and 4096.
                    (_mixed(2, 2500), 1), (_mixed(4400, 2, dtype=np.int8), 0)):
        for descending in (False, True):
            order = _order(x, axis, descending)
            text = f"axis = {axis} : i64, descending = {str(descending).lower()}"
            add("sort", [x], np.take_along_axis(x, order, axis), text)
            add("argsort", [x], order.astype(np.int32), text)
            add("argsort", [x], order, text + ", dtype = i64")
    other = _mixed(2, 33)
    x = _mixed(6, 5)
    longest = _mixed(2, 4500)
    add("sort", [x], np.sort(x), "", symbolic, more=[([other], np.sort(other)), ([longest], np.sort(longest)),
                                                     ([data(0, 3)], data(0, 3)), ([data(3, 0)], data(3, 0))])
    small, long, tall = _mixed(4, 5), _mixed(3, 100), _mixed(90, 2, dtype=np.int64)
    for x, k, axis, largest in ((small, 2, 1, True), (small, 3, 0, False), (small, 5, 1, True), (small, 1, -1, True),
                                (long, 3, 1, True), (long, 5, 1, False), (long, 40, 1, True), (tall, 4, 0, False),
                                (longest, 9, 1, True)):
        order = _order(x, axis, largest).take(range(k), axis)
        values = np.take_along_axis(x, order, axis)
        text = f"k = {k} : i64, axis = {axis} : i64, largest = {str(largest).lower()}"
        add("topk", [x], [values, order.astype(np.int32)], text)
        add("topk", [x], order, text + ', ret_type = "indices", dtype = i64')
        add("topk", [x], values, text + ', ret_type = "values"')
    x, y = _mixed(3, 6), _mixed(5, 59)
    both = [[np.take_along_axis(z, _order(z, 1, True)[:, :4], 1), _order(z, 1, True)[:, :4].astype(np.int32)] for z in (x, y)]
    add("topk", [x], both[0], "k = 4 : i64", {0: ["n", "m"], 1: ["n", 4], 2: ["n", 4]}, more=[([y], both[1])])
    for x in (data(3, 5), data(4, 6), _mixed(3, 7, dtype=np.int64), data(2, 1)):
        place = np.argsort(x, 1, kind="stable")[:, [(x.shape[1] - 1) // 2]]
        add("median", [x], [np.take_along_axis(x, place, 1)[:, 0], place[:, 0]], f"axis = {ints(1)}")
        add("median", [x], [np.take_along_axis(x, place, 1), place], f"axis = {ints(-1)}, keepdims = true")
        flat = np.sort(x, None)
        add("median", [x], flat[(x.size - 1) // 2], "")
    x = data(2, 3, 4)
    moved = np.sort(x.transpose(1, 0, 2).reshape(3, 8))
    add("median", [x], moved[:, 3].reshape(1, 3, 1), f"axis = {ints(0, 2)}, keepdims = true")


def _searches():
    edges = np.array([-1, -0.5, 0, 1.5], np.float32)
    x = np.array([[-2, -1, -0.75, 0], [0.1, 1.5, 9, np.nan]], np.float32)
    for right in (False, True):
        expected = np.searchsorted(edges, x, "right" if right else "left")
        text = f"right = {str(right).lower()}"
        add("bucketize", [x, edges], expected, text, {0: ["n", 4], 1: ["e"], 2: ["n", 4]},
            more=[([x[:1], edges[:0]], np.zeros((1, 4), np.int64))])
        add("bucketize", [x, edges], expected.astype(np.int32), text + ", out_int32 = true")
        add("bucketize", [np.array([1, 5, 3]), np.array([1, 3, 3])],
            np.searchsorted([1, 3, 3], [1, 5, 3], "right" if right else "left"), text)
    prob = np.array([[0.1, 0.2, 0.3, 0.4], [0, 1, 0, 0], [0.25, 0.25, 0.25, 0.25]], np.float32)
    number = np.array([[0.05], [0.1], [0.95], [0.5], [0], [0.9999]], np.float32)
    row = np.array([[0], [0], [0], [2], [1], [2]])
    drawn = [np.minimum((np.cumsum(prob[r[0]], dtype=np.float32) <= n[0]).sum(), 3) for n, r in zip(number, row)]
    add("multinomial_from_uniform", [prob, number, row], np.array(drawn)[:, None])
    add("multinomial_from_uniform", [prob, number, row.astype(np.int32)], np.array(drawn, np.int32)[:, None], "dtype = i32",
        {0: ["b", "c"], 1: ["n", 1], 2: ["n", 1], 3: ["n", 1]})
    for size, periodic in ((8, True), (8, False), (1, False), (0, True)):
        steps = max(size if periodic else size - 1, 1)
        expected = 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(size) / steps)
        add("hamming_window", [], expected.astype(np.float32),
            f"window_size = {size} : i64, periodic = {str(periodic).lower()}, dtype = f32")


_REDUCTIONS = {"update": lambda old, new: new, "add": lambda old, new: old + new, "mul": lambda old, new: old * new,
               "max": np.maximum, "min": np.minimum}


def _scattered(x, places, updates, reduction):
    """`x` with each update joined in at its place."""
    result, counts = x.copy(), np.ones(x.shape)
    for place, update in zip(places, updates):
        if reduction == "mean":
            result[place] += update
            counts[place] += 1
        else:
            result[place] = _REDUCTIONS[reduction](result[place], update)
    return (result / counts).astype(x.dtype) if reduction == "mean" else result


def _scatters():
    x, u = data(3, 4, 5), data(2, 4, 3)
    for reduction in (*_REDUCTIONS, "mean"):
        for axis in (0, 1, -1):
            size = x.shape[axis]
            i = np.arange(24).reshape(2, 4, 3) * 7 % size if reduction != "update" else None
            if i is None:
                i = np.broadcast_to(np.expand_dims(np.arange(u.shape[axis]), [a for a in range(3) if a != axis % 3]), u.shape)
            i = np.where(np.arange(24).reshape(2, 4, 3) % 2 == 0, i, i - size)
            places = [tuple(int(i[at]) if a == axis % 3 else at[a] for a in range(3)) for at in np.ndindex(*u.shape)]
            add("scatter_elements", [x, i, u], _scattered(x, places, u.flat, reduction), f'axis = {axis} : i64, reduction = "{reduction}"')
        i = np.array([[0, 1], [-1, 3], [2, -2], [0, 1]]) if reduction != "update" else np.array([[0, 1], [-1, 3], [2, -2]])
        rows = data(len(i), 5)
        add("scatter_nd", [x, i, rows], _scattered(x, [tuple(at) for at in i], rows, reduction), f'reduction = "{reduction}"')
        i = np.array([[2], [0]], np.int32)
        add("scatter_nd", [x, i, data(2, 4, 5) * 0 + 2], _scattered(x, [(2,), (0,)], data(2, 4, 5) * 0 + 2, reduction),
            f'reduction = "{reduction}"')
    # An index outside writes nothing.
    x = data(4)
    add("scatter_elements", [x, np.array([9, -9, 1]), np.array([1, 2, 3], np.float32)], np.array([x[0], 3, x[2], x[3]], np.float32),
        "", {0: ["n"], 1: ["m"], 2: ["m"], 3: ["n"]},
        more=[([data(0), np.array([0, 1]), data(2)], data(0)), ([x, np.zeros(0, np.int64), data(0)], x)])
    add("scatter_nd", [x, np.array([[7], [-1]]), np.array([5, 6], np.float32)], np.array([*x[:3], 6], np.float32), "",
        {0: ["n"], 1: ["m", 1], 2: ["m"], 3: ["n"]})
    x = data(5, 6)
    for start, end, step, axis in ((1, 4, 1, 0), (-4, 6, 2, 1), (0, 99, 1, -1), (3, 3, 1, 0)):
        part = [slice(None)] * 2
        part[axis] = slice(start, end, step)
        expected, source = x.copy(), x[tuple(part)] * 0 + 7
        expected[tuple(part)] = source
        add("slice_scatter", [x, source], expected,
            f"start = #relax.expr<{start}>, end = #relax.expr<{end}>, step = {step} : i64, axis = {axis} : i64")
    source = data(2, 3)
    add("slice_scatter", [data(6, 3) * 0, source], np.concatenate([data(1, 3) * 0, source, data(3, 3) * 0]),
        "start = #relax.expr<1>, end = #relax.expr<3>", {0: ["n", 3], 2: ["n", 3]},
        more=[([data(3, 3) * 0, source], np.concatenate([data(1, 3) * 0, source]))])
    x, rows, columns = data(4, 5, 3), np.array([[0], [-1]]), np.array([1, 2, 4])
    for accumulate in (False, True):
        for values in (data(2, 3, 3), data(3), data(3, 1)):
            expected = x.copy()
            (np.add.at if accumulate else expected.__setitem__)(*((expected, (rows, columns), values) if accumulate else ((rows, columns), values)))
            add("index_put", [x, rows, columns, values], expected, f"accumulate = {str(accumulate).lower()}")
    expected = x.copy()
    np.add.at(expected, np.array([1, 1, 2]), 1)
    add("index_put", [x, np.array([1, 1, 2]), np.ones((3, 5, 3), np.float32)], expected, "accumulate = true",
        {0: ["n", 5, 3], 1: ["k"], 2: ["k", 5, 3], 3: ["n", 5, 3]})


def _quantization():
    x = np.array([[-3.5, -0.25, 0.25, 200], [0.75, 1.25, -300, np.nan]], np.float32)
    x[1, 3] = 2
    for dtype, bits in ((np.int8, "i8"), (np.int32, "i32")):
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        scale, zero = np.array([0.5, 0.1, 0.25, 1], np.float32), np.array([0, 1, -1, 3], np.int8)
        steps = np.clip(np.rint(x / scale) + zero, low, high).astype(dtype)
        add("quantize", [x, scale, zero], steps, f"out_dtype = {bits}")
        add("dequantize", [steps, scale, zero], (steps.astype(np.float32) - zero) * scale, "out_dtype = f32", {0: ["n", 4], 3: ["n", 4]})
        scale, zero = np.array([0.5, 0.25], np.float32), np.array([0, 1], np.int8)
        steps = np.clip(np.rint(x / scale[:, None]) + zero[:, None], low, high).astype(dtype)
        add("quantize", [x, scale, zero], steps, f"out_dtype = {bits}, axis = 0 : i64")
        scale, zero = np.float32(0.5), np.int8(-2)
        steps = np.clip(np.rint(x / scale) + zero, low, high).astype(dtype)
        add("quantize", [x, np.asarray(scale), np.asarray(zero)], steps, f"out_dtype = {bits}")


def _nll(x, targets, weights, reduction, ignored):
    weights = np.ones(x.shape[1], np.float32) if weights is None else weights
    losses, total = np.zeros(targets.shape, np.float32), np.float32(0)
    for at in np.ndindex(*targets.shape):
        target = targets[at]
        if target != ignored:
            losses[at] = -x[(at[0], target, *at[1:])] * weights[target]
            total += weights[target]
    return losses if reduction == "none" else losses.sum() if reduction == "sum" else losses.sum() / total


def _losses():
    for shape in ((5, 4), (2, 3, 4, 2)):
        x, weights = data(*shape), np.abs(data(shape[1])) + 1
        targets = np.arange(x.size // shape[1]).reshape(shape[0], *shape[2:]) % shape[1]
        for reduction in ("none", "sum", "mean"):
            for chosen in (None, weights):
                text = f'reduction = "{reduction}", ignore_index = 1 : i64'
                operands = [x, targets] + ([chosen] if chosen is not None else [])
                add("nn.nll_loss", operands, _nll(x, targets, chosen, reduction, 1), text)
                gradient = np.asarray(data(*targets.shape) if reduction == "none" else np.float32(1.5))
                expected = np.zeros_like(x)
                share = np.ones(shape[1], np.float32) if chosen is None else chosen
                total = sum(share[t] for t in targets.flat if t != 1) if reduction == "mean" else 1
                for at in np.ndindex(*targets.shape):
                    if targets[at] != 1:
                        expected[(at[0], targets[at], *at[1:])] = (
                            -share[targets[at]] * (gradient[at] if reduction == "none" else gradient) / total)
                add("grad.nll_loss_backward", [gradient, *operands], expected, text)
    x, targets = data(3), np.asarray(2)
    add("nn.nll_loss", [x, targets], -x[2], 'reduction = "sum"')
    p, q = data(3, 4), data(3, 4)
    add("nn.cross_entropy_with_logits", [p, q], -(p * q).sum() / 3, "", {0: ["n", 4], 1: ["n", 4]},
        more=[([p[:1], q[:1]], -(p[:1] * q[:1]).sum())])
    add("nn.cross_entropy_with_logits", [p[0], q[0]], -(p[0] * q[0]).sum())


def _softmax(x):
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)


def _attended(q, k, v, scale=None, bias=None, mask=None):
    q, k, v = (z.astype(np.float32).transpose(0, 2, 1, 3) for z in (q, k, v))
    k, v = (z.repeat(q.shape[1] // z.shape[1], 1) for z in (k, v))
    scores = q @ k.transpose(0, 1, 3, 2) * (scale or 1 / np.sqrt(q.shape[-1]))
    if bias is not None:
        scores = scores + bias
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    with np.errstate(invalid="ignore"):
        result = _softmax(scores) @ v
    # Who sees no key attends to nothing; a bias of -inf hides a key, too.
    seen = (True if mask is None else mask) & np.asarray(True if bias is None else bias != -np.inf)
    if seen.ndim:
        result = np.where(seen.any(-1, keepdims=True), result, 0)
    return result.transpose(0, 2, 1, 3).astype(np.float32)


def _seen(queries, keys, kind, window=None):
    places = np.arange(queries)[:, None] + (keys - queries if kind == "BottomRight" else 0)
    seen = np.arange(keys) <= places
    return seen & (np.arange(keys) > places - window) if window else seen


def _attentions():
    q, k, v = data(2, 3, 4, 8), data(2, 5, 2, 8), data(2, 5, 2, 6)
    add("nn.attention", [q, k, v], _attended(q, k, v))
    add("nn.attention", [q, k, v], _attended(q, k, v, 0.3), "scale = 0.3")
    half = [z.astype(np.float16) for z in (q, k, v)]
    add("nn.attention", half, _attended(*half).astype(np.float16))
    for kind in ("TopLeft", "BottomRight"):
        add("nn.attention", [q, k, v], _attended(q, k, v, mask=_seen(3, 5, kind)), f'causal_mask = "{kind}"')
        add("nn.attention", [q, k, v], _attended(q, k, v, mask=_seen(3, 5, kind, 2)),
            f'causal_mask = "{kind}", window_size = 2 : i64', {0: ["b", "s", 4, 8], 1: ["b", "t", 2, 8], 2: ["b", "t", 2, 6], 3: ["b", "s", 4, 6]},
            more=[([q[:1, :2], k[:1, :2], v[:1, :2]], _attended(q[:1, :2], k[:1, :2], v[:1, :2], mask=_seen(2, 2, kind, 2)))])
    bias = data(2, 1, 3, 5)
    add("nn.attention_bias", [q, k, v, bias], _attended(q, k, v, bias=bias))
    hidden = bias.copy()
    hidden[0, 0, 1], hidden[1, 0, 0, 2:], hidden[1, 0, 2, 0] = -np.inf, -np.inf, np.nan
    add("nn.attention_bias", [q, k, v, hidden], _attended(q, k, v, bias=hidden))
    hidden = hidden.copy()
    hidden[1, 0, 0, 0] = -np.inf
    add("nn.attention_bias", [q, k, v, hidden], _attended(q, k, v, bias=hidden, mask=_seen(3, 5, "TopLeft")), 'causal_mask = "TopLeft"')
    q, k, v = data(1, 7, 2, 4), data(1, 9, 2, 4), data(1, 9, 2, 4)
    for kind in (None, "TopLeft", "BottomRight"):
        parts = [((0, 3), (0, 4)), ((3, 5), (4, 7)), ((5, 7), (7, 9))]
        expected = np.concatenate([
            _attended(q[:, a:b], k[:, c:d], v[:, c:d], mask=None if kind is None else _seen(b - a, d - c, kind))
            for (a, b), (c, d) in parts], 1)
        starts = [np.array([0, 3, 5, 7], np.int32), np.array([0, 4, 7, 9], np.int32)]
        add("nn.attention_var_len", [q, k, v, *starts, np.asarray(np.int32(3)), np.asarray(np.int32(4))], expected,
            f'causal_mask = "{kind}"' if kind else "")


def _tiled_attentions():
    """Of sizes for which a GPU has a kernel of tiles: more keys than one has, and none, one, or a row that sees no key."""
    q, k, v = data(2, 35, 2, 32), data(2, 70, 1, 32), data(2, 70, 1, 40)
    some = [q[:1, :1], k[:1, :1], v[:1, :1]]
    none = [q[:1, :3], k[:1, :0], v[:1, :0]]
    sizes = {0: ["b", "s", 2, 32], 1: ["b", "t", 1, 32], 2: ["b", "t", 1, 40], 3: ["b", "s", 2, 40]}
    for kind in (None, "TopLeft", "BottomRight"):
        seen = [None if kind is None else _seen(*shape, kind) for shape in ((35, 70), (1, 1))]
        add("nn.attention", [q, k, v], _attended(q, k, v, mask=seen[0]), f'causal_mask = "{kind}"' if kind else "", sizes,
            more=[(some, _attended(*some, mask=seen[1])), (none, np.zeros((1, 3, 2, 40), np.float32)),
                  ([q[:, :0], k, v], np.zeros((2, 0, 2, 40), np.float32))])
    few = [q, k[:, :20], v[:, :20]]
    for element in (np.float32, np.float16):
        parts = [z.astype(element) for z in few]
        expected = _attended(*parts, mask=_seen(35, 20, "BottomRight", 3)).astype(element)
        add("nn.attention", parts, expected, 'causal_mask = "BottomRight", window_size = 3 : i64')
    for depth in (16, 80, 256):
        x, y = data(1, 20, 1, depth), data(1, 70, 1, depth)
        add("nn.attention", [x, y, y], _attended(x, y, y))
        x, y = x.astype(np.float16), y.astype(np.float16)
        add("nn.attention", [x, y, y], _attended(x, y, y).astype(np.float16), "", {0: [1, "n", 1, depth], 3: [1, "n", 1, depth]})
    bias = data(2, 1, 35, 70)
    add("nn.attention_bias", [q, k, v, bias], _attended(q, k, v, bias=bias))
    bias = bias.copy()
    bias[0, 0, 1] = -np.inf
    add("nn.attention_bias", [q, k, v, bias], _attended(q, k, v, bias=bias))


def _compositions():
    x, a = data(2, 3, 4), np.array([0.5, -1, 2], np.float32)
    add("nn.prelu", [x, a], np.where(x < 0, x * a[:, None], x), "", {0: ["n", 3, "m"], 2: ["n", 3, "m"]},
        more=[([x[:0], a], x[:0]), ([x[:, :, :1], a], np.where(x < 0, x * a[:, None], x)[:, :, :1])])
    add("nn.prelu", [x, a[:1]], np.where(x < 0, x * a[0], x), "axis = -1 : i64")
    add("nn.dropout", [x], [x, np.ones_like(x)], "rate = 0.3")
    for mark in ("no_grad", "start_checkpoint", "end_checkpoint"):
        add(f"grad.{mark}", [x], x)
    add("builtin.stop_lift_params", [x], x)
    add("builtin.stop_lift_params", [x], x, "", {0: ["n", 3, "m"], 1: ["n", 3, "m"]}, more=[([x[:0]], x[:0])])
    image = data(2, 8, 3, 4)
    shuffled = image.reshape(2, 2, 2, 2, 3, 4).transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 6, 8)
    add("nn.pixel_shuffle", [image], shuffled, "upscale_factor = 2 : i64")
    add("nn.pixel_shuffle", [image], shuffled, "upscale_factor = 2 : i64", {0: ["n", 8, "h", "w"], 1: ["n", 2, "h * 2", "w * 2"]},
        more=[([image[:1, :, :, :1]], shuffled[:1, :, :, :2])])
    p, q, r = data(3), data(2), data(4)
    for indexing in ("ij", "xy"):
        add("meshgrid", [p, q, r], list(np.meshgrid(p, q, r, indexing=indexing)), f'indexing = "{indexing}"')
    add("meshgrid", [p, np.asarray(np.float32(5))], list(np.meshgrid(p, 5.0, indexing="ij"))[:1] + [np.full((3, 1), 5, np.float32)], "",
        {0: ["n"], 2: ["n", 1], 3: ["n", 1]}, more=[([data(0), np.asarray(np.float32(5))], [np.zeros((0, 1), np.float32)] * 2)])
    add("collapse_sum_to", [x], x.sum((0, 2)).reshape(3, 1), "", shape=(3, 1))
    add("collapse_sum_to", [x], x.sum(0), "", {0: ["n", 3, "m"], 1: [3, "m"]}, shape=(3, "m"))
    add("collapse_sum_like", [x, data(1, 3, 1)], x.sum((0, 2), keepdims=True))
    lengths = np.array([0, 2, 4, 9])
    x = data(4, 4, 3)
    expected = np.stack([np.concatenate([row[:n][::-1], row[n:]]) for row, n in zip(x, lengths)])
    add("reverse_sequence", [x, lengths], expected, "seq_axis = 1 : i64, batch_axis = 0 : i64")
    add("reverse_sequence", [x.transpose(1, 0, 2).copy(), lengths], expected.transpose(1, 0, 2), "seq_axis = 0 : i64, batch_axis = 1 : i64",
        {0: ["n", "b", 3], 1: ["b"], 2: ["n", "b", 3]})
    x = data(3, 8)
    add("layout_transform", [x], x.reshape(3, 2, 4).transpose(1, 0, 2), "index_map = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>")
    add("layout_transform", [x[:, :7].copy()], np.pad(x[:, :7], ((0, 0), (0, 1)), constant_values=9).reshape(3, 2, 4),
        "index_map = affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad_value = 9.0 : f64")
    # A number that f64 does not hold.
    wide = np.array([[1, 2, 2**53 + 1]])
    add("layout_transform", [wide], np.append(wide, 2**53 + 1).reshape(1, 1, 4),
        "index_map = affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad_value = 9007199254740993 : i64")


def _einsums():
    a, b, c = data(2, 3, 4), data(2, 4, 5), data(5)
    for text, operands in (("bij,bjk->bik", [a, b]), ("bij,bjk,k", [a, b, c]), ("...ij->...ji", [a]), ("ijk->", [a]),
                           ("ij,ij->i", [a[0], a[1]]), ("i,j->ij", [c, c]), ("ii->i", [data(4, 4)]), ("...i,...i->...", [a, a[:1]])):
        add("einsum", operands, np.einsum(text, *operands), f'subscripts = "{text}"')
    add("einsum", [a, b], np.einsum("bij,bjk->bik", a, b), 'subscripts = "bij,bjk->bik"', {0: ["b", "i", "j"], 1: ["b", "j", 5], 2: ["b", "i", 5]},
        more=[([a[:1, :, :0], b[:1, :0]], np.zeros((1, 3, 5), np.float32))])
    half = a.astype(np.float16)
    add("einsum", [half, half], np.einsum("bij,bij->b", half.astype(np.float32), half.astype(np.float32)).astype(np.float16),
        'subscripts = "bij,bij->b"')
    add("einsum", [np.arange(6).reshape(2, 3), np.arange(3)], np.arange(6).reshape(2, 3) @ np.arange(3), 'subscripts = "ij,j"')


def _counted():
    """Results whose sizes the data decides."""
    for x in (_mixed(3, 4), _mixed(2, 0), _mixed(5).astype(bool), _mixed(2, 3, 4, dtype=np.int32)):
        places = np.stack(np.nonzero(x))
        add("nonzero", [x], places, "", {1: [x.ndim, "?"]})
    x, y = _mixed(3, 4), _mixed(6, 5)
    add("nonzero", [x], np.stack(np.nonzero(x)), "", {0: ["n", "m"], 1: [2, "?"]},
        more=[([y], np.stack(np.nonzero(y))), ([np.zeros((2, 3), np.float32)], np.zeros((2, 0), np.int64))])
    for x in (_mixed(3, 4), _mixed(9, dtype=np.int64), np.array([4, 4, 4], np.int32), data(0)):
        values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
        inverse = inverse.reshape(-1)
        asked = "return_index = true, return_inverse = true, return_counts = true"
        add("unique", [x], [values, first, inverse, counts], asked, {1: ["?"], 2: ["?"], 4: ["?"]})
        add("unique", [x], [values, counts], "return_counts = true", {1: ["?"], 2: ["?"]})
        order = np.argsort(first)
        add("unique", [x], [values[order], first[order], np.argsort(order)[inverse], counts[order]], asked + ", sorted = false",
            {1: ["?"], 2: ["?"], 4: ["?"]})
    add("unique", [y[0]], np.unique(y[0]), "", {0: ["n"], 1: ["?"]}, more=[([y[0, :1]], y[0, :1]), ([y[0, :0]], y[0, :0])])


def _dynamic_slices():
    """Slices with bounds that are tensors."""
    x = data(4, 7)
    x[0, 0] = np.nan

    def run(z, *bounds):
        begin, end, step = bounds
        parts = []
        for axis, size in enumerate(z.shape):  # Kept where the slice can go, as Python does.
            parts.append(slice(begin[axis], end[axis] if step[axis] > 0 or end[axis] >= -size else None, step[axis]))
        return [z, *(np.array(bound) for bound in bounds)], z[tuple(parts)]

    runs = [run(x, [1, 0], [3, 7], [1, 2]), run(x, [-3, 6], [-1, 0], [1, -2]), run(x, [3, 0], [-9, 99], [-1, 3]), run(x, [2, 5], [2, 1], [1, 1]),
            run(x[:1, :3], [0, 0], [1, 3], [1, 1]), run(x[:0], [0, 0], [5, 5], [1, 1])]
    add("dynamic_strided_slice", *runs[0], "", {4: ["?", "?"]})
    add("dynamic_strided_slice", *runs[4], "", {4: ["?", "?"]})
    add("dynamic_strided_slice", *runs[0], "", {0: ["n", "m"], 4: ["?", "?"]}, more=runs[1:])


families = (_counted, _dynamic_slices, _orders, _searches, _scatters, _quantization, _losses, _attentions, _tiled_attentions, _compositions, _einsums)
