// Put the ops of dataflow regions into an order that their operands allow.
//
// Upstream's `sortTopologically` finds some order. Here the order and the
// direction are asked for, as in TVM, and decide which values live at the same
// time.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/ADT/SetVector.h"
#include <deque>

namespace mlir::relax {
#define GEN_PASS_DEF_TOPOLOGICALSORTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// The symbols that are defined where a block begins.
using Symbols = llvm::ScopedHashTable<StringAttr, bool>;

/// Sorts one block, whose ops have no effect. Kahn's algorithm (1962). Linear
/// in ops and uses: an op enters `ready` once, when the last thing that it
/// waits for is placed. Sets keep insertion order, hence equal input gives
/// equal output.
class Sorter {
public:
  Sorter(Block &block, const Symbols &outside, bool isDeep, bool isBackward)
      : outside(outside), isDeep(isDeep), isBackward(isBackward) {
    for (Operation &op : block.without_terminator())
      before[&op];
    for (auto &[op, operands] : before)
      findOperands(op, operands);
    for (auto &[op, operands] : before)
      for (Operation *operand : operands)
        after[operand].insert(op);
  }

  /// The ops in their new order.
  SmallVector<Operation *> run() {
    std::deque<Operation *> ready;
    SmallVector<Operation *> all;
    for (auto &[op, operands] : before)
      all.push_back(op);
    if (isBackward)
      std::reverse(all.begin(), all.end());
    // Ops without operands in the region begin. Ranked by the last parameter,
    // an op of parameter 0 precedes one of parameter 1.
    SmallVector<std::pair<unsigned, Operation *>> first;
    for (Operation *op : all)
      if (from(op).empty())
        first.push_back({isBackward ? 0 : getLastParameter(op), op});
    // Those of equal rank stay in their order. A counting sort without the
    // counts; the number of ranks is at most that of the parameters plus one,
    // so it ends.
    for (unsigned rank = 0; ready.size() < first.size(); ++rank)
      for (auto [last, op] : first)
        if (last == rank)
          ready.push_back(op);
    SmallVector<Operation *> order;
    while (!ready.empty()) {
      Operation *op = ready.front();
      ready.pop_front();
      order.push_back(op);
      release(op, ready);
    }
    if (isBackward)
      std::reverse(order.begin(), order.end());
    return order;
  }

private:
  using Ops = llvm::SetVector<Operation *>;

  /// The last of the function's parameters that an op needs: what needs earlier
  /// ones only is possible earlier.
  static unsigned getLastParameter(Operation *op) {
    unsigned last = 0;
    for (Value operand : op->getOperands())
      if (auto parameter = dyn_cast<BlockArgument>(operand))
        last = std::max(last, parameter.getArgNumber() + 1);
    return last;
  }

  /// What must have its place before an op has.
  Ops &from(Operation *op) { return isBackward ? after[op] : before[op]; }
  /// What waits for an op.
  Ops &to(Operation *op) { return isBackward ? before[op] : after[op]; }

  /// The ops of the block whose values an op and what is in it use, and those
  /// that define the symbols in its types. A symbol in a type is a use without
  /// an operand. Moving an op in front of the `match_cast` that defines its
  /// symbol would break `relax.func` R6 (`@cast` in the test).
  void findOperands(Operation *op, Ops &operands) {
    Block *block = op->getBlock();
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (Operation *own = block->findAncestorOpInBlock(*source))
            if (own != op)
              operands.insert(own);
      for (StringAttr symbol : getSymbolsUsedBy(inner))
        if (Operation *source = definitions.lookup(symbol))
          if (source != op)
            operands.insert(source);
    });
    // The first cast that names a symbol defines it; later ones check, and may
    // go anywhere behind, as may all of what is defined outside: if that waited
    // for a cast, the order would say what waits, and a second run move it.
    if (auto cast = dyn_cast<MatchCastOp>(op))
      walkBareSymbols(cast.getResult().getType(), [&](StringAttr symbol) {
        if (!outside.count(symbol))
          definitions.try_emplace(symbol, op);
      });
  }

  /// Those that waited for `op` only come next, or at the end.
  void release(Operation *op, std::deque<Operation *> &ready) {
    SmallVector<Operation *> freed;
    for (Operation *next : to(op))
      // Counts down by distinct predecessors; an op that uses a value twice
      // waits for it once, since the sets hold each once.
      if (++numPlaced[next] == from(next).size())
        freed.push_back(next);
    if (isDeep)
      ready.insert(ready.begin(), freed.begin(), freed.end());
    else
      ready.insert(ready.end(), freed.begin(), freed.end());
  }

  const Symbols &outside;
  bool isDeep, isBackward;
  llvm::MapVector<Operation *, Ops> before;
  DenseMap<Operation *, Ops> after;
  DenseMap<Operation *, size_t> numPlaced;
  /// The first op that may define a symbol.
  DenseMap<StringAttr, Operation *> definitions;
};

struct TopologicalSortPass
    : impl::TopologicalSortPassBase<TopologicalSortPass> {
  using TopologicalSortPassBase::TopologicalSortPassBase;

  void runOnOperation() override {
    if ((order != "depth-first" && order != "breadth-first") ||
        (direction != "from-inputs" && direction != "from-outputs")) {
      getOperation().emitOpError("expected the order depth-first or "
                                 "breadth-first and the direction from-inputs "
                                 "or from-outputs, found ")
          << order << " and " << direction;
      return signalPassFailure();
    }
    Symbols outside;
    visit(getOperation(), outside);
  }

private:
  void visit(Operation *op, Symbols &outside) {
    if (auto cast = dyn_cast<MatchCastOp>(op))
      define(cast.getResult().getType(), outside);
    for (Region &region : op->getRegions()) {
      // What a dataflow region defines is visible after it.
      if (isa<DataflowOp>(op)) {
        sort(region.front(), outside);
        visit(region, outside);
        continue;
      }
      Symbols::ScopeTy scope(outside);
      visit(region, outside);
    }
  }

  void visit(Region &region, Symbols &outside) {
    for (Block &block : region) {
      for (Type type : block.getArgumentTypes())
        define(type, outside);
      for (Operation &op : block)
        visit(&op, outside);
    }
  }

  static void define(Type type, Symbols &outside) {
    walkBareSymbols(type,
                    [&](StringAttr symbol) { outside.insert(symbol, true); });
  }

  void sort(Block &block, const Symbols &outside) {
    Sorter sorter(block, outside, order == "depth-first",
                  direction == "from-outputs");
    for (Operation *op : sorter.run())
      op->moveBefore(block.getTerminator());
  }
};

} // namespace

} // namespace mlir::relax
