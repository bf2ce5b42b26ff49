// Join neighbouring calls of composite functions of one library.
//
// A call joins the groups of its arguments that are of its library, unless
// another argument needs that group in turn: group and argument would then wait
// for each other. TVM notes the needs of a group when it is made; here they are
// followed through the graph, as a group may come to need more later.
//
// An example: a and c are of one library, x is of another, a gives what x and c
// use, and x gives what c uses. c does not join a, because x would then need
// the group and the group x, and neither could run first.
#include "CompositeFunctions.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/GroupOutliner.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_MERGECOMPOSITEFUNCTIONSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {

/// Groups of the ops of one block, each op in one.
class CompositeGroups {
public:
  CompositeGroups(Block &block, const SymbolTable &symbols)
      : block(block), symbols(symbols) {
    for (Operation &op : block)
      add(&op);
  }

  /// The groups that a library is to compute, by their last op; the ops of each
  /// in order.
  llvm::MapVector<Operation *, SmallVector<Operation *>> take();

private:
  void add(Operation *op);
  StringAttr getLibrary(Operation *op);
  Operation *getTupleGroup(Operation *op);
  bool needs(Operation *group, Operation *other);

  Operation *getGroup(Operation *op) { return groups.getLeaderValue(op); }

  Block &block;
  const SymbolTable &symbols;
  llvm::EquivalenceClasses<Operation *> groups;
  /// The library of each op that is in a group of one.
  DenseMap<Operation *, StringAttr> libraries;
};

struct MergeCompositeFunctionsPass
    : impl::MergeCompositeFunctionsPassBase<MergeCompositeFunctionsPass> {
  using Base::Base;

  void runOnOperation() override;
};

} // namespace

/// The op of `block` that makes `value`; null if none does.
static Operation *getMaker(Value value, Block &block) {
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == &block ? op : nullptr;
}

/// All that an op uses of its block, what stands in its regions included.
static llvm::SmallSetVector<Operation *, 4> getSources(Operation *op) {
  llvm::SmallSetVector<Operation *, 4> sources;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *source = getMaker(operand, *op->getBlock()))
        sources.insert(source);
  });
  return sources;
}

/// Whether `group` or what it needs, followed to the start of the block, uses
/// something of `other`.
bool CompositeGroups::needs(Operation *group, Operation *other) {
  // Groups and not ops are reached: one op of a group that is needed makes the
  // whole group needed, as it runs as one call.
  llvm::SmallSetVector<Operation *, 8> reached;
  reached.insert(group);
  for (unsigned index = 0; index < reached.size(); ++index)
    for (Operation *member : groups.members(reached[index]))
      for (Operation *source : getSources(member)) {
        Operation *next = getGroup(source);
        if (next == other)
          return true;
        reached.insert(next);
      }
  return false;
}

/// The library whose composite function the op calls.
StringAttr CompositeGroups::getLibrary(Operation *op) {
  FuncOp composite = getCalledComposite(op, symbols);
  return composite ? getLibraryOf(getComposite(composite)) : StringAttr();
}

static bool isOnlyTakenApart(Value tuple) {
  return !tuple.use_empty() &&
         llvm::all_of(tuple.getUsers(), [](Operation *user) {
           return isa<TupleGetItemOp>(user);
         });
}

/// The one group that a tuple is made of or taken from, if nobody needs the
/// tuple itself; null else.
Operation *CompositeGroups::getTupleGroup(Operation *op) {
  Value tuple;
  if (auto item = dyn_cast<TupleGetItemOp>(op))
    tuple = item.getTuple();
  else if (isa<TupleOp>(op))
    tuple = op->getResult(0);
  if (!tuple || !isOnlyTakenApart(tuple) || op->getNumOperands() == 0)
    return nullptr;
  llvm::SmallSetVector<Operation *, 2> from;
  for (Value operand : op->getOperands()) {
    Operation *source = getMaker(operand, block);
    from.insert(source ? getGroup(source) : nullptr);
  }
  return from.size() == 1 && from.front() && libraries.lookup(from.front())
             ? from.front()
             : nullptr;
}

void CompositeGroups::add(Operation *op) {
  groups.insert(op);
  if (Operation *group = getTupleGroup(op)) {
    // The leader may be another op after that; the library is the leader's.
    StringAttr library = libraries.lookup(group);
    groups.unionSets(group, op);
    libraries[getGroup(op)] = library;
    return;
  }
  StringAttr library = getLibrary(op);
  if (!library)
    return;
  llvm::SmallSetVector<Operation *, 4> sources, joined;
  for (Operation *source : getSources(op))
    sources.insert(getGroup(source));
  // All that pass may be joined at once: if one of them needed another, the
  // other would not have passed.
  for (Operation *group : sources)
    if (libraries.lookup(group) == library &&
        llvm::none_of(sources, [&](Operation *other) {
          return other != group && needs(other, group);
        }))
      joined.insert(group);
  for (Operation *group : joined)
    groups.unionSets(group, op);
  libraries[getGroup(op)] = library;
}

llvm::MapVector<Operation *, SmallVector<Operation *>> CompositeGroups::take() {
  llvm::MapVector<Operation *, SmallVector<Operation *>> members;
  for (Operation &op : block)
    if (libraries.lookup(getGroup(&op)))
      members[getGroup(&op)].push_back(&op);
  return members;
}

void MergeCompositeFunctionsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  SmallVector<Block *> blocks;
  for (auto func : module.getOps<FuncOp>())
    if (!isOfLibrary(func))
      func.walk([&](DataflowOp dataflow) {
        blocks.push_back(&dataflow.getBody().front());
      });
  GroupOutliner outliner(symbols);
  llvm::MapVector<Operation *, StringAttr> made;
  StringAttr name = StringAttr::get(&getContext(), kCodegenAttr);
  for (Block *block : blocks)
    for (auto &[leader, group] : CompositeGroups(*block, symbols).take()) {
      FuncOp first = getCalledComposite(
          *llvm::find_if(group,
                         [&](Operation *op) {
                           return bool(getCalledComposite(op, symbols));
                         }),
          symbols);
      StringAttr library = getLibraryOf(getComposite(first));
      if (CallOp call = outliner.outline(group, NamedAttribute(name, library)))
        made[symbols.lookup(call.getCallee())] = library;
    }
  // Afterwards, since a function that two equal groups share is made once.
  for (auto [func, library] : made)
    makeLibraryFunction(cast<FuncOp>(func), library,
                        cast<FuncOp>(func).getSymName(), symbols);
  numGroups += made.size();
  eraseUnusedComposites(module);
}

} // namespace mlir::relax
