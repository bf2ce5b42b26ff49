"""Expressions of tensor programs: indices, loads, vectors, calls."""
from .element_types import element, is_integer, split_lanes
from .scalars import Scalars
from .text import Value, symbol
from .versions import accessed, arguments, dtype_of, identity, intrinsic, kind, lane_mask

_INDEX_OPS = {"Add": "arith.addi", "Sub": "arith.subi", "Mul": "arith.muli", "Div": "arith.divsi", "Mod": "arith.remsi",
              "Min": "arith.minsi", "Max": "arith.maxsi"}
_ROUNDED = {"FloorDiv": "arith.divui", "FloorMod": "arith.remui"}
_EXTERN = {"call_extern", "call_pure_extern"}
_SHUFFLES = {"tvm_warp_shuffle": "idx", "tvm_warp_shuffle_up": "up", "tvm_warp_shuffle_down": "down", "tvm_warp_shuffle_xor": "xor"}
# Functions of C that math has, by their arguments: TVM calls them by their names, with "f" for f32.
_C_MATH = {
    1: {**{name: f"math.{name}" for name in ("exp", "exp2", "log", "log2", "log10", "log1p", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh",
                                             "asin", "acos", "atan", "asinh", "acosh", "atanh", "erf", "floor", "ceil", "trunc", "round")},
        "fabs": "math.absf", "rint": "math.roundeven", "nearbyint": "math.roundeven"},
    2: {"pow": "math.powf", "atan2": "math.atan2", "copysign": "math.copysign", "fmod": "arith.remf"},
    3: {"fma": "math.fma"},
}
_LIBRARY = {"hypot", "nextafter", "ldexp"}
_PACKED = {"tvm_call_packed", "tvm_call_cpacked", "tvm_call_trace_packed", "call_packed", "call_cpacked"}


