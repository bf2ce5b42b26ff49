#!/usr/bin/env python3
"""`compile` stands in for relax.build and the virtual machine."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from tvm import relax  # noqa: E402
from tvm.script import ir as I, relax as R, tirx as T  # noqa: E402

from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402
from relax_mlir.tvm import CompileError, compile, from_tvm  # noqa: E402


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        with R.dataflow():
            y = R.nn.relu(R.matmul(x, w))
            R.output(y)
        return y

    @R.function
    def several(t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32")), s: R.Shape(["n", "m"]), k: R.Prim("int64"),
                f: R.Prim("float32")):
        n, m = T.int64(), T.int64()
        a = R.add(t[0], t[1])
        b = R.zeros(R.shape([m, n]), "int32")
        return (a, (b, R.shape([n * m, n])), k, f)


@I.ir_module
class Unread:
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.add(x, x)
            c = R.reshape(a, R.shape([32]))
            d = R.reshape(c, R.shape([8, 4]))
            e = R.multiply(b, x)
            R.output(e)
        return e


@I.ir_module
class Chain:
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.sin(a)
            c = R.tanh(b)
            d = R.exp(c)
            R.output(d)
        return d


@I.ir_module
class Sized:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), s: R.Shape(["m", 2])) -> R.Tensor(dtype="float32", ndim=1):
        n, m, k = T.int64(), T.int64(), T.int64()
        y = R.reshape(R.add(x, x), R.shape([n * 2, 2]))
        z = R.match_cast(y, R.Tensor((k, 2), "float32"))
        w = R.zeros(R.shape([m, 2]), "float32")
        return R.flatten(R.concat([z, w], axis=0))


@I.ir_module
class Counted:
    @R.function
    def main(n: R.Prim("int64")):
        return R.arange(0, n, 1, "float32")


@I.ir_module
class Said:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32"), s: R.Tensor((1,), "int64")):
        n = T.int64()
        m = T.int64()
        R.print(x, format="x = {}")
        R.assert_op(R.const(True), format="never")
        q = R.match_cast(R.tensor_to_shape(s), R.Shape([m]))
        y = R.broadcast_to(R.sum(x, keepdims=True), R.shape([m]))
        return (y, R.shape_of(x))


@I.ir_module
class Numbers:
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        return R.prim_value(n * 2 + 1)


_t = relax.transform
_PLANNED = [_t.LegalizeOps, _t.RewriteDataflowReshape, _t.ToNonDataflow, _t.RemovePurityChecking, _t.CallTIRRewrite, _t.StaticPlanBlockMemory,
            _t.LowerAllocTensor, _t.KillAfterLastUse, _t.LowerRuntimeBuiltin]


def _lowered(build, module, steps, folder, *options):
    """What TVM has lowered by passes, compiled here, after passes of ours if there are any."""
    source, target = Path(folder) / "m.mlir", Path(folder) / "m.so"
    source.write_text(from_tvm(tvm.transform.Sequential([make() for make in steps])(module)))
    if options:
        subprocess.run([Path(build) / "bin/relax-opt", source, *options, "-o", source], check=True)
    subprocess.run([Path(build) / "bin/relax-compile", source, "-o", target, "--start-at=memory"], check=True)
    return Runtime(Path(build) / "lib/librelax_runtime.so").load(target)


def _unread(build):
    """Views that nothing reads: TVM has given their bytes to another tensor by then."""
    x = np.arange(32, dtype="float32").reshape(4, 8)
    with tempfile.TemporaryDirectory() as folder:
        np.testing.assert_allclose(_lowered(build, Unread, _PLANNED, folder).call("main", x)[0], 2 * x * x)


def _to_the_end(build):
    """Sizes are numbers in a heap of TVM's virtual machine."""
    x = np.arange(12, dtype="float32").reshape(3, 4)
    expected = np.concatenate([2 * x.ravel(), np.zeros(10, "float32")])
    # One by one, and what tvm.compile runs.
    for steps in ([*_PLANNED, _t.ComputePrimValue, _t.VMShapeLower], [lambda: relax.get_default_pipeline(tvm.target.Target("llvm"))]):
        with tempfile.TemporaryDirectory() as folder:
            module = _lowered(build, Sized, steps, folder)
            np.testing.assert_allclose(module.call("main", x, np.array([5, 2]))[0], expected)
            _raises(RuntimeFailure, "s", lambda module=module: module.call("main", x, np.array([5, 3])))
    lowered = relax.get_default_pipeline(tvm.target.Target("llvm"))(Sized)
    np.testing.assert_allclose(compile(lowered, build=build)["main"](x, (5, 2)), expected)


