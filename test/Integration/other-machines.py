#!/usr/bin/env python3
"""Compile programs for other machines, run them there, and compare what they give with what this machine gives.

The run-time library and relax-run are built for AArch64 by Debian's cross compiler, in the folder `aarch64` of the build
folder; QEMU's user mode runs them, and relax-run of this machine as older CPUs of x86-64 would.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PROGRAMS = {
    "matmul": """\
relax.func @main(%x: tensor<?x40xf32, #relax.dims<[n, 40]>>, %w: tensor<40x24xf32>, %b: tensor<24xf32>)
    -> tensor<?x24xf32, #relax.dims<[n, 24]>> {
  %0 = relax.matmul %x, %w : (tensor<?x40xf32, #relax.dims<[n, 40]>>, tensor<40x24xf32>) -> tensor<?x24xf32, #relax.dims<[n, 24]>>
  %1 = relax.add %0, %b : (tensor<?x24xf32, #relax.dims<[n, 24]>>, tensor<24xf32>) -> tensor<?x24xf32, #relax.dims<[n, 24]>>
  %2 = relax.nn.softmax %1 {axis = 1 : i64} : tensor<?x24xf32, #relax.dims<[n, 24]>>
  relax.return %2 : tensor<?x24xf32, #relax.dims<[n, 24]>>
}
""",
    "half": """\
relax.func @main(%x: tensor<?x16xf16, #relax.dims<[n, 16]>>) -> tensor<?x16xf16, #relax.dims<[n, 16]>> {
  %0 = relax.exp %x : tensor<?x16xf16, #relax.dims<[n, 16]>>
  %1 = relax.sort %0 : (tensor<?x16xf16, #relax.dims<[n, 16]>>) -> tensor<?x16xf16, #relax.dims<[n, 16]>>
  relax.return %1 : tensor<?x16xf16, #relax.dims<[n, 16]>>
}
""",
    "integers": """\
relax.func @main(%x: tensor<?x32xi8, #relax.dims<[n, 32]>>, %w: tensor<32x32xi8>) -> tensor<?x32xi32, #relax.dims<[n, 32]>> {
  %0 = relax.matmul %x, %w {out_dtype = i32} : (tensor<?x32xi8, #relax.dims<[n, 32]>>, tensor<32x32xi8>) -> tensor<?x32xi32, #relax.dims<[n, 32]>>
  relax.return %0 : tensor<?x32xi32, #relax.dims<[n, 32]>>
}
""",
}
# CPUs as QEMU and LLVM call them, and which feature is missing there; QEMU has no AVX-512.
_LEVELS = (("Nehalem", "x86-64-v2", None), ("Haswell", "x86-64-v3", None), ("Nehalem", "x86-64-v3", "avx"),
           ("Haswell", "x86-64-v4", "avx512"))
_INPUTS = ("--random=1", "--dims=n=7", "--quiet")


def run(*words, is_right=True):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if (done.returncode == 0) != is_right:
        sys.exit(f"{' '.join(map(str, words))} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def build_for_arm(folder):
    """relax-run for AArch64; what is there and up to date stays."""
    launchers = [f"-DCMAKE_{language}_COMPILER_LAUNCHER={ROOT}/cmake/ccache.sh" for language in ("C", "CXX")]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DRELAX_RUNTIME_ONLY=ON", "-DCMAKE_SYSTEM_NAME=Linux",
        "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc",
        "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++", *launchers)
    run("cmake", "--build", folder)
    return "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", folder / "bin/relax-run"


def compare(tools, arm, source, folder):
    """Runs a program on each machine."""
    library, expected = folder / "program.so", folder / "expected.npy"
    compiler, runner = tools / "relax-compile", tools / "relax-run"
    run(runner, source, *_INPUTS, f"--output={expected}")
    same = (*_INPUTS, f"--expected_output=@{expected}")
    for cpu in ("neoverse-n1", "generic"):
        run(compiler, source, "--mtriple=aarch64-linux-gnu", f"--mcpu={cpu}", "-o", library)
        run(*arm, library, *same)
    for machine, level, lacks in _LEVELS:
        run(compiler, source, f"--mcpu={level}", "-o", library)
        text = run("qemu-x86_64", "-cpu", machine, runner, library, *same, is_right=lacks is None)
        if lacks and f"expected a CPU with {lacks}" not in text:
            sys.exit(f"{level} on {machine} gives another error: {text}")
    if "avx512vl" in Path("/proc/cpuinfo").read_text():
        run(runner, library, *same)
    # Code for each in one library: a version that is more than the CPU has would be an illegal instruction.
    run(compiler, source, "--mcpu=x86-64-v2,v3,v4", "-o", library)
    run(runner, library, *same)
    for machine in ("Nehalem", "Haswell"):
        run("qemu-x86_64", "-cpu", machine, runner, library, *same)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    arm = build_for_arm(build / "aarch64")
    with tempfile.TemporaryDirectory() as name:
        for title, text in _PROGRAMS.items():
            source = Path(name) / f"{title}.mlir"
            source.write_text(text)
            compare(build / "bin", arm, source, Path(name))
            print(f"{title}: AArch64 and {len(_LEVELS)} levels of x86-64 agree", flush=True)


if __name__ == "__main__":
    main()
