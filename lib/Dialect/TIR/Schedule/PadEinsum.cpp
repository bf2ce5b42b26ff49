// Let a sum of products run over extents that are multiples:
//
//   for i < 5, k < 7: C[i] += A[i, k] * B[k]
//
// becomes, for multiples of 4,
//
//   for i < 8, k < 8: Ap[i, k] = (i < 5 and k < 7) ? A[i, k] : 0
//   for k < 8: Bp[k] = k < 7 ? B[k] : 0
//   for i < 8, k < 8: Cp[i] += Ap[i, k] * Bp[k]
//   for i < 5: C[i] = Cp[i]
#include "Relax/Dialect/TIR/Schedule/PadEinsum.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {
namespace {

/// A sum of products on its way to other extents.
class EinsumPadding {
public:
  EinsumPadding(BlockOp block, ArrayRef<int64_t> padding)
      : block(block), padding(padding), loc(block.getLoc()) {}

  LogicalResult check();
  void run();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, "pad");
  }
  LogicalResult checkNumbers();
  LogicalResult checkAccumulator();
  LogicalResult collectOperands(Value value);
  LogicalResult checkOperands();
  bool isPadded(unsigned iter);
  SmallVector<unsigned> getIters(OperandRange indices);
  Value buildPadded(OpBuilder &builder, memref::LoadOp load);
  void redirectOutput(OpBuilder &builder);

  BlockOp block;
  ArrayRef<int64_t> padding;
  Location loc;
  LoopNest nest;
  Accumulator accumulator;
  SmallVector<memref::LoadOp> operands;
  /// The extents of iterators before and after.
  SmallVector<Value> extents, padded;
};

} // namespace

bool EinsumPadding::isPadded(unsigned iter) {
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  return padding[iter] != 1 && (!extent || *extent % padding[iter] != 0);
}

LogicalResult EinsumPadding::checkNumbers() {
  constexpr int64_t kMaxPadding = 65536;
  if (padding.size() != block.getNumIters())
    return failPrecondition()
           << "expected " << block.getNumIters()
           << " numbers, one an iterator, found " << padding.size();
  for (int64_t number : padding)
    if (number < 1 || number > kMaxPadding)
      return failPrecondition() << "expected numbers from 1 to " << kMaxPadding
                                << ", found " << number;
  std::string why;
  FailureOr<LoopNest> found = matchLoopNest(getOwnRoot(block), &why);
  if (failed(found))
    return failPrecondition() << why;
  nest = *found;
  constexpr int64_t kMaxExtent = int64_t(1) << 40;
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    if (nest.getConstantExtent(i).value_or(0) > kMaxExtent)
      return failPrecondition()
             << "expected an extent of at most 2^40 of iterator #" << i
             << ": its multiple may be no index";
    if (!canCopyValue(block.getExtents()[i], nest.getRoot(), {}))
      return failPrecondition() << "expected the extent of iterator #" << i
                                << " to be known in front of its loops";
  }
  return success();
}

LogicalResult EinsumPadding::checkAccumulator() {
  std::optional<Accumulator> found = matchAccumulator(block);
  Operation *combiner =
      found ? getCombiner(found->load, found->store) : nullptr;
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(combiner))
    return failPrecondition() << "expected a sum that it starts itself, found "
                              << (combiner ? describe(combiner) : "none");
  accumulator = *found;
  if (!canCopyValue(accumulator.initStore.getValueToStore(), block, {}))
    return failPrecondition()
           << "expected one start value for all elements, found "
           << describe(accumulator.initStore.getValueToStore());
  if (accumulator.initStore.getIndices() != accumulator.store.getIndices() ||
      accumulator.initStore.getMemRef() != accumulator.store.getMemRef() ||
      !getResultIters(block, accumulator.store.getMemRef()))
    return failPrecondition()
           << "expected its result to be indexed by its spatial iterators, "
              "each one index, found "
           << describeIndices(block, accumulator.store.getMemRef());
  unsigned step = combiner->getOperand(0) == accumulator.load.getResult();
  return collectOperands(combiner->getOperand(step));
}

