#!/usr/bin/env python3
"""Check that the places that CONTRIBUTING.md names exist: `<Family>`, X and {a,b} stand for any name."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_ROOMS = "docs|examples|include|lib|python|runtime|scripts|test|tools|utils"


def main():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    places = sorted(set(re.findall(rf"`((?:{_ROOMS})(?:/[\w.<>*{{}},-]+)+)`", text)))
    wrong = []
    for place in places:
        pattern = re.sub(r"<\w+>|\{[^}]*\}|\bX\b", "*", place)
        if not any(ROOT.glob(pattern)):
            wrong.append(f"CONTRIBUTING.md: there is no {place}")
    print(f"{len(places)} places, {len(wrong)} violations")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
