// Blocks that go along memory, all buffers alike: a thread does as many
// elements as 128 bits hold, with loads and stores of all of them at once.
//
//   blockIdx.x = at most 4096, threadIdx.x = 0 to 256
//     rounds, where that is not enough for all
//       if they are all there: lanes of a vector = 0 to 4 { block }
//       else: those that are { block }
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/Reduction.h"
#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "Relax/Dialect/TIR/Schedule/TileSpatial.h"
#include "Rules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tir {

namespace {

class ElementwiseKernel {
public:
  ElementwiseKernel(BlockNest nest, const GPUChip &chip)
      : nest(nest), chip(chip), loc(nest.block.getLoc()),
        builder(nest.getRoot()) {}

  bool match();
  void build();

private:
  bool goesAlong(unsigned iter);
  bool hasWholeVectors() {
    return nest.getConstantExtent(along).value_or(1) % lanes == 0;
  }
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value countVectors();
  Value openThreads(Value total);
  void mapOthers(Value number);
  void buildVector(OpBuilder inner, Value first);
  void buildRest(OpBuilder inner, Value first);
  void buildElement(OpBuilder &inner, Value at);

  BlockNest nest;
  const GPUChip &chip;
  Location loc;
  OpBuilder builder;
  /// The iterator along which memory goes, and elements of a vector.
  unsigned along = 0;
  int64_t lanes = 0;
  /// The indices of the other iterators.
  IRMapping mapping;
};

} // namespace

// True if all buffers go along memory with the iterator, or do not move.
bool ElementwiseKernel::goesAlong(unsigned iter) {
  bool stores = false;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, iter);
    if (stride != 1 &&
        (access.isStore || !isInvariant(nest.block, access, iter)))
      return false;
    stores |= access.isStore;
  }
  return stores;
}

// Bytes of the widest element; nullopt if one is none of whole bytes.
static std::optional<int64_t> getWidestBytes(BlockOp block) {
  int64_t widest = 1;
  for (ElementAccess &access : getAccesses(block)) {
    Type type = cast<MemRefType>(access.buffer.getType()).getElementType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
      return std::nullopt;
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth() / 8);
  }
  return widest;
}

