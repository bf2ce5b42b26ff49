#!/usr/bin/env python3
"""Check that each op, type and attribute has an example, and that it parses.

An example is an ```mlir block in a description. It is either whole, something
that relax-opt takes as it is, or it is

  * lines that are each a type or an attribute;
  * ops of a function body. Values and symbols that it does not define become
    parameters of the function around it; the terminator is added.

Blocks in another language (```text) are not looked at. Those of README.md and
of the pages in docs/ have to parse too.
"""
import concurrent.futures
import re
import subprocess

from source_tree import ROOT, Check, files, mlir_blocks, records, short

# What stands around ops of a function body; tried one after the other.
_FUNCTIONS = (
    "relax.func private impure @example({parameters}) {{\n{body}\nrelax.return\n}}\n",
    "tir.func private @example({parameters}) attributes {{num_inputs = 0}} {{\n{body}\ntir.return\n}}\n",
    "func.func private @example({parameters}) {{\n{body}\nreturn\n}}\n",
)
# Kinds of records that need an example, by a class they derive from.
_KINDS = {"Op": "op", "TypeDef": "type", "AttrDef": "attribute"}

_UNDECLARED = re.compile(r"use of undeclared SSA value name")
_LOCATION = re.compile(r"<stdin>:(\d+):(\d+): error: (.*)")
_WANTED = re.compile(r"previously used here with type '(.*)'")
_MISTYPED = re.compile(r"definition of SSA value '(%[\w$.-]+)#0' has type")
_TYPE = re.compile(r"[!#]|(?:tensor|memref|tuple|vector)<")
_NAME = re.compile(r"%[\w$.-]+")


def parse(tool, text):
    """None if relax-opt takes the text, else its errors."""
    run = subprocess.run([tool, "-"], input=text, capture_output=True, text=True)
    return None if run.returncode == 0 else run.stderr


def free_values(tool, body):
    """Name and type of each value that a body uses and does not define.

    They are found by asking: the parser accepts a use before the definition
    and names the type if a definition that follows has another one.
    """
    types = {}
    for _ in range(100):
        definitions = "".join(f"{name} = builtin.unrealized_conversion_cast to {type}\n"
                              for name, type in types.items())
        text = body + "\n" + definitions
        errors = parse(tool, text) or ""
        lines, changed = text.splitlines(), False
        for line, column, message in _LOCATION.findall(errors):
            if _UNDECLARED.search(message):
                name = _NAME.match(lines[int(line) - 1], int(column) - 1).group(0)
                changed |= types.setdefault(name, "none") is not None
        mistyped, wanted = _MISTYPED.search(errors), _WANTED.search(errors)
        if mistyped and wanted and types.get(mistyped.group(1)) == "none":
            types[mistyped.group(1)] = wanted.group(1)
            changed = True
        if not changed:
            return types
    return types


def symbols(text):
    """Symbols of dims and shapes in a text, to be defined by a parameter."""
    found = set()
    for inside in re.findall(r"<\[(.*?)\]|\bvars \[(.*?)\]|\b(?:shape|prim_value) (\[.*?\]|[\w +*-]+?) :", text):
        found |= set(re.findall(r"[A-Za-z_]\w*", " ".join(inside)))
    return sorted(found - {"floordiv", "floormod", "ceildiv", "min", "max", "rank"})


def whole_forms(tool, block):
    """The texts of which one has to parse."""
    yield block
    lines = [re.sub(r"\s*//.*", "", line) for line in block.splitlines()]
    lines = [line for line in lines if line]
    if lines and all(_TYPE.match(line) for line in lines):
        yield "".join(f"%{i} = builtin.unrealized_conversion_cast to none {{example = {line}}}\n"
                      for i, line in enumerate(lines))
        return
    if re.search(r"^\s*(?:\w+\.func|module)\b", block, re.M):
        return
    # Buffers come before scalars in a tensor program.
    values = sorted(free_values(tool, block).items(), key=lambda value: value[1] == "index")
    parameters = [f"{name}: {type}" for name, type in values]
    names = symbols(block)
    for function in _FUNCTIONS:
        first = []
        if names and function.startswith("relax"):
            first = [f"%relax_symbols: !relax.shape<[{', '.join(names)}]>"]
        yield function.format(parameters=", ".join(first + parameters), body=block)


def problem(tool, block):
    """None if an example parses, else the first error of each way to read it."""
    errors = []
    for text in whole_forms(tool, block):
        error = parse(tool, text)
        if error is None:
            return None
        first = next(iter(_LOCATION.findall(error)), ("1", "1", error))
        errors.append(f"  {first[2]}\n    in: {text.splitlines()[int(first[0]) - 1]}")
    return "\n".join(errors)


def main():
    check = Check("op-examples", __doc__.splitlines()[0], needs_build=True)
    blocks, tool = {}, check.tool("relax-opt")
    for path in files(("include",), (".td",)):
        for name, fields, classes in records(path):
            kind = next((_KINDS[base] for base in _KINDS if base in classes), None)
            if not kind or "EnumAttr" in classes:
                continue
            check.count += 1
            examples = mlir_blocks(fields.get("description") or "")
            if not examples:
                check.violation(name, f"{short(path)}: {name}: the {kind} has no example")
            for block in examples:
                blocks.setdefault(block, (name, f"{short(path)}: {name}"))
    for path in [ROOT / "README.md"] + files(("docs",), (".md",)):
        for block in mlir_blocks(path.read_text()):
            check.count += 1
            blocks.setdefault(block, (short(path), short(path)))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = pool.map(lambda block: problem(tool, block), blocks)
        for (name, where), text in zip(blocks.values(), problems):
            if text:
                check.violation(name, f"{where}: the example does not parse:\n{text}")
    check.finish("examples")


if __name__ == "__main__":
    main()
