// One stress run: a module, a sequence of passes, and what must hold.
#ifndef RELAX_TEST_STRESS_STRESSRUN_H
#define RELAX_TEST_STRESS_STRESSRUN_H

#include "Stress/SeededFaults.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include <functional>
#include <string>

namespace mlir::relax {

/// What a run found.
enum class StressVerdict {
  /// Everything held.
  Fine,
  /// The verifier rejects the module before any pass.
  IllegalModule,
  /// Printing and parsing, as text or byte code, give another module.
  RoundTrip,
  /// A pass failed without a diagnostic.
  SilentFailure,
  /// The verifier rejects what a pass made of a legal module.
  IllegalResult,
  /// A second run of a pass changes its result.
  NotIdempotent,
  /// The module executes to something else than before.
  WrongResult,
  /// A pattern says that it changed something and did not, or the other way.
  WrongAnswer,
};

/// The name of a verdict, as the tool prints it.
llvm::StringRef toString(StressVerdict verdict);

struct StressOutcome {
  StressVerdict verdict = StressVerdict::Fine;
  /// The pass that it happened in; empty if in none.
  std::string pass;
  /// Diagnostics, or what differs.
  std::string message;
  /// The module that went into the pass, as text.
  std::string module;
  /// Passes that rejected the module, with their errors: nothing is wrong.
  SmallVector<std::pair<std::string, std::string>> rejections;
  /// Passes that changed the module.
  SmallVector<std::string> changes;
  /// Different modules that were met, where all orders were asked for.
  uint64_t numModules = 0;
};

/// Says whether two versions of a module, of which passes made the second from
/// the first, execute to the same results; else what differs.
using SameResults = std::function<LogicalResult(ModuleOp before, ModuleOp after,
                                                std::string &difference)>;

/// The pipeline on a module that runs `pass` on the ops that it is for.
std::string getStressPipeline(StringRef pass);

/// Called before each pass, with its name and the module as text.
using BeforePass = std::function<void(StringRef pass, StringRef module)>;

/// Runs `passes`, each given by its name, one after the other on `module`.
/// After each of them the verifier has to accept the module, a second run has
/// to change nothing (of passes of this project), and `sameResults` has to
/// hold. Where a pass rejects the module, the run goes on with what went into
/// it.
StressOutcome stressModule(ModuleOp module, ArrayRef<std::string> passes,
                           const SameResults &sameResults,
                           const BeforePass &beforePass = {});

/// Runs `passes` in all orders, each as often as one likes: on every module
/// that some order makes of `module`, until there is no new one or `maxModules`
/// are met. Each module that is made has to execute as `module` does.
StressOutcome stressAllOrders(ModuleOp module, ArrayRef<std::string> passes,
                              uint64_t maxModules,
                              const SameResults &sameResults,
                              const BeforePass &beforePass = {});

/// Applies `patterns` in several random orders to `module`, and to what each of
/// `passes` makes of it one after the other; see `applyPatternsShuffled`. The
/// verifier has to accept what comes out, and `sameResults` has to hold.
StressOutcome stressPatterns(ModuleOp module, ArrayRef<std::string> passes,
                             const FrozenRewritePatternSet &patterns,
                             Decisions &decisions,
                             const SameResults &sameResults,
                             const BeforePass &beforePass = {});

/// Seeds `fault` once after each of `getSeedingPasses()`, in the module that
/// they make of `module`, until a check finds it. `Fine` means that none did;
/// `pass` then names the last pass after which there was a place for it.
StressOutcome stressSeededFault(ModuleOp module, const SeededFault &fault,
                                Decisions &decisions,
                                const SameResults &sameResults);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_STRESSRUN_H
