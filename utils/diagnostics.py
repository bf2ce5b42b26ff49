"""The words of the diagnostics in C++ text, and whether tests have them."""
import re

from source_tree import LITERALS, blank_comments, literal_text

# Functions whose literal reaches a user as an error.
_REPORTERS = re.compile(
    r"\b(?:emitError|emitOpError|emitRuleError|emitTypeError|emitWarning|emitRemark|createStringError|failPrecondition|emitUnsupported|relax_rt_fail|setError)\s*\("
    # Ours logs for the user; a rewriter's own, for developers.
    r"|(?<![.>])\bnotifyMatchFailure\s*\("
    r"|\b(?:fail|reject|report(?!_fatal)\w*)\s*\("
)
# This many characters of a message are looked for; shorter literals alone
# ("'", " and ") say nothing.
_LENGTH = 28
_LEAST = 6
# Other literals of the statement speak for it from this length on.
_LONG = 12


def statement(text, start):
    """The text from `start` to the end of its statement."""
    depth = 0
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[(){};]', text[start:]):
        token = match.group(0)
        if token in "({":
            depth += 1
        elif token in ")}":
            depth -= 1
            if depth < 0:
                return text[start:start + match.start()]
        elif token == ";" and depth <= 0:
            return text[start:start + match.start()]
    return text[start:]


# The end of a function's head: what reports is defined here, and not called.
_BODY = re.compile(r"\s*(?:const\s*)?\{")


def _is_definition(text, position):
    """Whether the list in brackets that begins before `position` ends with a body."""
    depth = 1
    for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[()]', text[position:]):
        depth += {"(": 1, ")": -1}.get(found.group(0), 0)
        if depth == 0:
            return _BODY.match(text, position + found.end()) is not None
    return False


def messages(text):
    """(position, literals) of each reporting statement with a literal."""
    text = blank_comments(text)
    seen = 0
    for match in _REPORTERS.finditer(text):
        if match.start() < seen or _is_definition(text, match.end()):
            continue
        whole = statement(text, match.start())
        literals = [literal_text(found.group(0)) for found in LITERALS.finditer(whole)]
        literals = [part for literal in literals
                    for part in re.split(r"%[-+ #0-9.*]*(?:ll|l|z|PR\w+)?[a-zA-Z]|\{\d*\}|\n", literal)]
        longest = max(literals, key=len, default="")
        if len(longest.strip()) >= _LEAST and " " in longest.strip():
            seen = match.start() + len(whole)
            yield match.start(), [longest] + [text for text in literals if len(text) >= _LONG]


def first_words(message):
    """The beginning of a message, cut at a word."""
    words = " ".join(message.split())
    if len(words) <= _LENGTH:
        return words
    return words[:_LENGTH].rsplit(" ", 1)[0]


def test_text(text):
    """Text of tests in which the words of a message are looked for: a test may
    wrap a message, or write it as a C++ literal."""
    return " ".join(re.sub(r'"\s*\n\s*"|\\(?=")', "", text).split())


def is_tested(literals, tests):
    """Whether a test has the first words of one of the literals."""
    return any(first_words(literal) in tests for literal in literals)
