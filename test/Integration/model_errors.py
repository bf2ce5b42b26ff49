"""How far a model's results are from others, and what runs of it take."""
import resource

import numpy as np


def relative_error(found, expected):
    """The largest difference in a row relative to the row's largest value."""
    rows = len(expected)
    difference = np.abs(found.astype(np.float64) - expected).reshape(rows, -1).max(axis=1)
    scale = np.abs(expected).reshape(rows, -1).max(axis=1)
    return float((difference / np.maximum(scale, 1e-30)).max())


def seconds_of_children():
    """The processor's time in processes that have ended: steadier than what a
    clock on the wall says beside other work."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
