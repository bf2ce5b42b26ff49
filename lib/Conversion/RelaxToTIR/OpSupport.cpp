// Which pass handles each operator.
#include "Relax/Conversion/RelaxToTIR/OpSupport.h"
#include "Decomposition.h"
#include "Legalization.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

namespace {
/// A line of the table.
struct OpSupport {
  StringRef pass, becomes;
};
} // namespace

static OpSupport getOpSupport(Operation *op, const LegalizationTable &table) {
  if (becomesReshape(op))
    return {"relax-rewrite-dataflow-reshape",
            "a view, or a check at run time and a view"};
  if (isDecomposed(op))
    return {"relax-legalize-ops", "other operators, then tensor programs"};
  if (isExternal(op))
    return {"relax-legalize-ops", "a call of a function outside the module"};
  if (table.lookup(op))
    return {"relax-legalize-ops", "a tensor program"};
  if (isa<AnnotateShardingOp, RedistributeOp, CallTIRLocalViewOp, DeviceMeshOp>(
          op))
    return {"relax-lower-dist-ir", "what each worker does"};
  StringRef later = getLaterPass(op);
  if (isa<LambdaOp>(op))
    return {later, "a function of the module"};
  if (later == "relax-lambda-lift")
    return {later, "a call, if the closure is made in the function; else an "
                   "error of convert-relax-to-runtime"};
  if (later.empty())
    return {"none", "an error of relax-legalize-ops, unless 'skip-ops' has it"};
  if (later == "convert-relax-to-runtime")
    return {later, "host code"};
  return {later, "ops of later passes"};
}

static StringRef getText(OpPatternKind kind) {
  switch (kind) {
  case OpPatternKind::Elementwise:
    return "elementwise";
  case OpPatternKind::Broadcast:
    return "broadcast";
  case OpPatternKind::Injective:
    return "injective";
  case OpPatternKind::Reduction:
    return "reduction";
  case OpPatternKind::OutFusable:
    return "out-fusable";
  case OpPatternKind::Opaque:
    return "opaque";
  }
  llvm_unreachable("a pattern without a name");
}

static StringRef getText(MixedPrecisionPolicy policy) {
  switch (policy) {
  case MixedPrecisionPolicy::Always:
    return "always";
  case MixedPrecisionPolicy::Follow:
    return "follow";
  case MixedPrecisionPolicy::Never:
    return "never";
  }
  llvm_unreachable("a policy without a name");
}

static StringRef getText(AxisOrder order) {
  switch (order) {
  case AxisOrder::Any:
    return "any";
  case AxisOrder::Axes:
    return "axes";
  case AxisOrder::Named:
    return "layout";
  case AxisOrder::AsWritten:
    return "as written";
  }
  llvm_unreachable("an order without a name");
}

/// Whether an op does something besides giving results. The op has no operands
/// here, so what depends on them is not asked for.
static StringRef getEffect(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isa<SymbolOpInterface>(op))
    return "";
  bool isFree = op->hasTrait<OpTrait::AlwaysSpeculatableImplTrait>() ||
                isa<OpPatternInterface, AnnotateShardingOp, RedistributeOp,
                    CallTIRLocalViewOp>(op);
  return isFree ? "none" : "some";
}

/// The facts that passes ask for, as cells of the table.
static void printFacts(Operation *op, llvm::raw_ostream &os) {
  auto pattern = dyn_cast<OpPatternInterface>(op);
  auto precision = dyn_cast<MixedPrecisionInterface>(op);
  auto order = dyn_cast<AxisOrderInterface>(op);
  os << " | " << (pattern ? getText(pattern.getOpPattern()) : "");
  if (op->hasTrait<DataDependent>())
    os << ", by data";
  os << " | " << getEffect(op) << " | "
     << (precision ? getText(precision.getMixedPrecisionPolicy()) : "") << " | "
     << (order ? getText(order.getAxisOrder()) : "") << " | "
     << (isa<GradientInterface>(op) ? "yes" : "");
}

void printOpSupport(MLIRContext &context, llvm::raw_ostream &os) {
  LegalizationTable table = getLegalizations();
  os << "| operator | handled by | becomes | pattern | effect | lower "
        "precision "
        "| axes in another order | derivative |\n| --- | --- | --- | --- | "
        "--- | --- | --- | --- |\n";
  SmallVector<RegisteredOperationName> names;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "relax")
      names.push_back(name);
  llvm::sort(names,
             [](RegisteredOperationName lhs, RegisteredOperationName rhs) {
               return lhs.getStringRef() < rhs.getStringRef();
             });
  for (RegisteredOperationName name : names) {
    OperationState state(UnknownLoc::get(&context), name);
    Operation *op = Operation::create(state);
    OpSupport support = getOpSupport(op, table);
    os << "| `" << name << "` | " << support.pass << " | " << support.becomes;
    printFacts(op, os);
    os << " |\n";
    op->destroy();
  }
}

} // namespace mlir::relax
