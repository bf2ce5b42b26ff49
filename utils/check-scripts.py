#!/usr/bin/env python3
"""Check that shell scripts end at errors, and at no error that is none.

With `pipefail` a reader that leaves early (`head`, `grep -q`) ends its writer by
SIGPIPE, now and then, and with it the script: status 141 after tests that all
passed.
"""
import re

from source_tree import ROOT, Check, files, short

_STRICT = "set -euo pipefail"
# Sourced by scripts that have set it.
_SOURCED = {"scripts/progress.sh"}
_LEAVES_EARLY = re.compile(r"\|\s*(head\b|grep\s+-\w*q|sed\s+[^|]*\d+q\b)")


def main():
    check = Check("scripts", __doc__)
    paths = [*files(("scripts",), (".sh",)), ROOT / ".ci" / "run"]
    check.count = len(paths)
    for path in paths:
        name, text = short(path), path.read_text()
        if _STRICT not in text and name not in _SOURCED:
            check.violation(name, f"{name}: expected `{_STRICT}`, found none")
        for number, line in enumerate(text.splitlines(), 1):
            if found := _LEAVES_EARLY.search(line):
                check.violation(
                    name,
                    f"{name}:{number}: `{found.group(1)}` leaves the pipe early, which fails"
                    " by SIGPIPE; read to its end (`awk 'NR <= 10'`, `grep >/dev/null`)",
                )
    check.finish("scripts")


if __name__ == "__main__":
    main()
