// What a reducer does to ops: each edit makes a program smaller, if not legal.
#ifndef RELAX_TOOLS_RELAX_REDUCE_REDUCTIONEDITS_H
#define RELAX_TOOLS_RELAX_REDUCE_REDUCTIONEDITS_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// Whether the op has a symbol's name, by which alone others refer to it.
bool isNamed(Operation *op);

/// Whether the op is neither a symbol nor the end of a block.
bool isErasable(Operation *op);

/// Erase those of the symbols `ops` that nothing which stays in `program`
/// refers to; recursive functions keep nobody alive. True if any was.
bool eraseUnusedSymbols(ArrayRef<Operation *> ops, Operation *program);

/// Erase those of `ops` whose results nothing uses, the last one first. True if
/// any was.
bool eraseUnusedOps(ArrayRef<Operation *> ops);

/// Take parameter `index` away from the function `op` and from its calls, if it
/// is unused and the function is only called. True if it was.
bool dropParameter(Operation *op, unsigned index, Operation *program);

/// Likewise result `index`, which no call may use.
bool dropResult(Operation *op, unsigned index, Operation *program);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_REDUCE_REDUCTIONEDITS_H
