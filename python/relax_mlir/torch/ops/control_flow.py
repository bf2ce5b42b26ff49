"""torch.cond as `relax.if`."""
from ..builder import Value
from ..registry import register


@register("higher_order::cond")
def cond(b, condition, then, otherwise, operands=()):
    from ..graph import GraphWriter

    if isinstance(condition, bool):
        graph = then if condition else otherwise
        return list(GraphWriter(b, graph, b.graph._obstacles).write(operands))
    types, node = b.result, b.node
    text = ", ".join(map(str, types))
    results = b.fresh()
    b.line(f"{results}:{len(types)} = relax.if {condition.name} : {condition.type} -> {text} {{")
    for graph, end in ((then, "} else {"), (otherwise, "}")):
        made = dict(b._made)
        b.depth += 1
        writer = GraphWriter(b, graph, b.graph._obstacles)
        values = [writer.match(value, type) for value, type in zip(writer.write(operands), types)]
        b.line(f"relax.yield {', '.join(value.name for value in values)} : {', '.join(str(value.type) for value in values)}")
        b.depth -= 1
        b._made = made
        b.line(end)
    b.node, b.result = node, types
    if len(types) == 1:
        return [Value(f"{results}#0", types[0])]
    return [Value(f"{results}#{number}", type) for number, type in enumerate(types)]
