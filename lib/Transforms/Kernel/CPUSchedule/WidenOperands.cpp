// Convert an operand of narrow floats once, in front of a reduction.
//
// A product of f16 or bf16 has sums of f32. An element of the lhs is multiplied
// by a vector of columns, so in the innermost loop one conversion stands beside
// one or two multiplications, and takes longer than these (AVX2: a move, a
// conversion and a broadcast instead of a broadcast that is part of the load).
// In front of the loops it is one for a whole row of columns. What moves with
// the columns is converted as vectors, or with its panel (ChooseTile.cpp).
#include "WidenOperands.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"
#include "Relax/Support/CollectError.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// The one conversion that uses a load; null if there are other uses.
static arith::ExtFOp getWidening(Operation *load) {
  return load->hasOneUse() ? dyn_cast<arith::ExtFOp>(*load->user_begin())
                           : arith::ExtFOp();
}

// The iterator along which the results are contiguous, if they are as many as
// pay for a copy of what is the same for all of them.
static std::optional<unsigned> findColumn(Reduction &reduction) {
  constexpr int64_t kMinColumns = 32;
  ElementAccess out{reduction.store, reduction.out,
                    reduction.store.getIndices(), true};
  for (unsigned iter : reduction.spatial)
    if (getStride(reduction.nest.block, out, iter) == 1) {
      std::optional<int64_t> extent = reduction.nest.getConstantExtent(iter);
      return !extent || *extent >= kMinColumns ? std::optional(iter)
                                               : std::nullopt;
    }
  return std::nullopt;
}

// What is the same for all columns, or for all of a group, and converted at
// once.
static SmallVector<memref::LoadOp> findNarrowLoads(Reduction &reduction) {
  SmallVector<memref::LoadOp> loads;
  std::optional<unsigned> column = findColumn(reduction);
  if (!column)
    return loads;
  Type sum = cast<MemRefType>(reduction.out.getType()).getElementType();
  for (const ElementAccess &input : reduction.getInputs()) {
    arith::ExtFOp widening = getWidening(input.op);
    if (widening && widening.getType() == sum &&
        (isInvariant(reduction.nest.block, input, *column) ||
         isShared(reduction.nest, input, *column)))
      loads.push_back(cast<memref::LoadOp>(input.op));
  }
  return loads;
}

// The block that writes a buffer which is made for these reads only. Views and
// loads of vectors keep the buffer's type.
static BlockOp findOwnWriter(memref::LoadOp load) {
  if (!load.getMemRef().getDefiningOp<memref::AllocOp>() ||
      findTypedUser(load.getMemRef()))
    return {};
  auto reader = load->getParentOfType<BlockOp>();
  BlockOp writer;
  for (Operation *user : load.getMemRef().getUsers()) {
    auto other = dyn_cast<memref::LoadOp>(user);
    if (other && other->getParentOfType<BlockOp>() != reader)
      return {};
    auto block = dyn_cast<BlockOp>(user);
    if (block && block != reader &&
        llvm::is_contained(block.getWrites(), load.getMemRef()))
      writer = block;
  }
  return writer;
}

static unsigned getNumber(ValueRange buffers, Value buffer) {
  return std::distance(buffers.begin(), llvm::find(buffers, buffer));
}

static void setWide(BlockOp writer, Value buffer, Type type,
                    ScheduleWriter *script) {
  unsigned number = getNumber(writer.getWrites(), buffer);
  if (script)
    script->write<schedule::UnsafeSetDtypeOp>(script->find(writer), number,
                                              type);
  (void)setElementType(writer, number, type);
}

// The block that copies what is read; null, with no change, where it is no
// simple part of the buffer.
static BlockOp copyOperand(memref::LoadOp load, ScheduleWriter *script) {
  auto block = load->getParentOfType<BlockOp>();
  unsigned number = getNumber(block.getReads(), load.getMemRef());
  if (number == block.getReads().size())
    return {};
  Operation *last = script ? script->getLast() : nullptr;
  if (script) {
    Value handle = script->find(block);
    script->write<schedule::CacheReadOp>(handle.getType(), handle, number,
                                         "global");
  }
  // That there is no such copy is no error of the program.
  FailureOr<BlockOp> copy = failure();
  relax::collectError(block.getContext(),
                      [&] { copy = cacheRead(block, number, "global"); });
  if (failed(copy) && script)
    script->eraseAfter(last);
  return failed(copy) ? BlockOp() : *copy;
}

static void widen(memref::LoadOp load, ScheduleWriter *script) {
  // Another load of the same buffer has brought the copy.
  arith::ExtFOp widening = getWidening(load);
  if (!widening)
    return;
  Type type = widening.getType();
  if (BlockOp writer = findOwnWriter(load))
    return setWide(writer, load.getMemRef(), type, script);
  if (BlockOp copy = copyOperand(load, script))
    setWide(copy, copy.getWrites().front(), type, script);
}

void widenOperands(FuncOp func, ScheduleWriter *writer) {
  SmallVector<Operation *> roots;
  for (Operation &op : func.getBody().front())
    if (isa<ForOp, BlockOp>(op))
      roots.push_back(&op);
  for (Operation *root : roots) {
    FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
    if (failed(nest))
      continue;
    FailureOr<Reduction> reduction = matchReduction(*nest, nullptr);
    if (failed(reduction))
      continue;
    for (memref::LoadOp load : findNarrowLoads(*reduction))
      widen(load, writer);
  }
}

} // namespace mlir::tir
