"""The dialect relax_rt, of calls to the run-time library: its operations and types."""
from .. import ir as _ir
from .._mlir._relax_rt import *  # noqa: F401,F403
from ._relax_rt_enum_gen import *  # noqa: F401,F403
from ._relax_rt_ops_gen import *  # noqa: F401,F403

for _name in ("Runtime_Device", "Runtime_Index"):
    _ir.AttrBuilder.insert(_name, _ir.AttrBuilder.get("I32Attr"))
