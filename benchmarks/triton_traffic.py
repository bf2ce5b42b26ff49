"""What the blocks of Triton's kernels load and store, as `triton_kernels.py` says, for the model of `cache.py`.

    run = triton_traffic.PROGRAMS[name](tiles)   # (blocks, run): how many blocks there are, and as `traffic.Kernel.run`

Blocks go through the tiles of a kernel in the order of its text. A tile is asked
for as a whole, at the step that uses it.
"""
import numpy as np

from traffic import SECTOR

_HEADS, _KEYS = 64, 4096
_IMAGES, _SIZE, _CHANNELS = 8, 56, 256


def _tile(requests, kind, buffer, rows, begin, width, pitch):
    """`width` bytes from `begin` on of each of the rows, which are `pitch` bytes long; rows below 0 are none."""
    at = np.minimum(begin[:, None] + np.append(np.arange(0, width, SECTOR), width - 1), pitch - 1)
    sectors = (rows[:, :, None] * pitch + at[:, None, :]) // SECTOR
    requests.add(kind, buffer, sectors[rows >= 0])


def _span(tiles, size, count):
    """The rows of some tiles, of so many that there are; -1 for others."""
    rows = tiles[:, None] * size + np.arange(size)
    return np.where(rows < count, rows, -1)


def _zeros(count):
    return np.zeros(count, np.int64)


