"""Texts of modules compared by relax-compare, many in one process."""
import concurrent.futures
import re
import subprocess

_PAIR = re.compile(r"^pair (\d+): (?:[^\n]*?)error: (.*)$", re.M)
_SPLIT = "\n// -----\n"


def differences(build, folder, pairs):
    """The first difference of each pair of texts; nothing where they are equal."""
    pairs = list(pairs)
    parts = [range(first, len(pairs), 2) for first in (0, 1)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda part: _differences(build, folder, [pairs[number] for number in part], part), parts)
    return [reason for _, reason in sorted(item for part in found for item in part)]


def _differences(build, folder, pairs, numbers):
    """The same by one process, with the numbers of the pairs."""
    if not pairs:
        return []
    paths = [folder / f"{side}-{numbers[0]}.mlir" for side in ("left", "right")]
    for path, texts in zip(paths, zip(*pairs)):
        path.write_text(_SPLIT.join(text.strip() for text in texts) + "\n")
    result = subprocess.run([build / "bin/relax-compare", "--split-input-file", *paths], capture_output=True, text=True)
    reasons = dict((int(number), reason) for number, reason in _PAIR.findall(result.stderr))
    if bool(result.returncode) != bool(reasons):
        raise RuntimeError(f"relax-compare: {result.returncode}: {result.stderr[:400]}")
    return [(number, reasons.get(position, "")) for position, number in enumerate(numbers)]
