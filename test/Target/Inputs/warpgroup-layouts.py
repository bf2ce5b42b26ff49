#!/usr/bin/env python3
"""Check where the emulation of a product of warpgroups looks for elements.

The tables of the PTX manual (9.7.15.5.1: canonical layouts, in the notation of
nested shapes and strides; fragments of the accumulators) say where each element of a
operand lies, and of what row and column a register is. Operands of random numbers
are put there, and the registers compared with numpy's product.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

THREADS, ROWS, ELEMENTS, COLUMNS = 128, 64, 16384, 32
_TYPES = {"f16": (np.float16, 2), "i8": (np.int8, 1)}


def at(shape, stride, number):
    """Where coordinate `number` of a nested shape lies: the first part is fastest."""
    place = 0
    for size, step in zip(shape, stride):
        place += number % size * step
        number //= size
    return place


def lie(swizzle, transposed, leading, stride, bytes_each):
    """A function of a row or column, and a term: the element, as the manual's table has it."""
    per = 16 // bytes_each
    lbo, sbo = leading // bytes_each, stride // bytes_each
    many = 1 << 20
    if transposed and swizzle:
        wide = swizzle // 16
        own, term = ((per, wide, many), (1, per, lbo)), ((8, many), (wide * per, sbo))
    elif transposed:
        own, term = ((per, 1, many), (1, per, sbo)), ((8, many), (per, lbo))
    elif swizzle:
        wide = swizzle // 16
        own, term = ((8, many), (wide * per, sbo)), ((per, 2), (1, per))
    else:
        own, term = ((8, many), (per, sbo)), ((per, 2), (1, lbo))
    bits = {0: 0, 32: 1, 64: 2, 128: 3}[swizzle]

    def place(start, i, k):
        address = (start + at(*own, i) + at(*term, k)) * bytes_each
        # Swizzle<bits, 4, 3>
        address ^= (address >> 3) & (((1 << bits) - 1) << 4)
        return address // bytes_each

    return place


def image(matrix, place, start, type):
    """Shared memory with `matrix`, rows of terms, in it, and rubbish elsewhere."""
    memory = np.full(ELEMENTS, 77, dtype=type)
    for i, k in np.ndindex(*matrix.shape):
        memory[place(start, i, k)] = matrix[i, k]
    return memory


def program(name, layouts, starts, element):
    """A kernel that fills shared memory, multiplies once, and gives all registers."""
    sum = "i32" if element == "i8" else "f32"
    zero = "0 : i32" if element == "i8" else "0.0 : f32"
    words = []
    for side, (swizzle, transposed, leading, stride) in zip(("lhs", "rhs"), layouts):
        words.append(f"{side}_layout = array<i64: {swizzle}, {leading}, {stride}>")
        words += [f"{side}_transposed"] if transposed else []
    memory, registers = f"memref<{ELEMENTS}x{element}>", COLUMNS // 2
    shared = f"memref<{ELEMENTS}x{element}, #gpu.address_space<workgroup>>"
    sums = f"memref<{registers}x{sum}, #gpu.address_space<private>>"
    tensor, result = f"tensor<{ELEMENTS}x{element}>", f"tensor<{THREADS}x{registers}x{sum}>"
    return f"""
relax.func @{name}(%a: {tensor}, %b: {tensor}) -> {result} {{
  %r = relax.call_tir @{name}_kernel(%a, %b) : ({tensor}, {tensor}) -> {result}
  relax.return %r : {result}
}}
tir.func private @{name}_kernel(%a: {memory}, %b: {memory}, %c: memref<{THREADS}x{registers}x{sum}>) attributes {{num_inputs = 2, tir.is_scheduled}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %threads = arith.constant {THREADS} : index
  %rounds = arith.constant {ELEMENTS // THREADS} : index
  %registers = arith.constant {registers} : index
  %lhs_start = arith.constant {starts[0]} : index
  %rhs_start = arith.constant {starts[1]} : index
  %zero = arith.constant {zero}
  tir.for thread_binding "blockIdx.x" %x = %c0 to %c1 {{
    %l = memref.alloc() : {shared}
    %r = memref.alloc() : {shared}
    tir.for thread_binding "threadIdx.x" %t = %c0 to %threads {{
      %s = memref.alloc() : {sums}
      tir.for %i = %c0 to %rounds {{
        %0 = arith.muli %i, %threads : index
        %1 = arith.addi %0, %t : index
        %2 = memref.load %a[%1] : {memory}
        memref.store %2, %l[%1] : {shared}
        %3 = memref.load %b[%1] : {memory}
        memref.store %3, %r[%1] : {shared}
      }}
      tir.for unrolled %i = %c0 to %registers {{
        memref.store %zero, %s[%i] : {sums}
      }}
      nvvm.fence.proxy {{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}}
      gpu.barrier
      nvvm.wgmma.fence.aligned
      tir.warpgroup_product %s += %l[%lhs_start] * %r[%rhs_start] {{{", ".join(words)}}} : {sums}, {shared}, {shared}
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      tir.for unrolled %i = %c0 to %registers {{
        %0 = memref.load %s[%i] : {sums}
        memref.store %0, %c[%t, %i] : memref<{THREADS}x{registers}x{sum}>
      }}
    }}
  }}
  tir.return
}}
"""


