"""Which function writes which operator: the table, and the decorators that fill it.

    @register("mylib::scale")
    def scale(b, x, factor):
        return b.mul(x, factor)

The function gets a Builder and the operator's arguments in the order of its schema, with defaults filled in: tensors
are Values, sizes ints or sympy expressions, the rest is Python's. It gives a Value, or a list of them.
"""
TABLE = {}


def register(*names):
    """Makes a function the writer of operators, such as "aten::add.Tensor"; without an overload it is for all of them.
    A later registration replaces an earlier one."""
    def note(function):
        for name in names:
            TABLE[name if "::" in name else f"aten::{name}"] = function
        return function
    return note


def register_complex(*names):
    """The same for what operators of ATen do with complex numbers."""
    return register(*(f"complex::{name}" for name in names))


def find(target, is_complex=False):
    """The writer of an operator; None if it has none."""
    schema = getattr(target, "_schema", None)
    if schema is None:
        return None
    overload = schema.overload_name or "default"
    name = f"complex::{schema.name.removeprefix('aten::')}" if is_complex else schema.name
    return TABLE.get(f"{name}.{overload}") or TABLE.get(name)
