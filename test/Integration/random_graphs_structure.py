"""What surrounds operators in random graphs: regions, calls, tuples, closures, kernels."""
import numpy as np

import random_graphs_elementwise  # noqa: F401  These register operators.
import random_graphs_moves  # noqa: F401
import random_graphs_nn  # noqa: F401
from random_graphs import BF16, BOOL, F8, F16, F32, F64, NAMES, OPERATORS, SIGNED, UNSIGNED, Graph, Operand, Skip, Statement, Value, is_float, type_text

STRUCTURES = []


def structure(*names, weight=1.0):
    """Register what emits structure."""
    def register(make):
        STRUCTURES.append((names, weight, make))
        return make
    return register


def grow(graph, count, with_structure=True):
    """Add about so many operators."""
    choices = OPERATORS + (STRUCTURES if with_structure else [])
    weights = np.array([weight * (4 if kind in STRUCTURES else 1) for kind in choices for weight in [kind[1]]])
    weights = weights / weights.sum()
    done = 0
    for _ in range(4 * count):
        make = choices[int(graph.rng.choice(len(choices), p=weights))][2]
        done += graph.attempt(make)
        if done >= count:
            return


class _Region:
    """The statements of a region; what they define is not seen outside."""

    def __init__(self, graph, *arguments):
        self.graph, self.arguments = graph, arguments

    def __enter__(self):
        graph = self.graph
        self.values, self.statements, self.symbols, self.count = graph.values, graph.statements, graph.symbols, len(graph.parameters)
        graph.values, graph.statements, graph.symbols = [*graph.values, *self.arguments], [], dict(graph.symbols)
        graph.depth += 1
        return self

    def __exit__(self, kind, *_):
        graph = self.graph
        self.inner, self.seen, self.inner_values = graph.statements, graph.symbols, graph.values
        new = graph.parameters[self.count:]
        graph.statements, graph.depth = self.statements, graph.depth - 1
        graph.values = [*new, *self.values]
        # Symbols of parameters are known everywhere.
        of_parameters = {dim for parameter in new for dim in parameter.dims or () if isinstance(dim, str)}
        graph.symbols = {**self.symbols, **{name: size for name, size in self.seen.items() if name in of_parameters}}

    def lines(self, last, values, types):
        text = [f"  {line}" for statement in self.inner for line in statement.lines]
        return [*text, f"  relax.{last} {', '.join(v.name for v in values)} : {', '.join(types)}"]

    def uses(self, results):
        """What it takes from outside."""
        inside = {v.name.split("#")[0] for statement in self.inner for v in statement.defines}
        taken = [v for statement in self.inner for v in statement.uses] + list(results)
        return [v for v in taken if v.name.split("#")[0] not in inside and v not in self.arguments]

    def ops(self):
        return [op for statement in self.inner for op in statement.ops]

    def needs(self):
        return [name for statement in self.inner for name in statement.needs]


def _named(graph, shapes):
    """Names of several results, and what stands on the left."""
    name = graph.fresh_name()
    if shapes == 1:
        return [name], name
    return [f"{name}#{k}" for k in range(shapes)], f"{name}:{shapes}"


def _some(graph, values, most=3):
    """A few values, rather the latest, now and then one twice."""
    if not values:
        raise Skip
    found = []
    for _ in range(graph.integers(1, most + 1)):
        found.append(values[-1 - min(int(graph.rng.geometric(0.4)) - 1, len(values) - 1)])
    return found


@structure("dataflow", weight=1)
def _dataflow(g):
    if g.depth:
        raise Skip
    with _Region(g) as region:
        g.in_dataflow = True
        try:
            grow(g, g.integers(1, 5), with_structure=False)
        finally:
            g.in_dataflow = False
    made = [v for statement in region.inner for v in statement.defines]
    if not made:
        raise Skip
    values = _some(g, made)
    dims = [g.visible_dims(v, g.symbols) for v in values]
    types = [type_text(d, v.dtype) for d, v in zip(dims, values)]
    names, left = _named(g, len(values))
    results = [Value(name, v.dtype, v.array, d, v.shadows) for name, v, d in zip(names, values, dims)]
    g.add(Statement([f"{left} = relax.dataflow -> {', '.join(types)} {{", *region.lines("output", values, [v.type for v in values]), "}"],
                    results, region.uses(values), [*region.ops(), "dataflow"], region.needs()))


