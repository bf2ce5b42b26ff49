"""Random graphs of operators: their text, and what numpy says they give.

A graph is one function. Floats are computed in 64 bits; integers exactly, as
docs/semantics.md says. How far a result may be off is measured, not guessed:
each float that is rounded has a few shadows, which went through the same graph
with a random error of its element type at each operator. An operator whose
shadows are far apart is ill-conditioned there, and is not taken.

Where an error of the last bit changes a result by more (comparisons, `floor`,
`argmax`), operands are exact: made of parameters by operators that round
nothing.
"""
import ml_dtypes
import numpy as np

F16, F32, F64, BF16 = np.dtype("float16"), np.dtype("float32"), np.dtype("float64"), np.dtype(ml_dtypes.bfloat16)
F8 = (np.dtype(ml_dtypes.float8_e4m3fn), np.dtype(ml_dtypes.float8_e5m2))
BOOL = np.dtype(bool)
SIGNED = tuple(np.dtype(name) for name in ("int8", "int16", "int32", "int64"))
UNSIGNED = tuple(np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64"))
INTEGERS = SIGNED + UNSIGNED
FLOATS = (F32, F64, F16, BF16)
NAMES = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "float8_e4m3fn": "f8E4M3FN",
         "float8_e5m2": "f8E5M2", "bool": "i1", **{f"int{bits}": f"i{bits}" for bits in (8, 16, 32, 64)},
         **{f"uint{bits}": f"ui{bits}" for bits in (8, 16, 32, 64)}}
_LIMITS = {F16: 2e4, F32: 1e30, BF16: 1e30, F64: 1e200}
_SHADOWS = 3


class Skip(Exception):
    """An operator does not fit the graph; another one is drawn."""


def is_float(dtype):
    return dtype.kind not in "iub"


def unit(dtype):
    """The relative error of one rounding."""
    return float(ml_dtypes.finfo(dtype).eps) / 2


def ints(*numbers):
    """The text of an array of integers."""
    return f"array<i64: {', '.join(map(str, numbers))}>"


def exprs(*numbers):
    """The text of a list of expressions."""
    return f"[{', '.join(f'#relax.expr<{number}>' for number in numbers)}]"


def truth(flag):
    return str(bool(flag)).lower()


def type_text(dims, dtype):
    """The type of tensors of these sizes: numbers, expressions, or ? if unknown."""
    name = NAMES[dtype.name]
    sizes = "".join(f"{dim}x" if isinstance(dim, int) else "?x" for dim in dims)
    if all(isinstance(dim, int) or dim == "?" for dim in dims):
        return f"tensor<{sizes}{name}>"
    return f"tensor<{sizes}{name}, #relax.dims<[{', '.join(map(str, dims))}]>>"


class Value:
    """A tensor of the graph: its name and type, and what numpy says it holds."""

    def __init__(self, name, dtype, array, dims, shadows=None):
        self.name, self.dtype, self.array, self.dims, self.shadows = name, dtype, array, dims, shadows

    @property
    def type(self):
        return type_text(self.dims, self.dtype)

    @property
    def exact(self):
        return self.shadows is None

    @property
    def shape(self):
        return self.array.shape

    @property
    def is_static(self):
        return all(isinstance(dim, int) for dim in self.dims)

    def tolerance(self):
        """How far each element may be off."""
        if self.exact or not self.array.size:
            return np.zeros(self.shape)
        with np.errstate(all="ignore"):
            away = np.max([np.abs(shadow - self.array) for shadow in self.shadows], axis=0)
            away = np.where(np.isfinite(away), away, 0)
            size = np.where(np.isfinite(self.array), np.abs(self.array), 0)
        tiny = float(ml_dtypes.finfo(self.dtype).smallest_subnormal)
        return 16 * away + 8 * np.sqrt(np.mean(np.square(away))) + 8 * unit(self.dtype) * size + 4 * tiny

    def stored(self):
        """The array in its own element type."""
        with np.errstate(all="ignore"):
            return self.array.astype(self.dtype)


class Operand:
    """An operand that is no tensor, such as a shape."""

    def __init__(self, name, type):
        self.name, self.type = name, type


