#!/usr/bin/env python3
"""relax-import-tvm reads scripts, JSON, ONNX models, and says what is wrong; as
it lies in the build folder and as it is installed."""
import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from relax_mlir import safetensors  # noqa: E402
from relax_mlir.tvm.__main__ import main as command  # noqa: E402

_SCRIPT = """
from tvm.script import ir as I, relax as R

@I.ir_module
class First:
    @R.function
    def main(x: R.Tensor(("n", 16), "float32"), w: R.Tensor((16, 32), "float32")) -> R.Tensor(("n", 32), "float32"):
        y = R.matmul(x, w)
        return y

@I.ir_module
class Second:
    @R.function
    def f(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        y = R.log(x)
        return y
"""
_STABLEHLO = """
func.func public @main(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.constant dense<2.5> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %3 = stablehlo.maximum %0, %2 : tensor<3x5xf32>
  return %3 : tensor<3x5xf32>
}
"""
# What the front end would read as something else: each with a part of the error.
_NOT_STABLEHLO = [
    ("func.func @main(%x: tensor<4xf32>) -> tensor<4x4xf32> {\n"
     "  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>\n  return %0 : tensor<4x4xf32>\n}",
     "'stablehlo.broadcast_in_dim' has the dimensions [0]; TVM's reader takes [1], the last ones; reshape the operand before"),
    ("func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
     "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
     "  return %0 : tensor<4x4xf32>\n}",
     "'stablehlo.dot_general' contracts [1] with [1] in the batches [] and []; TVM's reader takes [1] with [0] in []; "
     "transpose the operands before"),
    ("func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n  return %x, %x : tensor<4xf32>, tensor<4xf32>\n}",
     "the function returns 2 values; TVM's reader takes one"),
    ("func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}",
     "the module has 2 functions; TVM's reader takes one, inline the others"),
]
# In a process of its own, for a version of TVM of its own.
_SAVE = "import sys; sys.path.insert(0, sys.argv[1]); import script, tvm; open(sys.argv[2], 'w').write(tvm.ir.save_json(script.First))"


def _model():
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 4])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["a"]), helper.make_node("Add", ["a", "x"], ["y"])],
                              "g", [x], [y])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def _unknown_model():
    graph = helper.make_graph([helper.make_node("Nothing", ["x"], ["y"])], "g", list(_model().graph.input), list(_model().graph.output))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


class _Tool:
    """The command, run in a folder."""

    def __init__(self, build, older, folder):
        self._build, self._older, self._folder = build, older, folder
        self.command = build / "bin/relax-import-tvm"

    def run(self, *words, is_older=False, has_tools=True):
        environment = {**os.environ, "PATH": f"{self._build / 'bin'}:{os.environ['PATH']}" if has_tools else "/nowhere"}
        if is_older:
            environment["PYTHONPATH"] = str(self._older)
        return subprocess.run([sys.executable, self.command, *map(str, words)], capture_output=True, text=True, cwd=self._folder,
                              env=environment)

    def reads(self, part, *words, output="m.mlir", passes=(), **options):
        """The command writes a module in which, when relax-opt has read it, is `part`."""
        _check(result := self.run(*words, "-o", output, **options), result.returncode == 0)
        _check(read := subprocess.run([self._build / "bin/relax-opt", output, *passes], capture_output=True, text=True, cwd=self._folder),
               read.returncode == 0 and part in read.stdout)

    def rejects(self, part, *words):
        """The command fails, with one error in which is `part`. It runs in this
        process, for to load TVM takes seconds."""
        errors = io.StringIO()
        with contextlib.chdir(self._folder), contextlib.redirect_stderr(errors):
            try:
                command(list(words))
            except SystemExit as end:
                said = f"{errors.getvalue()}{end.code}"
                if end.code and part in said:
                    return
                sys.exit(f"{words}: {said}")
        sys.exit(f"{words}: no error, {part} is expected")

    def fails(self, part, *words, **options):
        """The same in a process of its own."""
        _check(result := self.run(*words, **options), result.returncode != 0 and part in result.stderr and "Traceback" not in result.stderr)


def _check(result, condition):
    if not condition:
        sys.exit(f"{result.args}: {result.returncode}\n{result.stdout}\n{result.stderr}")


