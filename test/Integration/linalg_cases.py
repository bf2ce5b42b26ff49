"""Functions of linalg, tensor and arith by hand, and what they compute."""
import numpy as np

from linalg_case import Case, function, tensor, values
from tosa_cases import windows


def _named(op, inputs, result, expected, attributes="", start="0.0", types=None, sizes=""):
    """A named op over a filled result."""
    name = "linalg_" + op
    types = types or [tensor(x) for x in inputs]
    element = result[:-1].split("x")[-1].split("<")[-1]
    body = (f"  %c = arith.constant {start} : {element}\n{sizes}"
            f"  %i = linalg.fill ins(%c : {element}) outs(%e : {result}) -> {result}\n"
            f"  %r = linalg.{op} {attributes} ins({', '.join(f'%a{i}' for i in range(len(inputs)))} : "
            f"{', '.join(types)}) outs(%i : {result}) -> {result}\n")
    if not sizes:
        body = f"  %e = tensor.empty() : {result}\n" + body
    return Case(name, function(name, inputs, [result], body, ["%r"], types), inputs, expected)


def _products():
    a, b = values((5, 7)), values((7, 3))
    yield _named("matmul", [a, b], "tensor<5x3xf32>", np.matmul)
    yield _named("batch_matmul", [values((2, 5, 7)), values((2, 7, 3))], "tensor<2x5x3xf32>", np.matmul)
    yield _named("matvec", [a, values((7,))], "tensor<5xf32>", np.matmul)
    yield _named("vecmat", [values((5,)), a], "tensor<7xf32>", np.matmul)
    yield _named("dot", [values((9,)), values((9,))], "tensor<f32>", np.dot)
    yield _named("mmt4d", [values((2, 3, 4, 2)), values((3, 3, 5, 2))], "tensor<2x3x4x5xf32>",
                 lambda x, y: np.einsum("mkab,nkcb->mnac", x, y))
    integers = [values((4, 6), "int8"), values((6, 5), "int8")]
    body = ("  %z = arith.constant 0 : i32\n  %e = tensor.empty() : tensor<4x5xi32>\n"
            "  %i = linalg.fill ins(%z : i32) outs(%e : tensor<4x5xi32>) -> tensor<4x5xi32>\n"
            "  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xi8>, tensor<6x5xi8>) outs(%i : tensor<4x5xi32>) -> "
            "tensor<4x5xi32>\n")
    yield Case("matmul_i8", function("matmul_i8", integers, ["tensor<4x5xi32>"], body, ["%r"]), integers,
               lambda x, y: x.astype("int32") @ y.astype("int32"))
    body = ("  %r = linalg.matmul ins(%a0, %a1 : tensor<5x7xf32>, tensor<7x3xf32>) outs(%a2 : tensor<5x3xf32>) -> "
            "tensor<5x3xf32>\n")
    inputs = [a, b, values((5, 3))]
    yield Case("matmul_onto", function("matmul_onto", inputs, ["tensor<5x3xf32>"], body, ["%r"]), inputs,
               lambda x, y, z: x @ y + z)


def _windows():
    x = values((2, 8, 7, 3))
    strides = "{dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}"
    yield _named("conv_2d_nhwc_hwcf", [x, values((3, 2, 3, 4))], "tensor<2x3x3x4xf32>",
                 lambda x, w: np.einsum("nhwijc,ijco->nhwo", windows(x, (3, 2), (2, 2)), w), strides)
    yield _named("depthwise_conv_2d_nhwc_hwc", [x, values((3, 2, 3))], "tensor<2x3x3x3xf32>",
                 lambda x, w: np.einsum("nhwijc,ijc->nhwc", windows(x, (3, 2), (2, 2)), w), strides)
    window = values((3, 2))
    for op, start, expected in (("max", "-1.0e30", np.max), ("min", "1.0e30", np.min), ("sum", "0.0", np.sum)):
        yield _named(f"pooling_nhwc_{op}", [x, window], "tensor<2x3x3x3xf32>",
                     lambda x, w, f=expected: f(windows(x, (3, 2), (2, 2)), axis=(3, 4)), strides, start)
    yield _named("conv_1d", [values((9,)), values((3,))], "tensor<7xf32>",
                 lambda x, w: np.correlate(x, w, "valid"))


