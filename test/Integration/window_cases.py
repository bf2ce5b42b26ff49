"""Cases of convolutions, pooling, resizing and sampling, by their definitions."""
import numpy as np

from operator_cases import add, by_onnx, data, ints
from spread import FLOATS, NUMBERS, spread


def wide(*shape):
    return data(*shape, dtype=np.float64)


def _windows(x, size, strides):
    """The windows over all axes but the first two, appended as axes."""
    axes = tuple(range(2, x.ndim))
    views = np.lib.stride_tricks.sliding_window_view(x, size, axes)
    return views[(slice(None), slice(None), *(slice(None, None, s) for s in strides))]


def convolve(x, w):
    """The convolution in the plain layouts."""
    axes, letters = "dhw"[5 - x.ndim:], "xyz"[:x.ndim - 2]
    return np.einsum(f"nc{axes}{letters},oc{letters}->no{axes}", _windows(x, w.shape[2:], (1,) * len(axes)), w)


def transposed(x, w):
    """The transposed convolution: the sum of the kernel's copies, each times an
    element of x."""
    result = np.zeros((x.shape[0], w.shape[1], *(s + k - 1 for s, k in zip(x.shape[2:], w.shape[2:]))), x.dtype)
    for at in np.ndindex(*x.shape[2:]):
        place = (slice(None), slice(None), *(slice(a, a + k) for a, k in zip(at, w.shape[2:])))
        result[place] += np.tensordot(x[(slice(None), slice(None), *at)], w, (1, 0))
    return result


def pooled(x, size, function):
    """What a function gives for each window, in the plain layout."""
    return function(_windows(x, size, (1,) * len(size)), axis=tuple(range(-len(size), 0)))


def _convolutions():
    for rank in (1, 2, 3):
        kernel, name, axes = (2, 3, 2)[:rank], f"nn.conv{rank}d", "dhw"[3 - rank:]
        sizes = ((4, 5, 3)[:rank], (3, 4, 2)[:rank], (2, 3, 2)[:rank], (5, 3, 4)[:rank])
        dims = {0: ["n", 2, *axes], 2: ["n", 3, *(f"{a} - {k - 1}" for a, k in zip(axes, kernel))]}
        back = {0: ["n", 2, *axes], 2: ["n", 3, *(f"{a} + {k - 1}" for a, k in zip(axes, kernel))]}
        runs = [[wide(2, 2, *sizes[0]), wide(3, 2, *kernel)], [wide(1, 2, *sizes[1]), wide(3, 2, *kernel)], [wide(1, 2, *sizes[2]), wide(3, 2, *kernel)],
                [wide(0, 2, *sizes[3]), wide(3, 2, *kernel)], [wide(2, 2, *sizes[3]), wide(3, 2, *kernel)]]
        spread(name, convolve, runs, "", dims, NUMBERS)
        spread(name + "_transpose", transposed, [[x, np.ascontiguousarray(w.swapaxes(0, 1))] for x, w in runs], "", back, NUMBERS)


