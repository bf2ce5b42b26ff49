// Write each tensor program that has no schedule to a file, with a function
// that calls it, so that relax-tune can compile and time it alone.
#include "../PrivatePrograms.h"
#include "Relax/Analysis/FusionGroups.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Support/CollectError.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "ScheduleDatabase.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <map>

namespace mlir::relax {

#define GEN_PASS_DEF_WRITETUNINGTASKSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
/// A program, and how often it is called.
struct TuningTask {
  std::string name;
  OwningOpRef<ModuleOp> module;
  int64_t calls = 0;
  /// Of the arguments but for the first one, as far as sizes are known.
  int64_t bytes = 0;
};

/// By the keys of the programs.
using TuningTasks = std::map<std::string, TuningTask>;

struct WriteTuningTasksPass
    : impl::WriteTuningTasksPassBase<WriteTuningTasksPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

// Adds a function that calls the program as `call` does. Gives what is wrong
// with it, if what the program needs is not among its tensors.
static std::string addCaller(ModuleOp module, CallTIROp call) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = call.getLoc();
  auto main = FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType(call.getOperandTypes(), call.getResultTypes()));
  Block &body = main.getBody().front();
  builder.setInsertionPointToEnd(&body);
  IRMapping values;
  values.map(call.getOperands(), body.getArguments());
  auto copy = cast<CallTIROp>(builder.clone(*call, values));
  copy.setCallee(tir::kTunedName);
  ReturnOp::create(builder, loc, copy.getResults());
  // A symbol that no parameter defines, or another function, is an error.
  return collectError(module.getContext(), [&] { (void)verify(module); });
}

static int64_t countBytes(CallTIROp call) {
  int64_t bits = 0;
  for (auto [number, operand] : llvm::enumerate(call.getOperands()))
    if (number != 0)
      bits += countBits(operand);
  return bits / 8;
}

static TuningTasks collectTasks(ModuleOp module) {
  TuningTasks tasks;
  for (PrivateProgram &program : getPrivatePrograms(module)) {
    if (program.func.isExternal() || program.func.isScheduled())
      continue;
    OwningOpRef<ModuleOp> isolated = tir::isolateProgram(program.func);
    std::string key = tir::getProgramKey(*isolated);
    auto found = tasks.find(key);
    if (found == tasks.end()) {
      std::string error = addCaller(*isolated, program.calls.front());
      if (!error.empty()) {
        program.func.emitRemark("is not tuned: a function that calls it alone "
                                "is rejected: ")
            << error;
        continue;
      }
      TuningTask task{program.func.getSymName().str(), std::move(isolated), 0,
                      countBytes(program.calls.front())};
      found = tasks.emplace(key, std::move(task)).first;
    }
    found->second.calls += int64_t(program.calls.size());
  }
  return tasks;
}

static LogicalResult writeTasks(Location loc, TuningTasks &tasks,
                                StringRef folder) {
  auto getPath = [&](const Twine &name) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path;
  };
  if (std::error_code error = llvm::sys::fs::create_directories(folder)) {
    InFlightDiagnostic diagnostic = emitError(loc, "cannot make the folder \"")
                                    << folder << "\": " << error.message();
    diagnostic.attachNote() << "give 'folder' a place where you may write";
    return diagnostic;
  }
  llvm::json::Array index;
  for (auto &[key, task] : tasks) {
    ModuleOp module = *task.module;
    if (failed(writeOutputFile(loc, getPath(key + ".mlir"),
                               [&](llvm::raw_pwrite_stream &os) {
                                 module.print(os);
                                 return success();
                               })))
      return failure();
    index.push_back(llvm::json::Object{{"key", key},
                                       {"name", task.name},
                                       {"calls", task.calls},
                                       {"bytes", task.bytes}});
  }
  return writeOutputFile(loc, getPath("tasks.json"),
                         [&](llvm::raw_pwrite_stream &os) {
                           os << llvm::json::Value(std::move(index)) << "\n";
                           return success();
                         });
}

void WriteTuningTasksPass::runOnOperation() {
  markAllAnalysesPreserved();
  TuningTasks tasks = collectTasks(getOperation());
  if (failed(writeTasks(getOperation().getLoc(), tasks, folder)))
    signalPassFailure();
}

} // namespace mlir::relax
