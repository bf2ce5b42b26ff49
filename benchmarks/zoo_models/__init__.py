"""The architectures of the zoo: which there are, and how one is written to a file with its inputs and results."""
import functools
import importlib
import inspect
import os
import tempfile
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

import numpy as np

# Modules of this package, each with a function `architectures`.
_ROOMS = ("own", "vision", "text", "audio", "classical", "variants")

# Errors relative to the output's scale that count as right.
LIMITS = {"float32": 1e-4, "float16": 2e-2, "quantised": 3e-2}


class Architecture(NamedTuple):
    """A family, a name, what builds it, and the doors it goes through."""
    family: str
    name: str
    build: Callable[[], Any]
    doors: tuple = ("ts", "dyn", "aten")


class Program(NamedTuple):
    """A model of PyTorch: `sizes` names the dynamic sizes of each input, `other` are inputs of other such sizes."""
    model: Any
    inputs: tuple
    sizes: tuple = ()
    other: Optional[tuple] = None
    limit: float = LIMITS["float32"]


class Graph(NamedTuple):
    """A model of ONNX, and sets of inputs by name."""
    model: Any
    feeds: list
    limit: float = LIMITS["float32"]


def load():
    """All architectures; of a package that is missing, none."""
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
    found = []
    for room in _ROOMS:
        found += importlib.import_module(f"zoo_models.{room}").architectures()
    return found


