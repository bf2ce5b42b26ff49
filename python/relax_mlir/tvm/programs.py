"""Tensor programs: their parameters, in the order that ours have."""
from .attributes import Attributes
from .buffers import is_buffer
from .element_types import element
from .graph_types import GraphTypes
from .handles import declared_buffers, does_nothing, is_handle, passed_tensor
from .statements import Statements
from .symbols import Symbols
from .text import string, symbol
from .versions import dtype_of, identity, kind

# What a tensor program always is here: schedulable, with buffers apart.
_IMPLIED = {"tirx.noalias", "tir.noalias", "s_tir"}
_SIZES = ("int64", "int32", "uint32", "uint64")
_MARKS = {"tirx.is_scheduled": "tir.is_scheduled", "tir.is_scheduled": "tir.is_scheduled"}


def _is_number(param):
    """Whether a parameter that is no buffer is a scalar other than a size."""
    dtype = dtype_of(param)
    return dtype is not None and dtype not in _SIZES and element(dtype) is not None


class Program:
    """A tensor program: buffers first, inputs before outputs, then scalars."""

    def __init__(self, name, function, call):
        self.name, self.function = name, function
        declared = declared_buffers(function)
        # What callers pass as pointers over which nothing is declared.
        calls = [types for types in call.types if len(types) == len(function.params)] if call is not None else []
        self.passed = {identity(param): types for param, *types in zip(function.params, *calls)
                       if is_handle(param) and types and all(kind(type) == "TensorType" for type in types)}
        if not calls and does_nothing(function.body):
            self.passed = {identity(param): [] for param in function.params if is_handle(param)}
        # The pointers that buffers are declared over, by the buffer.
        self.pointers = {identity(declared[identity(param)]): param for param in function.params if identity(param) in declared}
        self._is_buffer = {identity(param) for param in function.params
                           if is_buffer(param) or identity(param) in declared or identity(param) in self.passed}
        self.buffers = [declared.get(identity(param), param) for param in function.params if identity(param) in self._is_buffer]
        others = [param for param in function.params if identity(param) not in self._is_buffer]
        # What is no size comes in a tensor of rank 0, behind the inputs.
        self.numbers = [param for param in others if _is_number(param)]
        self.scalars = [param for param in others if not _is_number(param)]
        told = call.num_inputs if call is not None else None
        self.num_inputs = self._inputs(0 if call is None else call.num_fresh) if told is None else min(told, len(self.buffers))

    def _inputs(self, num_fresh):
        """How many buffers come before the last ones, which are written; `num_fresh` of these by what callers say."""
        attrs = self.function.attrs
        if attrs is not None and "num_inputs" in attrs:
            return min(int(attrs["num_inputs"]), len(self.buffers))
        written = stored(self.function.body)
        count = len(self.buffers) - min(num_fresh, len(self.buffers))
        while count and identity(self.buffers[count - 1]) in written:
            count -= 1
        # Of pointers that are only passed on the last is the result, as of all programs that TVM makes.
        only_passed = count > 0 and all(identity(buffer) in self.passed for buffer in self.buffers)
        return count - 1 if only_passed and count == len(self.buffers) else count

    def arranged(self, buffers, numbers):
        """Buffers in our order, with the numbers between inputs and outputs."""
        return buffers[:self.num_inputs] + numbers + buffers[self.num_inputs:]

    def split(self, writer, arguments):
        """The buffers among the arguments of a call, and its scalars."""
        buffers, numbers, scalars = [], [], []
        for param, argument in zip(self.function.params, arguments):
            if identity(param) in self._is_buffer:
                buffers.append(writer.operand(argument))
            elif _is_number(param):
                numbers.append(writer.tensor_of(argument))
            else:
                scalars.append(writer.size(argument))
        return self.arranged(buffers, numbers), scalars

    def buffer_index(self, index):
        """The number of an argument among those that are buffers."""
        return index if index < 0 else sum(identity(param) in self._is_buffer for param in list(self.function.params)[:index])


def stored(body):
    """The buffers that a statement writes."""
    found, stack = set(), [body]
    while stack:
        node = stack.pop()
        what = kind(node)
        if what == "BufferStore":
            found.add(identity(node.buffer))
        elif what == "SBlock":
            found |= {identity(region.buffer if hasattr(region, "buffer") else region.source) for region in node.writes}
        for name in ("body", "block", "init", "then_case", "else_case", "seq"):
            child = getattr(node, name, None)
            if child is not None:
                stack += list(child) if kind(child) == "Array" else [child]
    return found


