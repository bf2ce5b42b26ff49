// Tuples: make one, take a field.
#include "Relax/Dialect/Relax/IR/TupleOps.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/TupleOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerTupleOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/TupleOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// TupleOp
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  // R1: the fields' types.
  auto inferred = TupleType::get(getContext(), getFields().getTypes());
  if (compareAssigned(inferred, getType()) == Proof::Different)
    return emitRuleError(*this, 1, "makes ")
           << inferred << ", expected its result to be that, found "
           << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// TupleGetItemOp
//===----------------------------------------------------------------------===//

LogicalResult TupleGetItemOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  auto tuple = dyn_cast<TupleType>(op.getTuple().getType());
  // R1: the field exists.
  if (!tuple || op.getIndex() >= tuple.size())
    return emitError(1) << "takes field " << op.getIndex() << " of "
                        << op.getTuple().getType() << ", expected one of its "
                        << (tuple ? tuple.size() : 0) << " fields";
  // R2: the field's type.
  types.push_back(tuple.getType(op.getIndex()));
  return success();
}

OpFoldResult TupleGetItemOp::fold(FoldAdaptor) {
  auto tuple = getTuple().getDefiningOp<TupleOp>();
  if (!tuple || tuple.getFields()[getIndex()].getType() != getType())
    return {};
  return tuple.getFields()[getIndex()];
}

} // namespace mlir::relax