@structure("if", weight=1.2)
def _branches(g):
    if g.depth > 1 or getattr(g, "in_dataflow", False):
        raise Skip
    condition = g.pick(BOOL, shape=())
    regions, given = [], []
    for _ in range(2):
        with _Region(g) as region:
            grow(g, g.integers(0, 4), with_structure=g.chance(0.4))
        regions.append(region)
    first = _some(g, regions[0].inner_values, 2)
    second = []
    for value in first:
        fits = [v for v in regions[1].inner_values if v.dtype == value.dtype and v.array.ndim == value.array.ndim]
        made = [v for v in fits if any(v in s.defines for s in regions[1].inner)]
        if not fits:
            raise Skip
        second.append(g.choose(made or fits))
    dims = []
    for a, b in zip(first, second):
        a, b = g.visible_dims(a, g.symbols), g.visible_dims(b, g.symbols)
        dims.append([x if x == y else "?" for x, y in zip(a, b)])
    types = [type_text(d, v.dtype) for d, v in zip(dims, first)]
    taken = first if condition.array else second
    names, left = _named(g, len(first))
    results = [Value(name, v.dtype, v.array, d, v.shadows) for name, v, d in zip(names, taken, dims)]
    g.add(Statement([f"{left} = relax.if {condition.name} : {condition.type} -> {', '.join(types)} {{",
                     *regions[0].lines("yield", first, [v.type for v in first]), "} else {",
                     *regions[1].lines("yield", second, [v.type for v in second]), "}"],
                    results, [condition, *regions[0].uses(first), *regions[1].uses(second)],
                    [*(regions[0] if condition.array else regions[1]).ops(), "if"], regions[0].needs() + regions[1].needs()))


def _callee(g, count):
    """A private function in the making, of the values it is called with."""
    callee = Graph(g.rng, g.module, g.module.name("f"), outer=g)
    for v in (_some(g, g.values) if g.values and g.chance(0.9) else []):
        callee.parameter_of(v)
    grow(callee, count, with_structure=g.chance(0.4))
    if not callee.values:
        raise Skip
    callee.results = _some(g, callee.values)
    for v in callee.results:
        v.dims = list(v.dims)
    return callee


def _called(g, callee):
    """The results of a call, for the caller."""
    names, left = _named(g, len(callee.results))
    results = [Value(name, v.dtype, v.array, [d if isinstance(d, int) else "?" for d in v.dims], v.shadows) for name, v in zip(names, callee.results)]
    g.module.helpers[callee.name] = (callee.text(), callee.helpers_of())
    ops = [op for statement in callee.statements for op in statement.ops]
    return results, left, ops


@structure("call", weight=1)
def _call(g):
    if g.outer and g.outer.outer:
        raise Skip
    callee = _callee(g, g.integers(0, 5))
    results, left, ops = _called(g, callee)
    arguments = [p.argument for p in callee.parameters]
    g.add(Statement([f"{left} = relax.call @{callee.name}({', '.join(a.name for a in arguments)}) : ({', '.join(a.type for a in arguments)}) -> "
                     f"({', '.join(r.type for r in results)})"], results, arguments, [*ops, "call"], [callee.name]))


@structure("make_closure", "invoke_pure_closure", weight=0.6)
def _closure(g):
    if g.outer and g.outer.outer or getattr(g, "in_dataflow", False):
        raise Skip
    callee = _callee(g, g.integers(1, 4))
    if not callee.parameters:
        raise Skip
    results, left, ops = _called(g, callee)
    arguments = [p.argument for p in callee.parameters]
    bound = g.integers(0, len(arguments) + 1)
    passed, kept = arguments[:len(arguments) - bound], arguments[len(arguments) - bound:]
    closure = g.fresh_name()
    g.add(Statement([f"{closure} = relax.make_closure @{callee.name}({', '.join(a.name for a in kept)}) : ({', '.join(a.type for a in kept)}) -> !relax.object",
                     f"{left} = relax.invoke_pure_closure {closure}({', '.join(a.name for a in passed)}) : !relax.object, "
                     f"({', '.join(a.type for a in passed)}) -> ({', '.join(r.type for r in results)})"],
                    results, arguments, [*ops, "make_closure", "invoke_pure_closure"], [callee.name]))


