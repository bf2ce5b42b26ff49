"""Text of a module in the making: lines, names of values, and where we are."""
import re
from contextlib import contextmanager
from dataclasses import dataclass

_PLAIN_SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*$")


class ExportError(ValueError):
    """What cannot be expressed, with the path inside the module to it."""


@dataclass(frozen=True)
class Value:
    """A value of the text."""

    name: str
    type: str


class Fields(list):
    """The results of one op where TVM has one tuple of them."""


@dataclass(frozen=True)
class Closure:
    """A function of the module whose last parameters are bound."""

    callee: object
    captured: list


def string(text):
    """A string attribute."""
    escaped = (f"\\{byte:02X}" if byte < 32 or byte > 126 or byte in b'"\\' else chr(byte)
               for byte in str(text).encode())
    return '"' + "".join(escaped) + '"'


def symbol(name):
    """A reference to a symbol."""
    return f"@{name}" if _PLAIN_SYMBOL.match(name) else f"@{string(name)}"


def plural(types):
    """Result types of a functional type."""
    types = list(types)
    return types[0] if len(types) == 1 and not types[0].startswith("(") else f"({', '.join(types)})"


class Text:
    """Lines at their indentation; fresh names; the path to what is written."""

    def __init__(self):
        self.lines = []
        self.depth = 0
        self._count = 0
        self._path = []

    def line(self, text):
        """Writes a line."""
        self.lines.append("  " * self.depth + text)

    @contextmanager
    def indented(self):
        """What is written inside stands deeper."""
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def at(self, place):
        """Errors inside name `place`."""
        self._path.append(place)
        yield
        self._path.pop()

    def fail(self, message):
        """Raises the error for the place that is being written."""
        raise ExportError(f"{' / '.join(self._path)}: {message}" if self._path else message)

    def fresh(self):
        """A name for a value."""
        self._count += 1
        return f"%{self._count - 1}"

    def op(self, text, *types):
        """Writes an op; gives its results, one of each type."""
        if not types:
            self.line(text)
            return []
        name = self.fresh()
        if len(types) == 1:
            self.line(f"{name} = {text}")
            return [Value(name, types[0])]
        self.line(f"{name}:{len(types)} = {text}")
        return [Value(f"{name}#{i}", type) for i, type in enumerate(types)]
