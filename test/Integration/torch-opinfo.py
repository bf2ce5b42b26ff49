#!/usr/bin/env python3
"""PyTorch's own samples of its operators (OpInfo), imported, compiled and compared with PyTorch.

    torch-opinfo.py --build build [--filter REGEX] [--samples N] [--write docs/Torch.md] [--failures FILE]

Each operator is tried with the first samples of each dtype, all in one module. A process does some operators at a
time; what ends it is a crash of the operator in work. Runs in a Python with torch: see scripts/torch-check.sh.
`--results utils/baseline/torch-opinfo.jsonl` goes on where the last run was ended: the file has a line an operator, with
the commit that was tried, and `--report` prints the totals.
"""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import threading
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))
DTYPES = ("float32", "float16", "bfloat16", "int64", "bool")
TOLERANCES = {"float32": (1e-4, 1e-4), "float16": (1e-2, 1e-2), "bfloat16": (4e-2, 4e-2), "float64": (1e-5, 1e-5)}
MARK = "@@ "


def database():
    """The operators by a name of their own."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {info.name + (f".{info.variant_test_name}" if info.variant_test_name else ""): info for info in op_db}


class Sample:
    """One call of an operator: its tensors, and a module that makes it of them."""

    def __init__(self, info, sample):
        import torch
        from torch.utils._pytree import tree_flatten, tree_unflatten

        leaves, spec = tree_flatten((sample.input, sample.args, sample.kwargs))
        places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
        self.tensors = tuple(leaves[place].detach().clone() for place in places)

        class Call(torch.nn.Module):
            def forward(self, *tensors):
                given = list(leaves)
                for place, tensor in zip(places, tensors):
                    given[place] = tensor
                first, args, kwargs = tree_unflatten(given, spec)
                return info.op(first, *args, **kwargs)

        self.call = Call()
        self.expected = self.text = None

    def run_wide(self):
        """What PyTorch computes of the same numbers in double precision."""
        import torch
        from torch.utils._pytree import tree_leaves

        wide = [tensor.double() if tensor.is_floating_point() else tensor for tensor in self.tensors]
        return [leaf for leaf in tree_leaves(self.call(*wide)) if isinstance(leaf, torch.Tensor)]

    def run(self):
        """What PyTorch computes."""
        import torch
        from torch.utils._pytree import tree_leaves

        torch.manual_seed(0)
        found = tree_leaves(self.call(*(tensor.clone() for tensor in self.tensors)))
        self.expected = [leaf for leaf in found if isinstance(leaf, torch.Tensor)]


def samples_of(info, dtype, count):
    """The first samples, and those of which few elements are asked."""
    import torch

    found = []
    for sample in info.sample_inputs("cpu", getattr(torch, dtype), requires_grad=False):
        # Where equal elements go is open else.
        if info.name in ("sort", "argsort"):
            sample.kwargs["stable"] = True
        found.append(sample)
        if len(found) == count:
            break
    return found


def import_sample(sample, constants, number):
    """The function of a sample; a reason where it has none."""
    import torch
    from relax_mlir.torch import ImportFailure
    from relax_mlir.torch.program import write_program

    try:
        sample.run()
    except Exception as error:
        return None, f"PyTorch: {first(error)}"
    if any(tensor.is_complex() or tensor.layout != torch.strided for tensor in (*sample.tensors, *sample.expected)):
        return None, "complex or sparse tensors"
    try:
        program = torch.export.export(sample.call, sample.tensors, strict=False)
        return write_program(program, constants, name=f"f{number}"), None
    except Exception as error:
        if isinstance(error, AssertionError) and ": expected tensor<" in str(error):
            return None, f"fault: {first(error)}"
        if not isinstance(error, ImportFailure):
            return None, f"torch.export: {first(error)}"
        name, reason, _ = error.obstacles[0]
        return None, f"{name}: {reason}"


def first(error):
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:160]


def compare(found, expected):
    """None, or what differs."""
    import numpy as np
    import torch
    from relax_mlir.torch.backend import _to_torch

    if len(found) < len(expected):
        return f"{len(found)} results, expected {len(expected)}"
    for one, other in zip(found, expected):
        one = _to_torch(np.asarray(one))
        if one.dtype != other.dtype or one.shape != other.shape:
            return f"{one.dtype} {list(one.shape)}, expected {other.dtype} {list(other.shape)}"
        relative, absolute = TOLERANCES.get(str(other.dtype).removeprefix("torch."), (0, 0))
        close = torch.isclose(one.double(), other.double(), relative, absolute, equal_nan=True) if absolute else one == other
        if not close.all():
            place = int((~close).reshape(-1).nonzero()[0])
            return f"element {place}: {one.reshape(-1)[place].item()}, expected {other.reshape(-1)[place].item()}"
    return None


def is_nearer(found, expected, sample):
    """Whether results in short floats are nearer to those in double precision than PyTorch's are, which rounds in
    between."""
    import numpy as np
    import torch
    from relax_mlir.torch.backend import _to_torch

    try:
        wide = sample.run_wide()
    except Exception:
        return False
    for one, other, exact in zip(found, expected, wide):
        one = _to_torch(np.asarray(one))
        if not other.is_floating_point():
            if not torch.equal(one, other):
                return False
            continue
        ours, theirs = ((value.double() - exact).abs().max() for value in (one, other))
        if not ours <= theirs:
            return False
    return True


def compile_all(written, constants):
    """The samples as one module; where that fails each as its own. Gives by number a function, or a reason."""
    import relax_mlir
    from relax_mlir.torch.program import module_text

    def make(functions):
        return relax_mlir.compile(module_text(functions, constants), O=0)

    try:
        module = make(list(written.values()))
        return {number: (module[f"f{number}"], None) for number in written}
    except relax_mlir.CompileError as error:
        if len(written) == 1:
            return {number: (None, f"compiler: {compiler_words(error)}") for number in written}
    results = {}
    for number, function in written.items():
        try:
            results[number] = make([function])[f"f{number}"], None
        except relax_mlir.CompileError as error:
            results[number] = None, f"compiler: {compiler_words(error)}"
    return results


def compiler_words(error):
    text = next((line for line in str(error).splitlines() if "error:" in line), first(error))
    return re.sub(r"^.*?error: ", "", text)[:200]


def try_operator(info, count):
    """The outcomes of an operator's samples: triples of a dtype, a kind and words."""
    from relax_mlir.torch.backend import _plain
    from relax_mlir.torch.constants import Constants

    import torch

    outcomes, samples, written = [], [], {}
    constants = Constants()
    for dtype in DTYPES:
        if getattr(torch, dtype) not in info.dtypes:
            continue
        try:
            found = samples_of(info, dtype, count)
        except Exception as error:
            outcomes.append((dtype, "none", first(error)))
            continue
        samples += [(dtype, Sample(info, sample)) for sample in found]
    for number, (dtype, sample) in enumerate(samples):
        function, reason = import_sample(sample, constants, number)
        if function is None:
            kind = "none" if reason.startswith(("PyTorch:", "complex")) else "fault" if reason.startswith("fault:") else "rejected"
            outcomes.append((dtype, kind, reason))
        else:
            written[number] = function
    for number, (function, reason) in (compile_all(written, constants) if written else {}).items():
        dtype, sample = samples[number]
        if function is None:
            outcomes.append((dtype, "rejected", reason))
            continue
        try:
            results = function(*[as_numpy(_plain(tensor)) for tensor in sample.tensors])
        except Exception as error:
            outcomes.append((dtype, "rejected", f"run: {first(error)}"))
            continue
        # Which of equal elements is taken is open.
        expected = sample.expected[:1] if info.name in ("topk", "kthvalue") else sample.expected
        words = compare(results, expected)
        if words and dtype in ("float16", "bfloat16") and is_nearer(results, expected, sample):
            words = None
        outcomes.append((dtype, "wrong" if words else "agree", words or ""))
    return outcomes


