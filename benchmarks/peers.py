#!/usr/bin/env python3
"""Compare the project with ONNX Runtime and OpenVINO on the CPU, row by row.

Each side has a process of its own, pinned to as many cores as it has threads,
and one runs at a time: turns of some tenths of a second, rotated over rounds.
A row has the least time of a call of each side, all of the same ONNX file,
whose weights are drawn, and the ratio to the better peer. Results
are compared with ONNX Runtime's. With --before=BUILD another build of the
project is one more side. With --models=DIR rows are the models that `zoo.py
export` has put there, called with the first of their inputs; one that a side
does not run has a line that says so. Python needs numpy, onnx, onnxruntime and
openvino.
"""
import argparse
import datetime
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

import networks  # noqa: E402
from measure import least_time, take_turns  # noqa: E402

_TOLERANCE = 1e-3


#===-- One side, in a process of its own -----------------------------------===#


def load_ours(folder, name, threads, build):
    """`build` compiles the file for this CPU, and has the run time."""
    from relax_mlir.runtime import Runtime

    library = folder / f"{name}-{os.getpid()}.so"
    subprocess.run([build / "bin/relax-compile", folder / f"{name}.onnx", "-o", library], check=True)
    module = Runtime(build / "lib/librelax_runtime.so", threads).load(library)
    arrays = list(np.load(folder / f"{name}.npz").values())
    return lambda: module.call("main", *arrays)


def load_onnxruntime(folder, name, threads, _):
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.log_severity_level = 3
    session = onnxruntime.InferenceSession(folder / f"{name}.onnx", settings, ["CPUExecutionProvider"])
    arrays = dict(np.load(folder / f"{name}.npz"))
    return lambda: session.run(None, arrays)


def load_openvino(folder, name, threads, _):
    import openvino

    core = openvino.Core()
    settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY",
                "ENABLE_CPU_PINNING": False}
    compiled = core.compile_model(str(folder / f"{name}.onnx"), "CPU", settings)
    request = compiled.create_infer_request()
    arrays = dict(np.load(folder / f"{name}.npz"))
    # Results stay where the request has them, as callers keep them who hurry.
    return lambda: list(request.infer(arrays, share_inputs=True, share_outputs=True).values())


_LOADERS = {"ours": load_ours, "before": load_ours, "ORT": load_onnxruntime, "OV": load_openvino}


def work(side, folder, name, threads, build):
    """Answers each line of the input, a number of seconds, with the least time
    of a call; the first answer comes when all is loaded, and a result written."""
    os.sched_setaffinity(0, range(threads))
    call = _LOADERS[side](folder, name, threads, build)
    np.save(folder / f"{name}-{side}.npy", np.array(call()[0]))
    print("ready", flush=True)
    for line in sys.stdin:
        print(least_time(call, float(line)), flush=True)


#===-- All sides -----------------------------------------------------------===#


class Worker:
    """The process of one side."""

    def __init__(self, side, folder, name, threads, build):
        command = [sys.executable, __file__, "--worker", side, folder, name, str(threads), build]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            self.process.kill()
            raise RuntimeError(f"{side} does not run it")

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
    workers = []
    try:
        for side, build in sides.items():
            workers.append(Worker(side, folder, name, threads, build))
        seconds = take_turns([worker.turn for worker in workers], options.rounds, options.seconds)
    finally:
        for worker in workers:
            worker.close()
    row = {"model": name, "threads": threads, **{side: 1e3 * least for side, least in zip(sides, seconds)}}
    tolerance = next((bound for suffix, bound in networks.TOLERANCES.items() if name.endswith(suffix)), _TOLERANCE)
    for side in sides:
        error = get_error(folder, name, side)
        if not error <= tolerance:
            raise RuntimeError(f"{side} differs from ONNX Runtime's result by {error:.1e} of its largest value")
    row["ratio"] = row["ours"] / min(row["ORT"], row["OV"])
    return row


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


def format_row(row, sides):
    times = " | ".join(f"{row[side]:.3f}" for side in sides)
    return f"| {row['model']} | {row['threads']} | {times} | {row['ratio']:.2f} |"


def get_geometric_mean(rows):
    return statistics.geometric_mean([row["ratio"] for row in rows])


def compare(options):
    sides = {"ours": options.build, "ORT": "-", "OV": "-"}
    if options.before:
        sides["before"] = options.before
    rows = []
    print(f"| model | threads | {' | '.join(side + ', ms' for side in sides)} | ours / best peer |")
    print("| --- | --: |" + " --: |" * (len(sides) + 1), flush=True)
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
                print(format_row(rows[-1], sides), flush=True)
    for threads in options.threads:
        mean = get_geometric_mean([row for row in rows if row["threads"] == threads])
        print(f"\nGeometric mean of the ratios, {threads} thread{'s' if threads > 1 else ''}: {mean:.2f}")
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
    parser.add_argument("--models", type=Path, help="a folder of zoo.py's: measure its models")
    parser.add_argument("--filter", nargs="*", help="only models whose names have one of these")
    parser.add_argument("--rounds", type=int, default=10, help="turns of each side")
    parser.add_argument("--seconds", type=float, default=0.2, help="of a turn")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2], help="numbers of threads")
    parser.add_argument("--json", type=Path, help="write the rows to this file as well")
    compare(parser.parse_args())


if __name__ == "__main__":
    main()
