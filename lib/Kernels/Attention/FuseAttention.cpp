// Find attention in a function, make one of all that belongs to it, and let it
// go when it is done otherwise.
#include "Relax/Kernels/Attention/FuseAttention.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tir {

static bool isCheap(BlockOp block) {
  return llvm::none_of(block.getBody()->without_terminator(),
                       [](Operation &op) {
                         return op.getNumRegions() != 0 ||
                                isa<math::MathDialect>(op.getDialect());
                       });
}

static bool isReadOnlyBy(Value buffer, BlockOp writer, BlockOp reader) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    return writer->isAncestor(user) || reader->isAncestor(user) ||
           isa<memref::DeallocOp>(user);
  });
}

SmallVector<LoopNest> findOperandNests(AttentionChain &chain,
                                       ArrayRef<LoopNest> nests) {
  SmallVector<LoopNest> operandNests;
  auto collect = [&](BlockOp reader, Value operand) {
    for (ElementAccess &load : getLoadsOf(reader, operand)) {
      std::optional<LoopNest> writer = findWriter(nests, load.buffer);
      if (writer && isCheap(writer->block) &&
          isReadOnlyBy(load.buffer, writer->block, reader) &&
          canInlineBlock(*writer) &&
          llvm::none_of(operandNests, [&](LoopNest known) {
            return known.block == writer->block;
          }))
        operandNests.push_back(*writer);
    }
  };
  collect(chain.scores.reduction.nest.block, chain.scores.lhs.value);
  collect(chain.scores.reduction.nest.block, chain.scores.rhs.value);
  collect(chain.values.reduction.nest.block, chain.values.rhs.value);
  return operandNests;
}

static SmallVector<LoopNest> collectNests(Operation *op) {
  SmallVector<LoopNest> nests;
  for (; op; op = op->getNextNode())
    if (FailureOr<LoopNest> nest = matchLoopNest(op, nullptr); succeeded(nest))
      nests.push_back(*nest);
  return nests;
}

static bool begins(Operation *root, AttentionChain &chain,
                   ArrayRef<LoopNest> nests) {
  SmallVector<LoopNest> own = chain.getNests();
  llvm::append_range(own, findOperandNests(chain, nests));
  return llvm::any_of(own,
                      [&](LoopNest nest) { return nest.getRoot() == root; });
}

std::optional<AttentionChain>
findAttention(Operation *root,
              llvm::function_ref<bool(AttentionChain &)> fits) {
  SmallVector<LoopNest> nests = collectNests(root);
  for (LoopNest nest : nests)
    if (std::optional<AttentionChain> chain = matchAttention(nest, nests))
      if (begins(root, *chain, nests) && fits(*chain))
        return chain;
  return std::nullopt;
}

static SmallVector<LoopNest> getAllNests(LoopNest nest) {
  return getTopNests(nest.block->getParentOfType<FuncOp>());
}

// Computes factors where they are used; the chain is then another one.
std::optional<AttentionChain> inlineOperands(AttentionChain chain,
                                             NestListener listener) {
  LoopNest last = chain.values.reduction.nest;
  std::optional<AttentionChain> found = chain;
  while (found) {
    SmallVector<LoopNest> operandNests =
        findOperandNests(*found, getAllNests(last));
    if (operandNests.empty())
      return found;
    listener(operandNests.front().getRoot());
    if (failed(inlineBlock(operandNests.front())))
      return found;
    found = matchAttention(last, getAllNests(last));
  }
  return std::nullopt;
}

// The nest that uses the result goes with it, if all that is read stays: some
// rows are finished when others begin.
std::optional<AttentionChain> attachUser(AttentionChain chain,
                                         NestListener listener) {
  LoopNest last = chain.values.reduction.nest;
  FailureOr<LoopNest> user = findOnlyUser(chain.values.reduction);
  if (failed(user))
    return chain;
  Operation *root = last.getRoot();
  for (LoopNest nest : chain.getNests())
    if (!root->isBeforeInBlock(user->getRoot()) ||
        !isUnwritten(root, user->getRoot(), nest.block.getReads()) ||
        readsAny(nest, user->block.getWrites()))
      return chain;
  listener(root);
  listener(user->getRoot());
  // It may read at 0 what is written at an iterator of one value.
  dropUnitIters(last);
  dropUnitIters(*user);
  std::optional<AttentionChain> found = matchAttention(last, getAllNests(last));
  if (found)
    (void)attachEpilogue(found->values.reduction, *user);
  return found;
}

void eraseAttention(AttentionChain &chain, NestListener listener) {
  Operation *last = chain.values.reduction.getLastRoot();
  listener(last);
  SmallVector<Value> passed;
  for (LoopNest nest : chain.getNests()) {
    llvm::append_range(passed, nest.block.getWrites());
    if (nest.getRoot() == last)
      continue;
    listener(nest.getRoot());
    nest.getRoot()->erase();
  }
  last->erase();
  for (Value buffer : passed)
    eraseDeadBuffer(buffer);
}

} // namespace mlir::tir
