#!/usr/bin/env python3
"""relax-import-tvm reads scripts and ONNX models, and says what is wrong."""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import onnx
from onnx import TensorProto, helper

_ROOT = Path(__file__).resolve().parents[2]
_SCRIPT = """
from tvm.script import ir as I, relax as R

@I.ir_module
class First:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        y = R.exp(x)
        return y

@I.ir_module
class Second:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        y = R.log(x)
        return y
"""


def _model():
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 4])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["a"]), helper.make_node("Add", ["a", "x"], ["y"])],
                              "g", [x], [y])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder")
    tool = Path(parser.parse_args().build) / "bin/relax-opt"

    def run(*words):
        return subprocess.run([sys.executable, "-m", "relax_mlir.tvm", *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(_ROOT / "python")})

    def check(condition, result):
        if not condition:
            sys.exit(f"{result.args}: {result.returncode}\n{result.stdout}\n{result.stderr}")

    with tempfile.TemporaryDirectory() as folder:
        script, model, output = (Path(folder) / name for name in ("script.py", "model.onnx", "m.mlir"))
        script.write_text(_SCRIPT)
        onnx.save(_model(), model)
        for words, part in (((script, "--name=Second"), "relax.log"), ((model,), "relax.nn.relu")):
            result = run(*words, "-o", output)
            check(result.returncode == 0, result)
            read = subprocess.run([tool, output], capture_output=True, text=True)
            check(read.returncode == 0 and part in read.stdout, read)
        for words, part in (((script,), "has 2 modules: First, Second; one is expected"), ((folder + "/x.txt",), "no reader for '.txt'"),
                            ((Path(folder) / "missing.py",), "missing.py")):
            result = run(*words)
            check(result.returncode != 0 and part in result.stderr, result)
    print("scripts and models are read")


if __name__ == "__main__":
    main()
