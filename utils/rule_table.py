"""The numbered rules of the dialects and of the contract passes, as their
definitions in .td files say."""
import re
from dataclasses import dataclass, field

from source_tree import files, records, short

_DEFINITION = re.compile(r"^(def|class)\s+(\w+)\b", re.M)
_RULE = re.compile(r"^[ ]*\*[ ]*\*\*R(\d+)\*\*(.*?)(?=^[ ]*\*[ ]*\*\*R|^[ ]*\n|\}\])", re.M | re.S)

# What the rules of all ops that derive the types of their results are.
TYPE_RULES = {
    "TYPE-1": "there is a result for each type that the operands give",
    "TYPE-2": "no declared type provably differs from what the operands give",
    "TYPE-3": "no dimension of a result is provably negative",
    "TYPE-4": "elements of operands and results are i1, or signless or unsigned integers or floats of 8, 16, 32 or 64 bits",
    "TYPE-5": "64 bits hold the number of bytes of each operand and result, where an unknown size is taken for 1",
}


@dataclass
class Rule:
    """One numbered rule of a definition or a class of definitions."""
    path: str
    definition: str
    number: int
    text: str
    # Whether a trait or a constraint holds it: then MLIR's own words report it.
    by_constraint: bool
    # What diagnostics call it, for each op, attribute or type that has it.
    ids: list = field(default_factory=list)

    @property
    def has_id(self):
        """Whether diagnostics print an id of its own."""
        return not self.by_constraint and "(TYPE-" not in self.text


def definitions(text):
    """(kind, name, text, position) of each definition and class."""
    starts = list(_DEFINITION.finditer(text))
    for index, match in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        yield match.group(1), match.group(2), text[match.start():end], match.start()


def _owner(fields, classes):
    """What diagnostics call an op, an attribute, a type, a dialect or a pass."""
    if "PassBase" in classes:
        return fields["argument"]
    if "Dialect" in classes:
        return fields["name"]
    if "Op" in classes:
        return fields["opDialect"]["def"].split("_")[0].lower() + "." + fields["opName"]
    if "AttrDef" in classes:
        return "#relax." + fields["mnemonic"]
    if "TypeDef" in classes:
        return "!relax." + fields["mnemonic"]
    return None


def _writer(number, name, classes, bodies):
    """The definition or the class that writes rule `number` of a record: the
    nearest one that does."""
    for owner in [name] + classes[::-1]:
        if f"**R{number}**" in bodies.get(owner, ""):
            return owner
    return None


def rules():
    """All rules of the relax and tir dialects and of the contract passes, in
    the order of the files."""
    found = []
    folders = ("include/Relax/Dialect/Relax", "include/Relax/Dialect/TIR", "include/Relax/Transforms/Contracts")
    for path in [path for folder in folders for path in files((folder,), (".td",))]:
        text = path.read_text()
        if "**R" not in text:
            continue
        bodies = {name: body for _, name, body, _ in definitions(text)}
        owners = [(name, _owner(fields, classes), classes) for name, fields, classes in records(path)]
        for name, body in bodies.items():
            for match in _RULE.finditer(body):
                number = int(match.group(1))
                words = " ".join(match.group(2).split()).rstrip(";.")
                rule = Rule(short(path), name, number, words,
                            bool(re.search(r"//.*\bR%d\b" % number, body)))
                rule.ids = [f"{owner} R{number}" for record, owner, classes in owners
                            if owner and _writer(number, record, classes, bodies) == name]
                found.append(rule)
    return found
