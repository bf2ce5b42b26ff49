"""Cases of derivatives of gathers and windows, and of boxes in images."""
import itertools

import numpy as np

from operator_cases import add, by_onnx, data, ints


def _takes():
    x = data(4, 5, 3)
    for axis, mode in itertools.product((0, 1, -1), ("fast", "clip", "wrap", "nan")):
        size = x.shape[axis]
        # Some indices occur twice, some are outside.
        indices = np.array([[0, 2, 2], [-1, size, size + 1]]) if mode != "fast" else np.array([[0, 2, 2], [1, 1, 0]])
        at = axis % 3
        gradient = data(*x.shape[:at], 2, 3, *x.shape[at + 1:])
        expected = np.zeros_like(x)
        moved, rows = np.moveaxis(expected, at, 0), np.moveaxis(gradient, (at, at + 1), (0, 1))
        for entry in np.ndindex(2, 3):
            index = indices[entry]
            if mode == "wrap":
                index %= size
            if mode == "clip":
                index = min(max(index, 0), size - 1)
            if 0 <= index < size:
                moved[index] += rows[entry]
        symbolic = {0: ["i", "j", 5, 3], 1: ["n", 5, 3], 2: ["i", "j"], 3: ["n", 5, 3]} if axis == 0 and mode == "wrap" else {}
        more = [([data(0, 0, 5, 3), x, np.zeros((0, 0), np.int64)], x * 0),
                ([data(1, 1, 5, 3) * 0 + 2, x[:1], np.zeros((1, 1), np.int64)], x[:1] * 0 + 2)] if symbolic else ()
        add("grad.take_backward", [gradient, x, indices], expected, f'axis = {axis} : i64, mode = "{mode}"', symbolic, more=more)
    x, half = data(5), data(3, dtype=np.float16)
    add("grad.take_backward", [half, x.astype(np.float16), np.array([1, 1, 4], np.int32)],
        np.array([0, np.float16(np.float32(half[0]) + half[1]), 0, 0, half[2]], np.float16))


def _pooled_back(x, gradient, size, strides, padding, dilation, is_max, counts):
    """The derivative by `x`, by the definition."""
    result = np.zeros(x.shape, np.float64)
    for n, c, i, j in np.ndindex(*gradient.shape):
        places = []
        for a, b in np.ndindex(*size):
            y, z = (at * stride + offset * step - before for at, stride, offset, step, before in
                    zip((i, j), strides, (a, b), dilation, padding))
            if 0 <= y < x.shape[2] and 0 <= z < x.shape[3]:
                places.append((n, c, y, z))
        if is_max and places:
            result[max(places, key=lambda place: (np.isnan(x[place]), x[place]))] += gradient[n, c, i, j]
        if not is_max:
            count = 1
            for axis in (0, 1):
                low, high = (0, x.shape[axis + 2] + padding[axis] + padding[axis + 2]) if counts else (
                    padding[axis], padding[axis] + x.shape[axis + 2])
                start = (i, j)[axis] * strides[axis]
                count *= max(sum(low <= start + k * dilation[axis] < high for k in range(size[axis])), 1)
            for place in places:
                result[place] += gradient[n, c, i, j] / count
    return result.astype(x.dtype)


