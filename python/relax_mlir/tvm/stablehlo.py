"""StableHLO through TVM's front end, which takes the text of jax's own parser.

That front end looks at the types of some operations only, and not at their
attributes: what it would read as something else is an error here.
"""
from .text import ExportError


def read_stablehlo(text):
    """The module of TVM that a text of StableHLO is."""
    import jax
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from tvm.relax.frontend.stablehlo import from_stablehlo

    if not hasattr(ir.ShapedType, "isinstance"):
        raise ExportError(f"TVM's reader of StableHLO needs 'isinstance' of jaxlib's types, which jax {jax.__version__} has no more; "
                          "jax and jaxlib 0.7 and 0.8 have it")
    module = ir.Module.parse(text, mlir.make_ir_context())
    _check(module)
    return from_stablehlo(module)


def _check(module):
    """Raises what the front end would leave out."""
    functions = list(module.body.operations)
    if len(functions) != 1:
        raise ExportError(f"the module has {len(functions)} functions; TVM's reader takes one, inline the others")
    for operation in functions[0].regions[0].blocks[0].operations:
        name = operation.operation.name
        if name == "func.return" and len(operation.operands) != 1:
            raise ExportError(f"the function returns {len(operation.operands)} values; TVM's reader takes one")
        if name == "stablehlo.broadcast_in_dim":
            _check_broadcast(operation)
        elif name == "stablehlo.dot_general":
            _check_product(operation)


def _check_broadcast(operation):
    dims, rank = list(operation.attributes["broadcast_dimensions"]), len(operation.results[0].type.shape)
    expected = list(range(rank - len(dims), rank))
    if dims != expected:
        raise ExportError(f"'stablehlo.broadcast_in_dim' has the dimensions {dims}; TVM's reader takes {expected}, "
                          "the last ones; reshape the operand before")


def _check_product(operation):
    from jaxlib.mlir.dialects import stablehlo

    numbers = stablehlo.DotDimensionNumbers(operation.attributes["dot_dimension_numbers"])
    left, right = (len(operand.type.shape) for operand in operation.operands)
    batch = list(range(max(left, right) - 2)) if min(left, right) > 2 else []
    expected = [left - 1], [max(right - 2, 0)], batch, batch
    found = tuple(list(dims) for dims in (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions,
                                          numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions))
    if found != expected:
        raise ExportError(f"'stablehlo.dot_general' contracts {found[0]} with {found[1]} in the batches {found[2]} and {found[3]}; "
                          f"TVM's reader takes {expected[0]} with {expected[1]} in {batch}; transpose the operands before")