class Statement:
    """Lines that define values out of others. A region has statements of its own."""

    def __init__(self, lines, defines, uses, ops, needs=()):
        self.lines, self.defines, self.uses, self.ops, self.needs = lines, defines, uses, list(ops), list(needs)


class Module:
    """Functions and tensor programs in one file."""

    def __init__(self, prefix=""):
        self.prefix, self.helpers, self.count = prefix, {}, 0

    def name(self, stem):
        self.count += 1
        return f"{self.prefix}{stem}{self.count}"


class Graph:
    """One function in the making."""

    def __init__(self, rng, module, name, outer=None):
        self.rng, self.module, self.name, self.outer = rng, module, name, outer
        self.parameters, self.statements, self.values = [], [], []
        self.symbols, self.results, self.is_impure = {}, [], False
        self.number, self.depth = 0, 0
        self.style = outer.style if outer else self.choose(["static", "static", "symbolic", "symbolic", "unknown", "mixed"])
        self.is_large = outer.is_large if outer else self.chance(0.06)
        self.float = outer.float if outer else self.choose([F32, F32, F32, F32, F64, F16, F16, BF16])
        self.integer = outer.integer if outer else self.choose(INTEGERS)
        self.largest = outer.largest if outer else int(self.choose([10**4, 10**5, 10**6])) if self.is_large else 4000
        self.ranks = outer.ranks if outer else [0, 1, 1, 2, 2, 2, 3, 3, 4]
        # Shapes repeat within a graph, so that values meet.
        self.sizes = outer.sizes if outer else [int(s) for s in rng.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 33], 4,
                                                                           p=[.02, .08, .08, .1, .12, .1, .1, .08, .08, .06, .04, .05, .04, .03, .02])]

    def go_to_limits(self):
        """Draw from the ranks, sizes and element types that are rare."""
        self.is_large, self.largest = False, 4000
        self.ranks = [self.choose([0, 1, 5, 6, 7, 8])]
        self.sizes = [self.choose([0, 1, 1, 2, 3]) for _ in range(4)]
        self.float = self.choose([F32, F64, F16, BF16, *F8])

    # Chance.
    def chance(self, part):
        return self.rng.random() < part

    def choose(self, items):
        return items[int(self.rng.integers(len(items)))]

    def integers(self, low, high, *shape):
        return self.rng.integers(low, high, shape) if shape else int(self.rng.integers(low, high))

    def size(self):
        return self.choose(self.sizes) if self.chance(0.8) else self.integers(1, 10)

    def shape(self, rank=None, least=0):
        rank = self.choose(self.ranks) if rank is None else rank
        if self.is_large and rank and self.chance(0.6):
            wanted = self.largest / self.choose([1, 2, 7])
            shape = [max(least, 1, self.integers(1, 40)) for _ in range(rank)]
            at = self.integers(0, rank)
            shape[at] = 1
            shape[at] = max(1, int(wanted / np.prod(shape)))
            return tuple(shape)
        shape = [max(self.size(), least) for _ in range(rank)]
        while np.prod(shape) > 2000:
            shape[int(np.argmax(shape))] = max(least, self.integers(1, 5))
        return tuple(shape)

    # Names, symbols.
    def fresh_name(self):
        self.number += 1
        return f"%v{self.number}"

    def fresh_symbol(self, size):
        self.number += 1
        name = f"s{self.number}"
        self.symbols[name] = size
        return name

    def symbolic(self, shape, part=0.7, fixed=()):
        """Sizes of which some are symbols, but not those of the axes in `fixed`."""
        dims = []
        for axis, size in enumerate(shape):
            if axis in fixed or not self.chance(part):
                dims.append(int(size))
                continue
            known = [name for name, value in self.symbols.items() if value == size]
            dims.append(self.choose(known) if known and self.chance(0.6) else self.fresh_symbol(int(size)))
        return dims

    # Values.
    def numbers(self, dtype, shape, low=None, high=None):
        """Random elements, or those of a grid of quarters."""
        count = int(np.prod(shape))
        if dtype == BOOL:
            return self.rng.random(shape) < 0.5
        if not is_float(dtype):
            info = np.iinfo(dtype)
            if low is None and self.chance(0.15):
                return self.rng.integers(info.min, info.max, shape, dtype, endpoint=True)
            low, high = max(info.min, -9 if low is None else low), min(info.max, 9 if high is None else high)
            return self.rng.integers(low, high, shape, dtype, endpoint=True)
        low, high = -4 if low is None else low, 4 if high is None else high
        if self.chance(0.4):
            array = self.rng.integers(int(np.ceil(low * 4)), int(high * 4), shape, endpoint=True) / 4
        else:
            array = self.rng.uniform(low, high, shape)
        array = np.asarray(array).astype(dtype).astype(np.float64).reshape(shape)
        assert array.size == count
        return array

    def given(self, dtype, array, is_static=False, fixed=()):
        """A parameter that the caller gives this array, or a constant."""
        array = np.asarray(array, np.float64 if is_float(dtype) else dtype)
        if self.outer is None and array.size <= 64 and self.chance(0.15) and array.size:
            return self.constant(dtype, array)
        if self.outer:
            given = self.outer.given(dtype, array, is_static, fixed)
            return self.parameter_of(given, fixed)
        style = "static" if is_static else self.style
        if style == "mixed":
            style = self.choose(["static", "symbolic", "unknown"])
        dims = [int(size) for size in array.shape]
        if style == "symbolic":
            dims = self.symbolic(array.shape, fixed=fixed)
        elif style == "unknown":
            dims = ["?" if self.chance(0.8) and axis not in fixed else size for axis, size in enumerate(dims)]
        value = Value(f"%p{len(self.parameters)}", dtype, array, dims)
        self.parameters.append(value)
        # All regions see a parameter.
        self.values.insert(0, value)
        return self.known(value)

    def parameter_of(self, argument, fixed=()):
        """A parameter of a function that is called with this argument."""
        dims = list(argument.dims)
        if not all(isinstance(dim, int) for dim in dims):
            # Symbols of the caller are unknown here.
            dims = [dim if isinstance(dim, int) and self.chance(0.5) else "?" for dim in dims]
        if self.chance(0.4):
            dims = [self.fresh_symbol(size) if self.chance(0.7) and axis not in fixed else dim for axis, (size, dim) in enumerate(zip(argument.shape, dims))]
        dims = [size if axis in fixed else dim for axis, (dim, size) in enumerate(zip(dims, argument.shape))]
        value = Value(f"%p{len(self.parameters)}", argument.dtype, argument.array, dims, argument.shadows)
        value.argument = argument
        self.parameters.append(value)
        self.values.insert(0, value)
        return self.known(value)

    def fresh(self, dtype, shape, low=None, high=None, is_static=False, fixed=()):
        """A parameter of random elements; the axes in `fixed` have known sizes."""
        return self.given(dtype, self.numbers(dtype, shape, low, high), is_static, fixed)

    def constant(self, dtype, array):
        stored = np.asarray(array).astype(dtype)
        if dtype == BOOL:
            text = str(stored.tolist()).lower()
        else:
            text = f'"0x{stored.tobytes().hex().upper()}"'
        value = Value(self.fresh_name(), dtype, np.asarray(array), [int(size) for size in stored.shape])
        self.add(Statement([f"{value.name} = relax.constant dense<{text}> : {value.type}"], [value], [], ["constant"]))
        return value

    def pick(self, dtype=None, rank=None, shape=None, exact=False, where=None, fit=None, low=None, high=None, reuse=0.75, least=0):
        """A value that is there, or a new one. `dtype` may be a list; `where` says which values do."""
        choices = [dtype] if isinstance(dtype, np.dtype) else list(dtype or (self.float, self.float, self.integer))
        ranks = None if rank is None else [rank] if isinstance(rank, int) else list(rank)

        def fits(value):
            return (value.dtype in choices and (ranks is None or value.array.ndim in ranks)
                    and (shape is None or value.shape == tuple(shape)) and (value.exact or not exact)
                    and (least == 0 or min(value.shape, default=least) >= least)
                    and (low is None or not value.array.size or (value.array >= low).all())
                    and (high is None or not value.array.size or (value.array <= high).all())
                    and (where is None or where(value)))

        if self.chance(reuse):
            found = [value for value in self.values if fits(value)]
            if found:
                # The latest ones rather, so that graphs become deep.
                return self.known(found[-1 - min(int(self.rng.geometric(0.3)) - 1, len(found) - 1)])
        kind = self.choose(choices)
        made = shape if shape is not None else fit(self) if fit else self.shape(None if ranks is None else self.choose(ranks), least)
        value = self.fresh(kind, made, low, high)
        if where is not None and not where(value):
            raise Skip
        return value

    def any_number(self, **options):
        return self.pick([self.float, self.float, self.integer], **options)

    def anything(self, **options):
        return self.pick([self.float, self.float, self.integer, BOOL, self.choose(FLOATS + INTEGERS + F8)], **options)

    def mate(self, value, dtype=None, exact=False, low=None, high=None):
        """Another operand that broadcasts with this one."""
        dtype = dtype or value.dtype

        def broadcasts(other):
            try:
                return np.broadcast_shapes(other.shape, value.shape) is not None
            except ValueError:
                return False

        def fit(_):
            shape = list(value.shape)
            kind = self.choose(["same", "same", "same", "ones", "short", "scalar"])
            if kind == "ones":
                shape = [1 if self.chance(0.5) else size for size in shape]
            elif kind == "short":
                shape = shape[self.integers(0, len(shape) + 1):]
            elif kind == "scalar":
                shape = []
            return tuple(shape)

        return self.pick(dtype, exact=exact, where=broadcasts, fit=fit, low=low, high=high, reuse=0.7)

    # Statements.
    def add(self, statement):
        self.statements.append(statement)
        self.values += statement.defines

    def cast(self, value, dims):
        """The value with another type, checked at run time."""
        result = Value(self.fresh_name(), value.dtype, value.array, dims, value.shadows)
        self.add(Statement([f"{result.name} = relax.match_cast {value.name} : {value.type} to {result.type}"], [result], [value], ["match_cast"]))
        return result

    def known(self, value):
        """The value with sizes that have names: operators take no others."""
        if "?" not in value.dims:
            return value
        named = self.symbolic(value.shape, fixed=[axis for axis, dim in enumerate(value.dims) if dim != "?"])
        return self.cast(value, [dim if dim != "?" else size for dim, size in zip(value.dims, named)])

    def shape_operand(self, dims):
        """A shape of numbers and expressions."""
        text = f"[{', '.join(map(str, dims))}]"
        operand = Operand(self.fresh_name(), f"!relax.shape<{text}>")
        operand.line = f"{operand.name} = relax.shape {text} : {operand.type}"
        return operand

    def emit(self, op, inputs, function, attributes="", dims=None, elements=None, exact=False, noise=2.0, magnitude=None,
             line=None, operands=None, helpers=(), reach=None, is_open=False):
        """Add an operator, and compute what it gives. `magnitude` gives, for
        accumulations, the size of what is accumulated; `operands` are all
        operands, if some are no tensors. Without `dims`, and where they are
        not known, the operands get known sizes, unless the result `is_open`."""
        if not is_open and not all(isinstance(v, Operand) or v.is_static for v in inputs) and (dims is None or any("?" in size for size in dims)):
            fixed = {id(v): v if v.is_static else self.cast(v, [int(size) for size in v.shape]) for v in inputs if isinstance(v, Value)}
            inputs = [fixed.get(id(v), v) for v in inputs]
            operands = [fixed.get(id(v), v) for v in operands] if operands else None
            dims = None
        tensors = [value for value in inputs if isinstance(value, Value)]
        try:
            with np.errstate(all="ignore"):
                arrays = _results(function(*(value.array for value in tensors)))
        except ValueError as error:
            if "broadcast" not in str(error):
                raise
            raise Skip from error
        dtypes = elements or [tensors[0].dtype] * len(arrays)
        self._check_size(arrays, dtypes, tensors)
        shadows = self._shadows(tensors, arrays, dtypes, function, exact, noise, magnitude)
        sizes = [[dim if isinstance(dim, str) else int(dim) for dim in size] for size in dims or [array.shape for array in arrays]]
        defines = [Value(self.fresh_name(), dtype, array, list(size), shadow)
                   for array, dtype, size, shadow in zip(arrays, dtypes, sizes, shadows)]
        for value in defines:
            self._check_condition(value)
        operands = operands or inputs
        # Several results are fields of one name.
        if len(defines) > 1:
            stem = defines[0].name
            for index, value in enumerate(defines):
                value.name = f"{stem}#{index}"
            left = f"{stem}:{len(defines)}"
        else:
            left = defines[0].name
        types = ", ".join(operand.type for operand in operands)
        results = ", ".join(value.type for value in defines)
        if line:
            text = line(left, operands, results)
        else:
            listed = ", ".join(operand.name for operand in operands)
            # The generic form is one that all ops have.
            call = f"relax.{op} {listed} {{{attributes}}}" if attributes else f'"relax.{op}"({listed})'
            text = f"{left} = {call} : ({types}) -> ({results})"
        before = [operand.line for operand in operands if isinstance(operand, Operand) and hasattr(operand, "line")]
        self.add(Statement([*before, text], defines, tensors, [reach or op], helpers))
        return self._refined(defines)

    def _refined(self, defines):
        """What is unknown gets a type now and then."""
        for value in defines:
            if "?" in value.dims and self.chance(0.3) and self.depth == 0:
                self.cast(value, self.symbolic(value.shape, self.choose([0, 0.7, 1])))
        return defines[0] if len(defines) == 1 else defines

    def _check_size(self, arrays, dtypes, tensors):
        special = any(is_float(value.dtype) and not np.isfinite(value.array).all() for value in tensors)
        for array, dtype in zip(arrays, dtypes):
            if array.size > max(2 * self.largest, 8000) or array.ndim > 8:
                raise Skip
            if is_float(dtype):
                if array.size and not special and not np.isfinite(array).all():
                    raise Skip
                with np.errstate(all="ignore"):
                    greatest = np.nanmax(np.abs(array), initial=0, where=np.isfinite(array))
                if dtype in F8:
                    if greatest > 400:
                        raise Skip
                elif greatest > _LIMITS[dtype]:
                    raise Skip
            else:
                assert array.dtype == dtype, (array.dtype, dtype)

    def _shadows(self, tensors, arrays, dtypes, function, exact, noise, magnitude):
        """The results with errors, None for one that has none."""
        if (exact or not any(is_float(dtype) for dtype in dtypes)) and all(value.exact for value in tensors):
            return [None] * len(arrays)
        runs = []
        for number in range(_SHADOWS):
            if all(value.exact for value in tensors):
                run = arrays
            else:
                with np.errstate(all="ignore"):
                    run = _results(function(*(value.array if value.exact else value.shadows[number] for value in tensors)))
            runs.append(run)
        sizes = None
        if magnitude is not None:
            with np.errstate(all="ignore"):
                sizes = [np.asarray(size) for size in _results(magnitude(*(np.abs(value.array) if is_float(value.dtype) else value.array for value in tensors)))]
        shadows = []
        for index, (array, dtype) in enumerate(zip(arrays, dtypes)):
            parts = [run[index] for run in runs]
            if any(part.shape != array.shape for part in parts):
                raise Skip
            if not is_float(dtype):
                if any(not np.array_equal(part, array) for part in parts):
                    raise Skip
                shadows.append(None)
                continue
            made = []
            for part in parts:
                if not np.array_equal(np.isfinite(part), np.isfinite(array)):
                    raise Skip
                if not exact:
                    part = part * (1 + noise * unit(dtype) * self.rng.standard_normal(part.shape))
                    if sizes is not None:
                        step = unit(F64) if dtype == F64 else unit(F32)
                        part = part + step * sizes[min(index, len(sizes) - 1)] * self.rng.standard_normal(part.shape)
                made.append(part)
            shadows.append(made)
        return shadows

    def _check_condition(self, value):
        """Errors must stay far below what the value says."""
        if value.exact or not value.array.size:
            return
        finite = np.isfinite(value.array)
        if not finite.any():
            return
        with np.errstate(all="ignore"):
            off = np.sqrt(np.mean(np.square(value.tolerance()[finite])))
            whole = np.sqrt(np.mean(np.square(value.array[finite])))
        if off > (0.5 if value.dtype == BF16 else 0.1) * whole and off > 1e-30:
            raise Skip

    # Trying operators.
    def attempt(self, make):
        """Whether an operator fits; if not, nothing is left of it."""
        graphs, graph = [], self
        while graph:
            graphs.append((graph, len(graph.parameters), list(graph.values), list(graph.statements), dict(graph.symbols)))
            graph = graph.outer
        helpers = dict(self.module.helpers)
        try:
            make(self)
            return True
        except Skip:
            for graph, count, values, statements, symbols in graphs:
                del graph.parameters[count:]
                graph.values, graph.statements, graph.symbols = values, statements, symbols
            self.module.helpers = helpers
            return False

    def visible_dims(self, value, symbols):
        """The sizes of a value where only these symbols are."""
        import re
        return [dim if isinstance(dim, int) or dim == "?" or set(re.findall(r"[a-z]\w*", dim)) <= set(symbols) | {"max", "min", "floordiv", "ceildiv", "mod"}
                else "?" for dim in value.dims]

    # Text.
    def text(self, results=None, parameters=None, statements=None, name=None):
        """The function; the parts may be some of all."""
        results = self.results if results is None else results
        parameters = self.parameters if parameters is None else parameters
        statements = self.statements if statements is None else statements
        head = "private " if self.outer else ""
        impure = "impure " if self.is_impure else ""
        lines = [f"relax.func {head}{impure}@{name or self.name}({', '.join(f'{p.name}: {p.type}' for p in parameters)}) -> ({', '.join(v.type for v in results)}) {{"]
        for statement in statements:
            lines += [f"  {line}" for line in statement.lines]
        lines.append(f"  relax.return {', '.join(v.name for v in results)} : {', '.join(v.type for v in results)}")
        return "\n".join([*lines, "}"]) + "\n"

    def helpers_of(self, statements=None):
        """The names of what statements call, and of what that calls."""
        found = []

        def visit(names):
            for name in names:
                if name not in found:
                    found.append(name)
                    visit(self.module.helpers[name][1])
        for statement in self.statements if statements is None else statements:
            visit(statement.needs)
        return found


