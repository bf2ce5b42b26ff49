// Let an intrinsic do what a block does.
#include "Relax/Dialect/TIR/Schedule/Tensorize.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {
namespace {

/// Where in a buffer the part of a pattern's parameter begins: at an iterator's
/// start, or at a constant.
struct PartStart {
  int64_t iter = -1, constant = 0;
  bool operator==(const PartStart &other) const {
    return iter == other.iter && constant == other.constant;
  }
};

/// A buffer of the block that is a parameter of the pattern.
struct MatchedBuffer {
  Value buffer;
  SmallVector<PartStart> starts;
};

/// Compares the body of a block with that of a pattern.
class PatternMatch {
public:
  PatternMatch(BlockOp block, FuncOp pattern)
      : block(block), pattern(pattern), space(block.getContext()),
        patternSpace(block.getContext()) {}

  /// Null if they do the same, else the op of the block that differs.
  Operation *findDifference();
  bool hasPart(Value parameter) const { return buffers.contains(parameter); }
  /// The buffer of each parameter, as a view of the part that it is.
  Value buildPart(OpBuilder &builder, Value parameter);

private:
  Operation *match(Operation *op, Operation *expected);
  Operation *matchLoop(ForOp loop, ForOp expected);
  Operation *matchBlock(BlockOp inner, BlockOp expected);
  Operation *matchBody(Block *body, Block *expected);
  bool matchOp(Operation *op, Operation *expected);
  bool matchAccess(Value buffer, OperandRange indices, Value expected,
                   OperandRange expectedIndices);
  bool matchValue(Value value, Value expected);
  bool matchIters(BlockOp inner, BlockOp expected);
  AffineExpr number(AffineExpr expr, const IndexSpace &of,
                    ArrayRef<ForOp> loops);

  BlockOp block, inner;
  FuncOp pattern;
  IndexSpace space, patternSpace;
  SmallVector<ForOp> loops, patternLoops;
  /// What stands for a value of the pattern; where iterators begin.
  IRMapping values;
  SmallVector<AffineExpr> starts;
  llvm::MapVector<Value, MatchedBuffer> buffers;
};

} // namespace

// The only op that is not pure; null if there are several.
static Operation *getOnlyEffect(Block *body) {
  Operation *only = nullptr;
  for (Operation &op : body->without_terminator()) {
    if (isPure(&op) && op.getNumRegions() == 0)
      continue;
    if (only)
      return nullptr;
    only = &op;
  }
  return only;
}

Operation *PatternMatch::findDifference() {
  for (Value iter : block.getIters())
    space.add(iter);
  Operation *op = getOnlyEffect(block.getBody());
  Operation *expected = getOnlyEffect(&pattern.getBody().front());
  if (!op || !expected)
    return block;
  if (Operation *difference = match(op, expected))
    return difference;
  // The intrinsic may do its steps in another order: what it writes is in one
  // of its buffers only.
  TouchedBuffers touched = getTouchedBuffers(block);
  for (auto &[a, first] : buffers)
    for (auto &[b, second] : buffers)
      if (a != b && touched.mayWrite(first.buffer) &&
          getViewedBuffer(first.buffer) == getViewedBuffer(second.buffer))
        return block;
  return nullptr;
}

Operation *PatternMatch::match(Operation *op, Operation *expected) {
  if (op->getName() != expected->getName())
    return op;
  if (auto loop = dyn_cast<ForOp>(op))
    return matchLoop(loop, cast<ForOp>(expected));
  if (auto found = dyn_cast<BlockOp>(op))
    return matchBlock(found, cast<BlockOp>(expected));
  return op;
}

Operation *PatternMatch::matchLoop(ForOp loop, ForOp expected) {
  if (getConstantIndex(loop.getLowerBound()) != 0 ||
      getConstantIndex(expected.getLowerBound()) != 0 ||
      !loop.getConstantExtent() ||
      loop.getConstantExtent() != expected.getConstantExtent() ||
      loop.getKind() != expected.getKind())
    return loop;
  loops.push_back(loop);
  patternLoops.push_back(expected);
  Operation *op = getOnlyEffect(loop.getBody());
  Operation *next = getOnlyEffect(expected.getBody());
  if (!op || !next)
    return loop;
  return match(op, next);
}

