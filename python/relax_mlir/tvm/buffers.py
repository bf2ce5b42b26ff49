"""Buffers of tensor programs as memrefs."""
import re

from .element_types import element
from .text import Value, string
from .versions import accessed, identity, kind


def is_buffer(param):
    """Whether a parameter is a buffer."""
    return kind(param.ty) == "BufferType"


def _constant(node):
    return node.value if kind(node) == "IntImm" else None


def buffer_type(text, variable):
    """The memref type of a buffer; unknown sizes, strides and starts are `?`."""
    type = variable.ty
    scalar = element(str(type.dtype.dtype if kind(type.dtype) == "PrimType" else type.dtype), signless=True)
    if scalar is None:
        text.fail(f"a buffer of '{type.dtype}' has no counterpart")
    if len(type.allocated_addr):
        text.fail("a buffer at a fixed address has no counterpart")
    shape = "".join(f"{_shown(size)}x" for size in type.shape)
    scope = "" if type.storage_scope in ("", "global") else f", {string(type.storage_scope)}"
    return f"memref<{shape}{scalar}{_layout(type)}{scope}>"


def _shown(node):
    value = _constant(node)
    return "?" if value is None else value


def _layout(type):
    """Strides and start, unless rows are contiguous from 0 on."""
    start = 0 if type.elem_offset is None else _constant(type.elem_offset)
    if not len(type.strides):
        if start == 0:
            return ""
        strides = _row_major(type.shape)
    else:
        strides = [_shown(stride) for stride in type.strides]
        if start == 0 and "?" not in strides and strides == _row_major(type.shape):
            return ""
    offset = "" if start == 0 else f", offset: {'?' if start is None else start}"
    return f", strided<[{', '.join(map(str, strides))}]{offset}>"


def _row_major(shape):
    strides, step = [], 1
    for size in reversed(list(shape)):
        strides.insert(0, step)
        value = _constant(size)
        step = "?" if step == "?" or value is None else step * value
    return strides


class Views:
    """Views of buffers: parts that a block matches, and other shapes."""

    def __init__(self, text, values):
        self._text = text
        self._values = values

    def match(self, region):
        """A buffer that stands for a part of another one."""
        variable, source = region.buffer, region.source
        whole = self._values.buffer(accessed(source))
        starts, sizes, static_starts, static_sizes = [], [], [], []
        for part in source.region:
            starts.append(self._place(part.min, static_starts))
            sizes.append(self._place(part.extent, static_sizes))
        ones = ", ".join("1" for _ in starts)
        type = self._part_type(variable, whole, static_starts, static_sizes)
        value = self._text.op(f"memref.subview {whole.name}[{', '.join(starts)}] [{', '.join(sizes)}] [{ones}] : "
                              f"{whole.type} to {type}", type)[0]
        self._values.buffers[identity(variable)] = value
        self.describe(variable, value)

    def _place(self, node, static):
        value = _constant(node)
        static.append(value)
        return str(value) if value is not None else self._values.index(node).name

    def _part_type(self, variable, whole, starts, sizes):
        """The type of a part: upstream infers strides and start, and wants the same."""
        strides, start = layout_of(whole.type)
        for stride, place in zip(strides, starts):
            start = "?" if "?" in (start, stride) or place is None else start + stride * place
        rank = len(variable.ty.shape)
        kept = list(range(len(sizes) - rank, len(sizes)))
        if any(sizes[axis] != 1 for axis in range(len(sizes) - rank)):
            self._text.fail(f"the part that buffer '{variable.name}' matches has another rank")
        shape = "".join(f"{'?' if sizes[axis] is None else sizes[axis]}x" for axis in kept)
        scalar = element_of(whole.type)
        offset = "" if start == 0 else f", offset: {start}"
        steps = ", ".join(str(strides[axis]) for axis in kept)
        return f"memref<{shape}{scalar}, strided<[{steps}]{offset}>{_scope_of(whole.type)}>"

    def describe(self, variable, value):
        """Values for the sizes, strides and start of a buffer that are variables."""
        type = variable.ty
        unknown = [stride for stride in type.strides if kind(stride) == "Var"]
        if kind(type.elem_offset) == "Var":
            unknown.append(type.elem_offset)
        for axis, size in enumerate(type.shape):
            if kind(size) == "Var" and identity(size) not in self._values.values:
                place = self._values.constant(axis, "index")
                found = self._text.op(f"memref.dim {value.name}, {place.name} : {value.type}", "index")[0]
                self._define(size, found)
        if any(identity(node) not in self._values.values for node in unknown):
            self._metadata(variable, value)

    def _define(self, variable, value):
        self._values.values[identity(variable)] = value
        self._values.not_negative.add(identity(variable))

    def _metadata(self, variable, value):
        rank = len(variable.ty.shape)
        base = f"memref<{element_of(value.type)}{_scope_of(value.type)}>"
        name = self._text.fresh()
        self._text.line(f"{name}:{2 + 2 * rank} = memref.extract_strided_metadata {value.name} : {value.type} -> {base}, "
                        + ", ".join(["index"] * (1 + 2 * rank)))
        parts = [(variable.ty.elem_offset, 1)]
        parts += [(stride, 2 + rank + axis) for axis, stride in enumerate(variable.ty.strides)]
        for node, number in parts:
            if kind(node) == "Var" and identity(node) not in self._values.values:
                self._define(node, Value(f"{name}#{number}", "index"))

    def alias(self, variable, source):
        """A buffer of another shape over the elements of one."""
        whole = self._values.buffer(source)
        type = buffer_type(self._text, variable)
        if element_of(type) != element_of(whole.type):
            self._text.fail(f"buffer '{variable.name}' sees the bytes of '{source.name}' as other elements, "
                            "which has no counterpart")
        sizes = [self._place(size, []) for size in variable.ty.shape]
        strides = list(variable.ty.strides) or _strides(variable.ty.shape)
        if strides is None:
            self._text.fail(f"buffer '{variable.name}' has sizes whose strides are not known")
        steps = [step if isinstance(step, str) else self._place(step, []) for step in strides]
        start = variable.ty.elem_offset
        offset = "0" if start is None else self._place(start, [])
        value = self._text.op(f"memref.reinterpret_cast {whole.name} to offset: [{offset}], sizes: [{', '.join(sizes)}], "
                              f"strides: [{', '.join(steps)}] : {whole.type} to {type}", type)[0]
        self._values.buffers[identity(variable)] = value


def _strides(shape):
    steps = _row_major(shape)
    return None if "?" in steps else [str(step) for step in steps]


_MEMREF = re.compile(r"memref<((?:(?:\d+|\?)x)*)(vector<[^>]*>|\w+)(?:, strided<\[([^\]]*)\](?:, offset: ([^>]*))?>)?"
                     r'(?:, "([^"]*)")?>$')


def element_of(type):
    """The element type in a memref type."""
    return _MEMREF.match(type).group(2)


def _scope_of(type):
    """The scope in a memref type, as it is written behind all else."""
    scope = _MEMREF.match(type).group(5)
    return f', "{scope}"' if scope else ""


def layout_of(type):
    """Strides and start in a memref type; `?` where they are not known."""
    shape, _, strides, start, _ = _MEMREF.match(type).groups()
    if strides is not None:
        return [_parsed(step) for step in strides.split(", ") if step], _parsed(start or "0")
    steps, step = [], 1
    for size in reversed(shape.split("x")[:-1]):
        steps.insert(0, step)
        step = "?" if "?" in (step, size) else step * int(size)
    return steps, 0


def _parsed(text):
    return "?" if text == "?" else int(text)
