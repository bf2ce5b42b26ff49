// Other iterators for a block.
#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {
namespace {

class BlockLayout {
public:
  BlockLayout(BlockOp block, AffineMap map)
      : block(block), map(map), loc(block.getLoc()), old(block.getNumIters()),
        divisors(block.getNumIters(), 1) {}

  LogicalResult check();
  void run(RewriterBase &rewriter);

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, "transform the iterators of");
  }
  LogicalResult checkLoops();
  LogicalResult invert();
  bool invertOne(unsigned number, AffineExpr result);
  bool invertDigits(unsigned number, AffineExpr result);
  bool setOld(unsigned iter, AffineExpr expr);
  AffineExpr getNew(unsigned number) {
    return getAffineDimExpr(number, block.getContext());
  }
  SmallVector<Value> buildLoops(OpBuilder &builder);
  void changeBody();

  BlockOp block;
  AffineMap map;
  Location loc;
  /// The old iterators as expressions of the new ones.
  SmallVector<AffineExpr> old;
  /// What an old iterator is divided by.
  SmallVector<int64_t> divisors;
  /// The old iterators that a new one is of.
  SmallVector<SmallVector<unsigned>> sources;
};

} // namespace

LogicalResult BlockLayout::checkLoops() {
  SmallVector<ForOp> nest = getOwnNest(block);
  if (nest.size() != getLoops(block).size())
    return failPrecondition()
           << "expected loops around it that hold it alone, found "
           << nest.size() << " of " << getLoops(block).size();
  for (ForOp loop : nest)
    if (loop.getKind() != ForKind::Serial || loop.getAnnotationsAttr())
      return failPrecondition() << describe(loop)
                                << " has a kind or annotations, which would be "
                                   "lost; expected a plain serial loop";
  if (!coversDomain(block))
    return failPrecondition() << "expected loops that provably run it for all "
                                 "values of its iterators, found "
                              << describeBindings(block);
  Operation *root = getOwnRoot(block);
  for (Value extent : block.getExtents())
    if (!canCopyValue(extent, root, {}))
      return failPrecondition() << "expected extents of its iterators that are "
                                   "known in front of its loops, found "
                                << describe(extent);
  return success();
}

bool BlockLayout::setOld(unsigned iter, AffineExpr expr) {
  if (old[iter])
    return false;
  old[iter] = expr;
  return true;
}

// A number whose digits are iterators: `i * 12 + j * 4 + k`.
bool BlockLayout::invertDigits(unsigned number, AffineExpr result) {
  SmallVector<std::pair<int64_t, unsigned>> digits;
  bool isSum = true;
  std::function<void(AffineExpr)> collect = [&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (binary && part.getKind() == AffineExprKind::Add) {
      collect(binary.getLHS());
      collect(binary.getRHS());
      return;
    }
    auto dim = dyn_cast<AffineDimExpr>(binary ? binary.getLHS() : part);
    auto coefficient = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                              : AffineConstantExpr();
    isSum &= dim && (!binary ||
                     (coefficient && part.getKind() == AffineExprKind::Mul));
    if (isSum)
      digits.emplace_back(coefficient ? coefficient.getValue() : 1,
                          dim.getPosition());
  };
  collect(result);
  llvm::sort(digits);
  int64_t next = 1;
  for (auto [i, digit] : llvm::enumerate(digits)) {
    auto [coefficient, iter] = digit;
    std::optional<int64_t> extent = getConstantIndex(block.getExtents()[iter]);
    bool isLast = i + 1 == digits.size();
    if (!isSum || coefficient != next || (!isLast && (!extent || *extent < 1)))
      return false;
    AffineExpr value = getNew(number).floorDiv(coefficient);
    if (!setOld(iter, isLast ? value : value % *extent))
      return false;
    sources[number].push_back(iter);
    next *= extent.value_or(1);
  }
  return isSum;
}

bool BlockLayout::invertOne(unsigned number, AffineExpr result) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(result);
  auto dim = binary ? dyn_cast<AffineDimExpr>(binary.getLHS())
                    : AffineDimExpr(nullptr);
  auto constant = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                         : AffineConstantExpr();
  bool isQuotient = result.getKind() == AffineExprKind::FloorDiv;
  if (!isQuotient && result.getKind() != AffineExprKind::Mod)
    return invertDigits(number, result);
  if (!dim || !constant || constant.getValue() < 1)
    return false;
  unsigned iter = dim.getPosition();
  AffineExpr other = isQuotient ? dim % constant : dim.floorDiv(constant);
  auto it = llvm::find(map.getResults(), other);
  if (it == map.getResults().end())
    return false;
  sources[number].push_back(iter);
  divisors[iter] = constant.getValue();
  return !isQuotient || setOld(iter, getNew(number) * constant +
                                         getNew(it - map.getResults().begin()));
}

