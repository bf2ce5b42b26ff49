// The models of upstream's interfaces, a file for each.
#ifndef RELAX_LIB_DIALECT_RELAX_INTERFACES_INTERFACEMODELS_H
#define RELAX_LIB_DIALECT_RELAX_INTERFACES_INTERFACEMODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::relax {

/// Each attaches its models to the operators of a context that has relax.
void attachSharding(MLIRContext &context);
void attachTiling(MLIRContext &context);
void attachValueBounds(MLIRContext &context);

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_INTERFACES_INTERFACEMODELS_H
