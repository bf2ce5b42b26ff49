#!/usr/bin/env python3
"""Do again what TVM's own tests do, and count how often it is the same here.

  harvest  runs tests of TVM's repository, each file in a process of its own, and notes what they do (tvm_harvest.py)
  judge    does it here, and notes a verdict for each case
  count    prints how many agree, and the causes of the others

Each goes on where it was stopped: what a file of tests did, and what was said of
it, are files in the folder --notes. pytest has to be found by Python."""
import argparse
import datetime
import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from source_tree import ROOT

_COMMIT = "5d4dc8721307cf9677becacf0395c19be130e206"
# What follows in the page is written anew.
_RUN = "Run by the script: apache-tvm "
# Of these TVM runs other machines, or asks for what no script here has.
_LEFT_OUT = ("adreno", "hexagon", "nvshmem", "disco", "cutlass", "torch", "onnx", "tflite", "keras", "stablehlo", "frontend_nn", "codegen_")
_NOT_ASKED, _HARNESS = "not asked", "harness"
# Rejections that are rows of docs/semantics.md.
_ROWS = re.compile(r"^rejected: .*('reduction' failed|of a gradient|expects a gradient of)")
# Results are planned here, too, and a storage has no dtype.
_FORMS = {"StaticPlanBlockMemory": (["--relax-lower-alloc-tensor"], r" \{dtype_hint = \w+\}"),
          "Gradient": ([], r' \{relax\.derivative = "[^"]*"\}')}
_OUTSIDE, _MEMORY = re.compile(r'relax\.extern_func (?:\w+ )*@"?([\w.]+)'), re.compile(r"relax\.(memory|vm)\.alloc_storage")
# Passes under another name in test/Bridge/agreement_passes.py.
_SAME = {"VMBuiltinLower": "LowerRuntimeBuiltin"}
_BOTH_RAISE, _COMPILES = "both raise", "compiles"


