#!/usr/bin/env python3
"""Kernels in Triton that `gpu-counters.py` compares ours with.

    triton_kernels.py 80 FOLDER NAME...   # FOLDER/NAME.ptx and NAME.json, for compute capability 8.0

Compiled without a GPU. They have the structure of Triton's tutorials: grouped
blocks, a software pipeline, FlashAttention with exp2, tensor descriptors (TMA)
for products of sm_90. Needs Triton 3 (PyPI), and no PyTorch.
"""
import json
import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def place_in_groups(down, across, GROUP: tl.constexpr):
    """The row and the column of a block: blocks of `GROUP` rows go first, so that their operands stay in the cache."""
    pid = tl.program_id(0)
    first = pid // (GROUP * across) * GROUP
    height = min(down - first, GROUP)
    return first + pid % (GROUP * across) % height, pid % (GROUP * across) // height


@triton.jit
def product(a, b, c, rows, columns, terms, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr,
            GROUP: tl.constexpr, KIND: tl.constexpr, IS_EVEN: tl.constexpr, TF32: tl.constexpr):
    m, n = place_in_groups(tl.cdiv(rows, TILE_M), tl.cdiv(columns, TILE_N), GROUP)
    at_m = (m * TILE_M + tl.arange(0, TILE_M)) % rows
    at_n = (n * TILE_N + tl.arange(0, TILE_N)) % columns
    at_k = tl.arange(0, TILE_K)
    left = a + at_m[:, None] * terms + at_k[None, :]
    right = b + at_k[:, None] * columns + at_n[None, :]
    sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(terms, TILE_K)):
        if IS_EVEN:
            x = tl.load(left)
            y = tl.load(right)
        else:
            x = tl.load(left, mask=at_k[None, :] < terms - k * TILE_K, other=0.0)
            y = tl.load(right, mask=at_k[:, None] < terms - k * TILE_K, other=0.0)
        sums = tl.dot(x, y, sums, input_precision="tf32" if TF32 else "ieee")
        left += TILE_K
        right += TILE_K * columns
    at_m = m * TILE_M + tl.arange(0, TILE_M)
    at_n = n * TILE_N + tl.arange(0, TILE_N)
    inside = (at_m[:, None] < rows) & (at_n[None, :] < columns)
    tl.store(c + at_m[:, None] * columns + at_n[None, :], sums.to(KIND), mask=inside)


@triton.jit
def product_tma(a, b, c, rows, columns, terms, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr,
                GROUP: tl.constexpr, KIND: tl.constexpr):
    m, n = place_in_groups(tl.cdiv(rows, TILE_M), tl.cdiv(columns, TILE_N), GROUP)
    left = tl.make_tensor_descriptor(a, [rows, terms], [terms, 1], [TILE_M, TILE_K])
    right = tl.make_tensor_descriptor(b, [terms, columns], [columns, 1], [TILE_K, TILE_N])
    result = tl.make_tensor_descriptor(c, [rows, columns], [columns, 1], [TILE_M, TILE_N])
    sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(terms, TILE_K)):
        x = left.load([m * TILE_M, k * TILE_K])
        y = right.load([k * TILE_K, n * TILE_N])
        sums = tl.dot(x, y, sums)
    result.store([m * TILE_M, n * TILE_N], sums.to(KIND))


@triton.jit
def linear_tma(a, b, c, rows, columns, terms, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr,
               GROUP: tl.constexpr, KIND: tl.constexpr):
    """A product with a transposed factor, as tensor cores need bytes."""
    m, n = place_in_groups(tl.cdiv(rows, TILE_M), tl.cdiv(columns, TILE_N), GROUP)
    left = tl.make_tensor_descriptor(a, [rows, terms], [terms, 1], [TILE_M, TILE_K])
    right = tl.make_tensor_descriptor(b, [columns, terms], [terms, 1], [TILE_N, TILE_K])
    result = tl.make_tensor_descriptor(c, [rows, columns], [columns, 1], [TILE_M, TILE_N])
    sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(terms, TILE_K)):
        sums = tl.dot(left.load([m * TILE_M, k * TILE_K]), right.load([n * TILE_N, k * TILE_K]).T, sums)
    result.store([m * TILE_M, n * TILE_N], sums.to(KIND))


