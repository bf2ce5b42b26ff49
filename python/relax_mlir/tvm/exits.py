"""Loops that end early, or go on early: flags say so, and what follows in the
loop's body runs where they are not set."""
from .versions import intrinsic, kind

_EXITS = {"break_loop": "break", "continue_loop": "continue"}
_TYPE = 'memref<1xi1, "local">'


def exit_of(node):
    """What a statement says: break, continue or nothing of these."""
    what = kind(node)
    if what in ("Break", "Continue"):
        return what.lower()
    value = node.value if what == "Evaluate" else None
    return _EXITS.get(intrinsic(value)) if kind(value) == "Call" else None


def exits_of(root):
    """What a body says of the loop around it; inner loops have their own."""
    found, stack = set(), [root]
    while stack:
        node = stack.pop()
        if kind(node) in ("For", "While"):
            continue
        found.add(exit_of(node))
        for name in ("body", "block", "then_case", "else_case", "seq"):
            child = getattr(node, name, None)
            if child is not None:
                stack += list(child) if kind(child) == "Array" else [child]
    return found - {None}


class Exits:
    """The flags of the loops around."""

    def __init__(self, statements):
        self._statements = statements
        self._text, self._values = statements.text, statements.values
        self._loops = []

    def enter(self, body):
        """Before a loop: flags for what its body says."""
        flags = {what: self._text.op(f"memref.alloc() : {_TYPE}", _TYPE)[0] for what in sorted(exits_of(body))}
        self._loops.append(flags)
        if "break" in flags:
            self._set("break", False)

    def leave(self):
        """Behind a loop."""
        self._loops.pop()

    def begin(self):
        """At the start of an iteration."""
        if "continue" in self._loops[-1]:
            self._set("continue", False)

    def write(self, what):
        """Writes what a statement says."""
        if not self._loops or what not in self._loops[-1]:
            self._text.fail(f"'{what}' stands in no loop")
        self._set(what, True)

    def breaks(self):
        """Whether the loop may end early."""
        return bool(self._loops) and "break" in self._loops[-1]

    def goes_on(self, *words):
        """A value that is true where none of these flags is set."""
        place, answer = self._values.constant(0, "index"), None
        for what in words:
            flag = self._loops[-1][what]
            loaded = self._text.op(f"memref.load {flag.name}[{place.name}] : {_TYPE}", "i1")[0]
            answer = loaded if answer is None else self._values.binary("arith.ori", answer, loaded)
        return self._values.binary("arith.xori", answer, self._values.constant(True, "i1"))

    def sequence(self, parts, write):
        """Writes statements; those behind one that may leave are guarded."""
        for number, part in enumerate(parts):
            write(number, part)
            words = sorted(exits_of(part)) if self._loops and self._loops[-1] else []
            if words and number + 1 < len(parts):
                self._guarded(words, lambda: self.sequence(parts[number + 1:], lambda i, rest: write(number + 1 + i, rest)))
                return

    def body(self, write):
        """Writes a loop's body, which does nothing once the loop has ended."""
        def whole():
            self.begin()
            write()
        if self.breaks():
            self._guarded(["break"], whole)
        else:
            whole()

    def _guarded(self, words, write):
        self._text.line(f"tir.if {self.goes_on(*words).name} {{")
        with self._text.indented():
            write()
        self._text.line("}")

    def _set(self, what, value):
        flag, place = self._loops[-1][what], self._values.constant(0, "index")
        self._text.line(f"memref.store {self._values.constant(value, 'i1').name}, {flag.name}[{place.name}] : {_TYPE}")
