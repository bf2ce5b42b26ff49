"""The dialect relax: its operations, types and attributes."""
from .. import ir as _ir
from .._mlir._relax import *  # noqa: F401,F403
from .._mlir._relax import SymExprAttr
from ._function import FunctionMethods as _FunctionMethods
from ._relax_ops_gen import *  # noqa: F401,F403
from ._relax_ops_gen import FuncOp as _GeneratedFuncOp
from ._relax_ops_gen import _Dialect


@_ir.register_operation(_Dialect, replace=True)
class FuncOp(_FunctionMethods, _GeneratedFuncOp):
    __doc__ = _GeneratedFuncOp.__doc__


def _make_expr(value, context=None):
    """A symbol of its name, or a number."""
    if isinstance(value, _ir.Attribute):
        return value
    return SymExprAttr.symbol(value, context) if isinstance(value, str) else SymExprAttr.constant(value, context)


def _make_exprs(values, context=None):
    return _ir.ArrayAttr.get([_make_expr(value, context) for value in values], context)


def _make_number(value, context=None):
    kind = "BoolAttr" if isinstance(value, bool) else "F64Attr" if isinstance(value, float) else "I64Attr"
    return _ir.AttrBuilder.get(kind)(value, context)


def _make_expr_or_float(value, context=None):
    return _ir.FloatAttr.get_f64(value, context) if isinstance(value, float) else _make_expr(value, context)


for _name, _builder in {
        "Relax_SymExprAttr": _make_expr, "Relax_SymExprArrayAttr": _make_exprs,
        "Relax_ExprOrFloatAttr": _make_expr_or_float,
        "Relax_NumberAttr": _make_number, "Relax_ScalarAttr": _make_number}.items():
    _ir.AttrBuilder.insert(_name, _builder)
# Definitions that give a default, or make another one optional.
for _name, _same in {
        "Relax_AxesAttr": "DenseI64ArrayAttr", "Relax_AxisAttr": "I64Attr", "Relax_DtypeAttr": "TypeAttr",
        "Relax_False": "BoolAttr", "Relax_True": "BoolAttr", "Relax_ROIAttr": "StrAttr",
        "Relax_ReductionAttr": "StrAttr"}.items():
    _ir.AttrBuilder.insert(_name, _ir.AttrBuilder.get(_same))


def tensor_type(dims, element_type):
    """A tensor type of sizes that are numbers, names of symbols, expressions or None; `tensor_type(["n", 4], f32)` is
    tensor<?x4xf32, #relax.dims<[n, 4]>>."""
    exprs = [None if dim is None else _make_expr(dim, element_type.context) for dim in dims]
    known = [None if expr is None else expr.value for expr in exprs]
    shape = [_ir.ShapedType.get_dynamic_size() if value is None else value for value in known]
    named = any(expr is not None and value is None for expr, value in zip(exprs, known))
    encoding = DimsAttr.get(exprs, context=element_type.context) if named else None  # noqa: F405
    return _ir.RankedTensorType.get(shape, element_type, encoding)
