"""Cases of operators that move elements and compute none."""
import numpy as np

from operator_cases import add, data, excuse, ints
from spread import ALL, NUMBERS, as_element, spread


def wide(*shape):
    """Numbers that become elements of each type."""
    return data(*shape, dtype=np.float64)


def _shapes():
    many = [[wide(3, 4)], [wide(2, 6)], [wide(1, 1)], [wide(0, 3)], [wide(4, 5)]]
    # Whole tiles that are transposed in registers, and parts of tiles.
    tiles = [[wide(48, 32)], [wide(37, 41)]]
    spread("permute_dims", lambda x: x.T, many + tiles, "", {0: ["n", "m"], 1: ["m", "n"]}, ALL)
    for axis in (0, 1):
        spread("flip", lambda x: np.flip(x, axis), many, f"axis = {axis} : i64", {0: ["n", "m"], 1: ["n", "m"]}, ALL if axis else ALL[:1])
    spread("repeat", lambda x: x.repeat(2, 1), many, "repeats = 2 : i64, axis = 1 : i64", {0: ["n", "m"], 1: ["n", "m * 2"]}, ALL)
    spread("tile", lambda x: np.tile(x, (2, 1, 3)), many, f"repeats = {ints(2, 1, 3)}", {0: ["n", "m"], 1: [2, "n", "m * 3"]}, ALL)
    spread("expand_dims", lambda x: x[None, :, :, None], many, f"axis = {ints(0, -1)}", {0: ["n", "m"], 1: [1, "n", "m", 1]}, ALL)
    spread("squeeze", lambda x: x[:, 0], [[wide(3, 1, 4)], [wide(1, 1, 2)], [wide(0, 1, 2)]], f"axis = {ints(1)}", {0: ["n", 1, "m"], 1: ["n", "m"]}, ALL)
    spread("flatten", np.ravel, many, "", {0: ["n", "m"], 1: ["n * m"]}, ALL)
    spread("nn.batch_flatten", lambda x: x.reshape(x.shape[0], x.shape[1] * x.shape[2]), [[wide(2, 3, 4)], [wide(1, 3, 1)], [wide(0, 3, 2)]], "",
           {0: ["n", 3, "m"], 1: ["n", "m * 3"]}, ALL)
    spread("broadcast_to", lambda x: np.broadcast_to(x, (4, 3, 5)), [[wide(3, 1)], [wide(3, 1)]], "", None, ALL, known=1, shape=(4, 3, 5))
    spread("broadcast_to", lambda x: np.broadcast_to(x, (0, 5)), [[wide(1, 5)]], "", None, ALL[:1], known=1, shape=(0, 5))
    spread("nn.pad", lambda x: np.pad(x, ((1, 2), (0, 3))), many, f"pad_width = {ints(1, 2, 0, 3)}", {0: ["n", "m"], 1: ["n + 3", "m + 3"]}, ALL)
    for k in (-1, 1):
        for op, function in (("tril", np.tril), ("triu", np.triu)):
            spread(op, lambda x: function(x, k), many, f"k = {k} : i64", {0: ["n", "m"], 1: ["n", "m"]}, ALL if k == 1 else ALL[:1])
    spread("layout_transform", lambda x: x.reshape(x.shape[0], x.shape[1] // 4, 4).transpose(1, 0, 2),
           [[wide(3, 8)], [wide(2, 4)], [wide(1, 12)], [wide(0, 4)]], "index_map = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>", None, ALL, known=4)
    excuse("layout_transform", "the index map of a result of sizes known at run time may leave a rest, which needs padding of unknown size", "sizes at run time")
    image = [[wide(2, 8, 3, 4)], [wide(1, 4, 1, 2)], [wide(0, 4, 2, 2)]]
    spread("nn.pixel_shuffle", lambda x: x.reshape(x.shape[0], -1 if x.size else 1, 2, 2, *x.shape[2:]).transpose(0, 1, 4, 2, 5, 3).reshape(
        x.shape[0], x.shape[1] // 4, x.shape[2] * 2, x.shape[3] * 2), image, "upscale_factor = 2 : i64", None, ALL, known=3)
    lengths = np.array([2, 0, 3])

    def reverse(x, lengths):
        return np.stack([np.concatenate([row[:n][::-1], row[n:]]) for row, n in zip(x, lengths)]) if len(x) else x

    spread("reverse_sequence", reverse, [[wide(3, 4, 2), lengths], [wide(2, 3, 1), lengths[:2]], [wide(1, 1, 1), lengths[1:2]], [wide(0, 4, 2), lengths[:0]]],
           "seq_axis = 1 : i64, batch_axis = 0 : i64", {0: ["b", "n", "m"], 1: ["b"], 2: ["b", "n", "m"]}, ALL)


def _same():
    """Marks of other passes, which give their operand."""
    many, dims = [[wide(2, 3)], [wide(4, 1)], [wide(0, 3)], [wide(5, 2)]], {0: ["n", "m"], 1: ["n", "m"]}
    for op in ("grad.no_grad", "grad.start_checkpoint", "grad.end_checkpoint", "builtin.stop_lift_params"):
        spread(op, lambda x: x, many, "", dims, ALL)
    spread("nn.dropout", lambda x: [x, np.ones_like(x)], many, "rate = 0.5", {**dims, 2: ["n", "m"]})
    x = many[0][0]
    for elements in ALL:
        y = as_element(x, elements)
        with np.errstate(all="ignore"):
            expected = y.astype(np.float64).astype(np.float32)
        add("wrap_param", [y], expected, "dtype = f32")
        add("wrap_param", [y], expected, "dtype = f32", dims, more=[([y[:0]], expected[:0]), ([y[:1]], expected[:1])])
    y = np.array([[np.nan, np.inf, -np.inf]], np.float32)
    add("wrap_param", [y], y.astype(np.float16), "dtype = f16")


def _joints():
    x, y = wide(3, 4), wide(3, 2)
    spread("concat", lambda *parts: np.concatenate(parts, 1), [[x, y], [wide(2, 1), wide(2, 3)], [wide(3, 0), y], [wide(0, 2), wide(0, 1)], [wide(5, 3), wide(5, 6)]],
           "axis = 1 : i64", {0: ["k", "n"], 1: ["k", "m"], 2: ["k", "n + m"]}, ALL)
    spread("stack", lambda *parts: np.stack(parts, 1), [[x, x], [wide(1, 5), wide(1, 5)], [wide(0, 2), wide(0, 2)], [wide(2, 3), wide(2, 3)]],
           "axis = 1 : i64", {0: ["n", "m"], 1: ["n", "m"], 2: ["n", 2, "m"]}, ALL)
    spread("split", lambda x: np.split(x, [2], 1), [[wide(3, 5)], [wide(2, 5)], [wide(1, 5)], [wide(0, 5)]], f"indices = {ints(2)}, axis = 1 : i64",
           {0: ["n", 5], 1: ["n", 2], 2: ["n", 3]}, ALL)
    spread("meshgrid", lambda a, b: list(np.meshgrid(a, b, indexing="ij")), [[wide(3), wide(2)], [wide(4), wide(1)], [wide(0), wide(3)], [wide(2), wide(5)]],
           'indexing = "ij"', {0: ["n"], 1: ["m"], 2: ["n", "m"], 3: ["n", "m"]}, ALL)
    spread("where", np.where, [[wide(3, 4) > 0, wide(3, 4), wide(3, 4)], [wide(2, 1) > 0, wide(2, 1), wide(2, 1)], [wide(0, 2) > 0, wide(0, 2), wide(0, 2)],
                               [wide(5, 2) > 0, wide(5, 2), wide(5, 2)]], "", dict.fromkeys(range(4), ["n", "m"]), ALL, special=1)
    spread("where", np.where, [[wide(3, 1) > 0, wide(4), wide(2, 1, 4)], [wide(1) > 0, wide(2, 2), wide(1, 2)]], "", None, ALL[:1], special=1)


def _slices():
    many = [[wide(4, 7)], [wide(3, 5)], [wide(1, 9)], [wide(6, 3)]]
    text = f"axes = {ints(0, 1)}, begin = [#relax.expr<-2>, #relax.expr<5>], end = [#relax.expr<99>, #relax.expr<-9>], strides = {ints(1, -2)}"
    spread("strided_slice", lambda x: x[-2:99, 5:-9:-2], [[wide(4, 7)], [wide(3, 8)], [wide(1, 9)], [wide(0, 6)]], text, None, ALL, known=4)
    spread("strided_slice", lambda x: x[1:3], [[wide(4, 7)], [wide(3, 1)], [wide(3, 0)], [wide(5, 2)]],
           f"axes = {ints(0)}, begin = [#relax.expr<1>], end = [#relax.expr<3>], assume_inbound = true", {0: ["n", "m"], 1: [2, "m"]}, ALL[:1])
    bounds = [np.array(bound) for bound in ([-3, 6], [-1, 0], [1, -2])]
    spread("dynamic_strided_slice", lambda x, *_: x[-3:-1, 6:0:-2], [[*z, *bounds] for z in many[:2] + [[wide(0, 7)], many[2], many[3]]], "",
           {0: ["n", "m"], 4: ["?", "?"]}, ALL)

    def written(x, source):
        x = x.copy()
        x[1:3] = source
        return x

    spread("slice_scatter", written, [[wide(4, 3), wide(2, 3)], [wide(5, 1), wide(2, 1)], [wide(3, 0), wide(2, 0)], [wide(6, 4), wide(2, 4)]],
           "start = #relax.expr<1>, end = #relax.expr<3>", {0: ["n", "m"], 1: [2, "m"], 2: ["n", "m"]}, ALL)


def _gathers():
    x, z = wide(4, 5), wide(1, 5)
    i = np.array([[0, 3, -1], [2, 1, 0]])
    spread("take", lambda x, i: x[i], [[x, i], [wide(7, 1), i], [x, i[:0]], [wide(4, 0), i], [z, i[:1, :1]]], "axis = 0 : i64, mode = \"wrap\"",
           {0: ["n", "m"], 1: ["a", "b"], 2: ["a", "b", "m"]}, ALL)
    spread("gather_elements", lambda x, i: np.take_along_axis(x, i, 1), [[wide(2, 5), i], [wide(1, 4), i[:1]], [wide(2, 5), i[:, :0]], [wide(0, 4), i[:0]], [wide(2, 9), i]],
           "axis = 1 : i64", {0: ["n", "m"], 1: ["n", "k"], 2: ["n", "k"]}, ALL)
    at = np.array([[0, 1], [-1, 3], [2, -2]])
    spread("gather_nd", lambda x, i: x[i[:, 0], i[:, 1]], [[wide(4, 5, 3), at], [wide(3, 4, 1), at[:1]], [wide(4, 5, 2), at[:0]], [wide(3, 6, 0), at], [wide(5, 4, 3), at]], "",
           {0: ["a", "b", "c"], 1: ["n", 2], 2: ["n", "c"]}, ALL)
    rows, columns = np.array([2, 0, -1]), np.array([3, 1, 0])
    spread("index_tensor", lambda x, r, c: x[r, c], [[x, rows, columns], [wide(3, 4), rows, columns], [x, rows[:1], columns[:1]], [x, rows[:0], columns[:0]], [wide(5, 6), rows, columns]], "",
           {0: ["n", "m"], 1: ["k"], 2: ["k"], 3: ["k"]}, ALL)

    def put(x, r, c, v):
        x = x.copy()
        x[r, c] = v
        return x

    spread("index_put", put, [[x, rows, columns, wide(3)], [wide(3, 4), rows, columns, wide(3)], [x, rows[:1], columns[:1], wide(1)],
                              [x, rows[:0], columns[:0], wide(0)], [wide(5, 6), rows, columns, wide(3)]], "accumulate = false",
           {0: ["n", "m"], 1: ["k"], 2: ["k"], 3: ["k"], 4: ["n", "m"]}, ALL)


def _scatters():
    def along(reduction):
        def scatter(x, i, u):
            x = x.copy()
            for at in np.ndindex(*u.shape):
                place = (i[at], at[1])
                x[place] = u[at] if reduction == "update" else x[place] + u[at] if reduction == "add" else max(x[place], u[at])
            return x
        return scatter

    i = np.array([[0, 3, 1], [2, -1, 0]])
    runs = [[wide(4, 3), i, wide(2, 3)], [wide(5, 3), i, wide(2, 3)], [wide(4, 1), i[:1, :1], wide(1, 1)], [wide(4, 3), i[:0], wide(0, 3)], [wide(6, 3), i, wide(2, 3)]]
    dims = {0: ["n", "m"], 1: ["a", "m"], 2: ["a", "m"], 3: ["n", "m"]}
    spread("scatter_elements", along("update"), runs, "axis = 0 : i64", dims, ALL, special=2)
    spread("scatter_elements", along("add"), runs, 'axis = 0 : i64, reduction = "add"', dims, NUMBERS)

    def rows(x, i, u):
        x = x.copy()
        x[i[:, 0]] = u
        return x

    i = np.array([[2], [-4]])
    spread("scatter_nd", rows, [[wide(4, 3), i, wide(2, 3)], [wide(5, 2), i, wide(2, 2)], [wide(4, 1), i[:1], wide(1, 1)], [wide(4, 3), i[:0], wide(0, 3)], [wide(6, 3), i, wide(2, 3)]],
           "", {0: ["n", "m"], 1: ["k", 1], 2: ["k", "m"], 3: ["n", "m"]}, ALL, special=2)


families = (_shapes, _same, _joints, _slices, _gathers, _scatters)
