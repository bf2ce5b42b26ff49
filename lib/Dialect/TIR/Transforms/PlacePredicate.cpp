// Test the predicate of a block outside of loops, and once a vector.
//
// A split leaves `where first + lane < extent` at the block. Tested in each
// lane it makes masks, or scalar code on a GPU; so vectors that are whole run
// without it:
//
//   for s                        for s = 0 to (extent - first) / lanes
//     vectorized lane              vectorized lane
//       block where                  block
//                                the rest: block where
#include "Relax/Dialect/TIR/Transforms/PlacePredicate.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

namespace mlir::tir {

// Whether a loop does nothing but what `op`, which is in it, does.
static bool holdsOnly(ForOp loop, Operation *op) {
  return llvm::all_of(loop.getBody()->without_terminator(), [&](Operation &o) {
    return &o == op || (isPure(&o) && o.getNumRegions() == 0);
  });
}

// The loop right around `op`, if it may be entered for nothing: it holds only
// `op`, and no threads or tasks start in it.
static ForOp getPlainParent(Operation *op) {
  auto loop = dyn_cast<ForOp>(op->getParentOp());
  if (!loop || !holdsOnly(loop, op))
    return ForOp();
  ForKind kind = loop.getKind();
  return kind == ForKind::ThreadBinding || kind == ForKind::Parallel ? ForOp()
                                                                     : loop;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

// What an index grows by from one iteration to the next, if that is a constant.
static std::optional<int64_t> getSlope(Value index, ForOp loop) {
  if (index == loop.getInductionVar())
    return 1;
  // Of another loop, inside this one as well, the iteration stays the same.
  if (isa<BlockArgument>(index) || canCopyValue(index, loop, {}))
    return 0;
  Operation *op = index.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = getSlope(op->getOperand(0), loop);
  std::optional<int64_t> rhs = getSlope(op->getOperand(1), loop);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *lhs + *rhs;
  if (*lhs == 0 && *rhs == 0)
    return 0;
  Value other = op->getOperand(*lhs == 0 ? 0 : 1);
  std::optional<int64_t> scale = getConstantIndex(other);
  if (!scale || (*lhs != 0 && *rhs != 0))
    return std::nullopt;
  return (*lhs + *rhs) * *scale;
}

// A number, not 0, that an index is always a multiple of.
static int64_t getDivisor(Value index, IRMapping &mapping) {
  index = mapping.lookupOrDefault(index);
  if (std::optional<int64_t> known = getConstantIndex(index))
    return *known;
  Operation *op = index.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::MulIOp>(op))
    return 1;
  int64_t lhs = getDivisor(op->getOperand(0), mapping);
  int64_t rhs = getDivisor(op->getOperand(1), mapping);
  int64_t product = 0;
  if (isa<arith::AddIOp>(op))
    return std::gcd(lhs, rhs);
  return llvm::MulOverflow(lhs, rhs, product) ? 1 : product;
}

// An index where loops inside `from` are at the iterations of `mapping`.
static Value buildAt(OpBuilder &builder, Value index, Operation *from,
                     IRMapping &mapping) {
  Operation *op = index.getDefiningOp();
  if (mapping.contains(index) || canCopyValue(index, from, {}) ||
      !isa_and_present<arith::AddIOp, arith::MulIOp>(op))
    return copyValue(builder, index, from, mapping);
  Value lhs = buildAt(builder, op->getOperand(0), from, mapping);
  Value rhs = buildAt(builder, op->getOperand(1), from, mapping);
  return isa<arith::AddIOp>(op) ? addIndex(builder, op->getLoc(), lhs, rhs)
                                : mulIndex(builder, op->getLoc(), lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Outside of loops
//===----------------------------------------------------------------------===//

static bool isInThreads(ForOp loop) {
  while (loop && loop.getKind() != ForKind::ThreadBinding)
    loop = loop->getParentOfType<ForOp>();
  return bool(loop);
}

// Ends a serial loop where `condition`, in front of all that it does, is false
// for the first time. A test in each iteration would go on to the end: 1,000
// times for two rows, where their number is not known. Threads of a GPU go on
// together, with loops that are as long as each other.
static bool endLoop(Operation *place, Value condition) {
  auto loop = dyn_cast<ForOp>(place->getParentOp());
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!loop || loop.getKind() != ForKind::Serial || isInThreads(loop) ||
      !holdsOnly(loop, place) || getConstantIndex(loop.getLowerBound()) != 0 ||
      !compare ||
      (compare.getPredicate() != arith::CmpIPredicate::slt &&
       compare.getPredicate() != arith::CmpIPredicate::ult) ||
      getSlope(compare.getLhs(), loop) != 1 ||
      !canCopyValue(compare.getRhs(), loop, {}))
    return false;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  IRMapping mapping;
  Value zero = indexConstant(builder, loc, 0);
  mapping.map(loop.getInductionVar(), zero);
  Value first = buildAt(builder, compare.getLhs(), loop, mapping);
  Value end = copyValue(builder, compare.getRhs(), loop, mapping);
  Value room = builder.createOrFold<arith::SubIOp>(loc, end, first);
  room = builder.createOrFold<arith::MaxSIOp>(loc, room, zero);
  loop.getUpperBoundMutable().assign(
      builder.createOrFold<arith::MinSIOp>(loc, room, loop.getUpperBound()));
  return true;
}

// The outermost op that `condition` can be tested in front of.
static Operation *findPlace(BlockOp block, Value condition) {
  Operation *place = block;
  while (ForOp loop = getPlainParent(place)) {
    if (!canCopyValue(condition, loop, {}))
      break;
    place = loop;
  }
  return place;
}

void hoistPredicate(BlockOp block) {
  llvm::MapVector<Operation *, SmallVector<Value>> places;
  SmallVector<Value> kept;
  for (Value condition : getConditions(block)) {
    Operation *place = findPlace(block, condition);
    (place == block ? kept : places[place]).push_back(condition);
  }
  if (places.empty())
    return;
  for (auto &[place, conditions] : places) {
    llvm::erase_if(conditions, [place = place](Value condition) {
      return endLoop(place, condition);
    });
    if (conditions.empty())
      continue;
    OpBuilder builder(place);
    IRMapping mapping;
    for (Value &condition : conditions)
      condition = copyValue(builder, condition, place, mapping);
    Location loc = block.getLoc();
    IfOp branch =
        IfOp::create(builder, loc, joinConditions(builder, loc, conditions));
    Block &then = branch.getThen().front();
    place->moveBefore(&then, then.begin());
  }
  OpBuilder builder(block);
  block.getPredicateMutable().clear();
  if (Value rest = joinConditions(builder, block.getLoc(), kept))
    block.getPredicateMutable().assign(rest);
}

//===----------------------------------------------------------------------===//
// Once a vector
//===----------------------------------------------------------------------===//

namespace {

/// The vectorized loop of a block, cut off by `index < bound`.
class TailPeeler {
public:
  explicit TailPeeler(BlockOp block) : block(block), builder(block) {}

  /// Whether the predicate of the block is such a condition.
  bool match();
  SmallVector<BlockOp> build();

private:
  bool matchCondition(Value condition);
  bool isAlignedToVectors();
  bool growsByVectors();
  Value getRoom(Operation *from);
  void shortenOuter();
  void branch();
  void addRest(Value number, Value outerIndex);

  BlockOp block;
  ForOp lanes, outer;
  int64_t width = 0;
  Value index, bound;
  OpBuilder builder;
  SmallVector<BlockOp> blocks;
};

} // namespace

bool TailPeeler::matchCondition(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || (compare.getPredicate() != arith::CmpIPredicate::slt &&
                   compare.getPredicate() != arith::CmpIPredicate::ult))
    return false;
  index = compare.getLhs();
  bound = compare.getRhs();
  return getSlope(index, lanes) == 1 && canCopyValue(bound, lanes, {});
}

bool TailPeeler::match() {
  lanes = getPlainParent(block);
  if (!lanes || lanes.getKind() != ForKind::Vectorized ||
      getConstantIndex(lanes.getLowerBound()) != 0 || block.getInit())
    return false;
  width = lanes.getConstantExtent().value_or(0);
  SmallVector<Value> conditions = getConditions(block);
  return width > 1 && conditions.size() == 1 &&
         matchCondition(conditions.front());
}

// Whether vectors are whole or not there at all.
bool TailPeeler::isAlignedToVectors() {
  IRMapping atStart;
  OpBuilder constants(lanes);
  Value zero = indexConstant(constants, lanes.getLoc(), 0);
  atStart.map(lanes.getInductionVar(), zero);
  bool isAligned = getDivisor(index, atStart) % width == 0 &&
                   getDivisor(bound, atStart) % width == 0;
  zero.getDefiningOp()->erase();
  return isAligned;
}

// Whether a serial loop goes from vector to vector.
bool TailPeeler::growsByVectors() {
  outer = getPlainParent(lanes);
  return outer && outer.getKind() == ForKind::Serial &&
         getConstantIndex(outer.getLowerBound()) == 0 &&
         getSlope(index, outer) == width && canCopyValue(bound, outer, {});
}

// How many elements there are from the first one on; negative if none.
Value TailPeeler::getRoom(Operation *from) {
  Location loc = lanes.getLoc();
  IRMapping mapping;
  Value zero = indexConstant(builder, loc, 0);
  mapping.map(lanes.getInductionVar(), zero);
  if (outer)
    mapping.map(outer.getInductionVar(), zero);
  Value first = buildAt(builder, index, from, mapping);
  Value end = copyValue(builder, bound, from, mapping);
  return builder.createOrFold<arith::SubIOp>(loc, end, first);
}

// The last elements, fewer than a vector, in iteration `outerIndex`.
void TailPeeler::addRest(Value number, Value outerIndex) {
  IRMapping mapping;
  if (outer)
    mapping.map(outer.getInductionVar(), outerIndex);
  // Of what is between the loops, the rest needs a copy of its own.
  if (outer)
    for (Operation &op : outer.getBody()->without_terminator())
      if (&op != lanes)
        builder.clone(op, mapping);
  auto rest = cast<ForOp>(builder.clone(*lanes, mapping));
  BlockOp last = *rest.getOps<BlockOp>().begin();
  blocks.push_back(last);
  OpBuilder inner(last);
  last.getPredicateMutable().assign(
      arith::CmpIOp::create(inner, rest.getLoc(), arith::CmpIPredicate::slt,
                            rest.getInductionVar(), number));
  // Of a bound that is a constant LLVM knows how little there is to unroll.
  if (isInThreads(rest)) {
    rest.setKind(ForKind::Serial);
    builder.setInsertionPoint(rest);
    rest.getUpperBoundMutable().assign(
        indexConstant(builder, rest.getLoc(), width - 1));
  }
}

// The loop over vectors ends with the last whole one.
void TailPeeler::shortenOuter() {
  builder.setInsertionPoint(outer);
  Location loc = lanes.getLoc();
  Value zero = indexConstant(builder, loc, 0);
  Value step = indexConstant(builder, loc, width);
  Value all = mulIndex(builder, loc, outer.getUpperBound(), step);
  Value room = getRoom(outer);
  room = builder.createOrFold<arith::MaxSIOp>(loc, room, zero);
  room = builder.createOrFold<arith::MinSIOp>(loc, room, all);
  Value whole = builder.createOrFold<arith::DivUIOp>(loc, room, step);
  Value left = builder.createOrFold<arith::RemUIOp>(loc, room, step);
  builder.setInsertionPointAfter(outer);
  if (getConstantIndex(left) != 0) {
    Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                         left, zero);
    IfOp branch = IfOp::create(builder, loc, isLeft);
    builder.setInsertionPointToStart(&branch.getThen().front());
    addRest(left, whole);
  }
  outer.getUpperBoundMutable().assign(whole);
}