def _pools():
    for rank in (1, 2, 3):
        size, axes = (2, 3, 2)[:rank], "dhw"[3 - rank:]
        last = tuple(range(-rank, 0))
        runs = [[wide(2, 2, *(4, 5, 3)[:rank])], [wide(1, 2, *(3, 4, 2)[:rank])], [wide(1, 1, *size)], [wide(0, 2, *(3, 4, 2)[:rank])], [wide(2, 3, *(5, 6, 4)[:rank])]]
        dims = {0: ["n", "c", *axes], 1: ["n", "c", *(f"{a} - {k - 1}" for a, k in zip(axes, size))]}
        spread(f"nn.max_pool{rank}d", lambda x: _windows(x, size, (1,) * rank).max(last), runs, f"pool_size = {ints(*size)}", dims, NUMBERS)

        def mean(x):
            parts = _windows(x, size, (1,) * rank)
            if x.dtype.kind == "f":
                return parts.mean(last)
            total = parts.sum(last, dtype=x.dtype).astype(np.int64 if x.dtype.kind == "i" else np.uint64)
            count = int(np.prod(size))
            return (np.sign(total) * (np.abs(total) // count) if x.dtype.kind == "i" else total // count).astype(x.dtype)

        spread(f"nn.avg_pool{rank}d", mean, runs, f"pool_size = {ints(*size)}", dims, NUMBERS)
        parts = (2, 3, 2)[:rank]

        def adaptive(x):
            ranges = [[range(i * n // count, -(-(i + 1) * n // count)) for i in range(count)] for n, count in zip(x.shape[2:], parts)]
            result = np.zeros((*x.shape[:2], *parts), x.dtype)
            for at in np.ndindex(*parts):
                part = x[(slice(None), slice(None), *np.ix_(*(ranges[axis][i] for axis, i in enumerate(at))))]
                count = part[0, 0].size if len(x) else 1
                total = part.sum(last, dtype=x.dtype)
                if x.dtype.kind == "f":
                    total = total / count
                elif x.dtype.kind == "i":
                    total = (np.sign(total) * (np.abs(total.astype(np.int64)) // count)).astype(x.dtype)
                else:
                    total = total // np.asarray(count, x.dtype)
                result[(slice(None), slice(None), *at)] = total
            return result

        spread(f"nn.adaptive_avg_pool{rank}d", adaptive, runs, f"output_size = {ints(*parts)}", {0: ["n", "c", *axes], 1: ["n", "c", *parts]}, NUMBERS)
    dims = dict.fromkeys(range(1, 3), ["n", "c", "h", "w"])

    def back(is_max):
        def derive(g, x):
            result = np.zeros_like(x)
            for n, c, i, j in np.ndindex(*g.shape):
                part = x[n, c, i * 2:i * 2 + 2, j * 2:j * 2 + 2]
                if is_max:
                    flat = part.ravel()
                    at = int(np.argmax(flat))  # NaN is the greatest, the first of equal ones counts.
                    result[n, c, i * 2 + at // part.shape[1], j * 2 + at % part.shape[1]] += g[n, c, i, j]
                else:
                    result[n, c, i * 2:i * 2 + 2, j * 2:j * 2 + 2] += g[n, c, i, j] / 4
            return result
        return derive

    runs = [[wide(2, 2, 2, 3), wide(2, 2, 4, 6)], [wide(1, 2, 2, 2), wide(1, 2, 4, 4)], [wide(1, 1, 1, 1), wide(1, 1, 2, 2)], [wide(0, 2, 1, 2), wide(0, 2, 2, 4)], [wide(1, 3, 3, 2), wide(1, 3, 6, 4)]]
    for op in ("max", "avg"):
        spread(f"grad.{op}_pool2d_backward", back(op == "max"), runs, f"pool_size = {ints(2, 2)}, strides = {ints(2, 2)}",
               {0: ["n", "c", "a", "b"], **dims}, FLOATS, special=0 if op == "avg" else 1)

    def taken(g, x, i):
        result = np.zeros_like(x)
        for row, at in zip(g, i):
            result[at] += row
        return result

    i = np.array([0, 2, 2])
    spread("grad.take_backward", taken, [[wide(3, 4), wide(5, 4), i], [wide(3, 2), wide(3, 2), i], [wide(1, 1), wide(3, 1), i[:1]], [wide(0, 4), wide(5, 4), i[:0]], [wide(3, 3), wide(4, 3), i]],
           "axis = 0 : i64", {0: ["k", "m"], 1: ["n", "m"], 2: ["k"], 3: ["n", "m"]}, FLOATS)


def _blend(x, axis, size):
    """Linear resizing with half pixels along an axis."""
    n = x.shape[axis]
    place = (np.arange(size) + 0.5) * n / size - 0.5
    low = np.floor(place)
    part = (place - low).reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    first, second = (np.clip(low + k, 0, n - 1).astype(int) for k in (0, 1))
    return x.take(first, axis) * (1 - part) + x.take(second, axis) * part


def _images():
    sizes = {"image.resize2d": (6, 5), "image.resize3d": (2, 6, 5)}
    for op, size in sizes.items():
        rank, axes = len(size), "dhw"[3 - len(size):]

        def resize(x):
            for axis, count in zip(range(2, 2 + rank), size):
                x = _blend(x, axis, count)
            return x

        def nearest(x):
            for axis, count in zip(range(2, 2 + rank), size):
                n = x.shape[axis]
                x = x.take(np.clip(np.floor((np.arange(count) + 0.5) * n / count), 0, n - 1).astype(int), axis)
            return x

        inner = ((2, 3, 4), (3, 5, 2), (1, 1, 1), (4, 2, 3))
        runs = [[wide(2, 2, *z[3 - rank:])] for z in inner[:3]] + [[wide(0, 2, *inner[0][3 - rank:])], [wide(1, 3, *inner[3][3 - rank:])]]
        dims = {0: ["n", "c", *axes], 1: ["n", "c", *size]}
        spread(op, resize, runs, 'method = "linear"', dims, FLOATS, shape=size, special=None)
        spread(op, nearest, runs, 'method = "nearest_neighbor", rounding_method = "round_prefer_ceil"', dims, NUMBERS, shape=size)

    def affine(maps):
        y, x = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), indexing="ij")
        return np.einsum("nij,jhw->nihw", maps, np.stack([x, y, np.ones_like(x)]))

    spread("image.affine_grid", affine, [[wide(2, 2, 3)], [wide(3, 2, 3)], [wide(1, 2, 3)], [wide(0, 2, 3)], [wide(4, 2, 3)]], "align_corners = true",
           {0: ["n", 2, 3], 1: ["n", 2, 3, 4]}, FLOATS, shape=(3, 4))

    def sample(x, grid):
        """Between pixels; what lies outside is 0."""
        n, c, h, w = x.shape
        result = np.zeros((n, c, *grid.shape[2:]))
        for b, i, j in np.ndindex(n, *grid.shape[2:]):
            px, py = ((grid[b, k, i, j] + 1) / 2 * (s - 1) for k, s in ((0, w), (1, h)))
            for dy in (0, 1):
                for dx in (0, 1):
                    y, z = int(np.floor(py)) + dy, int(np.floor(px)) + dx
                    if 0 <= y < h and 0 <= z < w:
                        result[b, :, i, j] += x[b, :, y, z] * (1 - abs(py - y)) * (1 - abs(px - z))
        return result

    def grid(*shape):
        return np.rint(wide(*shape) * 2) / 4  # Exact in each type.

    spread("image.grid_sample", sample, [[wide(2, 2, 3, 5), grid(2, 2, 2, 3)], [wide(1, 2, 5, 3), grid(1, 2, 3, 2)], [wide(1, 1, 1, 1), grid(1, 2, 1, 1)],
                                         [wide(0, 2, 3, 3), grid(0, 2, 2, 2)], [wide(2, 3, 5, 5), grid(2, 2, 4, 3)]],
           'method = "bilinear", padding_mode = "zeros", align_corners = true', {0: ["n", "c", "h", "w"], 1: ["n", 2, "y", "x"], 2: ["n", "c", "y", "x"]}, FLOATS)


def _regions():
    rois = np.array([[0, 1, 1, 4, 3], [1, 0, 0, 3, 4]], np.float64)

    def align(x, rois):
        """The mean of one sample in the middle of each of 2 x 2 parts."""
        result = np.zeros((len(rois), x.shape[1], 2, 2))
        for r, (b, left, top, right, bottom) in enumerate(rois):
            w, h = max(right - left, 1), max(bottom - top, 1)
            for i, j in np.ndindex(2, 2):
                py, px = top + (i + 0.5) * h / 2, left + (j + 0.5) * w / 2
                py, px = min(max(py, 0), x.shape[2] - 1), min(max(px, 0), x.shape[3] - 1)
                for dy in (0, 1):
                    for dx in (0, 1):
                        y, z = min(int(np.floor(py)) + dy, x.shape[2] - 1), min(int(np.floor(px)) + dx, x.shape[3] - 1)
                        fy, fx = py - np.floor(py), px - np.floor(px)
                        result[r, :, i, j] += x[int(b), :, y, z] * (fy if dy else 1 - fy) * (fx if dx else 1 - fx)
        return result

    def pool(x, rois):
        result = np.zeros((len(rois), x.shape[1], 2, 2))
        for r, (b, left, top, right, bottom) in enumerate(rois.astype(int)):
            h, w = max(bottom - top + 1, 1), max(right - left + 1, 1)
            for i, j in np.ndindex(2, 2):
                ys = [np.clip(z + top, 0, x.shape[2]) for z in (int(np.floor(i * h / 2)), int(np.ceil((i + 1) * h / 2)))]
                xs = [np.clip(z + left, 0, x.shape[3]) for z in (int(np.floor(j * w / 2)), int(np.ceil((j + 1) * w / 2)))]
                part = x[b, :, ys[0]:ys[1], xs[0]:xs[1]]
                result[r, :, i, j] = part.max((1, 2)) if part.size else 0
        return result

    dims = {0: ["n", "c", "h", "w"], 1: ["r", 5], 2: ["r", "c", 2, 2]}
    runs = [[wide(2, 3, 5, 6), rois], [wide(2, 1, 6, 5), rois], [wide(1, 1, 4, 4), rois[:1]], [wide(2, 2, 5, 5), rois[:0]], [wide(3, 2, 6, 6), rois]]
    spread("vision.roi_align", align, runs, f"pooled_size = {ints(2, 2)}, spatial_scale = 1.0, sample_ratio = 1 : i64, aligned = false, mode = \"avg\"", dims, FLOATS, special=0)
    spread("vision.roi_pool", pool, runs, f"pooled_size = {ints(2, 2)}, spatial_scale = 1.0", dims, FLOATS)


def _layouts():
    """Layouts that split axes into blocks, or have another order than the kernels know."""
    def split(x, axis, block):
        """The axis in blocks, which come last."""
        x = x.reshape(*x.shape[:axis], x.shape[axis] // block, block, *x.shape[axis + 1:])
        return np.ascontiguousarray(np.moveaxis(x, axis + 1, -1))

    x, w = data(2, 4, 6, 8), data(8, 4, 3, 3)
    expected = by_onnx("Conv", [x, w], pads=[1, 1, 1, 1])
    pads = f"padding = {ints(1, 1, 1, 1)}"
    add("nn.conv2d", [split(x, 1, 4), w], split(expected, 1, 4), f'{pads}, data_layout = "NCHW4c"')
    add("nn.conv2d", [split(x, 1, 2), split(w, 1, 2)], expected, f'{pads}, data_layout = "NCHW2c", kernel_layout = "OIHW2i", out_layout = "NCHW"')
    add("nn.conv2d", [split(x, 3, 4), w], split(expected, 3, 2), f'{pads}, data_layout = "NCHW4w", out_layout = "NCHW2w"')
    add("nn.conv2d", [split(x, 1, 4), w], split(expected, 1, 4), f'{pads}, data_layout = "NCHW4c"',
        {0: ["n", 1, "h", "w", 4], 2: ["n", 2, "h", "w", 4]}, more=[([split(x[:1], 1, 4), w], split(expected[:1], 1, 4)), ([split(x[:0], 1, 4), w], split(expected[:0], 1, 4))])
    back = by_onnx("ConvTranspose", [x, w.swapaxes(0, 1).copy()])
    add("nn.conv2d_transpose", [split(x, 1, 2), w.swapaxes(0, 1).copy()], split(back, 2, 4), 'data_layout = "NCHW2c", out_layout = "NCHW4h"')
    pooled = by_onnx("MaxPool", [x], kernel_shape=[2, 2], strides=[2, 2])
    window = f"pool_size = {ints(2, 2)}, strides = {ints(2, 2)}"
    add("nn.max_pool2d", [split(x, 3, 4)], split(pooled, 3, 4), f'{window}, layout = "NCHW4w"')
    add("nn.max_pool2d", [split(x, 1, 4)], pooled, f'{window}, layout = "NCHW4c", out_layout = "NCHW"')
    add("nn.avg_pool2d", [split(x, 2, 2)], by_onnx("AveragePool", [x], kernel_shape=[2, 2], strides=[2, 2]), f'{window}, layout = "NCHW2h", out_layout = "NCHW"')
    add("nn.adaptive_avg_pool2d", [split(x, 2, 2)], x.mean((2, 3), keepdims=True), f'output_size = {ints(1, 1)}, layout = "NCHW2h", out_layout = "NCHW"')
    image, rois = data(2, 3, 9, 8), np.array([[0, 0.5, 0.5, 9, 7], [1, 2, 3, 14, 15]], np.float32)

    def last(z):
        return np.ascontiguousarray(z.transpose(0, 2, 3, 1))

    aligned = by_onnx("RoiAlign", [image, rois[:, 1:], rois[:, 0].astype(np.int64)], output_height=3, output_width=2, sampling_ratio=2, spatial_scale=0.5,
                      mode="avg", coordinate_transformation_mode="output_half_pixel")
    add("vision.roi_align", [last(image), rois], last(aligned), f'pooled_size = {ints(3, 2)}, spatial_scale = 0.5, sample_ratio = 2 : i64, aligned = false, mode = "avg", layout = "NHWC"')
    add("vision.roi_pool", [last(image), rois], last(by_onnx("MaxRoiPool", [image, rois], pooled_shape=[3, 2], spatial_scale=0.5)),
        f'pooled_size = {ints(3, 2)}, spatial_scale = 0.5, layout = "NHWC"')
    grid = data(2, 4, 7, 2) * np.float32(0.8)
    sampled = by_onnx("GridSample", [image, grid], opset=20, mode="linear", padding_mode="zeros", align_corners=1)
    add("image.grid_sample", [last(image), np.ascontiguousarray(grid.transpose(0, 3, 1, 2))], last(sampled),
        'method = "bilinear", padding_mode = "zeros", align_corners = true, layout = "NHWC"')


families = (_convolutions, _pools, _images, _regions, _layouts)
