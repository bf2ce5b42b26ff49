#!/usr/bin/env python3
"""What the kernels of a few programs take of a GPU, without one: a table.

    benchmarks/gpu-kernels.py                 # all of docs/GPUKernels.md
    benchmarks/gpu-kernels.py --only softmax  # some rows
    benchmarks/gpu-kernels.py --write         # write docs/GPUKernels.md

Registers, spills and shared memory are what ptxas says, instructions are read
from its machine code, and what warps request of memory is counted in the schedule.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import sass
import traffic

ROOT = Path(__file__).resolve().parent.parent
_PAGE = ROOT / "docs" / "GPUKernels.md"
# Of sm_90: registers and bytes of shared memory of a multiprocessor, its
# threads and blocks, and what a block takes besides its own.
_REGISTERS, _SHARED, _THREADS, _BLOCKS, _RESERVED = 65536, 228 * 1024, 2048, 32, 1024

# A title, parameters, a result, or several, and what gives it; the chip, if it is another one.
_PROGRAMS = (
    ("matmul 4096 f16", ("4096x4096xf16",) * 2, "4096x4096xf16", "matmul %a, %b"),
    ("matmul 4096 bf16", ("4096x4096xbf16",) * 2, "4096x4096xf32", "matmul %a, %b {out_dtype = f32}"),
    ("matmul 4096 i8", ("4096x4096xi8",) * 2, "4096x4096xi32", "matmul %a, %b {out_dtype = i32}"),
    ("matmul 4096 f32", ("4096x4096xf32",) * 2, "4096x4096xf32", "matmul %a, %b"),
    ("matmul 4096 f16, sm_90a", ("4096x4096xf16",) * 2, "4096x4096xf16", "matmul %a, %b", "sm_90a"),
    ("matmul 4096 bf16, sm_90a", ("4096x4096xbf16",) * 2, "4096x4096xf32", "matmul %a, %b {out_dtype = f32}", "sm_90a"),
    ("product 4096 i8, sm_90a", ("4096x4096xi8",) * 2, "4096x4096xi32", "call_tir @product(%a, %b)", "sm_90a"),
    ("matmul 1024 f16, sm_90a", ("1024x1024xf16",) * 2, "1024x1024xf16", "matmul %a, %b", "sm_90a"),
    ("softmax 4096x4096", ("4096x4096xf32",), "4096x4096xf32", "nn.softmax %a"),
    ("softmax 8x131072", ("8x131072xf32",), "8x131072xf32", "nn.softmax %a"),
    ("layer norm 4096x4096", ("4096x4096xf32", "4096xf32", "4096xf32"), "4096x4096xf32",
     "nn.layer_norm %a, %b, %c {axes = array<i64: 1>}"),
    ("group norm, 32 groups of 8x128x56x56", ("8x128x56x56xf32", "128xf32", "128xf32"), "8x128x56x56xf32",
     "nn.group_norm %a, %b, %c {num_groups = 32 : i64, channel_axis = 1 : i64, axes = array<i64: 2, 3>}"),
    ("instance norm 8x128x56x56", ("8x128x56x56xf32", "128xf32", "128xf32"), "8x128x56x56xf32",
     "nn.instance_norm %a, %b, %c {channel_axis = 1 : i64, axes = array<i64: 2, 3>}"),
    ("batch norm, training, 8x256x28x28", ("8x256x28x28xf32", *("256xf32",) * 4), ("8x256x28x28xf32", "256xf32", "256xf32"),
     "nn.batch_norm %a, %b, %c, %d, %e {axis = 1 : i64, training = true}"),
    ("attention of 4x1024x16x64", ("4x1024x16x64xf32",) * 3, "4x1024x16x64xf32", "nn.attention %a, %b, %c"),
    ("attention of 4x1024x16x64 f16", ("4x1024x16x64xf16",) * 3, "4x1024x16x64xf16", "nn.attention %a, %b, %c"),
    ("attention of a query to 4096 keys, 32 heads of 128", ("1x1x32x128xf32", *("1x4096x32x128xf32",) * 2), "1x1x32x128xf32",
     "nn.attention %a, %b, %c"),
    ("attention of a query to 4096 keys, 32 heads of 128, f16", ("1x1x32x128xf16", *("1x4096x32x128xf16",) * 2), "1x1x32x128xf16",
     "nn.attention %a, %b, %c"),
    ("sum of rows 4096x4096", ("4096x4096xf32",), "4096xf32", "sum %a {axis = array<i64: 1>}"),
    ("sum of columns 4096x4096", ("4096x4096xf32",), "4096xf32", "sum %a {axis = array<i64: 0>}"),
    ("sum of all 4096x4096", ("4096x4096xf32",), "f32", "sum %a"),
    ("argmax of rows 4096x4096", ("4096x4096xf32",), "4096xi64", "argmax %a {axis = 1 : i64}"),
    ("argmax of columns 4096x4096", ("4096x4096xf32",), "4096xi64", "argmax %a {axis = 0 : i64}"),
    ("argmax of rows 8x131072 f16", ("8x131072xf16",), "8xi64", "argmax %a {axis = 1 : i64}"),
    ("cumsum of rows 4096x4096", ("4096x4096xf32",), "4096x4096xf32", "cumsum %a {axis = 1 : i64}"),
    ("cumsum of rows 65536x64", ("65536x64xf32",), "65536x64xf32", "cumsum %a {axis = 1 : i64}"),
    ("cumsum of all 4096x4096", ("4096x4096xf32",), "16777216xf32", "cumsum %a"),
    ("sort of rows 4096x1024", ("4096x1024xf32",), "4096x1024xf32", "sort %a {axis = 1 : i64}"),
    ("top 8 of rows 4096x1024", ("4096x1024xf32",), "4096x8xf32", 'topk %a {k = 8 : i64, axis = 1 : i64, ret_type = "values"}'),
    ("matrix times vector 4096", ("4096x4096xf32", "4096x1xf32"), "4096x1xf32", "matmul %a, %b"),
    ("vector times matrix 4096", ("1x4096xf32", "4096x4096xf32"), "1x4096xf32", "matmul %a, %b"),
    ("transpose 4096x4096", ("4096x4096xf32",), "4096x4096xf32", "permute_dims %a"),
    ("convolution 3x3, 64 of 56x56", ("1x64x56x56xf32", "64x64x3x3xf32"), "1x64x56x56xf32",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}"),
    ("convolution 3x3, 256 of 8x56x56", ("8x256x56x56xf32", "256x256x3x3xf32"), "8x256x56x56xf32",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}"),
    ("depthwise convolution 3x3, 256 of 8x56x56", ("8x256x56x56xf32", "256x1x3x3xf32"), "8x256x56x56xf32",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>, groups = 256 : i64}"),
    ("convolution 3x3 f16, 256 of 8x56x56", ("8x256x56x56xf16", "256x256x3x3xf16"), "8x256x56x56xf16",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}"),
    ("add 4096x4096", ("4096x4096xf32",) * 2, "4096x4096xf32", "add %a, %b"),
)
_COLUMNS = ("program", "kernel", "registers", "spills", "shared", "threads", "occupancy", "asked / needed",
            "ldg ≤16 / 32 / 64 / 128", "stg ≤16 / 32 / 64 / 128", "ldgsts", "utmaldg", "lds / sts / ldsm", "mma", "wgmma", "ffma", "shfl", "bar")

_TEXT = """# Kernels of GPUs

