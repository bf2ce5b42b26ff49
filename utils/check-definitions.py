#!/usr/bin/env python3
"""Check that each class has one definition.

Two classes of one name in one namespace are no error for compiler or linker,
which then mix their functions. A class that only one file knows belongs in an
anonymous namespace.
"""
import re

from source_tree import LITERALS, Check, blank_comments, files, line_of, short

_TOKEN = re.compile(r"namespace\s*([\w:]*)\s*\{|(?:struct|class|enum class|enum)\s+([\w:]+)[^;{}()=]*\{|\{|\}")


def definitions(text):
    """(name with namespaces, line) of each class outside other classes,
    functions and anonymous namespaces."""
    text = LITERALS.sub(lambda match: '""' + " " * (len(match.group(0)) - 2), blank_comments(text))
    scopes = []
    for match in _TOKEN.finditer(text):
        if match.group(0) == "}":
            if scopes:
                scopes.pop()
        elif match.group(0).startswith("namespace"):
            scopes.append(match.group(1) or None)
        else:
            if match.group(2) and all(scopes):
                yield "::".join(scopes + [match.group(2)]), line_of(text, match.start())
            scopes.append(None)


def main():
    check = Check("definitions", __doc__)
    places = {}
    # A tool is a program of its own.
    for path in files(("include", "lib"), (".h", ".cpp")):
        for name, line in definitions(path.read_text()):
            check.count += 1
            places.setdefault(name, []).append(f"{short(path)}:{line}")
    for name, found in places.items():
        if len(found) > 1:
            check.violation(name, f"{name} is defined more than once: {', '.join(found)}")
    check.finish("classes")


if __name__ == "__main__":
    main()
