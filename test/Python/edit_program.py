"""Programs changed in place: walked, edited, moved, copied, and taken through passes."""
from relax_mlir.dialects import relax
from relax_mlir.ir import (BoolAttr, Context, F32Type, FloatAttr, InsertionPoint, IntegerAttr, IntegerType, Location,
                           Module, Operation, OpView, StringAttr, SymbolTable, WalkResult)
from relax_mlir.passmanager import PassManager

TEXT = """
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %y : tensor<4xf32>
  %1 = relax.multiply %0, %y : tensor<4xf32>
  %2 = relax.add %1, %0 : tensor<4xf32>
  relax.return %2 : tensor<4xf32>
}
"""


def names(module):
    return [op.name for op in module.body.operations[0].entry_block]


def check_walk(module):
    """Both orders, and what the callback returns."""
    visited = []

    def visit(op, answers={}):
        visited.append(op.name)
        return answers.get(op.name, WalkResult.ADVANCE)

    module.operation.walk(visit)
    assert visited[0] == "relax.add" and visited[-1] == "builtin.module" and len(visited) == 6
    visited.clear()
    module.operation.walk(visit, is_pre_order=True)
    assert visited[:2] == ["builtin.module", "relax.func"]
    visited.clear()
    module.operation.walk(lambda op: visit(op, {"relax.func": WalkResult.SKIP}), is_pre_order=True)
    assert visited == ["builtin.module", "relax.func"]
    visited.clear()
    module.operation.walk(lambda op: visit(op, {"relax.multiply": WalkResult.INTERRUPT}))
    assert visited == ["relax.add", "relax.multiply"]


def check_values(module):
    """Operands, results, uses."""
    function = module.body.operations[0]
    assert type(function) is relax.FuncOp and function.name == StringAttr.get("main")
    first, second, third, end = function.entry_block.operations
    assert isinstance(first, relax.AddOp) and isinstance(end, relax.ReturnOp)
    assert first.x1 == function.arguments[0] and first.x1.owner == function.entry_block
    assert first.result.owner == first.operation and first.result.result_number == 0
    assert function.arguments[1].arg_number == 1 and first.result.get_name() == "%0"
    assert {(use.owner.name, use.operand_number) for use in first.result.uses} == {("relax.multiply", 0),
                                                                                   ("relax.add", 1)}
    assert len(second.operands) == 2 and second.operands[-1] == function.arguments[1]
    assert second.operands[1:].types == [first.result.type] and len(second.operands[:0]) == 0
    third.operands[1] = function.arguments[0]
    assert third.x2 == function.arguments[0]
    first.result.replace_all_uses_with(function.arguments[0])
    assert not first.result.uses
    first.erase()
    assert names(module) == ["relax.multiply", "relax.add", "relax.return"]


def check_places(module):
    """Moves, copies and insertion points."""
    block = module.body.operations[0].entry_block
    product, total, end = block.operations
    copy = total.clone(ip=InsertionPoint.after(product))
    assert copy.is_before_in_block(total) and copy != total.operation
    total.result.replace_all_uses_with(copy.result)
    total.detach_from_parent()
    assert total.parent is None and names(module) == ["relax.multiply", "relax.add", "relax.return"]
    InsertionPoint.at_block_terminator(block).insert(total)
    assert names(module)[2] == "relax.add" and total.parent == module.body.operations[0]
    total.move_before(copy)
    assert block.operations[1] == total
    total.move_after(copy)
    assert block.operations[2] == total
    with InsertionPoint.at_block_begin(block):
        relax.negative(block.arguments[0])
    with InsertionPoint(end):
        relax.abs(total.result)
    assert names(module)[0] == "relax.negative" and names(module)[-2] == "relax.abs"
    assert module.operation.verify()


def check_attributes(module):
    function = module.body.operations[0]
    attributes = function.attributes
    assert "sym_name" in attributes and "none" not in attributes and attributes.get("none", 3) == 3
    size = len(attributes)
    attributes["test.tag"] = IntegerAttr.get(IntegerType.get_signless(8), -3)
    assert attributes["test.tag"].value == -3 and len(attributes) == size + 1 == len(list(attributes))
    assert dict(attributes.items())["test.tag"] == attributes["test.tag"]
    del attributes["test.tag"]
    assert "test.tag" not in attributes
    function.impure = True
    assert "relax.func impure @main" in str(module)
    function.impure = False
    function.location = Location.name("here")
    assert 'loc("here")' in module.operation.get_asm(enable_debug_info=True)


def check_symbols(module):
    table = SymbolTable(module.operation)
    assert "main" in table and "other" not in table and table["main"] == module.body.operations[0]
    copy = table["main"].clone(ip=False)
    assert copy.parent is None
    assert table.insert(copy).value == "main_0" and table["main_0"] == copy
    assert copy.parent == module.operation
    copy.erase()


def check_passes(module):
    passes = PassManager.parse("builtin.module(relax-legalize-ops,canonicalize)")
    assert "relax-legalize-ops" in str(passes)
    function = module.body.operations[0]
    passes.run(module)
    assert not function.operation.is_valid and module.operation.is_valid
    assert any(op.operation.name == "tir.func" for op in module.body)
    inner = PassManager("relax.func")
    inner.add("canonicalize")
    inner.run(next(op for op in module.body if op.operation.name == "relax.func"))


def check_generic():
    """Operations by name, of dialects without classes, and a class of the user."""
    one = Operation.create("arith.constant", [F32Type.get()], attributes={"value": FloatAttr.get_f32(1.0)})
    assert type(one) is OpView and one.attributes["value"].value == 1.0
    parsed = Operation.parse("\"arith.constant\"() {value = true} : () -> i1")
    assert parsed.attributes["value"] == BoolAttr.get(True) and parsed.parent is None


def main():
    with Context(), Location.unknown():
        module = Module.parse(TEXT)
        check_walk(module)
        check_values(module)
        check_places(module)
        check_attributes(module)
        check_symbols(module)
        check_passes(module)
        check_generic()


if __name__ == "__main__":
    main()
