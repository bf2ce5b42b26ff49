#!/usr/bin/env python3
"""Check that each op, type and attribute has an example, and that it parses.

An example is an ```mlir block in a description. It is either whole, something
that relax-opt takes as it is, or it is

  * lines that are each a type or an attribute;
  * ops of a function body. Values and symbols that it does not define become
    parameters of the function around it; the terminator is added.

Blocks in another language (```text) are not looked at. Those of README.md and
of the pages in docs/ have to parse too.

What an example needs around it is found by asking relax-opt, several times for
most; so all examples ask together, in rounds of one run each.
"""
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
_REPORT = re.compile(r"<stdin>:(\d+):(\d+): (?:error|note): (.*)")
_WANTED = re.compile(r"previously used here with type '(.*)'")
_MISTYPED = re.compile(r"definition of SSA value '(%[\w$.-]+)#0' has type")
_TYPE = re.compile(r"[!#]|(?:tensor|memref|tuple|vector)<")
_NAME = re.compile(r"%[\w$.-]+")


def parse_all(tool, texts):
    """For each text None if relax-opt takes it, else its errors and their notes:
    line, column and message of each."""
    mark = "// -----\n"
    run = subprocess.run([tool, "--split-input-file", "-"], input=mark.join(text.rstrip("\n") + "\n" for text in texts),
                         capture_output=True, text=True)
    reports = [(int(line), int(column), message) for line, column, message in _REPORT.findall(run.stderr)]
    if (run.returncode == 0) != (not reports):
        raise SystemExit(f"{tool} ended with {run.returncode}, and {len(reports)} reports:\n{run.stderr[-2000:]}")
    results, first = [], 1
    for text in texts:
        lines = text.rstrip("\n").count("\n") + 1
        found = [(line - first + 1, column, message) for line, column, message in reports if first <= line <= first + lines]
        results.append(found or None)
        first += lines + 1
    return results


def ask_together(tool, questions):
    """Runs generators that yield a text and get what `parse_all` gives for it;
    returns what each of them returns."""
    answers, results = {key: None for key in questions}, {}
    while answers:
        texts = {}
        for key, answer in answers.items():
            try:
                texts[key] = questions[key].send(answer)
            except StopIteration as end:
                results[key] = end.value
        answers = dict(zip(texts, parse_all(tool, list(texts.values())))) if texts else {}
    return results


def free_values(body):
    """Name and type of each value that a body uses and does not define.

    They are found by asking: the parser accepts a use before the definition
    and names the type if a definition that follows has another one.
    """
    types = {}
    for _ in range(100):
        definitions = "".join(f"{name} = builtin.unrealized_conversion_cast to {type}\n"
                              for name, type in types.items())
        text = body + "\n" + definitions
        lines, changed, mistyped = text.splitlines(), False, None
        for line, column, message in (yield text) or []:
            if _UNDECLARED.search(message):
                name = _NAME.match(lines[line - 1], column - 1).group(0)
                changed |= types.setdefault(name, "none") is not None
            wanted = _WANTED.search(message)
            if wanted and mistyped and types.get(mistyped.group(1)) == "none":
                types[mistyped.group(1)] = wanted.group(1)
                changed = True
            mistyped = _MISTYPED.search(message)
        if not changed:
            return types
    return types


def symbols(text):
    """Symbols of dims and shapes in a text, to be defined by a parameter."""
    found = set()
    for inside in re.findall(r"<\[(.*?)\]|\bvars \[(.*?)\]|\b(?:shape|prim_value) (\[.*?\]|[\w +*-]+?) :", text):
        found |= set(re.findall(r"[A-Za-z_]\w*", " ".join(inside)))
    return sorted(found - {"floordiv", "floormod", "ceildiv", "min", "max", "rank"})


def forms(block):
    """The texts of which one has to parse; asks for the values that ops use."""
    lines = [re.sub(r"\s*//.*", "", line) for line in block.splitlines()]
    lines = [line for line in lines if line]
    if lines and all(_TYPE.match(line) for line in lines):
        return ["".join(f"%{i} = builtin.unrealized_conversion_cast to none {{example = {line}}}\n"
                        for i, line in enumerate(lines))]
    if re.search(r"^\s*(?:\w+\.func|module)\b", block, re.M):
        return []
    # Buffers come before scalars in a tensor program.
    values = sorted((yield from free_values(block)).items(), key=lambda value: value[1] == "index")
    parameters = [f"{name}: {type}" for name, type in values]
    names = symbols(block)
    first = [f"%relax_symbols: !relax.shape<[{', '.join(names)}]>"] if names else []
    return [function.format(parameters=", ".join((first if function.startswith("relax") else []) + parameters), body=block)
            for function in _FUNCTIONS]


def problem(block):
    """None if an example parses, else the first error of each way to read it."""
    errors = []

    def is_taken(text):
        reports = yield text
        if reports:
            line, _, message = reports[0]
            errors.append(f"  {message}\n    in: {text.splitlines()[line - 1]}")
        return not reports

    if (yield from is_taken(block)):
        return None
    for text in (yield from forms(block)):
        if (yield from is_taken(text)):
            return None
    return "\n".join(errors)


def main():
    check = Check("op-examples", __doc__.splitlines()[0], needs_build=True)
    blocks = {}
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
    problems = ask_together(check.tool("relax-opt"), {block: problem(block) for block in blocks})
    for block, (name, where) in blocks.items():
        if problems[block]:
            check.violation(name, f"{where}: the example does not parse:\n{problems[block]}")
    check.finish("examples")


if __name__ == "__main__":
    main()
