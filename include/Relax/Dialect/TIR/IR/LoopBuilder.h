// Loops of a schedule: parallel tasks, tiles of an axis, unrolled bodies.
#ifndef RELAX_DIALECT_TIR_IR_LOOPBUILDER_H
#define RELAX_DIALECT_TIR_IR_LOOPBUILDER_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// Writes what runs for one index or several.
using IndexBody = llvm::function_ref<void(OpBuilder &, ValueRange)>;
/// Writes what runs for one tile of an axis: its start and its static width.
using TileBody = llvm::function_ref<void(OpBuilder &, Value, int64_t)>;

/// The constant that `value` is, if it is one.
std::optional<int64_t> getConstantIndex(Value value);

/// A constant index.
Value indexConstant(OpBuilder &builder, Location loc, int64_t value);

/// Arithmetic on indices; constants are folded.
Value addIndex(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value mulIndex(OpBuilder &builder, Location loc, Value lhs, Value rhs);
/// `ceil(value / divisor)` of sizes.
Value ceilDivIndex(OpBuilder &builder, Location loc, Value value,
                   int64_t divisor);

/// The product of sizes.
Value getTotal(OpBuilder &builder, Location loc, ValueRange extents);
/// The indices below `extents` that `number` counts, the last one fastest; none
/// where there are no extents.
SmallVector<Value> splitIndex(OpBuilder &builder, Location loc, Value number,
                              ValueRange extents);

/// A loop over [0, extent); none where the extent is 1.
void buildLoop(OpBuilder &builder, Location loc, ForKind kind, Value extent,
               IndexBody body);
void buildLoop(OpBuilder &builder, Location loc, ForKind kind, int64_t extent,
               IndexBody body);

/// Serial loops over [0, extent) each, the first outermost.
void buildLoops(OpBuilder &builder, Location loc, ValueRange extents,
                IndexBody body);

/// How much work makes a task worth a thread of its own, in scalar steps.
inline constexpr int64_t kParallelGrain = 32768;

/// How many of `number` pieces of work, each of so many steps, make a task; if
/// the number is known, an even number of tasks of one size. Nullopt where all
/// of them are not worth two.
std::optional<int64_t> chooseTaskSize(std::optional<int64_t> number,
                                      int64_t steps);

/// Run `body` for each combination of indices below `extents`: in parallel, as
/// many in one piece as are worth a thread, or in serial loops where all of it
/// is not. `steps` estimates the work of one. `setup` is written once a piece.
void buildTasks(OpBuilder &builder, Location loc, ValueRange extents,
                int64_t steps, llvm::function_ref<void(OpBuilder &)> setup,
                IndexBody body);

/// Start of tile `number` of an axis, moved back where the last tile would
/// stick out. The axis is at least one tile long.
Value getTileStart(OpBuilder &builder, Location loc, Value number, Value extent,
                   int64_t width);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_LOOPBUILDER_H
