"""How large classes and lists of parameters are.

A class has at most 20 methods and 12 fields, a function 5 parameters. What had
more when the figure was new is a row of `utils/baseline/house-classes.txt` with
what it has: a row may only shrink, and goes when it is no longer needed.
"""
import re
from pathlib import Path

from .cpp import close_of, split_list

METHODS, FIELDS, PARAMETERS = 20, 12, 5

# Functions whose parameters MLIR's interfaces and generated declarations give.
_GIVEN = {"getIterationDomainTileFromResultTile", "getResultTilePosition", "inferReturnTypes", "verify"}

BASELINE = Path(__file__).resolve().parent.parent / "baseline" / "house-classes.txt"

_NO_MEMBER = re.compile(r"(?:using|friend|typedef|static_assert|enum|struct|class|union|template\s*<[^;{]*>\s*(?:class|struct|using))\b")


def _statements(body):
    """The members of a class: their text in front of `;` or of a body."""
    start, position = 0, 0
    while found := re.compile(r"[{;(]").search(body, position):
        if found.group(0) == "(":
            position = close_of(body, found.start()) + 1
            continue
        yield re.sub(r"\b(?:public|private|protected)\s*:(?!:)", "", body[start:found.start()]).strip()
        position = found.end() if found.group(0) == ";" else close_of(body, found.start()) + 1
        start = position


def _without_arguments(text):
    """Text without what is in angle brackets."""
    before = None
    while before != text:
        before, text = text, re.sub(r"<[^<>]*>", "", text)
    return text


def count_members(body):
    """The methods and fields of a class."""
    methods = fields = 0
    for statement in _statements(body):
        plain = _without_arguments(statement)
        if not plain or _NO_MEMBER.match(plain):
            continue
        declared = re.sub(r"\boperator\s*\S+?(?=\()", "operator", plain).split("=")[0]
        if "(" in declared:
            methods += 1
        elif not re.match(r"static\s+constexpr\b|constexpr\b", plain) and re.search(r"\w\s*[&*]*\s*\w", plain):
            fields += len(split_list(plain))
    return methods, fields


def measure(tree):
    """What is larger than it should be: rows of name and sizes."""
    rows = {}
    for found in tree.classes:
        sizes = count_members(found.body)
        if sizes[0] > METHODS or sizes[1] > FIELDS:
            rows[f"class {found.name}"] = sizes
    for found in tree.functions:
        if len(found.parameters) > PARAMETERS and found.name not in _GIVEN:
            name = f"function {found.owner + '::' if found.owner else ''}{found.name}"
            rows[name] = (max(len(found.parameters), *rows.get(name, (0,))),)
    return rows


def _known():
    rows = {}
    for line in BASELINE.read_text().splitlines() if BASELINE.exists() else ():
        *name, sizes = line.split(" ")
        rows[" ".join(name)] = tuple(map(int, sizes.split("/")))
    return rows


def write_baseline(tree):
    """Lists what is too large now as known."""
    BASELINE.write_text("".join(f"{name} {'/'.join(map(str, sizes))}\n" for name, sizes in sorted(measure(tree).items())))


def figures(tree):
    """Lines of the report, and what is wrong."""
    rows, known = measure(tree), _known()
    classes = [sizes for name, sizes in rows.items() if name.startswith("class ")]
    wrong = []
    for name, sizes in sorted(rows.items()):
        if name not in known:
            wrong.append(f"{name} has {'/'.join(map(str, sizes))}; a class has at most {METHODS} methods and {FIELDS} "
                         f"fields, a function {PARAMETERS} parameters")
        elif any(now > before for now, before in zip(sizes, known[name])):
            wrong.append(f"{name} has grown from {known[name]} to {sizes}")
    stale = [name for name, sizes in known.items() if rows.get(name) != sizes]
    lines = [f"classes of more than {METHODS} methods: {sum(sizes[0] > METHODS for sizes in classes)}",
             f"classes of more than {FIELDS} fields: {sum(sizes[1] > FIELDS for sizes in classes)}",
             f"functions of more than {PARAMETERS} parameters: {len(rows) - len(classes)}"]
    if stale:
        lines.append(f"rows of the baseline that can shrink (--write-baseline): {len(stale)}")
    return lines, wrong
