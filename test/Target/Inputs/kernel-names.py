"""Kernels with the names of C's functions are the ones that are called, in a
shared library, just in time and emulated: each adds a number of its own."""
import subprocess
import sys

# Of C's and POSIX's libraries, the loader, C++, LLVM, our run time, and odd ones.
NAMES = """div index select gamma lgamma random rand truncate time clock wait bind accept send signal step sync link y0
    j1 fmaf basename poll kill error sleep abs labs exit abort atexit system remove rename getpid fork read write open
    close malloc free calloc memcpy memset memmove strlen printf puts qsort bsearch exp expf sinf cosf tanhf fmodf powf
    erf round floor ceil _init _fini _start main environ errno pthread_create dlopen dlsym mmap munmap sysconf
    relax_rt_status relax_rt_parallel_for relax_module_descriptor_v1 relax_module_load GOMP_parallel __stack_chk_fail
    _ZdlPv llvm.sqrt.f32 llvm.memcpy.p0.p0.i64 llvm.trap a.b a-b é 名 $x 0 local .local div.local
    .text .rodata .data .bss .Lfunc_end0 \1exp \1memcpy foo@V1 foo@@V2 foo@PLT _GLOBAL_OFFSET_TABLE_ rax""".split()


def module(names):
    text = []
    for number, name in enumerate(names):
        text.append(f'''
tir.func @"{name}"(%x: memref<4xf32>, %y: memref<4xf32>) attributes {{num_inputs = 1 : i64}} {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant {number + 1}.0 : f32
  tir.for %i = %c0 to %c4 {{
    %v = memref.load %x[%i] : memref<4xf32>
    %w = arith.addf %v, %n : f32
    memref.store %w, %y[%i] : memref<4xf32>
  }}
  tir.return
}}''')
    text.append("relax.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {")
    value = "%x"
    for number, name in enumerate(names):
        text.append(f'  %{number} = relax.call_tir @"{name}"({value}) : (tensor<4xf32>) -> tensor<4xf32>')
        value = f"%{number}"
    text += [f"  relax.return {value} : tensor<4xf32>", "}"]
    return "\n".join(text)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def main():
    folder = sys.argv[1]
    expected = f"output 0: f32[4] = [{', '.join([str(sum(range(1, len(NAMES) + 1)))] * 4)}]"
    path, library = f"{folder}.mlir", f"{folder}.so"
    with open(path, "w", encoding="utf-8") as file:
        file.write(module(NAMES))
    call = "--function=called", "--input=4xf32=0"
    for options in (), ("--target=sm_90", "--emulate"):
        compiled = run("relax-compile", path, "-o", library, *options)
        assert compiled.returncode == 0, compiled.stderr
        found = run("relax-run", library, *call)
        assert found.stdout.strip() == expected, (options, found)
    found = run("relax-run", path, *call)
    assert found.stdout.strip() == expected, found
    symbols = run("llvm-nm", "-D", "--defined-only", library).stdout.split()
    assert symbols[2::3] == ["__tvm_ffi_called", "relax_module_descriptor_v1"], symbols
    print(f"{len(NAMES)} names")


main()
