"""Symbolic expressions: sizes in terms of the symbols of one function."""
import re

from .text import string
from .versions import arguments, dtype_of, identity, intrinsic, kind

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")
_WORDS = {"floordiv", "floormod", "ceildiv", "min", "max", "vdevice"}
_INFIX = {"Add": "+", "Sub": "-", "Mul": "*", "FloorDiv": "floordiv", "FloorMod": "floormod"}
# Rounding towards zero is rounding down where nothing is negative.
_TRUNCATED = {"Div": "floordiv", "Mod": "floormod"}
_CALLS = {"Min": "min", "Max": "max"}


def _is_less(left, right):
    return f"max(min({right} - {left}, 1), 0)"


def _is_at_most(left, right):
    return f"(1 - {_is_less(right, left)})"


# Comparisons as numbers: the difference of integers, cut off to 0 and 1.
_ORDERS = {
    "LT": _is_less, "LE": _is_at_most, "GT": lambda left, right: _is_less(right, left), "GE": lambda left, right: _is_at_most(right, left),
    "NE": lambda left, right: f"max({_is_less(left, right)}, {_is_less(right, left)})",
    "EQ": lambda left, right: f"min({_is_at_most(left, right)}, {_is_at_most(right, left)})",
}


class Symbols:
    """Names of a function's symbols: one a variable, whatever TVM called it."""

    def __init__(self, text):
        self._text = text
        self._names = {}
        self._used = set()
        # What lies in TVM's heap of sizes, by place.
        self.loaded = {}

    def name(self, variable):
        """The symbol that a variable is, as written in an expression."""
        written = self._names.get(identity(variable))
        if written is None:
            base = name = str(variable.name)
            count = 0
            while name in self._used:
                count += 1
                name = f"{base}_{count}"
            self._used.add(name)
            written = name if _PLAIN.match(name) and name not in _WORDS else string(name)
            self._names[identity(variable)] = written
        return written

    def known(self, variable):
        """Whether a variable has become a symbol."""
        return identity(variable) in self._names

    def define(self, variable, expression):
        """Lets a variable stand for the text of an expression."""
        self._names[identity(variable)] = f"({expression})"

    def fresh(self, base):
        """A symbol that no variable of TVM is."""
        name, count = base, 0
        while name in self._used:
            count += 1
            name = f"{base}_{count}"
        self._used.add(name)
        return name

    def expression(self, node, inner=False):
        """The text of an expression; an error if it has no such form."""
        found = self._expression(node, inner)
        if found is None:
            self._text.fail(f"'{node}' has no form as a symbolic expression, which has symbols, integers, + - *, "
                            "floordiv, floormod, min and max")
        return found

    def expressible(self, node):
        """The text of an expression, or None if it has no such form."""
        return self._expression(node, False)

    def _expression(self, node, inner):
        what = kind(node)
        if what == "IntImm":
            return str(node.value)
        if what == "int":
            return str(node)
        if what == "Var" and dtype_of(node) in ("int64", "int32", "uint32", "uint64"):
            return self.name(node)
        if what == "Cast" and dtype_of(node) in ("int64", "int32") and dtype_of(node.value) != "bool":
            return self._expression(node.value, inner)
        if what == "BufferLoad" and len(node.indices) == 1 and kind(node.indices[0]) == "IntImm":
            return self.loaded.get(node.indices[0].value)
        if what in _INFIX:
            return self._infix(_INFIX[what], node, inner)
        if what in _TRUNCATED and _not_negative(node.a) and _not_negative(node.b):
            return self._infix(_TRUNCATED[what], node, inner)
        if what in _CALLS:
            operands = self._expression(node.a, False), self._expression(node.b, False)
            return None if None in operands else f"{_CALLS[what]}({operands[0]}, {operands[1]})"
        if what == "Call" and intrinsic(node) == "if_then_else":
            return self._choice(*arguments(node), inner)
        if what == "Select":
            return self._choice(node.condition, node.true_value, node.false_value, inner)
        if what == "Call":
            return self._shift(node, inner)
        return None

    def _choice(self, condition, yes, no, inner):
        """One of two numbers: the second one, and what the first one is more where the condition is 1."""
        parts = self._truth(condition), self._expression(yes, True), self._expression(no, True)
        if None in parts:
            return None
        text = f"{parts[2]} + {parts[0]} * ({parts[1]} - {parts[2]})"
        return f"({text})" if inner else text

    def _truth(self, node):
        """A condition on integers as 1 or 0, or None if it has no such form."""
        what = kind(node)
        if what in ("And", "Or"):
            sides = self._truth(node.a), self._truth(node.b)
            return None if None in sides else f"{'min' if what == 'And' else 'max'}({sides[0]}, {sides[1]})"
        if what == "Not":
            inside = self._truth(node.a)
            return None if inside is None else f"(1 - {inside})"
        if what not in _ORDERS:
            return None
        left, right = self._expression(node.a, True), self._expression(node.b, True)
        if left is None or right is None:
            return None
        return _ORDERS[what](left, right)

    def _infix(self, operator, node, inner):
        left, right = self._expression(node.a, True), self._expression(node.b, True)
        if left is None or right is None:
            return None
        text = f"{left} {operator} {right}"
        return f"({text})" if inner else text

    def _shift(self, node, inner):
        """A shift by a constant is a product or a quotient."""
        name, operands = intrinsic(node), arguments(node)
        if name not in ("shift_left", "shift_right") or kind(operands[1]) != "IntImm":
            return None
        value = self._expression(operands[0], True)
        if value is None:
            return None
        operator = "*" if name == "shift_left" else "floordiv"
        text = f"{value} {operator} {1 << operands[1].value}"
        return f"({text})" if inner else text


def _not_negative(node):
    """Whether an expression of sizes is never negative, as far as is seen."""
    what = kind(node)
    if what == "IntImm":
        return node.value >= 0
    if what in ("Add", "Mul", "FloorDiv", "FloorMod", "Div", "Mod", "Min"):
        return _not_negative(node.a) and _not_negative(node.b)
    if what == "Max":
        return _not_negative(node.a) or _not_negative(node.b)
    return what == "Var" or what == "Cast" and _not_negative(node.value)
