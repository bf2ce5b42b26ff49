"""Functions of the graph level: bindings, regions, leaves."""
import warnings

from .attributes import Attributes
from .calls import call
from .graph_types import GraphTypes, other_devices
from .numbers import float_literal
from .scalars import Scalars
from .shape_heap import ShapeHeap
from .storage_ends import ends_of_memory
from .symbols import Symbols
from .text import Closure, Fields, Value, plural, string, symbol
from .versions import constant_data, dtype_of, excludes, identity, kind

_IN_PLACE = {"relax.call_tir_inplace", "relax.call_inplace_packed", "relax.builtin.alloc_tensor",
             "relax.memory.alloc_storage", "relax.memory.alloc_tensor"}
_VARIABLES = ("Var", "DataflowVar")
_SCALARS = ("IntImm", "FloatImm")
# What a library reads of local functions; others are TVM's own.
_OF_LOCAL_FUNCTIONS = ("Composite", "Codegen")
# What to_tvm has noted: names that are none in Python, several results.
_NAMES, _RESULTS = "relax.parameter_names", "relax.num_results"


def gives_several(function):
    """Whether the fields of a function's result are its results here."""
    return function.attrs is not None and _RESULTS in function.attrs


class FunctionWriter:
    """Writes one function; nested ones share its values and symbols."""

    def __init__(self, module, name, function):
        self.module, self.text, self.name, self.function = module, module.text, name, function
        self.symbols = Symbols(self.text)
        self._sizes = {}
        self.types = GraphTypes(self.text, self.symbols, self._sizes, module.meshes)
        self.attributes = Attributes(self.text, self.symbols, self.types, module.resources)
        # Names of the values that operators gave.
        self.operator_results, self.captured = set(), set()
        self._values = {}
        # Names of the callables that have been used.
        self._taken = set()
        self._shape_variables = module.shape_variables(function)
        self._size_scalars = module.size_scalars(function)
        self._allocated_values = module.allocated_values(function)
        self.scalars = Scalars(self.text, self._scalar_variable)
        self._heap = ShapeHeap(self)
        self._forced = False
        # Whether what is written stands in a local function that promises purity.
        self.promises_purity = False

    def write(self):
        """Writes the function."""
        function, text = self.function, self.text
        params = []
        for param, shown in zip(function.params, self._shown_names()):
            with text.at(f"parameter '{param.name}'"):
                value = self._parameter(param)
                # The run time names the parameters of public functions.
                name = f" {{relax.name = {string(shown)}}}" if self._is_public() else ""
                params.append(f"{value.name}: {value.type}{name}")
        header = len(text.lines)
        text.line("")
        with text.indented():
            values = self._sequence(function.body, self.operands if gives_several(function) else lambda node: [self.operand(node)])
            names, types = ", ".join(value.name for value in values), ", ".join(value.type for value in values)
            text.line(f"relax.return {names} : {types}" if values else "relax.return")
        results = self._results(values)
        text.line("}")
        words = " ".join(([] if function.is_pure else ["impure"]) + ([] if self._is_public() else ["private"]))
        attributes = self._function_attributes()
        text.lines[header] = (f"{'  ' * text.depth}relax.func {words + ' ' if words else ''}{symbol(self.name)}"
                              f"({', '.join(params)}){f' -> {plural(results)}' if results else ''}{attributes} {{")

    def _results(self, values):
        """The types of the results: those of the signature, or of `values`,
        which are given, if they are certainly others: TVM does not look."""
        function = self.function
        said, given = function.ret_ty, function.body.ty
        if self._is_public() and excludes(said, given):
            warnings.warn(f"function '{self.name}' says that it gives '{said}', but its body gives '{given}', which is taken", stacklevel=2)
            return [value.type for value in values]
        types = self.types.results(said) if gives_several(function) else [self.types.type(said)]
        return [value.type if other_devices(value.type, type) else type for value, type in zip(values, types)]

    def _is_public(self):
        return self.function.attrs is not None and "global_symbol" in self.function.attrs

    def _shown_names(self):
        """The names of the parameters; those that are none in Python, to_tvm
        has noted."""
        noted = (self.function.attrs or {}).get(_NAMES)
        return [str(param.name) for param in self.function.params] if noted is None else [str(name) for name in noted]

    def _function_attributes(self):
        written, others = [], []
        for key, value in (self.function.attrs or {}).items():
            key = str(key)
            if key in (_NAMES, _RESULTS):
                continue
            if key == "global_symbol":
                if str(value) != self.name:
                    written.append(f"global_symbol = {string(value)}")
            elif key == "relax.force_pure":
                self._forced = self._forced or bool(value)
            elif key == "Primitive":
                written += ["relax.primitive"] if value else []
            elif key == "num_input":
                # TVM does not look whether there are as many.
                written.append(f"num_input = {min(int(value), len(self.function.params))} : i64")
            else:
                others.append((key, value))
        if self._forced and self.function.is_pure:
            written.append("relax.force_pure")
        written += self._other_attributes(others)
        return f" attributes {{{', '.join(written)}}}" if written else ""

    def _other_attributes(self, pairs):
        """Attributes that mean nothing here and stay, such as the pattern of a library."""
        written = []
        for key, value in pairs:
            with self.text.at(f"attribute '{key}'"):
                written.append(f"{key if key.startswith('relax.') else key.replace('.', '_')} = {self.attributes.any(value)}")
        return written

    def _parameter(self, param):
        """A parameter's value; a scalar that sizes depend on is a shape."""
        type = kind(param.ty)
        name = self.module.name(param.name)
        if type == "PrimType" and identity(param) in self._size_scalars:
            value = Value(name, f"!relax.shape<[{self.symbols.name(param)}]>")
            self._values[identity(param)] = None
            return value
        if type == "ShapeType" and identity(param) in self._shape_variables and param.ty.values is None:
            value = Value(name, f"!relax.shape<[{', '.join(self._name_sizes(param))}]>")
        else:
            self._note_sizes(param)
            value = Value(name, self.types.type(param.ty))
        self._values[identity(param)] = value
        return value

    def _name_sizes(self, variable):
        """Names for the sizes of a shape that tensors have."""
        sizes = [self.symbols.fresh(f"{variable.name}_{i}") for i in range(variable.ty.ndim)]
        self._sizes[identity(variable)] = sizes
        return sizes

    def _note_sizes(self, variable):
        if kind(variable.ty) == "ShapeType" and variable.ty.values is not None:
            self._sizes[identity(variable)] = [self.symbols.expression(size) for size in variable.ty.values]

    # Regions.

    def _sequence(self, node, read=None):
        """Writes the bindings of a body; gives the value of its end, or what
        `read` makes of it."""
        read = read or self.operand
        if kind(node) != "SeqExpr":
            return read(node)
        ends, place = ends_of_memory(node), 0
        # In their order: a storage's end stands behind those of its tensors.
        kills = {identity(binding.var): binding for block in node.blocks for binding in block.bindings} if ends else {}
        waiting = [kills[variable] for variable, end in ends.items() if end is not None]
        for number, block in enumerate(node.blocks):
            with self.text.at(f"block {number}"):
                if kind(block) == "DataflowBlock" and not self._has_effect(block):
                    self._dataflow(block)
                    place += len(block.bindings)
                    self._end_memory(waiting, ends, place)
                    continue
                for binding in block.bindings:
                    if identity(binding.var) not in ends:
                        self._binding(binding)
                    place += 1
                    self._end_memory(waiting, ends, place)
        return read(node.body)

    def _end_memory(self, waiting, ends, place):
        """Writes the ends that stand before the binding at `place`."""
        for binding in [binding for binding in waiting if ends[identity(binding.var)] < place]:
            waiting.remove(binding)
            self._binding(binding)

    def _has_effect(self, block):
        """Whether TVM calls pure what has an effect here: then the block is
        written without its region, and the function promises purity."""
        return any(self._has_effect_here(binding.value) for binding in block.bindings)

    def _has_effect_here(self, node):
        return kind(node) == "Call" and getattr(node.op, "name", None) in _IN_PLACE and not self.is_value(node)

    def is_value(self, node):
        """Whether an allocation is a value: operators read it, nothing writes it."""
        return identity(node) in self._allocated_values

    def _dataflow(self, block):
        text = self.text
        header = len(text.lines)
        text.line("")
        known = self._defined_symbols(block)
        with text.indented():
            outputs = []
            for binding in block.bindings:
                self._binding(binding)
                if kind(binding.var) == "Var" or identity(binding.var) in known:
                    outputs.append(binding.var)
            values = [self.operand(variable) for variable in outputs]
            names = ", ".join(value.name for value in values)
            types = ", ".join(value.type for value in values)
            text.line(f"relax.output {names} : {types}" if values else "relax.output")
        text.line("}")
        name = self.module.name("df")
        count = f":{len(values)}" if len(values) > 1 else ""
        text.lines[header] = "  " * text.depth + (f"{name}{count} = relax.dataflow -> {types} {{" if values else
                                                 "relax.dataflow {")
        for number, (variable, value) in enumerate(zip(outputs, values)):
            left = Value(f"{name}#{number}" if count else name, value.type)
            self._values[identity(variable)] = left

    def _defined_symbols(self, block):
        """The variables of a block whose casts define symbols: they leave the
        region, so that what follows may use the symbols."""
        return {identity(binding.var) for binding in block.bindings
                if kind(binding) == "MatchCast" and kind(binding.var) == "DataflowVar"}

    # Bindings.

    def _binding(self, binding):
        variable = binding.var
        with self.text.at(f"binding '{variable.name}'"):
            if kind(binding) == "MatchCast":
                value = self._match_cast(binding)
            else:
                value = self._bound(variable, binding.value)
            if kind(variable.ty) == "ShapeType" and identity(variable) in self._shape_variables:
                value = self._with_sizes(variable, value)
            elif value is not None and kind(variable.ty) == "PrimType" and identity(variable) in self._size_scalars:
                self._name_number(value, self.symbols.name(variable))
                value = None
            self._values[identity(variable)] = value

    def _match_cast(self, binding):
        value, type = self.operand(binding.value), self.types.type(binding.ty)
        return self.text.op(f"relax.match_cast {value.name} : {value.type} to {type}", type)[0]

    def _with_sizes(self, variable, value):
        """The value of a shape that tensors have, with names for its sizes."""
        if variable.ty.values is not None:
            self._note_sizes(variable)
            return value
        type = f"!relax.shape<[{', '.join(self._name_sizes(variable))}]>"
        return self.text.op(f"relax.match_cast {value.name} : {value.type} to {type}", type)[0]

    def know_sizes(self, variable, sizes):
        """Notes the sizes of a shape that is a value."""
        self._sizes[identity(variable)] = sizes

    def known_sizes(self, node):
        """The sizes of a shape that is a variable, if they are known."""
        return self._sizes.get(identity(node)) if kind(node) in _VARIABLES else None

    def _bound(self, variable, node):
        what = kind(node)
        if (value := self._heap.bound(variable, node)) is not None:
            return value
        if what == "Call" and not self._is_scalar_call(node):
            self._forced = self._forced or self._has_effect_here(node)
            return call(self, node, variable.ty)
        if what == "If":
            return self._if(node, variable.ty)
        if what == "TupleGetItem":
            return self._field(node, variable.ty)
        if what == "Function":
            return self._lambda(variable, node)
        if kind(variable.ty) == "PrimType" and self._define_scalar(variable, node):
            return None
        value = self.value(node)
        type = self.types.type(variable.ty)
        # UpdateVDevice leaves the old device in types of tuples.
        if isinstance(value, Value) and value.type != type and not other_devices(value.type, type):
            return self.text.op(f"relax.match_cast {value.name} : {value.type} to {type}", type)[0]
        return value

    def _define_scalar(self, variable, node):
        """A scalar that sizes depend on stands for its expression."""
        if identity(variable) not in self._size_scalars or not self._is_symbolic(node):
            return False
        self.symbols.define(variable, self.symbols.expression(node))
        return True

    def _is_scalar_call(self, node):
        """Whether a call is an intrinsic on scalars."""
        return not hasattr(node, "op") or kind(node.op) == "Op" and not node.op.name.startswith("relax.")

    def _as_bool(self, condition):
        """A condition that is a number holds where it is not 0."""
        element = condition.type[len("tensor<"):-1]
        if not condition.type.startswith("tensor<") or element == "i1" or "x" in element or "!" in element:
            return condition
        zero = self.text.op(f"relax.constant dense<{'0' if 'i' in element else '0.0'}> : {condition.type}", condition.type)[0]
        return self.text.op(f"relax.not_equal {condition.name}, {zero.name} : ({condition.type}, {condition.type}) -> tensor<i1>", "tensor<i1>")[0]

    def _if(self, node, type):
        condition = self._as_bool(self.operand(node.cond))
        result = self.types.type(type)
        name = self.text.fresh()
        self.text.line(f"{name} = relax.if {condition.name} : {condition.type} -> {result} {{")
        for place, branch, end in (("then", node.true_branch, "} else {"), ("else", node.false_branch, "}")):
            with self.text.indented(), self.text.at(place):
                value = self._sequence(branch)
                self.text.line(f"relax.yield {value.name} : {value.type}")
            self.text.line(end)
        return Value(name, result)

    def _field(self, node, type):
        source = self.value(node.tuple_value)
        if isinstance(source, Fields):
            return source[node.index]
        result = self.types.type(type)
        field = self.text.op(f"relax.tuple_get_item {source.name}[{node.index}] : {source.type} -> {result}", result)[0]
        if source.name in self.captured:
            self.captured.add(field.name)
        return field

    def _lambda(self, variable, node):
        """A local function: a region with the parameters as its arguments."""
        type = self.types.type(node.ty)
        name, itself = self.text.fresh(), Value(self.module.name(variable.name), type)
        self._values[identity(variable)] = itself
        params = [self._local_parameter(param) for param in node.params]
        header = len(self.text.lines)
        self.text.lines += ["", ""]
        with self.text.indented():
            for param, value in zip(node.params, params):
                if identity(param) in self._size_scalars:
                    self._name_number(value, self.symbols.name(param))
                    self._values[identity(param)] = None
            around, self.promises_purity = self.promises_purity, bool(node.is_pure and (node.attrs or {}).get("relax.force_pure"))
            value = self._sequence(node.body)
            self.promises_purity = around
            self.text.line(f"relax.yield {value.name} : {value.type}")
        self.text.line("}")
        recursive = itself.name in self._taken
        params = [itself, *params] if recursive else params
        indent, written = "  " * self.text.depth, ", ".join(f"{value.name}: {value.type}" for value in params)
        attributes = self._other_attributes([(str(key), value) for key, value in (node.attrs or {}).items() if str(key) in _OF_LOCAL_FUNCTIONS])
        words = (" recursive" if recursive else "") + (f" {{{', '.join(attributes)}}}" if attributes else "")
        self.text.lines[header:header + 2] = [f"{indent}{name} = relax.lambda{words} : {type} {{",
                                              f"{indent}^bb0({written}):" if params else f"{indent}^bb0:"]
        return Value(name, type)

    def _local_parameter(self, param):
        """A parameter of a local function, of the type that the callable says."""
        if identity(param) not in self._size_scalars:
            return self._parameter(param)
        value = Value(self.module.name(param.name), self.types.type(param.ty))
        self._values[identity(param)] = value
        return value

    # Values.

    def value(self, node):
        """The value of a leaf: one, or the fields of a tuple."""
        what = kind(node)
        if what in _VARIABLES:
            return self._variable(node)
        writer = _LEAVES.get(what)
        if writer is not None:
            return writer(self, node)
        if dtype_of(node) is not None:
            return self._scalar(node)
        return self.text.fail(f"'{node}' ({what}) has no counterpart as a value")

    def operand(self, node):
        """The one value of a leaf; the fields of a tuple become a tuple."""
        value = node if isinstance(node, (Value, Fields)) else self.value(node)
        if isinstance(value, Closure):
            return self._closure(value)
        return self._packed(value) if isinstance(value, Fields) else value

    def operands(self, node, flatten=True):
        """The values of an argument, those of a tuple apart."""
        if isinstance(node, Value):
            return [node]
        if not flatten:
            return [self.operand(node)]
        if kind(node) == "Tuple":
            return [self.operand(field) for field in node.fields]
        value = self.value(node)
        if isinstance(value, Fields):
            return [self.operand(field) for field in value]
        if kind(node.ty) != "TupleType":
            return [value]
        types = [self.types.type(field) for field in node.ty.fields]
        return [self.text.op(f"relax.tuple_get_item {value.name}[{i}] : {value.type} -> {type}", type)[0]
                for i, type in enumerate(types)]

    def tensor_of(self, node, result=None):
        """A number as a tensor of rank 0."""
        type = self.types.dtype(dtype_of(node))
        if kind(node) in _SCALARS and result is None:
            literal = ("true" if node.value else "false") if type == "i1" else (
                float_literal(node.value, type) if kind(node) == "FloatImm" else str(node.value))
            if literal is None:
                self.text.fail(f"{node.value} as an argument of type {type} cannot be written")
            return self.text.op(f"relax.constant dense<{literal}> : tensor<{type}>", f"tensor<{type}>")[0]
        value, result = self.operand(node), result or f"tensor<{type}>"
        return self.text.op(f"relax.scalar_to_tensor {value.name} : {value.type} -> {result}", result)[0]

    def _closure(self, closure):
        """A closure that is passed on."""
        captured = [self.operand(node) for node in closure.captured]
        names, types = ", ".join(value.name for value in captured), ", ".join(value.type for value in captured)
        return self.text.op(f"relax.make_closure {symbol(str(closure.callee.name_hint))}({names}) : ({types}) -> !relax.object", "!relax.object")[0]

    def rebind(self, variable, value):
        """Lets a variable stand for a value whose type says more."""
        self._values[identity(variable)] = value

    # Sizes that only the run time knows.

    def size(self, node):
        """A number for a size, as an expression of symbols."""
        if self._is_symbolic(node):
            return self.symbols.expression(node)
        return self._name_number(self.operand(node), self.symbols.fresh("size"))

    def _is_symbolic(self, node):
        return self.symbols.expressible(node) is not None and not self._has_values(node)

    def _name_number(self, value, symbol):
        """Lets a symbol be the value of a scalar; gives the symbol."""
        tensor = self.text.op(f"relax.scalar_to_tensor {value.name} : {value.type} -> tensor<{value.type}>", f"tensor<{value.type}>")[0]
        row = self.text.op(f"relax.expand_dims {tensor.name} {{axis = array<i64: 0>}} : ({tensor.type}) -> tensor<1x{value.type}>",
                           f"tensor<1x{value.type}>")[0]
        self._name_row(row, symbol)
        return symbol

    def _name_row(self, row, symbol):
        """A cast after which a symbol is the one element of a tensor; gives the
        shape."""
        rank, type = "!relax.shape<rank 1>", f"!relax.shape<[{symbol}]>"
        shape = self.text.op(f"relax.tensor_to_shape {row.name} : {row.type} -> {rank}", rank)[0]
        return self.text.op(f"relax.match_cast {shape.name} : {rank} to {type}", type)[0]

    def arguments(self, nodes, callee):
        """The arguments of a call of a function of the module."""
        values = []
        scalars = self.module.size_scalars(callee)
        for node, param in zip(nodes, callee.params):
            if identity(param) in scalars:
                size = self.size(node)
                values.append(self.text.op(f"relax.shape [{size}] : !relax.shape<[{size}]>", f"!relax.shape<[{size}]>")[0])
            else:
                values.append(self.operand(node))
        return values + [self.operand(node) for node in nodes[len(values):]]

    def _packed(self, fields):
        values = [self.operand(field) for field in fields]
        types = ", ".join(value.type for value in values)
        type = f"tuple<{types}>"
        names = ", ".join(value.name for value in values)
        return self.text.op(f"relax.tuple{' ' + names if names else ''} : ({types}) -> {type}", type)[0]

    def _variable(self, node):
        found = self._values.get(identity(node))
        if found is None:
            if dtype_of(node) is None:
                self.text.fail(f"variable '{node.name}' is used before its definition")
            return self._scalar(node)
        if kind(node.ty) == "FuncType" and isinstance(found, Value):
            self._taken.add(found.name)
        return found

    def _scalar(self, node):
        """A scalar: a symbolic expression where it is one."""
        dtype = dtype_of(node)
        expression = self.symbols.expressible(node) if dtype in ("int64", "int32") and not self._has_values(node) else None
        if expression is not None:
            type = self.types.dtype(dtype, signless=True)
            return self.text.op(f"relax.prim_value {expression} : {type}", type)[0]
        return self.scalars.value(node)

    def number_of(self, expression, parameters):
        """A number that a function computes of `parameters`, pairs with what they are: variables of ours, or values."""
        given = {identity(parameter): argument for parameter, argument in parameters if identity(parameter) != identity(argument)}
        self._values.update({parameter: self.value(argument) for parameter, argument in given.items()})
        value = self.value(expression)
        for parameter in given:
            del self._values[parameter]
        return value

    def _has_values(self, node):
        """Whether an expression contains a scalar that is a value."""
        if kind(node) in _VARIABLES:
            return self._values.get(identity(node)) is not None
        return any(self._has_values(getattr(node, part)) for part in ("a", "b", "value") if hasattr(getattr(node, part, None), "ty"))

    def _scalar_variable(self, node):
        """A variable inside an expression of scalars."""
        found = self._values.get(identity(node))
        if found is not None:
            return found
        type = self.types.dtype(dtype_of(node), signless=True)
        return self.text.op(f"relax.prim_value {self.symbols.name(node)} : {type}", type)[0]

    def _constant(self, node):
        data = constant_data(node)
        if kind(data) == "dtype":
            return self._dtype_value(data)
        if not hasattr(data, "dtype"):
            self.text.fail(f"the constant '{data}' ({kind(data)}) has no counterpart: it is no tensor, string or dtype")
        dtype = str(data.dtype)
        type = self.types.dtype(dtype)
        shape = "".join(f"{size}x" for size in data.shape)
        dense = self.module.resources.dense(data, type)
        if dense is None:
            self.text.fail(f"a constant with elements of '{dtype}' cannot be written")
        tensor, result = f"tensor<{shape}{type}>", self.types.type(node.ty)
        placed = "" if result == tensor else f" as {result}"
        return self.text.op(f"relax.constant {dense} : {tensor}{placed}", result)[0]

    def _shape(self, node):
        dims = self.types.dims(node.values)
        return self.text.op(f"relax.shape {dims} : !relax.shape<{dims}>", f"!relax.shape<{dims}>")[0]

    def _tuple(self, node):
        return self._packed([self.operand(field) for field in node.fields])

    def _global(self, node):
        callee = self.module.functions.get(str(node.name_hint))
        if callee is None or kind(callee) != "Function":
            self.text.fail(f"'{node.name_hint}' as a value is no function of the graph level")
        sizes = self.module.size_scalars(callee)
        if any(identity(param) in sizes for param in callee.params):
            self.text.fail(f"'{node.name_hint}' as a value has no counterpart: a parameter is a number that sizes depend on; "
                           "pass a shape of it")
        type = self.types.type(node.ty)
        return self.text.op(f"relax.make_closure {symbol(str(node.name_hint))}() : () -> {type}", type)[0]

    def _text(self, node):
        return self.text.op(f"relax.string {string(node.value)}", "!relax.object")[0]

    def _dtype(self, node):
        return self._dtype_value(node.value)

    def _dtype_value(self, dtype):
        """A dtype as a value; TVM has ones of objects and of nothing, too."""
        other = {"handle": "!relax.object", "void": "!relax.unknown", "": "!relax.unknown"}.get(str(dtype))
        return self.text.op(f"relax.dtype {other or self.types.dtype(dtype)}", "!relax.object")[0]

    def _external(self, node):
        return self.text.fail(f"the external function '{node.global_symbol}' has no counterpart as a value")


_LEAVES = {
    "Constant": FunctionWriter._constant, "ShapeExpr": FunctionWriter._shape, "Tuple": FunctionWriter._tuple,
    "GlobalVar": FunctionWriter._global, "StringImm": FunctionWriter._text, "DataTypeImm": FunctionWriter._dtype,
    "ExternFunc": FunctionWriter._external,
    "TupleGetItem": lambda writer, node: writer._field(node, node.ty),
}