def as_numpy(value):
    return value.numpy() if hasattr(value, "numpy") else value


def work(names, count):
    """Tries operators, one line of JSON each."""
    warnings.simplefilter("ignore")
    infos = database()
    for name in names:
        print(MARK + json.dumps([name, None]), flush=True)
        try:
            outcomes = try_operator(infos[name], count)
        except Exception as error:
            import traceback

            outcomes = [("all", "fault", f"{type(error).__name__}: {first(error)} {traceback.format_exc().splitlines()[-2].strip()}")]
        print(MARK + json.dumps([name, outcomes]), flush=True)


def run_names(names, arguments):
    """Runs a process for operators, and a further one behind each crash; gives the outcomes as they come."""
    left = list(names)
    while left:
        command = [sys.executable, __file__, "--build", str(arguments.build), "--samples", str(arguments.samples), "--work", *left]
        last = None
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            for line in process.stdout:
                if line.startswith(MARK):
                    last, outcomes = json.loads(line[len(MARK):])
                    if outcomes is not None:
                        yield last, outcomes
        if last is None or outcomes is None:
            last = last or left[0]
            yield last, [("all", "crash", f"exit {process.returncode}")]
        left = left[left.index(last) + 1:]


class Results:
    """Outcomes by operator; those of a file are of former runs, too."""

    def __init__(self, path, commit):
        self.path, self.commit, self.rows = path, commit, {}
        if path and path.exists():
            rows = map(json.loads, path.read_text().splitlines())
            self.rows = {row["name"]: row for row in rows}

    def left(self, names, again):
        """The names that have no outcomes, or `again` none of this commit."""
        return [name for name in names
                if name not in self.rows or (again and self.rows[name]["commit"] != self.commit)]

    def add(self, name, outcomes):
        kept = [[dtype, kind, words[:160]] if words else [dtype, kind] for dtype, kind, words in outcomes]
        self.rows[name] = {"name": name, "commit": self.commit, "date": datetime.date.today().isoformat(),
                           "outcomes": kept}
        if self.path:
            rows = (self.rows[key] for key in sorted(self.rows))
            fresh = self.path.with_name(self.path.name + ".new")
            fresh.write_text("".join(json.dumps(row) + "\n" for row in rows))
            fresh.replace(self.path)

    def outcomes(self):
        return {name: [(*outcome, "")[:3] for outcome in row["outcomes"]] for name, row in self.rows.items()}


