"""Numbers that may only move to the better side: rows of `utils/baseline/house-figures.txt`.

A row is a name, `at least` or `at most`, and a number. Who improves a figure
moves its row (`utils/house-figures.py --write-baseline`).
"""
from pathlib import Path

BASELINE = Path(__file__).resolve().parent.parent / "baseline" / "house-figures.txt"


def _rows():
    rows = {}
    for line in BASELINE.read_text().splitlines() if BASELINE.exists() else ():
        *name, at, side, number = line.split(" ")
        rows[" ".join(name)] = (f"{at} {side}", float(number))
    return rows


def worse(numbers):
    """What of {name: number} is on the wrong side of its row."""
    found, rows = [], _rows()
    for name, number in numbers.items():
        side, bound = rows.get(name, ("at least", number))
        if number < bound if side == "at least" else number > bound:
            found.append(f"{name}: expected {side} {bound:g}, found {number:g}")
    return found


def move(numbers, side):
    """Moves the rows of {name: number} to what is so now, if that is better."""
    rows = _rows()
    better = max if side == "at least" else min
    for name, number in numbers.items():
        rows[name] = (side, better(number, rows.get(name, (side, number))[1]))
    BASELINE.write_text("".join(f"{name} {side} {number:g}\n" for name, (side, number) in sorted(rows.items())))