// The loads that a product is of, converted or not.
LogicalResult EinsumPadding::collectOperands(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<memref::LoadOp>(op)) {
    if (!llvm::is_contained(operands, load))
      operands.push_back(load);
    return success();
  }
  bool isProduct = isa_and_nonnull<arith::MulFOp, arith::MulIOp>(op);
  if (!isProduct &&
      !isa_and_nonnull<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
                       arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp,
                       arith::UIToFPOp>(op))
    return failPrecondition()
           << "expected it to add a product of elements, found "
           << describe(value);
  for (Value operand : op->getOperands())
    if (failed(collectOperands(operand)))
      return failure();
  return success();
}

// The iterators that indices are; empty where one is something else.
SmallVector<unsigned> EinsumPadding::getIters(OperandRange indices) {
  SmallVector<unsigned> iters;
  for (Value index : indices) {
    auto iter = dyn_cast<BlockArgument>(index);
    if (!iter || iter.getOwner() != block.getBody() ||
        llvm::is_contained(iters, iter.getArgNumber()))
      return {};
    iters.push_back(iter.getArgNumber());
  }
  return iters;
}

LogicalResult EinsumPadding::checkOperands() {
  TouchedBuffers touched = getTouchedBuffers(block);
  for (memref::LoadOp load : operands) {
    if (getIters(load.getIndices()).size() != load.getIndices().size()) {
      InFlightDiagnostic error =
          failPrecondition()
          << "expected it to read elements at iterators, each one index, found "
          << describe(ValueRange(load.getIndices()));
      error.attachNote(load.getLoc()) << "this op does otherwise";
      return error;
    }
    if (touched.mayWrite(load.getMemRef()) ||
        !canCopyValue(load.getMemRef(), nest.getRoot(), {}))
      return failPrecondition() << "expected it to read nothing that it writes "
                                   "or that is made in its loops, found "
                                << load.getMemRefType();
  }
  // One zero is enough for integers; a zero times an infinity is none.
  bool isFloat =
      isa<FloatType>(accumulator.store.getMemRefType().getElementType());
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    if (block.getIterKind(i) == IterKind::Spatial || !isPadded(i))
      continue;
    unsigned count = llvm::count_if(operands, [&](memref::LoadOp load) {
      return llvm::is_contained(getIters(load.getIndices()), i);
    });
    if (count == 0 || (isFloat && count != operands.size()))
      return failPrecondition()
             << "expected all factors to be elements of iterator #" << i
             << ", as a zero times one that is not finite would be added";
  }
  return success();
}

LogicalResult EinsumPadding::check() {
  return failure(failed(checkNumbers()) || failed(checkAccumulator()) ||
                 failed(checkOperands()));
}

static OpFoldResult toExtent(OpBuilder &builder, Value size) {
  if (std::optional<int64_t> known = getConstantIndex(size))
    return builder.getIndexAttr(*known);
  return size;
}

