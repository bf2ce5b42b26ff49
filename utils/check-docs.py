#!/usr/bin/env python3
"""Check the pages: linked from docs/README.md, a line for their reader, links that lead somewhere, lines of at most 120."""
import re

from source_tree import ROOT, Check, short

_LENGTH = 120
_INDEX = "docs/README.md"

# Pages with tables whose rows may be longer, and why; prose never is.
_LONG_ROWS = {
    "docs/Dialects": "generated",
    "docs/GPUKernels.md": "generated",
    "docs/Glossary.md": "a term, its meaning and its place belong in one row",
    "docs/OnnxSupport.md": "generated",
    "docs/OnnxTests.md": "generated",
    "docs/OpSupport.md": "generated",
    "docs/OperatorAccuracy.md": "generated",
    "docs/Passes.md": "generated",
    "docs/Rules.md": "generated",
    "docs/Schedules.md": "generated",
    "docs/Tools.md": "test/Tools/options-documented.py reads its rows",
    "docs/TransformOps.md": "generated",
    "docs/WellFormedness.md": "a rule of TVM and ours belong in one row",
    "docs/defects.md": "a report and its test belong in one row",
    "docs/from-tvm.md": "generated",
    "docs/pass-comparison.md": "test/Bridge/compare_passes.py reads its rows",
    "docs/semantics.md": "utils/check-semantics.py reads its rows",
    "docs/to-tvm.md": "test/Bridge/round_trip.py reads its rows",
    "docs/tvm-agreement.md": "utils/tvm-agreement.py writes its tables",
}
# Written by upstream's generators, line breaks included.
_GENERATED = ("docs/Dialects/", "docs/Passes.md", "docs/TransformOps.md")

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_READER = re.compile(r"^\*For .*|^> For .*", re.M)


def _anchors(text):
    """The anchors that a web page makes of headings."""
    found = set()
    for title in re.findall(r"^#+ +(.*?) *$", text, re.M):
        title = re.sub(r"[^\w\- ]", "", title.lower().replace("`", ""))
        found.add(title.replace(" ", "-"))
    return found


def _outside_of_code(text):
    """The lines that are no code, with their numbers."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def _check_links(check, path, text):
    name = short(path)
    for number, line in _outside_of_code(text):
        for target in _LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"\w+:", target):
                continue
            file, _, anchor = target.partition("#")
            other = (path.parent / file).resolve() if file else path
            if not other.exists():
                check.violation(f"{name}: {target}", f"{name}:{number}: there is no {target}")
            elif anchor and other.suffix == ".md" and anchor not in _anchors(other.read_text()):
                check.violation(f"{name}: {target}", f"{name}:{number}: {file or name} has no heading #{anchor}")


def _check_lines(check, path, text):
    name = short(path)
    if name.startswith(_GENERATED):
        return
    may_be_long = any(name == page or name.startswith(page + "/") for page in _LONG_ROWS)
    for number, line in _outside_of_code(text):
        if len(line) > _LENGTH and not (may_be_long and line.startswith("|")):
            check.violation(f"{name}:{number}", f"{name}:{number}: {len(line)} characters, expected at most {_LENGTH}")


def main():
    check = Check("docs", __doc__)
    pages = sorted((ROOT / "docs").rglob("*.md"))
    index = (ROOT / _INDEX).read_text()
    linked = {((ROOT / _INDEX).parent / target).resolve() for target in _LINK.findall(index)}
    for path in pages + [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"]:
        check.count += 1
        text = path.read_text()
        _check_links(check, path, text)
        _check_lines(check, path, text)
        name = short(path)
        if path not in pages or name == _INDEX:
            continue
        if path.resolve() not in linked:
            check.violation(f"{name}: unlinked", f"{name}: {_INDEX} does not link it")
        if not _READER.search("\n".join(text.split("\n")[:4])):
            check.violation(f"{name}: reader", f"{name}: the lines below the title do not say who reads it: '*For ...: ...*'")
    check.finish("pages")


if __name__ == "__main__":
    main()
