"""The project's files as the checks see them, and how a check reports."""
import argparse
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_LLVM_BIN = Path("/usr/lib/llvm-22/bin")
_LLVM_INCLUDE = "/usr/lib/llvm-22/include"

# An adjacent run of C++ string literals, "a" "b".
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = re.compile(_LITERAL + r"(?:\s*" + _LITERAL + ")*")


def llvm_tool(name):
    """The path of a tool of LLVM 22."""
    return str(_LLVM_BIN / name)


def files(folders, suffixes):
    """Sorted paths of the files in folders of the project."""
    found = []
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and path.is_file():
                found.append(path)
    return sorted(found)


def short(path):
    """A path as reports print it."""
    return os.path.relpath(path, ROOT)


def literal_text(literals):
    """The text of a run of C++ string literals."""
    parts = re.findall(_LITERAL, literals)
    text = "".join(part[1:-1] for part in parts)
    return text.replace('\\"', '"').replace("\\\\", "\\").replace("\\n", "\n")


def blank_comments(text):
    """C++ text with comments blanked; positions and lines stay."""

    def blank(match):
        found = match.group(0)
        if found[0] in "\"'":
            return found
        return re.sub(r"[^\n]", " ", found)

    pattern = r"//[^\n]*|/\*.*?\*/|" + _LITERAL + r"|'(?:[^'\\\n]|\\.)'"
    return re.sub(pattern, blank, text, flags=re.S)


def line_of(text, position):
    """The line number of a position."""
    return text.count("\n", 0, position) + 1


def records(path):
    """The records that a TableGen file itself defines, and all classes of
    each: a list of (name, fields, superclasses)."""
    run = subprocess.run(
        [llvm_tool("llvm-tblgen"), "--dump-json", "-I", str(ROOT / "include")]
        + ["-I", str(path.parent), "-I", _LLVM_INCLUDE, str(path)],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        sys.exit(run.stderr)
    text = path.read_text()
    found = []
    for name, fields in json.loads(run.stdout).items():
        if not isinstance(fields, dict) or "!locs" not in fields:
            continue
        # A location is a file's last name and a line.
        if any(place.rsplit(":", 1)[0] == path.name for place in fields["!locs"]):
            if re.search(r"\b%s\b" % re.escape(name), text):
                found.append((name, fields, fields["!superclasses"]))
    return found


def mlir_blocks(description):
    """The ```mlir blocks of a description, without common indentation."""
    pattern = re.compile(r"^[ ]*```mlir\n(.*?)^[ ]*```", re.S | re.M)
    return [textwrap.dedent(match.group(1)) for match in pattern.finditer(description)]


class Check:
    """Collects violations and compares them with the baseline.

    A baseline, utils/baseline/<check>.txt, lists violations that are known,
    one a line; it may only shrink: a line that no longer applies is named.
    """

    def __init__(self, name, description, needs_build=False):
        parser = argparse.ArgumentParser(description=description)
        if needs_build:
            parser.add_argument("--build", default="build", help="the build folder")
        parser.add_argument("--write-baseline", action="store_true",
                            help="list what is wrong now as known; to be used once, when a check is new")
        self.arguments = parser.parse_args()
        self._name = name
        self._violations = {}
        self.count = 0

    def tool(self, name):
        """The path of a tool of the build under test."""
        return str(Path(self.arguments.build).resolve() / "bin" / name)

    def violation(self, key, text):
        """Reports a violation; `key` names it in the baseline."""
        self._violations[key] = text

    def finish(self, what):
        """Prints the report and ends the process."""
        path = ROOT / "utils/baseline" / (self._name + ".txt")
        if self.arguments.write_baseline and self._violations:
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(sorted(self._violations)) + "\n")
        known = set(path.read_text().splitlines()) if path.exists() else set()
        new = {key: text for key, text in self._violations.items() if key not in known}
        stale = sorted(known - set(self._violations))
        for text in new.values():
            print(text)
        for key in stale:
            print(f"{short(path)}: no longer needed, remove: {key}")
        print(f"{self.count} {what}, {len(new)} violations, {len(known)} in the baseline")
        sys.exit(1 if new else 0)
