#!/usr/bin/env python3
"""Our kernels and Triton's by the counters of their machine code, without a GPU.

    benchmarks/gpu-counters.py --triton=PYTHON                   # a Python with Triton 3: a table
    benchmarks/gpu-counters.py --triton=PYTHON --only=attention  # some rows
    benchmarks/gpu-counters.py --triton=PYTHON --write           # its section of docs/GPUKernels.md
    benchmarks/gpu-counters.py --listing=FILE                    # what `nvdisasm -c` printed, without Triton

Both sides' PTX goes through the same ptxas; instructions are read by Triton's
nvdisasm. Programs without products are counted as a whole.
"""
import argparse
import importlib
import json
import re
import subprocess
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

import cache
import sass
import traffic
import triton_traffic

kernels = importlib.import_module("gpu-kernels")
ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "GPUKernels.md"
_HEADING = "## Against Triton\n"
# The model of the cache is no finer.
_MORE_BYTES = "more bytes from and to memory, by 1 % at least"
_CHIPS = {"sm_80": 80, "sm_90a": 90}
# Bytes of shared memory that a multiprocessor has.
_SHARED = {"sm_80": 164 * 1024, "sm_90a": 228 * 1024}

DYNAMIC_ADD = """relax.func @main(%a: tensor<?x?xf32, #relax.dims<[m, n]>>, %b: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>> {
  %1 = relax.dataflow -> tensor<?x?xf32, #relax.dims<[m, n]>> {
    %0 = relax.add %a, %b : (tensor<?x?xf32, #relax.dims<[m, n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
    relax.output %0 : tensor<?x?xf32, #relax.dims<[m, n]>>
  }
  relax.return %1 : tensor<?x?xf32, #relax.dims<[m, n]>>
}
"""


F8_LINEAR = """relax.func @main(%a: tensor<4096x4096xf8E4M3FN>, %w: tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf16> {
  %3 = relax.dataflow -> tensor<4096x4096xf16> {
    %0 = relax.permute_dims %w {axes = array<i64: 1, 0>} : (tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf8E4M3FN>
    %1 = relax.matmul %a, %0 {out_dtype = f32} : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf32>
    %2 = relax.astype %1 {dtype = f16} : (tensor<4096x4096xf32>) -> tensor<4096x4096xf16>
    relax.output %2 : tensor<4096x4096xf16>
  }
  relax.return %3 : tensor<4096x4096xf16>
}
"""

# As ONNX's MatMulNBits.
PACKED_LINEAR = """relax.func @main(%a: tensor<4096x4096xf16>, %w: tensor<4096x128x16xui8>, %s: tensor<4096x128x1xf16>) -> tensor<4096x4096xf16> {
  %12 = relax.dataflow -> tensor<4096x4096xf16> {
    %0 = relax.expand_dims %w {axis = array<i64: -1>} : (tensor<4096x128x16xui8>) -> tensor<4096x128x16x1xui8>
    %1 = relax.constant dense<[0, 4]> : tensor<2xui8>
    %2 = relax.right_shift %0, %1 : (tensor<4096x128x16x1xui8>, tensor<2xui8>) -> tensor<4096x128x16x2xui8>
    %3 = relax.constant dense<15> : tensor<ui8>
    %4 = relax.bitwise_and %2, %3 : (tensor<4096x128x16x2xui8>, tensor<ui8>) -> tensor<4096x128x16x2xui8>
    %5 = relax.shape [4096, 128, 32] : !relax.shape<[4096, 128, 32]>
    %6 = relax.reshape %4, %5 : (tensor<4096x128x16x2xui8>, !relax.shape<[4096, 128, 32]>) -> tensor<4096x128x32xui8>
    %7 = relax.astype %6 {dtype = f16} : (tensor<4096x128x32xui8>) -> tensor<4096x128x32xf16>
    %z = relax.constant dense<8.0> : tensor<f16>
    %8 = relax.subtract %7, %z : (tensor<4096x128x32xf16>, tensor<f16>) -> tensor<4096x128x32xf16>
    %9 = relax.multiply %8, %s : (tensor<4096x128x32xf16>, tensor<4096x128x1xf16>) -> tensor<4096x128x32xf16>
    %k = relax.shape [4096, 4096] : !relax.shape<[4096, 4096]>
    %10 = relax.reshape %9, %k : (tensor<4096x128x32xf16>, !relax.shape<[4096, 4096]>) -> tensor<4096x4096xf16>
    %t = relax.permute_dims %10 {axes = array<i64: 1, 0>} : (tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
    %11 = relax.matmul %a, %t : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
    relax.output %11 : tensor<4096x4096xf16>
  }
  relax.return %12 : tensor<4096x4096xf16>
}
"""

