"""The dialect tir: its operations and attributes."""
from .. import ir as _ir
from .._mlir._tir import *  # noqa: F401,F403
from ._function import FunctionMethods as _FunctionMethods
from ._tir_enum_gen import *  # noqa: F401,F403
from ._tir_ops_gen import *  # noqa: F401,F403
from ._tir_ops_gen import FuncOp as _GeneratedFuncOp
from ._tir_ops_gen import _Dialect


@_ir.register_operation(_Dialect, replace=True)
class FuncOp(_FunctionMethods, _GeneratedFuncOp):
    __doc__ = _GeneratedFuncOp.__doc__


def _make_kinds(values, context=None):
    make = _ir.AttrBuilder.get("TIR_IterKindAttr")
    return _ir.ArrayAttr.get([value if isinstance(value, _ir.Attribute) else make(value, context) for value in values],
                             context)


_ir.AttrBuilder.insert("TIR_IterKindArrayAttr", _make_kinds)
