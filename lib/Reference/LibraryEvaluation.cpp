// Functions of the C library that a program calls by their names.
#include "CallSite.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cmath>

namespace mlir::relax::reference {

/// Computes a function of one number or two.
using LibraryFunction = void (*)(Scalar &result, Scalar x, Scalar y);

namespace {
/// A function and its types.
struct Known {
  LibraryFunction run = nullptr;
  /// 32 or 64.
  unsigned bits = 32;
  unsigned count = 1;
  /// Whether the last number is an integer.
  bool hasInteger = false;
};
} // namespace

template <float (*function)(float)>
static void runUnary(Scalar &result, Scalar x, Scalar) {
  result.f = function(x.f);
}

// C's ldexp takes an int, and a program may pass an i64: 2^32 cut to an int
// would be 0.
static int getPower(Scalar power) {
  // More than any exponent, and less than what an int holds.
  constexpr int64_t kMax = 1 << 20;
  return static_cast<int>(std::clamp(power.i, -kMax, kMax));
}

static Known findFunction(StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Case("erff", {&runUnary<&std::erf>})
      .Case("expf", {&runUnary<&std::exp>})
      .Case("logf", {&runUnary<&std::log>})
      .Case("sqrtf", {&runUnary<&std::sqrt>})
      .Case("tanhf", {&runUnary<&std::tanh>})
      .Case("hypotf", {[](Scalar &result, Scalar x, Scalar y) {
                         result.f = std::hypot(x.f, y.f);
                       },
                       32, 2})
      .Case("hypot", {[](Scalar &result, Scalar x, Scalar y) {
                        result.d = std::hypot(x.d, y.d);
                      },
                      64, 2})
      .Case("nextafterf", {[](Scalar &result, Scalar x, Scalar y) {
                             result.f = std::nextafter(x.f, y.f);
                           },
                           32, 2})
      .Case("nextafter", {[](Scalar &result, Scalar x, Scalar y) {
                            result.d = std::nextafter(x.d, y.d);
                          },
                          64, 2})
      .Case("ldexpf", {[](Scalar &result, Scalar x, Scalar y) {
                         result.f = std::ldexp(x.f, getPower(y));
                       },
                       32, 2, true})
      .Case("ldexp", {[](Scalar &result, Scalar x, Scalar y) {
                        result.d = std::ldexp(x.d, getPower(y));
                      },
                      64, 2, true})
      .Default({});
}

static const Instruction *runFunction(Machine &machine, const Instruction *at) {
  auto function = *static_cast<const LibraryFunction *>(at->data);
  function(machine.scalars[at->result], machine.scalars[at->a],
           machine.scalars[at->b]);
  return at + 1;
}

LogicalResult compileLibraryCall(Operation *call, ProgramBuilder &builder) {
  auto op = cast<tir::CallExternOp>(call);
  Known known = findFunction(op.getCallee());
  auto isNumber = [&](Type type) {
    return known.bits == 32 ? type.isF32() : type.isF64();
  };
  bool isRight = known.run && op->getNumOperands() == known.count &&
                 op->getNumResults() == 1 &&
                 isNumber(op->getResult(0).getType());
  for (unsigned i = 0; isRight && i != known.count; ++i) {
    Type type = op->getOperand(i).getType();
    isRight = known.hasInteger && i + 1 == known.count
                  ? type.isInteger(32) || type.isInteger(64)
                  : isNumber(type);
  }
  if (!isRight)
    return op.emitOpError("cannot be interpreted: expected @")
           << op.getCallee()
           << " to be a function of the module or one that the interpreter "
              "knows";
  const LibraryFunction *kept = builder.keep(known.run);
  uint32_t first = builder.getIndex(op->getOperand(0));
  uint32_t last = builder.getIndex(op->getOperands().back());
  uint32_t result = builder.getIndex(op->getResult(0));
  Instruction &instruction = builder.emit(op, &runFunction);
  instruction.a = first;
  instruction.b = last;
  instruction.result = result;
  instruction.data = kept;
  return success();
}

} // namespace mlir::relax::reference
