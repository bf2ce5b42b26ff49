"""Compile for a GPU, and run without one: the compiled host code asks the driver
for tests (test/FakeCuda) for memory, copies and launches, and that driver runs
each kernel as a function of a library made of the same kernels."""
import ctypes
import os
import subprocess

# The passes that make kernels, and functions of the host of them.
_KERNELS = ("builtin.module(tir.func(convert-tir-to-gpu,canonicalize),gpu-launch-sink-index-computations,"
            "tir.func(relax-gpu-pass-plain-buffers),gpu-kernel-outlining,convert-gpu-kernels-to-tir,"
            "tir.func(convert-gpu-to-tir))")


def emulation_options(chip):
    """Options of relax-compile for kernels of a GPU as loops of the CPU; none without a chip."""
    return [f"--target={chip}", "--emulate"] if chip else []


def load_driver(tools):
    """Makes the driver for tests the one of this process, and gives it."""
    driver = ctypes.CDLL(str(tools.parent / "test" / "FakeCuda" / "libcuda.so.1"))
    driver.fakeCudaCalls.argtypes = [ctypes.c_char_p]
    return driver


def compile_for_device(source, module, chip, folder, tools, *options, program=()):
    """Compiles `source` to `module`, with the options `program` of its own; the environment in which to run it."""
    stages, kernels, library = (folder / f"{module.stem}-{name}" for name in ("stages", "kernels.mlir", "kernels.so"))
    subprocess.run([tools / "relax-compile", source, "-o", module, f"--target={chip}",
                    f"--dump-stages={stages}", *program, *options], check=True)
    subprocess.run([tools / "relax-opt", stages / "5-link.mlir", f"--pass-pipeline={_KERNELS}",
                    "-o", kernels], check=True)
    subprocess.run([tools / "relax-compile", kernels, "--start-at=host", "-o", library, *options], check=True)
    return {**os.environ, "FAKE_CUDA_KERNELS": str(library),
            "LD_LIBRARY_PATH": str(tools.parent / "test" / "FakeCuda")}
