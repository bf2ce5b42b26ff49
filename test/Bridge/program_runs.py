"""The tensor programs of the corpus, each called by a function of the graph."""
from tvm import relax
from tvm.script import relax as R

import intrinsic_modules
import program_modules

# What cannot be called so, or does not run on a processor.
_NOT_RUN = ("threads", "launched threads", "shared memory", "functions outside", "packed functions", "strides and starts",
            "buffers of vectors", "private and public", "symbolic sizes", "attributes", "sum of threads", "maximum of some threads",
            "sum of threads without blocks", "exchanges in a warp")
_SIZES = {"n": 3, "m": 5, "k": 4}


def _called(maker):
    """A module whose function passes all buffers, of which it may write each."""
    program = maker()["main"].without_attr("global_symbol")
    types = [R.Tensor([_SIZES[str(size.name)] if hasattr(size, "name") else size for size in param.ty.shape],
                      str(param.ty.dtype.dtype)) for param in program.params]
    builder = relax.BlockBuilder()
    callee = builder.add_func(program, "program")
    parameters = [relax.Var(f"x{i}", type) for i, type in enumerate(types)]
    with builder.function("main", parameters):
        result = builder.emit(relax.op.call_tir_inplace(callee, parameters, list(range(len(types))),
                                                        types if len(types) > 1 else types[0]))
        builder.emit_func_output(result)
    return builder.get()


def modules():
    """Name and maker of each module."""
    for name, maker in [*program_modules.modules(), *intrinsic_modules.modules()]:
        if name.removeprefix("tir ") not in _NOT_RUN:
            yield f"{name}, called", lambda maker=maker: _called(maker)


