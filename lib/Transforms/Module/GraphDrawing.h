// Functions of the graph level as a drawing for Graphviz.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_GRAPHDRAWING_H
#define RELAX_LIB_TRANSFORMS_MODULE_GRAPHDRAWING_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// Write the functions of `module` in the language of `dot`.
void writeGraphDrawing(ModuleOp module, llvm::raw_ostream &os);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_GRAPHDRAWING_H
