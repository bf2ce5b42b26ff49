// Write the schedule of each tensor program of a module as a transform script.
//
// A pass of functions runs in several threads, and may change only its own one:
// what it chooses has no place to go to. So copies of the functions are
// scheduled here, the steps are written down and applied to other copies, which
// have to come to the same.
//
// So a script that was written is known to be right, and a step that acts
// without being written is found by the first test that touches it.
#include "ScheduleScript.h"

#include "ScheduleWriter.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::tir {

static constexpr StringLiteral kMain = "__transform_main";

// A module of nothing but an empty sequence. A module of its own, as a sequence
// may not be changed while it is applied, and text of it goes to a file.
static OwningOpRef<ModuleOp> makeScript(Location loc) {
  OwningOpRef<ModuleOp> script(ModuleOp::create(loc));
  OpBuilder builder(script->getContext());
  script->getOperation()->setAttr(
      transform::TransformDialect::kWithNamedSequenceAttrName,
      builder.getUnitAttr());
  builder.setInsertionPointToEnd(script->getBody());
  auto sequence = transform::NamedSequenceOp::create(
      builder, loc, kMain, builder.getType<transform::AnyOpType>(), TypeRange(),
      [](OpBuilder &b, Location loc, BlockArgument) {
        transform::YieldOp::create(b, loc);
      });
  sequence.setArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName,
                      builder.getUnitAttr());
  return script;
}

static transform::NamedSequenceOp getSequence(ModuleOp script) {
  return cast<transform::NamedSequenceOp>(script.lookupSymbol(kMain));
}

static LogicalResult rejectScript(FuncOp func, const Twine &why) {
  return func.emitError("cannot write the schedule of @")
         << func.getSymName() << " as a script: " << why;
}

// Schedules each function of `module`, and writes the steps to `script`. A
// function that was not scheduled after all has written steps, for instance its
// handle; they are taken off again.
static LogicalResult writeSteps(ModuleOp module, ModuleOp script,
                                Scheduler schedule) {
  Block &body = getSequence(script).getBody().front();
  OpBuilder builder = OpBuilder::atBlockTerminator(&body);
  for (FuncOp func : module.getOps<FuncOp>()) {
    Operation *last = body.getTerminator()->getPrevNode();
    ScheduleWriter writer(builder, func, body.getArgument(0));
    if (!schedule(func, &writer))
      while (body.getTerminator()->getPrevNode() != last)
        body.getTerminator()->getPrevNode()->erase();
  }
  return success();
}

// Whether the script makes of the functions of `module` what `expected` has.
// The script runs on functions in the same order as they were written for, and
// equivalence ignores locations, which a script's rewrites take from its own
// ops.
static LogicalResult checkSteps(ModuleOp module, ModuleOp script,
                                ModuleOp expected) {
  transform::NamedSequenceOp sequence = getSequence(script);
  if (failed(transform::applyTransformNamedSequence(
          module, sequence, script, transform::TransformOptions())))
    return failure();
  for (auto [own, other] :
       llvm::zip_equal(module.getOps<FuncOp>(), expected.getOps<FuncOp>()))
    if (!OperationEquivalence::isEquivalentTo(
            own, other, OperationEquivalence::IgnoreLocations))
      return rejectScript(own, "its steps alone give something else than the "
                               "default schedule; please report it");
  return success();
}

static LogicalResult writeFile(ModuleOp script, StringRef path) {
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return script.emitError("cannot write the schedule to \"")
           << path << "\": " << message;
  file->os() << script << "\n";
  file->keep();
  return success();
}

FailureOr<bool> writeSchedules(ModuleOp module, StringRef path,
                               Scheduler schedule) {
  // A module with a main sequence has a schedule already; a second run must not
  // add another.
  if (path.empty() && module.lookupSymbol(kMain))
    return false;
  OwningOpRef<ModuleOp> script = makeScript(module.getLoc());
  OwningOpRef<ModuleOp> scheduled(module.clone()), applied(module.clone());
  if (failed(writeSteps(*scheduled, *script, schedule)) ||
      failed(checkSteps(*applied, *script, *scheduled)))
    return failure();
  if (!path.empty()) {
    if (failed(writeFile(*script, path)))
      return failure();
    return false;
  }
  module->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(module.getContext()));
  getSequence(*script)->moveBefore(module.getBody(), module.getBody()->end());
  return true;
}

} // namespace mlir::tir
