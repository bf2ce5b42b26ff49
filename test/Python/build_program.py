"""Programs made op by op, without text: verified, printed, compiled and run.

    build_program.py    (PYTHONPATH is build/python, RELAX_MLIR_BUILD the build folder)
"""
import tempfile
from pathlib import Path

import numpy as np

import relax_mlir
from relax_mlir.dialects import relax, relax_rt, tir, transform
from relax_mlir.ir import (ArrayAttr, Context, DenseElementsAttr, F32Type, FunctionType,
                           IndexType, InsertionPoint, IntegerAttr, Location, MemRefType, Module, Operation,
                           RankedTensorType, Type)

WEIGHT = np.arange(12, dtype=np.float32).reshape(4, 3) - 5


def make_graph():
    """main(x: f32[n, 4]) = relu(x @ WEIGHT), with a size that is a symbol."""
    f32 = F32Type.get()
    module = Module.create()
    with InsertionPoint(module.body):
        x = relax.tensor_type(["n", 4], f32)
        y = relax.tensor_type(["n", 3], f32)
        function = relax.FuncOp("main", FunctionType.get([x], [y]))
        with InsertionPoint(function.add_entry_block()):
            weight = relax.constant(RankedTensorType.get([4, 3], f32), DenseElementsAttr.get(WEIGHT))
            product = relax.matmul(function.arguments[0], weight)
            assert product.type == y, product.type
            relax.ReturnOp([relax.nn_relu(product)])
    return module


def make_kernel():
    """main(x: f32[8]) calls a tensor program that doubles each element."""
    f32, index = F32Type.get(), IndexType.get()
    tensor, buffer = RankedTensorType.get([8], f32), MemRefType.get([8], f32)
    module = Module.create()
    with InsertionPoint(module.body):
        kernel = tir.FuncOp("double", FunctionType.get([buffer, buffer], []), sym_visibility="private", num_inputs=1)
        source, target = kernel.add_entry_block().arguments
        with InsertionPoint(kernel.entry_block):
            bounds = [Operation.create("arith.constant", [index], attributes={"value": IntegerAttr.get(index, number)})
                      for number in (0, 8)]
            loop = tir.ForOp(*bounds, kind=tir.ForKind.Serial)
            tir.ReturnOp()
        with InsertionPoint(loop.regions[0].append_block([index])):
            block = tir.BlockOp("double", [loop.regions[0][0].arguments[0]], [bounds[1].result], [source], [target],
                                [tir.IterKind.Spatial])
            tir.YieldOp()
        body = block.regions[0].append_block([index])
        with InsertionPoint(body):
            place = body.arguments[0]
            read = Operation.create("memref.load", [f32], [source, place])
            total = Operation.create("arith.addf", [f32], [read.result, read.result])
            Operation.create("memref.store", [], [total.result, target, place])
            tir.YieldOp()
        function = relax.FuncOp("main", FunctionType.get([tensor], [tensor]))
        with InsertionPoint(function.add_entry_block()):
            call = relax.CallTIROp([tensor], "double", [function.arguments[0]])
            relax.ReturnOp([call.results[0]])
    return module


def check_runs(module, x, expected):
    """In process and by relax-compile the same library comes out, as numbers go."""
    (found,) = relax_mlir.compile(module)(x)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.so"
        relax_mlir.ir.compile_to_shared_library(module, str(path))
        (found,) = relax_mlir.load(path)(x)
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def check_text(module):
    """What is printed is read again, and is the same; so is byte code."""
    assert module.operation.verify()
    text = str(module)
    assert str(Module.parse(text)) == text
    generic = module.operation.get_asm(print_generic_op_form=True)
    assert '"relax.func"' in generic and str(Module.parse(generic)) == text
    assert str(Module.parse(module.operation.get_bytecode())) == text


def check_constructors():
    """Types and attributes of our dialects, by constructors and of text."""
    n = relax.SymExprAttr.symbol("n")
    four = relax.SymExprAttr.constant(4)
    assert (n.name, n.value, four.name, four.value) == ("n", None, None, 4)
    total = relax.SymExprAttr.get(relax.SymOperator.Sum, [n, four, n])
    shape = relax.ShapeType.get([total, None, n])
    assert str(shape) == "!relax.shape<[n * 2 + 4, ?, n]>", shape
    assert shape.rank == 3 and shape.dims == [total, None, n]
    assert relax.ShapeType.get_ranked(2).dims == [] and Type.parse(str(shape)) == shape
    tensor = relax.tensor_type(["n", 4, None], F32Type.get())
    assert tensor.encoding.dims == [n, four, None] and tensor.encoding.vdevice is None
    assert isinstance(relax.ObjectType.get(), relax.ObjectType)
    pure = relax.CallableType.get(FunctionType.get([tensor], []))
    assert pure.pure and pure.signature.inputs == [tensor]
    assert "cuda" in str(relax.VDeviceAttr.get("cuda"))
    assert isinstance(relax.TargetAttr.get("cpu"), relax.TargetAttr)
    assert tir.ForKindAttr.get(1).value == 1 and isinstance(relax_rt.StorageType.get(), relax_rt.StorageType)
    kinds = ArrayAttr.get([tir.IterKindAttr.get(int(tir.IterKind.Reduce))])
    assert kinds[0].value == tir.IterKind.Reduce


def check_defaults():
    """Results are inferred of attributes that have defaults, given or not."""
    tensor = RankedTensorType.get([2, 3, 8, 8], F32Type.get())
    with InsertionPoint(Module.create().body):
        value = relax.constant(tensor, DenseElementsAttr.get(np.zeros((2, 3, 8, 8), np.float32)))
        assert relax.sum(value, axis=[1]).type.shape == [2, 8, 8]
        assert relax.sum(value, axis=[1], keepdims=True).type.shape == [2, 1, 8, 8]
        assert relax.nn_softmax(value).type == tensor


def check_transform():
    """The schedule primitives are there as classes."""
    assert issubclass(transform.NamedSequenceOp, relax_mlir.ir.OpView)
    names = [name for name in vars(transform) if name.endswith("Op")]
    assert any(getattr(transform, name).OPERATION_NAME.startswith("transform.tir.") for name in names), names


def main():
    with Context(), Location.unknown():
        check_constructors()
        check_defaults()
        check_transform()
        x = np.linspace(-1, 1, 20, dtype=np.float32).reshape(5, 4)
        graph = make_graph()
        check_text(graph)
        check_runs(graph, x, np.maximum(x @ WEIGHT, 0))
        kernel = make_kernel()
        check_text(kernel)
        check_runs(kernel, x.ravel()[:8].copy(), 2 * x.ravel()[:8])


if __name__ == "__main__":
    main()