# As TVM's programs call CUTLASS for layers of experts.
GROUPED_PRODUCT = """relax.extern_func @cutlass.group_gemm
relax.func @main(%x: tensor<4096x4096xf16>, %w: tensor<8x4096x4096xf16>, %ends: tensor<8xi64>, %s: tensor<16xui8>) -> tensor<4096x4096xf16> {
  %1 = relax.dataflow -> tensor<4096x4096xf16> {
    %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<4096x4096xf16>, tensor<8x4096x4096xf16>, tensor<8xi64>, tensor<16xui8>) -> tensor<4096x4096xf16>
    relax.output %0 : tensor<4096x4096xf16>
  }
  relax.return %1 : tensor<4096x4096xf16>
}
"""


@dataclass
class Row:
    """A program of the table; Triton's has the same name in triton_kernels.py."""
    title: str
    text: str
    flags: tuple = ()
    # Bytes of all parameters and results, and what Triton's blocks read and write by
    # their tiles, where that is counted; sizes of run time are 4096.
    needed: int = 0
    asked: object = None
    # Numbers of a buffer of the kernel that indices are read from.
    contents: dict = None
    # Whether work is multiply-adds, and not elements of rows.
    multiplies: bool = True
    # Whether all kernels count, as often as they run.
    counts_all: bool = False
    chips: tuple = tuple(_CHIPS)