@structure("lambda", weight=0.5)
def _lambda(g):
    if g.depth or getattr(g, "in_dataflow", False):
        raise Skip
    argument = g.anything(rank=(0, 1, 2, 3))
    parameter = Value(g.fresh_name(), argument.dtype, argument.array, argument.dims, argument.shadows)
    with _Region(g, parameter) as region:
        grow(g, g.integers(1, 4), with_structure=False)
    made = [v for statement in region.inner for v in statement.defines]
    if not made:
        raise Skip
    value = _some(g, made, 1)[0]
    dims = [d if isinstance(d, int) else "?" for d in value.dims]
    result = Value(g.fresh_name(), value.dtype, value.array, dims, value.shadows)
    function = g.fresh_name()
    kind = f"!relax.callable<({argument.type}) -> {result.type}, pure>"
    g.add(Statement([f"{function} = relax.lambda : {kind} {{", f"^bb0({parameter.name}: {argument.type}):", *region.lines("yield", [value], [value.type]), "}",
                     f"{result.name} = relax.invoke_pure_closure {function}({argument.name}) : {kind}, ({argument.type}) -> {result.type}"],
                    [result], [argument, *region.uses([value])], [*region.ops(), "lambda", "invoke_pure_closure"], region.needs()))


@structure("tuple", "tuple_get_item", weight=1)
def _tuples(g):
    fields = [v for v in _some(g, g.values, 3)]
    inner, outer = g.fresh_name(), g.fresh_name()
    types = [v.type for v in fields]
    kind = f"tuple<{', '.join(types)}>"
    lines = [f"{inner} = relax.tuple {', '.join(v.name for v in fields)} : ({', '.join(types)}) -> {kind}"]
    source = inner
    if g.chance(0.5):
        more = g.choose(fields)
        nested = f"tuple<{kind}, {more.type}>"
        back = g.fresh_name()
        lines += [f"{outer} = relax.tuple {inner}, {more.name} : ({kind}, {more.type}) -> {nested}",
                  f"{back} = relax.tuple_get_item {outer}[0] : {nested} -> {kind}"]
        source = back
    needs = []
    if g.chance(0.3) and not getattr(g, "in_dataflow", False):
        # A function that gives its tuple back, with the first field behind.
        name, whole = g.module.name("t"), f"tuple<{', '.join(type_text(['?'] * v.array.ndim, v.dtype) for v in fields)}>"
        g.module.helpers[name] = (f"relax.func private @{name}(%t: {whole}) -> {whole} {{\n  relax.return %t : {whole}\n}}\n", [])
        passed = g.fresh_name()
        lines.append(f"{passed} = relax.call @{name}({source}) : ({kind}) -> {whole}")
        source, kind, needs = passed, whole, [name]
        fields = [Value(v.name, v.dtype, v.array, ["?"] * v.array.ndim, v.shadows) for v in fields]
    results = []
    for _ in range(g.integers(1, len(fields) + 1)):
        at = g.integers(0, len(fields))
        v = fields[at]
        results.append(Value(g.fresh_name(), v.dtype, v.array, list(v.dims), v.shadows))
        lines.append(f"{results[-1].name} = relax.tuple_get_item {source}[{at}] : {kind} -> {v.type}")
    used = [u for u in g.values if any(u.name == v.name for v in fields)]
    g.add(Statement(lines, results, used, ["tuple", "tuple_get_item"] + (["call"] if needs else []), needs))


