"""Schedules of a model's kernels that are faster than the default ones, found by measuring.

    relax-tune model.onnx --database=schedules.json
    relax-compile model.onnx --database=schedules.json -o model.so

Each different kernel is a task. Its default schedule is a script (docs/Schedules.md) whose numbers are decisions; a
candidate is the script with others. A cost model, which learns from what was measured, says which candidates are worth
compiling; these are timed beside the default one, and compared with it. What is found goes into the database at once,
so a run that is ended goes on where it stopped.
"""
from .tuner import Options, tune

__all__ = ["Options", "tune"]
