"""Arithmetic on scalars and vectors: TVM's expressions as ops of arith, math.

An expression is written in one of two domains. A value has the type that its
dtype says, integers without their sign; an index is an `index`.
"""
import math

from .element_types import bits, element, is_float, is_integer, is_unsigned, split_lanes
from .numbers import float_literal
from .text import Value
from .versions import accessed, arguments, dtype_of, identity, intrinsic, kind

_ARITHMETIC = {
    # Kind: of floats, of signed and of unsigned integers, of truth values.
    "Add": ("addf", "addi", "addi", "addi"), "Sub": ("subf", "subi", "subi", "subi"),
    "Mul": ("mulf", "muli", "muli", "andi"), "Div": ("divf", "divsi", "divui", None),
    "Mod": ("remf", "remsi", "remui", None), "FloorDiv": (None, "floordivsi", "divui", None),
    "FloorMod": (None, None, "remui", None), "And": (None, "andi", "andi", "andi"), "Or": (None, "ori", "ori", "ori"),
}
_COMPARISONS = {
    "EQ": ("oeq", "eq", "eq"), "NE": ("une", "ne", "ne"), "LT": ("olt", "slt", "ult"), "LE": ("ole", "sle", "ule"),
    "GT": ("ogt", "sgt", "ugt"), "GE": ("oge", "sge", "uge"),
}
# TVM's minimum and maximum are comparisons, which NaN fails.
_EXTREMA = {"Min": ("olt", "minsi", "minui", "andi"), "Max": ("ogt", "maxsi", "maxui", "ori")}
_MATH = {
    "exp": "exp", "exp2": "exp2", "log": "log", "log2": "log2", "log10": "log10", "log1p": "log1p", "sqrt": "sqrt",
    "rsqrt": "rsqrt", "tanh": "tanh", "tan": "tan", "sin": "sin", "cos": "cos", "sinh": "sinh", "cosh": "cosh",
    "asin": "asin", "acos": "acos", "atan": "atan", "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "erf": "erf",
    "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "roundeven", "nearbyint": "roundeven",
    "pow": "powf", "atan2": "atan2", "copysign": "copysign", "fma": "fma",
}
_BITS = {"bitwise_and": "andi", "bitwise_or": "ori", "bitwise_xor": "xori", "shift_left": "shli"}
_COUNTS = {"popcount": "ctpop", "ctpop": "ctpop", "clz": "ctlz"}


