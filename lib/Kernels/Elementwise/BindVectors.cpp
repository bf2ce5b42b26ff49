// Blocks that go along memory, all buffers alike: a thread does a vector, with
// loads and stores of all its elements at once.
//
//   blockIdx.x = at most 4096, threadIdx.x = 0 to 256
//     rounds, where that is not enough for all
//       if they are all there: lanes of a vector = 0 to 4 { block }
//       else: those that are { block }
#include "Relax/Kernels/Elementwise/BindVectors.h"

#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::tir {

namespace {

class VectorBinder {
public:
  VectorBinder(LoopNest &nest, const VectorBinding &binding)
      : nest(nest), binding(binding), loc(nest.block.getLoc()),
        builder(nest.getRoot()) {}

  void build();

private:
  bool hasWholeVectors() {
    return nest.getConstantExtent(binding.along).value_or(1) % binding.lanes ==
           0;
  }
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value countVectors();
  Value openThreads(Value total);
  void mapOthers(Value number);
  void buildVector(OpBuilder inner, Value first);
  void buildRest(OpBuilder inner, Value first);
  void buildElement(OpBuilder &inner, Value at);

  LoopNest &nest;
  const VectorBinding &binding;
  Location loc;
  OpBuilder builder;
  /// The indices of the other iterators.
  IRMapping mapping;
};

} // namespace

// True if all buffers go along memory with the iterator, or do not move.
static bool goesAlong(LoopNest &nest, unsigned iter) {
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

FailureOr<unsigned> findAlongIter(LoopNest &nest, int64_t lanes,
                                  std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  if (!isSpatial(nest))
    return notifyMatchFailure("expected spatial iterators only, found '" +
                              getReductionMark(nest) + "'");
  if (Operation *other = findOtherThanStraight(nest.block))
    return notifyMatchFailure(
        "expected loads, stores and arithmetic only, found '" +
        other->getName().getStringRef() + "'");
  if (Type partial = findPartialBytes(nest.block))
    return notifyMatchFailure("expected elements of whole bytes, found " +
                              debugString(partial));
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) == 0)
      return notifyMatchFailure(
          "expected iterators that have values, found an extent of 0 of #" +
          Twine(iter));
  unsigned along = 0;
  while (along != nest.size() && !goesAlong(nest, along))
    ++along;
  if (along == nest.size())
    return notifyMatchFailure(
        "expected an iterator along which all its stores are contiguous, and "
        "its loads are so or do not move");
  std::optional<int64_t> extent = nest.getConstantExtent(along);
  if (nest.size() != 1 && (!extent || *extent % lanes != 0))
    return notifyMatchFailure(
        "expected one axis, or an axis along memory that is a multiple of the "
        "vector of " +
        Twine(lanes) + ", found " +
        (extent ? Twine(*extent) : Twine("an unknown one")));
  return along;
}

Value VectorBinder::countVectors() {
  Value total = index(1);
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    total = mulIndex(
        builder, loc, total,
        iter == binding.along
            ? ceilDivIndex(builder, loc, nest.getExtent(iter), binding.lanes)
            : nest.getExtent(iter));
  return total;
}

// The loops over blocks, threads and rounds; gives the number of a vector.
Value VectorBinder::openThreads(Value total) {
  constexpr int64_t kMaxBlocks = 4096;
  Value blocks = ceilDivIndex(builder, loc, total, binding.threads);
  Value rounds =
      ceilDivIndex(builder, loc, total, kMaxBlocks * binding.threads);
  std::optional<int64_t> known = getConstantIndex(blocks);
  blocks = known
               ? index(std::min(*known, kMaxBlocks))
               : arith::MinUIOp::create(builder, loc, blocks, index(kMaxBlocks))
                     .getResult();
  Value block = buildAxis(builder, loc, blocks, "blockIdx.x");
  Value thread = buildAxis(builder, loc, index(binding.threads), "threadIdx.x");
  Value number =
      addIndex(builder, loc,
               mulIndex(builder, loc, block, index(binding.threads)), thread);
  if (getConstantIndex(rounds) != 1) {
    ForOp loop = ForOp::create(builder, loc, index(0), rounds);
    builder.setInsertionPointToStart(loop.getBody());
    number = addIndex(builder, loc,
                      mulIndex(builder, loc, loop.getInductionVar(),
                               index(kMaxBlocks * binding.threads)),
                      number);
  }
  std::optional<int64_t> count = getConstantIndex(total);
  if (!count || *count % binding.threads != 0 ||
      (*count > kMaxBlocks * binding.threads &&
       *count % (kMaxBlocks * binding.threads) != 0)) {
    IfOp branch = IfOp::create(builder, loc,
                               arith::CmpIOp::create(builder, loc,
                                                     arith::CmpIPredicate::ult,
                                                     number, total));
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  return number;
}

// The other iterators, of which the last moves fastest.
void VectorBinder::mapOthers(Value number) {
  unsigned first = binding.along == 0 ? 1 : 0;
  for (unsigned iter = nest.size(); iter-- != 0;) {
    if (iter == binding.along)
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

void VectorBinder::buildElement(OpBuilder &inner, Value at) {
  IRMapping element = mapping;
  element.map(nest.block.getIters()[binding.along], at);
  for (Operation &op : nest.block.getBody()->without_terminator())
    inner.clone(op, element);
}

void VectorBinder::buildVector(OpBuilder inner, Value first) {
  ForOp loop = ForOp::create(inner, loc, indexConstant(inner, loc, 0),
                             indexConstant(inner, loc, binding.lanes),
                             ForKind::Vectorized);
  inner.setInsertionPointToStart(loop.getBody());
  buildElement(
      inner, arith::AddIOp::create(inner, loc, first, loop.getInductionVar()));
}

void VectorBinder::buildRest(OpBuilder inner, Value first) {
  ForOp loop = ForOp::create(inner, loc, first, nest.getExtent(binding.along));
  inner.setInsertionPointToStart(loop.getBody());
  buildElement(inner, loop.getInductionVar());
}

void VectorBinder::build() {
  Value number = openThreads(countVectors());
  Value position = number;
  if (nest.size() > 1) {
    Value vectors =
        index(*nest.getConstantExtent(binding.along) / binding.lanes);
    position = arith::RemUIOp::create(builder, loc, number, vectors);
    mapOthers(arith::DivUIOp::create(builder, loc, number, vectors));
  }
  Value first = mulIndex(builder, loc, position, index(binding.lanes));
  if (nest.getConstantExtent(binding.along) && hasWholeVectors()) {
    buildVector(builder, first);
  } else {
    Value last = addIndex(builder, loc, first, index(binding.lanes));
    Value isWhole =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, last,
                              nest.getExtent(binding.along));
    IfOp branch = IfOp::create(builder, loc, isWhole, /*withElse=*/true);
    buildVector(OpBuilder::atBlockBegin(&branch.getThen().front()), first);
    buildRest(OpBuilder::atBlockBegin(&branch.getOtherwise().front()), first);
  }
  nest.getRoot()->erase();
}

void bindVectors(LoopNest &nest, const VectorBinding &binding) {
  VectorBinder(nest, binding).build();
}

} // namespace mlir::tir
