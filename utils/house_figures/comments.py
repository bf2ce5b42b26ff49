"""How much of the sources is comment, and how much of it gives a reason.

A line of a `.cpp` counts if it is not blank; a comment gives a reason if it says
so (because, so that, otherwise, would, cannot, must ...), has a number with a
unit, or names a paper. `//===` lines and ends of namespaces are no comments.
"""
import re

from . import limits

_COMMENT = re.compile(r"^\s*//(?!===|.*\bnamespace\b)")
_REASON = re.compile(
    r"\b(?:because|since|so that|so as|hence|therefore|thus|otherwise|would|could|cannot|must|may|might|need\w*|as long as|"
    r"unless|without|instead|rather|costs?|faster|slower|fewer|too|else|only|never|no longer|in case|lest|keeps?|"
    r"avoid\w*|prevent\w*|ensure\w*|wrong|lost|also|even|however|but|if)\b|\bas\b|\bfor\b.*\bto\b|"
    r"\d+ (?:bits?|bytes?|lanes|threads|registers|cycles|ns|us|KiB|MiB)\b|et al\.|\b(?:19|20)\d\d\b", re.I)


def _blocks(text):
    """The comments of a file, each a list of its lines."""
    block = []
    for line in text.splitlines() + [""]:
        if _COMMENT.match(line):
            block.append(line)
        elif block:
            yield block
            block = []


def measure(tree):
    """Non-blank lines, comment lines and lines of comments with a reason, by suffix."""
    found = {".cpp": [0, 0, 0], ".h": [0, 0, 0]}
    for path in tree.text:
        text = path.read_text()
        row = found[path.suffix]
        row[0] += sum(1 for line in text.splitlines() if line.strip())
        for block in _blocks(text):
            row[1] += len(block)
            row[2] += len(block) if _REASON.search(" ".join(block)) else 0
    return found


def _numbers(tree):
    lines, comments, reasons = measure(tree)[".cpp"]
    return {"percent of .cpp lines in comments": round(100 * comments / lines, 1),
            "percent of .cpp lines in comments with a reason": round(100 * reasons / lines, 1)}


def write_baseline(tree):
    """Moves the rows of the baseline."""
    limits.move(_numbers(tree), "at least")


def figures(tree):
    """Lines of the report, and what is wrong."""
    lines = []
    for suffix, (count, comments, reasons) in measure(tree).items():
        lines.append(f"{suffix}: {100 * comments / count:.1f} % of {count} lines are comments, "
                     f"{100 * reasons / count:.1f} % in comments with a reason")
    return lines, limits.worse(_numbers(tree))