class Scalars:
    """Writes expressions; `variable` gives the value of a variable."""

    def __init__(self, text, variable):
        self.text = text
        self.variable = variable
        # The buffers into which threads reduce together, what is written now.
        self.shared_results = set()

    def type(self, node):
        """The type of an expression's value."""
        dtype = dtype_of(node)
        type = element(dtype, signless=True) if dtype else None
        if type is None:
            self.text.fail(f"'{node}' of dtype '{dtype}' has no counterpart as a value")
        return type

    def value(self, node):
        """An expression as a value of its dtype."""
        what = kind(node)
        writer = getattr(self, f"_value_{what}", None)
        if writer is not None:
            return writer(node)
        if what in _ARITHMETIC:
            return self._arithmetic(what, node)
        if what in _COMPARISONS:
            return self._comparison(what, node)
        if what in _EXTREMA:
            return self._extremum(what, node)
        return self.text.fail(f"expression '{node}' ({what}) has no counterpart")

    def constant(self, value, type):
        """A constant of a type."""
        scalar = type.rsplit("x", 1)[-1].rstrip(">") if type.startswith("vector") else type
        if scalar == "i1":
            literal = "true" if value else "false"
        else:
            literal = float_literal(value, scalar) if scalar[0] in "fb" else str(int(value))
        if literal is None:
            self.text.fail(f"{value} as a constant of type {type} cannot be written")
        if type.startswith("vector"):
            return self.text.op(f"arith.constant dense<{literal}> : {type}", type)[0]
        return self.text.op(f"arith.constant {literal}" + ("" if scalar == "i1" else f" : {type}"), type)[0]

    def binary(self, op, left, right):
        """An op of two operands of one type, and of their type."""
        return self.text.op(f"{op} {left.name}, {right.name} : {left.type}", left.type)[0]

    def converted(self, value, type, unsigned=False):
        """A value of an integer or index type as one of another such type."""
        if value.type == type:
            return value
        cast = "arith.index_castui" if unsigned else "arith.index_cast"
        return self.text.op(f"{cast} {value.name} : {value.type} to {type}", type)[0]

    # Values.

    def _value_Var(self, node):
        value = self.variable(node)
        return self.converted(value, self.type(node), is_unsigned(dtype_of(node))) if "index" in value.type else value

    _value_DataflowVar = _value_Var

    def _value_IntImm(self, node):
        return self.constant(node.value, self.type(node))

    _value_FloatImm = _value_IntImm

    def _value_Not(self, node):
        value = self.value(node.a)
        return self.binary("arith.xori", value, self.constant(True, value.type))

    def _value_Select(self, node):
        # A side that loads is for where it is chosen, as TVM has it in the end.
        if self.type(node)[0] != "v" and (loads(node.true_value) or loads(node.false_value)):
            return self.branch(self.truth(node.condition), lambda: self.value(node.true_value),
                               lambda: self.value(node.false_value), self.type(node))
        condition, values = self.truth(node.condition, lanes=True), [self.value(node.true_value), self.value(node.false_value)]
        return self.select(condition, *values)

    def truth(self, node, lanes=False):
        """A condition; TVM takes any number for one, which holds if it is not 0."""
        value, dtype = self.value(node), dtype_of(node)
        if value.type[0] == "v" and not lanes:
            self.text.fail(f"a condition of dtype '{dtype}' has no counterpart; only one number decides")
        return self.cast(value, dtype, "bool" + dtype[len(split_lanes(dtype)[0]):])

    def select(self, condition, left, right):
        """One of two values."""
        types = left.type if condition.type == "i1" else f"{condition.type}, {left.type}"
        return self.text.op(f"arith.select {condition.name}, {left.name}, {right.name} : {types}", left.type)[0]

    def _value_Let(self, node):
        return self.let(node, self.value)

    def let(self, node, write):
        """A name for a value inside an expression."""
        outer, bound = self.variable, self.value(node.value)
        self.variable = lambda other: bound if other.same_as(node.var) else outer(other)
        result = write(node.body)
        self.variable = outer
        return result

    def _value_Call(self, node):
        name = intrinsic(node)
        if name is None:
            self.text.fail(f"a call of '{node.op}' inside an expression has no counterpart")
        with self.text.at(name):
            return self._call(name, node)

    def _value_Cast(self, node):
        return self.cast(self.value(node.value), dtype_of(node.value), dtype_of(node))

    # Groups of ops.

    def _choose(self, ops, dtype, what):
        number = 0 if is_float(dtype) else 3 if not is_integer(dtype) else 2 if is_unsigned(dtype) else 1
        op = ops[number] if number < len(ops) else ops[2]
        if op is None:
            self.text.fail(f"{what} of '{dtype}' has no counterpart")
        return op

    def _arithmetic(self, what, node):
        dtype = dtype_of(node)
        if what == "Sub" and _is_minus_zero(node.a):
            value = self.value(node.b)
            return self.text.op(f"arith.negf {value.name} : {value.type}", value.type)[0]
        if what in ("And", "Or") and loads(node.b) and self.type(node) == "i1":
            return self._guarded(what, node)
        left, right = self.value(node.a), self.value(node.b)
        if what == "FloorMod" and is_integer(dtype) and not is_unsigned(dtype):
            return self.floor_mod(left, right)
        return self.binary("arith." + self._choose(_ARITHMETIC[what], dtype, what), left, right)

    def _guarded(self, what, node):
        """The right side is computed only where the left one does not decide."""
        left, decided = self.value(node.a), self.constant(what == "Or", "i1")
        sides = [lambda: self.value(node.b), lambda: decided]
        return self.branch(left, *(sides if what == "And" else reversed(sides)), "i1")

    def floor_mod(self, left, right):
        """What is left of a quotient that is rounded down."""
        quotient = self.binary("arith.floordivsi", left, right)
        return self.binary("arith.subi", left, self.binary("arith.muli", quotient, right))

    def _comparison(self, what, node):
        left, right = self.sides(node)
        return self.compare(what, left, right, dtype_of(node.a))

    def sides(self, node):
        """The sides of a comparison, of one type."""
        return self.value(node.a), self.value(node.b)

    def compare(self, what, left, right, dtype):
        """A comparison of two values."""
        predicate = self._choose(_COMPARISONS[what], dtype, what)
        op = "arith.cmpf" if is_float(dtype) else "arith.cmpi"
        lanes = left.type.rsplit("x", 1)[0] + "xi1>" if left.type.startswith("vector") else "i1"
        return self.text.op(f"{op} {predicate}, {left.name}, {right.name} : {left.type}", lanes)[0]

    def _extremum(self, what, node):
        dtype = dtype_of(node)
        left, right = self.value(node.a), self.value(node.b)
        if is_float(dtype) and kind(node.a) == "BufferLoad" and identity(accessed(node.a)) in self.shared_results:
            # Threads join in any order, for which a comparison and a choice are no answer where a number is NaN.
            return self.binary("arith.minimumf" if what == "Min" else "arith.maximumf", left, right)
        if is_float(dtype):
            return self.select(self.compare("LT" if what == "Min" else "GT", left, right, dtype), left, right)
        return self.binary("arith." + self._choose(_EXTREMA[what], dtype, what), left, right)

    def cast(self, value, source, target):
        """A value of one dtype as one of another."""
        type = element(target, signless=True)
        if type is None:
            self.text.fail(f"a cast to '{target}' has no counterpart")
        if value.type == type:
            return value
        if is_float(source) and is_float(target) and bits(source) == bits(target):
            # Of one width: through a wider one.
            wide = "float32" if bits(source) < 32 else "float64"
            wide += target[len(split_lanes(target)[0]):]
            return self.cast(self.cast(value, source, wide), wide, target)
        op = self._cast_op(source, target)
        if op is None:
            zero = self.constant(0, value.type)
            return self.compare("NE", value, zero, source)
        return self.text.op(f"arith.{op} {value.name} : {value.type} to {type}", type)[0]

    def _cast_op(self, source, target):
        """The op of a cast; None for a comparison with zero."""
        if target.startswith(("bool", "uint1x")):
            return None
        wide_source, wide_target = bits(source), bits(target)
        unsigned = is_unsigned(source) or not is_integer(source)
        if is_float(source) and is_float(target):
            return "extf" if wide_source < wide_target else "truncf"
        if is_float(source):
            return "fptoui" if is_unsigned(target) else "fptosi"
        if is_float(target):
            return "uitofp" if unsigned else "sitofp"
        return "trunci" if wide_source > wide_target else "extui" if unsigned else "extsi"

    # Intrinsics.

    def _call(self, name, node):
        if name in _MATH:
            return self._math(_MATH[name], node)
        if name in _BITS:
            return self.binary("arith." + _BITS[name], *map(self.value, arguments(node)))
        if name in _COUNTS:
            dtype = dtype_of(arguments(node)[0])
            # A text or an address has none.
            if dtype is None or is_float(dtype):
                self.text.fail(f"the bits of '{dtype or arguments(node)[0].ty}' have no counterpart; reinterpret it as integers")
            value = self.value(arguments(node)[0])
            counted = self.text.op(f"math.{_COUNTS[name]} {value.name} : {value.type}", value.type)[0]
            return self.cast(counted, dtype_of(arguments(node)[0]), dtype_of(node))
        writer = getattr(self, f"_call_{name}", None)
        if writer is None:
            return self.other_call(name, node)
        return writer(node)

    def other_call(self, name, _):
        """A call that this class does not know."""
        return self.text.fail(f"the intrinsic '{name}' has no counterpart here")

    def _math(self, op, node):
        type = self.type(node)
        if op == "powf" and not is_float(dtype_of(node)):
            op, values = "ipowi", map(self.value, arguments(node))
        else:
            values = self._floats(node)
        return self.text.op(f"math.{op} {', '.join(value.name for value in values)} : {type}", type)[0]

    def _floats(self, node):
        """The operands of a function of floats; TVM lets others pass, too."""
        for argument in arguments(node):
            if not is_float(dtype_of(node)) or dtype_of(argument) != dtype_of(node):
                self.text.fail(f"a function of '{dtype_of(argument)}' that gives '{dtype_of(node)}' has no counterpart; only of floats of one dtype")
        return [self.value(argument) for argument in arguments(node)]

    def _call_shift_right(self, node):
        op = "arith.shrui" if is_unsigned(dtype_of(node)) else "arith.shrsi"
        return self.binary(op, *map(self.value, arguments(node)))

    def _call_bitwise_not(self, node):
        value = self.value(arguments(node)[0])
        return self.binary("arith.xori", value, self.constant(-1, value.type))

    def _call_fabs(self, node):
        value = self.value(arguments(node)[0])
        op = "absf" if is_float(dtype_of(node)) else "absi"
        return self.text.op(f"math.{op} {value.name} : {value.type}", value.type)[0]

    _call_abs = _call_fabs

    def _call_sigmoid(self, node):
        value = self._floats(node)[0]
        minus = self.text.op(f"arith.negf {value.name} : {value.type}", value.type)[0]
        power = self.text.op(f"math.exp {minus.name} : {value.type}", value.type)[0]
        one = self.constant(1.0, value.type)
        return self.binary("arith.divf", one, self.binary("arith.addf", one, power))

    def _call_exp10(self, node):
        value = self._floats(node)[0]
        return self.text.op(f"math.powf {self.constant(10.0, value.type).name}, {value.name} : {value.type}", value.type)[0]

    def _call_fmod(self, node):
        return self.binary("arith.remf", *self._floats(node))

    def _classified(self, op, node):
        value = self.value(arguments(node)[0])
        return self.text.op(f"math.{op} {value.name} : {value.type}", "i1")[0]

    def _call_isnan(self, node):
        return self._classified("isnan", node)

    def _call_isinf(self, node):
        return self._classified("isinf", node)

    def _call_isfinite(self, node):
        return self._classified("isfinite", node)

    def _call_likely(self, node):
        # Hints about a condition.
        return self.value(arguments(node)[0])

    _call_tvm_thread_invariant = _call_likely

    def _call_ignore_loop_partition(self, node):
        value, dtype = self._call_likely(node), dtype_of(arguments(node)[0])
        return value if dtype == dtype_of(node) else self.cast(value, dtype, dtype_of(node))

    def _call_reinterpret(self, node):
        value, type = self.value(arguments(node)[0]), self.type(node)
        return self.text.op(f"arith.bitcast {value.name} : {value.type} to {type}", type)[0]

    def _call_large_uint_imm(self, node):
        return self.constant(arguments(node)[0].value + (arguments(node)[1].value << 32), self.type(node))

    def _call_if_then_else(self, node):
        return self.branch(self.truth(arguments(node)[0]), lambda: self.value(arguments(node)[1]), lambda: self.value(arguments(node)[2]),
                           self.type(node))

    def branch(self, condition, then, otherwise, type):
        """One of two values, of which only the one needed is computed."""
        name = self.text.fresh()
        self.text.line(f"{name} = scf.if {condition.name} -> ({type}) {{")
        for write, end in ((then, "} else {"), (otherwise, "}")):
            with self.text.indented():
                value = write()
                self.text.line(f"scf.yield {value.name} : {type}")
            self.text.line(end)
        return Value(name, type)


def _is_minus_zero(node):
    """Whether subtracting from it changes the sign, and nothing else."""
    return kind(node) == "FloatImm" and node.value == 0 and math.copysign(1, node.value) < 0


def computes_only(root):
    """Whether an expression has no effect: it calls nothing outside."""
    stack = [root]
    while stack:
        node = stack.pop()
        if kind(node) == "Call":
            name = intrinsic(node)
            if name not in _MATH and name not in _BITS and name not in _COUNTS and not hasattr(Scalars, f"_call_{name}"):
                return False
        stack += _parts(node)
    return True


def loads(root):
    """Whether an expression loads from a buffer."""
    stack = [root]
    while stack:
        node = stack.pop()
        if kind(node) == "BufferLoad":
            return True
        stack += _parts(node)
    return False


def _parts(node):
    """The expressions that an expression is made of."""
    parts = arguments(node) if kind(node) == "Call" else []
    return parts + [getattr(node, name) for name in ("a", "b", "value", "condition", "true_value", "false_value", "body")
                    if hasattr(getattr(node, name, None), "ty")]
