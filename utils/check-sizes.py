#!/usr/bin/env python3
"""Check the sizes of files and functions, and that each file says its job."""
import re

from source_tree import Check, blank_comments, files, line_of, short

# Lines at which a file or a function splits.
_FILES = {".cpp": 500, ".h": 500, ".td": 400, ".mlir": 400}
_FUNCTION = 60

_CONTROL = re.compile(r"\b(?:if|for|while|switch|catch)\s*(?:constexpr\s*)?$")
_SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b")


def _opens_function(head):
    """Whether the text before a brace is the head of a function: it has a
    parameter list and is neither a control statement nor a type."""
    head = head.strip()
    if not head or _SCOPE.search(re.sub(r"<[^<>]*>|\([^()]*\)", "", head)):
        return False
    return bool(re.search(r"\)\s*(?:const|noexcept|override|final|mutable|&|\s)*"
                          r"(?:->\s*[\w:<>*&,\s]+|:\s*\w.*)?$", head, re.S))


def functions(text):
    """Line and number of lines of each outermost function body, head included."""
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', lambda m: '"' + "_" * (len(m.group(0)) - 2) + '"',
                  blank_comments(text))
    text = re.sub(r"'(?:[^'\\\n]|\\.)'", "' '", text)
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)),
                  text, flags=re.M)
    found, scopes, head_start, inside = [], [], 0, None
    for position, character in enumerate(text):
        if character == "{":
            if inside is None and _opens_function(text[head_start:position]):
                inside = (len(scopes), head_start)
            scopes.append(position)
            head_start = position + 1
        elif character == "}":
            if scopes:
                scopes.pop()
            if inside is not None and inside[0] == len(scopes):
                start = inside[1] + len(text[inside[1]:]) - len(text[inside[1]:].lstrip())
                lines = line_of(text, position) - line_of(text, start) + 1
                found.append((line_of(text, start), lines))
                inside = None
            head_start = position + 1
        elif character == ";" and inside is None:
            head_start = position + 1
    return found


def _says_its_job(text):
    first = text.lstrip().split("\n", 1)[0]
    return first.startswith(("//", "/*", "#"))


def main():
    check = Check("sizes", __doc__)
    paths = files(("include", "lib", "tools", "runtime", "examples", "benchmarks"),
                  (".cpp", ".h", ".td"))
    paths += files(("test",), (".cpp", ".h", ".mlir"))
    for path in paths:
        check.count += 1
        name, text = short(path), path.read_text()
        lines, limit = text.count("\n"), _FILES.get(path.suffix)
        if limit and lines > limit:
            check.violation(name, f"{name}: {lines} lines, at {limit} it splits by family or idea")
        if path.suffix != ".mlir" and not _says_its_job(text):
            check.violation(name + " first line", f"{name}:1: the first line does not say the file's job")
        if path.suffix in (".cpp", ".h"):
            for line, length in functions(text):
                if length > _FUNCTION:
                    check.violation(f"{name}: {text.splitlines()[line - 1].strip()}",
                                    f"{name}:{line}: a function of {length} lines, the limit is {_FUNCTION}")
    check.finish("files")


if __name__ == "__main__":
    main()
