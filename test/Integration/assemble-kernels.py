#!/usr/bin/env python3
"""Turn the kernels of all operators' cases, or of whole models, into machine
code of several GPUs with `ptxas`, and say what they take.

A kernel that is rejected is an error; one that spills registers is listed, and
an error if it spills more than --most-spills bytes."""
import argparse
import concurrent.futures
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import model_sources
import operator_cases

_BATCH = 60
# A line of relax-compile's report, as `printKernelResources` writes it.
_ROW = re.compile(r"^ *(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)  (\S+)$", re.M)


@dataclass
class Summary:
    """What the kernels for one GPU take."""

    kernels: int = 0
    registers: Counter = field(default_factory=Counter)
    shared: int = 0
    spills: list = field(default_factory=list)
    rejected: list = field(default_factory=list)

    def add(self, title, report):
        for registers, _, stores, loads, shared, _, name in _ROW.findall(report):
            self.kernels += 1
            self.registers[int(registers)] += 1
            self.shared = max(self.shared, int(shared))
            if int(stores) + int(loads):
                self.spills.append((int(stores) + int(loads), f"{title}: {name}"))

    def row(self, chip):
        most = max(self.registers, default=0)
        many = sum(count for number, count in self.registers.items() if number > 128)
        return (f"| {chip} | {self.kernels} | {len(self.rejected)} | {most} | {many} | {self.shared} | {len(self.spills)} | "
                f"{max((bytes for bytes, _ in self.spills), default=0)} |")


def assemble(build, source, folder, chip, number):
    """The report of the kernels in a file, or the error as a second value."""
    report = folder / f"{number}-{chip}.txt"
    done = subprocess.run([build / "bin/relax-compile", source, "-o", folder / f"{number}-{chip}.cubin", f"--target={chip}",
                           f"--kernel-report={report}"], capture_output=True, text=True)
    return (report.read_text(), "") if done.returncode == 0 else ("", done.stderr.strip())


def operator_sources(folder, filter, step):
    """Files of functions: a title, the path, and the functions one by one."""
    cases = [case for case in operator_cases.all_cases() if re.search(filter, case.op)][::step]
    for number, first in enumerate(range(0, len(cases), _BATCH)):
        batch = cases[first:first + _BATCH]
        path = folder / f"operators-{number}.mlir"
        path.write_text("".join(case.text() for case in batch))
        yield f"{batch[0].op} and others", path, batch


def run(build, folder, chip, sources):
    summary = Summary()

    def work(numbered):
        number, (title, path, batch) = numbered
        report, error = assemble(build, path, folder, chip, number)
        if error and len(batch) > 1 and "no kernels" not in error:
            # Which ones it is.
            results = []
            for case in batch:
                single = folder / f"single-{number}-{chip}.mlir"
                single.write_text(case.text())
                results.append((case.name, *assemble(build, single, folder, chip, f"single-{number}")))
            return results
        return [(title, report, error)]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for results in pool.map(work, enumerate(sources)):
            for title, report, error in results:
                summary.add(title, report)
                if error and "no kernels" not in error:
                    summary.rejected.append(f"{title}: {error.splitlines()[-1]}")
                    print(f"{chip}, {title}: {error}", flush=True)
    return summary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--chips", default="sm_75,sm_80,sm_90,sm_90a,sm_100", help="the GPUs (default: %(default)s)")
    parser.add_argument("--filter", default="", help="only operators, or models, whose names this regular expression finds")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th case")
    parser.add_argument("--models", action="store_true", help="the models in place of operators")
    parser.add_argument("--most-spills", type=int, default=None, metavar="BYTES", help="fail if a kernel spills more")
    arguments = parser.parse_args()
    build, failed = Path(arguments.build).resolve(), False
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.models:
            sources = [(name, model_sources.write(folder, name, build / "bin"), [name]) for name in model_sources.NAMES
                       if re.search(arguments.filter, name)]
        else:
            sources = list(operator_sources(folder, arguments.filter, arguments.every))
        for chip in arguments.chips.split(","):
            summary = run(build, folder, chip, sources)
            for bytes, kernel in sorted(summary.spills, reverse=True):
                print(f"{chip}: {bytes} bytes spilled by {kernel}")
            rows.append(summary.row(chip))
            print(rows[-1], flush=True)
            most = max((bytes for bytes, _ in summary.spills), default=0)
            failed |= bool(summary.rejected) or not summary.kernels
            failed |= arguments.most_spills is not None and most > arguments.most_spills
    print("| chip | kernels | rejected | most registers | of more than 128 | most shared bytes | spilling | most bytes spilled |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    print("\n".join(rows))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
