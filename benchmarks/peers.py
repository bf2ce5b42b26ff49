#!/usr/bin/env python3
"""Compare the project with other engines on the CPU, row by row.

Each side has a process of its own, pinned to as many cores as it has threads,
and one runs at a time: turns of some tenths of a second, rotated over rounds.
A row has the least time of a call of each side, all of the same ONNX file,
whose weights are drawn, and the ratio to the better peer; a row of several
threads, behind that of one, also how many times faster ours and the best peer
are than there. Results are compared with ONNX Runtime's. With --before=BUILD
another build of the project is one more side. With --models=DIR rows are the
models that `zoo.py export` has put there, called with the first of their
inputs; one that a side does not run has a line that says so. With --torch what
`torch.compile` makes of the graph of `onnx2fx` is one more peer, where it runs;
it takes a minute and more for each model. With --load rows have the time until
a first call has ended, and the memory that the process then has above that of
its libraries.
Python needs numpy, onnx, onnxruntime and openvino, for --torch torch and
onnx2fx, for --chart matplotlib.
"""
import argparse
import datetime
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

import networks  # noqa: E402
from measure import least_time, take_turns  # noqa: E402

_TOLERANCE = 1e-3


#===-- One side, in a process of its own -----------------------------------===#
# Each function imports its libraries, and returns what loads a model and gives
# a function that calls it.


def prepare_ours(path, threads, build):
    """`build` compiles the file for this CPU, and has the run time."""
    from relax_mlir.runtime import Runtime

    library = path.with_name(f"{path.stem}-{os.getpid()}.so")
    subprocess.run([build / "bin/relax-compile", path, "-o", library], check=True)
    runtime = Runtime(build / "lib/librelax_runtime.so", threads)

    def load(arrays):
        module, values = runtime.load(library), list(arrays.values())
        return lambda: module.call("main", *values)

    return load


def prepare_onnxruntime(path, threads, _):
    import onnxruntime

    def load(arrays):
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        settings.log_severity_level = 3
        session = onnxruntime.InferenceSession(path, settings, ["CPUExecutionProvider"])
        return lambda: session.run(None, arrays)

    return load


def prepare_openvino(path, threads, _):
    import openvino

    def load(arrays):
        core = openvino.Core()
        settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY",
                    "ENABLE_CPU_PINNING": False}
        request = core.compile_model(str(path), "CPU", settings).create_infer_request()
        # Results stay where the request has them, as callers keep them who hurry.
        return lambda: list(request.infer(arrays, share_inputs=True, share_outputs=True).values())

    return load


def prepare_torch(path, threads, _):
    import onnx2fx
    import torch
    import torch._inductor.config

    def load(arrays):
        # Weights are constants, as they are to the other sides.
        torch._inductor.config.freezing = True
        torch.set_num_threads(threads)
        tensors = [torch.from_numpy(array) for array in arrays.values()]
        compiled = torch.compile(onnx2fx.convert(str(path)).eval())

        def call():
            with torch.inference_mode():
                results = compiled(*tensors)
            return [results] if isinstance(results, torch.Tensor) else list(results)

        return call

    return load


_SIDES = {"ours": prepare_ours, "before": prepare_ours, "ORT": prepare_onnxruntime, "OV": prepare_openvino,
          "torch": prepare_torch}