// `expr` with the numbers of loops in place of variables; null if it has
// others.
AffineExpr PatternMatch::number(AffineExpr expr, const IndexSpace &of,
                                ArrayRef<ForOp> in) {
  bool isKnown = bool(expr);
  SmallVector<AffineExpr> dims;
  for (Value variable : of.getVariables()) {
    auto argument = dyn_cast<BlockArgument>(variable);
    auto it = llvm::find_if(in, [&](ForOp loop) {
      return argument && loop.getInductionVar() == argument;
    });
    bool isUsed = expr && expr.isFunctionOfDim(dims.size());
    isKnown &= !isUsed || it != in.end();
    dims.push_back(getAffineDimExpr(it - in.begin(), block.getContext()));
  }
  return isKnown ? expr.replaceDims(dims) : AffineExpr();
}

// For each iterator of the pattern one of the block; the others do not move in
// the nest.
bool PatternMatch::matchIters(BlockOp found, BlockOp expected) {
  SmallVector<AffineExpr> moving;
  AffineExpr zero = getAffineConstantExpr(0, block.getContext());
  for (Value binding : found.getBindings()) {
    AffineExpr expr = space.getExpr(binding), start = zero, move = zero;
    if (!expr)
      return false;
    // What is left where all loops of the nest are at 0.
    SmallVector<AffineExpr> atZero;
    for (auto [d, variable] : llvm::enumerate(space.getVariables())) {
      bool isLoop = llvm::any_of(loops, [&, value = variable](ForOp loop) {
        return loop.getInductionVar() == value;
      });
      atZero.push_back(isLoop ? zero : getAffineDimExpr(d, block.getContext()));
    }
    start = expr.replaceDims(atZero);
    move = number(simplifyAffineExpr(expr - start, atZero.size(), 0), space,
                  loops);
    if (!move)
      return false;
    starts.push_back(start);
    moving.push_back(move);
  }
  SmallVector<bool> isUsed(moving.size());
  for (unsigned i = 0; i != expected.getNumIters(); ++i) {
    AffineExpr wanted = number(patternSpace.getExpr(expected.getBindings()[i]),
                               patternSpace, patternLoops);
    unsigned at = 0;
    while (at != moving.size() &&
           (isUsed[at] || moving[at] != wanted ||
            found.getIterKind(at) != expected.getIterKind(i)))
      ++at;
    if (!wanted || at == moving.size())
      return false;
    isUsed[at] = true;
    values.map(expected.getIters()[i], found.getIters()[at]);
  }
  for (auto [used, move] : llvm::zip(isUsed, moving))
    if (!used && move != zero)
      return false;
  return true;
}

Operation *PatternMatch::matchBlock(BlockOp found, BlockOp expected) {
  inner = found;
  if (found.getPredicate() || expected.getPredicate() ||
      bool(found.getInit()) != bool(expected.getInit()) ||
      !matchIters(found, expected))
    return found;
  if (found.getInit())
    if (Operation *difference =
            matchBody(found.getInit().getBody(), expected.getInit().getBody()))
      return difference;
  return matchBody(found.getBody(), expected.getBody());
}

static SmallVector<Operation *> getSteps(Block *body) {
  SmallVector<Operation *> steps;
  for (Operation &op : body->without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>() && !isa<InitOp>(op))
      steps.push_back(&op);
  return steps;
}

Operation *PatternMatch::matchBody(Block *body, Block *expected) {
  SmallVector<Operation *> steps = getSteps(body), wanted = getSteps(expected);
  if (steps.size() != wanted.size())
    return body->getParentOp();
  for (auto [step, want] : llvm::zip(steps, wanted))
    if (!matchOp(step, want))
      return step;
  return nullptr;
}

bool PatternMatch::matchValue(Value value, Value expected) {
  if (Value known = values.lookupOrNull(expected))
    return known == value;
  Operation *op = value.getDefiningOp(), *other = expected.getDefiningOp();
  return op && other && op->hasTrait<OpTrait::ConstantLike>() &&
         op->getName() == other->getName() &&
         op->getAttrDictionary() == other->getAttrDictionary();
}

bool PatternMatch::matchOp(Operation *op, Operation *expected) {
  if (op->getName() != expected->getName() || op->getNumRegions() != 0 ||
      op->getAttrDictionary() != expected->getAttrDictionary() ||
      op->getResultTypes() != expected->getResultTypes())
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    auto other = cast<memref::LoadOp>(expected);
    values.map(other.getResult(), load.getResult());
    return matchAccess(load.getMemRef(), load.getIndices(), other.getMemRef(),
                       other.getIndices());
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    auto other = cast<memref::StoreOp>(expected);
    return matchValue(store.getValueToStore(), other.getValueToStore()) &&
           matchAccess(store.getMemRef(), store.getIndices(), other.getMemRef(),
                       other.getIndices());
  }
  if (!isPure(op) || op->getNumOperands() != expected->getNumOperands())
    return false;
  for (auto [value, want] :
       llvm::zip(op->getOperands(), expected->getOperands()))
    if (!matchValue(value, want))
      return false;
  values.map(expected->getResults(), op->getResults());
  return true;
}

