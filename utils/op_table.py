"""The operators as their definitions in .td files declare them."""
import json
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache

from source_tree import ROOT, files, llvm_tool

_LLVM_INCLUDE = "/usr/lib/llvm-22/include"


@dataclass(frozen=True)
class Operator:
    """One operator: its name, where it is defined, and what it is made of."""
    name: str
    cpp_class: str
    # The .td file's stem, such as "UnaryOps".
    file: str
    operands: tuple
    attributes: tuple
    results: tuple
    # Traits and interfaces as C++ names them; parameters of traits in <>.
    traits: frozenset


def _flat(dump, traits):
    """The names of traits, those inside lists of traits too."""
    for reference in traits:
        fields = dump[reference["def"]]
        if "TraitList" in fields["!superclasses"]:
            yield from _flat(dump, fields["traits"])
        name = fields.get("trait") or fields.get("cppInterfaceName") or fields.get("cppClassName")
        if name:
            yield name


def _arguments(dump, fields):
    """The names of an op's operands, and of its attributes."""
    operands, attributes = [], []
    for value, name in fields["arguments"]["args"]:
        classes = dump[value["def"]]["!superclasses"]
        (attributes if "AttrConstraint" in classes else operands).append(name)
    return tuple(operands), tuple(attributes)


@lru_cache(maxsize=None)
def operators(dialect="Relax"):
    """All operators of a dialect by name."""
    found = {}
    for path in files((f"include/Relax/Dialect/{dialect}/IR",), (".td",)):
        if not path.stem.endswith("Ops"):
            continue
        run = subprocess.run([llvm_tool("llvm-tblgen"), "--dump-json", "-I", str(ROOT / "include"),
                              "-I", _LLVM_INCLUDE, str(path)], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stderr)
        dump = json.loads(run.stdout)
        for name in dump["!instanceof"]["Op"]:
            fields = dump[name]
            operands, attributes = _arguments(dump, fields)
            results = tuple(result[1] for result in fields["results"]["args"])
            found[fields["opName"]] = Operator(fields["opName"], name.split("_", 1)[-1], path.stem, operands,
                                               attributes, results, frozenset(_flat(dump, fields["traits"])))
    return found