*For those who judge GPU kernels: registers, instructions and bytes of the default schedules.*

What the default schedules make of a few programs for sm_90, or the chip in a title, without a GPU. Written by
`benchmarks/gpu-kernels.py --write`.

* **registers**, **spills** (bytes): what `ptxas` says; **shared**: bytes of a block, those that the launch asks
  for among them; **occupancy** is how many of the 2,048 threads of a multiprocessor these leave room for.
* **asked / needed**: the sectors of 32 bytes that warps ask of global memory, as six blocks of all do
  (`benchmarks/traffic.py` runs their loops), over the bytes of all parameters and results. 1 is the least for a
  program that reads all once; caches answer a part of what is more. What unrolled code loads again is one load. An
  address that is loaded itself counts as the first one, as of the elements that a sort stores in their order.
* The rest counts instructions of the machine code, not how often they run: loads and stores of global memory by
  width (`ldg`, `stg`; `ldgsts` copies to shared memory asynchronously, `utmaldg` loads TMA tiles), of shared
  memory, tensor cores (`mma`; `wgmma` of warpgroups), sums of products, shuffles, barriers.

"""


def product(name, rows, columns, terms, factor, sum):
    """A tensor program: sums over the last axes of two matrices, for bytes of which there is no operator."""
    left, right, result = f"memref<{rows}x{terms}x{factor}>", f"memref<{columns}x{terms}x{factor}>", f"memref<{rows}x{columns}x{sum}>"
    kind = "i" if sum.startswith("i") else "f"
    widen = {"i": "arith.extsi", "f": "arith.extf"}[kind]
    return f"""