// Each vector is whole, or its elements are told apart.
void TailPeeler::branch() {
  outer = ForOp();
  builder.setInsertionPoint(lanes);
  Location loc = lanes.getLoc();
  IRMapping mapping;
  bool isAligned = isAlignedToVectors();
  // Where the last one is there, all are; of aligned ones, where the first is.
  mapping.map(lanes.getInductionVar(),
              indexConstant(builder, loc, isAligned ? 0 : width - 1));
  Value last = buildAt(builder, index, lanes, mapping);
  Value end = copyValue(builder, bound, lanes, mapping);
  Value isWhole =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, last, end);
  Value room = isAligned ? Value() : getRoom(lanes);
  IfOp branch = IfOp::create(builder, loc, isWhole, /*withElse=*/!isAligned);
  if (!isAligned) {
    builder.setInsertionPointToStart(&branch.getOtherwise().front());
    addRest(room, Value());
  }
  Block &then = branch.getThen().front();
  lanes->moveBefore(&then, then.begin());
}

SmallVector<BlockOp> TailPeeler::build() {
  blocks.push_back(block);
  if (growsByVectors())
    shortenOuter();
  else
    branch();
  block.getPredicateMutable().clear();
  return blocks;
}

SmallVector<BlockOp> peelTail(BlockOp block) {
  TailPeeler peeler(block);
  if (!peeler.match())
    return {block};
  return peeler.build();
}

} // namespace mlir::tir
