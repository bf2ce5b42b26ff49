#!/usr/bin/env python3
"""Write docs/Rules.md, the table of all rules; --check says if it is old."""
import sys

from rule_table import TYPE_RULES, rules
from source_tree import ROOT

_HEAD = """# Rules of the verifiers

*For those who read a diagnostic: every rule of the verifiers, by the id that the message ends with.*

Written by `utils/rules-doc.py` from the definitions in `include/Relax/Dialect`
and `include/Relax/Transforms/Contracts`; `check-rules` asks for a check and a
test of each, `check-rules-needed` shows that a test fails without it
(`relax-opt --test-disable-rule=ID`). A diagnostic ends with the id of its rule:
`[relax.memory.kill_tensor R1]`. *MLIR* marks a rule that a trait or a
constraint holds, in MLIR's own words.

Rules that no op can see alone are those of the contract passes, which report
every violation in a module. How these rules answer the reference system's is
in [WellFormedness.md](WellFormedness.md).

## All ops that derive the types of their results

| id | holds |
| --- | --- |
"""


def _names(rule):
    """The ids of a rule, those of a family in one."""
    owners = [name.rsplit(" ", 1)[0] for name in rule.ids]
    if len(owners) == 1:
        return f"`{owners[0]} R{rule.number}`"
    return f"R{rule.number} of {', '.join('`%s`' % owner for owner in sorted(owners))}"


def text():
    """The page."""
    lines = [_HEAD + "\n".join(f"| `{name}` | {holds} |" for name, holds in TYPE_RULES.items())]
    path = None
    for rule in rules():
        if rule.path != path:
            path = rule.path
            family = path.split("/")[-1].removesuffix(".td")
            title = "Contract passes" if "Contracts" in path else f"{path.split('/')[3].lower()}: {family}"
            lines.append(f"\n## {title}\n\n| id | holds |\n| --- | --- |")
        mark = " *MLIR*" if rule.by_constraint else ""
        lines.append(f"| {_names(rule)} | {rule.text.replace('|', chr(92) + '|')}{mark} |")
    return "\n".join(lines) + "\n"


def main():
    page = ROOT / "docs/Rules.md"
    if "--check" not in sys.argv[1:]:
        page.write_text(text())
    elif not page.exists() or page.read_text() != text():
        sys.exit("docs/Rules.md is old; run utils/rules-doc.py")


if __name__ == "__main__":
    main()