bool PatternMatch::matchAccess(Value buffer, OperandRange indices,
                               Value expected, OperandRange expectedIndices) {
  if (!isa<BlockArgument>(expected) || indices.size() < expectedIndices.size())
    return false;
  MatchedBuffer found{buffer, {}};
  size_t extra = indices.size() - expectedIndices.size();
  for (auto [d, index] : llvm::enumerate(indices)) {
    PartStart start;
    auto argument = dyn_cast<BlockArgument>(index);
    std::optional<int64_t> constant = getConstantIndex(index);
    if (argument && argument.getOwner() == inner.getBody())
      start.iter = argument.getArgNumber();
    else if (constant)
      start.constant = *constant;
    else
      return false;
    if (d >= extra) {
      Value want = expectedIndices[d - extra];
      std::optional<int64_t> wanted = getConstantIndex(want);
      if (wanted ? !constant : !matchValue(index, want))
        return false;
      start.constant -= wanted.value_or(0);
    }
    found.starts.push_back(start);
  }
  auto [it, isNew] = buffers.insert({expected, found});
  return isNew ||
         (it->second.buffer == buffer && it->second.starts == found.starts);
}

Value PatternMatch::buildPart(OpBuilder &builder, Value parameter) {
  auto type = cast<MemRefType>(parameter.getType());
  auto found = buffers.find(parameter);
  if (found == buffers.end())
    return {};
  Location loc = block.getLoc();
  Value buffer = found->second.buffer;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<OpFoldResult> offsets, sizes,
      strides(rank, builder.getIndexAttr(1));
  for (PartStart start : found->second.starts) {
    if (start.iter < 0) {
      offsets.push_back(builder.getIndexAttr(start.constant));
      continue;
    }
    Value begin =
        buildExpr(builder, loc, starts[start.iter],
                  [&](unsigned dim) { return space.getVariables()[dim]; });
    offsets.push_back(getAsOpFoldResult(begin));
  }
  sizes.assign(rank - type.getRank(), builder.getIndexAttr(1));
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  MemRefType part = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(buffer.getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(builder, loc, part, buffer, offsets, sizes,
                                   strides);
}

LogicalResult tensorize(RewriterBase &rewriter, BlockOp block, FuncOp pattern,
                        FuncOp intrinsic) {
  constexpr StringRef kVerb = "tensorize";
  for (Type type : pattern.getArgumentTypes())
    if (auto buffer = dyn_cast<MemRefType>(type);
        !buffer || !buffer.hasStaticShape())
      return failPrecondition(block, kVerb)
             << "expected parameters of @" << pattern.getSymName()
             << " that are buffers of static shape";
  if (pattern.getArgumentTypes() != intrinsic.getArgumentTypes())
    return failPrecondition(block, kVerb)
           << "expected @" << pattern.getSymName() << " and @"
           << intrinsic.getSymName() << " to have the same parameters";
  PatternMatch match(block, pattern);
  if (Operation *found = match.findDifference()) {
    InFlightDiagnostic error = failPrecondition(block, kVerb)
                               << "expected it to do the same as @"
                               << pattern.getSymName();
    error.attachNote(found->getLoc()) << "here they differ";
    return error;
  }
  for (auto [parameter, other] :
       llvm::zip(pattern.getArguments(), intrinsic.getArguments()))
    if (!other.use_empty() && !match.hasPart(parameter))
      return failPrecondition(block, kVerb)
             << "expected @" << pattern.getSymName()
             << " to use its parameter #" << parameter.getArgNumber();
  OpBuilder builder(block.getBody(), block.getBody()->begin());
  Operation *nest = getOnlyEffect(block.getBody());
  builder.setInsertionPoint(nest);
  IRMapping mapping;
  for (auto [parameter, other] :
       llvm::zip(pattern.getArguments(), intrinsic.getArguments()))
    if (Value part = match.buildPart(builder, parameter))
      mapping.map(other, part);
  for (Operation &op : intrinsic.getBody().front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](BlockOp inside) {
      std::string stem = inside.getLabel().str();
      inside.setLabel("");
      inside.setLabel(getFreshLabel(inside, stem));
    });
  }
  rewriter.eraseOp(nest);
  updateAround(block);
  return success();
}

} // namespace mlir::tir
