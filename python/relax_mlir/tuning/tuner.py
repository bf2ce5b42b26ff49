"""Tunes the kernels of a model, one after the other, those that take most of its time first."""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..compiler import _get_flags, _run, compile
from ..tools import find_program
from .cost import CostModel
from .measure import measure
from .space import Space

_VERSION = 1
# A candidate is kept that takes less of the default's time: less than that is noise.
_GAIN = 0.97
# Kernels that take less of the time of all of them are left as they are.
_SHARE = 0.01
_BATCH = 8
# More than caches have.
_MAX_FOOTPRINT = 1 << 27


@dataclass
class Options:
    """How long to look, and for whom: `trials` are candidates of a kernel, `seconds` all that the run may take,
    `threads` those of calls, `sizes` numbers for symbolic sizes, `compile` options of relax-compile by name."""

    trials: int = 64
    seconds: float = 600
    threads: int = 1
    sizes: dict = field(default_factory=dict)
    compile: dict = field(default_factory=dict)
    seed: int = 0
    progress: bool = True


class Database:
    """The file: for each key of a program its name, the best script if one is better than the default, and for each
    candidate that was tried its time relative to the default's, null if it cannot be."""

    def __init__(self, path):
        self.path = Path(path)
        self.programs = {}
        if self.path.exists():
            try:
                content = json.loads(self.path.read_text())
            except ValueError as error:
                raise ValueError(f"cannot read the database of schedules {path}: {error}; give another file") from error
            if (not isinstance(content, dict) or content.get("version") != _VERSION
                    or not isinstance(content.get("programs"), dict)):
                raise ValueError(f"expected a database of version {_VERSION} in {path}; give another file")
            self.programs = content["programs"]

    def save(self):
        beside = self.path.with_name(self.path.name + ".part")
        beside.write_text(json.dumps({"version": _VERSION, "programs": self.programs}, indent=1, sort_keys=True) + "\n")
        beside.replace(self.path)


class Task:
    """A kernel: its program alone in a module, the default schedule's script, and what the database has of it."""

    def __init__(self, row, folder, entry):
        self.key, self.name, self.calls = row["key"], row["name"], row["calls"]
        self.source, self.folder, self.entry = folder / f"{self.key}.mlir", folder, entry
        self.default, self.seconds = None, 0.0
        entry["name"] = self.name
        script = folder / f"{self.key}.script.mlir"
        _run("relax-opt", [self.source, f"--tir-write-default-cpu-schedule=file={script}", "-o", os.devnull])
        self.space = Space(script.read_text())
        # What was tried of another default script is of no use.
        if entry.get("default") != self.space.script:
            entry.update(default=self.space.script, tried={})
            entry.pop("script", None)
        self.tried = {tuple(json.loads(key)): ratio for key, ratio in entry["tried"].items()}

    def build(self, candidate):
        """The library of a candidate; None if a step of its script is rejected."""
        stem = self.folder / f"{self.key}-{'-'.join(map(str, candidate))}"[:200]
        database, library = stem.with_suffix(".json"), stem.with_suffix(".so")
        programs = {self.key: {"script": self.space.render(candidate)}}
        database.write_text(json.dumps({"version": _VERSION, "programs": programs}))
        done = subprocess.run([find_program("relax-compile"), self.source, "--start-at=schedule", "--remarks",
                               f"--database={database}", "-o", library], capture_output=True, text=True)
        return library if done.returncode == 0 and "does not fit" not in done.stderr else None

    def note(self, candidate, ratio):
        self.tried[candidate] = ratio
        self.entry["tried"][json.dumps(candidate)] = ratio and round(ratio, 4)


