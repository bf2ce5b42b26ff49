#!/usr/bin/env python3
"""Check that no room includes a header of a room above it, and no cycle of headers.

A room is a folder. `_LAYERS` orders the rooms from below; a room may include
its own headers, those of layers below and those of its own layer, which has
rooms that do not depend in a circle. An include upwards that is meant is a row
of `_EXCEPTIONS` with its reason.
"""
import re

from source_tree import ROOT, Check, files, short

# The first prefix of a path that matches names its room.
_LAYERS = (
    ("Support",),
    ("Dialect/Relax/IR",),
    ("Dialect/TIR/IR", "Dialect/Runtime", "Dialect/StableHLO"),
    ("Dialect/TIR/Analysis",),
    ("Dialect/TIR/Schedule",),
    ("Dialect/TIR/Transforms",),
    ("Dialect/TIR/TransformOps", "Dialect/Relax"),
    ("Kernels",),
    ("Kernels/TransformOps",),
    ("Analysis",),
    ("Target/TVMScript",),
    ("Reference",),
    ("Conversion", "Transforms/Device"),
    ("Transforms", "Import"),
    ("Target",),
    ("Pipelines",),
    ("InitAll", "Precompiled"),
    ("CAPI", "relax-mlir-c"),
    ("Python",),
    ("Stress", "tools"),
)

_EXCEPTIONS = {
    ("Reference", "Conversion"): "an operator means its lowering: the interpreter executes the legalisation",
    ("Target/TVMScript", "InitAll"): "the translation registers the dialects that its input may have",
}

_INCLUDE = re.compile(r'^#include "((?:Relax|Stress)/[^"]+)"', re.M)


def _room(name):
    """The room of a file below `Relax/`, and the number of its layer."""
    best = ("", -1)
    for number, rooms in enumerate(_LAYERS):
        for room in rooms:
            inside = name == room or name.startswith((room + "/", room + "."))
            if inside and len(room) > len(best[0]):
                best = (room, number)
    return best


def _name(path):
    """A path as includes have it."""
    parts = short(path).split("/")
    if parts[0] == "include":
        return "/".join(parts[1:])
    if parts[:2] == ["test", "lib"]:
        return "/".join(parts[2:])
    return "/".join(["Relax"] + parts[1:]) if parts[0] == "lib" else "/".join(parts)


def _below_relax(name):
    return name.removeprefix("Relax/")


def _find_cycle(edges):
    """A circle of headers that include each other; empty if there is none."""
    done = set()

    def visit(name, path):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done:
            return []
        done.add(name)
        for other in sorted(edges.get(name, ())):
            found = visit(other, path + [name])
            if found:
                return found
        return []

    for name in sorted(edges):
        found = visit(name, [])
        if found:
            return found
    return []


def main():
    check = Check("layers", __doc__.splitlines()[0])
    headers = {}
    used = set()
    for path in files(("include", "lib", "tools", "test/lib"), (".h", ".cpp")):
        name = _name(path)
        room, layer = _room(_below_relax(name))
        if layer < 0:
            check.violation(name, f"{short(path)}: no room of utils/check-layers.py has it")
            continue
        for include in _INCLUDE.findall(path.read_text()):
            check.count += 1
            if path.suffix == ".h":
                headers.setdefault(name, set()).add(include)
            other, above = _room(_below_relax(include))
            if above <= layer:
                continue
            if (room, other) in _EXCEPTIONS:
                used.add((room, other))
                continue
            check.violation(f"{short(path)}: {include}",
                            f"{short(path)}: '{include}' is of {other}, above {room}")
    for exception in set(_EXCEPTIONS) - used:
        check.violation(str(exception), f"utils/check-layers.py: nothing needs the exception {exception}")
    cycle = _find_cycle(headers)
    if cycle:
        check.violation("cycle", "headers include each other: " + " -> ".join(cycle))
    check.finish("includes")


if __name__ == "__main__":
    main()
