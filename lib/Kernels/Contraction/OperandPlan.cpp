// How an operand of a contraction comes to the shared memory of a block.
#include "Relax/Kernels/Contraction/OperandPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

// The one load of the block that a value is, or is converted from.
static memref::LoadOp getOnlyLoad(Contraction &contraction, Value value) {
  Block *body = contraction.reduction.nest.block.getBody();
  Operation *op = value.getDefiningOp();
  while (isa_and_present<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
                         arith::TruncFOp, arith::TruncIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto load = dyn_cast_if_present<memref::LoadOp>(op);
  return load && load->getBlock() == body ? load : memref::LoadOp();
}

// As many of the last iterators as there are last dimensions that they walk
// through, each from end to end; dimensions of size 1 among them do not count.
static void mergeIters(Contraction &contraction, Value value,
                       ArrayRef<unsigned> iters, OperandLine &line) {
  memref::LoadOp load = getOnlyLoad(contraction, value);
  if (!load || !load.getMemRefType().getLayout().isIdentity())
    return;
  LoopNest &nest = contraction.reduction.nest;
  SmallVector<unsigned> found;
  unsigned numDims = 0;
  int64_t extent = 1;
  ArrayRef<int64_t> shape = load.getMemRefType().getShape();
  for (size_t dim = shape.size(); dim-- > 0;) {
    int64_t size = shape[dim];
    if (size != 1) {
      if (found.size() == iters.size())
        break;
      unsigned iter = iters[iters.size() - 1 - found.size()];
      if (getIndexExpr(nest, load.getIndices()[dim]) !=
              getAffineDimExpr(iter, load.getContext()) ||
          iter == contraction.groups.iter ||
          contraction.getConstantExtent(iter) != size)
        break;
      found.insert(found.begin(), iter);
      extent *= size;
    }
    ++numDims;
  }
  if (found.empty() || numDims < 2)
    return;
  line.iters = found;
  line.numDims = numDims;
  line.extent = extent;
  line.load = load;
}

static OperandLine findLine(Contraction &contraction,
                            const ContractionOperand &operand,
                            ArrayRef<unsigned> own, ArrayRef<unsigned> k,
                            bool mayMerge) {
  OperandLine line;
  line.alongK = own.empty();
  ArrayRef<unsigned> iters = own;
  if (own.empty() || !operand.contiguous[iters.back()]) {
    iters = k;
    if (iters.empty() || !operand.contiguous[iters.back()])
      return line;
    line.alongK = true;
  }
  line.iters = {iters.back()};
  line.extent = contraction.getConstantExtent(iters.back());
  if (mayMerge)
    mergeIters(contraction, operand.value, iters, line);
  return line;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

// What lies along the own axis and has to be along the reduction dimension in
// shared memory comes as squares, which a thread transposes.
static bool comesAsSquares(const OperandPlan &plan) {
  return plan.use.order != BankOrder::Padded && plan.use.isKMajor &&
         !plan.line.alongK;
}

// 128 bits at a time, if no vector crosses the end of a line.
static int64_t chooseLanes(const OperandPlan &plan) {
  if (plan.line.iters.empty())
    return 1;
  int64_t widest = plan.getType().getIntOrFloatBitWidth();
  for (const ElementAccess &load : plan.operand.loads) {
    Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
    if (!type.isIntOrFloat())
      return 1;
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  }
  int64_t elements = plan.own.size * plan.k.size / plan.use.threads;
  int64_t lanes = 128 / widest;
  if (plan.use.isShared)
    lanes = std::min(lanes, elements);
  lanes = std::max<int64_t>(1, lanes);
  while (comesAsSquares(plan) && lanes * lanes > elements)
    lanes /= 2;
  auto fits = [&] {
    return plan.line.extent && *plan.line.extent % lanes == 0 &&
           plan.getLineAxis().size % lanes == 0;
  };
  while (lanes > 1 && !fits())
    lanes /= 2;
  return lanes;
}

// Rows of which the length is odd come element by element. Threads next to each
// other load neighbours, and each as many rows as it can store with 128 bits:
// one store and 4 packings for 8 halves, where one by one they would take 16
// instructions. `wgmma` and `ldmatrix` take halves along either axis.
static int64_t chooseAcross(const OperandPlan &plan) {
  if (comesAsSquares(plan))
    return plan.lanes;
  int64_t bytes = llvm::divideCeil(plan.getType().getIntOrFloatBitWidth(), 8);
  if (plan.lanes != 1 || plan.line.iters.empty() ||
      plan.use.order == BankOrder::Padded || (plan.line.alongK && bytes != 2) ||
      plan.getNumChunks() % plan.use.threads != 0)
    return 1;
  int64_t across = SharedLayout::kChunkBytes / bytes;
  int64_t other = (plan.line.alongK ? plan.own : plan.k).size;
  while (plan.getShare() % across != 0 || other % across != 0)
    across /= 2;
  return across;
}

// Warps load pairs of elements along a row or along a column, single bytes as
// pairs of these, and larger elements along a column one by one.
static SharedLayout chooseLayout(const OperandPlan &plan) {
  const OperandUse &use = plan.use;
  SharedLayout layout;
  layout.element = plan.getType();
  layout.order = use.order;
  layout.padding = use.padding;
  layout.isKMajor = plan.isTransposed()
                        ? !plan.line.alongK
                        : use.isKMajor || (use.order != BankOrder::Padded &&
                                           plan.line.alongK);
  layout.rows = (layout.isKMajor ? plan.own : plan.k).size;
  layout.columns = (layout.isKMajor ? plan.k : plan.own).size;
  // Threads that store one column access different banks.
  if (use.order == BankOrder::Padded && use.padding == 0 && plan.line.alongK)
    layout.padding = 4;
  return layout;
}

// Whether an index is a multiple of `size` for all values of iterators but of
// `iter`, and moves with that one by 1.
static bool countsChunks(LoopNest &nest, Value index, unsigned iter,
                         int64_t size) {
  AffineExpr expr = getIndexExpr(nest, index);
  if (!expr)
    return false;
  SmallVector<AffineExpr> zeros;
  for (unsigned other = 0; other != nest.size(); ++other) {
    std::optional<int64_t> moves = getCoefficient(expr, other);
    if (!moves || (other == iter ? *moves != 1 : *moves % size != 0))
      return false;
    zeros.push_back(getAffineConstantExpr(0, expr.getContext()));
  }
  auto start = dyn_cast<AffineConstantExpr>(expr.replaceDims(zeros));
  return start && start.getValue() % size == 0;
}

// True if chunks are contiguous and begin at multiples of 16 bytes, if the
// buffer does.
static bool hasAlignedChunks(const OperandPlan &plan, memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  if (!type.getLayout().isIdentity() || type.getMemorySpace())
    return false;
  if (plan.line.isMerged())
    return load == plan.line.load;
  int64_t row = type.getShape().back();
  return !ShapedType::isDynamic(row) && row % plan.lanes == 0 &&
         countsChunks(plan.contraction->reduction.nest,
                      load.getIndices().back(), plan.line.iters.back(),
                      plan.lanes);
}

// One load of what lies in memory as it does in shared memory, 16 bytes at
// once; the same for all elements of a line but for their place in it.
static GuardedLoad matchCopied(const OperandPlan &plan) {
  if (plan.line.iters.empty() || plan.use.isRounded ||
      plan.getType() != plan.operand.getType() ||
      plan.lanes != plan.layout.getChunk() ||
      plan.line.alongK != plan.layout.isKMajor ||
      plan.getNumChunks() % plan.use.threads != 0)
    return {};
  GuardedLoad found;
  Value value = plan.operand.value;
  BlockOp block = plan.contraction->reduction.nest.block;
  auto choice = value.getDefiningOp<arith::SelectOp>();
  if (choice && (matchPattern(choice.getFalseValue(), m_Zero()) ||
                 matchPattern(choice.getFalseValue(), m_PosZeroFloat()))) {
    found.condition = choice.getCondition();
    value = choice.getTrueValue();
    llvm::SmallBitVector used = getIters(block, found.condition);
    if (llvm::any_of(plan.line.iters,
                     [&](unsigned iter) { return used[iter]; }))
      return {};
  }
  found.load = value.getDefiningOp<memref::LoadOp>();
  if (!found.load || found.load->getBlock() != block.getBody() ||
      found.load.getIndices().empty() || !hasAlignedChunks(plan, found.load))
    return {};
  return found;
}

OperandPlan planOperand(Contraction &contraction,
                        const ContractionOperand &operand, TileAxis own,
                        TileAxis k, const OperandUse &use) {
  OperandPlan plan{&contraction, operand, own, k, use, {}, 1, 1, {}, {}};
  plan.line = findLine(contraction, operand, own.iters, k.iters, use.isShared);
  plan.lanes = chooseLanes(plan);
  plan.across = chooseAcross(plan);
  plan.layout = chooseLayout(plan);
  if (use.usesAsyncCopies)
    plan.copied = matchCopied(plan);
  return plan;
}

//===----------------------------------------------------------------------===//
// TMA
//===----------------------------------------------------------------------===//

// Axes that a description of memory has at most.
static constexpr size_t kMaxAxes = 5;

static bool movesInTile(const OperandPlan &plan, Value index) {
  Contraction &contraction = *plan.contraction;
  llvm::SmallBitVector used = getIters(contraction.reduction.nest.block, index,
                                       contraction.getGroupNumber());
  return used[plan.own.iters.front()] || used[plan.k.iters.front()];
}

std::optional<std::array<unsigned, 2>> OperandPlan::findTMAAxes() const {
  memref::LoadOp load = copied.load;
  if (!load || copied.condition || own.iters.size() != 1 ||
      k.iters.size() != 1 || contraction->groups.number != 1 ||
      load.getIndices().size() > kMaxAxes)
    return std::nullopt;
  unsigned iters[] = {own.iters.front(), k.iters.front()};
  std::optional<unsigned> axes[2];
  for (auto [axis, index] : llvm::enumerate(load.getIndices())) {
    AffineExpr expr = getIndexExpr(contraction->reduction.nest, index);
    // Whatever all elements of a tile have in common, a thread computes.
    if (!expr && !movesInTile(*this, index))
      continue;
    if (!expr)
      return std::nullopt;
    for (unsigned i : {0, 1}) {
      if (!expr.isFunctionOfDim(iters[i]))
        continue;
      if (!isa<AffineDimExpr>(expr) || axes[i])
        return std::nullopt;
      axes[i] = axis;
    }
  }
  if (!axes[0] || !axes[1])
    return std::nullopt;
  return std::array{*axes[0], *axes[1]};
}

} // namespace mlir::tir
