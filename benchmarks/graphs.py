"""Graphs of many ops, as text: what passes have to go through in linear time."""

_T = "tensor<?x64xf32, #relax.dims<[n, 64]>>"
_FLAT = "tensor<?xf32, #relax.dims<[n * 64]>>"
_WEIGHT, _BIAS, _SCALAR = "tensor<64x64xf32>", "tensor<64xf32>", "tensor<f32>"


def _function(parameters, ops, result, type=_T):
    return [f"relax.func @main({parameters}) -> {type} {{", *ops, f"  relax.return {result} : {type}", "}"]


def chain(count):
    """Each op uses the one before it."""
    ops = [f"  %v{i + 1} = relax.add %v{i}, %w : ({_T}, {_T}) -> {_T}" for i in range(count)]
    return _function(f"%v0: {_T}, %w: {_T}", ops, f"%v{count}")


def wide(count):
    """A third of the ops use the parameter, all at once; a tree joins them."""
    ops, level, last = [], [], 0
    for i in range(count // 3):
        last += 1
        ops.append(f"  %c{i} = relax.constant dense<{i}.5> : {_SCALAR}")
        ops.append(f"  %v{last} = relax.multiply %v0, %c{i} : ({_T}, {_SCALAR}) -> {_T}")
        level.append(last)
    while len(level) > 1:
        joined = level[len(level) & ~1:]
        for left, right in zip(level[::2], level[1::2]):
            last += 1
            ops.append(f"  %v{last} = relax.add %v{left}, %v{right} : ({_T}, {_T}) -> {_T}")
            joined.append(last)
        level = joined
    return _function(f"%v0: {_T}", ops, f"%v{last}")


def layers(count):
    """Layers of a model in a dataflow region, eight ops each."""
    ops = [f"  %w = relax.constant dense<0.5> : {_WEIGHT}", f"  %b = relax.constant dense<0.25> : {_BIAS}",
           f"  %r = relax.dataflow -> {_T} {{"]
    end = count // 8
    for i in range(end):
        ops += [f"    %m{i} = relax.matmul %v{i}, %w : ({_T}, {_WEIGHT}) -> {_T}",
                f"    %a{i} = relax.add %m{i}, %b : ({_T}, {_BIAS}) -> {_T}",
                f"    %n{i} = relax.nn.relu %a{i} : ({_T}) -> {_T}",
                f"    %o{i} = relax.add %n{i}, %v{i} : ({_T}, {_T}) -> {_T}",
                f"    %p{i} = relax.nn.softmax %o{i} : ({_T}) -> {_T}",
                f"    %f{i} = relax.flatten %p{i} : ({_T}) -> {_FLAT}",
                f"    %s{i} = relax.shape [n, 64] : !relax.shape<[n, 64]>",
                f"    %v{i + 1} = relax.reshape %f{i}, %s{i} : ({_FLAT}, !relax.shape<[n, 64]>) -> {_T}"]
    return _function(f"%v0: {_T}", [*ops, f"    relax.output %v{end} : {_T}", "  }"], "%r")


def functions(count):
    """Private functions of ten ops, called in turn."""
    lines, end = [], count // 10
    for i in range(end):
        ops = [f"  %v{j + 1} = relax.exp %v{j} : ({_T}) -> {_T}" for j in range(9)]
        lines += [f"relax.func private @f{i}(%v0: {_T}) -> {_T} {{", *ops, f"  relax.return %v9 : {_T}", "}"]
    calls = [f"  %v{i + 1} = relax.call @f{i}(%v{i}) : ({_T}) -> {_T}" for i in range(end)]
    return lines + _function(f"%v0: {_T}", calls, f"%v{end}")


def shapes(count):
    """Each op has a shape of its own, so a kernel of its own."""
    ops, end = [], count // 4
    for i in range(end):
        type, shape = f"tensor<{i + 2}xf32>", f"!relax.shape<[{i + 2}]>"
        ops += [f"  %s{i} = relax.shape [{i + 2}] : {shape}",
                f"  %b{i} = relax.broadcast_to %v{i}, %s{i} : ({_SCALAR}, {shape}) -> {type}",
                f"  %e{i} = relax.exp %b{i} : ({type}) -> {type}",
                f"  %v{i + 1} = relax.sum %e{i} : ({type}) -> {_SCALAR}"]
    return _function(f"%v0: {_SCALAR}", ops, f"%v{end}", _SCALAR)


KINDS = (chain, wide, layers, functions, shapes)


def text(kind, count):
    """A module of about `count` ops."""
    return "\n".join(kind(count)) + "\n"
