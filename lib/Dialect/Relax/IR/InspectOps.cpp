// Questions about a tensor's descriptor, answered at run time.
#include "Relax/Dialect/Relax/IR/InspectOps.h"

#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/InspectOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerInspectOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/InspectOps.cpp.inc"
      >();
}

int64_t getDLPackCode(Type element) {
  constexpr int64_t kUnsigned = 1, kFloat = 2, kBFloat = 4, kComplex = 5,
                    kBool = 6;
  return llvm::TypeSwitch<Type, int64_t>(element)
      .Case([](Float8E3M4Type) { return 7; })
      .Case([](Float8E4M3Type) { return 8; })
      .Case([](Float8E4M3B11FNUZType) { return 9; })
      .Case([](Float8E4M3FNType) { return 10; })
      .Case([](Float8E4M3FNUZType) { return 11; })
      .Case([](Float8E5M2Type) { return 12; })
      .Case([](Float8E5M2FNUZType) { return 13; })
      .Case([](Float8E8M0FNUType) { return 14; })
      .Case([](BFloat16Type) { return kBFloat; })
      .Case([](FloatType) { return kFloat; })
      .Case([](ComplexType) { return kComplex; })
      .Default([](Type type) {
        if (type.isInteger(1))
          return kBool;
        return type.isUnsignedInteger() ? kUnsigned : 0;
      });
}

int64_t getDLPackBits(Type element) {
  if (element.isIndex())
    return 64;
  auto complex = dyn_cast<ComplexType>(element);
  int64_t bits = complex ? 2 * complex.getElementType().getIntOrFloatBitWidth()
                         : element.getIntOrFloatBitWidth();
  return bits == 1 ? 8 : bits;
}

/// R1 of the ops that take an axis.
static LogicalResult verifyAxis(Operation *op, Value tensor, Value axis) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  APInt value;
  if (!type || !matchPattern(axis, m_ConstantInt(&value)))
    return success();
  // R1: the axis exists.
  if (value.isNegative() || value.uge(type.getRank()))
    return emitRuleError(op, 1, "expects an axis below the rank ")
           << type.getRank() << ", found " << value.getSExtValue();
  return success();
}

LogicalResult InspectTensorShapeIOp::verify() {
  return verifyAxis(*this, getTensor(), getAxis());
}

LogicalResult InspectTensorStrideIOp::verify() {
  return verifyAxis(*this, getTensor(), getAxis());
}

} // namespace mlir::relax
