#!/usr/bin/env python3
"""Measure how exact functions of one f32 are: compiled, against the C library
in 64 bits, in units of the last place of the exact result.

Without `--all` every 65,521st of the 2^32 numbers, and all that are special;
with it all of them (a minute a function). `--table` writes the page of it. An
error above the bound of its function is an error of the run.
"""
import argparse
import concurrent.futures
import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

# The operator, C's expression of `x`, and the largest error that is allowed.
_FUNCTIONS = {
    "acos": ("acos(x)", 1.0), "acosh": ("acosh(x)", 2.5), "asin": ("asin(x)", 1.0), "asinh": ("asinh(x)", 2.5),
    "atan": ("atan(x)", 1.0), "atanh": ("atanh(x)", 3.0), "cos": ("cos(x)", 1.0), "cosh": ("cosh(x)", 2.5),
    "erf": ("erf(x)", 2.0), "exp": ("exp(x)", 1.5), "log": ("log(x)", 1.0), "rsqrt": ("1 / sqrt(x)", 1.5),
    "sigmoid": ("1 / (1 + exp(-x))", 2.0), "sin": ("sin(x)", 1.0), "sinh": ("sinh(x)", 2.5), "sqrt": ("sqrt(x)", 0.5),
    "tan": ("tan(x)", 1.5), "tanh": ("tanh(x)", 2.0),
}
_CHUNK = 1 << 18
_STRIDE = 65521
_PAGE = """# How exact functions of one number are

*For those who judge numerics: the largest error over all 2^32 numbers of f32.*

Written by `test/Integration/unary-accuracy.py --all --table`: native code of an x86-64 with FMA against the C library
in 64 bits. The error is in units of the last place (ULP) of the exact result, rounded to f32; NaN and infinities are
where they should be, and subnormal numbers are numbers. Other types: `f16` and `bf16` are computed in f32, `f64` by the
C library.

| function | largest error | at | bound of the test |
| --- | ---: | --- | ---: |
"""
# The error of each number in units of the last place of the exact result;
# infinite where one is no number, or infinite, and the other is not. A result
# next to the largest number may be infinity. Blocks, so that each loop is one
# that a compiler makes vectors of.
_EXACT = r"""
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __GNUC__
#ifndef __clang__
#define VECTOR(f) __attribute__((simd("notinbranch"), const)) double f(double);
VECTOR(acos) VECTOR(acosh) VECTOR(asin) VECTOR(asinh) VECTOR(atan) VECTOR(atanh) VECTOR(cos) VECTOR(cosh) VECTOR(erf)
VECTOR(exp) VECTOR(log) VECTOR(sin) VECTOR(sinh) VECTOR(tan) VECTOR(tanh)
#endif
#endif
enum { size = 1024 };
static double worst(const float *found, const double *exact, int64_t n, int64_t *at) {
  double errors[size], most = 0;
  for (int64_t i = 0; i < n; ++i) {
    float y = found[i], rounded = (float)exact[i];
    uint32_t bits;
    memcpy(&bits, &rounded, 4);
    int64_t exponent = bits >> 23 & 255, scale;
    exponent = exponent < 1 ? 1 : exponent > 254 ? 254 : exponent;
    scale = (1023 + 150 - exponent) << 52;
    double perStep, error;
    memcpy(&perStep, &scale, 8);
    error = fabs((double)y - exact[i]) * perStep;
    double over = fabs(0x1p128 - fabs(exact[i])) * 0x1p-104;
    int isOver = (fabsf(y) == INFINITY) & ((double)y * exact[i] > 0);
    error = isOver ? over : error;
    int isSame = (y == rounded) | ((y != y) & (rounded != rounded));
    int isFinite = fabsf(y) < INFINITY;
    error = error != error ? INFINITY : error;
    errors[i] = isSame & !isFinite ? 0 : error;
  }
  for (int64_t i = 0; i < n; ++i)
    most = errors[i] > most ? errors[i] : most;
  for (*at = 0; *at < n && errors[*at] != most;)
    ++*at;
  return most;
}
#define MEASURE(name, expression)                                              \
  double name##_error(const float *in, const float *out, int64_t n, int64_t *at) { \
    double exact[size], most = 0;                                              \
    for (int64_t first = 0; first < n; first += size) {                        \
      int64_t count = n - first < size ? n - first : size, place;              \
      for (int64_t i = 0; i < count; ++i) {                                    \
        double x = in[first + i];                                              \
        exact[i] = expression;                                                 \
      }                                                                        \
      double error = worst(out + first, exact, count, &place);                 \
      if (error > most) {                                                      \
        most = error;                                                          \
        *at = first + place;                                                   \
      }                                                                        \
    }                                                                          \
    return most;                                                               \
  }
"""


