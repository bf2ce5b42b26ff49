// Convert an operand of narrow floats once, in front of a reduction.
//
// A product of f16 or bf16 has sums of f32. An element of the lhs is multiplied
// by a vector of columns, so in the innermost loop one conversion stands beside
// one or two multiplications, and takes longer than these (AVX2: a move, a
// conversion and a broadcast instead of a broadcast that is part of the load).
// In front of the loops it is one for a whole row of columns. What moves with
// the columns is converted as vectors, or with its panel (ChooseTile.cpp).
#include "WidenOperands.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"
#include "Relax/Support/CollectError.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// The one conversion that uses a load; null if there are other uses.
static arith::ExtFOp getWidening(Operation *load) {
  return load->hasOneUse() ? dyn_cast<arith::ExtFOp>(*load->user_begin())
                           : arith::ExtFOp();
}

// The iterator along which the results are contiguous, if it has several
// values: a conversion for each element and vector of columns takes longer than
// a copy of what is the same for all of them, be they 2 or 31 (0.3 to 0.7 of
// the time, also where the copy is larger than the caches).
static std::optional<unsigned> findColumn(Reduction &reduction) {
  ElementAccess out{reduction.store, reduction.out,
                    reduction.store.getIndices(), true};
  for (unsigned iter : reduction.spatial)
    if (getStride(reduction.nest.block, out, iter) == 1)
      return reduction.nest.getConstantExtent(iter) == 1 ? std::nullopt
                                                         : std::optional(iter);
  return std::nullopt;
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

// Whether an element is read as part of several windows.
static bool isInWindows(BlockOp block, const ElementAccess &access) {
  return llvm::any_of(access.indices, [&](Value index) {
    AffineExpr expr = getIndexExpr(block, index);
    unsigned count = 0;
    for (unsigned iter = 0; expr && iter != block.getIters().size(); ++iter)
      count += expr.isFunctionOfDim(iter) ? 1 : 0;
    return count > 1;
  });
}

// What is the same for all columns, or for all of a group, and converted at
// once; and what a depthwise convolution or a pooling has a padded copy of,
// whose columns are converted for each place of a window else.
static SmallVector<memref::LoadOp> findNarrowLoads(Reduction &reduction) {
  SmallVector<memref::LoadOp> loads;
  std::optional<unsigned> column = findColumn(reduction);
  if (!column)
    return loads;
  Type sum = cast<MemRefType>(reduction.out.getType()).getElementType();
  for (const ElementAccess &input : reduction.getInputs()) {
    arith::ExtFOp widening = getWidening(input.op);
    if (!widening || widening.getType() != sum)
      continue;
    auto load = cast<memref::LoadOp>(input.op);
    BlockOp block = reduction.nest.block;
    if (isInvariant(block, input, *column) ||
        isShared(reduction.nest, input, *column) ||
        (isInWindows(block, input) && findOwnWriter(load)))
      loads.push_back(load);
  }
  return loads;
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

// A copy has a loop for each dimension but those of size 1, which iterators of
// a nest would have as well: it would be no nest, and get no vectors or tasks.
static void makeNest(BlockOp copy, ScheduleWriter *script) {
  if (succeeded(matchLoopNest(getOwnRoot(copy), nullptr)))
    return;
  dropConstantIters(copy);
  FailureOr<LoopNest> nest = matchLoopNest(getOwnRoot(copy), nullptr);
  if (failed(nest))
    return;
  if (script)
    script->write<schedule::SimplifyItersOp>(script->find(copy));
  simplifyNest(*nest);
}

static void widen(memref::LoadOp load, ScheduleWriter *script) {
  // Another load of the same buffer has brought the copy.
  arith::ExtFOp widening = getWidening(load);
  if (!widening)
    return;
  Type type = widening.getType();
  if (BlockOp writer = findOwnWriter(load))
    return setWide(writer, load.getMemRef(), type, script);
  if (BlockOp copy = copyOperand(load, script)) {
    setWide(copy, copy.getWrites().front(), type, script);
    makeNest(copy, script);
  }
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
