"""Programs of torch.export as modules of the relax dialect."""
from pathlib import Path

import torch
from torch.export.graph_signature import InputKind, OutputKind, SymIntArgument, TensorArgument

from relax_mlir import safetensors

from . import ops  # noqa: F401: fills the table.
from .builder import Builder, Value
from .constants import Constants
from .decompositions import decompose, is_read
from .graph import GraphWriter, ImportFailure, Obstacles, stand_in
from .types import Type, Unsupported, expression, size, type_of

_STORED = (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR)


class Function:
    """One function of a module in the making: its parameters, then its body."""

    def __init__(self, name, constants, obstacles, private=False):
        self.name = name
        self.obstacles = obstacles
        self.builder = Builder(constants)
        self.builder.owner = self
        # Functions that this one calls.
        self.inner = []
        self._private = "private " if private else ""
        self.parameters = []
        # Which inputs of the graph the parameters are.
        self.order = []
        self.text = ""
        self._defined = set()

    def parameter(self, name, type):
        """A parameter; gives its value. Names are those of the signature that callers see."""
        value = Value(f"%arg{len(self.parameters)}", type)
        self.parameters.append(f"{value.name}: {type}" if self._private else f'{value.name}: {type} {{relax.name = "{name}"}}')
        self._defined |= {dim for dim in type.dims if getattr(dim, "is_Symbol", False)}
        return value

    def shape_parameter(self, symbols):
        """A parameter that gives sizes their values."""
        shape = f"!relax.shape<[{', '.join(map(expression, symbols))}]>"
        self.parameters.append(f"%arg{len(self.parameters)}: {shape}")
        self._defined |= set(symbols)

    def size_parameter(self, name, dim):
        """A size that no tensor has: a parameter that holds it."""
        if isinstance(dim, int) or dim in self._defined:
            return dim
        value = self.parameter(name, Type((), torch.int64))
        self.builder.define(value, dim)
        self._defined.add(dim)
        return dim

    def finish(self, results, num_input=None):
        """Writes the function with its results."""
        names = ", ".join(value.name for value in results)
        inside = ", ".join(str(value.type) for value in results)
        outside = [self._outside(value.type) for value in results]
        types = f" -> {outside[0] if len(outside) == 1 else '(' + ', '.join(outside) + ')'}" if outside else ""
        count = f" attributes {{num_input = {num_input} : i64}}" if num_input is not None else ""
        self.builder.line(f"relax.return {names} : {inside}" if results else "relax.return")
        body = "\n".join(self.builder.lines)
        text = f"  relax.func {self._private}@{self.name}({', '.join(self.parameters)}){types}{count} {{\n{body}\n  }}\n"
        self.text = text + "".join(function.text for function in self.inner)

    def _outside(self, type):
        """A type as a caller sees it: sizes that come from values are unknown."""
        known = [expression(dim) if isinstance(dim, int) or dim.free_symbols <= self._defined else "?" for dim in type.dims]
        if "?" not in known:
            return str(type)
        plain = str(type).split(", #relax.dims", maxsplit=1)[0]
        if all(dim == "?" or dim.isdigit() for dim in known):
            return f"{plain}>"
        return f"{plain}, #relax.dims<[{', '.join(known)}]>>"


def module_text(functions, constants, weights=None):
    """The text of a module of functions."""
    named = f' attributes {{relax.weights = "{weights}"}}' if constants.in_file else ""
    return f"module{named} {{\n{''.join(function.text for function in functions)}}}\n{constants.text()}"


def _tensor(program, spec):
    """What a stored input of a program holds."""
    if spec.kind == InputKind.CONSTANT_TENSOR or spec.target not in program.state_dict:
        return program.constants[spec.target]
    return program.state_dict[spec.target]


