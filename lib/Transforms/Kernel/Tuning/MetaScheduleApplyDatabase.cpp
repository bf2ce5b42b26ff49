// Schedule tensor programs as a database of relax-tune says.
//
// A script runs on a copy of the program alone, and what it makes takes the
// program's place if it is right: a program may have changed in a way that its
// text does not show, such as what an op of a newer version means.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Support/CollectError.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "ScheduleDatabase.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

namespace mlir::relax {
#define GEN_PASS_DEF_METASCHEDULEAPPLYDATABASEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

namespace {
struct MetaScheduleApplyDatabasePass
    : relax::impl::MetaScheduleApplyDatabasePassBase<
          MetaScheduleApplyDatabasePass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

// The program as the script schedules it; null if the script does not fit.
static FuncOp runScript(ModuleOp isolated, StringRef text) {
  MLIRContext *context = isolated.getContext();
  OwningOpRef<ModuleOp> script = parseSourceString<ModuleOp>(text, context);
  auto sequence =
      script ? script->lookupSymbol<transform::NamedSequenceOp>(
                   transform::TransformDialect::kTransformEntryPointSymbolName)
             : transform::NamedSequenceOp();
  if (!sequence) {
    emitError(isolated.getLoc(), "expected a named sequence @__transform_main");
    return {};
  }
  if (failed(transform::applyTransformNamedSequence(
          isolated, sequence, *script, transform::TransformOptions())) ||
      failed(verify(isolated)))
    return {};
  return isolated.lookupSymbol<FuncOp>(kTunedName);
}

// Puts what the script makes in the place of the function.
static void applyScript(FuncOp func, ModuleOp isolated, StringRef text) {
  FuncOp scheduled;
  std::string error = relax::collectError(
      func.getContext(), [&] { scheduled = runScript(isolated, text); });
  if (!scheduled) {
    func.emitRemark("is scheduled by default: its script in the database does "
                    "not fit it: ")
        << error;
    return;
  }
  scheduled->remove();
  func->getBlock()->getOperations().insert(func->getIterator(), scheduled);
  scheduled.setSymName(func.getSymName());
  SymbolTable::setSymbolVisibility(scheduled,
                                   SymbolTable::getSymbolVisibility(func));
  func.erase();
}

void MetaScheduleApplyDatabasePass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<ScheduleDatabase> found =
      ScheduleDatabase::read(module.getLoc(), database);
  if (failed(found))
    return signalPassFailure();
  for (FuncOp func : llvm::make_early_inc_range(module.getOps<FuncOp>())) {
    if (func.isExternal() || func.isScheduled())
      continue;
    OwningOpRef<ModuleOp> isolated = isolateProgram(func);
    StringRef script = found->getScript(getProgramKey(*isolated));
    if (!script.empty())
      applyScript(func, *isolated, script);
  }
}

} // namespace mlir::tir
