"""Operators whose types say of sizes what their operands leave open: where it
holds they run, where it does not compiled code and the interpreter say so."""
import subprocess
import sys


def tensor(*dims):
    shape = "x".join(str(dim) if isinstance(dim, int) else "?" for dim in dims)
    if all(isinstance(dim, int) for dim in dims):
        return f"tensor<{shape}xf32>"
    return f"tensor<{shape}xf32, #relax.dims<[{', '.join(map(str, dims))}]>>"


def full(size):
    """A tensor %f of one axis of this size."""
    return (f"%z = relax.shape [{size}] : !relax.shape<[{size}]>\n  %o = relax.constant dense<1.0> : tensor<f32>\n  "
            f"%f = relax.full %z, %o : (!relax.shape<[{size}]>, tensor<f32>) -> {tensor(size)}\n")


N, M, K = tensor("n"), tensor("m"), tensor("k")
NM, KK = tensor("n", "m"), tensor("k", "k")
SHAPE = "%s = relax.tensor_to_shape %a : tensor<1xi64> -> !relax.shape<rank 1>\n  %r = "

# Parameters, result, body, sizes that fit, sizes that do not.
CASES = {
    "concat": ([N, M, K], K, f"%r = relax.concat %a, %b {{axis = 0 : i64}} : ({N}, {M}) -> {K}", ["2 3 5"],
               ["2 3 4", "2 3 9"]),
    "unary": ([N, K], K, f"%r = relax.negative %a : ({N}) -> {K}", ["2 2"], ["2 5", "200 2"]),
    "static": ([N], tensor(4), f"%r = relax.exp %a : ({N}) -> {tensor(4)}", ["4"], ["2", "200"]),
    "tile": ([N, K], K, f"%r = relax.tile %a {{repeats = array<i64: 2>}} : ({N}) -> {K}", ["2 4"], ["2 5"]),
    "product": ([tensor("n", 3), tensor(3, "m"), KK], KK,
                f"%r = relax.matmul %a, %b : ({tensor('n', 3)}, {tensor(3, 'm')}) -> {KK}", ["2x3 3x2 2x2"],
                ["2x3 3x1 2x2"]),
    "reduction": ([tensor("n", "m"), tensor("k", "n")], tensor("n", "n"),
                  f"%r = relax.matmul %a, %b : ({NM}, {tensor('k', 'n')}) -> {tensor('n', 'n')}", ["2x3 3x2"],
                  ["2x3 9x2", "2x30 3x2"]),
    "sum": ([NM, K], K, f"%r = relax.sum %a {{axis = array<i64: 1>, keepdims = false}} : ({NM}) -> {K}", ["2x3 2"],
            ["2x3 3"]),
    "transpose": ([NM], NM, f"%r = relax.permute_dims %a {{axes = array<i64: 1, 0>}} : ({NM}) -> {NM}", ["2x2"],
                  ["2x3"]),
    "expand": ([NM], tensor(1, "m", "n"), f"%r = relax.expand_dims %a {{axis = array<i64: 0>}} : ({NM}) -> "
               f"{tensor(1, 'm', 'n')}", ["2x2"], ["2x3"]),
    "broadcast": ([N, M, K], K, f"%r = relax.add %a, %b : ({N}, {M}) -> {K}", ["2 2 2", "1 2 2", "2 1 2"],
                  ["1 1 2", "2 2 3", "2 3 3"]),
    "pad": ([N, K], K, '%r = relax.nn.pad %a {pad_width = array<i64: 1, 1>, pad_mode = "constant", '
            f"pad_value = 0.0 : f64}} : ({N}) -> {K}", ["2 4"], ["2 9"]),
    "stack": ([N, M, K], tensor(2, "k"), f"%r = relax.stack %a, %b {{axis = 0 : i64}} : ({N}, {M}) -> "
              f"{tensor(2, 'k')}", ["2 2 2"], ["2 3 3", "2 3 2", "2 2 3"]),
    "softmax": ([N, K], K, f"%r = relax.nn.softmax %a {{axis = 0 : i64}} : ({N}) -> {K}", ["2 2"], ["2 9"]),
    "cumsum": ([N, K], K, f"%r = relax.cumsum %a {{axis = 0 : i64}} : ({N}) -> {K}", ["2 2"], ["2 5"]),
    "reshape": ([NM, K], tensor(6), "%s = relax.shape [k] : !relax.shape<[k]>\n  "
                f"%r = relax.reshape %a, %s : ({NM}, !relax.shape<[k]>) -> {tensor(6)}", ["2x3 6"],
                ["2x2 4", "2x3 4"]),
    "zeros": (["tensor<1xi64>"], tensor(4), SHAPE + "relax.zeros %s {dtype = f32} : (!relax.shape<rank 1>) -> "
              f"{tensor(4)}", ["=4"], ["=2", "=9"]),
    "broadcast_to": (["tensor<1xi64>", tensor(1)], tensor(4), SHAPE + "relax.broadcast_to %b, %s : "
                     f"({tensor(1)}, !relax.shape<rank 1>) -> {tensor(4)}", ["=4 1"], ["=2 1"]),
    "shape": (["tensor<1xi64>", K], K, "%s = relax.tensor_to_shape %a : tensor<1xi64> -> !relax.shape<[k]>\n  "
              f"%r = relax.zeros %s {{dtype = f32}} : (!relax.shape<[k]>) -> {K}", ["=4 4"], ["=2 4"]),
    "shape_of": (["tensor<?xf32>", K], K, "%s = relax.shape_of %a : tensor<?xf32> -> !relax.shape<[k]>\n  "
                 f"%r = relax.zeros %s {{dtype = f32}} : (!relax.shape<[k]>) -> {K}", ["4 4"], ["2 4"]),
    "negative": ([N], tensor("n - 5"), full("n - 5") + "  %r = relax.negative %f : "
                 f"({tensor('n - 5')}) -> {tensor('n - 5')}", ["7", "5"], ["4", "2"]),
    "joined": ([N], tensor("n * 2 - 5"), full("n - 5") + "  %r = relax.concat %f, %a {axis = 0 : i64} : "
               f"({tensor('n - 5')}, {N}) -> {tensor('n * 2 - 5')}", ["7", "5"], ["4", "3", "2"]),
    "window": ([tensor(1, 1, "n")], tensor(1, 1, "n - 4"), "%w = relax.constant dense<1.0> : tensor<1x1x5xf32>\n  "
               f"%r = relax.nn.conv1d %a, %w : ({tensor(1, 1, 'n')}, tensor<1x1x5xf32>) -> {tensor(1, 1, 'n - 4')}",
               ["1x1x6"], ["1x1x3"]),
    "number": (["tensor<1xi64>", N], tensor("n + k"), SHAPE.replace("%r", "%t") + "relax.match_cast %s : "
               "!relax.shape<rank 1> to !relax.shape<[k]>\n  " + full("k") + "  %r = relax.concat %f, %b {axis = 0 : "
               f"i64}} : ({K}, {N}) -> {tensor('n + k')}", ["=4 3", "=0 3"], ["=-1 3", "=-2 9"]),
    "parameter": (["!relax.shape<[k]>", N], tensor("n + k"), full("k") + "  %r = relax.concat %f, %b {axis = 0 : "
                  f"i64}} : ({K}, {N}) -> {tensor('n + k')}", ["=4 3", "=0 3"], ["=-1 3", "=-2 9"]),
    "call": (["tensor<?xf32>"], tensor(4), f"%r = relax.call @id(%a) : (tensor<?xf32>) -> {tensor(4)}", ["4"], ["2"]),
    "call_symbol": (["tensor<?xf32>", K], K, f"%r = relax.call @id(%a) : (tensor<?xf32>) -> {K}", ["4 4"], ["3 4"]),
    "call_tuple": (["tensor<?xf32>"], tensor(4),
                   f"%t = relax.call @pair(%a) : (tensor<?xf32>) -> tuple<tensor<?xf32>, {tensor(4)}>\n  "
                   f"%r = relax.tuple_get_item %t[1] : tuple<tensor<?xf32>, {tensor(4)}> -> {tensor(4)}", ["4"],
                   ["2"]),
}
CALLEES = """relax.func private @id(%x: tensor<?xf32>) -> tensor<?xf32> {
  relax.return %x : tensor<?xf32>
}
relax.func private @pair(%x: tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>> {
  %0 = relax.tuple %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>>
  relax.return %0 : tuple<tensor<?xf32>, tensor<?xf32>>
}
"""


