// Which passes a module goes through.
#include "PassChoice.h"

#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace mlir::relax {

std::vector<std::string> splitPasses(ArrayRef<std::string> lists) {
  std::vector<std::string> passes;
  for (StringRef list : lists) {
    int depth = 0;
    passes.emplace_back();
    for (char c : list) {
      depth += (c == '{') - (c == '}');
      if (c == ',' && depth == 0)
        passes.emplace_back();
      else
        passes.back() += c;
    }
  }
  return passes;
}

// About the order of the stages, from the graph down to loops, since passes in
// this order come further than in any other.
static constexpr llvm::StringLiteral kDefaultPasses[] = {
    "relax-normalize-global-symbols",
    "inline",
    "symbol-dce",
    "relax-inline-private-functions",
    "relax-fuse-ops-by-pattern{library=dnnl}",
    "relax-merge-composite-functions",
    "relax-run-codegen",
    "relax-lambda-lift",
    "relax-normalize",
    "relax-infer-types",
    "relax-canonicalize-bindings",
    "relax-realize-vdevice",
    "relax-convert-to-dataflow",
    "relax-topological-sort",
    "cse",
    "canonicalize",
    "sccp",
    "control-flow-sink",
    "loop-invariant-code-motion",
    "loop-invariant-subset-hoisting",
    "mem2reg",
    "sroa",
    "topological-sort",
    "strip-debuginfo",
    "relax-dead-code-elimination",
    "relax-expand-tuple-arguments",
    "relax-remove-unused-outputs",
    "relax-remove-unused-parameters",
    "relax-decompose-ops-for-inference",
    "relax-decompose-ops-for-training",
    "relax-fold-batch-norm-to-conv2d",
    "relax-pack-bfloat-products",
    "relax-pack-integer-products",
    "relax-fold-constant",
    "relax-adjust-matmul-order",
    "relax-expand-matmul-of-sum",
    "relax-combine-parallel-matmul",
    "relax-reorder-take-after-matmul",
    "relax-remove-reshapes-around-matmul",
    "relax-reorder-permute-dims-after-concat",
    "relax-optimize-layout-transform",
    "relax-align-ranks",
    "relax-choose-layout",
    "relax-pack-weights",
    "relax-legalize-ops",
    "relax-annotate-tir-op-pattern",
    "relax-fuse-ops",
    "relax-fuse-tir",
    "relax-place-calls",
    "relax-rewrite-dataflow-reshape",
    "relax-to-non-dataflow",
    "relax-remove-purity-checking",
    "relax-hoist-workspace",
    "relax-call-tir-rewrite",
    "relax-static-plan-block-memory",
    "relax-lower-alloc-tensor",
    "relax-kill-after-last-use",
    "relax-attach-global-symbol",
    "tir-apply-schedule-requests",
    "tir-default-cpu-schedule",
    "tir-lower-cross-thread-reduction",
    "tir-compact-buffers",
    "tir-convert-blocks-to-opaque"};

std::vector<std::string> getDefaultPasses() {
  return {std::begin(kDefaultPasses), std::end(kDefaultPasses)};
}

/// `pass`, or one time in two, if it is the legalization, that of some kinds of
/// operators of `module` only.
/// Modules that are half legalized are rare otherwise, and passes have to take
/// them.
static std::string limitLegalization(const std::string &pass, ModuleOp module,
                                     Decisions &decisions) {
  if (pass != "relax-legalize-ops" || decisions.oneIn(2))
    return pass;
  std::set<std::string> kinds;
  module.walk([&](Operation *op) {
    if (isa<OpPatternInterface>(op))
      kinds.insert(op->getName().getStringRef().str());
  });
  std::vector<std::string> skipped;
  for (const std::string &kind : kinds)
    if (decisions.oneIn(2))
      skipped.push_back(kind);
  return pass + "{skip-ops=" + llvm::join(skipped, ",") + "}";
}

std::vector<std::string> pickPasses(const std::vector<std::string> &passes,
                                    unsigned length, ModuleOp module,
                                    Decisions &decisions) {
  std::vector<std::string> picked;
  // One time in three most passes in their order, else some at random: the
  // first comes deep into the pipeline, the second finds passes that rely on
  // others.
  if (decisions.oneIn(3)) {
    for (const std::string &pass : passes)
      if (!decisions.oneIn(4))
        picked.push_back(limitLegalization(pass, module, decisions));
    return picked;
  }
  for (uint64_t i = 0, count = 1 + decisions.below(length); i < count; ++i)
    picked.push_back(
        limitLegalization(decisions.pick(passes), module, decisions));
  return picked;
}

} // namespace mlir::relax