def _structured():
    """reduce, map, broadcast, transpose, softmax and others with a body of their own."""
    x, y = values((4, 6)), values((4, 6))
    empty = "  %e = tensor.empty() : tensor<4x6xf32>\n"

    def case(name, inputs, results, body, expected, types=None):
        return Case(name, function(name, inputs, results, body, [f"%r{i}" for i in range(len(results))]
                                   if len(results) > 1 else ["%r"], types), inputs, expected)

    yield case("reduce_max", [x], ["tensor<6xf32>"],
               "  %c = arith.constant 0xFF800000 : f32\n  %e = tensor.empty() : tensor<6xf32>\n"
               "  %i = linalg.fill ins(%c : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>\n"
               "  %r = linalg.reduce {arith.maximumf} ins(%a0 : tensor<4x6xf32>) outs(%i : tensor<6xf32>) "
               "dimensions = [0]\n", lambda x: x.max(0))
    yield case("reduce_product_onto", [x, values((4,))], ["tensor<4xf32>"],
               "  %r = linalg.reduce {arith.mulf} ins(%a0 : tensor<4x6xf32>) outs(%a1 : tensor<4xf32>) "
               "dimensions = [1]\n", lambda x, s: x.prod(1) * s)
    yield case("map", [x, y], ["tensor<4x6xf32>"],
               empty + "  %r = linalg.map {arith.subf} ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) "
               "outs(%e : tensor<4x6xf32>)\n", np.subtract)
    yield case("broadcast", [values((4,))], ["tensor<4x6xf32>"],
               empty + "  %r = linalg.broadcast ins(%a0 : tensor<4xf32>) outs(%e : tensor<4x6xf32>) "
               "dimensions = [1]\n", lambda x: np.repeat(x[:, None], 6, 1))
    yield case("transpose", [values((6, 4))], ["tensor<4x6xf32>"],
               empty + "  %r = linalg.transpose ins(%a0 : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) "
               "permutation = [1, 0]\n", np.transpose)
    yield case("softmax", [x], ["tensor<4x6xf32>"],
               empty + "  %r = linalg.softmax dimension(1) ins(%a0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> "
               "tensor<4x6xf32>\n", lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True))
    yield case("fill_with", [values(())], ["tensor<4x6xf32>"],
               "  %s = tensor.extract %a0[] : tensor<f32>\n" + empty +
               "  %r = linalg.fill ins(%s : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>\n",
               lambda s: np.full((4, 6), s))
    yield case("empty_then_filled", [values((2, 3))], ["tensor<4x6xf32>"],
               "  %c = arith.constant 2.5 : f32\n  %f = tensor.splat %c : tensor<4x6xf32>\n"
               "  %r = tensor.insert_slice %a0 into %f[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>\n",
               lambda x: np.pad(x, ((1, 1), (2, 1)), constant_values=2.5))
    yield case("arith_on_tensors", [x, y], ["tensor<4x6xf32>", "tensor<4x6xi1>"],
               "  %c = arith.constant dense<2.0> : tensor<4x6xf32>\n"
               "  %0 = arith.mulf %a0, %c : tensor<4x6xf32>\n  %r0 = math.absf %0 : tensor<4x6xf32>\n"
               "  %r1 = arith.cmpf olt, %r0, %a1 : tensor<4x6xf32>\n",
               lambda x, y: (np.abs(2 * x), np.abs(2 * x) < y))


_GENERIC = """  %e = tensor.empty() : {result}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} ins({inputs}) outs({outs}) {{
  ^bb0({arguments}):
{body}  }} -> {result}
"""


