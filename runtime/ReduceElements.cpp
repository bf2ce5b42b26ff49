// Joins elements of several workers.
//
// MPI has no floats of 8 and 16 bits, and its minimum of a NaN is anything: so
// all back ends join with these functions, which MPI takes as its own
// operators. Results are the same with each of them, and NaN stays NaN as in
// `relax.max`.
#include "ReduceElements.h"

#include "DType.h"

#include <cmath>
#include <type_traits>

namespace relax::runtime {

namespace {

/// Elements that the machine computes with.
template <typename T>
struct Native {
  static T read(const void *data, int64_t index) {
    return static_cast<const T *>(data)[index];
  }
  static void write(void *data, int64_t index, T value) {
    static_cast<T *>(data)[index] = value;
  }
};

/// Narrow floats: each step is rounded once, from double.
template <uint8_t code, uint8_t bits>
struct Narrow {
  static constexpr DLDataType dtype = {code, bits, 1};
  static double read(const void *data, int64_t index) {
    double value = 0;
    readNumber(data, dtype, index, value);
    return value;
  }
  static void write(void *data, int64_t index, double value) {
    writeNumber(data, dtype, index, value);
  }
};

} // namespace

// Sums and products of integers wrap: signed overflow would be undefined.
template <RelaxReduceKind kind, typename T>
static T join(T a, T b) {
  using Sum =
      typename std::conditional_t<std::is_integral_v<T>,
                                  std::conditional<true, uint64_t, void>,
                                  std::conditional<true, T, void>>::type;
  if constexpr (kind == RELAX_REDUCE_PROD)
    return T(Sum(a) * Sum(b));
  else if constexpr (kind == RELAX_REDUCE_MIN)
    return b < a || b != b ? b : a;
  else if constexpr (kind == RELAX_REDUCE_MAX)
    return a < b || b != b ? b : a;
  else
    return T(Sum(a) + Sum(b));
}

// One loop a kind and dtype, with the operation known at compile time: the
// compiler makes vectors of it.
template <RelaxReduceKind kind, typename Elements>
static void reduceElements(void *into, const void *from, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    Elements::write(
        into, i, join<kind>(Elements::read(into, i), Elements::read(from, i)));
}

template <typename Elements>
static ReduceFunction pick(RelaxReduceKind kind) {
  switch (kind) {
  case RELAX_REDUCE_PROD:
    return reduceElements<RELAX_REDUCE_PROD, Elements>;
  case RELAX_REDUCE_MIN:
    return reduceElements<RELAX_REDUCE_MIN, Elements>;
  case RELAX_REDUCE_MAX:
    return reduceElements<RELAX_REDUCE_MAX, Elements>;
  case RELAX_REDUCE_SUM:
  case RELAX_REDUCE_AVG:
    return reduceElements<RELAX_REDUCE_SUM, Elements>;
  }
  return nullptr;
}

static constexpr int key(int code, int bits) { return code * 256 + bits; }

// A bool has a minimum and a maximum, "and" and "or"; a sum it has not.
static ReduceFunction pickBool(RelaxReduceKind kind) {
  return kind == RELAX_REDUCE_MIN || kind == RELAX_REDUCE_MAX
             ? pick<Native<uint8_t>>(kind)
             : nullptr;
}

// Floats of 8 bits differ by their code alone.
static ReduceFunction pickFloat8(RelaxReduceKind kind, uint8_t code) {
  switch (code) {
  case RELAX_FLOAT8_E3M4:
    return pick<Narrow<RELAX_FLOAT8_E3M4, 8>>(kind);
  case RELAX_FLOAT8_E4M3:
    return pick<Narrow<RELAX_FLOAT8_E4M3, 8>>(kind);
  case RELAX_FLOAT8_E4M3B11FNUZ:
    return pick<Narrow<RELAX_FLOAT8_E4M3B11FNUZ, 8>>(kind);
  case RELAX_FLOAT8_E4M3FN:
    return pick<Narrow<RELAX_FLOAT8_E4M3FN, 8>>(kind);
  case RELAX_FLOAT8_E4M3FNUZ:
    return pick<Narrow<RELAX_FLOAT8_E4M3FNUZ, 8>>(kind);
  case RELAX_FLOAT8_E5M2:
    return pick<Narrow<RELAX_FLOAT8_E5M2, 8>>(kind);
  case RELAX_FLOAT8_E5M2FNUZ:
    return pick<Narrow<RELAX_FLOAT8_E5M2FNUZ, 8>>(kind);
  default:
    return nullptr;
  }
}

ReduceFunction findReduce(RelaxReduceKind kind, DLDataType dtype) {
  if (dtype.lanes != 1)
    return nullptr;
  switch (key(dtype.code, dtype.bits)) {
  case key(RELAX_INT, 8):
    return pick<Native<int8_t>>(kind);
  case key(RELAX_INT, 16):
    return pick<Native<int16_t>>(kind);
  case key(RELAX_INT, 32):
    return pick<Native<int32_t>>(kind);
  case key(RELAX_INT, 64):
    return pick<Native<int64_t>>(kind);
  case key(RELAX_UINT, 8):
    return pick<Native<uint8_t>>(kind);
  case key(RELAX_UINT, 16):
    return pick<Native<uint16_t>>(kind);
  case key(RELAX_UINT, 32):
    return pick<Native<uint32_t>>(kind);
  case key(RELAX_UINT, 64):
    return pick<Native<uint64_t>>(kind);
  case key(RELAX_FLOAT, 16):
    return pick<Narrow<RELAX_FLOAT, 16>>(kind);
  case key(RELAX_BFLOAT, 16):
    return pick<Narrow<RELAX_BFLOAT, 16>>(kind);
  case key(RELAX_FLOAT, 32):
    return pick<Native<float>>(kind);
  case key(RELAX_FLOAT, 64):
    return pick<Native<double>>(kind);
  case key(RELAX_BOOL, 8):
    return pickBool(kind);
  default:
    return dtype.bits == 8 ? pickFloat8(kind, dtype.code) : nullptr;
  }
}

// 64-bit integers do not fit a double, and f32 is divided in its own precision,
// so that all workers round once.
template <typename T>
static void divide(void *elements, int64_t count, T workers) {
  for (int64_t i = 0; i < count; ++i)
    static_cast<T *>(elements)[i] /= workers;
}

void divideElements(void *elements, DLDataType dtype, int64_t count,
                    int32_t workers) {
  switch (key(dtype.code, dtype.bits)) {
  case key(RELAX_INT, 64):
    return divide<int64_t>(elements, count, workers);
  case key(RELAX_UINT, 64):
    return divide<uint64_t>(elements, count, uint64_t(workers));
  case key(RELAX_FLOAT, 32):
    return divide<float>(elements, count, float(workers));
  default:
    break;
  }
  // What is left is exact in a double, or is one.
  for (int64_t i = 0; i < count; ++i) {
    double value = 0;
    readNumber(elements, dtype, i, value);
    value /= workers;
    writeNumber(elements, dtype, i,
                dtype.code == RELAX_INT || dtype.code == RELAX_UINT
                    ? std::trunc(value)
                    : value);
  }
}

} // namespace relax::runtime
