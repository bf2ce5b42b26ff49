"""torch.cond as `relax.if`, while_loop as a function that calls itself, scan as functions that call each other."""
import torch

from ..builder import Value
from ..registry import register
from ..types import Type, Unsupported

# How deep a loop's function calls itself: it makes up to 2 to this power of turns.
_DEPTH = 62


def _walk(b, graph, operands):
    """Writes a graph inside of the one in work; gives its results."""
    from ..graph import GraphWriter

    node, result = b.node, b.result
    found = GraphWriter(b, graph, b.owner.obstacles).write(operands)
    b.node, b.result = node, result
    return list(found) if isinstance(found, (list, tuple)) else [found]


def _if(b, condition, types, branches):
    """An `if` whose branches are functions that give values."""
    made = b.fresh()
    b.line(f"{made}:{len(types)} = relax.if {condition.name} : {condition.type} -> {', '.join(map(str, types))} {{")
    for write, end in zip(branches, ("} else {", "}")):
        mark = b.enter()
        values = [b.graph.match(value, type) for value, type in zip(write(), types)]
        b.line(f"relax.yield {', '.join(value.name for value in values)} : {', '.join(str(value.type) for value in values)}")
        b.leave(mark)
        b.line(end)
    return [Value(f"{made}#{number}", type) for number, type in enumerate(types)]


@register("higher_order::cond")
def cond(b, condition, then, otherwise, operands=()):
    if isinstance(condition, bool):
        return _walk(b, then if condition else otherwise, operands)
    return _if(b, b.reshape(condition, ()), b.result, [lambda: _walk(b, then, operands), lambda: _walk(b, otherwise, operands)])


@register("higher_order::while_loop")
def while_loop(b, condition, body, carried, additional=()):
    """The loop's function takes a depth: at 0 it makes one turn, else it calls itself twice with one less, so that the
    stack stays short. Once the condition is false nothing changes any more."""
    types = [value.type for value in carried]
    symbols = _symbols((*carried, *additional))
    name = f"{b.owner.name}_while{len(b.owner.inner)}"
    function = _begin(b, name, symbols)
    inner = function.builder
    depth = function.parameter("depth", Type((), torch.int64))
    state = [function.parameter("state", type) for type in types]
    rest = [function.parameter("rest", value.type) for value in additional]

    def again(values, depth):
        return _call(inner, name, symbols, [depth, *values, *rest], types)

    def deeper():
        less = inner.sub(depth, 1)
        return again(again(state, less), less)

    def turn():
        last = inner.compare("equal", depth, inner.scalar(0, torch.int64))
        return _if(inner, last, types, [lambda: _walk(inner, body, [*state, *rest]), deeper])

    # The walkers of the loop's graphs write with the loop's builder.
    outer, b.graph.builder = b.graph.builder, inner
    holds = inner.reshape(_walk(inner, condition, [*state, *rest])[0], ())
    function.finish(_if(inner, holds, types, [turn, lambda: state]))
    b.graph.builder = outer
    return _call(b, name, symbols, [b.scalar(_DEPTH, torch.int64), *carried, *additional], types)


@register("higher_order::scan")
def scan(b, body, carried, sequences, additional=()):
    """For each power of two a function that makes as many turns: it calls the one before twice, so that sizes are known
    and each element of a result is copied as often as there are functions."""
    count = sequences[0].dims[0]
    if not isinstance(count, int):
        raise Unsupported("a scan along an axis of unknown size has no counterpart")
    states, slices = len(carried), b.result[len(carried):]
    symbols = _symbols((*carried, *sequences, *additional))
    names = []

    def types(turns):
        return [*(value.type for value in carried), *(Type((turns,) + type.dims[1:], type.dtype) for type in slices)]

    def parts(builder, values, begin, end):
        return [builder.slice(value, 0, begin, end) for value in values]

    def turns(builder, state, values, rest, level):
        """The states and slices after two to the power of `level` turns."""
        return _call(builder, names[level], symbols, [*state, *values, *rest], types(1 << level))

    def write(level):
        name = f"{b.owner.name}_scan{len(b.owner.inner)}"
        function = _begin(b, name, symbols)
        inner, size = function.builder, 1 << level
        state = [function.parameter("state", value.type) for value in carried]
        values = [function.parameter("part", Type((size,) + value.dims[1:], value.dtype)) for value in sequences]
        rest = [function.parameter("rest", value.type) for value in additional]
        outer, b.graph.builder = b.graph.builder, inner
        if level == 0:
            found = _walk(inner, body, [*state, *(inner.reshape(value, value.dims[1:]) for value in values), *rest])
            found = [*found[:states], *(inner.expand(value, 0) for value in found[states:])]
            found = [b.graph.match(value, type) for value, type in zip(found, types(1))]
        else:
            first = turns(inner, state, parts(inner, values, 0, size // 2), rest, level - 1)
            second = turns(inner, first[:states], parts(inner, values, size // 2, size), rest, level - 1)
            found = second[:states] + [inner.concat(list(pair), 0) for pair in zip(first[states:], second[states:])]
        function.finish(found)
        b.graph.builder = outer
        names.append(name)

    for level in range(count.bit_length()):
        write(level)
    state, pieces, begin = list(carried), [], 0
    for level in reversed(range(count.bit_length())):
        if count >> level & 1:
            found = turns(b, state, parts(b, sequences, begin, begin + (1 << level)), additional, level)
            state, begin = found[:states], begin + (1 << level)
            pieces.append(found[states:])
    return state + [b.concat(list(piece), 0) for piece in zip(*pieces)]


def _symbols(values):
    """The symbols in sizes of values, which a loop's function gets as a shape."""
    if not all(isinstance(value, Value) for value in values):
        raise Unsupported("a loop that carries numbers has no counterpart; carry tensors")
    return sorted({symbol for value in values for dim in value.dims if not isinstance(dim, int)
                   for symbol in dim.free_symbols}, key=str)


def _begin(b, name, symbols):
    """The function of a loop, whose first parameter has the sizes."""
    from ..program import Function

    function = Function(name, b.constants, b.owner.obstacles, private=True)
    b.owner.inner.append(function)
    if symbols:
        function.shape_parameter(symbols)
    inner = function.builder
    inner.node, inner.graph, inner.result = b.node, b.graph, b.result
    return function


def _call(b, name, symbols, values, types):
    """A call of a loop's function."""
    operands = ([b.shape(symbols)] if symbols else []) + list(values)
    made = b.fresh()
    b.line(f"{made}{f':{len(types)}' if len(types) > 1 else ''} = relax.call @{name}({', '.join(value.name for value in operands)}) : "
           f"({', '.join(str(value.type) for value in operands)}) -> "
           + (str(types[0]) if len(types) == 1 else f"({', '.join(map(str, types))})"))
    return [Value(f"{made}#{number}" if len(types) > 1 else made, type) for number, type in enumerate(types)]
