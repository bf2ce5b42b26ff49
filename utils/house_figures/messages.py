"""How helpful the diagnostics are, as far as words tell.

An error states an expectation if it says what value, type or form is expected,
needed or allowed at most. It names what was found if it has a value in it, says
it in so many words ("found none"), or tells what the op is or does before it
says what is expected ("is pure, expected impure"). It carries a note if its
statement, or what follows about the same error, attaches one, or if it is
reported by a function that always does (`_WITH_NOTES`). Remarks and warnings
are no errors; what only passes on the words of a system, of LLVM or of another
function of ours is not counted.
"""
import re
from collections import Counter

from diagnostics import messages, statement
from source_tree import blank_comments

from . import limits

_EXPECTATION = re.compile(r"\b(?:expect(?:s|ed)?|must|needs?|requires?|at most|at least)\b")
# In so many words, or "is pure, expected impure"; what was tried is nothing that was found.
_FOUND = re.compile(r"\bfound\b|^\W*(?!expect|cannot|must|needs?\b)[A-Za-z@].*?[,;:] (?:but )?expected\b", re.DOTALL)
# Reporters that point at another place by themselves: the step of the schedule
# (`runPrimitive`), the makers of the operands (`RuleError`).
_WITH_NOTES = re.compile(r"(?:failPrecondition|emitTypeError)\b")
_WITH_OPERAND_NOTES = re.compile(r"emitError\((?:\d+)?\)")
# "cannot read X: " and then the reason, or a verb for `failPrecondition`.
_PASSES_ON = re.compile(r"(?::|; |, )\s*$|: (?:%s)+$")
_NO_ERROR = re.compile(r"emit(?:Remark|Warning)\b")
# What is reported about ops and by passes; the rest is about files, calls and values of a run.
_OPS = ("lib/Analysis", "lib/Conversion", "lib/Dialect", "lib/Kernels", "lib/Transforms")
# Where errors of schedules come from.
_SCHEDULES = ("lib/Dialect/TIR/Schedule", "lib/Dialect/TIR/Analysis", "lib/Dialect/TIR/TransformOps", "lib/Kernels")
_TYPE_RULES = "lib/Dialect/Relax/IR"


def _has_note(name, text, position):
    start = max(text.rfind(mark, 0, position) for mark in ";{}") + 1
    head, rest = text[start:position], text[position:]
    whole = statement(rest, 0)
    end = rest.find(";", len(whole))
    if "attachNote" in rest[:end]:
        return True
    variable = re.search(r"(\w+)\s*=\s*\(*$", re.sub(r"\s*return\s*", "", head)) or re.search(r"(\w+)\s*=[^;]*$", head)
    if variable and f"{variable.group(1)}.attachNote" in rest[:end + 700].split("\n}\n")[0]:
        return True
    reporter = rest[:40]
    if _WITH_NOTES.match(reporter):
        return name.startswith(_SCHEDULES) or not reporter.startswith("failPrecondition")
    return name.startswith(_TYPE_RULES) and bool(_WITH_OPERAND_NOTES.match(reporter))


def _names_value(whole, words):
    own = whole.split("attachNote")[0]
    return bool(re.search(r'<<\s*[^"\s]|\+|\.append\(', own) or re.search(r"%|\{\d", words) or _FOUND.search(words))


def _whole(text, position):
    """The statement at `position`, and what the next one adds to the error that it begins."""
    whole = statement(text, position)
    start = max(text.rfind(mark, 0, position) for mark in ";{}") + 1
    variable = re.search(r"(\w+)\s*=\s*[\w.()>-]*$", text[start:position])
    rest = text[position + len(whole) + 1:]
    if variable and re.match(rf"\s*{variable.group(1)}\s*<<", rest):
        whole += statement(rest, 0)
    return whole


def measure(tree):
    """Counts: all, expectation, value, note, lower case, and those of ops and passes with notes."""
    count = Counter()
    for path in tree.text:
        name = tree.short(path)
        if path.suffix != ".cpp" or not name.startswith(("lib/", "tools/", "runtime/")):
            continue
        text = path.read_text()
        blanked = blank_comments(text)
        for position, literals in messages(text):
            if _NO_ERROR.match(blanked[position:]):
                continue
            whole = _whole(blanked, position)
            words = " ".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r'(?<!\\)"\s+"', "", whole)))
            is_verb = whole.startswith("failPrecondition") and "<<" not in whole
            if (is_verb or _PASSES_ON.search(words)) and not _EXPECTATION.search(words):
                count["passed on"] += 1
                continue
            count["all"] += 1
            count["expectation"] += bool(_EXPECTATION.search(words))
            count["value"] += _names_value(whole, words)
            count["lower"] += not re.match(r"[\s'\"(:;,]*(?!TVM|PTX|GPU)[A-Z]", literals[0])
            if name.startswith(_OPS):
                count["ops"] += 1
                count["notes"] += _has_note(name, blanked, position)
    return count


def _numbers(tree):
    count = measure(tree)
    share = lambda part, whole: round(100 * count[part] / max(1, count[whole]), 1)
    return {"percent of errors that state an expectation": share("expectation", "all"),
            "percent of errors that name what was found": share("value", "all"),
            "percent of errors of ops and passes with a note": share("notes", "ops"),
            "percent of errors in lower case": share("lower", "all")}


def write_baseline(tree):
    """Moves the rows of the baseline."""
    limits.move(_numbers(tree), "at least")


def figures(tree):
    """Lines of the report, and what is wrong."""
    count, numbers = measure(tree), _numbers(tree)
    lines = [f"errors: {count['all']}, of ops and passes {count['ops']}; that pass on another's words: {count['passed on']}"]
    return lines + [f"{name}: {number}" for name, number in numbers.items()], limits.worse(numbers)