def module():
    text = [CALLEES]
    for name, (parameters, result, body, _, _) in CASES.items():
        declared = ", ".join(f"%{letter}: {parameter}" for letter, parameter in zip("abc", parameters))
        text.append(f"relax.func @{name}({declared}) -> {result} {{\n  {body}\n  relax.return %r : {result}\n}}\n")
    return "".join(text)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def check(tool, program, name, sizes, fits):
    values = [f"1xi64{size}" if size.startswith("=") else f"{size}xf32=1" for size in sizes.split()]
    found = run(tool, program, f"--function={name}", *(f"--input={value}" for value in values))
    assert (found.returncode == 0) == fits and found.returncode in (0, 1), (tool, name, sizes, found)


def main():
    program, library = f"{sys.argv[1]}.mlir", f"{sys.argv[1]}.so"
    with open(program, "w", encoding="utf-8") as file:
        file.write(module())
    compiled = run("relax-compile", program, "-o", library)
    assert compiled.returncode == 0, compiled.stderr
    for name, (_, _, _, good, bad) in CASES.items():
        for sizes, fits in [(sizes, True) for sizes in good] + [(sizes, False) for sizes in bad]:
            check("relax-run", library, name, sizes, fits)
            check("relax-interp", program, name, sizes, fits)
    print(f"{len(CASES)} operators")


main()
