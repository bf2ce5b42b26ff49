// Loops of their own for each way in which sizes broadcast at run time.
//
// LLVM unswitches loops as well, but only after the schedule, which neither
// vectorizes nor threads what it cannot follow: `exp(a + b)` over a million
// elements of two sizes took 9 times as long as over those of one.
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

/// So many conditions get loops for each combination; of more only the common
/// case, that all sizes agree, has its own: code grows as 2^n.
static constexpr size_t kMaxConditions = 2;

/// The condition of a choice between the first element and the one that a loop
/// has come to; null if `op` is none.
static Value getBroadcastCondition(Operation &op, Operation *root) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select || !select.getType().isIndex() ||
      !isConstantIntValue(select.getTrueValue(), 0))
    return nullptr;
  Operation *definition = select.getCondition().getDefiningOp();
  return definition && root->isAncestor(definition) ? Value()
                                                    : select.getCondition();
}

static llvm::SetVector<Value> findConditions(LoopNest &nest) {
  llvm::SetVector<Value> conditions;
  for (Operation &op : *nest.block.getBody())
    if (Value condition = getBroadcastCondition(op, nest.getRoot()))
      conditions.insert(condition);
  return conditions;
}

bool hasBroadcasts(LoopNest &nest) { return !findConditions(nest).empty(); }

/// Whether one of `conditions` holds.
static Value anyOf(OpBuilder &builder, Location loc,
                   ArrayRef<Value> conditions) {
  Value any = conditions.front();
  for (Value condition : conditions.drop_front())
    any = arith::OrIOp::create(builder, loc, any, condition);
  return any;
}

/// Decides those choices in `nest` that are by one of `conditions`.
static void decide(LoopNest &nest, ArrayRef<Value> conditions, bool holds) {
  for (Operation &op : llvm::make_early_inc_range(*nest.block.getBody())) {
    Value condition = getBroadcastCondition(op, nest.getRoot());
    if (!condition || !llvm::is_contained(conditions, condition))
      continue;
    auto select = cast<arith::SelectOp>(op);
    select.replaceAllUsesWith(holds ? select.getTrueValue()
                                    : select.getFalseValue());
    select.erase();
  }
}

void writeEqualApart(OpBuilder &builder, MutableArrayRef<LoopNest> nests,
                     llvm::function_ref<void(OpBuilder &)> write) {
  llvm::SetVector<Value> conditions;
  for (LoopNest &nest : nests)
    conditions.insert_range(findConditions(nest));
  if (conditions.empty())
    return write(builder);
  Location loc = nests.front().block.getLoc();
  Value any = anyOf(builder, loc, conditions.getArrayRef());
  IfOp choice = IfOp::create(builder, loc, any, /*withElse=*/true);
  OpBuilder inside = OpBuilder::atBlockBegin(&choice.getThen().front());
  write(inside);
  for (LoopNest &nest : nests)
    decide(nest, conditions.getArrayRef(), /*holds=*/false);
  inside.setInsertionPointToStart(&choice.getOtherwise().front());
  write(inside);
}

namespace {
class BroadcastUnswitcher {
public:
  BroadcastUnswitcher(llvm::function_ref<void(LoopNest &)> write)
      : write(write) {}

  /// Writes `nest` for each combination of `conditions`.
  void split(LoopNest nest, ArrayRef<Value> conditions);
  /// Writes it for the case that none of `conditions` holds, and for the rest.
  void splitCommon(LoopNest nest, ArrayRef<Value> conditions);

private:
  LoopNest specialize(LoopNest &nest, Block &block, ArrayRef<Value> conditions,
                      bool holds);

  llvm::function_ref<void(LoopNest &)> write;
};
} // namespace

/// A copy of `nest` in `block`, where each of `conditions` is known.
LoopNest BroadcastUnswitcher::specialize(LoopNest &nest, Block &block,
                                         ArrayRef<Value> conditions,
                                         bool holds) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  Operation *root = builder.clone(*nest.getRoot());
  LoopNest copy = *matchLoopNest(root, nullptr);
  decide(copy, conditions, holds);
  return copy;
}

void BroadcastUnswitcher::split(LoopNest nest, ArrayRef<Value> conditions) {
  if (conditions.empty())
    return write(nest);
  Value condition = conditions.front();
  OpBuilder builder(nest.getRoot());
  IfOp choice = IfOp::create(builder, nest.block.getLoc(), condition,
                             /*withElse=*/true);
  for (bool holds : {true, false})
    split(specialize(nest,
                     (holds ? choice.getThen() : choice.getOtherwise()).front(),
                     condition, holds),
          conditions.drop_front());
  nest.getRoot()->erase();
}

void BroadcastUnswitcher::splitCommon(LoopNest nest,
                                      ArrayRef<Value> conditions) {
  Location loc = nest.block.getLoc();
  OpBuilder builder(nest.getRoot());
  IfOp choice = IfOp::create(builder, loc, anyOf(builder, loc, conditions),
                             /*withElse=*/true);
  LoopNest equal = specialize(nest, choice.getOtherwise().front(), conditions,
                              /*holds=*/false);
  write(equal);
  LoopNest others = specialize(nest, choice.getThen().front(), {}, false);
  if (conditions.size() <= kMaxConditions)
    split(others, conditions);
  else
    write(others);
  nest.getRoot()->erase();
}

void unswitchBroadcasts(LoopNest nest,
                        llvm::function_ref<void(LoopNest &)> write) {
  llvm::SetVector<Value> conditions = findConditions(nest);
  BroadcastUnswitcher unswitcher(write);
  if (conditions.size() > 1)
    return unswitcher.splitCommon(nest, conditions.getArrayRef());
  unswitcher.split(nest, conditions.getArrayRef());
}

} // namespace mlir::tir
