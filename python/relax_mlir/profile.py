"""Where the time of a compiled function goes: a table by kernel and operator, and a trace for ui.perfetto.dev."""
import json
import os
from dataclasses import dataclass
from html import escape
from typing import List, NamedTuple, Optional, Tuple, Union

from .runtime import KernelRun


class ProfileRow(NamedTuple):
    """All runs of one kernel for one node of the source; `share` is of the time of all kernels. `flops` is None if
    nobody knows; `roofline` is the least time that the CPU's peaks allow, as a share of the time taken, None if
    `flops` is or if it ran on a device."""

    kernel: str
    node: str
    calls: int
    seconds: float
    share: float
    bytes: int
    flops: Optional[int]
    roofline: Optional[float]


@dataclass(frozen=True)
class Profile:
    """The runs of kernels of some calls; `peaks` is what the CPU reaches at most, operations and bytes a second."""

    runs: List[KernelRun]
    peaks: Tuple[float, float]

    @property
    def rows(self) -> List[ProfileRow]:
        """A row for each kernel and node, the one that takes most time first."""
        groups = {}
        for run in self.runs:
            groups.setdefault((run.kernel, run.node), []).append(run)
        total = sum(run.end - run.begin for run in self.runs) or 1
        rows = []
        for (kernel, node), runs in groups.items():
            time = sum(run.end - run.begin for run in runs)
            moved = sum(run.bytes for run in runs)
            flops = None if any(run.flops is None for run in runs) else sum(run.flops for run in runs)
            roofline = None
            if flops is not None and time and not any(run.uses_device for run in runs):
                roofline = max(flops / self.peaks[0], moved / self.peaks[1]) / (time * 1e-9)
            rows.append(ProfileRow(kernel, node, len(runs), time * 1e-9, time / total, moved, flops, roofline))
        return sorted(rows, key=lambda row: -row.seconds)

    def save_trace(self, path: Union[str, os.PathLike]) -> None:
        """Writes each run in Chrome's trace format."""
        start = self.runs[0].begin if self.runs else 0
        events = [{"ph": "X", "pid": 1, "tid": 1, "ts": (run.begin - start) / 1000, "dur": (run.end - run.begin) / 1000,
                   "name": run.kernel, "args": {"node": run.node, "bytes": run.bytes,
                                              **({} if run.flops is None else {"flops": run.flops})}} for run in self.runs]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"displayTimeUnit": "ms", "traceEvents": events}, file)

    def _cells(self):
        for row in self.rows:
            giga = 1e-9 / row.seconds if row.seconds else 0.0
            yield (f"{row.share:.1%}", f"{row.seconds * 1e3:.4f}", str(row.calls), f"{row.bytes * 1e-6:.3f}",
                   f"{row.bytes * giga:.1f}", "-" if row.flops is None else f"{row.flops * giga:.1f}",
                   "-" if row.roofline is None else f"{row.roofline:.1%}", row.kernel, row.node)

    def __str__(self):
        lines = [_HEADINGS, *self._cells()]
        widths = [max(len(line[i]) for line in lines) for i in range(7)]
        return "\n".join("  ".join([*(cell.rjust(width) for cell, width in zip(line, widths)), *line[7:]])
                         for line in lines)

    def _repr_html_(self):
        head = "".join(f"<th>{heading}</th>" for heading in _HEADINGS)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in self._cells())
        return f"<table><tr>{head}</tr>{body}</table>"


_HEADINGS = ("share", "ms", "calls", "MB", "GB/s", "GFLOP/s", "roofline", "kernel", "node")
