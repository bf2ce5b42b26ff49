// Mathematical functions, as the C library computes them.
#include "ScalarHandlers.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"

#include <cmath>

namespace mlir::relax::reference {
namespace {

// A function of <cmath> under its own name.
// The overload for float, so that f32 is not computed in f64 and rounded:
// compiled code calls `expf` and not `exp`.
#define RELAX_UNARY(Name, expression)                                          \
  struct Name {                                                                \
    template <typename T>                                                      \
    static T apply(T x) {                                                      \
      return expression;                                                       \
    }                                                                          \
  };
RELAX_UNARY(Absolute, std::fabs(x))
RELAX_UNARY(ArcCosine, std::acos(x))
RELAX_UNARY(ArcCosineH, std::acosh(x))
RELAX_UNARY(ArcSine, std::asin(x))
RELAX_UNARY(ArcSineH, std::asinh(x))
RELAX_UNARY(ArcTangent, std::atan(x))
RELAX_UNARY(ArcTangentH, std::atanh(x))
RELAX_UNARY(CubeRoot, std::cbrt(x))
RELAX_UNARY(Ceiling, std::ceil(x))
RELAX_UNARY(Cosine, std::cos(x))
RELAX_UNARY(CosineH, std::cosh(x))
RELAX_UNARY(ErrorFunction, std::erf(x))
RELAX_UNARY(ErrorFunctionRest, std::erfc(x))
RELAX_UNARY(Exponential, std::exp(x))
RELAX_UNARY(Exponential2, std::exp2(x))
RELAX_UNARY(ExponentialMinus1, std::expm1(x))
RELAX_UNARY(Floor, std::floor(x))
RELAX_UNARY(Logarithm, std::log(x))
RELAX_UNARY(Logarithm10, std::log10(x))
RELAX_UNARY(Logarithm1P, std::log1p(x))
RELAX_UNARY(Logarithm2, std::log2(x))
RELAX_UNARY(Round, std::round(x))
RELAX_UNARY(RoundEven, std::nearbyint(x))
RELAX_UNARY(ReciprocalRoot, T(1) / std::sqrt(x))
RELAX_UNARY(Sine, std::sin(x))
RELAX_UNARY(SineH, std::sinh(x))
RELAX_UNARY(SquareRoot, std::sqrt(x))
RELAX_UNARY(Tangent, std::tan(x))
RELAX_UNARY(TangentH, std::tanh(x))
RELAX_UNARY(Truncate, std::trunc(x))
#undef RELAX_UNARY

struct ArcTangent2 {
  template <typename T>
  static T apply(T a, T b) {
    return std::atan2(a, b);
  }
};
struct CopySign {
  template <typename T>
  static T apply(T a, T b) {
    return std::copysign(a, b);
  }
};
struct Power {
  template <typename T>
  static T apply(T a, T b) {
    return std::pow(a, b);
  }
};
struct FusedMultiplyAdd {
  template <typename T>
  static T apply(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

} // namespace

// abs of the least integer is itself, as the subtraction wraps.
static const Instruction *runAbsolute(Machine &machine, const Instruction *at) {
  int64_t value = machine.scalars[at->a].i;
  uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value)
                                 : static_cast<uint64_t>(value);
  machine.scalars[at->result].i = signExtend(magnitude, at->element.bits);
  return at + 1;
}

static const Instruction *runLeadingZeros(Machine &machine,
                                          const Instruction *at) {
  uint64_t value = zeroExtend(machine.scalars[at->a].u, at->element.bits);
  int count = llvm::countl_zero(value) - (64 - at->element.bits);
  machine.scalars[at->result].i =
      signExtend(static_cast<uint64_t>(count), at->element.bits);
  return at + 1;
}

static const Instruction *runTrailingZeros(Machine &machine,
                                           const Instruction *at) {
  uint64_t value = zeroExtend(machine.scalars[at->a].u, at->element.bits);
  uint64_t count = value ? static_cast<uint64_t>(llvm::countr_zero(value))
                         : at->element.bits;
  machine.scalars[at->result].i = signExtend(count, at->element.bits);
  return at + 1;
}

static const Instruction *runPopulation(Machine &machine,
                                        const Instruction *at) {
  uint64_t value = zeroExtend(machine.scalars[at->a].u, at->element.bits);
  machine.scalars[at->result].i = signExtend(
      static_cast<uint64_t>(llvm::popcount(value)), at->element.bits);
  return at + 1;
}

/// The power of integers: wraps around; a negative exponent gives the
/// truncated fraction, for a base of zero it has no value.
static const Instruction *runIntegerPower(Machine &machine,
                                          const Instruction *at) {
  int64_t base = machine.scalars[at->a].i, exponent = machine.scalars[at->b].i;
  uint64_t result = 1;
  if (exponent < 0) {
    if (base == 0)
      return machine.fail(at,
                          "divides by zero: expected no 0 to a negative power");
    result = base == 1 ? 1 : base == -1 ? (exponent % 2 ? ~uint64_t(0) : 1) : 0;
  } else {
    auto factor = static_cast<uint64_t>(base);
    // By squares, in 64 steps at most: the exponent may be any number of 64
    // bits.
    for (auto rest = static_cast<uint64_t>(exponent); rest; rest >>= 1) {
      if (rest & 1)
        result *= factor;
      factor *= factor;
    }
  }
  machine.scalars[at->result].i = signExtend(result, at->element.bits);
  return at + 1;
}

/// The power of a float and an integer.
/// In f64 for the smaller types: an exponent beyond 2^24 has no f32 of its own.
static const Instruction *runFloatPower(Machine &machine,
                                        const Instruction *at) {
  Scalar *slots = machine.scalars;
  auto exponent = static_cast<double>(slots[at->b].i);
  Scalar &result = slots[at->result];
  if (at->element.kind == Element::Kind::F64)
    result.d = std::pow(slots[at->a].d, exponent);
  else
    result.f = roundTo(at->element,
                       std::pow(static_cast<double>(slots[at->a].f), exponent));
  return at + 1;
}

template <bool (*test)(double)>
static const Instruction *runTest(Machine &machine, const Instruction *at) {
  machine.scalars[at->result].i =
      test(toDouble(at->element, machine.scalars[at->a])) ? -1 : 0;
  return at + 1;
}

static bool isNaN(double x) { return std::isnan(x); }
static bool isInfinite(double x) { return std::isinf(x); }
static bool isFinite(double x) { return std::isfinite(x); }

template <typename Op, Handler run>
static void addOp(EvaluationTable &table) {
  table.add<Op>(+[](Op op, ProgramBuilder &builder) -> LogicalResult {
    return emitScalars(op, builder, run, op->getOperand(0).getType());
  });
}

static void addExponentials(EvaluationTable &table) {
  addFloats<math::ExpOp, Exponential, 1>(table);
  addFloats<math::Exp2Op, Exponential2, 1>(table);
  addFloats<math::ExpM1Op, ExponentialMinus1, 1>(table);
  addFloats<math::LogOp, Logarithm, 1>(table);
  addFloats<math::Log10Op, Logarithm10, 1>(table);
  addFloats<math::Log1pOp, Logarithm1P, 1>(table);
  addFloats<math::Log2Op, Logarithm2, 1>(table);
  addFloats<math::PowFOp, Power, 2>(table);
  addOp<math::IPowIOp, &runIntegerPower>(table);
  addOp<math::FPowIOp, &runFloatPower>(table);
  addFloats<math::SqrtOp, SquareRoot, 1>(table);
  addFloats<math::RsqrtOp, ReciprocalRoot, 1>(table);
  addFloats<math::CbrtOp, CubeRoot, 1>(table);
  addFloats<math::ErfOp, ErrorFunction, 1>(table);
  addFloats<math::ErfcOp, ErrorFunctionRest, 1>(table);
}

static void addTrigonometry(EvaluationTable &table) {
  addFloats<math::SinOp, Sine, 1>(table);
  addFloats<math::CosOp, Cosine, 1>(table);
  addFloats<math::TanOp, Tangent, 1>(table);
  addFloats<math::SinhOp, SineH, 1>(table);
  addFloats<math::CoshOp, CosineH, 1>(table);
  addFloats<math::TanhOp, TangentH, 1>(table);
  addFloats<math::AsinOp, ArcSine, 1>(table);
  addFloats<math::AcosOp, ArcCosine, 1>(table);
  addFloats<math::AtanOp, ArcTangent, 1>(table);
  addFloats<math::AsinhOp, ArcSineH, 1>(table);
  addFloats<math::AcoshOp, ArcCosineH, 1>(table);
  addFloats<math::AtanhOp, ArcTangentH, 1>(table);
  addFloats<math::Atan2Op, ArcTangent2, 2>(table);
}

void addMathEvaluations(EvaluationTable &table) {
  addExponentials(table);
  addTrigonometry(table);
  addFloats<math::AbsFOp, Absolute, 1>(table);
  addFloats<math::CeilOp, Ceiling, 1>(table);
  addFloats<math::FloorOp, Floor, 1>(table);
  addFloats<math::RoundOp, Round, 1>(table);
  addFloats<math::RoundEvenOp, RoundEven, 1>(table);
  addFloats<math::TruncOp, Truncate, 1>(table);
  addFloats<math::CopySignOp, CopySign, 2>(table);
  addFloats<math::FmaOp, FusedMultiplyAdd, 3>(table);
  addOp<math::AbsIOp, &runAbsolute>(table);
  addOp<math::CountLeadingZerosOp, &runLeadingZeros>(table);
  addOp<math::CountTrailingZerosOp, &runTrailingZeros>(table);
  addOp<math::CtPopOp, &runPopulation>(table);
  addOp<math::IsNaNOp, &runTest<isNaN>>(table);
  addOp<math::IsInfOp, &runTest<isInfinite>>(table);
  addOp<math::IsFiniteOp, &runTest<isFinite>>(table);
}

} // namespace mlir::relax::reference
