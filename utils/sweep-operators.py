#!/usr/bin/env python3
"""Compile each operator with types at every limit: code, or one error that names it.

Valid uses of each operator get unknown ranks, sizes and element types, symbols,
rank 0 and 8, sizes of 0, sizes near 2^31 and 2^63, every element type. The whole
pipeline runs on each. What is not compiled has to be rejected once, by an error
about the user's operator, not about what a pass has made of it.
"""
import argparse
import re
import sys
from collections import Counter
from dataclasses import replace

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/bin/relax-opt"), help="relax-opt")
    parser.add_argument("--only", default="", help="operators whose name this expression finds")
    parser.add_argument("--uses", type=int, default=2, help="how many uses of each operator")
    parser.add_argument("--forms", default="", help="forms whose name this expression finds")
    arguments = parser.parse_args()
    definitions, cases, made = Definitions(), {}, []
    for name, uses in sorted(valid_uses(arguments.tool, definitions).items()):
        for use in uses[:arguments.uses] if re.search(arguments.only, name) else ():
            made += [(name, form, changed) for form, changed in forms(use) if re.search(arguments.forms, form)]
    infer(arguments.tool, [use for _, _, use in made], definitions)
    for name, form, use in made:
        cases.setdefault(text_of(use, definitions), (name, form))
    answers = run_all(arguments.tool, list(cases), ["--relax-whole-story"])
    compiled, rejected, kinds = 0, 0, Counter()
    for (text, (name, form)), errors in zip(cases.items(), answers):
        compiled += not errors
        rejected += bool(errors)
        wrong = fault(name, errors) if errors else ""
        if wrong:
            kinds[wrong] += 1
            print(f"{name}, {form}: {wrong}\n{text}" + "".join(f"  {error}\n" for error in errors))
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    print(f"{len(cases)} uses of {len({name for name, _ in cases.values()})} operators: {compiled} compiled, {rejected} rejected, {sum(kinds.values())} not in one error that names the operator")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
