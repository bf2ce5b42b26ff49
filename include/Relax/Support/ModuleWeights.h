// Weights in a file beside the module's.
#ifndef RELAX_SUPPORT_MODULEWEIGHTS_H
#define RELAX_SUPPORT_MODULEWEIGHTS_H

#include "Relax/Support/Safetensors.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// The attribute of a module that names the safetensors file, in the module's
/// folder, with the data of those of its resources that have none.
inline constexpr llvm::StringLiteral kWeightsAttr = "relax.weights";

/// The tensor of a file as a resource of that name, mapped and not copied; an
/// error at `loc` if it has not the type `type`. The file has the tensor.
FailureOr<DenseResourceElementsAttr> getStoredConstant(const Safetensors &file,
                                                       llvm::StringRef name,
                                                       RankedTensorType type,
                                                       Location loc);

/// Gives each resource of `module` without data what the safetensors file at
/// `path` has under the resource's name, mapped and not copied. A resource that
/// the file lacks, or has with another type, is an error. The module no longer
/// names a file then.
LogicalResult loadWeights(ModuleOp module, llvm::StringRef path);

/// Does the same with the file that `module` names, if it names one. It must
/// lie in the folder of `modulePath`, where the module was read.
LogicalResult loadNamedWeights(ModuleOp module, llvm::StringRef modulePath);

/// Frees the data of resources that nothing in the module refers to, such as
/// weights whose transposed copies have taken their place. Only for the owner
/// of the context: another module in it loses its data.
void releaseUnusedWeights(ModuleOp module);

/// How many resources of a context have data: as long as it stays the same,
/// there is nothing new to release.
size_t countHeldWeights(MLIRContext *context);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_MODULEWEIGHTS_H