def commit_of(build):
    """The commit of the sources of a build."""
    return subprocess.run(["git", "-C", build, "rev-parse", "--short=8", "HEAD"], stdout=subprocess.PIPE,
                          text=True).stdout.strip()


def summarize(results):
    """The lines of the table, and the counts."""
    kinds = Counter(kind for outcomes in results.values() for _, kind, _ in outcomes)
    agreeing = [name for name, outcomes in results.items() if any(kind == "agree" for _, kind, _ in outcomes)]
    whole = [name for name in agreeing if all(kind in ("agree", "none") for _, kind, _ in results[name])]
    rows = []
    for dtype in DTYPES:
        count = Counter(kind for outcomes in results.values() for found, kind, _ in outcomes if found == dtype)
        rows.append(f"| {dtype} | {count['agree']} | {count['rejected']} | {count['wrong']} |")
    reasons = Counter(re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "_", words.split(";")[0])[:110] for outcomes in results.values()
                      for _, kind, words in outcomes if kind == "rejected")
    return kinds, agreeing, whole, rows, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--filter", type=re.compile, default=re.compile(""), metavar="REGEX")
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--results", type=Path, help="outcomes, a line an operator; what it has is not tried again")
    parser.add_argument("--again", action="store_true", help="try also what has results of another commit")
    parser.add_argument("--report", action="store_true", help="print the totals of the results, and try nothing")
    parser.add_argument("--every", type=int, default=1, help="try each N-th operator only")
    parser.add_argument("--skip", type=int, default=0, help="leave the first N operators out")
    arguments = parser.parse_args()
    os.environ["RELAX_MLIR_BUILD"] = str(arguments.build.resolve())
    if arguments.work is not None:
        work(arguments.work, arguments.samples)
        return
    # What is in an empty tensor is open.
    names = [name for name in database() if "empty" not in name]
    names = [name for name in names if arguments.filter.search(name)][arguments.skip::arguments.every]
    results, lock = Results(arguments.results, commit_of(arguments.build)), threading.Lock()
    names = [] if arguments.report else results.left(names, arguments.again)

    def run(part):
        for name, outcomes in run_names(part, arguments):
            with lock:
                results.add(name, outcomes)
                for words in dict.fromkeys(tuple(outcome) for outcome in outcomes if outcome[1] != "agree"):
                    print(name, *words, flush=True)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(run, (names[place::arguments.jobs] for place in range(arguments.jobs))))
    results = results.outcomes()
    kinds, agreeing, whole, rows, reasons = summarize(results)
    print(f"{len(results)} operators: {len(agreeing)} agree in a sample or more, {len(whole)} in all; samples: {dict(kinds)}")
    print("\n".join(rows))
    for reason, count in reasons.most_common(40):
        print(f"{count:5d}  {reason}")
    sys.exit(any(kinds[kind] for kind in ("wrong", "crash", "fault")))


if __name__ == "__main__":
    main()
