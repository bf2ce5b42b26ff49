"""Models whose tensors are spread over workers, as text, and the parts of their arrays."""
import re

import numpy as np


def take_part(array, placement, mesh, rank):
    """A worker's part of an array: axis after axis of the mesh, on which workers are counted row by row. `placement`
    says which dimension each axis splits, None that it splits none."""
    coordinates = np.unravel_index(rank, mesh)
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
