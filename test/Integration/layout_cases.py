"""Cases of the layouts of convolutions, pools and resizing: the results of the
plain layout, with the axes in another order or in blocks."""
import re

import numpy as np

from operator_cases import add, data, ints
from window_cases import convolve, pooled, transposed

_SPATIAL = {1: "W", 2: "HW", 3: "DHW"}


def arranged(array, axes, layout):
    """An array whose axes have the letters `axes`, in a layout such as NCHW2c."""
    parts = re.findall(r"(\d*)([A-Za-z])", layout)
    blocks = {letter.upper(): int(size) for size, letter in parts if size}
    shape, names = [], []
    for letter, size in zip(axes, array.shape):
        block = blocks.get(letter)
        shape += [size // block, block] if block else [size]
        names += [letter, letter.lower()] if block else [letter]
    return np.ascontiguousarray(array.reshape(shape).transpose([names.index(letter) for _, letter in parts]))


def _layouts(axes):
    """The plain layout, channels last, the batch last, channels in blocks, and
    the last axis in blocks."""
    first, second, spatial = axes[0], axes[1], axes[2:]
    return [axes, first + spatial + second, second + spatial + first, f"{axes}2{second.lower()}",
            f"{first}{spatial}{second}2{spatial[-1].lower()}"]


def _convolutions(rank):
    spatial = _SPATIAL[rank]
    sizes, kernel = (4, 6, 4)[-rank:], (1, 3, 1)[-rank:]
    for op, oracle, outer in ((f"nn.conv{rank}d", convolve, "OI"), (f"nn.conv{rank}d_transpose", transposed, "IO")):
        x, w = data(2, 4, *sizes), data(*((2, 4) if outer == "OI" else (4, 2)), *kernel)
        y = oracle(x, w)
        kernels = [outer + spatial, spatial + outer, f"{outer}{spatial}2i", f"O{spatial}I2o"]
        for number, layout in enumerate(_layouts("NC" + spatial)):
            for place, kernel_layout in enumerate(kernels):
                out = "" if (number + place) % 2 else f"N{spatial}C"
                add(op, [arranged(x, "NC" + spatial, layout), arranged(w, outer + spatial, kernel_layout)],
                    arranged(y, "NC" + spatial, out or layout),
                    f'data_layout = "{layout}", kernel_layout = "{kernel_layout}", out_layout = "{out}"')


def _pools(rank):
    spatial = _SPATIAL[rank]
    x, size = data(2, 4, *(4, 6, 4)[-rank:]), (1, 3, 1)[-rank:]
    for number, layout in enumerate(_layouts("NC" + spatial)):
        for out in ("", f"NC{spatial}" if number else f"N{spatial}C"):
            attributes = f'layout = "{layout}", out_layout = "{out}"'
            given = [arranged(x, "NC" + spatial, layout)]
            for kind, function in (("max", np.max), ("avg", np.mean)):
                add(f"nn.{kind}_pool{rank}d", given, arranged(pooled(x, size, function).astype(np.float32), "NC" + spatial, out or layout),
                    f"pool_size = {ints(*size)}, {attributes}")
            halves = x.reshape(*x.shape[:2], *(n for extent in x.shape[2:] for n in (2, extent // 2)))
            means = halves.mean(tuple(range(3, 3 + 2 * rank, 2)))
            add(f"nn.adaptive_avg_pool{rank}d", given, arranged(means, "NC" + spatial, out or layout),
                f"output_size = {ints(*(2,) * rank)}, {attributes}")


def _all():
    for rank in _SPATIAL:
        _convolutions(rank)
        _pools(rank)


families = (_all,)
