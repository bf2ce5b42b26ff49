"""Compile for a GPU, and run without one: the compiled host code asks the driver
for tests (test/FakeCuda) for memory, copies and launches, and that driver runs
each kernel as a function of a library made of the same kernels."""
import os
import subprocess

# The passes that make kernels, and functions of the host of them.
_KERNELS = ("builtin.module(tir.func(convert-tir-to-gpu,canonicalize),gpu-launch-sink-index-computations,"
            "tir.func(gpu-pass-plain-buffers),gpu-kernel-outlining,gpu-kernels-to-tir,"
            "tir.func(convert-gpu-to-tir))")


def compile_for_device(source, module, chip, folder, tools):
    """Compiles `source` to `module`; the environment in which to run it."""
    stages, kernels, library = folder / "stages", folder / "kernels.mlir", folder / "kernels.so"
    subprocess.run([tools / "relax-compile", source, "-o", module, f"--target={chip}",
                    f"--dump-stages={stages}"], check=True)
    subprocess.run([tools / "relax-opt", stages / "5-link.mlir", f"--pass-pipeline={_KERNELS}",
                    "-o", kernels], check=True)
    subprocess.run([tools / "relax-compile", kernels, "--start-at=host", "-o", library], check=True)
    return {**os.environ, "FAKE_CUDA_KERNELS": str(library),
            "LD_LIBRARY_PATH": str(tools.parent / "test" / "FakeCuda")}
