"""Runs the programs of docs/PythonBindings.md, in one process, in their order."""
import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/PythonBindings.md"


def main():
    names = {}
    programs = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    assert len(programs) == 3, f"expected 3 programs in {PAGE}, found {len(programs)}"
    for program in programs:
        exec(compile(program, str(PAGE), "exec"), names)


if __name__ == "__main__":
    main()