class _Product:
    """Tiles of a result in groups of rows; of each step along K a tile of both factors."""

    def __init__(self, shape, bytes_, tiles, is_transposed=False):
        self.rows, self.columns, self.terms = shape
        self.left_bytes, self.right_bytes, self.result_bytes = bytes_
        self.tiles, self.is_transposed = tiles, is_transposed
        self.down, self.across = -(-self.rows // tiles["TILE_M"]), -(-self.columns // tiles["TILE_N"])

    def blocks(self):
        return self.down * self.across

    def place(self, blocks):
        group = self.tiles["GROUP"] * self.across
        first = blocks // group * self.tiles["GROUP"]
        height = np.minimum(self.down - first, self.tiles["GROUP"])
        return first + blocks % group % height, blocks % group // height

    def right(self, requests, n, k):
        """The second factor's tiles; one of 4 bits has a tensor of its own for scales."""
        tiles = self.tiles
        if self.is_transposed:
            _tile(requests, "load", "b", _span(n, tiles["TILE_N"], self.columns), _zeros(len(n)) + int(k * tiles["TILE_K"] * self.right_bytes),
                  int(tiles["TILE_K"] * self.right_bytes), int(self.terms * self.right_bytes))
            if "SHARE" in tiles:
                share = tiles["TILE_K"] // tiles["SHARE"] * 2
                _tile(requests, "load", "s", _span(n, tiles["TILE_N"], self.columns), _zeros(len(n)) + k * share, share,
                      self.terms // tiles["SHARE"] * 2)
            return
        steps = np.broadcast_to(_span(np.array([k]), tiles["TILE_K"], self.terms), (len(n), tiles["TILE_K"]))
        _tile(requests, "load", "b", steps, n * tiles["TILE_N"] * self.right_bytes, tiles["TILE_N"] * self.right_bytes,
              self.columns * self.right_bytes)

    def run(self, blocks, requests):
        tiles, (m, n) = self.tiles, self.place(blocks)
        down, across = np.unique(m), np.unique(n)
        for k in range(-(-self.terms // tiles["TILE_K"])):
            _tile(requests, "load", "a", _span(down, tiles["TILE_M"], self.rows), _zeros(len(down)) + k * tiles["TILE_K"] * self.left_bytes,
                  tiles["TILE_K"] * self.left_bytes, self.terms * self.left_bytes)
            self.right(requests, across, k)
            requests.step()
        _tile(requests, "store", "c", _span(m, tiles["TILE_M"], self.rows), n * tiles["TILE_N"] * self.result_bytes,
              tiles["TILE_N"] * self.result_bytes, self.columns * self.result_bytes)


def _product(shape, bytes_, is_transposed=False):
    def make(tiles):
        made = _Product(shape, bytes_, tiles, is_transposed)
        return made.blocks(), made.run
    return make


def _grouped(tiles):
    """Groups of 512 rows; as many blocks as there are stay for the tile that is so many behind theirs."""
    across, terms, width = 4096 // tiles["TILE_N"], tiles["TERMS"], tiles["TILE_K"] * 2
    total = 4096 // tiles["TILE_M"] * across

    def run(blocks, requests):
        for first in range(0, total, tiles["BLOCKS"]):
            tile = blocks + first
            m, n = tile[tile < total] // across, tile[tile < total] % across
            group = m * tiles["TILE_M"] // 512
            for k in range(terms // tiles["TILE_K"]):
                begin = _zeros(len(m)) + k * width
                _tile(requests, "load", "x", _span(m, tiles["TILE_M"], 4096), begin, width, terms * 2)
                _tile(requests, "load", "w", _span(group * across + n, tiles["TILE_N"], 8 * 4096), begin, width, terms * 2)
                requests.step()
            _tile(requests, "store", "c", _span(m, tiles["TILE_M"], 4096), n * tiles["TILE_N"] * 2, tiles["TILE_N"] * 2, 4096 * 2)
            requests.step()
    return tiles["BLOCKS"], run


def _attention(depth):
    def make(tiles):
        high, pitch = tiles["ROWS"], depth * 2

        def run(blocks, requests):
            m, heads = blocks, np.unique(blocks // (_KEYS // high))
            whole = lambda kind, buffer: _tile(requests, kind, buffer, _span(m, high, _HEADS * _KEYS), _zeros(len(m)), pitch, pitch)
            whole("load", "q")
            for start in range(0, _KEYS, tiles["KEYS"]):
                rows = heads[:, None] * _KEYS + start + np.arange(tiles["KEYS"])
                for buffer in "kv":
                    _tile(requests, "load", buffer, rows, _zeros(len(heads)), pitch, pitch)
                requests.step()
            whole("store", "out")
        return _HEADS * _KEYS // high, run
    return make


def _convolution(tiles):
    """Windows of 3 x 3 over channels last: a tile of pixels, moved, times one of weights."""
    pixels, pitch = _IMAGES * _SIZE * _SIZE, _CHANNELS * 2
    down, width = -(-pixels // tiles["TILE_M"]), tiles["TILE_K"] * 2

    def run(blocks, requests):
        m, n = blocks % down, blocks // down
        columns = np.unique(n)
        at = _span(np.unique(m), tiles["TILE_M"], pixels)
        for step in range(9 * _CHANNELS // tiles["TILE_K"]):
            window, k = divmod(step, _CHANNELS // tiles["TILE_K"])
            row, column = at // _SIZE % _SIZE + window // 3 - 1, at % _SIZE + window % 3 - 1
            inside = (at >= 0) & (row >= 0) & (row < _SIZE) & (column >= 0) & (column < _SIZE)
            moved = np.where(inside, (at // (_SIZE * _SIZE) * _SIZE + row) * _SIZE + column, -1)
            _tile(requests, "load", "x", moved, _zeros(len(moved)) + k * width, width, pitch)
            terms = window * _CHANNELS + k * tiles["TILE_K"] + np.arange(tiles["TILE_K"])
            _tile(requests, "load", "w", np.broadcast_to(terms, (len(columns), len(terms))), columns * tiles["TILE_N"] * 2,
                  tiles["TILE_N"] * 2, pitch)
            requests.step()
        _tile(requests, "store", "y", _span(m, tiles["TILE_M"], pixels), n * tiles["TILE_N"] * 2, tiles["TILE_N"] * 2, pitch)
    return down * (_CHANNELS // tiles["TILE_N"]), run


def _depthwise(tiles):
    plane, block = _SIZE * _SIZE, tiles["BLOCK"]
    parts = -(-plane // block)

    def run(blocks, requests):
        at = blocks[:, None] % parts * block + np.arange(block)
        first = blocks[:, None] // parts * plane
        for window in range(9):
            down, across = at // _SIZE + window // 3 - 1, at % _SIZE + window % 3 - 1
            inside = (down >= 0) & (down < _SIZE) & (across >= 0) & (across < _SIZE)
            requests.add("load", "x", ((first + down * _SIZE + across) * 4 // SECTOR)[inside])
        requests.add("load", "w", np.unique(blocks // parts % _CHANNELS)[:, None] * 36 // SECTOR + np.arange(2))
        requests.add("store", "y", ((first + at) * 4 // SECTOR)[at < plane])
    return _IMAGES * _CHANNELS * parts, run


def _rows(columns, result, others=0):
    """Blocks that read a row each, with some vectors that all read, and write so many elements."""
    def make(tiles):
        def run(blocks, requests):
            row, none = blocks[:, None], _zeros(len(blocks))
            _tile(requests, "load", "x", row, none, columns * 4, columns * 4)
            for other in range(others):
                _tile(requests, "load", other, row[:1] * 0, none[:1], columns * 4, columns * 4)
            _tile(requests, "store", "y", row, none, result * 4, result * 4)
        return 4096, run
    return make


def _add_row(tiles):
    block, total = tiles["BLOCK"], 4096 * 4096

    def run(blocks, requests):
        sectors = (blocks[:, None] * block + np.arange(0, block, SECTOR // 4)) * 4 // SECTOR
        requests.add("load", "x", sectors)
        requests.add("load", "b", sectors % (4096 * 4 // SECTOR))
        requests.add("store", "y", sectors)
    return total // block, run


_SQUARE = (4096, 4096, 4096)
PROGRAMS = {
    "f16-4096": _product(_SQUARE, (2, 2, 2)),
    "tf32-4096": _product(_SQUARE, (4, 4, 4)),
    "f16-1001": _product((1001, 1001, 1001), (2, 2, 2)),
    "f16-1024": _product((1024, 1024, 1024), (2, 2, 2)),
    "f8-4096": _product(_SQUARE, (1, 1, 2), is_transposed=True),
    "packed-4096": _product(_SQUARE, (2, 0.5, 2), is_transposed=True),
    "grouped": _grouped,
    "attention-64": _attention(64),
    "attention-128": _attention(128),
    "convolution": _convolution,
    "depthwise": _depthwise,
    "rows-8": _product((8, 4096, 4096), (2, 2, 2)),
    "few-rows": _product((16, 4096, 4096), (2, 2, 2)),
    "rows-32": _product((32, 4096, 4096), (2, 2, 2)),
    "softmax": _rows(4096, 4096),
    "layer-norm": _rows(4096, 4096, others=2),
    "row-sum": _rows(4096, 1),
    "sort": _rows(1024, 1024),
    "top-k": _rows(1024, 8),
    "add-row": _add_row,
}
