"""Cases of sizes that are 1, or not, only when the program runs."""
import numpy as np

from operator_cases import Stops, add, data

_DIFFER = Stops(", expected 1 or ", "cannot broadcast")
_NOT_ONE = Stops(", expected 1 or ", "to be 1 or")


def _elementwise():
    x, y = data(4, 3), data(1, 3)
    symbolic = {0: ["n", 3], 1: ["m", 3], 2: ["n", 3]}
    for op, function in (("add", np.add), ("maximum", np.maximum), ("less", np.less)):
        add(op, [x, y], function(x, y), "", symbolic,
            more=[([x, x], function(x, x)), ([x[:1], y], function(x[:1], y)), ([x[:0], y], function(x[:0], y)),
                  ([x, x[:3]], _DIFFER), ([x[:3], x], _DIFFER), ([x, x[:0]], _DIFFER)])
    c = data(1, 3) > 0
    add("where", [c, x, y], np.where(c, x, y), "", {0: ["a", 3], 1: ["n", 3], 2: ["m", 3], 3: ["n", 3]},
        more=[([x > 0, x, x + 1], np.where(x > 0, x, x + 1)), ([x[:2] > 0, x, y], _DIFFER)])
    add("broadcast_to", [y[0, :1]], np.repeat(y[0, :1], 4), "", {0: ["m"]}, shape=(4,),
        more=[([x[:, 0]], x[:, 0]), ([x[:3, 0]], _NOT_ONE), ([x[:0, 0]], _NOT_ONE)])


def _products():
    x, y = data(1, 2, 5), data(4, 5, 3)
    add("matmul", [x, y], x @ y, "", {0: ["a", 2, "k"], 1: ["b", "l", 3], 2: ["b", 2, 3]},
        more=[([np.repeat(x, 4, 0), y], np.repeat(x, 4, 0) @ y), ([np.repeat(x, 3, 0), y], _DIFFER),
              ([x, y[:, :1]], Stops("sizes of the axes that are summed over differ", "expects the number of rows")),
              ([x[:, :, :0], y[:, :0]], np.zeros((4, 2, 3), np.float32))])
    add("matmul", [x[0, 0], y], x[0, 0] @ y, "", {0: ["k"], 1: ["b", "k", 3], 2: ["b", 3]})
    # Large enough for tiles of rows, and for the other operand to be copied.
    x, y = data(2, 64, 130), data(2, 130, 40)
    symbolic = {0: ["a", 64, 130], 1: ["b", 130, 40], 2: ["max(a, b) * min(a * b, 1)", 64, 40]}
    more = [([x[:1], y], x[:1] @ y), ([x, y[:1]], x @ y[:1]), ([x[:1], y[1:]], x[:1] @ y[1:])]
    add("matmul", [x, y], x @ y, "", symbolic, more=more)
    add("einsum", [x, y], x @ y, 'subscripts = "bij,bjk->bik"', symbolic, more=more)
    p, q = data(4), data(1)
    add("einsum", [p, q], np.einsum("i,i->", p, np.repeat(q, 4)), 'subscripts = "i,i->"', {0: ["n"], 1: ["m"]},
        more=[([q, p], np.einsum("i,i->", p, np.repeat(q, 4))), ([p, p], p @ p), ([p, p[:3]], _DIFFER)])


def _places():
    x = data(4, 5)
    i, j = np.array([2, 0, -1]), np.array([3])
    add("index_tensor", [x, i, j], x[i, j], "", {1: ["n"], 2: ["m"], 3: ["n"]},
        more=[([x, i, i], x[i, i]), ([x, i, i[:2]], _DIFFER)])
    values, expected = data(3), x.copy()
    expected[i, j] = values
    add("index_put", [x, i, j, values], expected, "", {1: ["n"], 2: ["m"], 3: ["k"]},
        more=[([x, i, i[:2], values], _DIFFER), ([x, i, j, values[:2]], _DIFFER)])