def _generic(name, inputs, result, maps, iterators, body, expected, out=None):
    arguments = [f"%x{i}: {tensor(x)[:-1].split('x')[-1].split('<')[-1]}" for i, x in enumerate(inputs)]
    arguments.append(f"%o: {result[:-1].split('x')[-1].split('<')[-1]}")
    read = inputs if out is None else inputs[:-1]
    operands = ", ".join(f"%a{i}" for i in range(len(read))) + " : " + ", ".join(tensor(x) for x in read)
    text = _GENERIC.format(result=result, maps=", ".join(f"affine_map<{map}>" for map in maps),
                           iterators=", ".join(f'"{kind}"' for kind in iterators), inputs=operands,
                           outs=f"{out or '%e'} : {result}",
                           arguments=", ".join(arguments[:len(read)] + arguments[-1:]), body=body)
    return Case(name, function(name, inputs, [result], text, ["%r"]), inputs, expected)


def _maps():
    x, yield_x = values((6,)), "    linalg.yield %x0 : f32\n"
    kinds = ["parallel"]
    yield _generic("reversed", [x], "tensor<6xf32>", ["(d0) -> (-d0 + 5)", "(d0) -> (d0)"], kinds, yield_x,
                   lambda x: x[::-1])
    yield _generic("every_second", [values((11,))], "tensor<6xf32>", ["(d0) -> (d0 * 2)", "(d0) -> (d0)"], kinds,
                   yield_x, lambda x: x[::2])
    yield _generic("constant_row", [values((3, 6))], "tensor<6xf32>", ["(d0) -> (2, d0)", "(d0) -> (d0)"], kinds,
                   yield_x, lambda x: x[2])
    yield _generic("blocks", [x], "tensor<6xf32>", ["(d0) -> (d0 floordiv 2 + 1)", "(d0) -> (d0)"], kinds, yield_x,
                   lambda x: x[[1, 1, 2, 2, 3, 3]])
    yield _generic("onto_every_second", [x, values((11,))], "tensor<11xf32>", ["(d0) -> (d0)", "(d0) -> (d0 * 2)"],
                   kinds, "    %0 = arith.addf %x0, %o : f32\n    linalg.yield %0 : f32\n",
                   lambda x, o: np.where(np.arange(11) % 2 == 0, o + np.repeat(x, 2)[:11], o), "%a1")
    yield _generic("with_index", [values((4, 6))], "tensor<4x6xf32>", ["(d0, d1) -> (d0, d1)"] * 2,
                   ["parallel"] * 2,
                   "    %i = linalg.index 0 : index\n    %j = linalg.index 1 : index\n"
                   "    %s = arith.muli %i, %j : index\n    %k = arith.index_cast %s : index to i32\n"
                   "    %f = arith.sitofp %k : i32 to f32\n    %0 = arith.addf %x0, %f : f32\n"
                   "    linalg.yield %0 : f32\n", lambda x: x + np.outer(np.arange(4), np.arange(6)))
    yield _generic("reduction_first", [values((4, 6)), values((6,))], "tensor<6xf32>",
                   ["(d0, d1) -> (d0, d1)", "(d0, d1) -> (d1)"], ["reduction", "parallel"],
                   "    %0 = arith.maximumf %x0, %o : f32\n    linalg.yield %0 : f32\n",
                   lambda x, o: np.maximum(x.max(0), o), "%a1")
    for name, body in (("last_of_none", ""), ("product_of_none", "    %0 = arith.mulf %x0, %o : f32\n")):
        yield _generic(name, [values((0, 6)), values((6,))], "tensor<6xf32>",
                       ["(d0, d1) -> (d1, d0)", "(d0, d1) -> (d0)"], ["parallel", "reduction"],
                       body + f"    linalg.yield {'%0' if body else '%x0'} : f32\n", lambda x, o: o, "%a1")
    yield _generic("scalars", [values(()), values(())], "tensor<f32>", ["() -> ()"] * 3, [],
                   "    %0 = arith.divf %x0, %x1 : f32\n    linalg.yield %0 : f32\n", np.divide)