def get_resident():
    """Megabytes of this process that are in memory, those of files as well."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def work(side, folder, name, threads, build):
    """Answers each line of the input, a number of seconds, with the least time
    of a call; the first answer comes when all is loaded, and a result written."""
    os.sched_setaffinity(0, range(threads))
    load = _SIDES[side](folder / f"{name}.onnx", threads, build)
    arrays = dict(np.load(folder / f"{name}.npz"))
    memory, start = get_resident(), time.perf_counter()
    call = load(arrays)
    result = call()[0]
    costs = {"load": 1e3 * (time.perf_counter() - start), "memory": get_resident() - memory}
    np.save(folder / f"{name}-{side}.npy", np.array(result))
    print(json.dumps(costs), flush=True)
    for line in sys.stdin:
        print(least_time(call, float(line)), flush=True)


#===-- All sides -----------------------------------------------------------===#


class Worker:
    """The process of one side."""

    def __init__(self, side, folder, name, threads, build):
        command = [sys.executable, __file__, "--worker", side, folder, name, str(threads), build]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        answer = self.process.stdout.readline()
        if not answer:
            self.process.kill()
            raise RuntimeError(f"{side} does not run it")
        self.costs = json.loads(answer)

    def turn(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def get_error(folder, name, side):
    """The largest difference to ONNX Runtime's result, by its largest value."""
    found, expected = (np.load(folder / f"{name}-{one}.npy").astype(np.float64) for one in (side, "ORT"))
    return float(np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-30))


def measure(name, folder, sides, threads, options):
    """The row of a model: least milliseconds of each side."""
    workers = {}
    try:
        for side, build in sides.items():
            try:
                workers[side] = Worker(side, folder, name, threads, build)
            except RuntimeError as error:
                if side != "torch":
                    raise
                print(f"{name}: {error}", file=sys.stderr)
        seconds = take_turns([worker.turn for worker in workers.values()], options.rounds, options.seconds)
    finally:
        for worker in workers.values():
            worker.close()
    row = {"model": name, "threads": threads, **{side: 1e3 * least for side, least in zip(workers, seconds)}}
    row["costs"] = {side: worker.costs for side, worker in workers.items()}
    tolerance = next((bound for suffix, bound in networks.TOLERANCES.items() if name.endswith(suffix)), _TOLERANCE)
    for side in workers:
        error = get_error(folder, name, side)
        if not error <= tolerance:
            raise RuntimeError(f"{side} differs from ONNX Runtime's result by {error:.1e} of its largest value")
    row["peer"] = min(row[peer] for peer in ("ORT", "OV", "torch") if peer in row)
    row["ratio"] = row["ours"] / row["peer"]
    return row


def add_speedups(row, rows):
    """How many times faster than on one thread are ours and the best peer, if a row of `rows` says that."""
    single = next((one for one in rows if one["model"] == row["model"] and one["threads"] == 1), None)
    if single and row["threads"] > 1:
        row["speedups"] = [single[side] / row[side] for side in ("ours", "peer")]


def find_models(folder):
    """What builds the rows of exported models, by their names."""
    def make_build(source):
        def build(path):
            # Weights beside a model are found beside its link.
            for file in folder.glob(f"{glob.escape(source.stem)}*"):
                (path.parent / file.name).symlink_to(file.resolve())
            stored = np.load(source.with_suffix(".npz"))
            names = [info.name for info in onnx.load(source, load_external_data=False).graph.input]
            return dict(zip(names, (stored[key] for key in sorted(stored) if key.startswith("in0_")), strict=True))
        return build
    return {source.stem: make_build(source) for source in sorted(folder.glob("*.onnx"))
            if source.with_suffix(".npz").exists()}


def format_row(row, sides, load):
    """A line of the table: the time of each side; with `load` what it takes to
    load as well."""
    cells = [f"{row[side]:.3f}" if side in row else "" for side in sides]
    if load:
        for cost in ("load", "memory"):
            cells += [f"{row['costs'][side][cost]:.0f}" if side in row else "" for side in sides]
    speedups = ", ".join(f"{speedup:.2f}" for speedup in row.get("speedups", ()))
    return f"| {row['model']} | {row['threads']} | {' | '.join(cells)} | {row['ratio']:.2f} | {speedups} |"


