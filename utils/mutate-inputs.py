#!/usr/bin/env python3
"""Read damaged test files by the thousand; say which crashes are ours.

    utils/mutate-inputs.py --build build --count 100000
    utils/mutate-inputs.py --build build --count 5000 --seed 7 --passes relax-whole-story

relax-mutate makes and reads the mutants: of the text of each test file, as many
with nothing but numbers changed and, a tenth as many, of its bytecode. A crash
is run again by itself. One that then does not happen came from memory that an
earlier mutant of its batch damaged.
The others are told apart by the functions on the stack, and compared with the
signatures in utils/baseline/upstream-crashes.txt, which are upstream MLIR's own.
Anything else is ours: it is saved, printed with the command that repeats it,
and makes this script fail.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_KNOWN = os.path.join(_ROOT, "utils/baseline/upstream-crashes.txt")
# Frames of dying itself, and of getting to the mutant.
_NOISE = re.compile(r"PrintStackTrace|RunSignalHandlers|^raise|^abort|pthread_kill|^gsignal|libc_fatal|malloc_printerr"
                    r"|^start_thread|^clone|^syscall|^main$|libc_start|runOnDeepStack|runWithSignalStack|reportHang"
                    r"|interceptor_|execute_on_thread|^pthread_create|grow_pod|^operator new|^malloc|^__asan|^asan_|^__sanitizer|report_fatal_error|\(anonymous namespace\)::Run|^$")
_FRAMES = 9
# For a sanitizer build: LLVM's allocators inside Debian's libraries are not
# instrumented, and running out of memory is for LLVM to report.
_ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0:allow_user_poisoning=0:allocator_may_return_null=1",
                "UBSAN_OPTIONS": "print_stacktrace=1", **os.environ}


def test_files():
    """The MLIR text files under test/, sorted."""
    found = []
    for folder, _, names in os.walk(os.path.join(_ROOT, "test")):
        found += [os.path.join(folder, name) for name in names if name.endswith(".mlir")]
    return sorted(os.path.relpath(path, _ROOT) for path in found)


def known_signatures():
    """(regular expression, what it is) of each line of the list."""
    with open(_KNOWN, encoding="utf-8") as lines:
        pairs = [line.rstrip("\n").split("  # ", 1) for line in lines if line.strip() and not line.startswith("#")]
    return [(re.compile(pattern.strip()), meaning) for pattern, meaning in pairs]


def signature(report):
    """What tells a crash from others: the message of who gave up, then the
    functions that were running."""
    functions = []
    for frame in re.findall(r"^ +#\d+ 0x[0-9a-f]+ (.*)$", report, re.M):
        # The sanitizers write "in" before the name.
        name = re.sub(r"^in |\(/.*|\S+\.(?:c|cpp|h|S)(?::\d+)*$", "", frame).strip()
        name = re.sub(r"\((?!anonymous).*", "", name)
        if not _NOISE.search(name):
            functions.append(name)
    message = re.search(r"(?:LLVM ERROR|ERROR: AddressSanitizer|runtime error): ([^.\d\n]*)", report)
    start = [message.group(1).strip()] if message else []
    # The C library gave up, and so did the one who was to say where.
    if not functions and re.search(r"^ +(?:malloc|free|realloc|corrupted|double free|munmap_chunk)", report, re.M):
        start = ["damaged memory"]
    if not functions and ".mlirbc" in report:
        start = [(start[0] if start else "no stack") + " of bytecode"]
    return " < ".join(start + functions)


def shortened(found):
    """The frames of a signature that are worth printing."""
    return " < ".join(found.split(" < ")[:_FRAMES])


class Mutation:
    """One run of relax-mutate with one kind of damage."""

    def __init__(self, arguments, kind):
        self.tool = os.path.join(arguments.build, "bin/relax-mutate")
        self.options = [f"--seed={arguments.seed}", f"--seconds={arguments.seconds}"]
        if kind != "text":
            self.options.append(f"--{kind}")
        if arguments.passes:
            self.options.append(f"--passes={arguments.passes}")
        self.count = max(1, arguments.count // 10) if kind == "bytecode" else arguments.count
        self.save = arguments.save
        self.files = arguments.files or test_files()

    def run(self, *options):
        """What relax-mutate prints: a list of reports, and its summary."""
        result = subprocess.run([self.tool, *self.options, *options, *self.files], cwd=_ROOT,
                                env=_ENVIRONMENT, capture_output=True, text=True, errors="replace", check=False)
        if result.returncode not in (0, 1):
            sys.exit(f"relax-mutate failed:\n{result.stderr}")
        parts = re.split(r"^crash ", result.stdout, flags=re.M)
        summary = result.stdout.rstrip().rsplit("\n", 1)[-1]
        return parts[1:], summary

    def alone(self, number):
        """The report of one mutant in a process of its own, or None."""
        reports, _ = self.run(f"--first={number}", "--count=1", f"--save={self.save}")
        return reports[0] if reports else None

    def command(self, number):
        """The command that repeats a crash."""
        return " ".join(["relax-mutate", *self.options, f"--first={number}", "--count=1", "$(find test -name '*.mlir' | sort)"])


def triage(mutation, known, tally, ours):
    """Run all mutants; counts upstream's crashes in `tally` and gathers ours,
    as the number, command and report of each signature."""
    reports, summary = mutation.run(f"--count={mutation.count}")
    print(summary, flush=True)
    for report in reports:
        number = report.split(" ", 1)[0]
        again = mutation.alone(number)
        if again is None:
            tally["upstream: only after other mutants, in memory that one of them damaged"] += 1
            continue
        found = signature(again)
        meaning = next((meaning for pattern, meaning in known if pattern.search(found)), None)
        if meaning:
            tally[f"upstream: {meaning}"] += 1
        else:
            times = ours.get(shortened(found), (0,))[0]
            ours[shortened(found)] = (times + 1, mutation.command(number), again)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(_ROOT, "build"))
    parser.add_argument("--count", type=int, default=20000, help="mutants of text")
    parser.add_argument("--kinds", default="text,numbers,bytecode", help="kinds of damage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=5, help="after which a mutant hangs")
    parser.add_argument("--passes", default="", help="passes for what is valid")
    parser.add_argument("--save", default="", help="folder for what crashes; by default in the build folder")
    parser.add_argument("files", nargs="*", help="instead of all test files")
    arguments = parser.parse_args()
    arguments.build = os.path.abspath(arguments.build)
    arguments.save = arguments.save or os.path.join(arguments.build, "mutants")
    known = known_signatures()
    tally = collections.Counter()
    ours = {}
    for kind in arguments.kinds.split(","):
        triage(Mutation(arguments, kind), known, tally, ours)
    for meaning, number in tally.most_common():
        print(f"{number:6} {meaning}")
    for found, (number, command, report) in ours.items():
        print(f"{number:6} ours: {found}\n  {command}\n{report}")
    print(f"{len(ours)} kinds of crashes are ours")
    return 1 if ours else 0


if __name__ == "__main__":
    sys.exit(main())