@structure("call", weight=0.4)
def _recursion(g):
    if getattr(g, "in_dataflow", False):
        raise Skip
    x = g.pick(g.float, rank=(0, 1, 2, 3))
    i64 = np.dtype("int64")
    turns = g.integers(0, 5)
    count = g.given(i64, np.asarray(turns, np.int64), is_static=True)
    kind = type_text([f"d{a}" for a in range(x.array.ndim)], x.dtype)
    name = g.module.name("r")
    g.module.helpers[name] = (f"""relax.func private @{name}(%i: tensor<i64>, %x: {kind}) -> {kind} {{
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %more = relax.greater %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r = relax.if %more : tensor<i1> -> {kind} {{
    %j = relax.subtract %i, %one : tensor<i64>
    %t = relax.tanh %x : ({kind}) -> {kind}
    %y = relax.add %x, %t : ({kind}, {kind}) -> {kind}
    %z = relax.call @{name}(%j, %y) : (tensor<i64>, {kind}) -> {kind}
    relax.yield %z : {kind}
  }} else {{
    relax.yield %x : {kind}
  }}
  relax.return %r : {kind}
}}
""", [])

    def run(_, x):
        for _ in range(turns):
            x = x + np.tanh(x)
        return x

    g.emit("call", [count, x], run, dims=[["?"] * x.array.ndim], elements=[x.dtype], noise=2 + 3 * turns, helpers=[name], is_open=True,
           line=lambda left, o, results: f"{left} = relax.call @{name}({count.name}, {x.name}) : ({count.type}, {x.type}) -> {results}")


def _memref(shape, dtype):
    name = NAMES[dtype.name].replace("ui", "i")
    return f"memref<{''.join(f'{size}x' for size in shape)}{name}>", name


def _loops(shape, body, margin="  "):
    """Loops over a shape around lines; the indices are %i0, %i1 and so on."""
    lines = [f"{margin}%c0 = arith.constant 0 : index"] + [f"{margin}%n{a} = arith.constant {size} : index" for a, size in enumerate(shape)]
    for axis in range(len(shape)):
        lines.append(f"{margin}{'  ' * axis}tir.for %i{axis} = %c0 to %n{axis} {{")
    lines += [f"{margin}{'  ' * len(shape)}{line}" for line in body]
    lines += [f"{margin}{'  ' * axis}}}" for axis in reversed(range(len(shape)))]
    return lines


_KERNEL_TYPES = (F32, F64, F16, BF16, *SIGNED, *UNSIGNED)


def _static(g, **options):
    """A value of known sizes, none of them 0."""
    x = g.pick(least=1, where=lambda v: v.dtype in _KERNEL_TYPES, **options)
    return x if x.is_static else g.cast(x, [int(size) for size in x.shape])


@structure("call_tir", weight=1)
def _kernel(g):
    kind = g.choose(["square", "turn", "sum", "gather"])
    x = _static(g, rank={"square": (0, 1, 2, 3), "turn": (2,), "sum": (2,), "gather": (1, 2)}[kind])
    if kind == "sum" and x.dtype in (F16, BF16):
        raise Skip
    name = g.module.name("k")
    source, element = _memref(x.shape, x.dtype)
    letter = "f" if is_float(x.dtype) else "i"
    places = ", ".join(f"%i{axis}" for axis in range(x.array.ndim))
    operands, exact, magnitude = [x], True, None
    if kind == "square":
        target, shape = source, x.shape
        body = _loops(shape, [f"%0 = memref.load %x[{places}] : {source}", f"%1 = arith.mul{letter} %0, %0 : {element}", f"%2 = arith.add{letter} %1, %0 : {element}",
                              f"memref.store %2, %y[{places}] : {target}"])
        exact = not is_float(x.dtype)

        def function(x):
            return x * x + x
        if is_float(x.dtype):
            def magnitude(x):
                return 4 * (x * x + x) * (1 if x.dtype == F64 else 1)
    elif kind == "turn":
        target, _ = _memref(x.shape[::-1], x.dtype)
        body = _loops(x.shape, [f"%0 = memref.load %x[%i0, %i1] : {source}", f"memref.store %0, %y[%i1, %i0] : {target}"])

        def function(x):
            return x.T
    elif kind == "sum":
        target, _ = _memref(x.shape[:1], x.dtype)
        zero = "0.0" if letter == "f" else "0"
        body = [f"  %zero = arith.constant {zero} : {element}"] + _loops(x.shape, [
            'tir.block "sum" iters(%a : spatial = %i0 in %n0, %b : reduce = %i1 in %n1)', f"    reads(%x : {source}) writes(%y : {target}) {{",
            "  tir.init {", f"    memref.store %zero, %y[%a] : {target}", "  }", f"  %0 = memref.load %x[%a, %b] : {source}",
            f"  %1 = memref.load %y[%a] : {target}", f"  %2 = arith.add{letter} %1, %0 : {element}", f"  memref.store %2, %y[%a] : {target}", "}"])

        def function(x):
            return x.sum(1, dtype=x.dtype)
        if is_float(x.dtype):
            exact = False

            def magnitude(x):
                return (8 + np.sqrt(x.shape[1])) * x.sum(1)
    else:
        count = g.integers(1, 9)
        i = g.given(np.dtype("int64"), g.rng.integers(0, x.shape[0], count), is_static=True)
        operands.append(i)
        target, _ = _memref((count, *x.shape[1:]), x.dtype)
        rest = places[len("%i0"):]
        body = _loops((count, *x.shape[1:]), [f"%0 = memref.load %i[%i0] : memref<{count}xi64>", "%1 = arith.index_cast %0 : i64 to index",
                                              f"%2 = memref.load %x[%1{rest}] : {source}", f"memref.store %2, %y[%i0{rest}] : {target}"])

        def function(x, i):
            return x[i]
    head = f"%x: {source}" + (f", %i: memref<{operands[1].shape[0]}xi64>" if len(operands) > 1 else "")
    g.module.helpers[name] = ("\n".join([f"tir.func private @{name}({head}, %y: {target}) attributes {{num_inputs = {len(operands)} : i64}} {{", *body,
                                         "  tir.return", "}"]) + "\n", [])
    g.emit("call_tir", operands, function, elements=[x.dtype], exact=exact, magnitude=magnitude, helpers=[name], noise=4,
           line=lambda left, o, results: f"{left} = relax.call_tir @{name}({', '.join(v.name for v in operands)}) : ({', '.join(v.type for v in operands)}) -> {results}")