def draw(rows, path):
    """A bar for the ratio of each row, in the order of the ratios."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = sorted(rows, key=lambda row: row["ratio"], reverse=True)
    names = [f"{row['model']}, {row['threads']}" for row in rows]
    figure, axes = pyplot.subplots(figsize=(8, 1 + len(rows) / 6))
    axes.barh(names, [row["ratio"] for row in rows], color=["C0" if row["ratio"] <= 1 else "C1" for row in rows])
    axes.axvline(1, color="black", linewidth=1)
    axes.margins(y=0)
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("time by that of the best peer (model, threads)")
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def summarize(rows, threads):
    """What the rows of a number of threads are together."""
    rows = [row for row in rows if row["threads"] == threads]
    ratios = [row["ratio"] for row in rows]
    yield (f"{threads} thread{'s' if threads > 1 else ''}: geometric mean of the ratios "
           f"{statistics.geometric_mean(ratios):.2f}, median {statistics.median(ratios):.2f}, at most 1.02 in "
           f"{sum(ratio <= 1.02 for ratio in ratios)} of {len(ratios)}, at most {max(ratios):.2f}")
    speedups = {row["model"]: row["speedups"] for row in rows if "speedups" in row}
    if speedups:
        low = [model for model, (ours, peer) in speedups.items() if ours < min(0.9 * threads, 0.97 * peer)]
        yield f"Speed-up below {0.9 * threads:g} and 0.97 of the best peer's: {', '.join(low) or 'none'}"


def compare(options):
    sides = {"ours": options.build, "ORT": "-", "OV": "-"}
    if options.torch:
        sides["torch"] = "-"
    if options.before:
        sides["before"] = options.before
    rows = []
    heads = [f"{side}, {unit}" for unit in (["ms", "loads, ms", "MB"] if options.load else ["ms"]) for side in sides]
    print(f"| model | threads | {' | '.join(heads)} | ours / best peer | speed-ups |")
    print("| --- | --: |" + " --: |" * (len(heads) + 2), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, build in (find_models(options.models) if options.models else networks.NETWORKS).items():
            if not any(word in name for word in options.filter or [""]):
                continue
            inputs = build(folder / f"{name}.onnx")
            (folder / f"{name}.npz").unlink(missing_ok=True)
            np.savez(folder / f"{name}.npz", **inputs)
            for threads in options.threads:
                try:
                    rows.append(measure(name, folder, sides, threads, options))
                except RuntimeError as error:
                    if not options.models:
                        sys.exit(f"{name}: {error}")
                    print(f"{name}: {error}", file=sys.stderr)
                    continue
                add_speedups(rows[-1], rows)
                print(format_row(rows[-1], sides, options.load), flush=True)
    for threads in options.threads if rows else []:
        for line in summarize(rows, threads):
            print(f"\n{line}")
    if options.chart:
        draw(rows, options.chart)
    if options.json:
        date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        options.json.write_text(json.dumps({"date": date, "rounds": options.rounds, "rows": rows}, indent=1) + "\n")


def main():
    if sys.argv[1:2] == ["--worker"]:
        side, folder, name, threads, build = sys.argv[2:]
        return work(side, Path(folder), name, int(threads), Path(build))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"), help="the build folder")
    parser.add_argument("--before", help="the build folder of another commit")
    parser.add_argument("--torch", action="store_true", help="torch.compile is one more peer")
    parser.add_argument("--load", action="store_true", help="also milliseconds to load, and MB of memory")
    parser.add_argument("--chart", type=Path, help="draw the ratios as this PNG")
    parser.add_argument("--models", type=Path, help="a folder of zoo.py's: measure its models")
    parser.add_argument("--filter", nargs="*", help="only models whose names have one of these")
    parser.add_argument("--rounds", type=int, default=10, help="turns of each side")
    parser.add_argument("--seconds", type=float, default=0.2, help="of a turn")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2], help="numbers of threads")
    parser.add_argument("--json", type=Path, help="write the rows to this file as well")
    compare(parser.parse_args())


if __name__ == "__main__":
    main()
