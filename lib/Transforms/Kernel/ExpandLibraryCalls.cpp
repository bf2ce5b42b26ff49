// Replace calls of the C library's functions by what computes the same.
//
//   hypot      the root of a sum of squares: for f32 in f64, where nothing
//              overflows; for f64 of numbers that a power of two has moved
//   ldexp      a product with a power of two, or three of them where f64 holds
//              no such power: no step but the last one rounds
//   nextafter  the next bits
//
// An external call blocks fusion and keeps a program on the host
// (`runsOnDevices`).
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>

namespace mlir::relax {
#define GEN_PASS_DEF_EXPANDLIBRARYCALLSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {

/// Writes a function of numbers of one type.
class LibraryMath {
public:
  explicit LibraryMath(tir::CallExternOp call)
      : b(call.getLoc(), call), type(call.getResult(0).getType()),
        bits(type.getIntOrFloatBitWidth()), integer(b.getIntegerType(bits)) {}

  Value hypot(Value x, Value y);
  Value nextAfter(Value x, Value y);
  Value scale(Value x, Value power);

private:
  Value number(Type of, double value) {
    return arith::ConstantOp::create(b, b.getFloatAttr(of, value));
  }
  Value whole(Type of, int64_t value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(of, value));
  }
  Value compare(arith::CmpFPredicate how, Value x, Value y) {
    return arith::CmpFOp::create(b, how, x, y);
  }
  Value compare(arith::CmpIPredicate how, Value x, Value y) {
    return arith::CmpIOp::create(b, how, x, y);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value multiply(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value addSquares(Value x, Value y);
  Value hypotOfWide(Value x, Value y);
  Value makePower(Value exponent);

  ImplicitLocOpBuilder b;
  Type type;
  unsigned bits;
  Type integer;
};

} // namespace

/// One multiplication and its addition are rounded once by the fused operation,
/// so the sum of squares has two roundings and not three.
Value LibraryMath::addSquares(Value x, Value y) {
  return math::SqrtOp::create(b, math::FmaOp::create(b, x, x, multiply(y, y)));
}

// Squares of what is above 2^500 overflow, those of what is below 2^-500 are
// inexact; what is that much smaller than the other one does not count.
Value LibraryMath::hypotOfWide(Value x, Value y) {
  Value larger = arith::MaxNumFOp::create(b, x, y);
  Value isLarge =
      compare(arith::CmpFPredicate::OGT, larger, number(type, 0x1p500));
  Value isSmall =
      compare(arith::CmpFPredicate::OLT, larger, number(type, 0x1p-500));
  Value one = number(type, 1);
  // The power of two is exact, so moving numbers there and back rounds nothing
  // unless the result is subnormal.
  auto choose = [&](double ifLarge, double ifSmall) {
    return select(isLarge, number(type, ifLarge),
                  select(isSmall, number(type, ifSmall), one));
  };
  Value moves = choose(0x1p-600, 0x1p600), back = choose(0x1p600, 0x1p-600);
  return multiply(addSquares(multiply(x, moves), multiply(y, moves)), back);
}

// Of infinity and anything, NaN as well, it is infinity.
Value LibraryMath::hypot(Value x, Value y) {
  x = math::AbsFOp::create(b, x);
  y = math::AbsFOp::create(b, y);
  Value infinity = number(type, std::numeric_limits<double>::infinity());
  Value isInfinite =
      arith::OrIOp::create(b, compare(arith::CmpFPredicate::OEQ, x, infinity),
                           compare(arith::CmpFPredicate::OEQ, y, infinity));
  Value root;
  // 24 bits squared are 48, which f64 holds exactly; the sum is rounded at 53
  // bits and again at 24.
  if (type.isF32()) {
    Type wide = b.getF64Type();
    root =
        arith::TruncFOp::create(b, type,
                                addSquares(arith::ExtFOp::create(b, wide, x),
                                           arith::ExtFOp::create(b, wide, y)));
  } else {
    root = hypotOfWide(x, y);
  }
  return select(isInfinite, infinity, root);
}

// Bits of floats of one sign are in the order of the floats. One step in the
// integer is the next float, in the direction away from zero. Which direction
// that is depends on the signs, and at zero the sign changes, so zero has a
// case of its own: the least subnormal with the sign of y.
Value LibraryMath::nextAfter(Value x, Value y) {
  Value zero = number(type, 0);
  Value here = arith::BitcastOp::create(b, integer, x);
  Value isUp = compare(arith::CmpFPredicate::OLT, x, y);
  Value isPositive = compare(arith::CmpFPredicate::OGT, x, zero);
  Value grows = compare(arith::CmpIPredicate::eq, isUp, isPositive);
  Value step = select(grows, whole(integer, 1), whole(integer, -1));
  Value next =
      arith::BitcastOp::create(b, type, arith::AddIOp::create(b, here, step));
  // C says that equal arguments give y, as -0 and 0 do.
  Value sign = arith::AndIOp::create(
      b, arith::BitcastOp::create(b, integer, y),
      whole(integer, static_cast<int64_t>(~uint64_t(0) << (bits - 1))));
  Value fromZero = arith::BitcastOp::create(
      b, type, arith::OrIOp::create(b, sign, whole(integer, 1)));
  next = select(compare(arith::CmpFPredicate::OEQ, x, zero), fromZero, next);
  next = select(compare(arith::CmpFPredicate::OEQ, x, y), y, next);
  // Adding makes a NaN of either, quiet, with its bits, as C wants.
  return select(compare(arith::CmpFPredicate::UNO, x, y),
                arith::AddFOp::create(b, x, y), next);
}

// Two to the power of an integer that an f64 has as its exponent.
Value LibraryMath::makePower(Value exponent) {
  Type wide = b.getI64Type();
  // 1023 is the bias and 52 the bits of the mantissa of f64. The exponent must
  // be in [-1022, 1023], for at -1023 the bits mean zero.
  Value biased = arith::AddIOp::create(b, exponent, whole(wide, 1023));
  return arith::BitcastOp::create(
      b, b.getF64Type(), arith::ShLIOp::create(b, biased, whole(wide, 52)));
}

// The smallest number times 2^2098 is the largest power of two; what is beyond
// gives the same as the bounds.
Value LibraryMath::scale(Value x, Value power) {
  Type wide = b.getI64Type();
  if (power.getType().getIntOrFloatBitWidth() < 64)
    power = arith::ExtSIOp::create(b, wide, power);
  auto within = [&](Value value, int64_t first, int64_t last) -> Value {
    value = arith::MaxSIOp::create(b, value, whole(wide, first));
    return arith::MinSIOp::create(b, value, whole(wide, last));
  };
  // An f32 times 2^400 is beyond f32 whatever it was (the least one is 2^-149),
  // times 2^-400 it is 0: further powers change nothing. In f64 all these
  // products are exact, so only the truncation rounds.
  if (type.isF32()) {
    Value product = multiply(arith::ExtFOp::create(b, b.getF64Type(), x),
                             makePower(within(power, -400, 400)));
    return arith::TruncFOp::create(b, type, product);
  }
  // A step down leaves 53 bits above the least number if the result is not 0.
  // Multiplying into the subnormal range rounds. Rounding twice there gives
  // another result than rounding once, so intermediate steps stay 53 bits above
  // it, and the last step alone rounds.
  constexpr int64_t kMax = 1023, kMin = -1022, kDown = kMin + 53;
  Value rest = within(power, -2200, 2200);
  for (int step = 0; step != 2; ++step) {
    Value up =
        select(compare(arith::CmpIPredicate::sgt, rest, whole(wide, kMax)),
               whole(wide, kMax), whole(wide, 0));
    Value part =
        select(compare(arith::CmpIPredicate::slt, rest, whole(wide, kMin)),
               whole(wide, kDown), up);
    x = multiply(x, makePower(part));
    rest = arith::SubIOp::create(b, rest, part);
  }
  return multiply(x, makePower(rest));
}

static Value expand(tir::CallExternOp call, StringRef name) {
  LibraryMath math(call);
  Value x = call.getArgs()[0], y = call.getArgs()[1];
  if (name == "hypot")
    return math.hypot(x, y);
  return name == "ldexp" ? math.scale(x, y) : math.nextAfter(x, y);
}

// The function that a call is of, without the letter of its type; empty if it
// is none of these, or is the module's own. A function of the module by that
// name shadows the library's.
static StringRef findFunction(tir::CallExternOp call) {
  if (call.getArgs().size() != 2 || call.getNumResults() != 1 ||
      SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()))
    return {};
  Type type = call.getResult(0).getType();
  StringRef name = call.getCallee();
  if (type.isF32() ? !name.consume_back("f") : !type.isF64())
    return {};
  Type second = call.getArgs()[1].getType();
  bool isRight = call.getArgs()[0].getType() == type &&
                 (name == "ldexp" ? second.isInteger(32) || second.isInteger(64)
                                  : second == type);
  return isRight && llvm::is_contained({"hypot", "ldexp", "nextafter"}, name)
             ? name
             : StringRef();
}

namespace {
struct ExpandLibraryCallsPass
    : impl::ExpandLibraryCallsPassBase<ExpandLibraryCallsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<tir::CallExternOp> calls;
    getOperation().walk([&](tir::CallExternOp call) {
      if (!findFunction(call).empty())
        calls.push_back(call);
    });
    if (calls.empty())
      return markAllAnalysesPreserved();
    for (tir::CallExternOp call : calls) {
      call.getResult(0).replaceAllUsesWith(expand(call, findFunction(call)));
      call.erase();
    }
  }
};
} // namespace

} // namespace mlir::relax
