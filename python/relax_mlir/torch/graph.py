"""Walks a graph of FX and lets the writer of each node's operator write it."""
import operator
from collections import defaultdict

import sympy
import torch
from torch.fx import Node

from . import registry
from .builder import Complex, Value
from .types import Type, Unsupported, size, type_of

# What checks sizes or metadata, and has been checked when the graph was made.
_CHECKS = ("aten::_assert_scalar", "aten::_assert_async", "aten::_assert_tensor_metadata", "aten::sym_constrain_range",
           "aten::sym_constrain_range_for_size")


class ImportFailure(ValueError):
    """What a program has that cannot be imported: all of it, in one message. `obstacles` has triples of an operator,
    a reason and the names of nodes."""

    def __init__(self, obstacles):
        count, kinds = sum(len(nodes) for _, _, nodes in obstacles), len({name for name, _, _ in obstacles})
        lines = [f"program has {count} node{'s' * (count > 1)} of {kinds} operator{'s' * (kinds > 1)} that cannot be imported:"]
        for name, reason, nodes in obstacles:
            shown = ", ".join(nodes[:3]) + (f" and {len(nodes) - 3} more" if len(nodes) > 3 else "")
            lines.append(f"  {name} {len(nodes)}: {reason} (node {shown})")
        super().__init__("\n".join(lines))
        self.obstacles = obstacles


class Obstacles:
    """The nodes that cannot be imported, by operator and reason."""

    def __init__(self):
        self._found = defaultdict(list)

    def note(self, name, reason, node):
        self._found[name, reason].append(node)

    def check(self):
        """Raises what was noted, the most frequent first."""
        if self._found:
            items = sorted(self._found.items(), key=lambda item: (-len(item[1]), item[0]))
            raise ImportFailure([(name, reason, nodes) for (name, reason), nodes in items])


def _name(target):
    return str(target) if not callable(target) or hasattr(target, "_schema") else getattr(target, "__name__", str(target))


def _reads(node):
    """Whether a size is read from a tensor, and so is defined by the node."""
    return _name(node.target) in ("aten._local_scalar_dense.default", "aten.item.default")