class _Program:
    """Writes one exported program as a function."""

    def __init__(self, program, constants, keep, name):
        self.program, self.keep = program, keep
        self.signature = program.graph_signature
        self.obstacles = Obstacles()
        self.function = Function(name, constants, self.obstacles)
        self.mutated = set(self.signature.buffers_to_mutate.values())

    def write(self):
        nodes = [node for node in self.program.graph.nodes if node.op == "placeholder"]
        specs = list(zip(self.signature.input_specs, nodes))
        values = {}
        for spec, node in specs:
            if spec.kind == InputKind.USER_INPUT and isinstance(spec.arg, TensorArgument):
                values[node] = self._parameter(node, node.name)
        for spec, node in specs:
            if spec.kind == InputKind.USER_INPUT and isinstance(spec.arg, SymIntArgument):
                values[node] = self.function.size_parameter(node.name, size(node.meta["val"]))
            elif spec.kind == InputKind.BUFFER and spec.target in self.mutated:
                values[node] = self._parameter(node, spec.target)
        count = len(self.function.parameters)
        for spec, node in specs:
            if spec.kind in _STORED and node not in values:
                values[node] = self._stored(spec, node)
        writer = GraphWriter(self.function.builder, self.program.graph_module, self.obstacles)
        results = writer.write(values.get(node) for _, node in specs)
        self.obstacles.check()
        self.function.finish(self._results(results), count if self.keep else None)
        return self.function

    def _parameter(self, node, name):
        try:
            return self.function.parameter(name, type_of(node.meta["val"]))
        except Unsupported as error:
            self.obstacles.note("parameter", str(error), name)
            return stand_in(node.meta["val"])

    def _stored(self, spec, node):
        tensor = _tensor(self.program, spec)
        if self.keep and spec.kind != InputKind.CONSTANT_TENSOR:
            return self._parameter(node, spec.target)
        try:
            if isinstance(tensor, torch._subclasses.FakeTensor):
                raise Unsupported("it has no elements, which the program was exported without; say keep_params_as_input=True")
            return self.function.builder.constant(tensor, spec.target)
        except Unsupported as error:
            self.obstacles.note("weight", str(error), spec.target)
            return stand_in(node.meta["val"])

    def _results(self, results):
        """What the user gets, then the new values of buffers and of inputs that the program changes."""
        found = {kind: [] for kind in ("user", "buffer", "input")}
        kinds = {OutputKind.USER_OUTPUT: "user", OutputKind.BUFFER_MUTATION: "buffer", OutputKind.USER_INPUT_MUTATION: "input"}
        for spec, value in zip(self.signature.output_specs, results):
            if spec.kind in kinds and value is not None:
                found[kinds[spec.kind]].append(value if isinstance(value, Value) else self.function.builder.scalar(
                    value, torch.get_default_dtype() if isinstance(value, float) else torch.int64))
        return found["user"] + found["buffer"] + found["input"]


def write_program(program, constants, keep=False, name="main", run_decompositions=True):
    """A program as a function: as it stands where that is enough, else decomposed."""
    mark = constants.mark()
    with torch.no_grad():
        if not run_decompositions or is_read(program):
            try:
                return _Program(program, constants, keep, name).write()
            except ImportFailure:
                if not run_decompositions:
                    raise
                constants.rewind(mark)
        return _Program(decompose(program), constants, keep, name).write()


def from_exported_program(program, keep_params_as_input=False, path=None, function="main", run_decompositions=True):
    """The text of a module for a program of torch.export.

    The function takes the program's inputs, then each buffer that the program changes, then, with
    `keep_params_as_input`, all parameters and other buffers in the order of the program, which are constants else. It
    gives the program's results, then the new value of each buffer, then that of each input that is changed. Operators
    are decomposed into core ATen where that is needed, unless `run_decompositions` is false. What cannot be imported is an
    ImportFailure, which lists all of it.

    The text is also written to `path`, if given: then large constants are not in it, but in a file beside it,
    m.safetensors for m.mlir.
    """
    constants = Constants(path is not None)
    written = write_program(program, constants, keep_params_as_input, function, run_decompositions)
    weights = Path(path).with_suffix(".safetensors") if path is not None else None
    text = module_text([written], constants, weights and weights.name)
    if path is not None:
        if constants.in_file:
            safetensors.write(weights, constants.in_file)
        Path(path).write_text(text, encoding="utf-8")
    return text


def write_graph(module, constants, name="main"):
    """A graph of FX, whose inputs all become parameters, as a function; gives it and, for each result of the graph,
    whether it is "tensor", "size" or None."""
    obstacles = Obstacles()
    function = Function(name, constants, obstacles)
    nodes = [node for node in module.graph.nodes if node.op == "placeholder"]
    values = {}
    for place, node in enumerate(nodes):
        if isinstance(node.meta["val"], torch.Tensor):
            try:
                values[node] = function.parameter(node.name, type_of(node.meta["val"]))
                function.order.append(place)
            except Unsupported as error:
                obstacles.note("parameter", str(error), node.name)
                values[node] = stand_in(node.meta["val"])
    for place, node in enumerate(nodes):
        if isinstance(node.meta["val"], (torch.SymInt, int)):
            count = len(function.parameters)
            values[node] = function.size_parameter(node.name, size(node.meta["val"]))
            function.order += [place] * (len(function.parameters) - count)
    results = GraphWriter(function.builder, module, obstacles).write(values.get(node) for node in nodes)
    obstacles.check()
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    kinds = [None if value is None else "tensor" if isinstance(value, Value) else "size" for value in results]
    function.finish([value if kind == "tensor" else function.builder.scalar(value, torch.int64)
                     for value, kind in zip(results, kinds) if kind])
    return function, kinds


__all__ = ["ImportFailure", "from_exported_program", "write_graph"]