// A copy of what a load reads, with zeros behind.
Value EinsumPadding::buildPadded(OpBuilder &builder, memref::LoadOp load) {
  SmallVector<unsigned> iters = getIters(load.getIndices());
  if (llvm::none_of(iters, [&](unsigned iter) { return isPadded(iter); }))
    return {};
  Type element = load.getMemRefType().getElementType();
  SmallVector<OpFoldResult> sizes;
  for (unsigned iter : iters)
    sizes.push_back(toExtent(builder, padded[iter]));
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(element)));
  IRMapping mapping;
  Value source = copyValue(builder, load.getMemRef(), nest.getRoot(), mapping);
  Value copy = allocBuffer(builder, loc, sizes, element);
  std::string label =
      getFreshLabel(block, (block.getLabel() + "_pad_input").str());
  buildComputeBlock(
      builder, loc, label, sizes,
      [&](OpBuilder &b, Location loc, ValueRange own) -> Value {
        SmallVector<Value> conditions;
        for (auto [iter, index] : llvm::zip_equal(iters, own))
          if (isPadded(iter))
            conditions.push_back(arith::CmpIOp::create(
                b, loc, arith::CmpIPredicate::slt, index, extents[iter]));
        auto choice = scf::IfOp::create(
            b, loc, joinConditions(b, loc, conditions),
            [&](OpBuilder &then, Location loc) {
              Value value = memref::LoadOp::create(then, loc, source, own);
              scf::YieldOp::create(then, loc, value);
            },
            [&](OpBuilder &otherwise, Location loc) {
              scf::YieldOp::create(otherwise, loc, zero);
            });
        return choice.getResult(0);
      },
      copy);
  return copy;
}

// Write a padded buffer, and copy from it what counts.
void EinsumPadding::redirectOutput(OpBuilder &builder) {
  Value out = accumulator.store.getMemRef();
  SmallVector<int64_t> iters = *getResultIters(block, out);
  if (llvm::none_of(iters,
                    [&](int64_t iter) { return iter >= 0 && isPadded(iter); }))
    return;
  SmallVector<OpFoldResult> sizes = getExtents(builder, loc, out);
  SmallVector<OpFoldResult> counting;
  for (auto [iter, size] : llvm::zip_equal(iters, sizes))
    if (iter >= 0) {
      size = toExtent(builder, padded[iter]);
      counting.push_back(toExtent(builder, extents[iter]));
    }
  Value copy = allocBuffer(builder, loc, sizes,
                           cast<MemRefType>(out.getType()).getElementType());
  SmallVector<Value> indices(accumulator.store.getIndices());
  for (Operation *op :
       {accumulator.initStore.getOperation(), accumulator.load.getOperation(),
        accumulator.store.getOperation()})
    op->replaceUsesOfWith(out, copy);
  builder.setInsertionPointAfter(nest.getRoot());
  std::string label =
      getFreshLabel(block, (block.getLabel() + "_pad_output").str());
  SmallVector<Iter> spatial;
  for (OpFoldResult extent : counting)
    spatial.push_back({extent, IterKind::Spatial});
  buildBlock(builder, loc, label, spatial,
             [&](OpBuilder &b, Location loc, ValueRange own) {
               SmallVector<Value> position;
               size_t next = 0;
               for (auto [iter, index] : llvm::zip_equal(iters, indices))
                 position.push_back(
                     iter >= 0
                         ? own[next++]
                         : indexConstant(b, loc, *getConstantIndex(index)));
               Value value = memref::LoadOp::create(b, loc, copy, position);
               memref::StoreOp::create(b, loc, value, out, position);
             });
}

void EinsumPadding::run() {
  Operation *root = nest.getRoot();
  OpBuilder builder(root);
  IRMapping mapping;
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    extents.push_back(copyValue(builder, block.getExtents()[i], root, mapping));
    padded.push_back(
        isPadded(i)
            ? mulIndex(builder, loc,
                       ceilDivIndex(builder, loc, extents[i], padding[i]),
                       indexConstant(builder, loc, padding[i]))
            : extents[i]);
  }
  for (memref::LoadOp load : operands)
    if (Value copy = buildPadded(builder, load))
      load.getMemrefMutable().assign(copy);
  redirectOutput(builder);
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    nest.loops[i].getUpperBoundMutable().assign(padded[i]);
    block.getExtentsMutable()[i].set(padded[i]);
  }
  updateAround(block);
}

LogicalResult padEinsum(BlockOp block, ArrayRef<int64_t> padding) {
  EinsumPadding einsum(block, padding);
  if (failed(einsum.check()))
    return failure();
  einsum.run();
  return success();
}

} // namespace mlir::tir