class ProgramValues(Scalars):
    """Writes the expressions of one tensor program."""

    def __init__(self, text):
        super().__init__(text, self._known_variable)
        self.values = {}
        self.buffers = {}
        self.not_negative = set()
        # Lines at the start of the function.
        self.entry = []
        self._constants = {}

    def _known_variable(self, node):
        value = self.values.get(identity(node))
        if value is None:
            self.text.fail(f"variable '{node.name}' is used outside of its scope")
        return value

    def buffer(self, variable):
        """The memref of a buffer."""
        value = self.buffers.get(identity(variable))
        if value is None:
            self.text.fail(f"buffer '{getattr(variable, 'name', variable)}' is used outside of its scope")
        return value

    def constant(self, value, type):
        """A constant, written once, at the start of the function."""
        key = repr(value), type
        if key not in self._constants:
            lines, depth = self.text.lines, self.text.depth
            self.text.lines, self.text.depth = self.entry, 2
            self._constants[key] = super().constant(value, type)
            self.text.lines, self.text.depth = lines, depth
        return self._constants[key]

    # Indices.

    def index(self, node):
        """An integer expression as an index, or as a vector of them."""
        what = kind(node)
        if what in ("IntImm", "int"):
            return self.constant(getattr(node, "value", node), "index")
        if what in _INDEX_OPS:
            return self.binary(_INDEX_OPS[what], self.index(node.a), self.index(node.b))
        if what in _ROUNDED:
            return self._rounded(what, node)
        if what == "Select":
            return self.select(self.value(node.condition), self.index(node.true_value), self.index(node.false_value))
        if what == "Let":
            return self.let(node, self.index)
        if what == "Cast" and is_integer(dtype_of(node.value)):
            return self.index(node.value)
        if what == "Call" and intrinsic(node) == "if_then_else":
            return self.branch(self.value(node.args[0]), lambda: self.index(node.args[1]),
                               lambda: self.index(node.args[2]), "index")
        if what in ("Ramp", "Broadcast"):
            return self._lanes(node, self.index, "index")
        return self._as_index(self.variable(node) if what == "Var" else self.value(node), node)

    def _as_index(self, value, node):
        type = f"{value.type.rsplit('x', 1)[0]}xindex>" if value.type.startswith("vector") else "index"
        return self.converted(value, type, dtype_of(node).startswith("uint"))

    def _rounded(self, what, node):
        left, right = self.index(node.a), self.index(node.b)
        if self.is_not_negative(node.a) and self.is_not_negative(node.b):
            return self.binary(_ROUNDED[what], left, right)
        return self.binary("arith.floordivsi", left, right) if what == "FloorDiv" else self.floor_mod(left, right)

    def is_not_negative(self, node):
        """Whether an expression is never negative, as far as is seen."""
        what = kind(node)
        if what == "IntImm":
            return node.value >= 0
        if what == "Var":
            return identity(node) in self.not_negative
        if what in ("Add", "Mul", "Div", "FloorDiv", "FloorMod", "Mod", "Min"):
            return self.is_not_negative(node.a) and self.is_not_negative(node.b)
        return what == "Cast" and self.is_not_negative(node.value)

    def sides(self, node):
        """Comparisons of loop variables are comparisons of indices."""
        if is_integer(dtype_of(node.a)) and self._is_index(node):
            return self.index(node.a), self.index(node.b)
        return super().sides(node)

    def _is_index(self, node):
        """Whether an expression is made of indices, and of nothing else."""
        found, stack = False, [node]
        while stack:
            part = stack.pop()
            what = kind(part)
            if what == "Var":
                value = self.values.get(identity(part))
                if value is None or value.type != "index":
                    return False
                found = True
            elif what not in ("IntImm", "Cast", "LT", "LE", "GT", "GE", "EQ", "NE") and what not in _INDEX_OPS and what not in _ROUNDED:
                return False
            stack += [getattr(part, name) for name in ("a", "b", "value") if hasattr(getattr(part, name, None), "ty")]
        return found

    def _value_Cast(self, node):
        """An index as an integer of any width is one conversion."""
        if is_integer(dtype_of(node)) and is_integer(dtype_of(node.value)) and self._is_index(node.value):
            return self.converted(self.index(node.value), self.type(node), dtype_of(node).startswith("uint"))
        return super()._value_Cast(node)

    # Loads and stores.

    def _value_BufferLoad(self, node):
        buffer = self.buffer(accessed(node))
        type = self.type(node)
        if any(split_lanes(dtype_of(index))[1] != 1 for index in node.indices):
            return self._load_lanes(node, buffer, type)
        places = [self.index(index) for index in node.indices]
        mask = lane_mask(node)
        if mask is None:
            return self._load_one(buffer, places, type)
        return self.branch(self.value(mask), lambda: self._load_one(buffer, places, type), lambda: self.constant(0, type), type)

    def _load_one(self, buffer, places, type):
        names = ", ".join(place.name for place in places)
        return self.text.op(f"memref.load {buffer.name}[{names}] : {buffer.type}", type)[0]

    def _store_one(self, value, buffer, places, mask=None):
        """Stores one element, where `mask` is true if there is one."""
        store = f"memref.store {value.name}, {buffer.name}[{', '.join(place.name for place in places)}] : {buffer.type}"
        if mask is None:
            self.text.line(store)
            return
        self.text.line(f"tir.if {mask.name} {{")
        with self.text.indented():
            self.text.line(store)
        self.text.line("}")

    def _load_lanes(self, node, buffer, type):
        mask = lane_mask(node)
        if _is_run(node.indices):
            place = self._first_place(node.indices)
            if mask is None:
                return self.text.op(f"vector.load {buffer.name}[{place}] : {buffer.type}, {type}", type)[0]
            lanes, other = self.value(mask), self.constant(0, type)
            return self.text.op(f"vector.maskedload {buffer.name}[{place}], {lanes.name}, {other.name} : {buffer.type}, "
                                f"{lanes.type}, {type} into {type}", type)[0]
        base, places, lanes, other = self._scattered(node.indices, mask, type)
        return self.text.op(f"vector.gather {buffer.name}[{base}] [{places.name}], {lanes.name}, {other.name} : "
                            f"{buffer.type}, {places.type}, {lanes.type}, {type} into {type}", type)[0]

    def store(self, node):
        """Writes a store; one of what is not defined stores nothing."""
        if _is_undefined(node.value):
            return
        value, buffer = self.value(node.value), self.buffer(node.buffer)
        mask = lane_mask(node)
        if not any(split_lanes(dtype_of(index))[1] != 1 for index in node.indices):
            self._store_one(value, buffer, [self.index(index) for index in node.indices],
                            None if mask is None else self.value(mask))
        elif _is_run(node.indices):
            place = self._first_place(node.indices)
            if mask is None:
                self.text.line(f"vector.store {value.name}, {buffer.name}[{place}] : {buffer.type}, {value.type}")
            else:
                lanes = self.value(mask)
                self.text.line(f"vector.maskedstore {buffer.name}[{place}], {lanes.name}, {value.name} : {buffer.type}, "
                               f"{lanes.type}, {value.type}")
        else:
            base, places, lanes, _ = self._scattered(node.indices, mask, value.type)
            self.text.line(f"vector.scatter {buffer.name}[{base}] [{places.name}], {lanes.name}, {value.name} : "
                           f"{buffer.type}, {places.type}, {lanes.type}, {value.type}")

    def _first_place(self, indices):
        return ", ".join(self.index(index.base if kind(index) == "Ramp" else index).name for index in indices)

    def _scattered(self, indices, mask, type):
        """Start, places, mask and other values of lanes that stand anywhere."""
        places = self.index(indices[len(indices) - 1])
        base = ", ".join([self.index(index).name for index in list(indices)[:-1]] + [self.constant(0, "index").name])
        lanes_type = f"{type.rsplit('x', 1)[0]}xi1>"
        lanes = self.constant(True, lanes_type) if mask is None else self.value(mask)
        return base, places, lanes, self.constant(0, type)

    # Vectors.

    def _value_Ramp(self, node):
        return self._lanes(node, self.value, element(split_lanes(dtype_of(node))[0], signless=True))

    _value_Broadcast = _value_Ramp

    def _lanes(self, node, write, scalar):
        lanes = split_lanes(dtype_of(node))[1]
        type = f"vector<{lanes}x{scalar}>"
        first = write(node.base if kind(node) == "Ramp" else node.value)
        spread = self.text.op(f"vector.broadcast {first.name} : {scalar} to {type}", type)[0]
        if kind(node) == "Broadcast":
            return spread
        numbers = self._steps(lanes)
        step = write(node.stride)
        steps = self.text.op(f"vector.broadcast {step.name} : {scalar} to {type}", type)[0]
        moved = self.binary("arith.muli", self.converted(numbers, type), steps)
        return self.binary("arith.addi", spread, moved)

    def _steps(self, lanes):
        """The numbers of the lanes."""
        type = f"vector<{lanes}xindex>"
        if isinstance(lanes, int):
            return self.text.op(f"arith.constant dense<{list(range(lanes))}> : {type}", type)[0]
        return self.text.op(f"vector.step : {type}", type)[0]

    def _value_Shuffle(self, node):
        parts = [self.value(vector) for vector in node.vectors]
        items = []
        for part in parts:
            lanes = int(part.type[7:].split("x", 1)[0]) if part.type.startswith("vector") else 0
            scalar = part.type.split("x", 1)[1].rstrip(">") if lanes else part.type
            items += [part] if not lanes else [
                self.text.op(f"vector.extract {part.name}[{i}] : {scalar} from {part.type}", scalar)[0] for i in range(lanes)]
        chosen = [items[index.value] for index in node.indices]
        if len(chosen) == 1:
            return chosen[0]
        type = self.type(node)
        return self.text.op(f"vector.from_elements {', '.join(item.name for item in chosen)} : {type}", type)[0]

    # Calls.

    def other_call(self, name, node):
        """A call of a function outside."""
        if name in _SHUFFLES:
            return self._shuffle(_SHUFFLES[name], node)
        if name in _LIBRARY:
            return self._library(name, node)
        results = self.call(name, node)
        if not results:
            self.text.fail(f"'{name}' gives no value")
        return results[0]

    def call(self, name, node):
        """Writes a call of a function outside; gives its results."""
        if name not in _EXTERN and name not in _PACKED:
            return self.text.fail(f"the intrinsic '{name}' has no counterpart")
        if not len(node.args) or kind(node.args[0]) != "StringImm":
            return self.text.fail(f"'{name}' of what is no name of a function has no counterpart")
        operation = _c_math(node)
        if operation is not None:
            values, type = [self.value(argument) for argument in list(node.args)[1:]], self.type(node)
            return self.text.op(f"{operation} {', '.join(value.name for value in values)} : {type}", type)
        callee, arguments = node.args[0], [self._argument(argument) for argument in list(node.args)[1:]]
        dtype = dtype_of(node)
        types = [self.type(node)] if dtype not in (None, "void", "handle", "") and (name in _EXTERN or dtype != "int32") else []
        mark = " {packed}" if name in _PACKED else " {pure}" if name == "call_pure_extern" else ""
        result = types[0] if types else "()"
        return self.text.op(f"tir.call_extern {symbol(callee.value)}({', '.join(value.name for value in arguments)}){mark} : "
                            f"({', '.join(value.type for value in arguments)}) -> {result}", *types)

    def _shuffle(self, mode, node):
        """What another thread of the warp has; the mask says that all take part."""
        _, value, lane, width, _ = (self.value(argument) if number else None for number, argument in enumerate(arguments(node)))
        name = self.text.fresh()
        self.text.line(f"{name}, {self.text.fresh()} = gpu.shuffle {mode} {value.name}, {lane.name}, {width.name} : {value.type}")
        return Value(name, value.type)

    def _library(self, name, node):
        """A function of C's library, which TVM calls, too."""
        dtype, values = dtype_of(node), [self.value(argument) for argument in arguments(node)]
        if dtype not in ("float32", "float64"):
            self.text.fail(f"'{name}' of '{dtype}' has no counterpart: it is a function of C's library for float32 and float64")
        callee = name + ("f" if dtype == "float32" else "")
        types = ", ".join(value.type for value in values)
        return self.text.op(f"tir.call_extern @{callee}({', '.join(value.name for value in values)}) {{pure}} : ({types}) -> {self.type(node)}",
                            self.type(node))[0]

    def _argument(self, node):
        if kind(node) == "StringImm":
            return self._bytes(node.value.encode())
        if kind(node) == "Var" and identity(node) in self.buffers:
            return self.buffers[identity(node)]
        name = intrinsic(node)
        if name == "tvm_stack_make_array":
            return self._argument(node.args[0])
        if name in ("address_of", "buffer_data", "tvm_access_ptr"):
            return self._pointer(name, node)
        return self.value(node)

    def _bytes(self, text):
        """A text is a buffer of its bytes."""
        type = f"memref<{len(text)}xi8>"
        buffer = self.text.op(f"memref.alloc() : {type}", type)[0]
        for place, byte in enumerate(text):
            value, index = self.constant(byte - 256 if byte > 127 else byte, "i8"), self.constant(place, "index")
            self.text.line(f"memref.store {value.name}, {buffer.name}[{index.name}] : {type}")
        return buffer

    def _pointer(self, name, node):
        """A pointer to the start of a buffer is the buffer."""
        place = node.args[0]
        whole = kind(place) == "BufferLoad" and all(kind(index) == "IntImm" and index.value == 0 for index in place.indices)
        if name == "tvm_access_ptr":
            place, whole = node.args[1], kind(node.args[2]) == "IntImm" and node.args[2].value == 0
        variable = accessed(place) if kind(place) == "BufferLoad" else place
        if kind(variable) == "Call":
            variable = variable.args[0]
        if identity(variable) not in self.buffers or not (whole or kind(place) == "Var"):
            return self.text.fail(f"the pointer '{node}' has no counterpart: only the start of a buffer has one")
        return self.buffers[identity(variable)]

    def _call_vscale(self, _):
        value = self.text.op("vector.vscale", "index")[0]
        return self.converted(value, "i32")

    def bound(self, variable, node):
        """Binds a variable to a value."""
        value = self.index(node) if is_integer(dtype_of(variable)) and self._is_index(node) else self.value(node)
        self.values[identity(variable)] = value if isinstance(value, Value) else Value(*value)
        if self.is_not_negative(node):
            self.not_negative.add(identity(variable))


def _c_math(node):
    """The operation that a call of a C function is, or None: numbers of one type, which the name says, too."""
    name, dtype = str(node.args[0].value), dtype_of(node)
    if dtype == "float32" and name.endswith("f"):
        name = name[:-1]
    elif dtype != "float64":
        return None
    operands = list(node.args)[1:]
    known = all(kind(operand) != "StringImm" and dtype_of(operand) == dtype for operand in operands)
    return _C_MATH.get(len(operands), {}).get(name) if known else None


def _is_undefined(node):
    """Whether any value may stand for an expression."""
    while kind(node) == "Cast":
        node = node.value
    return kind(node) == "Call" and intrinsic(node) == "undef"


def _is_run(indices):
    """Whether the last index alone is a vector, of neighbours."""
    last = indices[len(indices) - 1]
    others = all(split_lanes(dtype_of(index))[1] == 1 for index in list(indices)[:-1])
    return others and kind(last) == "Ramp" and kind(last.stride) == "IntImm" and last.stride.value == 1
