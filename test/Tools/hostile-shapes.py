# A hundred shapes that nobody has: an answer or an error, soon.
# RUN: rm -rf %t && mkdir %t
# RUN: %python %s %t
# The address sanitizer reserves terabytes of addresses, which no limit lets it.
# UNSUPPORTED: sanitized
"""Read and compile programs whose shapes are negative, huge or senseless.

relax-opt and relax-compile may take such a program or reject it with an error;
they may not crash, and may not take longer than _SECONDS of a processor.
"""
import os
import resource
import subprocess
import sys

_SECONDS = 10  # Two where nobody else uses the processor.
_BYTES = 4 << 30  # Of address space.

MOST = 2**63 - 1
LEAST = -(2**63)


def tensor(*dims, element="f32"):
    """A tensor type; a dim that is text goes into the encoding."""
    if not any(isinstance(dim, str) for dim in dims):
        return f"tensor<{''.join(f'{dim}x' for dim in dims)}{element}>"
    shape = "".join("?x" if isinstance(dim, str) else f"{dim}x" for dim in dims)
    return f"tensor<{shape}{element}, #relax.dims<[{', '.join(map(str, dims))}]>>"


def function(parameters, line):
    """A function of what `line`, `OP ARGUMENTS : TYPES`, gives."""
    names = ", ".join(f"%{chr(ord('a') + i)}: {parameter}" for i, parameter in enumerate(parameters))
    return f"relax.func @main({names}) -> tensor<*xf32> {{\n%0 = {line} -> tensor<*xf32>\nrelax.return %0 : tensor<*xf32>\n}}\n"


def exp(*dims):
    return function([tensor(*dims)], f"relax.exp %a : ({tensor(*dims)})")


def unary(op, dims, attributes):
    """One op of one tensor."""
    return function([tensor(*dims)], f"relax.{op} %a {{{attributes}}} : ({tensor(*dims)})")


def binary(op, a, b, attributes=""):
    return function([tensor(*a), tensor(*b)], f"relax.{op} %a, %b {{{attributes}}} : ({tensor(*a)}, {tensor(*b)})")


def to_shape(op, dims, *shape):
    """An op that takes a tensor and a shape."""
    type = f"!relax.shape<[{', '.join(map(str, shape))}]>"
    return function([tensor(*dims), type], f"relax.{op} %a, %b : ({tensor(*dims)}, {type})")


def zeros(*shape):
    type = f"!relax.shape<[{', '.join(map(str, shape))}]>"
    dims = ", ".join(map(str, shape))
    return ("relax.func @main() -> tensor<*xf32> {\n" + f"%s = relax.shape [{dims}] : {type}\n"
            f"%0 = relax.zeros %s {{dtype = f32}} : ({type}) -> tensor<*xf32>\nrelax.return %0 : tensor<*xf32>\n}}\n")


def numbers(*values):
    return f"array<i64: {', '.join(map(str, values))}>"


def pool(size, strides, padding, dilation):
    return (f"pool_size = {numbers(*size)}, strides = {numbers(*strides)}, padding = {numbers(*padding)}, "
            f"dilation = {numbers(*dilation)}")


def conv(strides, padding, dilation, groups):
    return (f"strides = {numbers(*strides)}, padding = {numbers(*padding)}, dilation = {numbers(*dilation)}, "
            f"groups = {groups} : i64")


_IMAGE = (1, 3, 8, 8)
_KERNEL = (4, 3, 3, 3)