class ProgramWriter:
    """Writes a tensor program."""

    def __init__(self, module, program):
        self.module, self.text, self.program = module, module.text, program
        self.symbols = Symbols(self.text)
        types = GraphTypes(self.text, self.symbols, {}, module.meshes)
        self.attributes = Attributes(self.text, self.symbols, types, module.resources)

    def write(self):
        """Writes the function."""
        text, program = self.text, self.program
        statements = Statements(text, self.attributes, self.module.name)
        params = program.arranged([self._buffer(statements, param) for param in program.buffers],
                                  [self._number(statements, param) for param in program.numbers])
        params += [self._scalar(statements, param) for param in program.scalars]
        header = len(text.lines)
        text.line("")
        with text.indented():
            for param in program.buffers:
                if is_buffer(param):
                    statements.define_sizes(param)
            for param in program.numbers:
                statements.load_number(param)
            annotations = statements.root(program.function.body)
            text.line("tir.return")
        text.line("}")
        attrs = program.function.attrs
        public = attrs is not None and "global_symbol" in attrs
        words = "" if public else "private "
        text.lines[header] = (f"{'  ' * text.depth}tir.func {words}{symbol(program.name)}({', '.join(params)}) "
                              f"attributes {{{', '.join(self._function_attributes(annotations, statements.pragmas))}}} {{")
        text.lines[header + 1:header + 1] = statements.values.entry

    def _buffer(self, statements, param):
        with self.text.at(f"parameter '{param.name}'"):
            if is_handle(param):
                return self._pointer(statements, param)
            value = statements.declare(param, self.module.name(param.name))
            if identity(param) in self.program.pointers:
                statements.values.buffers[identity(self.program.pointers[identity(param)])] = value
            dims = [self.symbols.expression(size) for size in param.ty.shape]
            marks = [] if all(dim.isdigit() for dim in dims) else [f"tir.dims = #relax.dims<[{', '.join(dims)}]>"]
            if param.ty.offset_factor not in (0, 1):
                marks.append(f"tir.offset_factor = {param.ty.offset_factor} : i64")
            return f"{value.name}: {value.type}" + (f" {{{', '.join(marks)}}}" if marks else "")

    def _pointer(self, statements, param):
        """A pointer that is only passed on."""
        value = passed_tensor(self.module.name(param.name), self.program.passed[identity(param)])
        if value is None:
            self.text.fail(f"a parameter of type '{param.ty}' has no counterpart, as its callers pass tensors of unknown dtype or rank, or of several")
        statements.values.buffers[identity(param)] = value
        return f"{value.name}: {value.type}"

    def _number(self, statements, param):
        """A scalar that is no size: a buffer of rank 0."""
        value = statements.declare_number(param, self.module.name(param.name))
        return f"{value.name}: {value.type}"

    def _scalar(self, statements, param):
        with self.text.at(f"parameter '{param.name}'"):
            if dtype_of(param) not in _SIZES:
                self.text.fail(f"a parameter of type '{param.ty}' has no counterpart: a tensor program takes buffers and numbers")
            value = statements.declare_scalar(param, self.module.name(param.name))
            return f"{value.name}: index {{tir.var = #relax.expr<{self.symbols.name(param)}>}}"

    def _function_attributes(self, root, pragmas):
        written = [f"num_inputs = {self.program.num_inputs + len(self.program.numbers)} : i64"]
        for key, value in (self.program.function.attrs or {}).items():
            key = str(key)
            if key == "num_inputs" or key in _IMPLIED or key == "global_symbol" and str(value) == self.program.name:
                continue
            with self.text.at(f"attribute '{key}'"):
                written.append(self._attribute(key, value))
        if root:
            written.append(f"root_annotations = {root}")
        if pragmas:
            written.append(f"pragmas = {{{', '.join(dict.fromkeys(pragmas))}}}")
        return [attribute for attribute in written if attribute]

    def _attribute(self, key, value):
        if key in _MARKS:
            return _MARKS[key] if value else ""
        name = key.split(".", 1)[-1].replace(".", "_")
        if kind(value) == "Function" or kind(value) == "PrimFunc":
            return self.text.fail("a function as an attribute has no counterpart")
        return f"{name} = {string(value) if kind(value) == 'Target' else self.attributes.any(value)}"
