"""C++ sources as the figures see them: functions with their bodies, and classes."""
import re
from functools import cached_property, lru_cache
from pathlib import Path

_FOLDERS = ("include", "lib", "tools", "runtime")
_BLANKED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'|^#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M)
_TYPE = re.compile(r"\s*(?:template\s*<[^{]*>\s*)?(?:inline\s+)?(namespace|class|struct|enum|union|extern)\b")
_NAME = re.compile(r"((?:\w+(?:<[^<>()]*>)?::)*(?:~?\w+|operator[^\w\s(]+|operator\(\)))\s*\(")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


def blank(text):
    """C++ text with comments, strings and preprocessor lines blanked."""
    return _BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), text)


def close_of(text, start):
    """Where the bracket at `start` is closed."""
    opened, closed, depth = text[start], _PAIRS[text[start]], 0
    for found in re.finditer(f"[\\{opened}\\{closed}]", text[start:]):
        depth += 1 if found.group(0) == opened else -1
        if depth == 0:
            return start + found.start()
    return len(text)


def split_list(text):
    """The parts of a list at its commas, but for those in brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and text[position - 1] not in "-="):
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


class Function:
    """A function with a body; `owner` is its class, if it says so."""

    def __init__(self, path, head, owner, body):
        self.path, self.owner, self.body = path, owner, body
        found = _NAME.search(head)
        *scope, self.name = re.sub(r"<[^<>()]*>", "", found.group(1)).split("::")
        if scope:
            self.owner = scope[-1]
        opened = found.end() - 1
        self.parameters = split_list(head[opened + 1:close_of(head, opened)])

    @cached_property
    def parameter_names(self):
        """The names of the parameters, in their order."""
        words = [re.findall(r"\w+", re.sub(r"=.*", "", parameter, flags=re.S)) for parameter in self.parameters]
        return [word[-1] if word else "" for word in words]


class Class:
    """A class or a struct, and the text between its braces."""

    def __init__(self, path, name, body):
        self.path, self.name, self.body = path, name, body


def _is_function(head):
    found = _NAME.search(head)
    return found and "=" not in re.sub(r"operator\S+", "", head[:found.start()])


def _scan(path, text):
    """The functions and classes of a file, whose text is blanked."""
    functions, classes, scopes, start, position = [], [], [], 0, 0
    while found := re.compile(r"[{};]").search(text, position):
        position = found.end()
        if found.group(0) == "}" and scopes:
            scopes.pop()
        if found.group(0) == "{":
            head = text[start:found.start()].strip()
            if _TYPE.match(head) and not head.endswith(")"):
                named = re.search(r"\b(?:class|struct)\s+(\w+)", head)
                if named:
                    classes.append(Class(path, named.group(1), text[position:close_of(text, found.start())]))
                scopes.append(named.group(1) if named else "")
            else:
                end = close_of(text, found.start())
                if _is_function(head):
                    owner = next((scope for scope in reversed(scopes) if scope), "")
                    functions.append(Function(path, head, owner, text[position:end]))
                position = end + 1
        start = position
    return functions, classes


class Tree:
    """The sources below a root folder."""

    def __init__(self, root):
        self.root = Path(root).resolve()
        self.text, self.functions, self.classes = {}, [], []
        self._raw = {}
        for folder in _FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.suffix in (".cpp", ".h"):
                    self._raw[path] = path.read_text()
                    self.text[path] = blank(self._raw[path])
                    functions, classes = _scan(path, self.text[path])
                    self.functions += functions
                    self.classes += classes

    def short(self, path):
        """A path as reports print it."""
        return str(path.relative_to(self.root))

    @lru_cache(maxsize=None)
    def includes(self, path):
        """All headers of the project that a file includes, those of headers too."""
        found, pending = set(), [path]
        while pending:
            here = pending.pop()
            for name in re.findall(r'#include "([^"]+)"', self._raw[here]):
                for header in (self.root / "include" / name, (here.parent / name).resolve()):
                    if header in self.text and header not in found:
                        found.add(header)
                        pending.append(header)
        return found