@triton.jit
def grouped(x, w, ends, c, COLUMNS: tl.constexpr, TERMS: tl.constexpr, GROUPS: tl.constexpr, BLOCKS: tl.constexpr,
            TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr):
    """Groups of rows by a transposed factor each; blocks stay for the next tile."""
    tile = tl.program_id(0)
    first, begin = 0, 0
    for group in range(0, GROUPS):
        end = tl.load(ends + group).to(tl.int32)
        across = COLUMNS // TILE_N
        count = tl.cdiv(end - begin, TILE_M) * across
        while (tile >= first) & (tile < first + count):
            at_m = begin + (tile - first) // across * TILE_M + tl.arange(0, TILE_M)
            at_n = (tile - first) % across * TILE_N + tl.arange(0, TILE_N)
            left = x + at_m[:, None] * TERMS + tl.arange(0, TILE_K)[None, :]
            right = w + group.to(tl.int64) * COLUMNS * TERMS + at_n[:, None] * TERMS + tl.arange(0, TILE_K)[None, :]
            sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
            for k in range(0, TERMS // TILE_K):
                sums = tl.dot(tl.load(left, mask=at_m[:, None] < end, other=0.0), tl.load(right).T, sums)
                left += TILE_K
                right += TILE_K
            tl.store(c + at_m[:, None] * COLUMNS + at_n[None, :], sums.to(tl.float16), mask=at_m[:, None] < end)
            tile += BLOCKS
        first += count
        begin = end


@triton.jit
def grouped_tma(x, w, ends, c, rows, COLUMNS: tl.constexpr, TERMS: tl.constexpr, GROUPS: tl.constexpr, BLOCKS: tl.constexpr,
                TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr):
    left = tl.make_tensor_descriptor(x, [rows, TERMS], [TERMS, 1], [TILE_M, TILE_K])
    right = tl.make_tensor_descriptor(w, [GROUPS * COLUMNS, TERMS], [TERMS, 1], [TILE_N, TILE_K])
    tile = tl.program_id(0)
    first, begin = 0, 0
    for group in range(0, GROUPS):
        end = tl.load(ends + group).to(tl.int32)
        across = COLUMNS // TILE_N
        count = tl.cdiv(end - begin, TILE_M) * across
        while (tile >= first) & (tile < first + count):
            m = begin + (tile - first) // across * TILE_M
            n = (tile - first) % across * TILE_N
            sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
            for k in range(0, TERMS // TILE_K):
                sums = tl.dot(left.load([m, k * TILE_K]), right.load([group * COLUMNS + n, k * TILE_K]).T, sums)
            at_m, at_n = m + tl.arange(0, TILE_M), n + tl.arange(0, TILE_N)
            tl.store(c + at_m[:, None] * COLUMNS + at_n[None, :], sums.to(tl.float16), mask=at_m[:, None] < end)
            tile += BLOCKS
        first += count
        begin = end


@triton.jit
def linear_4_bits(a, b, s, c, rows, columns, terms, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr,
                  GROUP: tl.constexpr, SHARE: tl.constexpr):
    """A product with a transposed factor of 4 bits, two in a byte, with a scale for each `SHARE` of them."""
    m, n = place_in_groups(tl.cdiv(rows, TILE_M), tl.cdiv(columns, TILE_N), GROUP)
    at_m = m * TILE_M + tl.arange(0, TILE_M)
    at_n = n * TILE_N + tl.arange(0, TILE_N)
    left = a + at_m[:, None] * terms + tl.arange(0, TILE_K)[None, :]
    right = b + at_n[:, None] * (terms // 2) + tl.arange(0, TILE_K // 2)[None, :]
    scales = s + at_n[:, None] * (terms // SHARE) + tl.arange(0, TILE_K // SHARE)[None, :]
    sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(terms, TILE_K)):
        packed = tl.load(right)
        low, high = (packed & 15).to(tl.float16) - 8, (packed >> 4).to(tl.float16) - 8
        shares = tl.join(low, high).reshape(TILE_N, TILE_K // SHARE, SHARE) * tl.load(scales)[:, :, None]
        sums = tl.dot(tl.load(left), shares.reshape(TILE_N, TILE_K).T, sums)
        left += TILE_K
        right += TILE_K // 2
        scales += TILE_K // SHARE
    tl.store(c + at_m[:, None] * columns + at_n[None, :], sums.to(tl.float16))


@triton.jit
def attention(q, k, v, out, length, scale, ROWS: tl.constexpr, KEYS: tl.constexpr, DEPTH: tl.constexpr):
    pid = tl.program_id(0)
    head = tl.program_id(1) * length * DEPTH
    at_m = pid * ROWS + tl.arange(0, ROWS)
    at_n = tl.arange(0, KEYS)
    at_d = tl.arange(0, DEPTH)
    query = tl.load(q + head + at_m[:, None] * DEPTH + at_d[None, :])
    keys = k + head + at_n[None, :] * DEPTH + at_d[:, None]
    values = v + head + at_n[:, None] * DEPTH + at_d[None, :]
    greatest = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    sums = tl.zeros((ROWS, DEPTH), tl.float32)
    factor = scale * 1.44269504
    for start in range(0, length, KEYS):
        scores = tl.dot(query, tl.load(keys + start * DEPTH))
        now = tl.maximum(greatest, tl.max(scores, 1) * factor)
        weights = tl.math.exp2(scores * factor - now[:, None])
        correction = tl.math.exp2(greatest - now)
        total = total * correction + tl.sum(weights, 1)
        sums = sums * correction[:, None]
        sums = tl.dot(weights.to(tl.float16), tl.load(values + start * DEPTH), sums)
        greatest = now
    sums = sums / total[:, None]
    tl.store(out + head + at_m[:, None] * DEPTH + at_d[None, :], sums.to(tl.float16))


@triton.jit
def convolution(x, w, y, total, SIZE: tl.constexpr, CHANNELS: tl.constexpr, OUT: tl.constexpr,
                TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr):
    # 3x3, channels last, a border of 1: an implicit product.
    at = tl.program_id(0) * TILE_M + tl.arange(0, TILE_M)
    at_n = tl.program_id(1) * TILE_N + tl.arange(0, TILE_N)
    image = at // (SIZE * SIZE)
    row = at // SIZE % SIZE
    column = at % SIZE
    sums = tl.zeros((TILE_M, TILE_N), tl.float32)
    for step in range(0, 9 * CHANNELS // TILE_K):
        window = step // (CHANNELS // TILE_K)
        at_k = step % (CHANNELS // TILE_K) * TILE_K + tl.arange(0, TILE_K)
        h = row + window // 3 - 1
        v = column + window % 3 - 1
        inside = (h >= 0) & (h < SIZE) & (v >= 0) & (v < SIZE) & (at < total)
        place = ((image * SIZE + h) * SIZE + v) * CHANNELS
        left = tl.load(x + place[:, None] + at_k[None, :], mask=inside[:, None], other=0.0)
        right = tl.load(w + (window * CHANNELS + at_k)[:, None] * OUT + at_n[None, :])
        sums = tl.dot(left, right, sums)
    tl.store(y + at[:, None] * OUT + at_n[None, :], sums.to(tl.float16), mask=(at < total)[:, None])


@triton.jit
def depthwise(x, w, y, SIZE: tl.constexpr, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    """Windows of 3 x 3 with one channel each: a block has a part of an image of a channel."""
    plane = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row, column = at // SIZE, at % SIZE
    sums = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in tl.static_range(3):
        for j in tl.static_range(3):
            down, across = row + i - 1, column + j - 1
            inside = (down >= 0) & (down < SIZE) & (across >= 0) & (across < SIZE)
            value = tl.load(x + plane * SIZE * SIZE + down * SIZE + across, mask=inside, other=0.0)
            sums += value * tl.load(w + plane % CHANNELS * 9 + i * 3 + j)
    tl.store(y + plane * SIZE * SIZE + at, sums, mask=at < SIZE * SIZE)


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    values = tl.exp(values - tl.max(values, 0))
    tl.store(y + row * columns + at, values / tl.sum(values, 0), mask=at < columns)


@triton.jit
def layer_norm(x, w, b, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0)
    mean = tl.sum(values, 0) / columns
    centered = tl.where(inside, values - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centered * centered, 0) / columns + 1e-5)
    result = centered * scale * tl.load(w + at, mask=inside) + tl.load(b + at, mask=inside)
    tl.store(y + row * columns + at, result, mask=inside)


@triton.jit
def row_sum(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    tl.store(y + row, tl.sum(tl.load(x + row * columns + at, mask=at < columns, other=0.0), 0))


@triton.jit
def sort(x, y, columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, BLOCK)
    tl.store(y + at, tl.sort(tl.load(x + at)))


@triton.jit
def top_k(x, y, columns, BLOCK: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0)
    best = tl.topk(tl.load(x + row * columns + tl.arange(0, BLOCK)), K)
    tl.store(y + row * K + tl.arange(0, K), best)


@triton.jit
def add_row(x, b, y, total, columns, BLOCK: tl.constexpr):
    # ?x? + ?: sizes of run time, broadcast along rows.
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < total
    tl.store(y + at, tl.load(x + at, mask=inside) + tl.load(b + at % columns, mask=inside), mask=inside)


def _product(kind, out, tile, even=True, tf32=False, sized=True):
    """A product by pointers: its types, constants, and which numbers are multiples of 16."""
    sizes = {"rows": "i32", "columns": "i32", "terms": "i32"}
    return (product, {"a": f"*{kind}", "b": f"*{kind}", "c": f"*{out}", **sizes},
            {"TILE_M": tile[0], "TILE_N": tile[1], "TILE_K": tile[2], "GROUP": 8, "KIND": getattr(tl, _TYPES[out]),
             "IS_EVEN": even, "TF32": tf32}, (*"abc", *(sizes if sized else ())))


# What ptxas of CUDA 12.9 and 13.0 takes; Triton's own is later.
_PTX_VERSION = 88
_TYPES = {"fp16": "float16", "fp32": "float32", "bf16": "bfloat16"}


def _tma(kind, out, tile, function=product_tma):
    sizes = {"rows": "i32", "columns": "i32", "terms": "i32"}
    return (function, {"a": f"*{kind}", "b": f"*{kind}", "c": f"*{out}", **sizes},
            {"TILE_M": tile[0], "TILE_N": tile[1], "TILE_K": tile[2], "GROUP": 8, "KIND": getattr(tl, _TYPES[out])},
            (*"abc", *sizes))


def _packed(tile):
    types = {"a": "*fp16", "b": "*u8", "s": "*fp16", "c": "*fp16", "rows": "i32", "columns": "i32", "terms": "i32"}
    return (linear_4_bits, types, {"TILE_M": tile[0], "TILE_N": tile[1], "TILE_K": tile[2], "GROUP": 8, "SHARE": 32}, tuple(types))


def _grouped(function, tile, blocks):
    rows = {"rows": "i32"} if function is grouped_tma else {}
    return (function, {"x": "*fp16", "w": "*fp16", "ends": "*i64", "c": "*fp16", **rows},
            {"COLUMNS": 4096, "TERMS": 4096, "GROUPS": 8, "BLOCKS": blocks, "TILE_M": tile[0], "TILE_N": tile[1], "TILE_K": tile[2]},
            ("x", "w", "ends", "c", *rows))


def _attention(rows, keys, depth):
    return (attention, {**dict.fromkeys("qkv", "*fp16"), "out": "*fp16", "length": "i32", "scale": "fp32"},
            {"ROWS": rows, "KEYS": keys, "DEPTH": depth}, (*"qkv", "out", "length"))


def _rows(function, names, block=4096):
    return function, {**dict.fromkeys(names, "*fp32"), "columns": "i32"}, {"BLOCK": block}, (*names, "columns")


_CONVOLUTION = (convolution, {"x": "*fp16", "w": "*fp16", "y": "*fp16", "total": "i32"}, {"SIZE": 56, "CHANNELS": 256, "OUT": 256},
                ("x", "w", "y", "total"))


def _convolution(tile):
    function, types, constants, multiples = _CONVOLUTION
    return function, types, {**constants, **dict(zip(("TILE_M", "TILE_N", "TILE_K"), tile))}, multiples


# By name and compute capability: the kernel, warps and stages; each as the
# tutorials tune it, but with a block for nearly each multiprocessor (1024^3).
PROGRAMS = {
    "f16-4096": {80: (_product("fp16", "fp16", (128, 256, 64)), 8, 3), 90: (_tma("fp16", "fp16", (128, 256, 64)), 8, 3)},
    "tf32-4096": {80: (_product("fp32", "fp32", (128, 256, 32), tf32=True), 8, 3),
                  90: (_product("fp32", "fp32", (128, 128, 32), tf32=True), 8, 3)},
    "f16-1001": {80: (_product("fp16", "fp16", (128, 128, 32), even=False, sized=False), 4, 2),
                 90: (_product("fp16", "fp16", (128, 128, 32), even=False, sized=False), 4, 2)},
    "f16-1024": {80: (_product("fp16", "fp16", (64, 64, 64)), 4, 4), 90: (_tma("fp16", "fp16", (128, 64, 64)), 8, 4)},
    "f8-4096": {90: (_tma("fp8e4nv", "fp16", (128, 256, 128), linear_tma), 8, 3)},
    "packed-4096": {80: (_packed((128, 128, 64)), 8, 3), 90: (_packed((128, 128, 64)), 8, 3)},
    "grouped": {80: (_grouped(grouped, (128, 128, 64), 108), 8, 3), 90: (_grouped(grouped_tma, (128, 256, 64), 132), 8, 3)},
    "attention-64": {80: (_attention(128, 64, 64), 4, 3), 90: (_attention(128, 128, 64), 8, 3)},
    "attention-128": {80: (_attention(128, 64, 128), 8, 3), 90: (_attention(128, 128, 128), 8, 3)},
    "convolution": {80: (_convolution((128, 128, 64)), 8, 3), 90: (_convolution((128, 128, 64)), 8, 3)},
    "depthwise": dict.fromkeys((80, 90), ((depthwise, dict.fromkeys("xwy", "*fp32"), {"SIZE": 56, "CHANNELS": 256, "BLOCK": 1024},
                                           tuple("xwy")), 8, 1)),
    # Rows of tl.dot are 16 or more; those that stick out are the first again.
    "rows-8": {80: (_product("fp16", "fp16", (16, 32, 128), even=True), 4, 5), 90: (_product("fp16", "fp16", (16, 32, 128)), 4, 5)},
    "few-rows": {80: (_product("fp16", "fp16", (16, 32, 128), even=True), 4, 5), 90: (_product("fp16", "fp16", (16, 32, 128)), 4, 5)},
    "rows-32": {80: (_product("fp16", "fp16", (32, 32, 128), even=True), 4, 5), 90: (_product("fp16", "fp16", (32, 32, 128)), 4, 5)},
    "softmax": dict.fromkeys((80, 90), (_rows(softmax, "xy"), 8, 1)),
    "layer-norm": dict.fromkeys((80, 90), (_rows(layer_norm, "xwby"), 8, 1)),
    "row-sum": dict.fromkeys((80, 90), (_rows(row_sum, "xy"), 8, 1)),
    "sort": dict.fromkeys((80, 90), (_rows(sort, "xy", 1024), 8, 1)),
    "top-k": dict.fromkeys((80, 90), ((top_k, {"x": "*fp32", "y": "*fp32", "columns": "i32"}, {"BLOCK": 1024, "K": 8},
                                       ("x", "y", "columns")), 8, 1)),
    "add-row": dict.fromkeys((80, 90), ((add_row, {**dict.fromkeys("xby", "*fp32"), "total": "i32", "columns": "i32"},
                                         {"BLOCK": 1024}, tuple("xby")), 4, 1)),
}


def compile_program(name, capability):
    """PTX, shared bytes and warps of a program."""
    (function, types, constants, multiples), warps, stages = PROGRAMS[name][capability]
    names = list(types) + list(constants)
    attributes = {(names.index(each),): [["tt.divisibility", 16]] for each in multiples}
    signature = {**types, **dict.fromkeys(constants, "constexpr")}
    source = ASTSource(function, signature=signature, constexprs=constants, attrs=attributes)
    made = triton.compile(source, target=GPUTarget("cuda", capability, 32), options={"num_warps": warps, "num_stages": stages, "ptx_version": _PTX_VERSION})
    tiles = {key: value for key, value in constants.items() if isinstance(value, int) and not isinstance(value, bool)}
    return made.asm["ptx"], {"shared": made.metadata.shared, "warps": warps, "stages": stages, "tiles": tiles}


def main():
    capability, folder, names = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    for name in names:
        ptx, facts = compile_program(name, capability)
        (folder / f"{name}.ptx").write_text(ptx)
        (folder / f"{name}.json").write_text(json.dumps({**facts, "version": triton.__version__}))


if __name__ == "__main__":
    main()