def fragment(product):
    """The registers of each thread, by the figure of the sums of `m64nNk16`."""
    registers = np.zeros((THREADS, COLUMNS // 2), product.dtype)
    for warp, lane in np.ndindex(4, 32):
        for eight in range(COLUMNS // 8):
            row, column = 16 * warp + lane // 4, 8 * eight + 2 * (lane % 4)
            registers[32 * warp + lane, 4 * eight:4 * eight + 4] = (
                product[row, column], product[row, column + 1], product[row + 8, column], product[row + 8, column + 1])
    return registers


def cases():
    """Names, layouts of both operands, starts in elements, types."""
    for element in _TYPES:
        size = _TYPES[element][1]
        along = {swizzle: (swizzle, False, 16 if swizzle else 1152, 8 * (swizzle or 16)) for swizzle in (0, 32, 64, 128)}
        for swizzle, layout in along.items():
            yield f"{element}_{swizzle}", (layout, layout), (0, 0), element
        # Terms behind others of the same line, and a start in the middle of the memory.
        yield f"{element}_later", (along[128], along[128]), (64 // size, (2048 + 32) // size), element
        if size == 2:
            for swizzle in (0, 32, 64, 128):
                line = swizzle or 16
                # Tiles in the order terms first, with room between them.
                layout = (swizzle, True, 8 * line * 3, 8 * line) if swizzle else (0, True, 128, 256)
                yield f"{element}_{swizzle}_transposed", (layout, layout), (0, 1024), element
                yield f"{element}_{swizzle}_mixed", (along[swizzle], layout), (0, 512), element


def main():
    folder = Path(sys.argv[1])
    source, library = folder / "layouts.mlir", folder / "layouts.so"
    all_cases = list(cases())
    source.write_text("".join(program(*case) for case in all_cases))
    subprocess.run(["relax-compile", source, "--target=sm_90a", "--emulate", "-o", library], check=True)
    subprocess.run(["relax-compile", source, "--target=sm_90a", "-o", folder / "layouts.ptx"], check=True)
    random = np.random.default_rng(1)
    for name, layouts, starts, element in all_cases:
        type, size = _TYPES[element]
        terms = 32 // size
        left = random.integers(-9, 9, (ROWS, terms)).astype(type)
        right = random.integers(-9, 9, (COLUMNS, terms)).astype(type)
        places = [lie(*layout, size) for layout in layouts]
        for file, matrix, place, start in zip("ab", (left, right), places, starts):
            np.save(folder / f"{file}.npy", image(matrix, place, start, type))
        wide = np.int32 if element == "i8" else np.float32
        np.save(folder / "expected.npy", fragment(left.astype(wide) @ right.astype(wide).T))
        subprocess.run(["relax-run", library, f"--function={name}", f"--input=@{folder}/a.npy", f"--input=@{folder}/b.npy", "--quiet",
                        f"--expected_output=@{folder}/expected.npy", "--tolerance=0"], check=True)
    print(f"{len(all_cases)} layouts are read as the tables say")


if __name__ == "__main__":
    main()
