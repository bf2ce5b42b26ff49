#!/usr/bin/env python3
"""Count what a script can count of how the sources are kept.

    utils/house-figures.py                      # all figures of this tree
    utils/house-figures.py --only walks         # one of them
    utils/house-figures.py --root ../other      # another checkout

Each figure is a module of `utils/house_figures/`, whose `figures(tree)` gives
lines of the report and what is wrong. The end says 1 if anything is.
"""
import argparse
import sys
from pathlib import Path

from house_figures import classes, comments, messages, sizes, surface, walks
from house_figures.cpp import Tree

_FIGURES = {"walks": walks, "classes": classes, "sizes": sizes, "comments": comments, "messages": messages,
            "surface": surface}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=Path(__file__).resolve().parent.parent, help="the checkout to read")
    parser.add_argument("--only", choices=_FIGURES, action="append", help="the figures to count")
    parser.add_argument("--write-baseline", action="store_true", help="list what is wrong now as known")
    options = parser.parse_args()
    tree, failed = Tree(options.root), False
    for name in options.only or _FIGURES:
        figure = _FIGURES[name]
        if options.write_baseline and hasattr(figure, "write_baseline"):
            figure.write_baseline(tree)
        lines, wrong = figure.figures(tree)
        print("\n".join([f"{name}:", *(f"  {line}" for line in lines), *(f"  wrong: {line}" for line in wrong)]))
        failed |= bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
