// What says that an operator keeps its layout.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_KEPTLAYOUT_H
#define RELAX_LIB_TRANSFORMS_GRAPH_KEPTLAYOUT_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// The attribute that relax-choose-layout puts on operators which
/// relax-convert-layout shall leave as they are, and takes away again.
constexpr llvm::StringLiteral kKeepsLayout = "relax.keeps_layout";

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_KEPTLAYOUT_H
