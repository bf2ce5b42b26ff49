// One place for an op's type rules: builders, verifier and refinement use it.
#ifndef RELAX_DIALECT_RELAX_IR_TYPERULES_H
#define RELAX_DIALECT_RELAX_IR_TYPERULES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::relax {

/// Begins an error at the op whose rules are being checked.
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// Whether no type on the left provably differs from that on the right.
bool mayBeEqual(TypeRange lhs, TypeRange rhs);

/// Reports declared result types that provably contradict the inferred ones.
LogicalResult verifyDeclaredTypes(Operation *op, ArrayRef<Type> inferred);

/// Begins an error at `location` that names `op`; without a location the error
/// goes nowhere.
InFlightDiagnostic emitRuleError(std::optional<Location> location,
                                 StringRef op);

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
    auto emitError = [&] {
      return emitRuleError(location, ConcreteOp::getOperationName());
    };
    return ConcreteOp::inferTypes(adaptor, emitError, types);
  }

  /// The rules hold, and the declared types do not contradict them.
  static LogicalResult verifyTrait(Operation *op) {
    SmallVector<Type> inferred;
    auto emitError = [op] { return op->emitOpError(); };
    typename ConcreteOp::Adaptor adaptor(llvm::cast<ConcreteOp>(op));
    if (failed(ConcreteOp::inferTypes(adaptor, emitError, inferred)))
      return failure();
    return verifyDeclaredTypes(op, inferred);
  }
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TYPERULES_H