def _several():
    """Two results of one reduction: the maximum and where it is."""
    x = values((4, 6))
    body = """  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xi32>
  %i0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %i1 = linalg.fill ins(%zero : i32) outs(%e1 : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>,
      affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a0 : tensor<4x6xf32>) outs(%i0, %i1 : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%x: f32, %m: f32, %p: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %x, %m : f32
    %0 = arith.select %c, %x, %m : f32
    %1 = arith.select %c, %k, %p : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
"""
    yield Case("max_and_place", function("max_and_place", [x], ["tensor<4xf32>", "tensor<4xi32>"], body,
                                         ["%r#0", "%r#1"]), [x], lambda x: (x.max(1), x.argmax(1).astype("int32")))
    yield _generic("last", [x], "tensor<4xf32>", ["(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0)"],
                   ["parallel", "reduction"], "    linalg.yield %x0 : f32\n", lambda x: x[:, -1])


def _tensor():
    x = values((4, 6))

    def case(name, inputs, result, body, expected, types=None):
        return Case(name, function(name, inputs, [result], body, ["%r"], types), inputs, expected)

    yield case("slice", [x], "tensor<2x3xf32>",
               "  %r = tensor.extract_slice %a0[1, 0] [2, 3] [2, 2] : tensor<4x6xf32> to tensor<2x3xf32>\n",
               lambda x: x[1:4:2, 0:6:2])
    yield case("row", [x], "tensor<6xf32>",
               "  %r = tensor.extract_slice %a0[2, 0] [1, 6] [1, 1] : tensor<4x6xf32> to tensor<6xf32>\n",
               lambda x: x[2])
    yield case("insert", [x, values((6,))], "tensor<4x6xf32>",
               "  %r = tensor.insert_slice %a1 into %a0[3, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<4x6xf32>\n",
               lambda x, y: np.concatenate([x[:3], y[None]]))
    yield case("slice_at", [x, np.array([3], "int64")], "tensor<2x6xf32>",
               "  %c0 = arith.constant 0 : index\n  %c2 = arith.constant 2 : index\n"
               "  %s = tensor.extract %a1[%c0] : tensor<1xi64>\n  %i = arith.index_cast %s : i64 to index\n"
               "  %m = arith.minsi %i, %c2 : index\n"
               "  %r = tensor.extract_slice %a0[%m, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>\n",
               lambda x, i: x[2:4])
    yield case("expand_collapse", [x], "tensor<24xf32>",
               "  %0 = tensor.expand_shape %a0 [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into "
               "tensor<2x2x6xf32>\n  %r = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x2x6xf32> into "
               "tensor<24xf32>\n", np.ravel)
    yield case("reshape", [x], "tensor<3x8xf32>",
               "  %s = arith.constant dense<[3, 8]> : tensor<2xi64>\n"
               "  %r = tensor.reshape %a0(%s) : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<3x8xf32>\n",
               lambda x: x.reshape(3, 8))
    yield case("generate", [x], "tensor<3x4xf32>",
               "  %r = tensor.generate {\n  ^bb0(%i: index, %j: index):\n"
               "    %0 = tensor.extract %a0[%j, %i] : tensor<4x6xf32>\n    tensor.yield %0 : f32\n"
               "  } : tensor<3x4xf32>\n", lambda x: x[:4, :3].T)
    yield case("from_elements", [values((2,))], "tensor<2x2xf32>",
               "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
               "  %0 = tensor.extract %a0[%c0] : tensor<2xf32>\n  %1 = tensor.extract %a0[%c1] : tensor<2xf32>\n"
               "  %2 = arith.addf %0, %1 : f32\n  %3 = arith.constant 7.0 : f32\n"
               "  %r = tensor.from_elements %0, %1, %2, %3 : tensor<2x2xf32>\n",
               lambda x: np.array([[x[0], x[1]], [x[0] + x[1], 7]]))
    yield case("concat", [x, values((1, 6))], "tensor<5x6xf32>",
               "  %r = tensor.concat dim(0) %a0, %a1 : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<5x6xf32>\n",
               lambda x, y: np.concatenate([x, y]))
    yield case("pad_dynamic", [x], "tensor<?x6xf32>",
               "  %c = arith.constant 1.5 : f32\n  %c0 = arith.constant 0 : index\n"
               "  %d = tensor.dim %a0, %c0 : tensor<?x6xf32>\n"
               "  %r = tensor.pad %a0 low[%d, 0] high[1, 0] {\n  ^bb0(%i: index, %j: index):\n"
               "    tensor.yield %c : f32\n  } : tensor<?x6xf32> to tensor<?x6xf32>\n",
               lambda x: np.pad(x, ((4, 1), (0, 0)), constant_values=1.5), ["tensor<?x6xf32>"])


