"""Cases of operators on boxes, with each type of elements and more sizes."""
import numpy as np

from detection_cases import _boxes, _chosen, _suppressed
from operator_cases import data, excuse
from spread import FLOATS, spread


def wide(*shape):
    return data(*shape, dtype=np.float64)


def _counts():
    def valid(x):
        """The rows whose score is above 0.25, first; the others are -1."""
        rows, where, counts = np.full_like(x, -1), np.full(x.shape[:2], -1, np.int32), np.zeros(x.shape[0], np.int32)
        for batch in range(x.shape[0]):
            places = np.nonzero((x[batch, :, 1] > 0.25) & (x[batch, :, 0] >= 0))[0]
            counts[batch] = len(places)
            rows[batch, :len(places)], where[batch, :len(places)] = x[batch, places], places
        return [counts, rows, where]

    spread("vision.get_valid_counts", valid, [[wide(2, 7, 6)], [wide(1, 5, 6)], [wide(1, 1, 6)], [wide(2, 0, 6)], [wide(3, 4, 6)]],
           "score_threshold = 0.25, id_index = 0 : i64", {0: ["b", "n", 6], 1: ["b"], 2: ["b", "n", 6], 3: ["b", "n"]}, FLOATS)


def _suppressions():
    def rows(batch, count):
        corners = np.rint(np.abs(wide(batch, count, 2)) * 8) / 4
        size = np.rint(np.abs(wide(batch, count, 2)) * 2 + 1)
        scores = np.arange(1, count + 1) / 16 * np.ones((batch, 1))
        return np.concatenate([np.zeros((batch, count, 1)), scores[..., None], corners, corners + size], -1)

    def suppress(x, counts, where):
        parts = [_suppressed(np.where(np.isnan(z), -9, z), int(n), at, threshold=0.55) for z, n, at in zip(x, counts, where)]
        if not parts:
            return [where, np.zeros((0, 1), np.int32)]
        return [np.stack(part) for part in zip(*parts)]

    runs = []
    for batch, count in ((2, 7), (1, 5), (1, 1), (2, 0), (3, 6)):
        runs.append([rows(batch, count), np.full(batch, count, np.int32), np.tile(np.arange(count, dtype=np.int32), (batch, 1))])
    dims = {0: ["b", "n", 6], 1: ["b"], 2: ["b", "n"], 3: ["b", "n"], 4: ["b", 1]}
    spread("vision.non_max_suppression", suppress, runs, "return_indices = true, iou_threshold = 0.55", dims, FLOATS, special=None)
    unscored = rows(1, 3)
    unscored[0, 1, 1] = np.nan
    spread("vision.non_max_suppression", suppress, [[unscored, np.array([3], np.int32), np.array([[0, 1, 2]], np.int32)]], "return_indices = true, iou_threshold = 0.55", None,
           FLOATS[:4], special=None, known=1)


def _multiboxes():
    def locate(scores, offsets, anchors):
        moves = offsets.reshape(len(offsets), anchors.shape[1], 4) * 0.5
        size, middle = anchors[..., 2:] - anchors[..., :2], (anchors[..., 2:] + anchors[..., :2]) / 2
        middle, reach = moves[..., :2] * size + middle, np.exp(moves[..., 2:]) * size / 2
        kept = np.where(scores < 0, 0, scores)
        kept[:, 0] = 0
        return [np.concatenate([middle - reach, middle + reach], -1), kept]

    runs = []
    for batch, classes, count in ((2, 3, 4), (1, 2, 5), (1, 1, 1), (0, 2, 3), (3, 2, 2)):
        anchors = np.rint(_boxes(1, count).astype(np.float64) * 4) / 4
        runs.append([wide(batch, classes, count), wide(batch, count * 4), anchors])
    spread("vision.multibox_transform_loc", locate, runs, "clip = false, threshold = 0.0, keep_background = false, variances = array<f64: 0.5, 0.5, 0.5, 0.5>",
           {0: ["b", "c", "n"], 1: ["b", "n * 4"], 2: [1, "n", 4], 3: ["b", "n", 4], 4: ["b", "c", "n"]}, FLOATS)


def _all_classes():
    limits = [np.asarray(np.int64(2)), np.asarray(np.float32(0.55)), np.asarray(np.float32(0.1))]

    def choose(boxes, scores, *_):
        rows = []
        for batch, kind in np.ndindex(*scores.shape[:2]):
            row = np.where(np.isnan(scores[batch, kind]), -9, scores[batch, kind])
            chosen = _chosen(boxes[batch], row, [box for box in range(len(row)) if row[box] > np.float32(0.1)], 2, lambda a, b: True, lambda part: part > 0.55)[0]
            rows += [(batch, kind, box) for box in chosen]
        expected = np.full((scores.size, 3), -1, np.int64)
        expected[:len(rows)] = np.array(rows, np.int64).reshape(-1, 3)
        return [expected, np.array([len(rows)], np.int64)]

    def scored(batch, classes, count):
        places = np.arange(batch * classes * count)
        return ((places * 7 % 16) / 16).reshape(batch, classes, count)

    runs = []
    for batch, classes, count in ((2, 3, 5), (1, 2, 4), (1, 1, 1), (2, 2, 0), (2, 2, 6)):
        corners = np.rint(np.abs(wide(batch, count, 2)) * 8) / 4
        boxes = np.concatenate([corners, corners + np.rint(np.abs(wide(batch, count, 2)) * 2 + 1)], -1)
        runs.append([boxes, scored(batch, classes, count), *limits])
    spread("vision.all_class_non_max_suppression", choose, runs, "", {0: ["b", "n", 4], 1: ["b", "c", "n"], 5: ["b * c * n", 3]}, FLOATS, special=None)
    spoiled = scored(1, 1, 4)
    spoiled[0, 0, 1] = np.nan
    spread("vision.all_class_non_max_suppression", choose, [[runs[1][0], spoiled, *limits]], "", None, FLOATS[:1], special=None, known=1)


families = (_counts, _suppressions, _multiboxes, _all_classes)
