// Let a reduction start with what is joined to its result.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_FUSEEPILOGUE_H
#define RELAX_DIALECT_TIR_SCHEDULE_FUSEEPILOGUE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// Let `reduction` write what `epilogue` makes of its result, by joining that
/// with something: the reduction starts with this. The epilogue and the buffer
/// between them go away. Fails with an error unless the reduction, whose
/// result nothing else uses, joins its steps with the same op, which may do
/// them in any order, both blocks run over the same elements, and nothing that
/// is passed has to do with what the epilogue reads and writes.
LogicalResult fuseReductionEpilogue(RewriterBase &rewriter, BlockOp reduction,
                                    BlockOp epilogue);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_FUSEEPILOGUE_H