@structure("call_tir_inplace", weight=0.6)
def _inplace(g):
    if g.outer or g.depth:
        raise Skip
    x = _static(g, rank=(1, 2))
    name = g.module.name("k")
    buffer, element = _memref(x.shape, x.dtype)
    letter = "f" if is_float(x.dtype) else "i"
    places = ", ".join(f"%i{axis}" for axis in range(x.array.ndim))
    body = _loops(x.shape, [f"%0 = memref.load %x[{places}] : {buffer}", f"%1 = arith.add{letter} %0, %0 : {element}", f"memref.store %1, %x[{places}] : {buffer}"])
    g.module.helpers[name] = ("\n".join([f"tir.func private @{name}(%x: {buffer}) attributes {{num_inputs = 1 : i64}} {{", *body, "  tir.return", "}"]) + "\n", [])
    g.is_impure = True
    g.emit("call_tir_inplace", [x], lambda x: x + x, helpers=[name],
           line=lambda left, o, results: f"{left} = relax.call_tir_inplace @{name}({x.name}) {{inplace_indices = array<i64: 0>}} : ({x.type}) -> {results}")


@structure("match_cast", weight=0.5)
def _match(g):
    found = [v for v in g.values if v.dims]
    if not found or g.depth:
        raise Skip
    x = g.choose(found)
    kind = g.choose(["unknown", "static", "symbolic"])
    dims = g.symbolic(x.shape) if kind == "symbolic" else ["?" if kind == "unknown" else int(s) for s in x.shape]
    g.cast(x, dims)


def make_graph(rng, module, name):
    """A function with a few results."""
    g = Graph(rng, module, name)
    g.in_dataflow = False
    grow(g, 1 + min(int(rng.geometric(0.15)), 5 if g.is_large else 14))
    made = [v for s in g.statements for v in s.defines]
    if not made:
        return None
    last = made[-1:]
    g.results = last + [g.choose(made) for _ in range(g.integers(0, 4))]
    if g.chance(0.1):
        if g.parameters:
            g.results.append(g.choose(g.parameters))
    if g.chance(0.1):
        g.results.append(g.choose(g.results))
    return g


def make_single(rng, module, name, make):
    """A function of one operator, at the limits of ranks, sizes and element types; None where nothing fits."""
    for _ in range(40):
        g = Graph(rng, module, name)
        g.in_dataflow = False
        g.go_to_limits()
        if g.attempt(make):
            g.results = [v for s in g.statements for v in s.defines][-1:]
            return g
    return None
