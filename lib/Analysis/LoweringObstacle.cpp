// Why a pass left an op behind.
#include "Relax/Analysis/LoweringObstacle.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// What is unknown about a tensor type; empty if nothing is. In the order in
/// which knowledge builds: without a rank there are no dimensions to ask about.
static StringRef getUnknownPart(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return "";
  if (!tensor.hasRank())
    return "rank";
  if (isa<UnknownType>(tensor.getElementType()))
    return "dtype";
  return llvm::is_contained(getDims(cast<RankedTensorType>(type)),
                            SymExprAttr())
             ? "dimension"
             : "";
}

static std::string describeUnknown(StringRef what, unsigned index, Type type,
                                   StringRef part) {
  std::string text;
  llvm::raw_string_ostream(text)
      << what << " #" << index << " is '" << type << "', of unknown " << part
      << "; run 'relax-infer-types', or name it with 'relax.match_cast'";
  return text;
}

/// The first operand or result whose type says too little.
static std::string getTypeObstacle(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (StringRef part = getUnknownPart(type); !part.empty())
      return describeUnknown("operand", index, type, part);
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (StringRef part = getUnknownPart(type); !part.empty())
      return describeUnknown("result", index, type, part);
  return "";
}

/// The most specific reason first; "of unknown dimension" is often true and
/// seldom the cause.
std::string getLoweringObstacle(Operation *op) {
  if (op->getParentOfType<DataflowOp>() &&
      getLaterPass(op) == "relax-call-tir-rewrite")
    return "it would get effects, which the 'relax.dataflow' region around it "
           "does not allow; run 'relax-to-non-dataflow' first";
  if (auto block = dyn_cast<tir::BlockOp>(op))
    return "a block is no loop yet; run 'tir-default-cpu-schedule' or "
           "'tir-default-gpu-schedule' first";
  if (auto loop = dyn_cast<tir::ForOp>(op); loop && loop.getThreadAxis())
    return "the loop is bound to the threads of a device; compile its function "
           "for one, or schedule it with 'tir-default-cpu-schedule'";
  if (std::string unknown = getTypeObstacle(op); !unknown.empty())
    return unknown;
  return "nothing about the op hinders that pass; run it, and after what made "
         "the op";
}

} // namespace mlir::relax
