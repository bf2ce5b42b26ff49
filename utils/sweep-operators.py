#!/usr/bin/env python3
"""Compile each operator with types at every limit: code, or one error that names it.

Valid uses of each operator get unknown ranks, sizes and element types, symbols,
rank 0 and 8, sizes of 0, sizes near 2^31 and 2^63, every element type. The whole
pipeline runs on each, many in one process. What is not compiled has to be rejected
once, by an error about the user's operator, not about what a pass has made of it.

    utils/sweep-operators.py --only='softmax|take'
    utils/sweep-operators.py --state=sweep.jsonl --minutes=10    # goes on where the last run stopped
    utils/sweep-operators.py --state=sweep.jsonl --seed=7        # other uses, in another order

An operator is a row as soon as it is done, and a line of the state, which has its faults.
"""
import argparse
import json
import random
import re
import resource
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from operator_uses import Definitions, infer, print_use, run_all, valid_uses
from rule_oracle import FLOATS, FLOATS8, INTEGERS, Tensor, Use
from source_tree import ROOT

_HUGE = {"2^31": 2**31, "2^32": 2**32, "2^61": 2**61, "2^62": 2**62, "2^63-1": 2**63 - 1}


def _map(use, change):
    """The use with its tensors changed, and results of which nothing is said."""
    operands = {name: [change(v) if isinstance(v, Tensor) else v for v in value] if isinstance(value, list) else change(value) if isinstance(value, Tensor) else value
                for name, value in use.operands.items()}
    results = [Tensor(None, "!relax.unknown") if isinstance(r, Tensor) else r for r in use.results]
    return Use(use.name, operands, use.attributes, results, use.defaults)


def _known(dims, change):
    return None if dims is None else tuple(change(place, dim) for place, dim in enumerate(dims))


def forms(use):
    """(name, use) of each form."""
    first = use.first
    yield "as it is", _map(use, lambda t: t)
    if first is None:
        return
    yield "unknown sizes", _map(use, lambda t: replace(t, dims=_known(t.dims, lambda *_: "?"), device=None))
    yield "unknown rank", _map(use, lambda t: Tensor(None, t.element))
    yield "unknown rank of one", _map(use, lambda t: Tensor(None, t.element) if t is first else t)
    yield "unknown dtype", _map(use, lambda t: replace(t, element="!relax.unknown"))
    yield "unknown dtype of one", _map(use, lambda t: replace(t, element="!relax.unknown") if t is first else t)
    yield "all unknown", _map(use, lambda t: Tensor(None, "!relax.unknown"))
    names = "abcdefghijklmn"
    yield "symbols", _map(use, lambda t: replace(t, dims=_known(t.dims, lambda _, dim: names[dim % 14] if isinstance(dim, int) and dim > 1 else dim)))
    yield "rank 0", _map(use, lambda t: replace(t, dims=()))
    yield "rank 8", _map(use, lambda t: replace(t, dims=None if t.dims is None else (1,) * max(0, 8 - len(t.dims)) + t.dims))
    yield "sizes 0", _map(use, lambda t: replace(t, dims=_known(t.dims, lambda *_: 0)))
    yield "sizes 1", _map(use, lambda t: replace(t, dims=_known(t.dims, lambda *_: 1)))
    for axis in range(first.rank or 0):
        old = first.dims[axis]
        yield f"size 0 of axis {axis}", _map(use, lambda t, old=old: replace(t, dims=_known(t.dims, lambda _, dim: 0 if dim == old else dim)))
        for name, size in _HUGE.items():
            yield f"size {name} of axis {axis}", _map(use, lambda t, old=old, size=size: replace(t, dims=_known(t.dims, lambda _, dim: size if dim == old else dim)))
    for name, size in _HUGE.items():
        yield f"sizes {name}", _map(use, lambda t, size=size: replace(t, dims=_known(t.dims, lambda *_: size)))
    for element in FLOATS + FLOATS8 + INTEGERS + ("i1",):
        yield f"elements {element}", _map(use, lambda t, element=element: replace(t, element=element) if t.element == first.element else t)