CASES = {
    # Sizes as such.
    "negative": exp(-1),
    "most-negative": exp(LEAST),
    "zero": exp(0),
    "zero-times-most": exp(0, MOST, MOST),
    "2^31": exp(2**31),
    "2^32": exp(2**32),
    "2^62": exp(2**62),
    "most": exp(MOST),
    "2^63": exp(2**63),
    "2^64": exp(2**64),
    "10^30": exp(10**30),
    "leading-zeros": exp("0" * 100 + "4"),
    "product-2^64": exp(2**32, 2**32),
    "product-of-most": exp(MOST, MOST),
    "bytes-overflow": exp(2**61),
    "product-of-64-twos": exp(*[2] * 64),
    "rank-100": exp(*[1] * 100),
    "rank-1000": exp(*[1] * 1000),
    "rank-10000": exp(*[1] * 10_000),
    "rank-10000-of-twos": exp(*[2] * 10_000),
    "symbols-10000": exp(*[f"n{i}" for i in range(10_000)]),
    # Symbolic sizes.
    "symbol-times-most": exp("n", f"n * {MOST}"),
    "symbol-times-2^63": exp("n", f"n * {2**63}"),
    "symbol-minus-most": exp("n", f"n - {MOST}"),
    "symbol-least": exp("n", f"n + {LEAST}"),
    "symbol-minus-itself-minus-1": exp("n", "n - n - 1"),
    "floordiv-0": exp("n", "n floordiv 0"),
    "floormod-0": exp("n", "n floormod 0"),
    "ceildiv-0": exp("n", "n ceildiv 0"),
    "floordiv-minus-1": exp("n", "n floordiv -1"),
    "least-floordiv-minus-1": exp("n", f"({LEAST}) floordiv -1"),
    "most-plus-1": exp("n", f"{MOST} + 1"),
    "most-times-2": exp("n", f"{MOST} * 2"),
    "power-20": exp("n", " * ".join(["n"] * 20)),
    "power-of-a-sum": exp("n", "m", " * ".join(["(n + m + 1)"] * 12)),
    "product-of-sums": exp("n", " * ".join(f"(a{i} + b{i})" for i in range(14))),
    "sum-of-10000": exp("n", " + ".join(f"n{i}" for i in range(10_000))),
    "floordiv-chain": exp("n", "n" + " floordiv 3" * 1000),
    "min-chain": exp("n", "min(n, " * 500 + "1" + ")" * 500),
    "undefined-symbol": exp("n + m"),
    "long-symbol": exp("n" * 100_000),
    # Creation.
    "zeros-negative": zeros(-1),
    "zeros-most": zeros(MOST),
    "zeros-product": zeros(2**32, 2**32),
    "zeros-empty": zeros(0, MOST),
    "zeros-2^40": zeros(2**40),
    "zeros-rank-1000": zeros(*[1] * 1000),
    "arange-most": function([], f"relax.arange {{dtype = f32, start = #relax.expr<0>, end = #relax.expr<{MOST}>, step = #relax.expr<1>}} : ()"),
    "arange-all": function([], f"relax.arange {{dtype = f32, start = #relax.expr<{LEAST}>, end = #relax.expr<{MOST}>, step = #relax.expr<1>}} : ()"),
    "arange-step-0": function([], "relax.arange {dtype = f32, start = #relax.expr<0>, end = #relax.expr<4>, step = #relax.expr<0>} : ()"),
    "arange-step-least": function([], f"relax.arange {{dtype = f32, start = #relax.expr<{MOST}>, end = #relax.expr<0>, step = #relax.expr<{LEAST}>}} : ()"),
    "eye-most": function([], f"relax.eye {{dtype = f32, n = #relax.expr<{MOST}>}} : ()"),
    "eye-negative": function([], "relax.eye {dtype = f32, n = #relax.expr<-1>} : ()"),
    "window-most": function([], f"relax.hamming_window {{dtype = f32, window_size = {MOST} : i64}} : ()"),
    "window-negative": function([], "relax.hamming_window {dtype = f32, window_size = -1 : i64} : ()"),
    # Shapes of other shapes.
    "reshape-negative": to_shape("reshape", (4,), -1),
    "reshape-most": to_shape("reshape", (4,), MOST),
    "reshape-product": to_shape("reshape", (0,), 2**32, 2**32),
    "reshape-rank-1000": to_shape("reshape", (4,), *[1] * 999, 4),
    "broadcast-most": to_shape("broadcast_to", (1,), MOST),
    "broadcast-negative": to_shape("broadcast_to", (1,), -4),
    "broadcast-product": to_shape("broadcast_to", (1,), 2**33, 2**33),
    "flatten-product": unary("flatten", (2**32, 2**32), ""),
    "flatten-rank-1000": unary("flatten", [2] * 1000, ""),
    "concat-most": binary("concat", (MOST,), (MOST,), "axis = 0 : i64"),
    "concat-axis-most": binary("concat", (4,), (4,), f"axis = {MOST} : i64"),
    "concat-axis-least": binary("concat", (4,), (4,), f"axis = {LEAST} : i64"),
    "tile-most": unary("tile", (4,), f"repeats = {numbers(MOST)}"),
    "tile-negative": unary("tile", (4,), f"repeats = {numbers(-1)}"),
    "tile-rank-1000": unary("tile", (4,), f"repeats = {numbers(*[2] * 1000)}"),
    "repeat-most": unary("repeat", (4,), f"axis = 0 : i64, repeats = {MOST} : i64"),
    "repeat-negative": unary("repeat", (4,), "axis = 0 : i64, repeats = -3 : i64"),
    "pad-most": unary("nn.pad", (4,), f"pad_width = {numbers(MOST, MOST)}"),
    "pad-least": unary("nn.pad", (4,), f"pad_width = {numbers(LEAST, LEAST)}"),
    "expand-axis-most": unary("expand_dims", (4,), f"axis = {numbers(MOST)}"),
    "expand-1000": unary("expand_dims", (4,), f"axis = {numbers(*range(1000))}"),
    "expand-twice": unary("expand_dims", (4,), f"axis = {numbers(0, 0)}"),
    "squeeze-axis-least": unary("squeeze", (1, 4), f"axis = {numbers(LEAST)}"),
    "permute-most": unary("permute_dims", (2, 3), f"axes = {numbers(MOST, 0)}"),
    "permute-rank-1000": unary("permute_dims", [1] * 1000, f"axes = {numbers(*reversed(range(1000)))}"),
    "split-0": unary("split", (4,), "axis = 0 : i64, sections = 0 : i64"),
    "split-most": unary("split", (4,), f"axis = 0 : i64, sections = {MOST} : i64"),
    "slice-least-to-most": unary("strided_slice", (4,), f"axes = {numbers(0)}, begin = [#relax.expr<{LEAST}>], end = [#relax.expr<{MOST}>]"),
    "slice-stride-0": unary("strided_slice", (4,), f"axes = {numbers(0)}, begin = [#relax.expr<0>], end = [#relax.expr<4>], strides = [#relax.expr<0>]"),
    "slice-stride-least": unary("strided_slice", (4,), f"axes = {numbers(0)}, begin = [#relax.expr<3>], end = [#relax.expr<0>], strides = [#relax.expr<{LEAST}>]"),
    "slice-of-most": unary("strided_slice", (MOST,), f"axes = {numbers(0)}, begin = [#relax.expr<{MOST - 1}>], end = [#relax.expr<{MOST}>], strides = [#relax.expr<{MOST}>]"),
    "one-hot-most": function([tensor(4, element="i64")], f"relax.one_hot %a {{on_value = 1.0 : f32, off_value = 0.0 : f32, depth = {MOST} : i64}} : ({tensor(4, element='i64')})"),
    "sum-axis-most": unary("sum", (4,), f"axis = {numbers(MOST)}"),
    "sum-axis-1000-times": unary("sum", (4,), f"axis = {numbers(*[0] * 1000)}"),
    "matmul-most": binary("matmul", (MOST, 4), (4, MOST)),
    "matmul-empty": binary("matmul", (MOST, 0), (0, MOST)),
    "matmul-rank-1000": binary("matmul", [1] * 1000, [1] * 1000),
    # Windows.
    "conv-stride-0": binary("nn.conv2d", _IMAGE, _KERNEL, conv((0, 0), (0, 0, 0, 0), (1, 1), 1)),
    "conv-stride-most": binary("nn.conv2d", _IMAGE, _KERNEL, conv((MOST, MOST), (0, 0, 0, 0), (1, 1), 1)),
    "conv-stride-least": binary("nn.conv2d", _IMAGE, _KERNEL, conv((LEAST, -1), (0, 0, 0, 0), (1, 1), 1)),
    "conv-padding-most": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (MOST,) * 4, (1, 1), 1)),
    "conv-padding-least": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (LEAST,) * 4, (1, 1), 1)),
    "conv-dilation-most": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (0, 0, 0, 0), (MOST, MOST), 1)),
    "conv-dilation-0": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (0, 0, 0, 0), (0, 0), 1)),
    "conv-groups-0": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (0, 0, 0, 0), (1, 1), 0)),
    "conv-groups-most": binary("nn.conv2d", _IMAGE, _KERNEL, conv((1, 1), (0, 0, 0, 0), (1, 1), MOST)),
    "conv-image-most": binary("nn.conv2d", (1, 3, MOST, MOST), _KERNEL),
    "conv-kernel-most": binary("nn.conv2d", _IMAGE, (MOST, 3, MOST, MOST)),
    "conv-kernel-empty": binary("nn.conv2d", _IMAGE, (4, 3, 0, 0)),
    "conv-transpose-most": binary("nn.conv2d_transpose", _IMAGE, (3, 4, 3, 3), f"strides = {numbers(MOST, MOST)}"),
    "pool-most": unary("nn.max_pool2d", _IMAGE, pool((MOST, MOST), (1, 1), (0, 0, 0, 0), (1, 1))),
    "pool-empty": unary("nn.max_pool2d", _IMAGE, pool((0, 0), (1, 1), (0, 0, 0, 0), (1, 1))),
    "pool-stride-0": unary("nn.max_pool2d", _IMAGE, pool((2, 2), (0, 0), (0, 0, 0, 0), (1, 1))),
    "pool-padding-most": unary("nn.max_pool2d", _IMAGE, pool((2, 2), (1, 1), (MOST,) * 4, (1, 1))),
    "adaptive-most": unary("nn.adaptive_avg_pool2d", _IMAGE, f"output_size = {numbers(MOST, MOST)}"),
    "adaptive-negative": unary("nn.adaptive_avg_pool2d", _IMAGE, f"output_size = {numbers(-1, 0)}"),
    # Other things with sizes.
    "splat-most": f"relax.func @main() -> tensor<*xf32> {{\n%0 = relax.constant dense<1.0> : tensor<{MOST}xf32>\n"
                  f"%1 = relax.exp %0 : (tensor<{MOST}xf32>) -> tensor<*xf32>\nrelax.return %1 : tensor<*xf32>\n}}\n",
    "memref-product": f"func.func @f(%a: memref<{2**32}x{2**32}xf32>) {{ return }}\n",
    "memref-strides": f"func.func @f(%a: memref<4xf32, strided<[{MOST}], offset: {MOST}>>) {{ return }}\n",
    "vector-most": f"func.func @f(%a: vector<{MOST}x{MOST}xf32>) {{ return }}\n",
    "wide-integer": "func.func @f(%a: i16777215) { return }\n",
    "wider-integer": "func.func @f(%a: i16777216) { return }\n",
    "tir-loop-most": f"tir.func @f(%a: memref<{MOST}xf32>) attributes {{num_inputs = 0}} {{\n%0 = arith.constant 0 : index\n"
                     f"%n = arith.constant {MOST} : index\ntir.for %i = %0 to %n {{\n%v = arith.constant 1.0 : f32\n"
                     f"memref.store %v, %a[%i] : memref<{MOST}xf32>\n}}\ntir.return\n}}\n",
    "many-results": "func.func private @f() -> (" + ", ".join(["i1"] * 100_000) + ")\n",
    "result-4000000000": '"func.return"(%x#4000000000) : (i1) -> ()\n',
}