def _special():
    """Numbers at which functions go wrong, with those around each."""
    centers = [0.0, 2.0**-149, 2.0**-127, 2.0**-126, 1e-40, 1e-20, 0.5, 1.0, 2.0, np.pi / 2, np.pi, 3 * np.pi, 9.01, 16.6, 17.3,
               87.3365, 88.0297, 88.7228, 89.0, 103.97, 104.0, 1e4, 39000.0, 1e9, 1e20, 3.4028235e38, np.inf]
    bits = np.array(centers, np.float32).view(np.uint32).astype(np.int64)
    near = (bits[:, None] + np.arange(-64, 65)).clip(0, 0x7fc00000).astype(np.uint32).ravel()
    return np.concatenate([near, near | np.uint32(0x80000000)])


def _compile(build, folder):
    """The module with all functions, and a library of the exact ones."""
    vector = "tensor<?xf32, #relax.dims<[n]>>"
    text = "".join(f"relax.func @{name}(%x: {vector}) -> {vector} {{\n  %0 = relax.{name} %x : ({vector}) -> {vector}\n"
                   f"  relax.return %0 : {vector}\n}}\n" for name in _FUNCTIONS)
    source, module = folder / "functions.mlir", folder / "functions.so"
    source.write_text(text)
    subprocess.run([build / "bin/relax-compile", source, "-o", module], check=True)
    code = _EXACT + "".join(f"MEASURE({name}, {expression})\n" for name, (expression, _) in _FUNCTIONS.items())
    (folder / "exact.c").write_text(code)
    # gcc calls the vector functions of the C library, clang one number at a time.
    compiler = shutil.which("gcc") or "clang-22"
    subprocess.run([compiler, "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC", "-o", folder / "exact.so",
                    folder / "exact.c", "-lmvec" if compiler != "clang-22" else "-lm", "-lm"], check=True)
    return module, ctypes.CDLL(str(folder / "exact.so"))


def _measure(module, exact, name, chunks):
    worst, place, at = 0.0, np.float32(0), ctypes.c_int64()
    function = getattr(exact, f"{name}_error")
    function.restype = ctypes.c_double
    for bits in chunks:
        values = bits.view(np.float32)
        found = np.ascontiguousarray(module.call(name, values)[0])
        error = function(values.ctypes.data_as(ctypes.c_void_p), found.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(len(values)), ctypes.byref(at))
        if error > worst:
            worst, place = error, values[at.value]
    return name, worst, place


def _chunks(everything):
    if everything:
        first = np.arange(_CHUNK, dtype=np.uint32)
        for start in range(0, 1 << 32, _CHUNK):
            yield first + np.uint32(start)
    else:
        yield np.arange(0, 1 << 32, _STRIDE, dtype=np.uint64).astype(np.uint32)
        yield _special()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="names of functions, with commas")
    parser.add_argument("--table", type=Path, help="the page to write")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(_FUNCTIONS)
    with tempfile.TemporaryDirectory() as folder:
        path, exact = _compile(options.build, Path(folder))

        def measure(name):
            module = Runtime(options.build / "lib/librelax_runtime.so", threads=1).load(path)
            return _measure(module, exact, name, _chunks(options.all))

        rows, failures = [], 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, worst, place in pool.map(measure, names):
                bound = _FUNCTIONS[name][1]
                failures += worst > bound
                print(f"{name}: {worst:.3f} ULP at {place!r}{'' if worst <= bound else f', expected at most {bound}'}", flush=True)
                rows.append(f"| `{name}` | {worst:.2f} | {float(place):.9g} | {bound} |\n")
    if options.table:
        options.table.write_text(_PAGE + "".join(rows))
    print(f"{len(names)} functions, {failures} less exact than expected")
    return failures > 0


sys.exit(main())