tir.func private @{name}(%a: {left}, %b: {right}, %c: {result}) attributes {{num_inputs = 2}} {{
  %c0 = arith.constant 0 : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %terms = arith.constant {terms} : index
  tir.for %i = %c0 to %rows {{
    tir.for %j = %c0 to %columns {{
      tir.for %k = %c0 to %terms {{
        tir.block "product" iters(%x : spatial = %i in %rows, %y : spatial = %j in %columns, %z : reduce = %k in %terms) reads(%a, %b : {left}, {right}) writes(%c : {result}) {{
          tir.init {{
            %zero = arith.constant 0{".0" if kind == "f" else ""} : {sum}
            memref.store %zero, %c[%x, %y] : {result}
          }}
          %0 = memref.load %c[%x, %y] : {result}
          %1 = memref.load %a[%x, %z] : {left}
          %2 = {widen} %1 : {factor} to {sum}
          %3 = memref.load %b[%y, %z] : {right}
          %4 = {widen} %3 : {factor} to {sum}
          %5 = arith.mul{kind} %2, %4 : {sum}
          %6 = arith.add{kind} %0, %5 : {sum}
          memref.store %6, %c[%x, %y] : {result}
        }}
      }}
    }}
  }}
  tir.return
}}
"""


def listed(result):
    """The results of a program, also of one."""
    return (result,) if isinstance(result, str) else result


def source(parameters, result, body):
    """A function of one operator, or of @product."""
    names = [f"%{letter}" for letter in "abcde"[:len(parameters)]]
    tensors = [f"tensor<{parameter}>" for parameter in parameters]
    head = ", ".join(map(": ".join, zip(names, tensors)))
    types = [f"tensor<{one}>" for one in listed(result)]
    given = ", ".join(types)
    results = given if len(types) == 1 else f"({given})"
    inner, outer = ([f"%{name}#{i}" if len(types) > 1 else f"%{name}" for i in range(len(types))] for name in "01")
    count = f":{len(types)}" if len(types) > 1 else ""
    return (f"relax.func @main({head}) -> {results} {{\n"
            f"  %1{count} = relax.dataflow -> {given} {{\n"
            f"    %0{count} = relax.{body} : ({', '.join(tensors)}) -> {results}\n"
            f"    relax.output {', '.join(inner)} : {given}\n  }}\n"
            f"  relax.return {', '.join(outer)} : {given}\n}}\n"
            + (product("product", 4096, 4096, 4096, "i8", "i32") if "@product" in body else ""))


def resident_warps(registers, shared, threads, memory=_SHARED):
    """The warps of a kernel that a multiprocessor with so much shared memory has room for."""
    warps = -(-threads // 32)
    a_warp = -(-max(registers, 1) * 32 // 256) * 256
    blocks = min(_BLOCKS, _THREADS // (warps * 32), _REGISTERS // (a_warp * warps), memory // (shared + _RESERVED))
    return blocks * warps


def occupancy(registers, shared, threads):
    """The part of a multiprocessor's threads that blocks of a kernel fill."""
    return resident_warps(registers, shared, threads) * 32 / _THREADS


def resources(report):
    """Registers, spilled bytes and shared bytes of each kernel of a report."""
    found = {}
    for line in report.splitlines()[1:]:
        registers, _, stores, loads, shared, _, name = line.split()
        found[name] = int(registers), int(stores) + int(loads), int(shared)
    return found


