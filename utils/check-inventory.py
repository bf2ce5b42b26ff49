#!/usr/bin/env python3
"""Check that every operator of utils/inventory.txt is defined, as it says.

Each operator of the reference system has a definition in a .td file of its
family, which has a .cpp file of the same stem; its operands and attributes are
the inventory's, but for the differences that the inventory names; and so are
the facts that passes ask for.
"""
import re
from dataclasses import dataclass

from op_table import operators
from source_tree import ROOT, Check

_INVENTORY = ROOT / "utils/inventory.txt"
_POLICY = {"always": "Always", "follow": "Follow", "never": "Never"}
_PURE = {"AlwaysSpeculatableImplTrait"}
# What an argument may be instead of an argument of ours.
_ELSEWHERE = {"@type", "@bytes", "@storage"}


@dataclass
class Entry:
    """An operator of the reference system."""
    family: str
    files: list
    name: str
    arguments: list
    facts: set
    differences: list


def entries():
    """The operators of the inventory."""
    family, places = "", []
    for line in _INVENTORY.read_text().splitlines():
        if line.startswith("family "):
            family, _, places = line.removeprefix("family ").partition(": ")
        elif line and not line.startswith("#"):
            cells = [cell.split() for cell in line.split("|")] + [[]]
            name, operands, attributes, facts, differences = cells[:5]
            yield Entry(family, [place + "Ops" for place in places.split()], name[0], operands + attributes,
                        set(facts), differences)


def argument_errors(entry, operator):
    """What is wrong about the names of operands and attributes."""
    ours = {*operator.operands, *operator.attributes}
    renamed = dict(text.split("=") for text in entry.differences if "=" in text)
    added = {text[1:] for text in entry.differences if text.startswith("+")}
    expected = set(added)
    for name in entry.arguments:
        places = set(renamed.get(name, name).split(","))
        if not places <= _ELSEWHERE:
            expected |= places
    for name in sorted(expected - ours):
        yield f"has no operand or attribute '{name}'"
    for name in sorted(ours - expected):
        yield f"has '{name}', which the inventory has not"
    for name in sorted(set(renamed) - set(entry.arguments)):
        yield f"is said to differ in '{name}', which the inventory has not"


def parameter(operator, trait):
    """The last word of the parameter of a trait, or nothing."""
    for text in operator.traits:
        match = re.match(trait + r"<.*::(\w+)>", text)
        if match:
            return match.group(1)
    return None


def fact_errors(entry, operator):
    """What is wrong about the facts."""
    # What computes no tensor has none of these.
    computes = "OpPatternInterface::Trait" in operator.traits
    policy = parameter(operator, "PrecisionIs") or "Never"
    expected = next(_POLICY[fact] for fact in entry.facts if fact in _POLICY)
    if policy != expected:
        yield f"has the policy {policy} for mixed precision, expected {expected}"
    if computes != ("MixedPrecisionInterface::Trait" in operator.traits):
        yield "has a pattern without a policy for mixed precision, or the other way round"
    order = parameter(operator, "OrderIs")
    if computes and not order:
        yield "does not say what it needs for axes in another order"
    if "layout" in entry.facts and (order == "AsWritten") != ("@written" in entry.differences):
        yield f"needs {order} for axes in another order, which is not what the inventory says"
    if "impure" in entry.facts and operator.traits & _PURE:
        yield "has no effect, but the inventory's has"
    if "data-dependent" in entry.facts and "DataDependent" not in operator.traits:
        yield "does not say that its result depends on data"


def main():
    check = Check("inventory", __doc__.splitlines()[0])
    known = operators()
    families = set()
    for entry in entries():
        check.count += 1
        families.add(entry.family)
        operator = known.get(entry.name)
        if not operator:
            check.violation(entry.name, f"relax.{entry.name}: no .td file defines it")
            continue
        errors = [*argument_errors(entry, operator), *fact_errors(entry, operator)]
        if operator.file not in entry.files:
            errors.append(f"is defined in {operator.file}.td, expected {' or '.join(entry.files)}")
        if not (ROOT / f"lib/Dialect/Relax/IR/{operator.file}.cpp").exists():
            errors.append(f"has no {operator.file}.cpp")
        for error in errors:
            check.violation(f"{entry.name} {error}", f"relax.{entry.name}: {error}")
    check.finish(f"operators of {len(families)} families")


if __name__ == "__main__":
    main()
