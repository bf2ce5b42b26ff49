#!/usr/bin/env python3
"""Where TVM is wrong, or stricter than need be: what it does, in as few lines as show it, and what is done here.

Each case is a row of docs/semantics.md, *Types and passes*. A case whose TVM
does something else by now fails, and its row goes."""
import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from tvm import relax  # noqa: E402

from relax_mlir.tvm import compile as compile_tvm  # noqa: E402
from relax_mlir.tvm import from_tvm  # noqa: E402


@dataclass
class Difference:
    """What is asked of both, the answers, and how to ask."""

    row: str
    there: object
    here: object
    ask_tvm: Callable
    # Gets `Ours`.
    ask_us: Callable


@dataclass
class Ours:
    """The tools of a build."""

    build: Path

    def __call__(self, text, *words):
        """relax-opt's output and errors."""
        result = subprocess.run([self.build / "bin/relax-opt", "-", *words], input=text, capture_output=True, text=True, check=False)
        return result.stdout, result.stderr

    def run(self, module, *inputs):
        """What `main` of a module of TVM gives, compiled here."""
        return compile_tvm(module, build=self.build)["main"](*inputs)


def _run_there(module, *inputs):
    """What it gives in TVM's virtual machine."""
    machine = relax.VirtualMachine(tvm.compile(module, "llvm"), tvm.cpu())
    return machine["main"](*map(tvm.runtime.tensor, inputs))


def _module(types, body):
    """A module whose `main` gives what `body` makes of parameters of types."""
    builder = relax.BlockBuilder()
    params = [relax.Var(f"x{place}", type) for place, type in enumerate(types)]
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(body(*params))
        builder.emit_func_output(result)
    return builder.get()


def _sizes(*numbers):
    return relax.BlockBuilder().normalize(relax.op.arange(*numbers, "int64")).ty.shape.values


def _arange_here(opt):
    """What our verifier expects; TVM's size is in the text."""
    errors = opt(from_tvm(_module([], lambda: relax.op.arange(9, 0, -2, "int64"))))[1]
    return int(errors.split("expected what its operands give, 'tensor<")[1].split("x")[0])


def _devices():
    module = tvm.IRModule({})
    devices = [relax.VDevice(kind, 0, "global") for kind in ("llvm", "metal")]
    module.update_global_info("vdevice", devices)
    types = [relax.TensorType([4], "float32", device) for device in devices]
    for name, function in _module(types, lambda x, y: relax.Tuple([relax.op.exp(x), relax.op.exp(y)])).functions_items():
        module[name] = function
    return relax.transform.Normalize()(module)


def _tuple_there():
    module = relax.transform.UpdateVDevice(relax.VDevice("opencl", 0, "global"), 1)(_devices())
    block = module["main"].body.blocks[0]
    return [binding.var.ty for binding in block.bindings][-1].fields[1].vdevice.target.kind.name


def _tuple_here(opt):
    text = opt(from_tvm(_devices()), "--relax-update-vdevice=from=metal:0 to=opencl:0")[0]
    return "metal" if "metal" in text else "opencl"


def _taken():
    types = [relax.TensorType([4, 4], "float32"), relax.TensorType([2], "int32")]
    return relax.transform.LegalizeOps()(_module(types, lambda x, indices: relax.op.take(x, indices, 0, mode="clip")))


def _take_there():
    module = relax.transform.AnnotateTIROpPattern()(_taken())
    return next(int(function.attrs["op_pattern"]) for function in module.functions.values() if "op_pattern" in function.attrs)


def _take_here(opt):
    text = opt(from_tvm(_taken()), "--relax-annotate-tir-op-pattern")[0]
    return int(text.split("op_pattern = ")[1].split(" ")[0])


def _normalized():
    types = [relax.TensorType([2, 4], "float16")] + [relax.TensorType([4], "float16")] * 4
    return _module(types, lambda *x: relax.op.nn.batch_norm(*x, axis=1, training=True))


def _normalized_there():
    ones = [np.ones(shape, "float16") for shape in ([2, 4], [4], [4], [4], [4])]
    return [str(result.dtype) for result in _run_there(_normalized(), *ones)]


def _normalized_here(opt):
    text = opt(from_tvm(_normalized()))[0]
    return "-> tuple<tensor<2x4xf16>, tensor<4xf16>, tensor<4xf16>>" in text


def _median():
    return _module([relax.TensorType([2, 4], "float32")], lambda x: relax.op.median(x, keepdims=True))


def _median_there():
    return list(_run_there(_median(), np.ones((2, 4), "float32")).shape)


def _median_here(opt):
    return "-> tensor<1x1xf32> {" in opt(from_tvm(_median()))[0]


