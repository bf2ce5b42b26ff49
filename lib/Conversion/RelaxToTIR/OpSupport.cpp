// Which pass handles each operator.
#include "Relax/Conversion/RelaxToTIR/OpSupport.h"
#include "Decomposition.h"
#include "Legalization.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "mlir/IR/MLIRContext.h"

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
  if (isa<LambdaOp>(op))
    return {"relax-lambda-lift", "a function of the module"};
  if (isa<MakeClosureOp, InvokeClosureOp, InvokePureClosureOp>(op))
    return {"relax-lambda-lift", "a call, if the closure is made in the "
                                 "function; else an error of later passes"};
  StringRef later = getLaterPass(op);
  if (later.empty())
    return {"none", "an error of relax-legalize-ops, unless 'skip-ops' has it"};
  if (later == "convert-relax-to-runtime")
    return {later, "host code"};
  return {later, "ops of later passes"};
}

void printOpSupport(MLIRContext &context, llvm::raw_ostream &os) {
  LegalizationTable table = getLegalizations();
  os << "| operator | handled by | becomes |\n| --- | --- | --- |\n";
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
    os << "| `" << name << "` | " << support.pass << " | " << support.becomes
       << " |\n";
    op->destroy();
  }
}

} // namespace mlir::relax