def _is_complex(value):
    """Whether a value, or one of a list, is of complex numbers."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_complex, value))
    return isinstance(value, Complex) or isinstance(getattr(value, "dtype", None), torch.dtype) and value.dtype.is_complex


def stand_in(found):
    """A value for the nodes that use what could not be written, so that these are looked at, too."""
    if isinstance(found, torch.Tensor):
        dims = tuple(size(dim) for dim in found.shape)
        if found.dtype.is_complex:
            return Complex(*2 * [Value("%none", Type(dims, found.dtype.to_real()))])
        return Value("%none", Type(dims, found.dtype))
    if isinstance(found, (list, tuple)):
        return [stand_in(part) for part in found]
    return size(found) if isinstance(found, (torch.SymInt, int)) else found


def locate(node):
    """The location of a node as text: its name, the operator, and the module that called it. Errors of later passes and
    profiles name it."""
    kind = f'operator "{_name(node.target)}"'
    modules = [path for path, _ in node.meta.get("nn_module_stack", {}).values() if path]
    if modules:
        kind += f', module "{modules[-1]}"'
    name, kind = (text.replace("\\", "\\\\").replace('"', "\\22") for text in (node.name, kind))
    return f' loc("{name}"(fused<"{kind}">[unknown]))'


class GraphWriter:
    """Writes the nodes of a graph with a builder."""

    def __init__(self, builder, module, obstacles):
        self.builder, self.module, self._obstacles = builder, module, obstacles
        self.values = {}

    def write(self, inputs):
        """Writes the graph for the values of its placeholders; gives those of its output."""
        inputs = iter(inputs)
        for node in self.module.graph.nodes:
            if node.op == "placeholder":
                self.values[node] = next(inputs)
            elif node.op == "get_attr":
                self.values[node] = self._attribute(node)
            elif node.op == "call_function":
                self._call(node)
            elif node.op == "output":
                return self._map(node.args[0])
        return None

    def _attribute(self, node):
        found = self.module
        for part in node.target.split("."):
            found = getattr(found, part)
        return self.builder.constant(found, node.target) if isinstance(found, torch.Tensor) else found

    def _map(self, argument):
        """An argument with values in the place of nodes."""
        if isinstance(argument, Node):
            return self.values[argument]
        if isinstance(argument, (list, tuple)):
            return [self._map(part) for part in argument]
        if isinstance(argument, (torch.SymInt, sympy.Basic)):
            return size(argument)
        return argument

    def _call(self, node):
        mark, around = self.builder.mark(), self.builder.location
        self.builder.location = locate(node)
        try:
            self.values[node] = self._result(node)
        except Unsupported as error:
            self._obstacles.note(_name(node.target), str(error), node.name)
            self.builder.rewind(mark)
            self.values[node] = stand_in(node.meta.get("val"))
        self.builder.location = around

    def _result(self, node):
        found = node.meta.get("val")
        if node.target is operator.getitem:
            return self.values[node.args[0]][node.args[1]]
        if isinstance(found, torch.SymInt) and not _reads(node):
            return size(found)
        if isinstance(found, torch.SymFloat):
            # On the way to a size, which PyTorch gives as a whole.
            return found.node.expr
        if isinstance(found, (int, float, bool)) and not isinstance(found, torch.Tensor):
            return found
        schema = getattr(node.target, "_schema", None)
        if schema is not None and schema.name in _CHECKS or isinstance(found, torch.SymBool):
            return None
        arguments = self._arguments(node, schema)
        is_complex = _is_complex(found) or any(map(_is_complex, arguments))
        write = registry.TABLE.get(f"higher_order::{_name(node.target)}") or registry.find(node.target, is_complex)
        if write is None:
            raise Unsupported("the operator has no writer of complex numbers" if is_complex else
                              "the operator has no writer; relax_mlir.torch.register gives it one")
        builder = self.builder
        builder.arguments, builder.node, builder.graph = node.args, node, self
        builder.name = node.name
        builder.result = self._types(found)
        return self._checked(write(builder, *arguments), builder.result)

    def _arguments(self, node, schema):
        """The arguments in the order of the schema, with its defaults."""
        if schema is None:
            return [self._map(argument) for argument in node.args]
        given = list(node.args)
        values = []
        for number, argument in enumerate(schema.arguments):
            if number < len(given):
                values.append(self._map(given[number]))
            elif argument.name in node.kwargs:
                values.append(self._map(node.kwargs[argument.name]))
            else:
                values.append(argument.default_value)
        return values

    def _types(self, found):
        if isinstance(found, torch.Tensor):
            return type_of(found)
        if isinstance(found, (list, tuple)):
            return [self._types(part) for part in found]
        return None

    def _checked(self, value, type):
        """A result, of the type that PyTorch gives it."""
        if isinstance(type, list) and isinstance(value, (list, tuple)):
            return [self._checked(part, wanted) for part, wanted in zip(value, type)]
        if not isinstance(type, Type) or value is None or value.type == type:
            return value
        if value.dtype != type.dtype or value.rank != len(type.dims) or any(
                isinstance(found, int) and isinstance(wanted, int) and found != wanted
                for found, wanted in zip(value.dims, type.dims)):
            raise AssertionError(f"{self.builder.node.name} ({self.builder.node.target}): expected {type}, found {value.type}")
        return self.match(value, type)

    def match(self, value, type):
        """A value as one of another type; sizes that may differ are compared when the program runs."""
        if all(found == wanted or sympy.expand(found - wanted) == 0 for found, wanted in zip(value.dims, type.dims)):
            return Value(value.name, value.type)
        return Value(self.builder.raw(f"relax.match_cast {value.name}", f"{value.type} to {type}"), type)
