"""What a compilation is doing, while it does it: a line on a terminal, or a bar in a notebook."""
import re
import sys
from html import escape
from typing import Callable, Optional, Union

# Called as a stage begins: how many are done, of how many, and what this one does.
ProgressFunction = Callable[[int, int, str], None]

_STAGE = re.compile(r"\[(\d+)/(\d+)\] (.*)")
_WIDTH = 24


def read_stage(line: str) -> Optional[tuple]:
    """What `relax-compile --progress` says as a stage begins; None of any other line. It numbers stages from 0 on, so
    that a stage's number is how many are done."""
    match = _STAGE.fullmatch(line.rstrip("\n"))
    return (int(match[1]), int(match[2]) + 1, match[3]) if match else None


class _Line:
    """One line on the error stream, which is empty again at the end."""

    def __call__(self, done, total, what):
        full = _WIDTH * done // total
        print(f"\r\033[K|{'#' * full}{' ' * (_WIDTH - full)}| {done}/{total} {what}", end="", file=sys.stderr, flush=True)

    def end(self):
        print("\r\033[K", end="", file=sys.stderr, flush=True)


class _NotebookBar:
    """A bar of HTML below the cell, which is empty again at the end."""

    def __init__(self):
        from IPython.display import HTML, display

        self._html, self._handle = HTML, display(HTML(""), display_id=True)

    def __call__(self, done, total, what):
        self._handle.update(self._html(f'<progress value="{done}" max="{total}"></progress> {escape(what)}'))

    def end(self):
        self._handle.update(self._html(""))


class _Function:
    def __init__(self, function):
        self._function = function

    def __call__(self, done, total, what):
        self._function(done, total, what)

    def end(self):
        pass


def _is_notebook():
    """Whether this process is the kernel of a notebook, which says so by the class of its shell."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def make_progress(progress: Union[bool, ProgressFunction, None]):
    """What shows the stages; None if nothing does. `progress` is a function, or whether to show a bar; None shows it
    where somebody looks: on a terminal or in a notebook."""
    if callable(progress):
        return _Function(progress)
    if progress is None:
        progress = _is_notebook() or (sys.stderr is not None and sys.stderr.isatty())
    if not progress:
        return None
    return _NotebookBar() if _is_notebook() else _Line()
