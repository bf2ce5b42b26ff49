"""Models whose tensors are spread over workers, as text, and the parts of their arrays."""
import re
from pathlib import Path

import numpy as np


def take_part(array, placement, mesh, rank, fill=0):
    """A worker's part of an array: axis after axis of the mesh, on which workers are counted row by row. `placement`
    says which dimension each axis splits, None that it splits none. Parts of a size that workers do not divide have
    `fill` behind the last element."""
    coordinates = np.unravel_index(rank, mesh)
    parts = [int(np.prod([size for place, size in zip(placement, mesh) if place == dim])) for dim in range(array.ndim)]
    if missing := [(0, -size % count) for size, count in zip(array.shape, parts)]:
        array = np.pad(array, missing, constant_values=fill)
    for place, size, coordinate in zip(placement, mesh, coordinates):
        if place is not None:
            array = np.split(array, size, axis=place)[coordinate]
    return array


def parse_placement(text):
    """"S[0], R" as `take_part` wants it."""
    return [None if place == "R" else int(place[2:-1]) for place in text.split(", ")]


def find_placements(program):
    """The placements of hinted parameters by their numbers, in a program as relax-opt prints it."""
    return {int(number): parse_placement(places) for number, places in re.findall(
        r"relax.dist.annotate_sharding %arg(\d+) on @\w+ \[(.*?)\] :", program)}


def read_report(path):
    """The chosen row of a table of relax-shard, by the names of its columns."""
    head, _, *rows = [[cell.strip() for cell in line.split("|")[1:-1]]
                      for line in Path(path).read_text(encoding="utf-8").splitlines()]
    (row,) = [row for row in rows if row[-1] == "chosen"]
    return dict(zip(head, row))


def decoder(batch=2, places=8, heads=4, depth=4, inner=64, dtype="f32"):
    """A layer of a decoder: attention by heads, and a gated MLP. One input, then weights."""
    width = heads * depth

    def tensor(*sizes):
        return f"tensor<{''.join(f'{size}x' for size in sizes)}{dtype}>"

    x, square, row = tensor(batch, places, width), tensor(width, width), tensor(width)
    wide, up, down = tensor(batch, places, inner), tensor(width, inner), tensor(inner, width)
    split, head = tensor(batch, places, heads, depth), tensor(batch, heads, places, depth)
    turned, scores = tensor(batch, heads, depth, places), tensor(batch, heads, places, places)
    parts, whole = (f"[{', '.join(map(str, sizes))}]" for sizes in ((batch, places, heads, depth),
                                                                    (batch, places, width)))
    lines = [f"%n = relax.nn.rms_norm %x, %g {{axes = array<i64: -1>}} : ({x}, {row}) -> {x}",
             f"%to = relax.shape {parts} : !relax.shape<{parts}>", f"%from = relax.shape {whole} : !relax.shape<{whole}>"]
    for name in "qkv":
        lines += [f"%{name}0 = relax.matmul %n, %w{name} : ({x}, {square}) -> {x}",
                  f"%{name}1 = relax.reshape %{name}0, %to : ({x}, !relax.shape<{parts}>) -> {split}",
                  f"%{name} = relax.permute_dims %{name}1 {{axes = array<i64: 0, 2, 1, 3>}} : ({split}) -> {head}"]
    lines += [
        f"%kt = relax.permute_dims %k {{axes = array<i64: 0, 1, 3, 2>}} : ({head}) -> {turned}",
        f"%s = relax.matmul %q, %kt : ({head}, {turned}) -> {scores}",
        f"%p = relax.nn.softmax %s : {scores}",
        f"%o0 = relax.matmul %p, %v : ({scores}, {head}) -> {head}",
        f"%o1 = relax.permute_dims %o0 {{axes = array<i64: 0, 2, 1, 3>}} : ({head}) -> {split}",
        f"%o2 = relax.reshape %o1, %from : ({split}, !relax.shape<{whole}>) -> {x}",
        f"%o = relax.matmul %o2, %wo : ({x}, {square}) -> {x}",
        f"%a = relax.add %x, %o : {x}",
        f"%m = relax.nn.rms_norm %a, %h {{axes = array<i64: -1>}} : ({x}, {row}) -> {x}",
        f"%f0 = relax.matmul %m, %wf : ({x}, {up}) -> {wide}",
        f"%f1 = relax.nn.silu %f0 : {wide}",
        f"%u = relax.matmul %m, %wu : ({x}, {up}) -> {wide}",
        f"%f = relax.multiply %f1, %u : {wide}",
        f"%d = relax.matmul %f, %wd : ({wide}, {down}) -> {x}",
        f"%y = relax.add %a, %d : {x}",
    ]
    weights = {"g": row, "wq": square, "wk": square, "wv": square, "wo": square, "h": row, "wf": up, "wu": up,
               "wd": down}
    parameters = ", ".join(f"%{name}: {type}" for name, type in {"x": x, **weights}.items())
    body = "\n  ".join(lines)
    return (f"relax.func @main({parameters}) -> {x} attributes {{num_input = 1 : i64}} {{\n  {body}\n"
            f"  relax.return %y : {x}\n}}\n")


