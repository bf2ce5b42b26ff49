#!/usr/bin/env python3
"""Measure how exact functions of one f32 are: compiled, against the C library
in 64 bits, in units of the last place of the exact result.

Without `--all` every 65,521st of the 2^32 numbers, all that are special, and
the worst that were found; with it all of them, in 16 parts a function, each of
which is a line of the file of the worst: what it has is not measured again, so
that a run may be interrupted. `--again` forgets a function, after a change of
how it is computed. `--table` writes the section of the page. An error above the
bound of its function is an error of the run.
"""
import argparse
import ctypes
import json
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
_PART = 1 << 28
_WORST = Path(__file__).with_name("unary-worst.jsonl")
_HEADING = "## Functions of one number, over all of f32\n"
_SECTION = _HEADING + """
Written by `test/Integration/unary-accuracy.py --all --table`: native code of an x86-64 with FMA against the C library
in 64 bits, for each of the 2^32 numbers of f32. The error is in units of the last place (ULP) of the exact result,
rounded to f32; NaN and infinities are where they should be, and subnormal numbers are numbers. Other types: `f16` and
`bf16` are computed in f32, `f64` by the C library. The test measures a sample, with the worst number of each sixteenth
of all numbers.

| function | largest error | at | bound of the test |
| --- | ---: | ---: | ---: |
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
static double worst(const float *found, const double *exact, int64_t n, double known, int64_t *at) {
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
  for (*at = 0; most > known && errors[*at] != most;)
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
      double error = worst(out + first, exact, count, most, &place);                 \
      if (error > most) {                                                      \
        most = error;                                                          \
        *at = first + place;                                                   \
      }                                                                        \
    }                                                                          \
    return most;                                                               \
  }
"""


def _special():
    """Numbers at which functions go wrong, with those around each; at 1.122 and 4.157 a sigmoid did most."""
    centers = [0.0, 2.0**-149, 2.0**-127, 2.0**-126, 1e-40, 1e-20, 0.5, 1.0, 1.1219573, 2.0, np.pi / 2, np.pi, 4.157294, 3 * np.pi, 9.01, 16.6, 17.3,
               87.3365, 88.0297, 88.7228, 89.0, 103.97, 104.0, 1e4, 39000.0, 1e9, 1e20, 3.4028235e38, np.inf]
    bits = np.array(centers, np.float32).view(np.uint32).astype(np.int64)
    near = (bits[:, None] + np.arange(-64, 65)).clip(0, 0x7fc00000).astype(np.uint32).ravel()
    return np.concatenate([near, near | np.uint32(0x80000000)])


def _read_worst():
    """For each function and first number of a part: the error, and where."""
    lines = map(json.loads, _WORST.read_text().splitlines()) if _WORST.exists() else []
    return {(line["function"], line["first"]): (line["ulp"], line["at"]) for line in lines}


def _write_worst(worst):
    order = {name: place for place, name in enumerate(_FUNCTIONS)}
    lines = [json.dumps({"function": name, "first": first, "ulp": round(ulp, 3), "at": at}) + "\n"
             for (name, first), (ulp, at) in sorted(worst.items(), key=lambda item: (order[item[0][0]], item[0][1]))]
    written = _WORST.with_suffix(".new")
    written.write_text("".join(lines))
    written.replace(_WORST)


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
    """The largest error, and the bits of the number that has it."""
    worst, place, at = 0.0, 0, ctypes.c_int64()
    function = getattr(exact, f"{name}_error")
    function.restype = ctypes.c_double
    for bits in chunks:
        values = bits.view(np.float32)
        found = np.ascontiguousarray(module.call(name, values)[0])
        error = function(values.ctypes.data_as(ctypes.c_void_p), found.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(len(values)), ctypes.byref(at))
        if error > worst:
            worst, place = error, int(bits[at.value])
    return worst, place


def _measure_sample(module, exact, name, worst):
    known = np.array([int(at, 16) for (function, _), (_, at) in worst.items() if function == name], np.int64)
    near = (known[:, None] + np.arange(-8, 9)).clip(0, (1 << 32) - 1).astype(np.uint32).ravel()
    sample = np.arange(0, 1 << 32, _STRIDE, dtype=np.uint64).astype(np.uint32)
    return _measure(module, exact, name, [sample, np.concatenate([_special(), near])])


def _measure_all(module, exact, name, worst):
    offsets = np.arange(_CHUNK, dtype=np.uint32)
    for first in range(0, 1 << 32, _PART):
        if (name, first) not in worst:
            error, place = _measure(module, exact, name, (offsets + np.uint32(start) for start in range(first, first + _PART, _CHUNK)))
            worst[name, first] = error, f"{place:08x}"
            # Another run may have measured other functions meanwhile.
            _write_worst({**_read_worst(), **{key: found for key, found in worst.items() if key[0] == name}})
    error, place = max(found for (function, _), found in worst.items() if function == name)
    return error, int(place, 16)


def _number(bits):
    return float(np.array(bits, np.uint32).view(np.float32))


def _write_table(page, worst):
    """Replace the section at the end of the page."""
    rows = ""
    for name, (_, bound) in _FUNCTIONS.items():
        found = [part for (function, _), part in worst.items() if function == name]
        if len(found) == (1 << 32) // _PART:
            error, at = max(found)
            rows += f"| `{name}` | {error:.2f} | {_number(int(at, 16)):.9g} | {bound} |\n"
    page.write_text(page.read_text().split(_HEADING)[0].rstrip() + "\n\n" + _SECTION + rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--again", action="store_true", help="measure also what the file of the worst has")
    parser.add_argument("--only", default="", help="names of functions, with commas")
    parser.add_argument("--table", type=Path, help="the page whose section is to be written")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(_FUNCTIONS)
    worst, failures = _read_worst(), 0
    if options.again:
        worst = {key: found for key, found in worst.items() if key[0] not in names}
    with tempfile.TemporaryDirectory() as folder:
        path, exact = _compile(options.build, Path(folder))
        module = Runtime(options.build / "lib/librelax_runtime.so", threads=1).load(path)
        measure = _measure_all if options.all else _measure_sample
        for name in names:
            error, place = measure(module, exact, name, worst)
            bound = _FUNCTIONS[name][1]
            failures += error > bound
            print(f"{name}: {error:.3f} ULP at {_number(place)!r}{'' if error <= bound else f', expected at most {bound}'}", flush=True)
    if options.table:
        _write_table(options.table, worst)
    print(f"{len(names)} functions, {failures} less exact than expected")
    return failures > 0


sys.exit(main())
