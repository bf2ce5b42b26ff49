"""What the warps of scheduled kernels ask of a GPU's memory, from their text.

The kernels are run: loops, conditions and what addresses are made of, for some
blocks and all their threads at once. What is in shared memory, in registers or
loaded is not computed; numbers that a kernel reads its indices from are 0,
unless they are given (`contents`).

    for kernel in traffic.kernels(text):
        kernel.asked                       # bytes by "load" and "store"
        kernel.run(blocks, visitor)        # each request, to a visitor of one's own

A warp asks for sectors of 32 bytes. So this is what goes to the first cache:
what a kernel reads twice counts twice, unless unrolled code loads the same
address again, which is one load of the machine code.
"""
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

SECTOR, _WARP = 32, 32
# Blocks, spread over all, that speak for the others where bytes are counted.
_SAMPLE = 6
_FOR = re.compile(r'tir\.for (?:(\w+) )?(?:"([\w.]+)" )?(%\w+) = (%\w+) to (%\w+)')
_LOAD = re.compile(r"(?:(%\w+) = )?(?:memref|vector)\.(?:load|transfer_read) (%\w+)\[(.*?)\].*? : (memref<[^#]*>)(?:, vector<(\d+)x)?")
_STORE = re.compile(r"(?:memref|vector)\.(?:store|transfer_write) %\w+, (%\w+)\[(.*?)\].*? : (?:vector<(\d+)x\w+>, )?"
                    r"(memref<[^#]*>)")
_COPY = re.compile(r"%\w+ = nvgpu\.device_async_copy (%\w+)\[(.*?)\], %\w+\[.*?\], \d+(?:, (%\w+))?.*?: (memref<[^#]*?>) to")
_MAP = re.compile(r"(%\w+) = tir\.tensor_map (%\w+)\[(.*?)\] strides\[(.*?)\].*? : (memref<[^#]*>) ->")
_BOX = re.compile(r"tir\.bulk_load (%\w+)\[(.*?)\] to .*?box = array<i64: ([\d, ]+)>")
_MATRIX = re.compile(r"(?:%\w+ = )?gpu\.subgroup_mma_(load|store)_matrix (?:%\w+, )?(%\w+)\[(.*?)\] .*?: .*?(memref<[^#]*?>)")
_TILE = re.compile(r"!gpu\.mma_matrix<(\d+)x(\d+)x")
_OP = re.compile(r"(%\w+) = (arith\.\w+|memref\.dim|memref\.\w+_shape|memref\.alloca?|gpu\.shuffle|nvvm\.elect\.sync) *(.*?)(?: : .*)?$")
_SHUFFLE = re.compile(r"(%\w+), %\w+ = gpu\.shuffle +idx (%\w+)")


def _unsigned(compute):
    return lambda a, b: compute(a.astype(np.uint64), b.astype(np.uint64))


def _divide(a, b):
    return a // np.maximum(b, 1)


def _divide_up(a, b):
    return -(-a // np.maximum(b, 1))


def _both(mask, part):
    """Where both hold; a mask that is None holds everywhere."""
    return part if mask is None else part & mask


_BINARY = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "minsi": np.minimum, "maxsi": np.maximum,
    "minui": lambda a, b: np.minimum(a.astype(np.uint64), b.astype(np.uint64)).astype(np.int64),
    "maxui": lambda a, b: np.maximum(a.astype(np.uint64), b.astype(np.uint64)).astype(np.int64),
    "andi": np.bitwise_and, "ori": np.bitwise_or, "xori": np.bitwise_xor,
    "shli": np.left_shift, "shrui": np.right_shift, "shrsi": np.right_shift, "divui": _divide, "divsi": _divide,
    "floordivsi": _divide, "remui": lambda a, b: a % np.maximum(b, 1), "remsi": lambda a, b: a % np.maximum(b, 1),
    "ceildivui": _divide_up, "ceildivsi": _divide_up,
}
_COMPARE = {"eq": np.equal, "ne": np.not_equal, "slt": np.less, "sle": np.less_equal, "sgt": np.greater, "sge": np.greater_equal,
            "ult": _unsigned(np.less), "ule": _unsigned(np.less_equal), "ugt": _unsigned(np.greater), "uge": _unsigned(np.greater_equal)}