def _tile_bytes(rows, columns, terms, size, tiles):
    """Of a product by blocks that load a tile of each factor for each step."""
    high, wide = tiles["TILE_M"], tiles["TILE_N"]
    blocks = -(-rows // high) * -(-columns // wide)
    return blocks * (high + wide) * terms * size + rows * columns * size


def _product(rows, columns, terms, element, flags=()):
    size = 4 if element == "f32" else 2
    times = f"{rows}^3" if rows == columns else f"{rows}x{terms} times {terms}x{columns}"
    text = kernels.source((f"{rows}x{terms}x{element}", f"{terms}x{columns}x{element}"), f"{rows}x{columns}x{element}",
                          "matmul %a, %b")
    return Row(f"{'tf32' if flags else element} {times}", text, flags, (rows * terms + terms * columns + rows * columns) * size,
               lambda tiles: _tile_bytes(rows, columns, terms, size, tiles))


def _attention(depth, keys=4096, heads=64):
    shape = f"4x{keys}x16x{depth}xf16"
    whole = heads * keys * depth * 2
    return Row(f"attention f16, {keys} keys, depth {depth}", kernels.source((shape,) * 3, shape, "nn.attention %a, %b, %c"),
               needed=4 * whole, asked=lambda tiles: 2 * whole + keys // tiles["ROWS"] * 2 * whole)


_IMAGE, _WEIGHT = 8 * 56 * 56 * 256 * 2, 9 * 256 * 256 * 2
_MATRIX = 4096 * 4096 * 4
_ROWS = {
    "f16-4096": _product(4096, 4096, 4096, "f16"),
    "tf32-4096": _product(4096, 4096, 4096, "f32", ("--tf32",)),
    "f16-1001": _product(1001, 1001, 1001, "f16"),
    "f16-1024": _product(1024, 1024, 1024, "f16"),
    "f8-4096": Row("f8 4096^3, weights along K", F8_LINEAR, needed=4 * 4096 * 4096, chips=("sm_90a",),
                   asked=lambda tiles: _tile_bytes(4096, 4096, 4096, 1, tiles) + 4096 * 4096),
    "packed-4096": Row("f16 4096^3, weights of 4 bits in groups of 32", PACKED_LINEAR, needed=4096 * 4096 * 9 // 2 + 4096 * 4096 // 16),
    "grouped": Row("f16, 4096 rows of 8 groups by 8x4096x4096", GROUPED_PRODUCT, needed=10 * 4096 * 4096 * 2,
                   contents={"%arg2": [512 * (group + 1) for group in range(8)]}),
    "attention-64": _attention(64),
    "attention-128": _attention(128),
    "convolution": Row("convolution 3x3 f16 NHWC, 256 of 8x56x56",
                       kernels.source(("8x56x56x256xf16", "256x3x3x256xf16"), "8x56x56x256xf16",
                                      'nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI"}'),
                       needed=2 * _IMAGE + _WEIGHT, asked=lambda tiles: _tile_bytes(8 * 56 * 56, 256, 9 * 256, 2, tiles)),
    "depthwise": Row("depthwise convolution 3x3, 256 of 8x56x56",
                     kernels.source(("8x256x56x56xf32", "256x1x3x3xf32"), "8x256x56x56xf32",
                                    "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>, groups = 256 : i64}"),
                     needed=4 * _IMAGE + 256 * 36),
    "rows-8": _product(8, 4096, 4096, "f16"),
    "few-rows": _product(16, 4096, 4096, "f16"),
    "rows-32": _product(32, 4096, 4096, "f16"),
    "softmax": Row("softmax 4096x4096", kernels.source(("4096x4096xf32",), "4096x4096xf32", "nn.softmax %a"),
                   needed=2 * _MATRIX, asked=lambda tiles: 2 * _MATRIX, multiplies=False),
    "layer-norm": Row("layer norm 4096x4096",
                      kernels.source(("4096x4096xf32", "4096xf32", "4096xf32"), "4096x4096xf32",
                                     "nn.layer_norm %a, %b, %c {axes = array<i64: 1>}"),
                      needed=2 * _MATRIX, asked=lambda tiles: 4 * _MATRIX, multiplies=False),
    "row-sum": Row("sum of rows 4096x4096", kernels.source(("4096x4096xf32",), "4096xf32", "sum %a {axis = array<i64: 1>}"),
                   needed=_MATRIX, asked=lambda tiles: _MATRIX, multiplies=False),
    "sort": Row("sort of rows 4096x1024",
                kernels.source(("4096x1024xf32",), "4096x1024xf32", "sort %a {axis = 1 : i64}"), needed=_MATRIX // 2,
                multiplies=False, counts_all=True),
    "top-k": Row("top 8 of rows 4096x1024",
                 kernels.source(("4096x1024xf32",), "4096x8xf32", 'topk %a {k = 8 : i64, axis = 1 : i64, ret_type = "values"}'),
                 needed=_MATRIX // 4 + 4096 * 32, multiplies=False, counts_all=True),
    "add-row": Row("?x? + ?, f32", DYNAMIC_ADD, needed=2 * _MATRIX + 4096 * 4, multiplies=False),
}
# Elements of a row, where these are not 4096; and of all rows, where instructions
# of all kernels are counted, as often as warps run them.
_ROW_ELEMENTS = {"sort": 1024, "top-k": 1024}
_ALL_ELEMENTS = {"sort": 4096 * 1024, "top-k": 4096 * 1024}
# Constants of Triton's kernels that are sizes of tiles.
_TILES = ("TILE", "ROWS", "KEYS", "BLOCK")
_INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@(!?U?P\w+) )?([A-Z][\w.]*)(.*);")
_LABEL = re.compile(r"^(\.L_[\w]+):")
_SHAPE = re.compile(r"(?:HGMMA|IGMMA|QGMMA)\.(\d+)x(\d+)x(\d+)")
# Rows, columns and terms of a warp's product.
_WARP_SHAPES = {"16816": 2048, "1688": 1024, "16832": 4096, "16864": 8192, "1684": 512, "8816": 1024}


@dataclass
class Kernel:
    """What the assembler and the machine code say of a kernel."""
    name: str
    registers: int
    spills: int
    shared: int
    threads: int
    loops: list
    whole: list
    # Instructions that only the first threads of a block run: how many, which threads.
    partial: list
    # How often its loop runs, and how many threads there are; of kernels that are
    # counted with the others.
    trips: int = 1
    all_threads: int = 0

    def executed(self):
        """The instructions of all warps that run them, of each thread."""
        skipped = sum(count * max(0, 1 - -(-first // 32) * 32 / self.threads) for count, first in self.partial)
        return (len(self.whole) - skipped + (self.trips - 1) * len(max(self.loops, key=len, default=()))) * self.all_threads

    def warps(self, chip):
        """Those that a multiprocessor has room for."""
        return kernels.resident_warps(self.registers, int(self.shared), self.threads, _SHARED[chip])

    def resident(self, chip):
        """The blocks that run at once."""
        return self.warps(chip) * 32 // self.threads * cache.CHIPS[chip].multiprocessors

    def products(self):
        """The innermost loop with most products, or all where no loop has any; and
        its multiply-adds of a warp in units of 1,024."""
        weigh = multiply_adds if any(map(multiply_adds, self.whole)) else scalar_multiply_adds
        count = lambda ops: sum(map(weigh, ops)) / 1024
        loop = max(self.loops, key=lambda ops: (count(ops), -len(ops)), default=[])
        loop = loop if count(loop) else self.whole
        return loop, count(loop)


def multiply_adds(op):
    """Of a warp in one instruction of tensor cores; 0 for others."""
    if match := _SHAPE.match(op):
        rows, columns, terms = map(int, match.groups())
        return rows * columns * terms // 4
    if op.startswith(("HMMA", "IMMA")):
        return next((_WARP_SHAPES[part] for part in op.split(".") if part in _WARP_SHAPES), 0)
    return 0


def scalar_multiply_adds(op):
    """Of a warp in one instruction of other units."""
    return 64 if op.startswith("HFMA2") else 32 if op.startswith("FFMA") else 0


def partial_code(ops, labels):
    """What a branch skips for threads from a number on: instructions, and that number."""
    thread, limits = None, {}
    for number, (predicate, op, rest) in enumerate(ops):
        operands = re.findall(r"[!-]?\w+", rest)
        if op == "S2R" and operands[1:] == ["SR_TID", "X"]:
            thread = operands[0]
        elif op.startswith("ISETP.GT.U32.AND") and operands[1:3] == ["PT", thread] and operands[3].startswith("0x"):
            limits[operands[0]] = int(operands[3], 16) + 1
        elif op == "BRA" and predicate in limits:
            target = re.search(r"\((\.L_\w+)\)", rest).group(1)
            yield labels[target] - number - 1, limits[predicate]
        elif operands and op.startswith(("ISETP", "FSETP", "PLOP3", "DSETP", "LOP3")):
            limits.pop(operands[0], None)


def read_code(lines):
    """The instructions of each loop of a kernel, of all, and of some threads."""
    ops, labels = [], {}
    for line in lines:
        if match := _LABEL.match(line):
            labels[match.group(1)] = len(ops)
        elif match := _INSTRUCTION.match(line):
            ops.append(match.groups())
    loops = []
    for number, (_, op, rest) in enumerate(ops):
        target = re.search(r"\((\.L_\w+)\)", rest) if op.startswith("BRA") else None
        # What branches to itself fills the end of the code.
        if target and labels.get(target.group(1), number) < number:
            loops.append([name for _, name, _ in ops[labels[target.group(1)]:number + 1]])
    whole = [name for _, name, _ in ops if not name.startswith("NOP")]
    while whole and whole[-1].startswith("BRA"):
        whole.pop()
    return loops, whole, list(partial_code(ops, labels))


def listed(text):
    """Loops, instructions and partial code by kernel, of what `nvdisasm -c` prints."""
    sections = re.split(r"^//-+ \.text\.(\w+) +-+\n", text, flags=re.M)
    return {name: read_code(code.splitlines()) for name, code in zip(sections[1::2], sections[2::2])}


def resources(report):
    """Registers, spilled bytes and shared bytes by kernel, of what `ptxas -v` says."""
    found, name = {}, None
    spills = 0
    for line in report.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            name = match.group(1)
        elif match := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            spills = sum(map(int, match.groups()))
        elif name and (match := re.search(r"Used (\d+) registers", line)):
            shared = re.search(r"(\d+) bytes smem", line)
            found[name] = int(match.group(1)), spills, int(shared.group(1)) if shared else 0
    return found


def assemble(ptx, chip, folder, disassembler):
    """The kernels of PTX."""
    path = folder / "a.ptx"
    path.write_text(ptx)
    report = subprocess.run([sass.assembler(), f"-arch={chip}", "-v", path, "-o", folder / "a.cubin"],
                            check=True, capture_output=True, text=True).stderr
    text = subprocess.run([disassembler, "-c", folder / "a.cubin"], check=True, capture_output=True, text=True).stdout
    code = listed(text)
    threads = {name: int(count) for name, count in
               re.findall(r"\.entry (\w+)\([^{]*?\.(?:maxntid|reqntid) (\d+)", ptx, re.S)}
    return [Kernel(name, *taken, threads.get(name, 0), *code[name])
            for name, taken in resources(report).items()]


def read_launches(schedule):
    """Threads, and trips of the loop of a thread, of each kernel in its order."""
    for text in schedule.split('tir.for thread_binding "blockIdx.x"')[1:]:
        blocks, threads = (int(re.search(rf"{axis} = %c0\w* to %c(\d+)", text).group(1)) for axis in ("^ %bx", "%tx"))
        across = re.search(r"%ty = %c0\w* to %c(\d+)", text)
        loops = re.findall(r"tir\.for %\w+ = %c0\w* to %c(\d+)", text)
        yield blocks * threads * (int(across.group(1)) if across else 1), int(loops[0]) if loops else 1


def ours(options, row, chip, folder):
    """Our kernels of a row, the bytes of their requests over what is needed, and those of memory."""
    path = folder / "a.mlir"
    path.write_text(row.text)
    command = [options.build / "bin/relax-compile", path, f"--target={chip}", *row.flags]
    subprocess.run([*command, "-o", folder / "ours.ptx"], check=True)
    subprocess.run([*command, "--stop-at=device", "-o", folder / "d.mlir"], check=True)
    launched = kernels.asked_bytes((folder / "d.mlir").read_text())
    found = assemble((folder / "ours.ptx").read_text(), chip, folder, options.disassembler)
    for kernel in found:
        kernel.shared += launched.get(kernel.name, 0)
    if row.counts_all:
        subprocess.run([*command, "--stop-at=schedule", "-o", folder / "b.mlir"], check=True)
        for kernel, launch in zip(sorted(found, key=lambda kernel: kernel.name), read_launches((folder / "b.mlir").read_text()), strict=True):
            kernel.all_threads, kernel.trips = launch
    subprocess.run([*command, "--stop-at=schedule", "-o", folder / "b.mlir"], check=True)
    subprocess.run([options.build / "bin/relax-opt", folder / "b.mlir", "--canonicalize", "-o", folder / "c.mlir"], check=True)
    scheduled = traffic.kernels((folder / "c.mlir").read_text(), contents=row.contents)
    resident = {kernel.name: kernel.resident(chip) for kernel in found}
    moved = cache.count(chip, [(kernel.count("block"), resident[kernel.name], kernel.run) for kernel in scheduled])
    return found, sum(sum(kernel.asked.values()) for kernel in scheduled) / row.needed, moved


def compile_triton(python, names, folder):
    """Triton's PTX of rows, for each chip, in folders of `folder`; what is there stays."""
    for capability in _CHIPS.values():
        target = folder / str(capability)
        target.mkdir(parents=True, exist_ok=True)
        missing = [name for name in names
                   if capability in map(_CHIPS.get, _ROWS[name].chips) and not (target / f"{name}.json").exists()]
        if missing:
            subprocess.run([python, ROOT / "benchmarks/triton_kernels.py", str(capability), target, *missing], check=True,
                           capture_output=True)


def triton(options, name, chip, folder):
    """Triton's kernel of a row, what says how it was tuned, and bytes as of `ours`."""
    source = options.ptx / str(_CHIPS[chip])
    facts = json.loads((source / f"{name}.json").read_text())
    kernel, = assemble((source / f"{name}.ptx").read_text(), chip, folder, options.disassembler)
    kernel.shared, kernel.threads = facts["shared"], facts["warps"] * 32
    row = _ROWS[name]
    tiles = {key: size for key, size in facts["tiles"].items() if key.startswith(_TILES)}
    title = f"Triton {'x'.join(map(str, tiles.values()))}, {facts['stages']} stages"
    blocks, run = triton_traffic.PROGRAMS[name](facts["tiles"])
    moved = cache.count(chip, [(blocks, kernel.resident(chip), run)])
    return kernel, title, row.asked(tiles) / row.needed if row.asked else None, moved


def pick(found):
    """The kernel with most multiply-adds, else the longest. Those with 64-bit divisions run above 2^31 elements."""
    return max((kernel for kernel in found if not kernel.name.endswith("_wide")), key=lambda kernel: (kernel.products()[1], len(kernel.whole)))


def thread_elements(name, kernel):
    """How many elements a thread has, of kernels without products."""
    if name == "add-row":
        wide = sum(128 // 32 for op in kernel.whole if op.startswith("STG.E.128"))
        # A rest of a row stands beside the whole vector, and is less.
        return wide or 1 << sum(op.startswith("STG") for op in kernel.whole).bit_length() - 1
    return _ROW_ELEMENTS.get(name, 4096) / kernel.threads


def cost(name, kernel, others=()):
    """Instructions and their work; of all kernels, where these are given."""
    if _ROWS[name].multiplies:
        loop, work = kernel.products()
        return len(loop), work
    if others and _ROWS[name].counts_all:
        return round(sum(map(Kernel.executed, others)) / _ALL_ELEMENTS[name]), 1
    return len(kernel.whole), thread_elements(name, kernel)


def cells(kernel, asked, moved, chip):
    bytes = "" if asked is None else f"{asked:.2f}"
    return (str(kernel.threads), str(kernel.registers), str(kernel.spills), f"{kernel.shared / 1024:.1f}", str(kernel.warps(chip)), bytes,
            f"{moved['load'] / 1e6:.1f} / {moved['store'] / 1e6:.1f}")


def instructions(counted):
    count, work = counted
    return f"{count} / {work:g}", f"{count / work:.2f}"


def rows(options, name, folder):
    """Two lines for each chip."""
    for chip in _ROWS[name].chips:
        if options.chip and chip != options.chip:
            continue
        own, own_asked, own_moved = ours(options, _ROWS[name], chip, folder)
        mine = pick(own)
        other, tuned, other_asked, other_moved = triton(options, name, chip, folder)
        counted, others = cost(name, mine, own), cost(name, other)
        more = f"ours, {len(own)} kernels" if len(own) > 1 else "ours"
        ratio = counted[0] / counted[1] / (others[0] / others[1])
        options.behind["more instructions"] += [f"{_ROWS[name].title} ({chip}, {ratio:.2f})"] * (ratio > 1)
        have, want = mine.warps(chip), other.warps(chip)
        options.behind["fewer warps"] += [f"{_ROWS[name].title} ({chip}, {have} of {want})"] * (have < want)
        moved = own_moved.total() / other_moved.total()
        options.behind[_MORE_BYTES] += [f"{_ROWS[name].title} ({chip}, {moved:.3f})"] * (moved >= 1.01)
        yield (_ROWS[name].title, chip, more, *cells(mine, own_asked, own_moved, chip), f"{moved:.2f}", *instructions(counted),
               f"{ratio:.2f}")
        yield "", "", tuned, *cells(other, other_asked, other_moved, chip), "", *instructions(others), ""


_COLUMNS = ("program", "chip", "kernel", "threads", "registers", "spills, bytes", "shared, KiB", "warps", "asked / needed",
            "memory: read / written, MB", "ours / Triton", "instructions / work", "each", "ours / Triton")
_TEXT = f"""{_HEADING}
Counters of machine code, ours and Triton's ({{version}}): the PTX of both went through the same `ptxas`. Written by
`benchmarks/gpu-counters.py --triton=PYTHON --write`; `benchmarks/triton-requirements.txt` says what PYTHON needs.
Triton's kernels are in `benchmarks/triton_kernels.py`, with tiles and stages as its tutorials tune them.

* **instructions / work**: of the innermost loop with products, over 1,024 multiply-adds of a warp; of programs without
  products all instructions, over the elements of a thread; of sorts those of all kernels, as often as warps run them,
  over all elements. *Each* is the quotient.
* **ours / Triton** is the quotient of these, or of bytes; 1 is as many. How long an instruction takes, and what waits
  for what, is not in it.
* **warps**: those that a multiprocessor has room for, by registers, shared memory and threads.
* **asked / needed**: as above, for all kernels of a program; Triton's by its tiles. What lies in a cache is
  asked again.
* **memory**: what is read from it and written to it, by a model of the chip's cache (`benchmarks/cache.py`). As many
  blocks as the chip has room for, in the order of their numbers, go through their loops together; the next ones begin
  when all of these have ended. The cache keeps the lines of 128 bytes that were used last, 20 MB on sm_80 and 25 MB on
  sm_90a: half of the chip's, as each half keeps what its own multiprocessors read. What is not there is read by sectors
  of 32 bytes. At first it is empty; all that is written goes to memory in the end. Ours is what the kernels as they
  are ask for (`benchmarks/traffic.py` runs them), Triton's what their text says (`benchmarks/triton_traffic.py`).
  Sizes of run time are 4096; groups have 512 rows each.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=ROOT / "build", type=Path, help="the build folder")
    parser.add_argument("--listing", type=Path, help="count what is in a listing of nvdisasm")
    parser.add_argument("--triton", type=Path, help="a Python that has Triton 3")
    parser.add_argument("--ptx", type=Path, help="a folder that keeps Triton's PTX")
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--chip", default="", choices=("", *_CHIPS), help="one chip")
    parser.add_argument("--write", action="store_true", help="write the section of docs/GPUKernels.md")
    options = parser.parse_args()
    if options.listing:
        for name, code in listed(options.listing.read_text()).items():
            loop, work = Kernel(name, 0, 0, 0, 0, *code).products()
            print(f"{name}: {len(loop)} instructions / {work:g} of 1,024 multiply-adds, {len(code[1])} in all")
        return
    if not options.triton:
        parser.error("expected --triton=PYTHON, a Python that has Triton 3, or --listing=FILE")
    place = subprocess.run([options.triton, "-c", "import triton; print(triton.__file__, triton.__version__)"], check=True,
                           capture_output=True, text=True).stdout.split()
    options.disassembler = Path(place[0]).parent / "backends/nvidia/bin/nvdisasm"
    options.behind = {"more instructions": [], "fewer warps": [], _MORE_BYTES: []}
    lines = ["| " + " | ".join(_COLUMNS) + " |", "| --- | --- | --- |" + " --: |" * (len(_COLUMNS) - 3)]
    names = [name for name in _ROWS if options.only in name]
    with tempfile.TemporaryDirectory() as folder:
        options.ptx = options.ptx or Path(folder) / "ptx"
        compile_triton(options.triton, names, options.ptx)
        for name in names:
            for row in rows(options, name, Path(folder)):
                lines.append("| " + " | ".join(row) + " |")
                print(lines[-1], flush=True)
    for what, titles in options.behind.items():
        text = f"Rows in which ours has {what}: {'; '.join(titles) or 'none'}."
        lines += ["", *textwrap.wrap(text, 120, break_on_hyphens=False)]
        print("\n" + text)
    if options.write:
        before, _, rest = PAGE.read_text().partition(_HEADING)
        _, heading, after = rest.partition("\n## ")
        PAGE.write_text(before.rstrip("\n") + "\n\n" + _TEXT.format(version=place[1]) + "\n".join(lines) + "\n" + heading + after)


if __name__ == "__main__":
    main()
