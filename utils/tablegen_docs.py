"""What mlir-tblgen writes about ops, attributes, types and passes, made shorter for readers of the reference."""
import html
import json
import re
import subprocess
import sys
import textwrap
from functools import lru_cache

from source_tree import ROOT, llvm_tool, short

_INCLUDES = ["-I", str(ROOT / "include"), "-I", "/usr/lib/llvm-22/include"]

# Traits and interfaces whose name says nothing to a reader of IR; what a fact
# means is said once, at the head of docs/Dialects/Relax.md.
_FACTS = {
    "Commutative": "commutative",
    "ConstantLike": "a constant",
    "Relax_DataDependent": "the result's shape depends on values",
    "IsolatedFromAbove": "isolated from above",
    "RecursiveMemoryEffects": "side effects: those of its regions",
    "Terminator": "a terminator",
    "TIR_InPlaceOpTrait": "handles stay valid",
    "FunctionalStyleTransformOpTrait": "consumes its handle",
    "NavigationTransformOpTrait": "reads the payload only",
}
_KINDS = {"PatternIs": "fusion: {}", "PrecisionIs": "mixed precision: {}", "OrderIs": "axis order: {}"}
_STEP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@lru_cache(maxsize=None)
def _run(tool, generator, path):
    done = subprocess.run([llvm_tool(tool), generator, *_INCLUDES, str(path)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{tool} {generator} {short(path)} fails:\n{done.stderr}")
    return done.stdout


@lru_cache(maxsize=None)
def dump(path):
    """All records that a TableGen file sees, as JSON."""
    return json.loads(_run("llvm-tblgen", "--dump-json", path))


def instances(path, kind):
    """The named records of a class, by name."""
    records = dump(path)
    return {name: records[name] for name in records["!instanceof"].get(kind, []) if not name.startswith("anonymous")}


def sections(generator, path):
    """The sections that a generator of documentation writes: a text by title."""
    text = _run("mlir-tblgen", generator, path)
    parts = re.split(r"^### (.*)\n", re.sub(r"<!--.*?-->\n*", "", text), flags=re.M)
    return {parts[i].split(" (")[0]: parts[i + 1].strip("\n") for i in range(1, len(parts) - 1, 2)}


def first_line(path):
    """The sentence that a TableGen file begins with."""
    return path.read_text().split("\n", 1)[0].removeprefix("//").strip()


def cell(text):
    """Text in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def _plain_type(text):
    """A C++ type as a reader of IR would call it."""
    text = re.sub(r"::(?:mlir|llvm|relax|tir|relax_rt)(?:::schedule)?(?=::)|::(?=\w)", "", html.unescape(text))
    text = re.sub(r"(?:\w+::)+", "", text)
    return re.sub(r"ArrayRef<(.*)>", r"list of \1", text)


def _facts(traits, parents):
    """Traits in words; those that only C++ uses are left out."""
    words = []
    for trait in traits:
        name, _, parameter = trait.partition("<")
        parameter = parameter.removesuffix(">")
        if name in _KINDS:
            words.append(_KINDS[name].format(_STEP.sub("-", parameter.rsplit("::", 1)[-1]).lower()))
        elif name == "HasParent":
            names = [parents.get(one.strip().rsplit("::", 1)[-1]) for one in parameter.split(",")]
            words.append("inside " + " or ".join(f"`{one}`" for one in names if one))
        elif name in _FACTS:
            words.append(_FACTS[name])
    return words


def _listed(body, word):
    """The names after "Traits:" or the like."""
    found = re.search(rf"^{word}: (.*)$", body, re.M)
    return re.findall(r"`([^`]*)`", found.group(1)) if found else []


def _constraint(text):
    """What a constraint says of an operand, attribute or result."""
    return html.unescape(text).strip().replace("TransformHandleTypeInterface instance", "a handle")


def _arguments(body, fields, records):
    """Rows (what, name, description) of the tables at the end of an op."""
    defaults = {}
    for value, name in fields["arguments"]["args"]:
        record = records[value["def"]]
        if "AttrConstraint" in record["!superclasses"]:
            written = record.get("defaultValue")
            optional = "OptionalAttr" in record["!superclasses"]
            defaults[name] = f" (default `{_plain_type(written)}`)" if written else " (optional)" if optional else ""
    rows = []
    for kind in ("Operand", "Attribute", "Region", "Result", "Successor"):
        table = re.search(rf"^#### {kind}s:\n(.*?)(?=^#### |\Z)", body, re.M | re.S)
        if not table:
            continue
        cells = re.findall(r"^<tr><td><code>(.*?)</code></td><td>.*?</td><td>(.*?)</td></tr>", table.group(1), re.M)
        cells += re.findall(r"^\| `(.*?)` \| (.*?) \|$", table.group(1), re.M)
        for name, text in cells:
            default = defaults.get(name, "") if kind == "Attribute" else ""
            rows.append((kind.lower(), name, _constraint(text) + default))
    return rows


def op_section(body, fields, records, parents):
    """What mlir-tblgen says of an op, with its facts in words and one table."""
    text = re.split(r"^#### ", body, maxsplit=1, flags=re.M)[0]
    facts = _facts(_listed(body, "Traits"), parents)
    if any(name.startswith("NoMemoryEffect") for name in _listed(body, "Interfaces")):
        facts.insert(0, "no side effects")
    text = re.sub(r"^(?:Traits|Interfaces|Effects): .*\n*", "", text, flags=re.M)
    text = text.replace("\nSyntax:\n", "").replace("```mlir\n\n", "```mlir\n").strip("\n")
    text = re.sub(r"(```\noperation ::=.*?```)\n\n(.*)", r"\2\n\n\1", text, flags=re.S) if "operation ::=" in text else text
    lines = [text]
    if facts:
        lines.append(f"*Facts: {'; '.join(facts)}.*")
    rows = _arguments(body, fields, records)
    if rows:
        table = ["| | name | |", "| --- | --- | --- |"]
        table += [f"| {kind} | `{name}` | {cell(text)} |" for kind, name, text in rows]
        lines.append("\n".join(table))
    return "\n\n".join(lines)


def definition_section(body):
    """What mlir-tblgen says of an attribute, a type or an enumeration."""
    body = re.sub(r"^#### (Parameters|Cases):\n\n", "", body, flags=re.M)
    body = re.sub(r"^\| Parameter \|.*\n.*\n", "| parameter | type | |\n| --- | --- | --- |\n", body, flags=re.M)
    body = re.sub(r"^\| Symbol \| Value \| String \|\n.*\n", "| case | number | written |\n| --- | --- | --- |\n", body, flags=re.M)
    body = re.sub(r"^\| (\S+) \| `(.*?)` \| (.*?) \|$",
                  lambda m: f"| `{m[1]}` | {_plain_type(m[2])} | {m[3]} |", body, flags=re.M)
    return re.sub(r"::[\w:]+::(?=\w)", "", body).strip("\n")


def bullet(text):
    """An item of a list, in lines of at most 118 characters."""
    return textwrap.fill(text, 118, initial_indent="* ", subsequent_indent="  ", break_long_words=False,
                         break_on_hyphens=False)