def run(*command):
    """The exit code, the seconds of a processor, and the errors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(("prlimit", f"--as={_BYTES}", f"--cpu={3 * _SECONDS}", "--core=0", *command),
                            stderr=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result.returncode, seconds, result.stderr.decode(errors="replace")


def main():
    failures = []
    path = os.path.join(sys.argv[1], "program.mlir")
    typed = os.path.join(sys.argv[1], "typed.mlir")
    library = os.path.join(sys.argv[1], "program.so")
    commands = {"infer types": ("relax-opt", path, "--relax-infer-types", "-o", typed),
                "compile": ("relax-compile", typed, "-o", library)}
    chosen = sys.argv[2:] or CASES
    for name in chosen:
        with open(path, "w", encoding="utf-8") as file:
            file.write(CASES[name])
        for tool, command in commands.items():
            code, seconds, errors = run(*command)
            answer = "taken" if code == 0 else errors.split("error: ", 1)[-1].split("\n", 1)[0][:90]
            print(f"{name:28} {tool:11} {seconds:5.2f} s  {answer}", flush=True)
            if code not in (0, 1) or seconds > _SECONDS or (code == 1 and "error: " not in errors):
                failures.append(f"{tool} of {name}: exit code {code} after {seconds:.1f} s")
            if code != 0:
                break
    print(f"{len(chosen)} shapes")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