def _losing():
    """A model with a number beside its region, and a loss."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType([4], "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            y = builder.emit_output(relax.op.exp(x))
        builder.emit_func_output(builder.emit(relax.op.negative(y)))
    y = relax.Var("y", relax.TensorType([4], "float32"))
    with builder.function("loss", [y]):
        with builder.dataflow():
            z = builder.emit_output(relax.op.sum(y))
        builder.emit_func_output(z)
    return builder.get()


def _raises(make):
    """Whether TVM raises an error."""
    try:
        make()
    except Exception:  # TVM's errors have no common base class.
        return True
    return False


def _loss_here(opt):
    return "@main_loss" in opt(from_tvm(_losing()), "--relax-append-loss")[0]


def _unbound_here(opt):
    return "relax.func @main" in opt(from_tvm(_median()), "--relax-bind-symbolic-vars=sizes=n=4")[0]


def _scattered():
    types = [relax.TensorType([4, 4], "float32"), relax.TensorType([2, 2], "int64"), relax.TensorType([2, 2], "float32")]
    return _module(types, lambda x, indices, updates: relax.op.scatter_elements(x, indices, updates, reduction="updates"))


def _scatter_there():
    """TVM infers a type, and cannot lower what it has typed."""
    module = _scattered()
    try:
        relax.transform.LegalizeOps()(module)
    except Exception:  # TVM's errors have no common base class.
        return str(module["main"].ret_ty.dtype.dtype)
    return "lowered"


def _pooled():
    types = [relax.TensorType([2, 3, 2, 2], "float32"), relax.TensorType([2, 2, 4, 4], "float32")]
    return _module(types, lambda gradient, x: relax.op.grad.max_pool2d_backward(gradient, x, (2, 2), (2, 2)))


def _aligned():
    types = [relax.TensorType([1, 1, 4, 4], "float32"), relax.TensorType([1, 5], "float32")]
    return _module(types, lambda x, rois: relax.op.vision.roi_align(x, rois, (1, 1), 1.0, 2, aligned=True))


# An image that grows by 1 to the right and by 4 downwards is 7.5 in its middle, which the part has as its middle.
_PART = [np.arange(16, dtype="float32").reshape(1, 1, 4, 4), np.array([[0, 0.5, 0.5, 3.5, 3.5]], "float32")]


def _attending():
    types = [relax.TensorType([1, 3, 1, 2], "float32")] + [relax.TensorType([1, 2, 1, 2], "float32")] * 2
    return _module(types, lambda q, k, v: relax.op.nn.attention(q, k, v, causal_mask="BottomRight"))


# The last of three queries sees both keys, which are alike, the second the first key, and the first none.
_QUERIES = [np.ones((1, 3, 1, 2), "float32"), np.ones((1, 2, 1, 2), "float32"), np.array([[[[1, 2]], [[3, 4]]]], "float32")]


def _chosen():
    """One box of those that are apart, where the number is bound to a variable."""
    builder = relax.BlockBuilder()
    boxes, scores = relax.Var("boxes", relax.TensorType([1, 3, 4], "float32")), relax.Var("scores", relax.TensorType([1, 1, 3], "float32"))
    with builder.function("main", [boxes, scores]):
        with builder.dataflow():
            most = builder.emit(relax.const(1, "int64"))
            result = builder.emit_output(relax.op.vision.all_class_non_max_suppression(
                boxes, scores, most, relax.const(0.5, "float32"), relax.const(0.1, "float32")))
        builder.emit_func_output(result)
    return builder.get()


_BOXES = [np.array([[[0, 0, 1, 1], [2, 2, 3, 3], [4, 4, 5, 5]]], "float32"), np.array([[[0.9, 0.8, 0.7]]], "float32")]


def _refusal(make, words):
    return lambda opt: words in opt(from_tvm(make()))[1]


_DIFFERENCES = [
    Difference("`arange(9, 0, -2)`", 6, 5, lambda: int(_sizes(9, 0, -2)[0]), _arange_here),
    Difference("`UpdateVDevice` of a tuple", "metal", "opencl", _tuple_there, _tuple_here),
    Difference("`AnnotateTIROpPattern` of `take`", 8, 2, _take_there, _take_here),
    Difference("`nn.batch_norm` of f16", ["float32"] * 3, True, _normalized_there, _normalized_here),
    Difference("`scatter_elements` with `reduction = \"updates\"`", "float32", True, _scatter_there,
               _refusal(_scattered, "attribute 'reduction' failed to satisfy constraint")),
    Difference("`median` of all axes with `keepdims`", [1], True, _median_there, _median_here),
    Difference("`AppendLoss` of a function that computes outside of its region", True, True,
               lambda: _raises(lambda: relax.training.AppendLoss("main", _losing()["loss"])(_losing())), _loss_here),
    Difference("`BindSymbolicVars` of a size that there is not", True, True,
               lambda: _raises(lambda: relax.transform.BindSymbolicVars({"n": 4})(_median())), _unbound_here),
    Difference("`vision.roi_align` of a linear image", False, True,
               lambda: bool(np.isclose(_run_there(_aligned(), *_PART).numpy().item(), 7.5)),
               lambda ours: bool(np.isclose(np.asarray(ours.run(_aligned(), *_PART)).item(), 7.5))),
    Difference("`nn.attention` with a mask \"BottomRight\" and more queries than keys", [2, 3] * 3, [0, 0, 1, 2, 2, 3],
               lambda: _run_there(_attending(), *_QUERIES).numpy().ravel().tolist(),
               lambda ours: np.asarray(ours.run(_attending(), *_QUERIES)).ravel().tolist()),
    Difference("boxes that `vision.all_class_non_max_suppression` chooses, at most a number that a variable has", 3, 1,
               lambda: int(_run_there(_chosen(), *_BOXES)[1].numpy()[0]),
               lambda ours: int(np.asarray(ours.run(_chosen(), *_BOXES)[1])[0])),
    Difference("a gradient that has not the shape of the result", [2, 2, 4, 4], True,
               lambda: [int(size) for size in _pooled()["main"].ret_ty.shape.values],
               _refusal(_pooled, "expects dimension 1 of a gradient to be 2, but found 3")),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path)
    ours, failed = Ours(parser.parse_args().build), 0
    for difference in _DIFFERENCES:
        for who, expected, found in (("TVM", difference.there, difference.ask_tvm()), ("here", difference.here, difference.ask_us(ours))):
            if found != expected:
                print(f"{difference.row}: {who}: expected {expected}, found {found}")
                failed += 1
    print(f"{failed} differ" if failed else "all as docs/semantics.md says")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
