// How operators pass sums on.
//
// In exact numbers: in floats the sum is rounded in another order, as that of
// workers is anyway. Conversions are none of these, since one to integers drops
// the fractions of each addend.
#include "Relax/Dialect/Relax/Interfaces/LinearOperands.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

Linearity getLinearity(Operation *op, unsigned operand) {
  // Sums of narrow integers that become wide ones would not wrap any more.
  if (op->getNumResults() != 1 ||
      getElementTypeOrSelf(op->getOperand(operand)) !=
          getElementTypeOrSelf(op->getResult(0)))
    return Linearity::None;
  // A quotient of integers is rounded.
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  auto onlyFirst = [&](bool isLinear) {
    return operand == 0 && isLinear ? Linearity::Alone : Linearity::None;
  };
  return TypeSwitch<Operation *, Linearity>(op)
      .Case<AddOp, SubtractOp, ConcatOp>(
          [](auto) { return Linearity::Together; })
      .Case<MultiplyOp, MatmulOp>([](auto) { return Linearity::Alone; })
      .Case<DivideOp, MeanOp>([&](auto) { return onlyFirst(isFloat); })
      .Case<NegativeOp, SumOp, PermuteDimsOp, ReshapeOp, FlattenOp,
            BatchFlattenOp, ExpandDimsOp, SqueezeOp, BroadcastToOp, FlipOp,
            StridedSliceOp, TakeOp>([&](auto) { return onlyFirst(true); })
      // One that stands for a reshape or a broadcast.
      .Case([&](UnrealizedConversionCastOp) {
        return onlyFirst(getOperatorName(op) != op->getName().getStringRef());
      })
      .Default([](Operation *) { return Linearity::None; });
}

} // namespace mlir::relax