static bool isStraight(BlockOp block) {
  return llvm::all_of(block.getBody()->without_terminator(), [](Operation &op) {
    return isa<memref::LoadOp, memref::StoreOp>(op) ||
           (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
  });
}

bool ElementwiseKernel::match() {
  // Fewer elements are better spread over more threads.
  constexpr int64_t kMany = 1 << 16;
  constexpr int64_t kVectorBytes = 16;
  std::optional<int64_t> widest = getWidestBytes(nest.block);
  if (!widest || !isSpatial(nest) || !isStraight(nest.block))
    return false;
  lanes = kVectorBytes / *widest;
  bool isLarge = lanes > 1;
  int64_t total = 1;
  for (unsigned iter = 0; isLarge && iter != nest.size(); ++iter) {
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    if (!extent || llvm::MulOverflow(total, *extent, total))
      total = kMany;
    else if (*extent == 0)
      return false;
  }
  for (along = 0; along != nest.size() && !goesAlong(along);)
    ++along;
  return isLarge && total >= kMany && along != nest.size() &&
         (nest.size() == 1 ||
          (nest.getConstantExtent(along) && hasWholeVectors()));
}

Value ElementwiseKernel::countVectors() {
  Value total = index(1);
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    total = mulIndex(
        builder, loc, total,
        iter == along ? ceilDivIndex(builder, loc, nest.getExtent(iter), lanes)
                      : nest.getExtent(iter));
  return total;
}

// The loops over blocks, threads and rounds; gives the number of a vector.
Value ElementwiseKernel::openThreads(Value total) {
  constexpr int64_t kMostBlocks = 4096;
  Value blocks = ceilDivIndex(builder, loc, total, chip.threads);
  Value rounds = ceilDivIndex(builder, loc, total, kMostBlocks * chip.threads);
  std::optional<int64_t> known = getConstantIndex(blocks);
  blocks =
      known ? index(std::min(*known, kMostBlocks))
            : arith::MinUIOp::create(builder, loc, blocks, index(kMostBlocks))
                  .getResult();
  Value block = buildAxis(builder, loc, blocks, "blockIdx.x");
  Value thread = buildAxis(builder, loc, index(chip.threads), "threadIdx.x");
  Value number = addIndex(
      builder, loc, mulIndex(builder, loc, block, index(chip.threads)), thread);
  if (getConstantIndex(rounds) != 1) {
    ForOp loop = ForOp::create(builder, loc, index(0), rounds);
    builder.setInsertionPointToStart(loop.getBody());
    number = addIndex(builder, loc,
                      mulIndex(builder, loc, loop.getInductionVar(),
                               index(kMostBlocks * chip.threads)),
                      number);
  }
  std::optional<int64_t> count = getConstantIndex(total);
  if (!count || *count % chip.threads != 0 ||
      (*count > kMostBlocks * chip.threads &&
       *count % (kMostBlocks * chip.threads) != 0)) {
    IfOp branch = IfOp::create(builder, loc,
                               arith::CmpIOp::create(builder, loc,
                                                     arith::CmpIPredicate::ult,
                                                     number, total));
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  return number;
}

// The other iterators, of which the last moves fastest.
void ElementwiseKernel::mapOthers(Value number) {
  unsigned first = along == 0 ? 1 : 0;
  for (unsigned iter = nest.size(); iter-- != 0;) {
    if (iter == along)
      continue;
    Value own = number;
    if (iter != first) {
      own = arith::RemUIOp::create(builder, loc, number, nest.getExtent(iter));
      number =
          arith::DivUIOp::create(builder, loc, number, nest.getExtent(iter));
    }
    mapping.map(nest.block.getIters()[iter], own);
  }
}

void ElementwiseKernel::buildElement(OpBuilder &inner, Value at) {
  IRMapping element = mapping;
  element.map(nest.block.getIters()[along], at);
  for (Operation &op : nest.block.getBody()->without_terminator())
    inner.clone(op, element);
}

void ElementwiseKernel::buildVector(OpBuilder inner, Value first) {
  ForOp loop =
      ForOp::create(inner, loc, indexConstant(inner, loc, 0),
                    indexConstant(inner, loc, lanes), ForKind::Vectorized);
  inner.setInsertionPointToStart(loop.getBody());
  buildElement(
      inner, arith::AddIOp::create(inner, loc, first, loop.getInductionVar()));
}

void ElementwiseKernel::buildRest(OpBuilder inner, Value first) {
  ForOp loop = ForOp::create(inner, loc, first, nest.getExtent(along));
  inner.setInsertionPointToStart(loop.getBody());
  buildElement(inner, loop.getInductionVar());
}

void ElementwiseKernel::build() {
  Value number = openThreads(countVectors());
  Value place = number;
  if (nest.size() > 1) {
    Value vectors = index(*nest.getConstantExtent(along) / lanes);
    place = arith::RemUIOp::create(builder, loc, number, vectors);
    mapOthers(arith::DivUIOp::create(builder, loc, number, vectors));
  }
  Value first = mulIndex(builder, loc, place, index(lanes));
  if (nest.getConstantExtent(along) && hasWholeVectors()) {
    buildVector(builder, first);
  } else {
    Value last = addIndex(builder, loc, first, index(lanes));
    Value isWhole = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ule, last, nest.getExtent(along));
    IfOp branch = IfOp::create(builder, loc, isWhole, /*withElse=*/true);
    buildVector(OpBuilder::atBlockBegin(&branch.getThen().front()), first);
    buildRest(OpBuilder::atBlockBegin(&branch.getOtherwise().front()), first);
  }
  nest.getRoot()->erase();
}

bool scheduleElementwise(Operation *root, const GPUChip &chip) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (failed(nest) || nest->size() == 0 || !isStraight(nest->block))
    return false;
  // What it looks like with as few iterators as can be.
  Operation *before = root->getPrevNode();
  OpBuilder builder(root);
  BlockNest simple = *matchBlockNest(builder.clone(*root), nullptr);
  simplifyNest(simple);
  ElementwiseKernel kernel(simple, chip);
  if (simple.size() == 0 || !kernel.match()) {
    simple.getRoot()->erase();
    while (root->getPrevNode() != before &&
           isOpTriviallyDead(root->getPrevNode()))
      root->getPrevNode()->erase();
    return false;
  }
  kernel.build();
  root->erase();
  return true;
}

} // namespace mlir::tir