def text_of(use, definitions):
    """A function that returns what the use gives."""
    text = print_use(use, definitions)
    if not use.results:
        return text
    names = [f"%r#{i}" for i in range(len(use.results))] if len(use.results) > 1 else ["%r"]
    types = ", ".join(map(str, use.results))
    text = re.sub(r"^(relax\.func impure @main\(.*\)) \{$", lambda m: f"{m.group(1)} -> ({types}) {{", text, count=1, flags=re.M)
    return text.replace("  relax.return\n", f"  relax.return {', '.join(names)} : {types}\n")


def fault(name, errors):
    """What is wrong with a rejection, empty if nothing is."""
    if any(error.startswith("crash") for error in errors):
        return errors[0]
    if len(errors) > 1:
        return f"{len(errors)} errors"
    # Words of a type or an attribute name the place by its line alone.
    if not errors[0].startswith("'") or errors[0].startswith((f"'{name}'", "'relax.func'")):
        return ""
    return "names " + errors[0].split("'")[1]


def sweep(name, uses, arguments, definitions):
    """The state's line of one operator; its faults are printed."""
    made = [(form, changed) for use in uses for form, changed in forms(use) if re.search(arguments.forms, form)]
    infer(arguments.tool, [use for _, use in made], definitions)
    cases = {}
    for form, use in made:
        cases.setdefault(text_of(use, definitions), form)
    answers = run_all(arguments.tool, list(cases), ["--relax-whole-story"], arguments.limit)
    faults = []
    for (text, form), errors in zip(cases.items(), answers):
        wrong = fault(name, errors) if errors else ""
        if wrong:
            faults.append([form, wrong])
            print(f"{name}, {form}: {wrong}\n{text}" + "".join(f"  {error}\n" for error in errors), flush=True)
    rejected = sum(map(bool, answers))
    return {"operator": name, "seed": arguments.seed, "uses": arguments.uses, "forms": arguments.forms, "compiled": len(cases) - rejected,
            "rejected": rejected, "faults": faults}


def _minutes():
    """Processor time of this process and of those that it waited for."""
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(time.ru_utime + time.ru_stime for time in times) / 60


def _order(valid, arguments):
    """The operators, and the uses of each: with a seed in a random order."""
    names = sorted(name for name in valid if re.search(arguments.only, name))
    if arguments.seed:
        random.Random(arguments.seed).shuffle(names)
    for name in names:
        uses = list(valid[name])
        if arguments.seed:
            random.Random(f"{arguments.seed} {name}").shuffle(uses)
        yield name, uses[:arguments.uses]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/bin/relax-opt"), help="relax-opt")
    parser.add_argument("--only", default="", help="operators whose name this expression finds")
    parser.add_argument("--uses", type=int, default=2, help="how many uses of each operator")
    parser.add_argument("--forms", default="", help="forms whose name this expression finds")
    parser.add_argument("--seed", type=int, default=0, help="which uses, and the order of the operators; 0: as they stand")
    parser.add_argument("--state", type=Path, help="a file of what is done, which is not done again")
    parser.add_argument("--minutes", type=float, default=1e9, help="processor time after which no further operator begins")
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time that one use may take")
    arguments = parser.parse_args()
    lines = [json.loads(line) for line in arguments.state.read_text().splitlines()] if arguments.state and arguments.state.exists() else []
    same = ("seed", "uses", "forms")
    lines = [line for line in lines if all(line[key] == getattr(arguments, key) for key in same) and re.search(arguments.only, line["operator"])]
    done, definitions = {line["operator"] for line in lines}, Definitions()
    for name, uses in _order(valid_uses(arguments.tool, definitions), arguments):
        if name in done:
            continue
        if _minutes() > arguments.minutes:
            print("stopped after the minutes that were given", flush=True)
            break
        line = sweep(name, uses, arguments, definitions)
        lines.append(line)
        print(f"{name}: {line['compiled']} compiled, {line['rejected']} rejected, {len(line['faults'])} faults", flush=True)
        if arguments.state:
            with arguments.state.open("a") as out:
                out.write(json.dumps(line) + "\n")
    kinds = Counter(wrong for line in lines for _, wrong in line["faults"])
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    compiled, rejected = (sum(line[key] for line in lines) for key in ("compiled", "rejected"))
    print(f"{compiled + rejected} uses of {len(lines)} operators: {compiled} compiled, {rejected} rejected, {sum(kinds.values())} not in one error that names the operator")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
