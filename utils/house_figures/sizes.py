"""How long files and functions are, and how full folders."""
import importlib
from collections import Counter

from . import limits

functions = importlib.import_module("check-sizes").functions


# Contractions and attention share one operand tile, one main loop and one epilogue.
_KERNELS = ("Kernels/Contraction/", "Kernels/Attention/")
_MAX_KERNEL_LINES = 4600


def _kernel_lines(tree):
    return sum(text.count("\n") for path, text in tree.text.items() if any(folder in str(path) for folder in _KERNELS))


def _quantiles(numbers):
    """Median, ninth tenth and maximum."""
    ordered = sorted(numbers) or [0]
    return ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10], ordered[-1]


def measure(tree):
    """Median, p90 and maximum of each kind of thing; the fullest folder."""
    sources = [path for path in tree.text if path.suffix == ".cpp"]
    lengths = [length for path in sources for _, length in functions(path.read_text())]
    folders = Counter(str(path.parent.relative_to(tree.root)) for path in tree.text)
    return {
        "lines of a .cpp": _quantiles(path.read_text().count("\n") for path in sources),
        "lines of a .cpp or .h": _quantiles(text.count("\n") for text in tree.text.values()),
        "lines of a function": _quantiles(lengths),
    }, sum(length > 60 for length in lengths), len(lengths), folders.most_common(1)[0]


def _numbers(tree):
    sizes, long, _, (_, files) = measure(tree)
    return {"median lines of a function": sizes["lines of a function"][0], "functions of more than 60 lines": long,
            "files in the fullest folder": files}


def write_baseline(tree):
    """Moves the rows of the baseline."""
    limits.move(_numbers(tree), "at most")


def figures(tree):
    """Lines of the report, and what is wrong."""
    sizes, long, count, (folder, files) = measure(tree)
    lines = [f"{name}, median / p90 / max: {' / '.join(map(str, found))}" for name, found in sizes.items()]
    lines += [f"functions of more than 60 lines: {long} of {count}", f"the fullest folder: {folder}, {files} files"]
    kernels, wrong = _kernel_lines(tree), limits.worse(_numbers(tree))
    lines.append(f"lines of contraction and attention kernels: {kernels}")
    if kernels > _MAX_KERNEL_LINES:
        wrong.append(f"contraction and attention: expected at most {_MAX_KERNEL_LINES} lines, found {kernels}")
    return lines, wrong
