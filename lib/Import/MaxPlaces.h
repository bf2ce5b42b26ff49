// Where a window of a pool has its greatest element.
#ifndef RELAX_LIB_IMPORT_MAXPLACES_H
#define RELAX_LIB_IMPORT_MAXPLACES_H

#include "SlidingWindow.h"

namespace mlir::relax {

/// The place of the first greatest element of each window, counted over the
/// whole first input; `result` is what the windows are arranged as. Along the
/// last two axes one counts by columns if `isColumnMajor`.
Value findMaxima(NodeImport &node, const SlidingWindow &window,
                 ArrayRef<SymExprAttr> result, bool isColumnMajor);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MAXPLACES_H