def around(inner, forward):
    """A module that calls `forward` with the module `inner` and its inputs."""
    import torch

    class Around(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = inner

        def forward(self, *inputs):
            return forward(self.inner, *inputs)
    return Around()


def preload(packages, opsets):
    """Imports once, in the parent, what most children need; none of it starts a thread."""
    import torch
    # torchaudio compares CUDA's versions when it is imported, and transformers imports it. Nothing here runs on a GPU.
    torch.version.cuda = None
    # Models of transformers ask before each call, and CUDA's library need not be there.
    torch.cuda.is_current_stream_capturing = lambda: False
    for name in ("torch.onnx", "torch.export", "onnx", "onnxruntime", *packages):
        importlib.import_module(name)
    # Its table of operators, which the newer exporter makes anew each time, takes half of an export's time.
    from torch.onnx._internal.exporter._registration import ONNXRegistry
    ONNXRegistry.from_torchlib = staticmethod(functools.cache(ONNXRegistry.from_torchlib))
    for opset in opsets:
        ONNXRegistry().from_torchlib(opset_version=opset)
    # What is imported and built at the first export takes seconds in each child otherwise.
    torch.set_num_threads(1)
    programs = [Program(torch.nn.Linear(2, 2), (torch.zeros(2, 2),), ({0: "batch"},))]
    if "transformers" in packages:
        programs.append(importlib.import_module("zoo_models.text").first_program())
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        for program in programs:
            export_dynamo(program, f"dyn{max(opsets)}", Path(folder) / "first.onnx")


def tensors_of(results):
    """The tensors in what a model gives, as arrays; bf16 as f32."""
    import torch
    from torch.utils._pytree import tree_leaves

    return [(leaf.float() if leaf.dtype == torch.bfloat16 else leaf).detach().numpy()
            for leaf in tree_leaves(results) if isinstance(leaf, torch.Tensor)]


def arrays_of(inputs):
    """Inputs as arrays, and the names of those whose bits are bf16."""
    import torch

    wide = {f"in{i}" for i, x in enumerate(inputs) if x.dtype == torch.bfloat16}
    return [(x.view(torch.int16) if x.dtype == torch.bfloat16 else x).detach().numpy() for x in inputs], wide


def write(architecture, door, stem):
    """Makes a model and writes STEM.onnx or STEM.mlir, and its inputs and expected results as STEM.npz."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    # Else layers of transformers are one operator each, which no exporter knows.
    torch.backends.mha.set_fastpath_enabled(False)
    built = architecture.build()
    path = stem.with_name(stem.name + (".mlir" if door == "aten" else ".onnx"))
    if isinstance(built, Graph):
        import onnx
        onnx.save(built.model, path)
        calls = [(list(feed.values()), run_onnx(path, feed), ()) for feed in built.feeds]
        return keep(stem, path, calls, set(), built.limit)
    with torch.no_grad():
        return write_program(built, door, stem, path)


def write_program(program, door, stem, path):
    """The same for a model of PyTorch."""
    import torch

    sets = [program.inputs] + ([program.other] if program.other else [])
    if not isinstance(program.model, torch.jit.ScriptModule):
        program.model.eval()
    # Before the export, which may change buffers and caches of the model.
    expected = [tensors_of(program.model(*(x.clone() for x in inputs))) for inputs in sets]
    try:
        names = EXPORTERS[door.rstrip("0123456789")](program, door, path)
    except (torch._dynamo.exc.UserError, torch.onnx.OnnxExporterError, ValueError):
        # PyTorch makes a size constant, such as the batch of a GRU: then all sizes are, and there is one call.
        if door.startswith("ts") or not program.sizes:
            raise
        # Marks of dynamic sizes stay on the tensors.
        inputs = tuple(x.clone() for x in program.inputs)
        return write_program(program._replace(inputs=inputs, sizes=(), other=None), door, stem, path)
    calls, wide = [], set()
    for inputs, results in zip(sets, expected):
        arrays, wide = arrays_of(inputs)
        if names is not None:
            feed = {name: array for name, array in zip((f"x{i}" for i in range(len(arrays))), arrays) if name in names}
            arrays = list(feed.values())
        found = run_onnx(path, feed, results) if names is not None and not wide else results
        # An exporter may have made the first sizes constant, so that ONNX Runtime rejects others as well.
        if found is not None or not calls:
            calls.append((arrays, found or results, results))
    return keep(stem, path, calls, wide, program.limit)


def export_script(program, door, path):
    """By the exporter that traces; the names of the inputs that are left."""
    import onnx
    import torch

    names = [f"x{i}" for i in range(len(program.inputs))]
    dynamic = {name: sizes for name, sizes in zip(names, program.sizes) if sizes}
    torch.onnx.export(program.model, program.inputs, str(path), dynamo=False, opset_version=int(door[2:]),
                      input_names=names, dynamic_axes=dynamic)
    return {entry.name for entry in onnx.load(str(path), load_external_data=False).graph.input}


def dynamic_shapes(program):
    """Dynamic sizes as torch.export takes them."""
    import torch

    made = {}
    for sizes in program.sizes:
        for name in sizes.values():
            made.setdefault(name, torch.export.Dim.DYNAMIC)
    shapes = tuple({axis: made[name] for axis, name in sizes.items()} for sizes in program.sizes)
    shapes += ({},) * (len(program.inputs) - len(shapes))
    # A function of any number of inputs has one parameter, which is all of them.
    kinds = [parameter.kind for parameter in inspect.signature(program.model.forward).parameters.values()]
    if kinds == [inspect.Parameter.VAR_POSITIONAL]:
        shapes = (shapes,)
    return shapes if made else None


def export_dynamo(program, door, path):
    """By the exporter of torch.export."""
    import onnx
    import torch

    names = [f"x{i}" for i in range(len(program.inputs))]
    exported = torch.export.export(program.model, program.inputs, dynamic_shapes=dynamic_shapes(program), strict=False)
    torch.onnx.export(exported, (), str(path), dynamo=True, opset_version=int(door[3:]), input_names=names,
                      external_data=False, verbose=False)
    return {entry.name for entry in onnx.load(str(path), load_external_data=False).graph.input}


def export_aten(program, _, path):
    """By our own reader of torch.export's programs."""
    import torch

    import relax_mlir.torch

    exported = torch.export.export(program.model, program.inputs, dynamic_shapes=dynamic_shapes(program), strict=False)
    try:
        relax_mlir.torch.from_exported_program(exported, path=str(path))
    except relax_mlir.torch.ImportFailure as error:
        # A rejection of ours counts among the results: the compiler repeats it.
        words = "; ".join(f"{name}: {reason}" for name, reason, _ in error.obstacles)
        path.write_text(f"// ImportFailure: {' '.join(words.split())}\n{words}\n")


EXPORTERS = {"ts": export_script, "dyn": export_dynamo, "aten": export_aten}


def run_onnx(path, feed, otherwise=None):
    """What ONNX Runtime gives; `otherwise` where it cannot load the model, and None where it rejects these inputs."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    # Without VNNI ONNX Runtime's products of u8 and s8 saturate at 16 bits, which costs 10 % and more of the scale.
    options.add_session_config_entry("session.x64quantprecision", "1")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception:
        if otherwise is None:
            raise
        return otherwise
    try:
        results = session.run(None, feed)
    except Exception:
        if otherwise is None:
            raise
        return None
    flat = []
    for result in results:
        # A sequence of maps is the scores, a column a label.
        if isinstance(result, list) and result and isinstance(result[0], dict):
            result = np.array([[row[key] for key in sorted(row)] for row in result], np.float32)
        flat += result if isinstance(result, list) else [result]
    return [number_classes(path, result) if result.dtype.kind in "OU" else result for result in flat]


def number_classes(path, names):
    """Names of classes as their places in the model's list, as the importer gives them."""
    import onnx

    known = next([name.decode() for name in attribute.strings] for node in onnx.load(str(path)).graph.node
                 for attribute in node.attribute if attribute.name == "classlabels_strings")
    return np.array([known.index(name) for name in names.ravel()]).reshape(names.shape)


def keep(stem, path, calls, wide, limit):
    """Writes inputs and results, and says what was made."""
    stored = {"count": np.array(len(calls)), "bfloats": np.array(sorted(wide), dtype="U8")}
    for number, (inputs, results, eager) in enumerate(calls):
        stored.update({f"torch{number}_{i:03}": array for i, array in enumerate(eager)})
        stored.update({f"in{number}_{i:03}": array for i, array in enumerate(inputs)})
        stored.update({f"out{number}_{i:03}": array for i, array in enumerate(results)})
    np.savez(stem.with_name(stem.name + ".npz"), **stored)
    size = sum(file.stat().st_size for file in path.parent.glob(path.stem + "*") if file.suffix != ".npz")
    return {"kind": "made", "limit": limit, "megabytes_file": round(size / 1e6, 2)}