LogicalResult BlockLayout::invert() {
  if (map.getNumDims() != block.getNumIters() || map.getNumSymbols() != 0)
    return failPrecondition() << "expected a map of " << block.getNumIters()
                              << " dimensions, one an iterator";
  sources.resize(map.getNumResults());
  for (auto [number, result] : llvm::enumerate(map.getResults())) {
    if (!invertOne(number, result))
      return failPrecondition()
             << "expected result #" << number
             << " of the map to be an iterator, a quotient or rest of one, or "
                "a number whose digits are iterators";
    for (unsigned iter : sources[number])
      if (block.getIterKind(iter) !=
              block.getIterKind(sources[number].front()) ||
          (block.getIterKind(iter) != IterKind::Spatial &&
           block.getIterKind(iter) != IterKind::Reduce))
        return failPrecondition() << "expected result #" << number
                                  << " of the map to be of iterators of one "
                                     "kind that says no order";
  }
  for (unsigned iter = 0; iter != block.getNumIters(); ++iter)
    if (!old[iter])
      return failPrecondition() << "expected the map to use iterator #" << iter;
  return success();
}

LogicalResult BlockLayout::check() {
  return failure(failed(checkLoops()) || failed(invert()));
}

// Loops over the new iterators; gives their extents.
SmallVector<Value> BlockLayout::buildLoops(OpBuilder &builder) {
  Operation *root = getOwnRoot(block);
  IRMapping mapping;
  SmallVector<Value> extents;
  for (auto [result, of] : llvm::zip(map.getResults(), sources)) {
    Value size;
    for (unsigned iter : of) {
      Value extent =
          copyValue(builder, block.getExtents()[iter], root, mapping);
      size = size ? mulIndex(builder, loc, size, extent) : extent;
    }
    int64_t divisor = divisors[of.front()];
    if (result.getKind() == AffineExprKind::FloorDiv)
      size = ceilDivIndex(builder, loc, size, divisor);
    else if (result.getKind() == AffineExprKind::Mod)
      size = indexConstant(builder, loc, divisor);
    extents.push_back(size);
  }
  return extents;
}

// The body computes the old iterators of the new ones.
void BlockLayout::changeBody() {
  Block *body = block.getBody();
  unsigned count = block.getNumIters();
  for (unsigned i = 0; i != map.getNumResults(); ++i)
    body->addArgument(IndexType::get(block.getContext()), loc);
  auto replace = [&](Block *where, Block::iterator at) {
    OpBuilder builder(where, at);
    for (unsigned iter = 0; iter != count; ++iter) {
      Value value = buildExpr(builder, loc, old[iter], [&](unsigned dim) {
        return body->getArgument(count + dim);
      });
      body->getArgument(iter).replaceUsesWithIf(value, [&](OpOperand &use) {
        return where->findAncestorOpInBlock(*use.getOwner()) != nullptr;
      });
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*where)))
      if (isOpTriviallyDead(&op))
        op.erase();
  };
  if (InitOp init = block.getInit())
    replace(init.getBody(), init.getBody()->begin());
  replace(body, block.getInit() ? std::next(body->begin()) : body->begin());
  body->eraseArguments(0, count);
}

void BlockLayout::run(RewriterBase &rewriter) {
  Operation *root = getOwnRoot(block);
  OpBuilder builder(root);
  IRMapping mapping;
  SmallVector<Value> oldExtents;
  for (Value extent : block.getExtents())
    oldExtents.push_back(copyValue(builder, extent, root, mapping));
  block.getBody()->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands())
      if (!block->isAncestor(use.get().getParentRegion()->getParentOp()))
        use.set(copyValue(builder, use.get(), root, mapping));
  });
  SmallVector<Value> extents = buildLoops(builder), bindings;
  Value zero = indexConstant(builder, loc, 0);
  for (Value extent : extents) {
    ForOp loop = ForOp::create(builder, loc, zero, extent);
    bindings.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<Value> conditions;
  for (auto [iter, extent] : llvm::enumerate(oldExtents)) {
    std::optional<int64_t> known = getConstantIndex(extent);
    if (divisors[iter] == 1 || (known && *known % divisors[iter] == 0))
      continue;
    Value value = buildExpr(builder, loc, old[iter],
                            [&](unsigned dim) { return bindings[dim]; });
    conditions.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, value, extent));
  }
  Value predicate = joinConditions(builder, loc, conditions);
  changeBody();
  SmallVector<Attribute> kinds;
  for (SmallVector<unsigned> &of : sources)
    kinds.push_back(block.getIterKinds()[of.front()]);
  block->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  block.getBindingsMutable().assign(bindings);
  block.getExtentsMutable().assign(extents);
  block.setIterKindsAttr(ArrayAttr::get(block.getContext(), kinds));
  block.getPredicateMutable().clear();
  if (predicate)
    block.getPredicateMutable().assign(predicate);
  if (root != block)
    rewriter.eraseOp(root);
}

LogicalResult transformBlockLayout(RewriterBase &rewriter, BlockOp block,
                                   AffineMap map) {
  BlockLayout layout(block, map);
  if (failed(layout.check()))
    return failure();
  layout.run(rewriter);
  return success();
}

} // namespace mlir::tir
