// One place for an op's type rules: builders, verifier and refinement use it.
#ifndef RELAX_DIALECT_RELAX_IR_TYPERULES_H
#define RELAX_DIALECT_RELAX_IR_TYPERULES_H

#include "Relax/Support/RuleError.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::relax {

/// Whether no type on the left provably differs from that on the right.
bool mayBeEqual(TypeRange lhs, TypeRange rhs);

/// Reports declared result types that provably contradict the inferred ones:
/// rules TYPE-1 (their number) and TYPE-2 (each of them).
LogicalResult verifyDeclaredTypes(Operation *op, ArrayRef<Type> inferred);

/// Derives inference and verification of types from `ConcreteOp::inferTypes`.
template <typename ConcreteOp>
class TypeRules : public OpTrait::TraitBase<ConcreteOp, TypeRules> {
public:
  /// InferTypeOpInterface.
  static LogicalResult
  inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                   ValueRange operands, DictionaryAttr attributes,
                   OpaqueProperties properties, RegionRange regions,
                   SmallVectorImpl<Type> &types) {
    typename ConcreteOp::Adaptor adaptor(operands, attributes, properties,
                                         regions);
    bool off = false;
    EmitError emitError(location, ConcreteOp::getOperationName(), &off);
    return success(
        succeeded(ConcreteOp::inferTypes(adaptor, emitError, types)) && !off);
  }

  /// The rules hold, and the declared types do not contradict them.
  static LogicalResult verifyTrait(Operation *op) {
    SmallVector<Type> inferred;
    bool off = false;
    EmitError emitError(op, &off);
    typename ConcreteOp::Adaptor adaptor(llvm::cast<ConcreteOp>(op));
    LogicalResult result = ConcreteOp::inferTypes(adaptor, emitError, inferred);
    if (off)
      return success();
    if (failed(result))
      return failure();
    return verifyDeclaredTypes(op, inferred);
  }
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TYPERULES_H
