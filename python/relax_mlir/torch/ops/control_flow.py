"""torch.cond as `relax.if`, while_loop as a function that calls itself."""
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
    from ..program import Function

    if not all(isinstance(value, Value) for value in (*carried, *additional)):
        raise Unsupported("a loop that carries numbers has no counterpart; carry tensors")
    types = [value.type for value in carried]
    symbols = sorted({symbol for value in (*carried, *additional) for dim in value.dims if not isinstance(dim, int)
                      for symbol in dim.free_symbols}, key=str)
    name = f"{b.owner.name}_while{len(b.owner.inner)}"
    function = Function(name, b.constants, b.owner.obstacles, private=True)
    b.owner.inner.append(function)
    if symbols:
        function.shape_parameter(symbols)
    inner = function.builder
    inner.node, inner.graph, inner.result = b.node, b.graph, b.result
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


def _call(b, name, symbols, values, types):
    """A call of a loop's function."""
    operands = ([b.shape(symbols)] if symbols else []) + list(values)
    made = b.fresh()
    b.line(f"{made}{f':{len(types)}' if len(types) > 1 else ''} = relax.call @{name}({', '.join(value.name for value in operands)}) : "
           f"({', '.join(str(value.type) for value in operands)}) -> "
           + (str(types[0]) if len(types) == 1 else f"({', '.join(map(str, types))})"))
    return [Value(f"{made}#{number}" if len(types) > 1 else made, type) for number, type in enumerate(types)]
