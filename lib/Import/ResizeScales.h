// Resize by scales that only the run time knows.
#ifndef RELAX_LIB_IMPORT_RESIZESCALES_H
#define RELAX_LIB_IMPORT_RESIZESCALES_H

#include "NodeImport.h"
#include "ResizeTaps.h"

namespace mlir::relax {

/// The result of a resize of `axes` by the numbers of input `scalesInput`.
void resizeByScales(NodeImport &node, const ResizeMode &mode,
                    ArrayRef<int64_t> axes, unsigned scalesInput);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_RESIZESCALES_H