def _results(results):
    return [np.asarray(array) for array in (results if isinstance(results, (list, tuple)) else [results])]


def broadcast_dims(graph, *values):
    """The sizes of operands that are broadcast together, ? where only the run shows them."""
    rank = max(value.array.ndim for value in values)
    result = []
    for place in range(rank, 0, -1):
        dims = [value.dims[-place] for value in values if value.array.ndim >= place]
        rest = {dim for dim in dims if dim != 1}
        result.append(1 if not rest else rest.pop() if len(rest) == 1 else "?")
    return result


def compare(value, found):
    """What is wrong with a result, empty if nothing is."""
    if found.dtype != value.dtype or found.shape != value.shape:
        return f"found {found.dtype}{list(found.shape)}, expected {value.dtype}{list(value.shape)}"
    if not is_float(value.dtype):
        near = found == value.array
        expected = value.array
    else:
        expected = value.array
        wide = found.astype(np.float64)
        with np.errstate(all="ignore"):
            near = (wide == expected) | (np.isnan(wide) & np.isnan(expected)) | (np.abs(wide - expected) <= value.tolerance())
    if near.all():
        return ""
    place = tuple(int(i) for i in np.argwhere(~near)[0])
    return (f"{(~near).sum()} of {near.size} elements of {NAMES[value.dtype.name]}{list(value.shape)} differ, at {list(place)} found {found[place]}, "
            f"expected {expected[place]} within {value.tolerance()[place]:.2g}")


OPERATORS = []


def operator(*names, weight=1.0):
    """Register what emits operators of these names."""
    def register(make):
        OPERATORS.append((names, weight, make))
        return make
    return register
