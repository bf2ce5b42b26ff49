"""What the code that mlir-tblgen writes for operations expects of a project, as upstream's module of this name."""
from .. import _mlir
from .. import ir as _ir


class _Globals:
    """Upstream keeps its generated files out of tracebacks that become locations; none of ours do."""

    @staticmethod
    def register_traceback_file_exclusion(file):
        pass


class _cext:
    """Upstream's extension module."""

    ir = _ir
    globals = _Globals
    register_dialect = staticmethod(_ir.register_dialect)
    register_operation = staticmethod(_ir.register_operation)


def get_default_loc_context(location=None):
    """The context of a location, or of the default location."""
    if location is not None:
        return location.context
    return _mlir.Location.current.context if _mlir.Location.current else None


def get_op_result_or_value(argument):
    """A value, or the one result of an operation."""
    return argument if isinstance(argument, _mlir.Value) else argument.operation.result


def get_op_results_or_values(argument):
    """Values of a list, or the results of an operation."""
    if hasattr(argument, "operation"):
        return list(argument.operation.results)
    return [get_op_result_or_value(each) for each in argument]


def get_op_result_or_op_results(op):
    """The result of an operation with one, else the list of them, or the operation."""
    results = op.operation.results
    return results[0] if len(results) == 1 else results if len(results) else op


def segmented_accessor(elements, raw_segments, idx):
    """The elements of a segment; `raw_segments` is the attribute of their sizes."""
    sizes = list(raw_segments)
    start = sum(sizes[:idx])
    return elements[start:start + sizes[idx]]


def equally_sized_accessor(elements, n_simple, n_variadic, n_preceding_simple, n_preceding_variadic):
    """The start and the size of a group, where all lists of an operation have one size."""
    size = (len(elements) - n_simple) // n_variadic
    return n_preceding_simple + n_preceding_variadic * size, size