class Tuner:
    def __init__(self, database, options):
        self.database, self.options = database, options
        self.end = time.monotonic() + options.seconds
        self.random = np.random.default_rng(options.seed)
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        # What the kernels' weights take together, as far as it matters to caches.
        self.footprint = 0

    def _measure(self, libraries, rounds=3, seconds=0.02):
        return measure(libraries, self.options.threads, self.options.sizes, self.footprint, rounds, seconds)

    def _say(self, text):
        if self.options.progress:
            print(text, file=sys.stderr, flush=True)

    def find_tasks(self, model, folder):
        """The kernels that have something to decide, those that take most time first; and what all take."""
        kernels = folder / "kernels.mlirbc"
        _run("relax-compile", [model, "--stop-at=kernel", "-o", kernels, *_get_flags(self.options.compile)])
        _run("relax-opt", [kernels, f"--relax-write-tuning-tasks=folder={folder}", "-o", os.devnull])
        rows = json.loads((folder / "tasks.json").read_text())
        self.footprint = min(sum(row["bytes"] * row["calls"] for row in rows), _MAX_FOOTPRINT)
        tasks = [Task(row, folder, self.database.programs.setdefault(row["key"], {})) for row in rows]
        for task, library in zip(tasks, self.pool.map(lambda task: task.build(task.space.get_default()), tasks)):
            times = self._measure([library]) if library else None
            task.default, task.seconds = library, times[0] * task.calls if times else 0.0
        total = sum(task.seconds for task in tasks)
        self._say(f"{len(tasks)} kernels, {1e3 * total:.3f} ms together")
        return sorted((task for task in tasks if task.space.decisions and task.seconds >= _SHARE * total),
                      key=lambda task: -task.seconds), total

    def choose(self, task):
        """The next candidates: neighbours of the best ones and mixtures of these, of which the cost model takes the
        fastest, and some at random."""
        known = sorted((ratio, candidate) for candidate, ratio in task.tried.items() if ratio)
        parents = [candidate for _, candidate in known[:4]] or [task.space.get_default()]
        if task.space.get_default() not in parents:
            parents.append(task.space.get_default())
        pool = {near for parent in parents[:2] for near in task.space.neighbours(parent)}
        pool |= {task.space.draw(self.random, parents) for _ in range(128)}
        pool = sorted(candidate for candidate in pool if candidate not in task.tried and any(candidate))
        self.random.shuffle(pool)
        model = CostModel(task.space)
        model.fit(task.tried)
        order = np.argsort(model.predict(pool), kind="stable") if pool else []
        surest = [tuple(pool[index]) for index in order[:_BATCH - 2]]
        others = [tuple(candidate) for candidate in pool if tuple(candidate) not in surest]
        return surest + others[:_BATCH - len(surest)]

    def try_batch(self, task):
        """Compiles and times some candidates; false if there are no others."""
        candidates = self.choose(task)
        if not candidates:
            return False
        built = list(zip(candidates, self.pool.map(task.build, candidates)))
        libraries = [library for _, library in built if library]
        times = self._measure([task.default, *libraries]) if libraries else None
        # One that ends the process takes the others with it.
        if libraries and not times:
            times = [1.0, *((self._measure([task.default, library]) or [1.0, None])[1] for library in libraries)]
        rest = iter(times[1:] if times else ())
        for candidate, library in built:
            found = next(rest) if library else None
            task.note(candidate, found and found / times[0])
            if library:
                library.unlink()
        return True

    def settle(self, task):
        """Times the best candidates once more, longer, and keeps the fastest if it is worth it."""
        known = sorted((ratio, candidate) for candidate, ratio in task.tried.items() if ratio)
        built = [(candidate, task.build(candidate)) for ratio, candidate in known[:3] if ratio < 1]
        built = [(candidate, library) for candidate, library in built if library]
        times = self._measure([task.default, *(library for _, library in built)], 6, 0.05) if built else None
        task.entry.pop("script", None)
        best = 1.0
        if times and any(times[1:]):
            least, candidate = min((seconds, candidate) for seconds, (candidate, _) in zip(times[1:], built) if seconds)
            best = least / times[0]
            if best < _GAIN:
                task.entry["script"] = task.space.render(candidate)
        task.entry["ratio"] = round(best, 4)
        return best if best < _GAIN else 1.0

    def tune(self, task, number, count, total):
        """Tries candidates until there are as many as asked for, no others, or no time; the ratio of the best one."""
        share = task.seconds / total
        until = time.monotonic() + max(self.end - time.monotonic(), 0) / (count - number)
        while len(task.tried) < self.options.trials and time.monotonic() < until and self.try_batch(task):
            self.database.save()
        ratio = self.settle(task)
        self.database.save()
        failed = sum(ratio is None for ratio in task.tried.values())
        self._say(f"[{number + 1}/{count}] {task.name}: {100 * share:.0f} % of the time, {len(task.tried)} candidates "
                  f"({failed} rejected), {ratio:.2f} of the default's time")
        return ratio


def compare_models(model, database, options):
    """Milliseconds of a call of the model, with the default schedules and with those of the database."""
    with tempfile.TemporaryDirectory(prefix="relax-tune-") as folder:
        libraries = []
        for name, more in (("default", {}), ("tuned", {"database": database})):
            module = compile(model, threads=options.threads, **options.compile, **more)
            libraries.append(Path(folder) / f"{name}.so")
            module.save(libraries[-1])
        times = measure(libraries, options.threads, options.sizes, rounds=8, seconds=0.2)
    return [time and 1e3 * time for time in times or (None, None)]


def tune(model, database, options=None):
    """Finds schedules for the kernels of `model`, a path of a file of ONNX or MLIR, and writes them to the file
    `database`; one that is there is read, and what it has of other programs stays. Gives the milliseconds of a call
    with the default schedules, and with those that were found, each None if that is not known: the model cannot be
    called with inputs at random. Where these are slower as a whole, the database keeps none of this model's. None where
    nothing is faster than the default schedules."""
    options = options or Options()
    tuner = Tuner(Database(database), options)
    with tempfile.TemporaryDirectory(prefix="relax-tune-") as folder:
        tasks, total = tuner.find_tasks(model, Path(folder))
        for number, task in enumerate(tasks):
            tuner.tune(task, number, len(tasks), total)
        tuner.database.save()
        if not any("script" in task.entry for task in tasks):
            return None
        times = compare_models(model, database, options)
        if None not in times and times[1] > times[0]:
            # What is faster alone may be slower among others, whose memory it displaces.
            for task in tasks:
                task.entry.pop("script", None)
            tuner.database.save()
    return times
