"""How the benchmarks measure: interleaved blocks, medians, least times, children's memory."""
import os
import statistics
import subprocess
import time

# Threads that wait for work keep spinning for a while; a pause lets those of
# the one side sleep before the other side is measured.
_PAUSE = 0.25


def row(what, ours, yardstick, theirs, ratio):
    """One line of a table."""
    print(f"{what:44} {ours:>12} {theirs:>12} {ratio:7.2f}  {yardstick}", flush=True)


def _block(call, seconds):
    """Median seconds of a call, repeated for some seconds, at least 5 times."""
    times, end = [], time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def interleaved(ours, theirs, rounds, seconds):
    """Median seconds of both, and of the ratio ours/theirs, over rounds that
    take turns in who begins."""
    for call in (ours, theirs):
        call()
        call()
    pairs = []
    for number in range(rounds):
        order = [(0, ours), (1, theirs)]
        pair = [0.0, 0.0]
        for index, call in order[::-1] if number % 2 else order:
            time.sleep(_PAUSE)
            call()
            pair[index] = _block(call, seconds)
        pairs.append(pair)
    ratios = [mine / other for mine, other in pairs]
    return (*(statistics.median(column) for column in zip(*pairs)), statistics.median(ratios))


def least_time(call, seconds):
    """The least seconds of a call, repeated for some seconds."""
    least, end = float("inf"), time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        call()
        least = min(least, time.perf_counter() - start)
    return least


def take_turns(sides, rounds, seconds):
    """The least of what each side gives, which gets `seconds` for a turn, over
    rounds that begin with another one each."""
    least = [float("inf")] * len(sides)
    for number in range(rounds):
        for index in range(len(sides)):
            index = (index + number) % len(sides)
            least[index] = min(least[index], sides[index](seconds))
    return least


def processor(command, repeat=1):
    """Least seconds of the processor that a command takes: differences of these
    are steadier than those of wall time."""
    least = float("inf")
    for _ in range(repeat):
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise subprocess.CalledProcessError(child.returncode, command)
        least = min(least, usage.ru_utime + usage.ru_stime)
    return least


def process(command, repeat=1):
    """Median wall seconds of a command and its peak memory in MB."""
    times, peak = [], 0
    for _ in range(repeat):
        start = time.perf_counter()
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        times.append(time.perf_counter() - start)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise subprocess.CalledProcessError(child.returncode, command)
        peak = max(peak, usage.ru_maxrss / 1024)
    return statistics.median(times), peak
