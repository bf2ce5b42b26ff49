"""Modules with tensors of unknown rank or dtype, and shapes of unknown rank."""
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

_MAKERS = []
_QUESTIONS = {"tensor_ndim": (), "tensor_dtype_code": (), "tensor_dtype_bits": (), "tensor_dtype_lanes": (), "tensor_byte_offset": (),
              "tensor_elem_offset": (), "tensor_shape_i": (1,), "tensor_stride_i": (0,)}


def _case(maker):
    _MAKERS.append(maker)
    return maker


@_case
def same():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor) -> R.Tensor:
            return x
    return Module


@_case
def unknown_dtype():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((2, 3))) -> R.Tensor:
            return x
    return Module


@_case
def shape():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(dtype="float32")) -> R.Shape(ndim=-1):
            s = R.shape_of(x)
            return s
    return Module


@_case
def shape_as_tensor():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(dtype="float32", ndim=-1)):
            s = R.shape_of(x)
            y = R.shape_to_tensor(s)
            return y
    return Module


@_case
def cast():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor):
            n = T.int64()
            y = R.match_cast(x, R.Tensor((n, 3), "float32"))
            z = R.add(y, y)
            return z
    return Module


@_case
def private_function():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def inner(x: R.Tensor(dtype="float32", ndim=-1)) -> R.Tuple(R.Tensor(dtype="float32", ndim=-1), R.Shape(ndim=-1)):
            s = R.shape_of(x)
            return (x, s)

        @R.function
        def main(x: R.Tensor((2, 3), "float32")):
            cls = Module
            y = R.exp(x)
            z = cls.inner(y)
            return z
    return Module


@_case
def branches():
    @I.ir_module
    class Module:
        @R.function
        def main(c: R.Tensor((), "bool"), x: R.Tensor(dtype="float32", ndim=-1), y: R.Tensor((4,), "float32")) -> R.Tensor(dtype="float32", ndim=-1):
            if c:
                r = x
            else:
                z = R.exp(y)
                r = z
            return r
    return Module


@_case
def reshape():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((3, 2), "float32"), y: R.Tensor(dtype="float32", ndim=-1)):
            s = R.shape_of(y)
            z = R.reshape(x, s)
            return z
    return Module


def _asks(question):
    """A module that asks a tensor of unknown rank and dtype."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType(dtype=None))
    axes = [relax.PrimValue(axis) if hasattr(relax, "PrimValue") else relax.prim_value(axis) for axis in _QUESTIONS[question]]
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.Call(tvm.ir.Op.get(f"relax.inspect.{question}"), [x, *axes])))
    return builder.get()


def modules():
    """Name and maker of each module, whose `main` can be called with tensors."""
    for maker in _MAKERS:
        yield f"unknown: {maker.__name__.replace('_', ' ')}", maker
    for question in _QUESTIONS:
        yield f"unknown: {question}", lambda question=question: _asks(question)
