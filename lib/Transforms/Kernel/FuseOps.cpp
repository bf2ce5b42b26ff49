// Group calls of tensor programs into primitive functions.
//
// Which calls form a group is `computeFusionGroups`'s to say. Here each group
// gets a function, equal groups the same one.
#include "Relax/Analysis/FusionGroups.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/Analysis/RowSoftmax.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "Relax/Transforms/Module/GroupOutliner.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FUSEOPSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

struct FuseOpsPass : public impl::FuseOpsPassBase<FuseOpsPass> {
  using FuseOpsPassBase::FuseOpsPassBase;

  void runOnOperation() override;

private:
  void fuseBlock(Block &block, SymbolTable &symbols, GroupOutliner &outliner);
  OpPatternKind lookupPattern(CallTIROp call, SymbolTable &symbols);
  bool isSoftmax(CallTIROp call, SymbolTable &symbols);

  /// The pattern of each callee.
  DenseMap<StringAttr, OpPatternKind> patterns;
  /// Whether each callee is a softmax along its last axis.
  DenseMap<StringAttr, bool> softmaxes;
};

} // namespace

OpPatternKind FuseOpsPass::lookupPattern(CallTIROp call, SymbolTable &symbols) {
  if (call.getNumResults() != 1)
    return OpPatternKind::Opaque;
  StringAttr name = call.getCalleeAttr().getAttr();
  // A callee is asked about once, though called from many places: the answer
  // walks its loops.
  auto [entry, isNew] = patterns.try_emplace(name, OpPatternKind::Opaque);
  if (isNew)
    if (auto callee = symbols.lookup<tir::FuncOp>(name))
      entry->second = getOpPattern(callee);
  return entry->second;
}

bool FuseOpsPass::isSoftmax(CallTIROp call, SymbolTable &symbols) {
  if (!attention)
    return false;
  StringAttr name = call.getCalleeAttr().getAttr();
  auto [entry, isNew] = softmaxes.try_emplace(name, false);
  if (isNew)
    if (auto callee = symbols.lookup<tir::FuncOp>(name))
      entry->second = tir::isRowSoftmax(callee);
  return entry->second;
}

void FuseOpsPass::fuseBlock(Block &block, SymbolTable &symbols,
                            GroupOutliner &outliner) {
  SmallVector<FusionGroup> groups = computeFusionGroups(
      block, maxDepth,
      [&](CallTIROp call) { return lookupPattern(call, symbols); },
      [&](CallTIROp call) { return isSoftmax(call, symbols); },
      {rows, decoded});
  NamedAttribute primitive(StringAttr::get(&getContext(), "relax.primitive"),
                           UnitAttr::get(&getContext()));
  for (const FusionGroup &group : groups) {
    SmallVector<Operation *> ops(group.begin(), group.end());
    if (outliner.outline(ops, primitive))
      ++numGroups;
  }
}

void FuseOpsPass::runOnOperation() {
  patterns.clear();
  softmaxes.clear();
  SymbolTable symbols(getOperation());
  GroupOutliner outliner(symbols);
  // Collected first, as new functions are added to the module that is walked.
  SmallVector<Block *> blocks;
  for (auto func : getOperation().getOps<FuncOp>())
    if (!func->hasAttr("relax.primitive"))
      func.walk([&](DataflowOp dataflow) {
        blocks.push_back(&dataflow.getBody().front());
      });
  for (Block *block : blocks)
    fuseBlock(*block, symbols, outliner);
}

} // namespace mlir::relax
