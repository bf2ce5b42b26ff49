"""What the warps of scheduled kernels ask of a GPU's memory, from their text.

A warp asks for sectors of 32 bytes. Addresses are computed for all threads of
the first block, at the beginning of each loop that a thread runs; loops with
constant bounds multiply. So this is what goes to the first cache: what a kernel
reads twice counts twice.
"""
import re
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

_SECTOR, _WARP = 32, 32
_FOR = re.compile(r'tir\.for (?:(\w+) )?(?:"([\w.]+)" )?(%\w+) = (%\w+) to (%\w+)')
_LOAD = re.compile(r"(?:memref|vector)\.(?:load|transfer_read) (%\w+)\[(.*?)\].*? : (memref<[^#]*>)(?:, vector<(\d+)x)?")
_STORE = re.compile(r"(?:memref|vector)\.(?:store|transfer_write) %\w+, (%\w+)\[(.*?)\].*? : (?:vector<(\d+)x\w+>, )?"
                    r"(memref<[^#]*>)")
_COPY = re.compile(r"nvgpu\.device_async_copy (%\w+)\[(.*?)\], %\w+\[.*?\], (\d+)\b.*?: (memref<[^#]*?>) to")
_BOX = re.compile(r"tir\.bulk_load .*?box = array<i64: ([\d, ]+)>.*?(memref<[^#]*?>?),? #gpu")
_MATRIX = re.compile(r"gpu\.subgroup_mma_(load|store)_matrix (?:%\w+, )?(%\w+)\[.*?\] .*?(\d+)x(\d+)x")
_OP = re.compile(r"(%\w+) = arith\.(\w+) (.*?)(?: : .*)?$")
_BINARY = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "minsi": np.minimum, "maxsi": np.maximum,
    "minui": np.minimum, "maxui": np.maximum, "andi": np.bitwise_and, "ori": np.bitwise_or, "xori": np.bitwise_xor,
    "shli": np.left_shift, "shrui": np.right_shift, "shrsi": np.right_shift,
    "divui": lambda a, b: a // np.maximum(b, 1), "divsi": lambda a, b: a // np.maximum(b, 1),
    "floordivsi": lambda a, b: a // np.maximum(b, 1), "remui": lambda a, b: a % np.maximum(b, 1),
    "remsi": lambda a, b: a % np.maximum(b, 1), "ceildivui": lambda a, b: -(-a // np.maximum(b, 1)),
    "ceildivsi": lambda a, b: -(-a // np.maximum(b, 1)),
}
_COMPARE = {"eq": np.equal, "ne": np.not_equal, "slt": np.less, "ult": np.less, "sle": np.less_equal,
            "ule": np.less_equal, "sgt": np.greater, "ugt": np.greater, "sge": np.greater_equal, "uge": np.greater_equal}


@dataclass
class Kernel:
    """What one kernel does: its axes, and bytes by "load" and "store"."""
    name: str
    extents: dict = field(default_factory=dict)
    asked: Counter = field(default_factory=Counter)

    def count(self, kind):
        """The number of blocks or threads."""
        return int(np.prod([extent for axis, extent in self.extents.items() if axis.startswith(kind)], dtype=np.int64))


def element_bytes(type):
    """Bytes of an element of a tensor or buffer type."""
    name = re.search(r"([a-z]\w*)[>,]", type.rsplit("x", 1)[-1] + ">").group(1)
    return 8 if name == "index" else max(1, int(re.search(r"\d+", name).group()) // 8)


def _shape(type):
    return [int(size) for size in re.findall(r"(\d+)x", type)]


class _Reader:
    """Goes through a function's lines; `values` are arrays over the threads of
    a block, and over the iterations of vectorized loops."""

    def __init__(self):
        self.values, self.mine, self.stack, self.kernel = {}, set(), [], None

    def get(self, name):
        return self.values.get(name.strip(), np.zeros((1, 1), np.int64))

    def constant(self, name):
        value = self.values.get(name)
        return int(value[0, 0]) if value is not None and value.size == 1 else None

    def compute(self, line):
        match = _OP.search(line)
        if not match:
            return
        name, op, rest = match.groups()
        operands = [self.get(word) for word in re.findall(r"%\w+", rest)]
        # Another function may have used the name.
        self.values.pop(name, None)
        if op == "constant" and re.match(r"(-?\d+|true|false)\b(?!\.)", rest):
            self.values[name] = np.full((1, 1), {"true": 1, "false": 0}.get(rest) if rest in ("true", "false")
                                        else int(re.match(r"-?\d+", rest).group()))
        elif op in _BINARY and len(operands) == 2:
            self.values[name] = _BINARY[op](*operands)
        elif op == "cmpi":
            self.values[name] = _COMPARE[rest.split(",")[0]](*operands)
        elif op == "select":
            self.values[name] = np.where(*operands)
        elif op in ("index_cast", "index_castui", "extsi", "extui", "trunci"):
            self.values[name] = operands[0]

    def open_loop(self, match):
        kind, axis, variable, first, end = match.groups()
        first, end = self.constant(first), self.constant(end)
        extent = end - first if first is not None and end is not None else None
        entry = ["", 1, None]
        if axis and self.kernel:
            if axis.startswith("thread"):
                below = "xyz"[:"xyz".index(axis[-1])]
                step = int(np.prod([self.kernel.extents.get(f"threadIdx.{each}", 1) for each in below]))
                ids = np.arange(self.kernel.count("thread"))[:, None]
                self.values[variable] = ids // step % extent
                entry = [axis, 1, None]
            else:
                self.values[variable] = np.zeros((1, 1), np.int64)
                entry = [axis, extent, None]
        elif kind == "vectorized":
            self.values[variable] = np.arange(extent)[None, :]
        else:
            self.values[variable] = np.full((1, 1), first or 0)
            entry = ["", extent if extent is not None else 1, None]
        self.stack.append(entry)

    def access(self, kind, buffer, indices, type, width):
        """Count an access of all threads to the device's memory."""
        if buffer in self.mine or not self.kernel:
            return
        address = np.zeros((1, 1), np.int64)
        for size, index in zip(_shape(type), indices.split(",")):
            address = address * size + self.get(index)
        threads = self.kernel.count("thread")
        active = np.ones((threads, 1), bool)
        for _, _, mask in self.stack:
            if mask is not None:
                active = active & np.broadcast_to(mask.astype(bool)[:, :1], (threads, 1))
        # What is in no loop over an axis is done by its first thread.
        bound = {axis for axis, _, _ in self.stack}
        step = 1
        for axis in ("threadIdx.x", "threadIdx.y", "threadIdx.z"):
            extent = self.kernel.extents.get(axis, 1)
            if axis not in bound:
                active = active & (np.arange(threads)[:, None] // step % extent == 0)
            step *= extent
        address = (address * element_bytes(type) + np.arange(width)[None, :] * element_bytes(type)
                   if width > 1 else address * element_bytes(type))
        address = np.broadcast_to(address, (threads, address.shape[1]))
        sectors = set()
        warps = np.arange(threads) // _WARP
        for warp, row in zip(warps[active[:, 0]], address[active[:, 0]]):
            sectors.update((warp, sector) for sector in np.unique(row // _SECTOR))
        self.kernel.asked[kind] += len(sectors) * _SECTOR * self.trips()

    def trips(self):
        return int(np.prod([trips for _, trips, _ in self.stack], dtype=np.int64))

    def line(self, line):
        if line.startswith("}"):
            entry = self.stack.pop()
            if line.endswith("{"):
                mask = entry[2]
                self.stack.append(["", 1, None if mask is None else ~mask.astype(bool)])
            return
        if match := _FOR.match(line):
            self.open_loop(match)
        elif line.endswith("{"):
            condition = re.match(r"(?:tir|scf)\.if (%\w+)", line)
            self.stack.append(["", 1, self.get(condition.group(1)) if condition else None])
        elif match := _LOAD.search(line):
            buffer, indices, type, width = match.groups()
            self.access("load", buffer, indices, type, int(width or 1))
        elif match := _STORE.search(line):
            buffer, indices, width, type = match.groups()
            self.access("store", buffer, indices, type, int(width or 1))
        elif match := _COPY.search(line):
            buffer, indices, width, type = match.groups()
            self.access("load", buffer, indices, type, int(width))
        elif (match := _BOX.search(line)) and self.kernel:
            box, type = match.groups()
            self.kernel.asked["load"] += int(np.prod([int(size) for size in box.split(",")])) * element_bytes(type) * self.trips()
        elif (match := _MATRIX.search(line)) and self.kernel and match.group(2) not in self.mine:
            kind, _, rows, columns = match.groups()
            size = element_bytes(re.search(r"memref<[^#]*?[,>]", line).group())
            warps = -(-self.kernel.count("thread") // _WARP)
            self.kernel.asked[kind] += int(rows) * int(columns) * size * warps * self.trips()
        elif match := re.match(r"(%\w+) = memref\.alloca?\(\)", line):
            if self.kernel:
                self.mine.add(match.group(1))
        else:
            self.compute(line)


def _functions(text):
    """Name and lines of each tensor program."""
    for match in re.finditer(r"^( *)tir\.func (?:private |public )?@\"?([\w.$-]+)\"?\(.*?\{$(.*?)^\1\}", text, re.M | re.S):
        yield match.group(2), [line.strip() for line in match.group(3).splitlines()]


def kernels(text):
    """The kernels of a scheduled module, by the names they get."""
    found = []
    for name, lines in _functions(text):
        reader, mine, depth = _Reader(), [], 0
        for number, line in enumerate(lines):
            match = _FOR.match(line)
            if match and match.group(2) and reader.kernel is None:
                reader.kernel, depth = Kernel(name), len(reader.stack)
                # What threads of the last kernel had is not there in this one.
                reader.values = {key: value for key, value in reader.values.items() if value.size == 1}
                mine.append(reader.kernel)
                for inner in _kernel_lines(lines[number:]):
                    axis = _FOR.match(inner)
                    if axis and axis.group(2):
                        first, end = (_known(lines, axis.group(at)) for at in (4, 5))
                        reader.kernel.extents[axis.group(2)] = end - first
            reader.line(line)
            if reader.kernel and len(reader.stack) == depth:
                reader.kernel = None
        if len(mine) > 1:
            for number, kernel in enumerate(mine):
                kernel.name += f"_{number}"
        found += mine
    return found


def _kernel_lines(lines):
    """Those up to the end of what the first one opens."""
    depth = 0
    for line in lines:
        depth -= line.startswith("}")
        if depth == 0 and line.startswith("}"):
            return
        depth += line.endswith("{")
        yield line


def _known(lines, name):
    """The constant of a name."""
    for line in lines:
        if match := re.match(re.escape(name) + r" = arith\.constant (-?\d+) : index", line):
            return int(match.group(1))
    raise ValueError(f"traffic.py: expected constant bounds of the threads, found {name}")
