"""Attributes: fields of operators, attributes of functions and modules."""
from .numbers import f64, float_literal
from .text import string
from .versions import dtype_of, fields, kind

_LEFT_OUT = {"span"}


class Attributes:
    """Writes attributes in terms of the symbols of one function."""

    def __init__(self, text, symbols, types, resources):
        self._text = text
        self._resources = resources
        self._symbols = symbols
        self._types = types

    def write(self, what, node):
        """An attribute of a kind of operators.json; None if it is absent."""
        if what.endswith("?"):
            if node is None or kind(node) == "str" and node == "" and what in ("type?", "i64?"):
                return None
            what = what[:-1]
        return getattr(self, "_" + what.replace(" ", "_"))(node)

    def expression(self, node):
        """A symbolic expression as an attribute."""
        return f"#relax.expr<{self._symbols.expression(node)}>"

    _expression = expression

    def _expressions(self, nodes):
        return f"[{', '.join(self.expression(node) for node in _list(nodes))}]"

    def _integers(self, nodes):
        values = [self._integer(node) for node in _list(nodes)]
        return f"array<i64: {', '.join(values)}>" if values else "array<i64>"

    def _floats(self, nodes):
        values = [float_literal(_number(node), "f64") for node in _list(nodes)]
        return f"array<f64: {', '.join(values)}>" if values else "array<f64>"

    def _integer(self, node):
        value = _number(node)
        if value is None or int(value) != value:
            self._text.fail(f"'{node}' is not the integer that is expected here")
        return str(int(value))

    def _i64(self, node):
        return f"{self._integer(node)} : i64"

    def _f64(self, node):
        value = _number(node)
        if value is None:
            self._text.fail(f"'{node}' is not the number that is expected here")
        return f64(value)

    def _number(self, node):
        value = _number(node)
        if value is None:
            self._text.fail(f"'{node}' is not the number that is expected here")
        return self._i64(node) if isinstance(value, int) else f64(value)

    def _bool(self, node):
        value = _number(node)
        if value is None:
            self._text.fail(f"'{node}' is not the truth value that is expected here")
        return "true" if value else "false"

    def _string(self, node):
        return string(node.value if kind(node) == "StringImm" else node)

    def _type(self, node):
        node = getattr(node, "value", node)
        return self._types.dtype(getattr(node, "dtype", node))

    def _expression_or_f64(self, node):
        value = _number(node)
        return f64(value) if isinstance(value, float) else self.expression(node)

    def _scalar(self, node):
        value = _number(node)
        if value is None:
            self._text.fail(f"'{node}' is not the constant that is expected here")
        type = self._types.dtype(dtype_of(node))
        if type == "i1":
            return "true" if value else "false"
        return f"{float_literal(value, type) if isinstance(value, float) else value} : {type}"

    def _vdevice(self, node):
        return f"#relax.vdevice{self._types.vdevice(node)}"

    def _map(self, node):
        names = [f"d{i}" for i in range(len(node.initial_indices))]
        for name, index in zip(names, node.initial_indices):
            self._symbols.define(index, name)
        results = [self._symbols.expression(index).replace("floormod", "mod") for index in node.final_indices]
        return f"affine_map<({', '.join(names)}) -> ({', '.join(results)})>"

    def any(self, node):
        """An attribute for any plain object: a number, a list, a dictionary."""
        what = kind(node)
        if what == "bool" or what == "IntImm" and dtype_of(node) == "bool":
            return "true" if _number(node) else "false"
        if what in ("int", "IntImm"):
            return f"{_number(node)} : i64"
        if what in ("float", "FloatImm"):
            return f64(_number(node))
        if what in ("str", "StringImm", "String"):
            return self._string(node)
        if what in ("Array", "list", "tuple"):
            return f"[{', '.join(self.any(item) for item in node)}]"
        if what in ("Map", "dict", "DictAttrs"):
            return self.dictionary(node.items())
        if what == "NoneType":
            return "unit"
        if what == "VDevice":
            return self._vdevice(node)
        if what == "dtype":
            return self._types.dtype(node)
        if what == "Target":
            return string(node)
        if what == "Tensor":
            return self._tensor(node)
        if what == "Var" and kind(node.ty) == "BufferType":
            return string(node.name)
        if hasattr(node, "ty") and self._symbols.expressible(node) is not None:
            return self.expression(node)
        self._text.fail(f"attribute value '{node}' ({what}) has no counterpart")
        return None

    def _tensor(self, node):
        """The state of an optimizer, for one, is a list of tensors."""
        type = self._types.dtype(node.dtype)
        dense = self._resources.dense(node, type)
        if dense is None:
            self._text.fail(f"a tensor with elements of '{node.dtype}' cannot be written")
        return f"{dense} : tensor<{''.join(f'{size}x' for size in node.shape)}{type}>"

    def dictionary(self, items):
        """A dictionary attribute."""
        written = []
        for key, value in items:
            with self._text.at(f"attribute '{key}'"):
                written.append(f"{string(key)} = {self.any(value)}")
        return f"{{{', '.join(written)}}}"

    def fields(self, node):
        """Names and values of the fields of an operator's attributes."""
        if node is None:
            return {}
        if kind(node) == "DictAttrs":
            return dict(node.items())
        return {name: getattr(node, name) for name in fields(node) if name not in _LEFT_OUT}


def _list(nodes):
    """The items of a list, of a tuple's or a shape's expression, or the one."""
    if kind(nodes) in ("Array", "list", "tuple"):
        return list(nodes)
    if kind(nodes) == "Tuple":
        return list(nodes.fields)
    if kind(nodes) == "ShapeExpr":
        return list(nodes.values)
    return [nodes]


def _number(node):
    """The value of a constant; None if it is none."""
    if isinstance(node, (bool, int, float)):
        return node
    return node.value if kind(node) in ("IntImm", "FloatImm") else None