def experts(groups=4, tokens=8, width=16, count=8, capacity=2, inner=32, dtype="f32"):
    """A layer of `count` experts, each of which takes `capacity` tokens of each group, by a matrix of which expert takes
    which one (GShard). Two inputs, then weights."""
    def tensor(*sizes):
        return f"tensor<{''.join(f'{size}x' for size in sizes)}{dtype}>"

    def shape(*sizes):
        return f"[{', '.join(map(str, sizes))}]"

    places = count * capacity
    x, dispatch, taken = tensor(groups, tokens, width), tensor(groups, places, tokens), tensor(groups, places, width)
    by_group, by_expert = (groups, count, capacity, width), (count, groups, capacity, width)
    rows, hidden = (count, groups * capacity, width), tensor(count, groups * capacity, inner)
    up, down, back = tensor(count, width, inner), tensor(count, inner, width), tensor(groups, tokens, places)
    turn = "{axes = array<i64: 1, 0, 2, 3>}"
    body = "\n  ".join((
        f"%0 = relax.matmul %d, %x : ({dispatch}, {x}) -> {taken}",
        f"%s = relax.shape {shape(*by_group)} : !relax.shape<{shape(*by_group)}>",
        f"%1 = relax.reshape %0, %s : ({taken}, !relax.shape<{shape(*by_group)}>) -> {tensor(*by_group)}",
        f"%2 = relax.permute_dims %1 {turn} : ({tensor(*by_group)}) -> {tensor(*by_expert)}",
        f"%t = relax.shape {shape(*rows)} : !relax.shape<{shape(*rows)}>",
        f"%3 = relax.reshape %2, %t : ({tensor(*by_expert)}, !relax.shape<{shape(*rows)}>) -> {tensor(*rows)}",
        f"%4 = relax.matmul %3, %w : ({tensor(*rows)}, {up}) -> {hidden}",
        f"%5 = relax.nn.relu %4 : {hidden}",
        f"%6 = relax.matmul %5, %v : ({hidden}, {down}) -> {tensor(*rows)}",
        f"%u = relax.shape {shape(*by_expert)} : !relax.shape<{shape(*by_expert)}>",
        f"%7 = relax.reshape %6, %u : ({tensor(*rows)}, !relax.shape<{shape(*by_expert)}>) -> {tensor(*by_expert)}",
        f"%8 = relax.permute_dims %7 {turn} : ({tensor(*by_expert)}) -> {tensor(*by_group)}",
        f"%r = relax.shape {shape(groups, places, width)} : !relax.shape<{shape(groups, places, width)}>",
        f"%9 = relax.reshape %8, %r : ({tensor(*by_group)}, !relax.shape<{shape(groups, places, width)}>) -> {taken}",
        f"%10 = relax.permute_dims %d {{axes = array<i64: 0, 2, 1>}} : ({dispatch}) -> {back}",
        f"%11 = relax.matmul %10, %9 : ({back}, {taken}) -> {x}"))
    return (f"relax.func @main(%x: {x}, %d: {dispatch}, %w: {up}, %v: {down}) -> {x} attributes {{num_input = 2 : i64}} "
            f"{{\n  {body}\n  relax.return %11 : {x}\n}}\n")
