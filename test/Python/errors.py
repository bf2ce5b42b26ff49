"""Each exception, provoked: what is wrong is said, and nothing crashes."""
import numpy as np

import relax_mlir.ir as ir
from relax_mlir.dialects import relax, tir
from relax_mlir.ir import (Block, Context, DenseElementsAttr, F32Type, FunctionType, InsertionPoint, IntegerAttr,
                           IntegerType, Location, MLIRError, Module, Operation, RankedTensorType, StringAttr, SymbolTable,
                           Type, TypeAttr)
from relax_mlir.passmanager import PassManager

TEXT = """
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
"""


def expect(kind, words, function, *arguments, **named):
    """The exception, of a kind, that has the words."""
    try:
        function(*arguments, **named)
    except kind as error:
        assert words in str(error), f"expected '{words}', found '{error}'"
        return error
    raise AssertionError(f"expected {kind.__name__} with '{words}', found no exception")


def check_defaults():
    """Outside of every `with`."""
    expect(RuntimeError, "expected a context, found neither an argument nor a default", F32Type.get)
    expect(RuntimeError, "expected a location, found neither", Module.create)
    context = Context()
    assert F32Type.get(context).context is context and Context.current is None
    with context:
        assert Context.current is context and Location.current is None
        expect(RuntimeError, "expected a location", Module.create)
    expect(RuntimeError, "expected the innermost 'with'", context.__exit__, None, None, None)


def check_parsing():
    """The place of what a parser reports."""
    error = expect(MLIRError, "Unable to parse module assembly", Module.parse, "relax.func @main() {\n  relax.bad\n}\n")
    first = error.error_diagnostics[0]
    assert (first.location.start_line, first.location.start_col) == (2, 3), str(first.location)
    assert "relax.bad" in first.message and first.severity == ir.DiagnosticSeverity.ERROR
    expect(MLIRError, "Unable to parse type", Type.parse, "!relax.shape<")
    expect(MLIRError, "Unable to parse attribute", ir.Attribute.parse, "#relax.dims<[")
    expect(MLIRError, "Unable to parse operation assembly", Operation.parse, "nothing")
    expect(TypeError, "expected text or bytes", Module.parse, 3)
    expect(TypeError, "found 'relax.func'", Module, Module.parse(TEXT).body.operations[0])


def check_verifier():
    module = Module.parse(TEXT)
    module.body.operations[0].entry_block.operations[1].operation.detach_from_parent()
    error = expect(MLIRError, "Verification failed", module.operation.verify)
    assert error.error_diagnostics[0].message and "error: " in str(error)
    seen = []
    handler = Context.current.attach_diagnostic_handler(lambda diagnostic: seen.append(diagnostic.message))
    expect(MLIRError, "Verification failed", module.operation.verify)
    assert seen
    Context.current.detach_diagnostic_handler(handler)
    expect(ValueError, "expected a handler that is attached", Context.current.detach_diagnostic_handler, handler)


def check_creation():
    f32 = F32Type.get()
    tensor = RankedTensorType.get([4], f32)
    value = relax.ConstantOp(tensor, DenseElementsAttr.get(np.zeros(4, np.float32))).result
    expect(ValueError, "expected a registered operation, found 'relax.none'", Operation.create, "relax.none")
    expect(MLIRError, "cannot be made", relax.AddOp, value,
           relax.ConstantOp(RankedTensorType.get([3], f32), DenseElementsAttr.get(np.zeros(3, np.float32))).result)
    expect(TypeError, "expects a value as each operand, found None", relax.AddOp, value, None)
    expect(TypeError, "expected an attribute as 'value', found 3", Operation.create, "arith.constant", [f32],
           attributes={"value": 3})
    expect(ValueError, "expected an attribute of another class as 'value'", Operation.create, "relax.constant", [tensor],
           attributes={"value": StringAttr.get("text")})
    expect(ValueError, "expects 1 regions, found 2", ir.OpView, "tir.for", tir.ForOp._ODS_REGIONS, regions=2)
    expect(ValueError, "expected an attribute of another class as 'value'", value.owner.attributes.__setitem__, "value",
           StringAttr.get("text"))
    expect(KeyError, "none", value.owner.attributes.__getitem__, "none")
    expect(KeyError, "none", value.owner.attributes.__delitem__, "none")
    expect(ValueError, "expected an operation with one result, found 0", lambda: tir.YieldOp().operation.result)