_TRUTH = {"true": 1, "false": 0}
_CASTS = ("index_cast", "index_castui", "extsi", "extui", "trunci")


def element_bytes(type):
    """Bytes of an element of a tensor or buffer type."""
    name = re.search(r"([a-z]\w*)[>,]", type.rsplit("x", 1)[-1] + ">").group(1)
    return 8 if name == "index" else max(1, int(re.search(r"\d+", name).group()) // 8)


def _names(text):
    return re.findall(r"%\w+", text)


class _Node:
    """A line, and the lines of its regions."""

    def __init__(self, line):
        self.line, self.body, self.other, self.form, self.match = line, [], [], "", None
        # A load is a number as well, which a variable may be made of.
        for form, pattern in (("for", _FOR), ("map", _MAP), ("box", _BOX), ("copy", _COPY), ("matrix", _MATRIX), ("shuffle", _SHUFFLE),
                              ("load", _LOAD), ("store", _STORE), ("compute", _OP)):
            if match := pattern.match(line):
                self.form, self.match = form, match
                return
        if match := re.match(r"(?:tir|scf)\.if (%\w+)", line):
            self.form, self.match = "if", match

    def is_access(self):
        return self.form in ("box", "copy", "matrix", "load", "store")

    def has_access(self):
        return self.is_access() or any(node.has_access() for node in (*self.body, *self.other))


def _tree(lines):
    """The nodes of a function, without those that neither access memory nor make an address."""
    root = _Node("")
    stack = [(root, root.body)]
    for line in lines:
        if line.startswith("}"):
            owner, _ = stack.pop()
            if line.endswith("{"):
                stack.append((owner, owner.other))
            continue
        node = _Node(line)
        stack[-1][1].append(node)
        if line.endswith("{"):
            stack.append((node, node.body))
    makers, wanted = {}, []

    def collect(nodes):
        for node in nodes:
            uses = _names(node.line)
            if node.is_access() or node.form in ("if", "for", "map"):
                wanted.extend(uses)
            for made in _names(node.line.split(" = ", 1)[0]) if node.form in ("compute", "shuffle", "load") else ():
                makers.setdefault(made, []).extend(uses)
            collect(node.body)
            collect(node.other)

    collect(root.body)
    needed = set()
    while wanted:
        name = wanted.pop()
        if name not in needed:
            needed.add(name)
            wanted.extend(makers.get(name, ()))

    def prune(nodes):
        kept = [node for node in nodes if node.has_access() or node.form == "map"
                or node.form in ("compute", "shuffle") and needed.intersection(_names(node.line.split(" = ", 1)[0]))]
        for node in kept:
            node.body, node.other = prune(node.body), prune(node.other)
        return kept

    return prune(root.body)


@dataclass
class Kernel:
    """One kernel: its axes and what runs it."""
    name: str
    function: str
    node: object
    values: dict
    maps: dict
    alias: dict
    # What a `?` is, and the numbers in buffers by name.
    unknown: int
    contents: dict
    extents: dict = field(default_factory=dict)

    def count(self, kind):
        """The number of blocks or threads."""
        return int(np.prod([extent for axis, extent in self.extents.items() if axis.startswith(kind)], dtype=np.int64))

    def run(self, blocks, visitor):
        """Pass the accesses of these blocks to a visitor, step by step of their outermost loop."""
        _Run(self, np.asarray(blocks, np.int64), visitor).execute([self.node], None)

    @cached_property
    def asked(self):
        """Bytes by "load" and "store", as the blocks of a sample ask for them."""
        total = self.count("block")
        chosen = np.unique(np.linspace(0, total - 1, min(_SAMPLE, total)).round().astype(np.int64))
        counter = _Sectors(self.count("thread"))
        self.run(chosen, counter)
        return Counter({kind: sectors * SECTOR * total // len(chosen) for kind, sectors in counter.sectors.items()})


class _Sectors:
    """Counts the sectors that each warp asks for."""

    def __init__(self, threads):
        self.warps = np.arange(threads)[None, :, None] // _WARP
        self.sectors, self.loaded, self.is_unrolled = Counter(), set(), False

    def step(self):
        pass

    def unrolled(self, begins):
        """The same address is loaded once in unrolled code."""
        self.is_unrolled = begins
        self.loaded.clear()

    def visit(self, kind, buffer, address, mask, is_whole):
        sector, mask = np.broadcast_arrays(address // SECTOR, True if mask is None else mask)
        if kind == "load" and self.is_unrolled:
            said = buffer, sector.shape, sector.tobytes(), mask.tobytes()
            if said in self.loaded:
                return
            self.loaded.add(said)
        blocks = np.arange(sector.shape[0])[:, None, None]
        warps = 0 if is_whole else self.warps
        key = ((blocks * (self.warps.max() + 1) + warps) << 44) + sector
        self.sectors[kind] += len(np.unique(np.broadcast_to(key, mask.shape)[mask]))


class _Run:
    """Executes nodes; values are arrays over blocks, threads and the elements of a vector."""

    def __init__(self, kernel, blocks, visitor):
        self.kernel, self.visitor = kernel, visitor
        self.values = dict(kernel.values)
        self.alias = dict(kernel.alias)
        self.blocks = blocks[:, None, None]
        self.threads = np.arange(kernel.count("thread"))[None, :, None]
        self.bound, self.mine, self.depth, self.unrolled = set(), set(), 0, 0

    def get(self, name):
        return self.values.get(name.strip(), np.zeros((1, 1, 1), np.int64))

    def execute(self, nodes, mask):
        for node in nodes:
            if node.form == "compute":
                self.compute(*node.match.groups())
            elif node.form == "shuffle":
                # From one lane, of what is the same in all of them.
                self.values[node.match.group(1)] = self.get(node.match.group(2))
            elif node.form == "for":
                self.loop(node, mask)
            elif node.form == "if":
                self.branch(node, mask)
            elif node.is_access():
                getattr(self, node.form)(node.match, mask)
            else:
                self.execute(node.body + node.other, mask)

    def branch(self, node, mask):
        condition = self.get(node.match.group(1)).astype(bool)
        for nodes, part in ((node.body, condition), (node.other, ~condition)):
            both = _both(mask, part)
            if nodes and both.any():
                self.execute(nodes, None if both.all() else both)

    def loop(self, node, mask):
        kind, axis, variable, first, end = node.match.groups()
        first, end = self.get(first), self.get(end)
        if axis:
            numbers = self.blocks if axis.startswith("block") else self.threads
            order = [each for each in self.kernel.extents if each[:-1] == axis[:-1] and each[-1] < axis[-1]]
            step = int(np.prod([self.kernel.extents[each] for each in order], dtype=np.int64))
            self.values[variable] = numbers // step % self.kernel.extents[axis]
            self.bound.add(axis)
            self.execute(node.body, mask)
            self.bound.discard(axis)
        elif kind == "vectorized":
            self.values[variable] = np.arange(int(first.max()), int(end.max()))[None, None, :]
            self.execute(node.body, mask)
        elif kind == "unrolled":
            self.unrolled += 1
            if self.unrolled == 1:
                self.visitor.unrolled(True)
            self.iterate(node, mask, variable, first, end)
            self.unrolled -= 1
            if self.unrolled == 0:
                self.visitor.unrolled(False)
        else:
            self.depth += 1
            self.iterate(node, mask, variable, first, end)
            self.depth -= 1
            if self.depth == 0:
                self.visitor.step()

    def iterate(self, node, mask, variable, first, end):
        for number in range(int(first.min()), int(end.max())):
            if self.depth == 1 and self.unrolled == 0:
                self.visitor.step()
            self.values[variable] = np.full((1, 1, 1), number)
            inside = mask
            if first.size > 1 or end.size > 1:
                inside = _both(mask, (first <= number) & (number < end))
                if not inside.any():
                    continue
            self.execute(node.body, inside)

    def compute(self, name, op, rest):
        words = _names(rest)
        family, _, op = op.partition(".")
        if family == "nvvm":
            self.values[name] = self.threads % _WARP == 0
        elif op == "dim":
            self.values[name] = np.full((1, 1, 1), self.kernel.unknown)
        elif op.startswith("alloc"):
            self.mine.add(name)
        elif op.endswith("_shape"):
            self.alias[name] = self.alias.get(words[0], words[0])
        elif op == "constant":
            if match := re.match(r"(-?\d+|true|false)\b(?!\.)", rest):
                self.values[name] = np.full((1, 1, 1), int(_TRUTH.get(match.group(1), match.group(1))))
        else:
            self.arithmetic(name, op, rest, [self.get(word) for word in words])

    def arithmetic(self, name, op, rest, operands):
        # Another function may have used the name.
        self.values.pop(name, None)
        if op in _BINARY and len(operands) == 2:
            self.values[name] = _BINARY[op](*operands)
        elif op == "cmpi":
            self.values[name] = _COMPARE[rest.split(",")[0]](*operands)
        elif op == "select":
            self.values[name] = np.where(operands[0].astype(bool), *operands[1:])
        elif op in _CASTS:
            self.values[name] = operands[0]

    def address(self, buffer, indices, type):
        """Where an element is, in bytes."""
        place = np.zeros((1, 1, 1), np.int64)
        for size, index in zip(re.findall(r"(\d+|\?)x", type), indices.split(",")):
            place = place * (self.kernel.unknown if size == "?" else int(size)) + self.get(index).astype(np.int64)
        return place * element_bytes(type)

    def request(self, kind, buffer, address, mask, is_whole=False):
        if buffer in self.mine:
            return
        # What is in no loop over an axis is done by its first thread.
        step = 1
        for axis in ("threadIdx.x", "threadIdx.y", "threadIdx.z"):
            extent = self.kernel.extents.get(axis, 1)
            if axis not in self.bound and extent > 1:
                mask = _both(mask, self.threads // step % extent == 0)
            step *= extent
        shape = len(self.blocks), 1 if is_whole else self.threads.shape[1], 1
        address = np.broadcast_to(address, np.broadcast_shapes(address.shape, shape))
        self.visitor.visit(kind, (self.kernel.function, self.alias.get(buffer, buffer)), address, mask, is_whole)

    def load(self, match, mask):
        name, buffer, indices, type, width = match.groups()
        address = self.address(buffer, indices, type)
        if name:
            self.values.pop(name, None)
        if buffer in self.kernel.contents:
            self.values[name] = np.asarray(self.kernel.contents[buffer])[address // element_bytes(type)]
        self.request("load", buffer, self.widen(address, width, type), mask)

    def widen(self, address, width, type):
        return address + np.arange(int(width))[None, None, :] * element_bytes(type) if width else address

    def store(self, match, mask):
        buffer, indices, width, type = match.groups()
        self.request("store", buffer, self.widen(self.address(buffer, indices, type), width, type), mask)

    def copy(self, match, mask):
        buffer, indices, count, type = match.groups()
        if count:
            mask = _both(mask, self.get(count) > 0)
        # 16 bytes at most, at a multiple of as many: all of them are in one sector.
        self.request("load", buffer, self.address(buffer, indices, type), mask)

    def matrix(self, match, mask):
        kind, buffer, indices, type = match.groups()
        sizes = _TILE.search(match.string)
        pitch = [int(size) for size in re.findall(r"(\d+)x", type)][-1]
        rows, columns = (np.arange(int(size)) for size in sizes.groups())
        tile = (rows[:, None] * pitch + columns).reshape(1, 1, -1) * element_bytes(type)
        self.request(kind, buffer, self.address(buffer, indices, type) + tile, mask)

    def box(self, match, mask):
        """A box of a tensor, requested by one thread; what is out of bounds is not read."""
        buffer, extents, strides, size = self.kernel.maps[match.group(1)]
        # Coordinates, sizes and strides from the outermost on.
        starts = [self.get(index) for index in match.group(2).split(",")]
        box = [int(each) for each in match.group(3).split(",")]
        address, inside = np.zeros((1, 1, 1), np.int64), np.ones((1, 1, 1), bool)
        for axis, (start, count) in enumerate(zip(starts, box)):
            step = max(1, SECTOR // size) if axis == len(box) - 1 else 1
            shape = [1] * (3 + len(box))
            shape[3 + axis] = -(-count // step)
            at = start.reshape(*start.shape, *[1] * len(box)) + (np.arange(0, count, step)).reshape(shape)
            address = address.reshape(*address.shape, *[1] * (at.ndim - address.ndim)) + at * strides[axis] * size
            inside = inside.reshape(*inside.shape, *[1] * (at.ndim - inside.ndim)) & (at >= 0) & (at < extents[axis])
        address, inside = (np.broadcast_to(array, np.broadcast_shapes(address.shape, inside.shape)) for array in (address, inside))
        address, inside = (array.reshape(*array.shape[:3], -1)[:, :1, 0, :] for array in (address, inside))
        if mask is not None:
            inside = inside & mask.any(axis=1, keepdims=True)
        self.request("load", buffer, address, inside, is_whole=True)


def _functions(text):
    """Name and lines of each tensor program."""
    for match in re.finditer(r"^( *)tir\.func (?:private |public )?@\"?([\w.$-]+)\"?\(.*?\{$(.*?)^\1\}", text, re.M | re.S):
        yield match.group(2), [line.strip() for line in match.group(3).splitlines()]


def _find_axes(node, run, extents):
    """Extents of all axes of a kernel."""
    if node.form == "for" and node.match.group(2):
        first, end = (run.get(node.match.group(at)) for at in (4, 5))
        extents[node.match.group(2)] = int(end.max() - first.min())
    for inner in (*node.body, *node.other):
        if inner.form == "compute" and inner.match.group(2) == "arith.constant":
            run.compute(*inner.match.groups())
        _find_axes(inner, run, extents)


def kernels(text, unknown=4096, contents=None):
    """The kernels of a scheduled module, by the names they get; sizes of run time are `unknown`."""
    found = []
    for name, lines in _functions(text):
        mine, maps = [], {}
        outside = Kernel(name, name, None, {}, maps, {}, unknown, contents or {})
        run = _Run(outside, np.zeros(1, np.int64), None)
        for node in _tree(lines):
            if node.form == "for" and node.match.group(2):
                kernel = Kernel(name, name, node, dict(run.values), maps, dict(run.alias), unknown, contents or {})
                _find_axes(node, run, kernel.extents)
                kernel.extents = dict(sorted(kernel.extents.items()))
                mine.append(kernel)
            elif node.form == "map":
                made, buffer, extents, strides, type = node.match.groups()
                numbers = [[int(run.get(each).max()) for each in part.split(",") if each.strip()] for part in (extents, strides)]
                maps[made] = buffer, numbers[0], [*numbers[1], 1], element_bytes(type)
            elif node.form == "compute":
                run.compute(*node.match.groups())
        if len(mine) > 1:
            for number, kernel in enumerate(mine):
                kernel.name += f"_{number}"
        found += mine
    return found
