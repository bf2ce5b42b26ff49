"""Pointers as parameters of tensor programs: the buffer that each one is."""
from .element_types import element
from .text import Value
from .versions import identity, kind

_PARTS = ("body", "block", "init", "then_case", "else_case", "seq")


def is_handle(param):
    """Whether a parameter is a pointer."""
    return kind(param.ty) == "PointerType"


def declared_buffers(function):
    """The buffers that a program declares over its pointers, by the pointer.

    The first one counts; others are views of it. Its sizes must be known where
    the function begins: numbers, or parameters.
    """
    handles = {identity(param) for param in function.params if is_handle(param)}
    known = {identity(param) for param in function.params}
    found, stack = {}, [function.body] if handles else []
    while stack:
        node = stack.pop()
        if kind(node) == "DeclBuffer" and kind(node.data) == "Var" and identity(node.data) in handles:
            if all(kind(size) == "IntImm" or kind(size) == "Var" and identity(size) in known for size in node.buffer.ty.shape):
                found.setdefault(identity(node.data), node.buffer)
        parts = []
        for name in _PARTS:
            child = getattr(node, name, None)
            if child is not None:
                parts += list(child) if kind(child) == "Array" else [child]
        stack += reversed(parts)
    return found


def passed_tensor(name, type):
    """The value of a pointer that is used as a whole: the tensor that callers
    pass; None if they do not say which."""
    dtype = getattr(type.dtype, "dtype", type.dtype)
    scalar = element(str(dtype), signless=True) if dtype is not None else None
    if scalar is None or type.ndim < 0:
        return None
    sizes = list(type.shape.values) if kind(type.shape) == "ShapeExpr" else [None] * type.ndim
    shape = "".join(f"{size.value if kind(size) == 'IntImm' else '?'}x" for size in sizes)
    return Value(name, f"memref<{shape}{scalar}>")
