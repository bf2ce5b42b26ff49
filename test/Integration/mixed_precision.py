"""Models that multiply f16 and accumulate in f32."""
import subprocess
from pathlib import Path

# Batch norms first, so that their scales are rounded as part of weights.
_PASSES = ("--relax-load-weights", "--relax-fold-batch-norm-to-conv2d", "--relax-to-mixed-precision", "--canonicalize")


def write_f16(model, path, tools):
    """Writes a model of ONNX or a module to `path`, with its products of f16; gives that path."""
    if Path(model).suffix == ".onnx":
        module = path.with_suffix(".read.mlirbc")
        subprocess.run([tools / "relax-import-onnx", model, "--bytecode", "-o", module], check=True)
        model = module
    subprocess.run([tools / "relax-opt", model, *_PASSES, "--emit-bytecode", "-o", path], check=True)
    return path
