// Sizes that only the run time knows, as symbols.
#ifndef RELAX_LIB_IMPORT_RUNTIMESHAPE_H
#define RELAX_LIB_IMPORT_RUNTIMESHAPE_H

#include "NodeImport.h"

namespace mlir::relax {

/// The sizes of `value`, null where they are unknown.
SmallVector<SymExprAttr> getKnownDims(NodeImport &node, Value value);
/// The size of one axis; 0 of what failed, and an error of what has no such.
SymExprAttr getKnownDim(NodeImport &node, Value value, int64_t axis);

/// `value`, each of whose unknown sizes has a new symbol. Null stays null.
Value giveSymbols(NodeImport &node, Value value);

/// The numbers of the rank-1 tensor `numbers` as a shape, each of whose sizes
/// has a new symbol; an error if the number of sizes is unknown.
Value readShape(NodeImport &node, Value numbers);

/// The numbers of input `input`, a list or a single one, as sizes: expressions
/// where import knows these, else new symbols. Empty after an error.
SmallVector<SymExprAttr> readSizes(NodeImport &node, unsigned input);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_RUNTIMESHAPE_H
