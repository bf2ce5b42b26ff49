"""How often a reader who follows a value through the sources comes back.

A walk starts in a function, the root, with one of its parameters, and follows,
in source order, each call that gets the value or what is made of it. A function
is followed once, and once more for each function that the root calls and that
calls it: these are the plot, which a reader reads from end to end. What gets a
builder writes the kernel, which is no longer the way to it, and what composes it
of primitives (`composeMatmul`) reads as the script that it is; what `std` and
`llvm` have is not ours, also under a name that we have. A *stay* is a visit
of a source file until the next one, a *return* a stay in a file that was already
left. Commit 30c0cb8 has 34 stays and 23 returns on a GPU, 42 and 32
on a CPU; who counted by hand found 35 and 23, 43 and 34.
"""
import re

from .cpp import close_of, split_list

# A title; the file, function and parameter that a walk starts with.
WALKS = (
    ("a matmul on a GPU", "GPUSchedule/Matmul.cpp", "scheduleTensorMatmul", "root"),
    ("a reduction on a CPU", "Kernel/DefaultCPUSchedule.cpp", "scheduleReduction", "reduction"),
)

# Match once, plan once, edit once.
MAX_RETURNS = 4

_BUILDER = re.compile(r"Builder\s*&")
_SCRIPT = re.compile("compose[A-Z]")
_KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "catch", "assert"}
# What gives a variable a value, or a call with what its method is of.
_STEP = re.compile(r"(?P<variable>\w+)\s*(?:=|\s:)(?![=:])|"
                   r"(?P<foreign>\b(?:std|llvm)::)?(?:(?P<object>[\w\]\[.>()*-]+?)(?:\.|->))?(?P<callee>\b\w+)\s*(?:<[\w:, ]*>)?\(")


def _mentions(text, names):
    return any(re.search(r"(?<![\w.])" + re.escape(name) + r"\b", text) for name in names)


class Walk:
    """Follows one value; `stays` are the files, in the order of the visits."""

    def __init__(self, tree, file, name, parameter):
        self.tree, self.stays, self._done, self._callers = tree, [], set(), []
        self._named = {}
        for function in tree.functions:
            self._named.setdefault(function.name, []).append(function)
        start = [found for found in self._named.get(name, ()) if str(found.path).endswith(file)]
        if start:
            self._follow(start[0], {parameter}, {})

    @property
    def returns(self):
        """The stays in files that were already left."""
        return len(self.stays) - len(set(self.stays))

    def _is_declared(self, function, headers):
        shared = headers & self.tree.includes(function.path)
        return any(re.search(rf"\b{function.name}\s*\(", self.tree.text[header]) for header in shared)

    def _resolve(self, name, path, is_method):
        """The source function that a name means in a file; None for what a header defines."""
        found = self._named.get(name, ())
        own = [function for function in found if function.path == path]
        if own:
            return own[0]
        headers = self.tree.includes(path)
        if any(function.path in headers for function in found):
            return None
        for function in found:
            if function.path.suffix == ".cpp" and bool(function.owner) >= is_method and self._is_declared(function, headers):
                return function
        return None

    def _follow(self, function, names, bound):
        """Visits a function in which `names` are, or are made of, the value;
        `bound` are functions that it got as parameters."""
        self._callers.append(function)
        if not self.stays or self.stays[-1] != function.path:
            self.stays.append(function.path)
        names, body = set(names), function.body
        for step in _STEP.finditer(body):
            if step.group("variable"):
                end = re.search(r"[;{]|\)\s*\n", body[step.end():])
                if end and _mentions(body[step.end():step.end() + end.start()], names):
                    names.add(step.group("variable"))
            elif step.group("callee") not in _KEYWORDS and not step.group("foreign"):
                arguments = split_list(body[step.end():close_of(body, step.end() - 1)])
                self._call(function.path, step, arguments, names, bound)
        self._callers.pop()

    def _call(self, path, step, arguments, names, bound):
        owner = step.group("object")
        callee = bound.get(step.group("callee")) or self._resolve(step.group("callee"), path, bool(owner))
        if not callee or callee in self._callers or _SCRIPT.match(callee.name) or any(map(_BUILDER.search, callee.parameters)):
            return
        given = list(zip(callee.parameter_names, arguments))
        inside = {parameter for parameter, argument in given if _mentions(argument, names)}
        if owner and _mentions(owner, names):
            inside |= {"this", "nest", "reduction"}
        known = (callee, self._callers[-1] if len(self._callers) == 2 else None)
        if not inside or known in self._done:
            return
        self._done.add(known)
        functions = {parameter: self._resolve(argument, path, False)
                     for parameter, argument in given if re.fullmatch(r"\w+", argument)}
        self._follow(callee, inside, {name: found for name, found in functions.items() if found})


def figures(tree):
    """Lines of the report, and what is wrong."""
    lines, wrong = [], []
    for title, *start in WALKS:
        walk = Walk(tree, *start)
        lines.append(f"{title}: {len(set(walk.stays))} files, {len(walk.stays)} stays, {walk.returns} returns")
        if walk.returns > MAX_RETURNS:
            wrong.append(f"{title}: expected at most {MAX_RETURNS} returns, found {walk.returns}")
    return lines, wrong
