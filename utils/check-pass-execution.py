#!/usr/bin/env python3
"""Check that the tests of each pass execute programs before and after it.

A lit file with `%same-results=PASSES` runs its functions in the reference
interpreter on both sides of the passes. A pass without such a line stands in
the list below, with the reason.
"""
import re

from source_tree import Check, files, records, short

_CHECKS = "it checks and changes nothing"
_BELOW = "what it gives is below the interpreter; native code is compared with it in test/Integration"
_WORKER = "what it gives is a program for each of several workers"
_WITHOUT = {
    "relax-bind-params": "public functions take less after it; its lit file runs what it gives",
    "relax-bundle-model-params": "functions take a tuple after it; its lit file runs what it gives",
    "relax-lazy-": "functions take or give less after it; test/Integration/lazy-weights.py runs what it gives",
    "relax-lift-transform-params": "functions take other weights after it; its lit file runs what it gives",
    "relax-lower-dist-ir": _WORKER,
    "relax-combine-all-reduces": "workers exchange tensors; test/Integration/mesh-training.py compares with one worker",
    "relax-overlap-collectives": "workers exchange tensors; test/Integration/collectives.py compares with numpy",
    "relax-propagate-sharding": "a worker's part after it; test/Integration/random-shardings.py compares with one worker",
    "relax-shard": "hints change nothing alone; test/Integration/mesh-plans.py compares each plan with one worker",
    "relax-verify-": _CHECKS,
    "tir-verify-": _CHECKS,
    "convert-relax-": _BELOW,
    "convert-tir-to-scf": _BELOW,
    "convert-func-to-relax": "the interpreter runs what it starts from through it; test/Integration/linalg-modules.py compares with numpy",
    "convert-stablehlo-to-relax": "nothing runs what it starts from; test/Integration/compare-stablehlo.py compares with JAX",
    "convert-linalg-to-tir": "the interpreter runs what it starts from through it; test/Integration/linalg-modules.py compares with numpy",
    "relax-rt-": _BELOW,
    "relax-write-tuning-tasks": "programs stay as they are",
    "tir-write-default-": "programs stay as they are; its lit files compare what the scripts give with what the passes give",
    "relax-gpu-align-accesses": _BELOW,
    "relax-gpu-export-dynamic-shared-memory": _BELOW,
    "relax-gpu-lower-bulk-loads": _BELOW,
    "relax-gpu-lower-float-functions": _BELOW,
    "relax-gpu-lower-matrix-products": _BELOW,
    "relax-gpu-lower-warpgroup-products": _BELOW,
    "relax-gpu-outline-kernels": _BELOW,
    "relax-gpu-pass-tensor-maps": _BELOW,
    "relax-gpu-reassociate-addresses": _BELOW,
    "relax-gpu-serialize-modules": _BELOW,
    "relax-gpu-split-modules": _BELOW,
    "relax-gpu-use-dynamic-shared-memory": "memory of a size that the launch says is the device's; the sizes are checked, and kernels with it assembled",
    "convert-gpu-kernels-to-tir": "the functions that it starts from go; test/Integration runs those that it makes",
}


def executed():
    """The flags that follow `%same-results=` in a lit file, with the file."""
    found = {}
    for path in files(("test",), (".mlir",)):
        for line in re.findall(r"RUN:.*%same-results=(.*)", path.read_text()):
            passes = re.sub(r"\{[^}]*\}", "", line)
            for flag in re.findall(r"[\w-]+", passes.split(" --")[0]):
                found.setdefault(flag, path)
    return found


def main():
    check = Check("pass-execution", __doc__.splitlines()[0])
    tests = executed()
    for path in files(("include",), (".td",)):
        if not path.name.endswith("Passes.td"):
            continue
        for name, fields, classes in records(path):
            if "PassBase" not in classes:
                continue
            check.count += 1
            flag = fields["argument"]
            reason = next((reason for prefix, reason in _WITHOUT.items() if flag.startswith(prefix)), None)
            where = f"{short(path)}: {name}"
            if flag in tests and reason:
                check.violation(name, f"{where}: {short(tests[flag])} executes it, but it is listed: {reason}")
            elif flag not in tests and not reason:
                check.violation(name, f"{where}: no lit file has the line `RUN: %same-results={flag}`")
    check.finish("passes")


if __name__ == "__main__":
    main()