def _dynamic():
    """Sizes that show when the program runs."""
    x, y = values((5, 7)), values((7, 3))
    sizes = ("  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
             "  %m = tensor.dim %a0, %c0 : tensor<?x?xf32>\n  %n = tensor.dim %a1, %c1 : tensor<?x?xf32>\n"
             "  %e = tensor.empty(%m, %n) : tensor<?x?xf32>\n")
    types = ["tensor<?x?xf32>"] * 2
    case = _named("matmul", [x, y], "tensor<?x?xf32>", np.matmul, types=types, sizes=sizes)
    yield Case("matmul_dynamic", case.text.replace("@linalg_matmul", "@matmul_dynamic"), case.inputs, case.expected)
    add = "  %r = arith.addf %a0, %a1 : tensor<?x?xf32>\n"
    yield Case("add_dynamic", function("add_dynamic", [x, x], types[:1], add, ["%r"], types), [x, x], np.add)
    inputs = [values((6, 4)), values((24,))]
    body = ("  %0 = tensor.collapse_shape %a0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>\n"
            "  %r = arith.addf %0, %a1 : tensor<?xf32>\n")
    yield Case("collapse_dynamic", function("collapse_dynamic", inputs, ["tensor<?xf32>"], body, ["%r"],
                                            ["tensor<?x4xf32>", "tensor<?xf32>"]), inputs, lambda x, y: x.ravel() + y)
    body = ("  %c0 = arith.constant 0 : index\n  %d = tensor.dim %a0, %c0 : tensor<?xf32>\n"
            "  %c2 = arith.constant 2 : index\n  %h = arith.divui %d, %c2 : index\n"
            "  %s = tensor.extract_slice %a0[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>\n"
            "  %r = math.exp %s : tensor<?xf32>\n")
    inputs = [values((8,))]
    yield Case("half", function("half", inputs, ["tensor<?xf32>"], body, ["%r"], ["tensor<?xf32>"]), inputs,
               lambda x: np.exp(x[4:]))


def _functions():
    """Calls, branches, several results."""
    x = values((4,))
    text = ("func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
            "  %0 = arith.addf %x, %x : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n")
    body = ("  %0 = call @twice(%a0) : (tensor<?xf32>) -> tensor<?xf32>\n"
            "  %r = arith.mulf %0, %a0 : tensor<?xf32>\n")
    yield Case("calls", text + function("calls", [x], ["tensor<?xf32>", "tensor<?xf32>"], body, ["%r", "%0"],
                                        ["tensor<?xf32>"]), [x], lambda x: (2 * x * x, 2 * x))
    for given in (True, False):
        condition = np.array(given)
        name = f"branch_{given}".lower()
        body = ("  %c = tensor.extract %a0[] : tensor<i1>\n"
                "  %r = scf.if %c -> (tensor<4xf32>) {\n    %0 = math.exp %a1 : tensor<4xf32>\n"
                "    scf.yield %0 : tensor<4xf32>\n  } else {\n    scf.yield %a1 : tensor<4xf32>\n  }\n")
        yield Case(name, function(name, [condition, x], ["tensor<4xf32>"], body, ["%r"]), [condition, x],
                   lambda c, x: np.exp(x) if c else x)


def cases():
    for family in (_products, _windows, _structured, _maps, _several, _tensor, _dynamic, _functions):
        yield from family()