def _bounds():
    """Sizes known at run time that would have an operator read or write beyond its operands."""
    x, i = data(3, 4), np.array([[0, 2, 1, 1], [2, 2, 0, 1]])
    beyond, differ = Stops("reach beyond the data", "expects"), Stops("differ", "expects")
    taken = np.take_along_axis(x, i, 0)
    add("gather_elements", [x, i], taken, "axis = 0 : i64", {0: ["n", "m"], 1: ["a", "b"], 2: ["a", "b"]}, more=[([x[:, :3].copy(), i], beyond)])
    pairs = np.array([[1], [0], [3]])
    add("gather_nd", [x, pairs], x[np.arange(3), pairs[:, 0]], "batch_dims = 1 : i64", {0: ["n", "m"], 1: ["k", 1], 2: ["k"]}, more=[([x[:2], pairs], differ)])
    written = x.copy()
    np.put_along_axis(written, np.array([[0, 2, 1, 1]]), np.ones((1, 4), np.float32), 0)
    ones = np.ones((1, 4), np.float32)
    add("scatter_elements", [x, i[:1], ones], written, "axis = 0 : i64", {0: ["n", "m"], 1: ["a", "b"], 2: ["c", "d"], 3: ["n", "m"]},
        more=[([x[:, :3].copy(), i[:1], ones], beyond), ([x, i[:1], ones[:, :3].copy()], differ), ([x, i, ones], differ)])
    rows = x.copy()
    rows[[2, 0]] = 1
    add("scatter_nd", [x, np.array([[2], [0]]), np.ones((2, 4), np.float32)], rows, "", {0: ["n", "m"], 1: ["k", 1], 2: ["l", "o"], 3: ["n", "m"]},
        more=[([x, np.array([[2], [0]]), ones], differ), ([x, np.array([[2]]), ones[:, :3].copy()], differ)])
    sliced = x.copy()
    sliced[1:3] = 1
    add("slice_scatter", [x, np.ones((2, 4), np.float32)], sliced, "start = #relax.expr<1>, end = #relax.expr<3>", {0: ["n", "m"], 1: ["k", "l"], 2: ["n", "m"]},
        more=[([x, np.ones((3, 4), np.float32)], Stops("not as long as the slice", "expects")), ([x, np.ones((2, 3), np.float32)], differ)])
    add("topk", [x], [np.sort(x, 1)[:, ::-1][:, :3], np.argsort(-x, 1)[:, :3].astype(np.int32)], "k = 3 : i64, axis = 1 : i64", {0: ["n", "m"], 1: ["n", 3], 2: ["n", 3]},
        more=[([x[:, :2].copy()], Stops("fewer elements than 'k' asks for", "expects"))])
    add("median", [x], [np.sort(x, 1)[:, 1], np.argsort(x, 1)[:, 1]], "axis = array<i64: 1>", {0: ["n", "m"], 1: ["n"], 2: ["n"]},
        more=[([x[:, :0].copy()], Stops("expected elements to find the middle of", "expects"))])
    image = data(1, 1, 3, 3)
    add("image.resize2d", [image], image, 'method = "linear"', {0: ["n", "c", "h", "w"], 1: ["n", "c", 3, 3]}, shape=(3, 3),
        more=[([image[:, :, :0].copy()], Stops("expected an image with pixels", "expects"))])
    region = np.array([[0, 0, 0, 2, 2]], np.float32)
    add("vision.roi_pool", [image, region], image.max((2, 3), keepdims=True), "pooled_size = array<i64: 1, 1>, spatial_scale = 1.0",
        {0: ["n", "c", "h", "w"], 1: ["r", 5], 2: ["r", "c", 1, 1]}, more=[([image[:0], region], Stops("expected an image with pixels", "expects"))])
    t = np.array([0, 2])
    add("nn.nll_loss", [x[:2], t], -x[[0, 1], t], 'reduction = "none"', {0: ["n", "c"], 1: ["n"], 2: ["n"]},
        more=[([x[:2, :0].copy(), t], Stops("expected at least one class", "expects"))])


families = (_bounds, _elementwise, _products, _places)
