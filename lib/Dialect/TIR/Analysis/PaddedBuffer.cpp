// A buffer whose padding one nest fills, and its inside another one.
#include "Relax/Dialect/TIR/Analysis/PaddedBuffer.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tir {

// The nest at the top of the function that a store is in, all of whose
// iterators are spatial, if the store is all that it does.
static std::optional<LoopNest> matchWriter(memref::StoreOp store, Block *top) {
  Operation *root = top->findAncestorOpInBlock(*store);
  FailureOr<LoopNest> nest =
      root ? matchLoopNest(root, nullptr) : FailureOr<LoopNest>();
  if (failed(nest) || getOnlyStore(nest->block) != store)
    return std::nullopt;
  for (unsigned iter = 0; iter != nest->size(); ++iter)
    if (nest->getKind(iter) != IterKind::Spatial)
      return std::nullopt;
  return *nest;
}

// True if a block writes the whole buffer with one number. A fill of only the
// border would leave elements that nobody wrote, and then there is no one value
// for "outside".
static bool fillsAll(PaddedBuffer &found, memref::StoreOp store) {
  Block *body = found.padding.block.getBody();
  if (store.getIndices() != ValueRange(found.padding.block.getIters()))
    return false;
  for (unsigned dim = 0; dim != found.padding.size(); ++dim)
    if (!isSizeOf(found.padding.getExtent(dim), found.alloc, dim))
      return false;
  found.fill = store.getValueToStore();
  Operation *made = found.fill.getDefiningOp();
  return !isa<BlockArgument>(found.fill) &&
         (made->getBlock() != body || made->hasTrait<OpTrait::ConstantLike>());
}

// The constant that is added to an expression, or that it is multiplied by,
// which is left away then. An index is `iter * spread + before`; spread above 1
// is a transposed convolution, which puts zeros between elements.
static std::optional<int64_t> takeConstant(AffineExpr &expr,
                                           AffineExprKind kind) {
  auto binary = dyn_cast_if_present<AffineBinaryOpExpr>(expr);
  if (!binary || expr.getKind() != kind)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return std::nullopt;
  expr = binary.getLHS();
  return constant.getValue();
}

// True if a block writes what is inside of the padding.
static bool fillsInterior(PaddedBuffer &found, memref::StoreOp store) {
  LoopNest &nest = found.interior;
  found.value = store.getValueToStore();
  llvm::SmallDenseSet<unsigned> used;
  for (auto [dim, index] : llvm::enumerate(store.getIndices())) {
    AffineExpr expr = getIndexExpr(nest.block, index);
    PaddedBuffer::Axis axis;
    axis.before = takeConstant(expr, AffineExprKind::Add).value_or(0);
    axis.spread = takeConstant(expr, AffineExprKind::Mul).value_or(1);
    auto iter = dyn_cast_if_present<AffineDimExpr>(expr);
    if (!iter || !used.insert(iter.getPosition()).second || axis.spread < 1)
      return false;
    axis.iter = iter.getPosition();
    Value extent = nest.getExtent(axis.iter);
    // An axis that is covered as a whole needs no test.
    if (axis.before != 0 || axis.spread != 1 ||
        !isSizeOf(extent, found.alloc, dim))
      axis.extent = extent;
    found.axes.push_back(axis);
  }
  return used.size() == nest.size();
}

// True if each element inside is cheap enough to be computed wherever it is
// read. The bound on ops and the ban on elementary functions are those of
// InlineProducers: the value is computed again at each read.
bool isCheap(PaddedBuffer &found) {
  constexpr unsigned kMaxOps = 16;
  unsigned ops = 0;
  return llvm::none_of(*found.interior.block.getBody(), [&](Operation &op) {
    return isa<math::MathDialect>(op.getDialect()) ||
           (!isa<arith::ConstantOp>(op) && ++ops > kMaxOps);
  });
}

// The nest at the top that reads.
static Operation *getReader(PaddedBuffer &found, memref::LoadOp load) {
  return found.interior.getRoot()->getBlock()->findAncestorOpInBlock(*load);
}

// True if loads in blocks behind the writers are all that is left.
static bool isOnlyRead(PaddedBuffer &found) {
  Operation *root = found.interior.getRoot();
  for (memref::LoadOp load : found.loads)
    if (!load->getParentOfType<BlockOp>() ||
        !root->isBeforeInBlock(getReader(found, load)))
      return false;
  return found.padding.getRoot()->isBeforeInBlock(root) &&
         isUnwritten(found.padding.getRoot(), root, found.alloc.getResult());
}

// True if nothing writes what the interior is computed of before the last read.
bool keepsSources(PaddedBuffer &found) {
  return llvm::all_of(found.loads, [&](memref::LoadOp load) {
    return isUnwritten(found.interior.getRoot(),
                       getReader(found, load)->getNextNode(),
                       found.interior.block.getReads());
  });
}

Value PaddedBuffer::buildFill(OpBuilder &builder) {
  Operation *made = fill.getDefiningOp();
  return made->getBlock() == padding.block.getBody()
             ? builder.clone(*made)->getResult(0)
             : fill;
}

Value PaddedBuffer::buildInterior(OpBuilder &builder, IRMapping &mapping) {
  for (Operation &op : interior.block.getBody()->without_terminator())
    if (!isa<memref::StoreOp>(op))
      builder.clone(op, mapping);
  return mapping.lookupOrDefault(value);
}

std::optional<PaddedBuffer> matchPadding(memref::AllocOp alloc) {
  PaddedBuffer found;
  found.alloc = alloc;
  SmallVector<memref::StoreOp> stores;
  for (Operation *user : alloc->getUsers()) {
    auto load = dyn_cast<memref::LoadOp>(user);
    auto store = dyn_cast<memref::StoreOp>(user);
    if (load)
      found.loads.push_back(load);
    else if (store)
      stores.push_back(store);
    else if (!isa<BlockOp, memref::DeallocOp>(user))
      return std::nullopt;
  }
  // Two writers: one for all, one for the inside. A third would have to be
  // asked for its order with each of them.
  if (stores.size() != 2 || found.loads.empty())
    return std::nullopt;
  Block *top = alloc->getBlock();
  std::optional<LoopNest> first = matchWriter(stores[0], top);
  std::optional<LoopNest> second = matchWriter(stores[1], top);
  if (!first || !second || first->block == second->block)
    return std::nullopt;
  if (second->getRoot()->isBeforeInBlock(first->getRoot())) {
    std::swap(first, second);
    std::swap(stores[0], stores[1]);
  }
  found.padding = *first;
  found.interior = *second;
  if (!fillsAll(found, stores[0]) || !fillsInterior(found, stores[1]) ||
      !isOnlyRead(found))
    return std::nullopt;
  return found;
}

Value skipChoice(Value value, Value condition) {
  auto choice = value.getDefiningOp<arith::SelectOp>();
  return choice && choice.getCondition() == condition ? choice.getTrueValue()
                                                      : value;
}

} // namespace mlir::tir
