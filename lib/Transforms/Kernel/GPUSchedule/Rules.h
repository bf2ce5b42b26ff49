// The rules of `tir-default-gpu-schedule`: how a kind of nest runs on a GPU.
//
// To add a rule: write `bool scheduleNoun(Operation *root, const GPUChip
// &chip, ScheduleWriter *writer)` in a file of its own, `Noun.cpp`, next to
// this header; declare it below; name it in the table in
// `DefaultGPUSchedule.cpp`, in front of those that take more than it does; add
// `Noun.cpp` to CMakeLists.txt, and a lit test
// `test/Transforms/Kernel/gpu-schedule-noun.mlir`.
//
// The driver has inlined what is cheaper to compute again. Then it goes over
// the ops at the top of the function, in their order; for each that is not
// bound to threads yet it asks the rules, the first of which that says yes has
// done it. What a rule binds begins with a loop over `blockIdx`: each such loop
// at the top is a kernel, and kernels run one after the other.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RULES_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RULES_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Support/GPUTarget.h"

namespace mlir::tir {

class ScheduleWriter;

/// What a kernel may use of the chip it is for.
struct GPUChip {
  /// The chip; null for what each GPU has.
  relax::TargetInfo target;
  /// Threads of a block: what the fallback takes, and at most.
  int64_t threads = 256;
  int64_t maxThreads = relax::GPUTarget::kMaxBlockThreads;
  /// Whether operands of f32 may be rounded to 10 mantissa bits.
  bool roundsFloats = false;
  /// Bytes of shared memory that a block may have without asking for more.
  int64_t sharedBytes = kDefaultSharedBytes;
  /// The same with asking.
  int64_t maxSharedBytes = kDefaultSharedBytes;
  /// Multiprocessors, each of which wants a block: those of the target, else as
  /// many as a large chip has.
  int64_t cores = 128;

  bool hasMatrix(Type type) const { return target && target.hasMatrix(type); }
  bool hasAsyncCopy() const { return target && target.hasAsyncCopy(); }
  bool hasWarpgroup() const { return target && target.hasWarpgroup(); }
};

/// Binds the nest whose outermost op is `root`, and those behind it at the top
/// of the function that it takes in, to blocks and threads. Gives false, with
/// the program as it was and nothing said, where it does not fit: it looks
/// first and never fails half way. Nests that it took are erased, bound, or
/// replaced by others, about which rules are asked next; ops in front of `root`
/// stay.
/// Where there is a `writer`, the steps go to it, each before it is done.
using GPURule = bool (*)(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer);

/// Sums of products, their softmax, and sums of products of that, as attention:
/// tiles of keys, with the greatest score and the sum of each row so far.
bool scheduleAttention(Operation *root, const GPUChip &chip,
                       ScheduleWriter *writer);

/// A sum of products with rows and columns, as a matrix product or a
/// convolution: tiles in shared memory, sums in registers; with the nest behind
/// it that uses the result element by element.
bool scheduleMatmul(Operation *root, const GPUChip &chip,
                    ScheduleWriter *writer);
/// The same by tensor cores, where a chip has them for what the factors are: of
/// f16 and bf16, accumulated as f32, of i8, as i32, and of f32 where that may
/// be rounded. Not without a named chip.
bool scheduleTensorMatmul(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer);
/// The same by warpgroups, where the chip has their products, for those of many
/// rows and columns whose operands lie in memory in chunks of 16 bytes.
bool scheduleWarpgroupMatmul(Operation *root, const GPUChip &chip,
                             ScheduleWriter *writer);

/// A nest that says in which group a row is, and the product behind it, whose
/// rhs is another matrix for each group of rows (mixture of experts): tiles of
/// each group, in one kernel, by one of the three rules above.
bool scheduleGroupedMatmul(Operation *root, const GPUChip &chip,
                           ScheduleWriter *writer);

/// Products for tensor cores with few tiles and a long reduction dimension
/// (split-K): that is cut into parts, each of which is a product in front of
/// the nest that is left. Other rules take both.
bool scheduleSplitMatmul(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer);

/// Reductions of a few elements, as windows of depthwise convolutions and
/// pools, where there are many: a thread has a few neighbouring results in
/// registers.
bool scheduleWindow(Operation *root, const GPUChip &chip,
                    ScheduleWriter *writer);

/// Reductions of few, long rows: rows are cut into pieces, each of which is a
/// row of a nest in front of the one that is left. Other rules take both.
bool scheduleSplitReduction(Operation *root, const GPUChip &chip,
                            ScheduleWriter *writer);

/// Reductions, with what stands before and behind them: the nests that go over
/// the same rows are one kernel, in which the threads of a block share a row or
/// a few. Sums, matrix times vector, softmax, norms; not where tiles of several
/// rows would load less.
bool scheduleGeneralReduction(Operation *root, const GPUChip &chip,
                              ScheduleWriter *writer);

/// Running sums, products and the like along rows: the threads of a block scan
/// a tile of a row together, then the next one; not rows of a few elements, nor
/// many rows that are neighbours in memory.
bool scheduleScan(Operation *root, const GPUChip &chip, ScheduleWriter *writer);

/// Ranks of elements in rows, and the nests that store by these: a sort in
/// shared memory of rows, or runs of these, that a block has room for.
bool scheduleSort(Operation *root, const GPUChip &chip, ScheduleWriter *writer);

/// Blocks that write along another axis than they read along, by tiles in
/// shared memory.
bool scheduleTranspose(Operation *root, const GPUChip &chip,
                       ScheduleWriter *writer);

/// Blocks that go along memory, all buffers alike, of many elements: a thread
/// loads and stores 128 bits at once.
bool scheduleElementwise(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer);

/// One thread for each value of the spatial iterators of a nest around one
/// block, one thread for all of anything else. Always true.
bool scheduleFallback(Operation *root, const GPUChip &chip,
                      ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RULES_H
