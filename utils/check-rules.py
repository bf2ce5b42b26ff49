#!/usr/bin/env python3
"""Check that each numbered rule of an op has a check and an invalid test.

A rule is `**R<n>**` in the description of a definition or class of a .td
file. Its check is a comment that begins with `R<n>`,

  * in the definition itself, where a trait or a constraint is the check;
  * or in or above a function of the op in the folder that mirrors the .td
    file's (`KillTensorOp::verify`, `verifyStorage(KillTensorOp op)`, static
    functions that these call); for the rule of a class, anywhere there;
  * or anywhere in lib/ as `KillTensorOp R<n>` (or the name of the class).

Its test is a case (between `// -----`) of a file test/**/*invalid*.mlir that
has the words of the diagnostic after the check's comment; or, where another
function gives the diagnostic, that uses the op and expects an error; or that
uses the op (for the rule of a class, is in a file that is named after the
family) and has `R<n>` in a comment.
"""
import collections
import functools
import re

from diagnostics import is_tested, messages, test_text
from source_tree import Check, files, line_of, short

_DEFINITION = re.compile(r"^(def|class)\s+(\w+)\b", re.M)
_RULE = re.compile(r"\*\*R(\d+)\*\*")


def definitions(text):
    """(kind, name, text, position) of each definition and class."""
    starts = list(_DEFINITION.finditer(text))
    for index, match in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        yield match.group(1), match.group(2), text[match.start():end], match.start()


def op_class(name, text):
    """The C++ class of a definition: its name after the dialect's prefix."""
    named = re.search(r'cppClassName\s*=\s*"(\w+)"', text)
    return named.group(1) if named else name.split("_", 1)[-1]


@functools.lru_cache(maxsize=None)
def _split(source):
    """(head, text) of each function of a C++ file, comments above included."""
    source = re.sub(r"^namespace.*\{$", "", source, flags=re.M)
    chunks = re.split(r"^\};?$", source, flags=re.M)
    return [(chunk.split("{\n", 1)[0], chunk) for chunk in chunks]


@functools.lru_cache(maxsize=None)
def functions_of(source, owner):
    """Text of the functions that belong to an op, with the comments above: its
    members, functions that take it, and what these call."""
    functions = _split(source)
    named = re.compile(r"\b%s\b" % owner)
    found = [text for head, text in functions if named.search(head)]
    rest = [(head, text) for head, text in functions if not named.search(head)]
    grown = True
    while grown:
        grown = False
        for head, text in list(rest):
            name = re.search(r"^static\b[^(;]*\b(\w+)\(", head, re.M)
            if name and any(name.group(1) + "(" in other for other in found):
                found.append(text)
                rest.remove((head, text))
                grown = True
    return "\n".join(found)


@functools.lru_cache(maxsize=None)
def _comment(number, owner=""):
    return re.compile(r"//.*\b%sR%s\b" % (owner + r"\s+" if owner else "", number))


@functools.lru_cache(maxsize=None)
def _rule_comments(text):
    """The comments that name a rule: few lines of much text."""
    return "\n".join(re.findall(r"//.*\bR\d+\b.*", text))


def mirror(path):
    """The folder of the .cpp files that mirrors that of a .td file."""
    return short(path.parent).replace("include/Relax", "lib", 1)


def has_check(rule, owner, kind, text, family_source, all_sources):
    if _comment(rule).search(text) or _comment(rule, owner).search(_rule_comments(all_sources)):
        return True
    where = family_source if kind == "class" else functions_of(family_source, owner)
    return bool(_comment(rule).search(where))


def diagnostics_of(rule, owner, kind, family_source, all_sources):
    """The literals of the diagnostic after each check of a rule; an empty list
    where the function of the check gives none itself."""
    places = [(_comment(rule), family_source if kind == "class" else functions_of(family_source, owner)),
              (_comment(rule, owner), all_sources)]
    for comment, source in places:
        if not comment.search(_rule_comments(source)):
            continue
        for match in comment.finditer(source):
            function = re.split(r"^\};?$", source[match.end():], maxsplit=1, flags=re.M)[0]
            yield next((literals for _, literals in messages(function)), [])


def has_labelled_test(rule, kind, names, family, cases):
    """Whether a case names the rule in a comment."""
    for path, case in cases:
        if _comment(rule).search(_rule_comments(case)) and (uses(case, names) if kind == "def"
                                            else family in path.stem.replace("-", "")):
            return True
    return False


def uses(case, names):
    """Whether a case has one of the names of an op or attribute."""
    return any(re.search(r"\b%s\b" % re.escape(name), case) for name in names)


def has_test(rule, kind, owner, body, family, family_source, all_sources, cases, tests):
    head = re.search(r":(.*?)(?:\{|;)", body, re.S)
    names = re.findall(r'"([\w.-]+)"', head.group(1)) if head else []
    if has_labelled_test(rule, kind, names, family, cases):
        return True
    for literals in diagnostics_of(rule, owner, kind, family_source, all_sources):
        if literals and is_tested(literals, tests):
            return True
        if not literals and any(uses(case, names) and "expected-error" in case for _, case in cases):
            return True
    return False


def invalid_cases():
    """(path, text) of each case of the invalid tests."""
    found = []
    for path in files(("test",), (".mlir",)):
        if "invalid" in path.stem:
            found += [(path, case) for case in re.split(r"^// -----", path.read_text(), flags=re.M)]
    return found


def main():
    check = Check("rules", __doc__.splitlines()[0])
    sources = {path: path.read_text() for path in files(("lib", "include"), (".cpp", ".h"))}
    all_sources = "\n".join(sources.values())
    families = collections.defaultdict(list)
    for path, source in sources.items():
        if path.suffix == ".cpp":
            families[short(path.parent)].append(source)
    cases = invalid_cases()
    tests = test_text("\n".join(case for _, case in cases))
    for path in files(("include",), (".td",)):
        text = path.read_text()
        family_source = "\n}\n".join(families[mirror(path)])
        family = re.sub(r"(Ops)?$", "", path.stem, count=1).lower()
        for kind, name, body, position in definitions(text):
            owner = op_class(name, body)
            for rule in sorted(set(_RULE.findall(body)), key=int):
                check.count += 1
                where = f"{short(path)}:{line_of(text, position)}: {name} R{rule}"
                if not has_check(rule, owner, kind, body, family_source, all_sources):
                    check.violation(f"{name} R{rule} check", f"{where} has no check: no comment `// R{rule}` in a function of {owner}")
                if not has_test(rule, kind, owner, body, family, family_source, all_sources, cases, tests):
                    check.violation(f"{name} R{rule} test", f"{where} has no test: no case of an invalid test names R{rule} and the op")
    check.finish("rules")


if __name__ == "__main__":
    main()