def _pool_gradients():
    for is_max, size, strides, padding, dilation, ceil in itertools.product(
            (True, False), [(2, 3)], ((2, 2), (1, 3)), ((0, 0, 0, 0), (1, 1, 0, 1)), ((1, 1), (2, 1)), (False, True)):
        for counts in (False, True) if not is_max else (False,):
            x = data(2, 3, 7, 8)
            room = [x.shape[a + 2] + padding[a] + padding[a + 2] - dilation[a] * (size[a] - 1) - 1 for a in (0, 1)]
            steps = [(-(-r // s) if ceil else r // s) + 1 for r, s in zip(room, strides)]
            # No window begins in the padding behind.
            steps = [min(n, -(-(x.shape[a + 2] + padding[a]) // strides[a])) for a, n in enumerate(steps)]
            gradient = data(2, 3, *steps)
            op = "max" if is_max else "avg"
            expected = _pooled_back(x, gradient, size, strides, padding, dilation, is_max, counts)
            text = (f"pool_size = {ints(*size)}, strides = {ints(*strides)}, padding = {ints(*padding)}, dilation = {ints(*dilation)}, "
                    f"ceil_mode = {str(ceil).lower()}, count_include_pad = {str(counts).lower()}")
            add(f"grad.{op}_pool2d_backward", [gradient, x], expected, text)
            if dilation == (2, 1) and strides == (2, 2):
                turned = [np.ascontiguousarray(z.transpose(0, 2, 3, 1)) for z in (gradient, x, expected)]
                add(f"grad.{op}_pool2d_backward", turned[:2], turned[2], text + ', layout = "NHWC"')
                add(f"grad.{op}_pool2d_backward", [turned[0], x], expected, text + ', layout = "NCHW", out_layout = "NHWC"')
                add(f"grad.{op}_pool2d_backward", [gradient, x], expected, text,
                    {0: ["n", "c", "a", "b"], 1: ["n", "c", "h", "w"], 2: ["n", "c", "h", "w"]},
                    more=[([gradient[:0], x[:0]], x[:0]), ([gradient[:1, :1], x[:1, :1]], expected[:1, :1])])
    x = np.array([[[[1, np.nan, 3, 3]]]], np.float32)
    add("grad.max_pool2d_backward", [np.full((1, 1, 1, 2), 2, np.float32), x], np.array([[[[0, 2, 2, 0]]]], np.float32),
        f"pool_size = {ints(1, 2)}, strides = {ints(1, 2)}")


def _overlap(a, b):
    low, high = np.maximum(np.minimum(a[:2], a[2:]), np.minimum(b[:2], b[2:])), np.minimum(np.maximum(a[:2], a[2:]), np.maximum(b[:2], b[2:]))
    shared = np.prod(np.maximum(high - low, 0))
    whole = np.prod(np.abs(a[2:] - a[:2])) + np.prod(np.abs(b[2:] - b[:2])) - shared
    return shared / whole if whole > 0 else 0


def _boxes(*shape):
    """Boxes that overlap now and then."""
    corners = np.abs(data(*shape, 2)) * 2
    return np.concatenate([corners, corners + 0.7 + np.abs(data(*shape, 2))], -1).astype(np.float32)


def _chosen(boxes, scores, candidates, limit, same, drops, sigma=0, lowest=0):
    """The best boxes in order, each of which drops others; and their scores."""
    scores, result = scores.astype(np.float64), []
    while candidates and len(result) < limit:
        best = max(candidates, key=lambda box: (scores[box], -box))
        result.append(best)
        rest = []
        for box in candidates:
            part = _overlap(boxes[best], boxes[box]) if same(best, box) else -1
            if box == best or (part >= 0 and drops(part)):
                continue
            if part >= 0 and sigma:
                scores[box] *= np.exp(-0.5 * part * part / sigma)
                if scores[box] <= lowest:
                    continue
            rest.append(box)
        candidates = rest
    return result, scores


def _suppressed(rows, count, where, limit=-1, threshold=0.5, force=False, top=-1, bottom=False, indices=True, sigma=0, lowest=0):
    """The results for one batch."""
    boxes, scores = rows[:, 2:6], rows[:, 1]
    order = sorted(range(count), key=lambda box: (-scores[box], box))
    candidates = order[:top] if top >= 0 else order
    chosen, changed = _chosen(boxes, scores, candidates, limit if limit >= 0 else len(rows), lambda a, b: force or rows[a, 0] == rows[b, 0],
                              lambda part: part >= threshold, sigma, lowest)
    places = np.array([where[box] for box in chosen] + [-1] * (len(rows) - len(chosen)), np.int32), np.array([len(chosen)], np.int32)
    result = np.full_like(rows, -1)
    for slot, box in enumerate(chosen if bottom or sigma else order):
        if box in chosen:
            result[slot] = rows[box]
            result[slot, 1] = changed[box]
    return (result, *places) if indices and sigma else places if indices else result


def _suppressions():
    rows = np.concatenate([np.floor(np.abs(data(2, 9, 1)) * 1.2), np.abs(data(2, 9, 1)), _boxes(2, 9)], -1).astype(np.float32)
    counts, where = np.array([9, 6], np.int32), np.stack([np.arange(9), 20 - np.arange(9)]).astype(np.int32)
    for options in ({}, {"limit": 2}, {"force": True}, {"top": 4}, {"threshold": 0.1}, {"force": True, "threshold": 0.2, "limit": 0},
                    {"force": True, "sigma": 0.5, "lowest": 0.2, "threshold": 0.9}):
        names = {"limit": "max_output_size = {} : i64", "force": "force_suppress = {}", "top": "top_k = {} : i64", "threshold": "iou_threshold = {}",
                 "sigma": "soft_nms_sigma = {}", "lowest": "score_threshold = {}"}
        text = ", ".join(names[key].format(str(value).lower()) for key, value in options.items())
        for indices, bottom in ((True, False), (False, False), (False, True)):
            results = [_suppressed(*batch, indices=indices, bottom=bottom, **options) for batch in zip(rows, counts, where)]
            expected = [np.stack(parts) for parts in zip(*results)] if indices else np.stack(results)
            more = text + f"{', ' if text else ''}return_indices = {str(indices).lower()}, invalid_to_bottom = {str(bottom).lower()}"
            symbolic = {0: ["b", "n", 6], 1: ["b"], 2: ["b", "n"], 3: ["b", "n"], 4: ["b", 1]} if indices and not options else {}
            add("vision.non_max_suppression", [rows, counts, where], expected, more, symbolic,
                more=[([rows[:1, :1], counts[:1] * 0 + 1, where[:1, :1]], [where[:1, :1], np.array([[1]], np.int32)]),
                      ([rows[:, :0], counts * 0, where[:, :0]], [where[:, :0], np.array([[0], [0]], np.int32)])] if symbolic else ())


def _valid_counts():
    x = data(2, 7, 6)
    x[0, 3, 1] = np.nan
    for threshold, id_index, symbolic in ((0.25, 0, False), (-9.0, -1, True)):
        valid = (x[..., 1] > threshold) & ((x[..., 0] >= 0) | (id_index < 0))
        rows, where = np.full_like(x, -1), np.full((2, 7), -1, np.int32)
        for batch in range(2):
            places = np.nonzero(valid[batch])[0]
            rows[batch, :len(places)], where[batch, :len(places)] = x[batch, places], places
        add("vision.get_valid_counts", [x], [valid.sum(1).astype(np.int32), rows, where],
            f"score_threshold = {threshold}, id_index = {id_index} : i64",
            {0: ["b", "n", 6], 1: ["b"], 2: ["b", "n", 6], 3: ["b", "n"]} if symbolic else {},
            more=[([x[:, :0]], [np.zeros(2, np.int32), x[:, :0], where[:, :0]])] if symbolic else ())


def _multiboxes():
    scores, offsets, anchors = data(2, 3, 5), data(2, 20), _boxes(1, 5) / 3
    variances = np.array([0.1, 0.1, 0.2, 0.3], np.float32)
    for clip, threshold, background in ((False, 0.0, True), (True, 0.4, False)):
        moves = offsets.reshape(2, 5, 4) * variances
        size, middle = anchors[..., 2:] - anchors[..., :2], (anchors[..., 2:] + anchors[..., :2]) / 2
        middle, reach = moves[..., :2] * size + middle, np.exp(moves[..., 2:]) * size / 2
        boxes = np.concatenate([middle - reach, middle + reach], -1)
        kept = np.where(scores < threshold, 0, scores)
        if not background:
            kept[:, 0] = 0
        add("vision.multibox_transform_loc", [scores, offsets, anchors], [np.clip(boxes, 0, 1) if clip else boxes, kept],
            f"clip = {str(clip).lower()}, threshold = {threshold}, keep_background = {str(background).lower()}, "
            "variances = array<f64: 0.1, 0.1, 0.2, 0.3>")


def _all_classes():
    boxes, scores = _boxes(2, 6), np.abs(data(2, 3, 6))
    boxes[0, 1] = boxes[0, 1, [2, 3, 0, 1]]
    for limit, overlap, score in ((4, 0.3, 0.2), (0, 0.5, 0.0), (99, 0.9, -1.0)):
        limits = [np.asarray(np.int64(limit)), np.asarray(np.float32(overlap)), np.asarray(np.float32(score))]
        found = {}
        for batch, kind in np.ndindex(2, 3):
            row = scores[batch, kind]
            found[batch, kind] = _chosen(boxes[batch], row, [box for box in range(6) if row[box] > np.float32(score)], limit,
                                         lambda a, b: True, lambda part: part > overlap)[0]
        rows = [(batch, kind, box) for (batch, kind), chosen in found.items() for box in chosen]
        by_runtime = by_onnx("NonMaxSuppression", [boxes, scores, *(np.atleast_1d(value) for value in limits)])
        assert np.array_equal(by_runtime, np.array(rows, np.int64).reshape(-1, 3))
        expected = np.full((36, 3), -1)
        expected[:len(rows)] = np.array(rows, np.int64).reshape(-1, 3)
        add("vision.all_class_non_max_suppression", [boxes, scores, *limits], [expected, np.array([len(rows)])], "",
            {0: ["b", "n", 4], 1: ["b", 3, "n"], 5: ["b * n * 3", 3]} if limit == 4 else {})
        lists, best, counts = np.full((2, 18, 2), -1), np.zeros((2, 18), np.float32), np.zeros(2, np.int64)
        for batch in range(2):
            chosen = [(kind, slot, box) for kind in range(3) for slot, box in enumerate(found[batch, kind])]
            chosen.sort(key=lambda at: (-scores[batch, at[0], at[2]], at[0], at[1]))
            counts[batch] = len(chosen)
            for line, (kind, _, box) in enumerate(chosen):
                lists[batch, line], best[batch, line] = (kind, box), scores[batch, kind, box]
        add("vision.all_class_non_max_suppression", [boxes, scores, *limits], [lists, best, counts], 'output_format = "tensorflow"')


families = (_takes, _pool_gradients, _suppressions, _valid_counts, _multiboxes, _all_classes)