def _agreement():
    """utils/tvm-agreement.py, whose name is none of a module."""
    spec = importlib.util.spec_from_file_location("tvm_agreement", ROOT / "utils/tvm-agreement.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def harvest(repository, commit, notes, tests, only):
    """Runs the tests of a folder whose names have `only`."""
    checkout = notes / "tests"
    if not checkout.exists():
        checkout.mkdir(parents=True)
        archive = subprocess.run(["git", f"--git-dir={repository}", "archive", commit, "tests/python"], check=True, capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", checkout], input=archive, check=True)
    for file in sorted((checkout / tests).glob("test_*.py")):
        target = notes / f"{file.stem}.jsonl"
        if only not in file.stem or target.exists() or any(word in file.stem for word in _LEFT_OUT):
            continue
        part = target.with_suffix(".part")
        part.unlink(missing_ok=True)
        part.touch()
        paths = os.pathsep.join([str(ROOT / "utils"), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "TVM_HARVEST": str(part), "PYTHONPATH": paths}
        try:
            result = subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", "--maxfail=1000", "-p", "tvm_harvest", "-p", "no:cacheprovider", file],
                                    env=environment, capture_output=True, text=True, timeout=900)
            said = result.stdout.strip().splitlines()[-1:]
        except subprocess.TimeoutExpired:
            said = ["stopped after 900 s"]
        part.rename(target)
        print(f"{file.stem}: {len(target.read_text().splitlines())} cases; {' '.join(said)}", flush=True)


def _value(plain):
    """An attribute of a pass option, as text."""
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


def _python(plain):
    """Whether a parameter is one of Python only, such as a function."""
    if isinstance(plain, dict):
        return "python" in plain or any(_python(item) for item in plain.values())
    return isinstance(plain, list) and any(_python(item) for item in plain)


class OurPasses:
    """Flags of relax-opt for a pass of TVM and its parameters."""

    def __init__(self, folder):
        sys.path.insert(0, str(ROOT / "test/Bridge"))
        import agreement_passes

        self._passes, self._folder = agreement_passes, folder
        self._known = {one.name: one for one in agreement_passes.PASSES}
        self._cases = {case.name: case for case in agreement_passes.pass_cases.CASES}

    def find(self, case, module):
        """The pass as test/Bridge/agreement_passes.py has them; why it is not asked; nothing if there is none."""
        name, args, more = case["name"], list(case["args"]), dict(case["more"])
        if _python(args) or _python(list(more.values())):
            return f"{_NOT_ASKED}: parameters of Python"
        known = self._known.get(_SAME.get(name, name))
        # What has no parameters in TVM, or the default ones.
        flags = known.ours if known else self._cases[name].passes if name in self._cases else None
        judge = known.judge if known else "values"
        given = getattr(self, f"_{name}", None)
        if given:
            # Some name what is in the module, or add to it.
            flags = given(*([module] if "module" in inspect.signature(given).parameters else []), *args, **more)
        elif any(args) or any(more.values()):
            return f"{_NOT_ASKED}: parameters"
        if flags is None:
            return None
        if isinstance(flags, str):
            return flags
        return self._passes.Pass(name, None, flags, None, judge=judge, tolerance=known.tolerance if known else None)

    def _FuseOps(self, fuse_opt_level=-1):
        return ["--relax-fuse-ops"]

    def _ConvertLayout(self, desired_layouts, layout_cb=None):
        if layout_cb:
            return f"{_NOT_ASKED}: parameters of Python"
        wanted = ",".join(":".join([name, *layouts]) for name, layouts in desired_layouts["dict"])
        return [f"--relax-convert-layout=desired-layouts={wanted}"]

    def _LegalizeOps(self, customize_legalize_map=None, skip_ops=None, enable_warning=False):
        return ["--relax-legalize-ops"] if not customize_legalize_map and not skip_ops else f"{_NOT_ASKED}: parameters"

    def _BindSymbolicVars(self, binding_map, func_name=None):
        # TVM knows symbols of equal names apart.
        if any(isinstance(key, dict) for key, _ in binding_map["dict"]) and not func_name:
            return f"{_NOT_ASKED}: parameters of Python"
        sizes = ",".join(f"{key if isinstance(key, str) else key.get('symbol', key.get('var'))}={value}" for key, value in binding_map["dict"])
        words = f"sizes={sizes}" + (f" function={func_name}" if func_name else "")
        return [f"--relax-bind-symbolic-vars={words}"]

    def _BindParams(self, func_name, params):
        from relax_mlir import safetensors

        arrays = {key if isinstance(key, str) else key["var"]: np.array(value["array"], value["dtype"]) for key, value in params["dict"]}
        path = Path(tempfile.mkdtemp(dir=self._folder)) / "weights.safetensors"
        safetensors.write(path, arrays)
        return [f"--relax-bind-params=file={path} function={func_name}"]

    def _DeadCodeElimination(self, entry_functions=None):
        return [f"--relax-dead-code-elimination=entry-functions={','.join(entry_functions)}" if entry_functions else "--relax-dead-code-elimination"]

    def _Gradient(self, module, func_name, require_grads=None, target_index=0):
        words = f"func-name={func_name} target-index={target_index}"
        if require_grads:
            names = [grad["var"] for grad in (require_grads if isinstance(require_grads, list) else [require_grads])]
            # Ours derives by parameters only.
            if not set(names) <= {str(param.name) for param in module[func_name].params}:
                return None
            words += " require-grads=" + ",".join(str(number) for number, param in enumerate(module[func_name].params) if str(param.name) in names)
        return [f"--relax-gradient={words}"]

    def _LiftTransformParams(self, shared_transform=False):
        words = "shared" if shared_transform else ""
        if isinstance(shared_transform, list):
            words += f" functions={','.join(shared_transform)}"
        return ["--relax-lift-transform-params" + (f"={words}" if words else "")]

    def _TopologicalSort(self, order="depth-first", direction="from-inputs", break_ties=True):
        return [f"--relax-topological-sort=order={order} direction={direction}"]

    def _ToMixedPrecision(self, out_dtype="float32", fp16_input_names=None):
        names = f" input-names={','.join(fp16_input_names)}" if fp16_input_names else ""
        return [f"--relax-to-mixed-precision=out-dtype={out_dtype.replace('float', 'f')}{names}"]

    def _AppendLoss(self, module, func_name, loss_function, num_backbone_outputs=1, new_func_name=None):
        import tvm

        # Ours is a function of the module, which goes when it has been used.
        module.update_func(tvm.ir.GlobalVar("given_loss"), tvm.ir.load_json(loss_function["function"])["loss"].without_attr("global_symbol"))
        words = f"func-name={func_name} loss=given_loss num-outputs={num_backbone_outputs}" + (f" new-name={new_func_name}" if new_func_name else "")
        return [f"--relax-append-loss={words}", "--symbol-dce"]

    def _StaticPlanBlockMemory(self):
        return ["--relax-static-plan-block-memory=upper-bounds"]

    def _FastMathTransform(self):
        return ["--relax-legalize-ops", "--tir-fast-math-transform"]

    def _AttachAttrLayoutFreeBuffers(self):
        return ["--relax-attach-attr-layout-free-buffers"]

    # What stands in docs/from-tvm.md for these.
    def _DispatchSortScan(self):
        return ["--relax-legalize-ops"]

    def _DispatchSampling(self):
        return ["--relax-legalize-ops"]

    def _LazyGetInput(self):
        return ["--relax-lazy-get-input"]

    def _LazySetOutput(self):
        return ["--relax-lazy-set-output"]

    def _LazyTransformParams(self, **more):
        return f"{_NOT_ASKED}: functions of a test get and set the parameters"

    def _SetupTrainer(self, **more):
        return f"{_NOT_ASKED}: the loss and the optimizer are objects of Python"

    def _SpecializePrimFuncBasedOnCallSite(self):
        return f"{_NOT_ASKED}: textures of Adreno"

    def _AllocateWorkspace(self):
        return ["--relax-allocate-workspace"]

    def _DefaultGPUSchedule(self):
        return ["--tir-default-gpu-schedule"]

    def _RewriteCUDAGraph(self):
        return f"{_NOT_ASKED}: graphs are the run time's"

    def _EliminateCommonSubexpr(self, call_only=False):
        return ["--cse"]


def _functions_of_python(text):
    """Functions outside that TVM lacks by itself: a test defines them."""
    import tvm

    return [name for name in _OUTSIDE.findall(text) if not tvm.get_global_func(name, allow_missing=True)]


def _load(text):
    import tvm

    module = tvm.ir.load_json(text)
    # A test's one function may be private, so that nothing could be called.
    functions = [(key, one) for key, one in module.functions_items() if isinstance(one, tvm.relax.Function)]
    if functions and all(one.attrs is None or "global_symbol" not in one.attrs for _, one in functions):
        for key, one in functions:
            if key.name_hint == "main":
                module.update_func(key, one.with_attr("global_symbol", "main"))
    return module


def _numbers(value):
    """Arrays as they were noted."""
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    try:
        dtype = np.dtype(value["dtype"])
    except TypeError:
        import ml_dtypes

        dtype = np.dtype(getattr(ml_dtypes, value["dtype"]))
    array = np.array(value["array"], dtype if dtype.kind in "biuf" else f"u{dtype.itemsize}").reshape(value["shape"])
    return array if dtype.kind in "biuf" else array.view(dtype)


class _Sizes(dict):
    """Numbers for symbols; 4 for those that no list has."""

    def __missing__(self, name):
        return 4


class Judge:
    """Verdicts of cases."""

    def __init__(self, build, folder):
        self.agreement = _agreement()
        self.tools = self.agreement.agreement_runs.Tools(build, folder)
        self.runner = self.agreement.Runner(self.tools, 0)
        self.ours, self.build, self.folder = OurPasses(folder), build, folder
        self.agreement.differential._SIZES = _Sizes(self.agreement.differential._SIZES)

    def judge(self, case):
        """The verdict of one case."""
        import tvm

        try:
            before = _load(case["before"])
            return getattr(self, f"_{case['kind']}")(case, before)
        except (tvm.error.InternalError, AttributeError) as error:  # What TVM does not read back, such as operators of a test.
            return f"{_NOT_ASKED}: {str(error).splitlines()[0][:80]}"

    def _pass(self, case, before):
        ours = self.ours.find(case, before)
        if ours is None:
            return f"no such pass here: {case['name']}"
        if isinstance(ours, str):
            return ours
        text, cause = self.agreement._exported(before)
        # What normalizes in a test, and not when TVM has written and read it.
        if not text and "TVM cannot normalize" in cause:
            return f"{_NOT_ASKED}: {cause}"
        if not text:
            return cause or f"{_NOT_ASKED}: TVM calls the module ill-formed"
        if "after" not in case:
            _, error = self.tools.passes([text], ours.ours)[0]
            return _BOTH_RAISE if error else "TVM raises, and here it is done"
        after = _load(case["after"])
        if ours.judge == "compiled":
            outside = _functions_of_python(text)
            return f"{_NOT_ASKED}: {outside[0]} is a function of Python" if outside else self._compiled(before, text)
        wanted, cause = self.agreement._exported(after)
        if not wanted:
            return cause or f"{_NOT_ASKED}: TVM calls the result ill-formed"
        found, cause = self.tools.passes([text], ours.ours)[0]
        if "relax.call_tir_with_grad" in cause:
            return f"{_NOT_ASKED}: a derivative is a function of Python"
        if cause:
            return cause
        if case["name"] in _FORMS:
            wanted, found = self._in_form(case["name"], wanted), self._in_form(case["name"], found)
        verdicts = {}
        self.runner._equal(verdicts, {0: (wanted, found)})
        if verdicts[0] in self.agreement._AGREED or ours.judge == "module":
            return verdicts[0]
        if outside := _functions_of_python(text):
            return f"{_NOT_ASKED}: {outside[0]} is a function of Python"
        modules = (after, after) if ours.judge == "after" else (before, after)
        return self._values(modules, (wanted if ours.judge == "after" else text, wanted, found), ours.tolerance) or verdicts[0]

    def _in_form(self, name, text):
        """A result without what is a known difference."""
        flags, left_out = _FORMS[name]
        return re.sub(left_out, "", self.tools.passes([text], flags)[0][0] or text)

    def _functions(self, module):
        """Public functions of the graph level, with inputs; none for those whose parameters are no tensors."""
        from tvm import relax

        for key, function in module.functions_items():
            # What is a library's may have other parameters; its callers run.
            if isinstance(function, relax.Function) and "global_symbol" in (function.attrs or {}) and "Codegen" not in function.attrs:
                try:
                    yield key.name_hint, self.agreement.agreement_runs.inputs_of(module, key.name_hint)
                except (TypeError, KeyError, AttributeError):
                    continue

    def _expected(self, modules, wanted, name, inputs):
        """The results of a function in TVM: of the module, or of what its pass made of it; else of that in our interpreter, for
        TVM cannot compile all that it has passes for."""
        runs = self.agreement.agreement_runs
        for module in modules:
            if name in module.global_var_map_ and (found := runs.in_tvm([(module, name, inputs)])[0]) is not None:
                return found
        found = self.tools.interpreted([(wanted, name, runs.flat(inputs))])[0]
        return None if isinstance(found, str) else found

    def _values(self, modules, texts, tolerance):
        """What the results of all functions say; nothing if none runs. `modules` are TVM's before and after a pass, `texts` the
        module itself, what TVM made of it, and what is asked about."""
        runs, said = self.agreement.agreement_runs, ""
        # Those that the pass has made, too.
        for name, inputs in {**dict(self._functions(modules[1])), **dict(self._functions(modules[0]))}.items():
            found = self.tools.interpreted([(texts[2], name, runs.flat(inputs))])[0]
            # Such as programs of tests that write nothing.
            if isinstance(found, str) and found == self.tools.interpreted([(texts[0], name, runs.flat(inputs))])[0]:
                said = said or f"{_NOT_ASKED}: no results on any side: {found}"
                continue
            expected = self._expected(modules, texts[1], name, inputs)
            if expected is None:
                continue
            verdict = self.agreement._verdict(found, expected, tolerance)
            if verdict != self.agreement._AGREE:
                return verdict
            said = self.agreement._VALUES
        return said

    def _compiled(self, module, text):
        """A module of TVM's memory level, run or at least compiled here."""
        runs = self.agreement.agreement_runs
        said = ""
        for name, inputs in self._functions(module):
            found = self.tools.calls([(text, name, runs.flat(inputs))], self.agreement._OPTIONS["memory"])[0]
            # Such as a condition that the inputs here do not meet.
            raises = isinstance(found, str) and found.startswith("fails") and runs.in_tvm([(module, name, inputs)])[0] is None
            if isinstance(found, str) and not raises:
                return found
            said = _COMPILES
        if said:
            return said
        result = subprocess.run([self.build / "bin/relax-compile", "-", "-o", self.folder / "compiled.so", "--start-at=memory"], input=text,
                                capture_output=True, text=True)
        return f"not compiled: {runs.first_error(result.stderr)}" if result.returncode else _COMPILES

    def inferences(self, cases):
        """The verdicts of cases that are types of calls, which are verified together."""
        from tvm import relax

        # The functions were made around calls, and their bodies have no types yet.
        exported = [self.agreement._exported(relax.transform.Normalize()(_load(case["before"]))) for case in cases]
        found = iter(self.tools.passes([text for text, _ in exported if text], []))
        return [next(found)[1] or "agree" if text else cause or f"{_NOT_ASKED}: TVM calls the module ill-formed" for text, cause in exported]

    def calls(self, cases):
        """The verdicts of calls, whose modules are compiled together."""
        runs, verdicts, ways = self.agreement.agreement_runs, {}, {}
        for number, case in enumerate(cases):
            text, cause = self.agreement._exported(_load(case["before"]))
            if not text:
                verdicts[number] = cause or f"{_NOT_ASKED}: TVM calls the module ill-formed"
            elif outside := _functions_of_python(text):
                verdicts[number] = f"{_NOT_ASKED}: {outside[0]} is a function of Python"
            else:
                # What a user of such modules asks for, as docs/from-tvm.md says.
                way = "memory" if _MEMORY.search(text) else ""
                ways.setdefault(way, {})[number] = text, case["name"], runs.flat(_numbers(case["inputs"]))
        for way, items in ways.items():
            for number, found in zip(items, self.tools.calls(list(items.values()), self.agreement._OPTIONS[way] if way else [])):
                expected = _numbers(cases[number]["expected"])
                # The shape of a number is a tuple of none.
                if isinstance(expected, list) and not expected and [one.shape for one in found if isinstance(one, np.ndarray)] == [(0,)]:
                    expected = found
                verdicts[number] = self.agreement._verdict(found, runs.flat(expected if isinstance(expected, list) else [expected]))
        return [verdicts[number] for number in range(len(cases))]

    def _call(self, case, before):
        return self.calls([case])[0]


def _together(run, cases, numbers, verdicts, target):
    """Judges cases together; where that fails they stay without a verdict, to be judged one by one."""
    # TVM's machine, and programs of ours, end this process if they crash.
    for number in numbers:
        verdicts[number] = f"{_HARNESS}: the process ended"
    target.write_text("\n".join(verdicts) + "\n")
    try:
        found = run([json.loads(cases[number]) for number in numbers])
    except Exception:  # A fault of this harness, or of TVM's, is of one case.
        found = [""] * len(numbers)
    for number, verdict in zip(numbers, found):
        verdicts[number] = verdict.replace("\n", " ")
    target.write_text("\n".join(verdicts) + "\n")


def judge(build, notes, only, kinds, again):
    """Judges the cases of each file; a file of verdicts has a line a case."""
    agreement = _agreement()
    agreed = agreement._AGREED + (_BOTH_RAISE, _COMPILES)
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(build, Path(folder))
        for file in sorted(notes.glob("test_*.jsonl")):
            if only not in file.stem:
                continue
            cases, target = file.read_text().splitlines(), file.with_suffix(".verdicts")
            done = target.read_text().splitlines() if target.exists() else []
            if again:
                done = [verdict if verdict in agreed or verdict.startswith(_NOT_ASKED) else "" for verdict in done]
            verdicts = done + [""] * (len(cases) - len(done))
            for kind, run in (("inference", judge.inferences), ("call", judge.calls)):
                left = [number for number, line in enumerate(cases) if not verdicts[number] and json.loads(line)["kind"] == kind]
                for part in agreement.agreement_runs.batches(left) if not kinds or kind in kinds else []:
                    _together(run, cases, part, verdicts, target)
            for number, line in enumerate(cases):
                case = json.loads(line)
                if verdicts[number] or (kinds and case["kind"] not in kinds):
                    continue
                # TVM's machine, and programs of ours, end this process if they crash.
                verdicts[number] = f"{_HARNESS}: the process ended"
                target.write_text("\n".join(verdicts) + "\n")
                try:
                    verdicts[number] = judge.judge(case).replace("\n", " ") or "none"
                except Exception as error:  # A fault of this harness, or of TVM's, is one case.
                    verdicts[number] = f"{_HARNESS}: {type(error).__name__}: {str(error)[:100]}".replace("\n", " ")
                target.write_text("\n".join(verdicts) + "\n")
            print(f"{file.stem}: {sum(verdict in agreed for verdict in verdicts)} of {len(verdicts)}", flush=True)


class Counts:
    """What the files of verdicts say, by kind, by pass, and by cause."""

    def __init__(self, notes):
        agreement = _agreement()
        # Of a pass, in the order of the columns.
        self.ways = [(agreement._AS_IS,), (agreement._CANONICAL,), (agreement._VALUES, agreement._AGREE), (_BOTH_RAISE, _COMPILES)]
        agreed = sum(self.ways, ())
        self.kinds, self.passes, self.causes, self.rows = {}, {}, Counter(), 0
        for file in sorted(notes.glob("test_*.verdicts")):
            for line, verdict in zip(file.with_suffix(".jsonl").read_text().splitlines(), file.read_text().splitlines()):
                case = json.loads(line)
                if _ROWS.match(verdict):
                    self.rows += 1
                    verdict = agreement._AGREE
                said = _NOT_ASKED if verdict.startswith((_NOT_ASKED, _HARNESS)) else "agree" if verdict in agreed else "other" if verdict else "not judged"
                self.kinds.setdefault(case["kind"], Counter())[said] += 1
                if case["kind"] == "pass":
                    row = self.passes.setdefault(case["name"], Counter())
                    row[said if said != "agree" else next(way for way in self.ways if verdict in way)] += 1
                if said == "other":
                    self.causes[case["kind"], case["name"], verdict] += 1

    def page(self):
        """The tables of docs/tvm-agreement.md."""
        lines = ["| kind | cases | not asked | agree | % |", "| --- | --: | --: | --: | --: |"]
        for kind, row in self.kinds.items():
            asked = row["agree"] + row["other"]
            lines.append(f"| {kind} | {asked + row[_NOT_ASKED]} | {row[_NOT_ASKED]} | {row['agree']} | {100 * row['agree'] / max(1, asked):.1f} |")
        lines += ["", f"Of the inferences that agree {self.rows} are rejected here by rows of [semantics.md](semantics.md).", "",
                  "| pass | cases | not asked | equal | equal when canonical | same values | both raise, or compiles | others |", "| --- |" + " --: |" * 7]
        for name, row in sorted(self.passes.items()):
            counts = [row[_NOT_ASKED], *(row[way] for way in self.ways), row["other"]]
            # Of most that TVM runs by itself nothing is asked.
            if sum(counts) > counts[0]:
                lines.append(f"| `{name}` | {sum(counts)} | " + " | ".join(map(str, counts)) + " |")
        lines += ["", "| kind | pass, operator or function | what differs | cases |", "| --- | --- | --- | --: |"]
        short = Counter()
        for (kind, name, cause), number in self.causes.items():
            short[kind, name, cause[:90].replace("|", "/").replace("<", "&lt;")] += number
        return "\n".join(lines + [f"| {kind} | `{name}` | {cause} | {number} |" for (kind, name, cause), number in sorted(short.items())]) + "\n"


def count(notes, verbose, write):
    """Prints how many of each kind agree, and the others by cause; writes them into the page."""
    counts = Counts(notes)
    for kind, row in counts.kinds.items():
        asked = row["agree"] + row["other"]
        print(f"{kind}: {row['agree']} of {asked} agree, {100 * row['agree'] / max(1, asked):.1f} %; {row[_NOT_ASKED]} not asked, {row['not judged']} not judged")
    if verbose:
        print("\n".join(f"{number:4} {kind} {name}: {cause[:110]}" for (kind, name, cause), number in counts.causes.most_common()))
    if write:
        import tvm

        page = ROOT / "docs/tvm-agreement.md"
        head = page.read_text().partition(_RUN)[0]
        page.write_text(f"{head}{_RUN}{tvm.__version__}, tests of TVM's {_COMMIT[:10]}, {datetime.date.today()}.\n\n{counts.page()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("harvest", "judge", "count"))
    parser.add_argument("--notes", required=True, type=lambda path: Path(path).resolve(), help="the folder for cases and verdicts")
    parser.add_argument("--tvm", help="a git directory of apache/tvm, to harvest from")
    parser.add_argument("--commit", default=_COMMIT, help="of its tests")
    parser.add_argument("--tests", default="tests/python/relax", help="the folder of tests to harvest")
    parser.add_argument("--build", type=lambda path: Path(path).resolve(), help="the build folder, to judge by")
    parser.add_argument("--only", default="", help="a part of the names of the files of tests")
    parser.add_argument("--kind", action="append", choices=("pass", "inference", "call"), help="what to judge; all by default")
    parser.add_argument("--again", action="store_true", help="judge what did not agree once more")
    parser.add_argument("--write", action="store_true", help="write the counts into docs/tvm-agreement.md")
    parser.add_argument("--verbose", action="store_true", help="print the causes")
    arguments = parser.parse_args()
    if arguments.what == "harvest":
        harvest(arguments.tvm, arguments.commit, arguments.notes, arguments.tests, arguments.only)
    elif arguments.what == "judge":
        judge(arguments.build, arguments.notes, arguments.only, arguments.kind, arguments.again)
    else:
        count(arguments.notes, arguments.verbose, arguments.write)
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(0)


if __name__ == "__main__":
    main()
