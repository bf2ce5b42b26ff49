"""Pointers as parameters of tensor programs: the buffer that each one is."""
from .element_types import element
from .text import Value
from .versions import identity, kind

_PARTS = ("body", "block", "init", "then_case", "else_case", "seq")


def is_handle(param):
    """Whether a parameter is a pointer."""
    return kind(param.ty) == "PointerType"


def _is_known(size, known):
    """Whether a size is computed of numbers and known variables."""
    if kind(size) in ("Var", "IntImm"):
        return kind(size) == "IntImm" or identity(size) in known
    parts = [getattr(size, name) for name in ("a", "b", "value") if hasattr(size, name)]
    return bool(parts) and all(_is_known(part, known) for part in parts)


def declared_buffers(function):
    """The buffers that a program declares over its pointers, by the pointer.

    The first one counts; others are views of it. Its sizes must be known where
    the function begins: numbers, parameters, or what is computed of these.
    """
    handles = {identity(param) for param in function.params if is_handle(param)}
    known = {identity(param) for param in function.params}
    found, stack = {}, [function.body] if handles else []
    while stack:
        node = stack.pop()
        if kind(node) == "DeclBuffer" and kind(node.data) == "Var" and identity(node.data) in handles:
            if all(_is_known(size, known) for size in node.buffer.ty.shape):
                found.setdefault(identity(node.data), node.buffer)
        parts = []
        for name in _PARTS:
            child = getattr(node, name, None)
            if child is not None:
                parts += list(child) if kind(child) == "Array" else [child]
        stack += reversed(parts)
    return found


def does_nothing(statement):
    """Whether a statement is a number alone, as the body of what TVM's users
    write where only a signature is wanted."""
    return kind(statement) == "Evaluate" and kind(statement.value) == "IntImm"


def passed_tensor(name, types):
    """The value of a pointer that is used as a whole: the tensor that callers
    pass, with the sizes that all of them have; None if they do not say which.
    Bytes if there is no caller."""
    if not types:
        return Value(name, "memref<?xi8>")
    dtypes = {str(getattr(type.dtype, "dtype", type.dtype)) for type in types}
    scalar = element(dtypes.pop(), signless=True) if len(dtypes) == 1 else None
    rank = types[0].ndim
    if scalar is None or rank < 0 or any(type.ndim != rank for type in types):
        return None
    lists = [list(type.shape.values) if kind(type.shape) == "ShapeExpr" else [None] * rank for type in types]
    sizes = [{size.value if kind(size) == "IntImm" else None for size in place} for place in zip(*lists)]
    shape = "".join(f"{place.pop() if len(place) == 1 and None not in place else '?'}x" for place in sizes)
    return Value(name, f"memref<{shape}{scalar}>")