def _numbers(build):
    """Numbers that TVM computes by functions of their own; a number that is a size."""
    np.testing.assert_array_equal(compile(Counted, "llvm", build=build)["main"](4).numpy(), np.arange(4))
    with tempfile.TemporaryDirectory() as folder:
        module = _lowered(build, Numbers, [_t.LegalizeOps, _t.ComputePrimValue], folder)
        assert int(module.call("main", np.zeros(3, "float32"))[0]) == 7


def _said(build):
    """What TVM's default pipeline makes functions of its run time are operators again."""
    lowered = relax.get_default_pipeline(tvm.target.Target("llvm"))(Said)
    y, shape = compile(lowered, "llvm", build=build)["main"](np.ones(3, "float32"), np.array([2]))
    np.testing.assert_array_equal(y, [3, 3])
    assert shape == (3,)


def _captured(build):
    """Kernels that TVM captures as graphs, and their memory, are functions; inlined they are what they were."""
    x = np.arange(32, dtype="float32").reshape(4, 8) / 32
    steps = [*_PLANNED[:6], _t.RewriteCUDAGraph, _t.LowerAllocTensor, _t.KillAfterLastUse]
    with tvm.transform.PassContext(config={"relax.backend.use_cuda_graph": True}), tempfile.TemporaryDirectory() as folder:
        captured = tvm.transform.Sequential([make() for make in steps])(Chain).script()
        assert "run_or_capture" in captured and "get_cached_alloc" in captured
        module = _lowered(build, Chain, steps, folder, "--relax-inline-private-functions", "--canonicalize")
        np.testing.assert_allclose(module.call("main", x)[0], np.exp(np.tanh(np.sin(np.exp(x)))), rtol=1e-5)


def _main_with(make, read, vm):
    x, w = np.arange(-8, 4).astype("float32").reshape(3, 4), np.eye(4, dtype="float32") * 2
    result = vm["main"](make(x), make(w))
    assert isinstance(result, type(make(x))), type(result)
    np.testing.assert_allclose(read(result), np.maximum(x * 2, 0))


def _several(vm):
    one = np.ones(4, "float32")
    (a, (b, shape), k, f) = vm["several"]((one, one), (2, 3), 7, 2.5)
    np.testing.assert_allclose(a, one * 2)
    assert b.shape == (3, 2) and b.dtype == np.int32 and shape == (6, 2) and k == 7 and f == 2.5


def _raises(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}: {words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder")
    build = parser.parse_args().build
    vm = compile(Module, "llvm", build=build)
    _main_with(lambda array: array, lambda array: array, vm)
    _main_with(tvm.runtime.tensor, lambda tensor: tensor.numpy(), vm)
    try:
        import torch
    except ImportError:
        print("without torch")
    else:
        _main_with(torch.from_numpy, lambda tensor: tensor.numpy(), vm)
    _several(vm)
    _unread(build)
    _captured(build)
    _numbers(build)
    _said(build)
    _to_the_end(build)
    bound = compile(Module, tvm.target.Target("llvm"), params={"main": {"w": np.eye(4, dtype="float32")}}, build=build)
    np.testing.assert_allclose(bound["main"](np.ones((2, 4), "float32")), np.ones((2, 4)))
    wrong = np.ones((2, 5), "float32")
    _raises(RuntimeFailure, "x", lambda: vm["main"](wrong, np.eye(4, dtype="float32")))
    _raises(TypeError, "main takes 2 arguments, not 1", lambda: vm["main"](wrong))
    _raises(TypeError, "x is a str, not a tensor", lambda: vm["main"]("word", wrong))
    _raises(TypeError, "t has 2 fields, not 1", lambda: vm["several"]((wrong,), (2, 3), 7, 2.5))
    _raises(KeyError, "no function 'other'; there are", lambda: vm["other"])
    _raises(CompileError, "is not a processor", lambda: compile(Module, "cuda", build=build))
    _raises(CompileError, "relax-compile is not found", lambda: compile(Module, build="nowhere"))
    print("compiled modules are called like TVM's")


if __name__ == "__main__":
    main()