def _write_files(folder, older):
    (folder / "script.py").write_text(_SCRIPT)
    (folder / "other.py").write_text("x = 1\n")
    (folder / "broken.py").write_text("raise ValueError('no\\nsuch shape')\n")
    (folder / "bad.json").write_text("{")
    (folder / "model.stablehlo").write_text(_STABLEHLO)
    for number, (text, _) in enumerate(_NOT_STABLEHLO):
        (folder / f"not-{number}.stablehlo").write_text(text)
    (folder / "exported.pt2").write_text("")
    onnx.save(_model(), folder / "model.onnx")
    onnx.save(_unknown_model(), folder / "unknown.onnx")
    weights = np.random.default_rng(0).standard_normal((16, 32), "float32")
    safetensors.write(folder / "weights.safetensors", {"w": weights, "other": weights})
    safetensors.write(folder / "others.safetensors", {"other": weights})
    for name, path in (("older.json", {"PYTHONPATH": str(older)}), ("module.json", {})):
        subprocess.run([sys.executable, "-c", _SAVE, folder, folder / name], check=True, env={**os.environ, **path})


def _test(tool, folder):
    tool.reads("relax.log", "script.py", "--name=Second")
    tool.reads("relax.matmul", "script.py", "--name=First")
    tool.reads("relax.nn.relu", "model.onnx")
    # Parameters become constants, in a file beside the text or in the bytecode.
    tool.reads("dense_resource<w>", "script.py", "--name=First", "--params=weights.safetensors")
    if list(safetensors.read(folder / "m.safetensors")) != ["w"]:
        sys.exit("the file of weights has not what is expected")
    tool.reads('w: "0x', "script.py", "--name=First", "--params=weights.safetensors", output="m.mlirbc")
    # JSON is read by the version of TVM that has saved it.
    tool.reads("relax.matmul", "older.json", is_older=True)
    tool.fails("is not read: Expecting property name", "bad.json", is_older=True)
    tool.reads("relax.matmul", "module.json")
    tool.rejects("has 2 modules: First, Second; one is expected; say --name=NAME", "script.py")
    tool.rejects("has 0 modules; one is expected", "other.py")
    tool.rejects("broken.py is not read: such shape", "broken.py")
    tool.rejects("no reader for '.txt'; there are .py, .json, .onnx, .pt2, .stablehlo", "x.txt")
    tool.rejects("missing.py", "missing.py")
    tool.rejects("unknown.onnx is not read: ", "unknown.onnx")
    tool.rejects("a file '.pt2' needs the Python package 'torch'; install it beside apache-tvm", "exported.pt2")
    _test_stablehlo(tool)
    tool.rejects("others.safetensors has none of the parameters of 'main', which are w, x", "script.py", "--name=First",
                 "--params=others.safetensors")
    tool.rejects("--params is for parameters of 'main', but the module has no such function", "script.py", "--name=Second",
                 "--params=weights.safetensors")


def _test_stablehlo(tool):
    """With jax, what it reads; without, the error that says so."""
    try:
        from jax import __version__ as version
        from jaxlib.mlir import ir
    except ModuleNotFoundError:
        print("without jax: model.stablehlo must be an error")
        tool.rejects("a file '.stablehlo' needs the Python package 'jax'; install it beside apache-tvm", "model.stablehlo")
        return
    if not hasattr(ir.ShapedType, "isinstance"):
        tool.rejects(f"TVM's reader of StableHLO needs 'isinstance' of jaxlib's types, which jax {version} has no more", "model.stablehlo")
        return
    print(f"with jax {version}")
    tool.reads("relax.broadcast_to", "model.stablehlo")
    for number, (_, message) in enumerate(_NOT_STABLEHLO):
        tool.rejects(message, f"not-{number}.stablehlo")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path, help="the build folder")
    parser.add_argument("--older-tvm", required=True, type=Path, help="the folder of an apache-tvm whose JSON can be read")
    arguments = parser.parse_args()
    if not arguments.older_tvm.exists():
        sys.exit(f"{arguments.older_tvm} is missing; run scripts/setup.sh")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_files(folder, arguments.older_tvm)
        tool = _Tool(arguments.build, arguments.older_tvm, folder)
        _test(tool, folder)
        # Installed, it finds its modules beside itself.
        source = arguments.build / "tools/relax-import-tvm/cmake_install.cmake"
        subprocess.run(["cmake", f"-DCMAKE_INSTALL_PREFIX={folder / 'prefix'}", "-DCMAKE_INSTALL_COMPONENT=Tools", "-P", source],
                       check=True, capture_output=True)
        tool.command = folder / "prefix/bin/relax-import-tvm"
        tool.reads("relax.nn.relu", "model.onnx")
        tool.fails("bytecode is written by relax-opt, which is not on the path", "model.onnx", "-o", "m.mlirbc", has_tools=False)
        bare = subprocess.run([sys.executable, "-I", "-S", tool.command, "model.onnx"], capture_output=True, text=True, cwd=folder)
        _check(bare, bare.returncode == 1 and "has no package 'numpy'; run this in a Python with apache-tvm" in bare.stderr)
    print("scripts, JSON and models are read")


if __name__ == "__main__":
    main()