def asked_bytes(device):
    """Bytes of shared memory that launches ask for, by kernel."""
    numbers = dict(re.findall(r"(%\w+) = arith\.constant (\d+) : i32", device))
    launches = re.findall(r"gpu\.launch_func +@\w+::@(\w+)[^\n]*? dynamic_shared_memory_size (%\w+)", device)
    return {name: int(numbers[size]) for name, size in launches}


def compile_program(build, folder, text, chip):
    """The schedule, what launches ask for, the report and the machine code of a program."""
    path = folder / "a.mlir"
    path.write_text(text)
    command = [build / "bin/relax-compile", path, f"--target={chip}"]
    subprocess.run([*command, "--stop-at=schedule", "-o", folder / "b.mlir"], check=True)
    subprocess.run([*command, f"--kernel-report={folder / 'report'}", "-o", folder / "a.cubin"], check=True)
    subprocess.run([*command, "--stop-at=device", "-o", folder / "d.mlir"], check=True)
    # Sizes of launches become constants.
    subprocess.run([build / "bin/relax-opt", folder / "b.mlir", "--canonicalize", "-o", folder / "c.mlir"], check=True)
    return ((folder / "c.mlir").read_text(), asked_bytes((folder / "d.mlir").read_text()), (folder / "report").read_text(),
            (folder / "a.cubin").read_bytes())


def size(type):
    """Bytes of a tensor."""
    count = 1
    for extent in re.findall(r"(\d+)x", type):
        count *= int(extent)
    return count * traffic.element_bytes(type)


def kernel_row(kernel, needed, taken, asked, mix):
    """The cells of a kernel, without the program's."""
    registers, spills, shared = taken
    shared += asked
    threads = kernel.count("thread")
    widths = [" / ".join(str(mix[f"{name}.8"] + mix[f"{name}.{width}"] if width == 16 else mix[f"{name}.{width}"])
                         for width in (16, 32, 64, 128)) for name in ("ldg", "stg")]
    return (f"`{kernel.name}`", registers, spills, shared, threads, f"{occupancy(registers, shared, threads):.0%}",
            f"{sum(kernel.asked.values()) / needed:.2f}", *widths, mix["ldgsts"], mix["utmaldg"],
            f"{mix['lds']} / {mix['sts']} / {mix['ldsm']}", mix["mma"], mix["wgmma"], mix["ffma"], mix["shfl"], mix["bar"])


def rows(build, program, chip):
    """The cells of each kernel of a program."""
    title, parameters, result, body, *other = program
    chip = other[0] if other else chip
    with tempfile.TemporaryDirectory() as name:
        schedule, asked, report, code = compile_program(build, Path(name), source(parameters, result, body), chip)
    taken, programs = resources(report), sass.kernels(code)
    needed = sum(map(size, (*parameters, *listed(result))))
    kernels = traffic.kernels(schedule)
    if len(kernels) > 1:
        whole = sum(sum(kernel.asked.values()) for kernel in kernels)
        yield title, f"{len(kernels)} kernels", *[""] * 5, f"{whole / needed:.2f}", *[""] * 10
        title = ""
    for kernel in kernels:
        mix = sass.instruction_mix(programs[kernel.name], chip)
        yield title, *kernel_row(kernel, needed, taken[kernel.name], asked.get(kernel.name, 0), mix)
        title = ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=ROOT / "build", type=Path, help="the build folder")
    parser.add_argument("--chip", default="sm_90", help="the GPU to compile for")
    parser.add_argument("--only", default="", help="programs whose title has this in it")
    parser.add_argument("--write", action="store_true", help="write docs/GPUKernels.md")
    options = parser.parse_args()
    lines = ["| " + " | ".join(_COLUMNS) + " |", "| --- | --- |" + " --: |" * (len(_COLUMNS) - 2)]
    for program in _PROGRAMS:
        if options.only in program[0]:
            lines += ("| " + " | ".join(map(str, row)) + " |" for row in rows(options.build, program, options.chip))
    table = "\n".join(lines) + "\n"
    if options.write:
        # gpu-counters.py writes what follows.
        _, heading, others = _PAGE.read_text().partition("\n## ")
        _PAGE.write_text(_TEXT + table + heading + others)
    else:
        sys.stdout.write(table)


if __name__ == "__main__":
    main()
