"""Cases of sizes that are 1, or not, only when the program runs."""
import numpy as np

from operator_cases import Stops, add, data

_DIFFER = Stops("sizes of operands differ, and none of them is 1", "cannot broadcast")


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
        more=[([x[:, 0]], x[:, 0]), ([x[:3, 0]], _DIFFER), ([x[:0, 0]], _DIFFER)])


def _products():
    x, y = data(1, 2, 5), data(4, 5, 3)
    add("matmul", [x, y], x @ y, "", {0: ["a", 2, "k"], 1: ["b", "l", 3], 2: ["b", 2, 3]},
        more=[([np.repeat(x, 4, 0), y], np.repeat(x, 4, 0) @ y), ([np.repeat(x, 3, 0), y], _DIFFER),
              ([x, y[:, :1]], Stops("sizes of the axes that are summed over differ")),
              ([x[:, :, :0], y[:, :0]], np.zeros((4, 2, 3), np.float32))])
    add("matmul", [x[0, 0], y], x[0, 0] @ y, "", {0: ["k"], 1: ["b", "k", 3], 2: ["b", 3]})
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


families = (_elementwise, _products, _places)
