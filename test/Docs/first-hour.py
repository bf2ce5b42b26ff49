#!/usr/bin/env python3
"""Run every command of a page in one shell, and compare what it prints with what the page shows: docs/FirstHour.md,
docs/Profiling.md and docs/Deploy.md, or those that --pages names.

In a ```console block a line "$ ..." is a command, "> ..." goes on with it, and the rest is its output: `...` stands
for anything in a line, a line of only `...` for any lines. A command fails if and only if "error:" is in what the page shows.
A ```mlir or ```python block with title="FILE" is that file of examples/first-hour, or a part of it.
--write puts what the commands print into the page where it differs.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("docs/FirstHour.md", "docs/Profiling.md", "docs/Deploy.md")
_MARK = "=first-hour="


def parse(text):
    """The commands of a page: (start, end, command, shown output), with positions of the output."""
    found = []
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.M | re.S):
        position, command, start = block.start(1), None, 0
        for line in block.group(1).splitlines(keepends=True):
            if line.startswith("$ ") or (line.startswith("> ") and command is not None and start == position):
                if line.startswith("$ "):
                    if command is not None:
                        found.append((start, position, command, text[start:position]))
                    command = ""
                command += line[2:]
                start = position + len(line)
            position += len(line)
        if command is not None:
            found.append((start, position, command, text[start:position]))
    return found


def run(commands, build):
    """Exit code and output of each command, run in a copy of what the page uses."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "build").mkdir()
        for name, target in (("examples", ROOT / "examples"), ("python", ROOT / "python"), ("runtime", ROOT / "runtime"),
                             (".venv", Path(sys.executable).parent.parent),
                             ("build/bin", build / "bin"), ("build/lib", build / "lib")):
            (root / name).symlink_to(target)
        script = "set -o pipefail\n" + "".join(
            f"{{\n{command}}} 2>&1\nprintf '\\n{_MARK}%d\\n' $?\n" for command in commands)
        done = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True, timeout=900)
    parts = re.split(rf"\n{_MARK}(\d+)\n", done.stdout)
    if len(parts) != 2 * len(commands) + 1:
        sys.exit(f"the shell stopped early:\n{done.stdout}{done.stderr}")
    return [(int(parts[2 * i + 1]), parts[2 * i]) for i in range(len(commands))]


def matches(shown, printed):
    """Whether output is what the page shows."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n" if printed.strip() else "") is not None


def check_files(page, text):
    """The titled blocks of the page that are not in their files."""
    wrong = []
    for title, body in re.findall(r'^```(?:mlir|python) title="([^"]*)"\n(.*?)^```$', text, re.M | re.S):
        if body not in (ROOT / "examples/first-hour" / title).read_text():
            wrong.append(f"{page}: the block {title} is not in examples/first-hour/{title}")
    return wrong


def check(page, build, writes):
    """What is wrong with a page, which is put right if `writes`."""
    text = (ROOT / page).read_text()
    commands = parse(text)
    wrong, edits = check_files(page, text), []
    results = run([command for _, _, command, _ in commands], build)
    for (start, end, command, shown), (code, printed) in zip(commands, results):
        if matches(shown, printed) and (code != 0) == ("error:" in shown):
            continue
        edits.append((start, end, printed.strip("\n") + "\n" if printed.strip() else ""))
        wrong.append(f"{page}: $ {command}exits with {code} and prints\n{printed}instead of\n{shown}")
    if writes:
        for start, end, printed in reversed(edits):
            text = text[:start] + printed + text[end:]
        (ROOT / page).write_text(text)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--pages", nargs="+", default=PAGES, help="which, in place of those that need no more programs")
    parser.add_argument("--write", action="store_true", help="put what the commands print into the pages")
    options = parser.parse_args()
    build = Path(options.build).resolve()
    wrong = [violation for page in options.pages for violation in check(page, build, options.write)]
    print(f"{len(options.pages)} pages, {len(wrong)} violations")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