def check_types():
    f32, i8 = F32Type.get(), IntegerType.get_signless(8)
    expect(ValueError, "expected IntegerType, found f32", IntegerType, f32)
    expect(ValueError, "expected less than 16777216 bits", IntegerType.get_signless, 1 << 24)
    expect(ValueError, "expected a number that i8 holds, found 256", IntegerAttr.get, i8, 256)
    expect(ValueError, "expected an integer type, found f32", IntegerAttr.get, f32, 1)
    expect(MLIRError, "Invalid type", RankedTensorType.get, [4], FunctionType.get([], []))
    expect(MLIRError, "Invalid attribute", ir.FloatAttr.get, i8, 1.0)
    expect(MLIRError, "Invalid parameters", relax.ShapeType.get_ranked, -7)
    expect(MLIRError, "Invalid parameters", relax.ShapeType.get, [StringAttr.get("n")])
    expect(ValueError, "a division by zero", relax.SymExprAttr.get, relax.SymOperator.FloorDiv,
           [relax.SymExprAttr.symbol("n"), relax.SymExprAttr.constant(0)])
    expect(MLIRError, "Invalid parameters", relax.TargetAttr.get, "toaster")
    expect(TypeError, "expected mcpu, mattr, mtriple or emulate, found speed=3", relax.TargetAttr.get, "cpu", speed=3)
    expect(ValueError, "expected a type with a rank", lambda: Type.parse("tensor<*xf32>").maybe_downcast().rank)
    expect(ValueError, "expected 16 bytes for tensor<4xf32>, found 12", DenseElementsAttr.get, np.zeros(3, np.float32),
           RankedTensorType.get([4], f32))
    expect(TypeError, "expected elements of float32", DenseElementsAttr.get, np.zeros(3), f32)
    expect(ValueError, "expected a tensor type of known shape", DenseElementsAttr.get, np.zeros(3, np.float32),
           relax.tensor_type(["n"], f32))
    expect(ValueError, "elements of the value's type", DenseElementsAttr.get_splat, RankedTensorType.get([4], f32),
           IntegerAttr.get(i8, 1))
    expect(ValueError, "expected at least one symbol", ir.SymbolRefAttr.get, [])


def check_places():
    """What would leave a use of freed memory."""
    module = Module.parse(TEXT)
    function = module.body.operations[0]
    total, end = function.entry_block
    expect(ValueError, "expected an operation that nothing uses", total.erase)
    expect(ValueError, "expected a block argument that nothing uses", function.entry_block.erase_argument, 0)
    expect(ValueError, "expected an insertion point outside of the operation", function.entry_block.append, function)
    expect(ValueError, "expected an operation inside of a block", module.operation.detach_from_parent)
    expect(ValueError, "expected an operation inside of a block", InsertionPoint, module.operation)
    expect(ValueError, "expected an operation inside of a block", total.move_before, module.operation)
    expect(IndexError, "expected an index below 2, found 2", total.operands.__getitem__, 2)
    expect(IndexError, "found -3", total.operands.__setitem__, -3, total.result)
    expect(ValueError, "expected an operation with symbols, found relax.add", SymbolTable, total)
    expect(KeyError, "none", SymbolTable(module.operation).__getitem__, "none")
    point = InsertionPoint(end)
    end.operation.detach_from_parent()
    expect(ValueError, "expected the operation of the insertion point in its block", point.insert, total)
    expect(ValueError, "expected as many locations as types, 1, found 2", Block.create_at_start, function.regions[0],
           [F32Type.get()], [Location.unknown()] * 2)
    expect(IndexError, "already has an entry block", function.add_entry_block)


def check_contexts():
    """Objects of two contexts."""
    inside = F32Type.get()
    with Context() as other, Location.unknown():
        words = "expected objects of one context, found objects of two"
        expect(ValueError, words, FunctionType.get, [inside], [])
        expect(ValueError, words, Operation.create, "relax.print", [inside])
        expect(ValueError, words, ir.ArrayAttr.get, [TypeAttr.get(inside)])
        module = Module.parse(TEXT)
    with InsertionPoint(Module.create().body):
        expect(ValueError, words, relax.AbsOp, module.body.operations[0].arguments[0])
        expect(ValueError, words, module.body.append, relax.FuncOp("f", FunctionType.get([], [])))
    expect(ValueError, words, PassManager("builtin.module").run, module)
    assert other is not inside.context


def check_passes():
    module = Module.parse(TEXT)
    expect(ValueError, "expected a pipeline as", PassManager.parse, "canonicalize")
    expect(ValueError, "does not refer to a registered pass", PassManager.parse, "builtin.module(none)")
    expect(ValueError, "expected an operation 'relax.func', found 'builtin.module'", PassManager("relax.func").run, module)
    error = expect(MLIRError, "Failure while executing pass pipeline",
                   PassManager.parse("builtin.module(relax-verify-lowered)").run, module)
    assert error.error_diagnostics[0].location.start_line == 3
    expect(MLIRError, "expected an optimization level of 0 to 3, found 4", ir.compile_to_shared_library, module, "none.so",
           opt_level=4)
    expect(ValueError, "expected a module, found another operation", ir.compile_to_shared_library,
           Module.parse(TEXT).body.operations[0], "none.so")


def check_registration():
    expect(RuntimeError, "Operation 'relax.add' is already registered",
           ir.register_operation(ir.Dialect), type("Other", (ir.OpView,), {"OPERATION_NAME": "relax.add"}))
    expect(RuntimeError, "Attribute builder for 'I64Attr' is already registered",
           ir.register_attribute_builder("I64Attr"), None)


def main():
    check_defaults()
    with Context(), Location.unknown():
        for check in (check_parsing, check_verifier, check_creation, check_types, check_places, check_contexts,
                      check_passes, check_registration):
            check()


if __name__ == "__main__":
    main()
