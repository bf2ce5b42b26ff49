// The passes that the command line of relax-reduce offers beside all others.
#include "ReductionPasses.h"
#include "Reducer.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Support/Quote.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::relax {
namespace {

/// What both passes have: a test.
template <typename ConcretePass>
struct TestedPass : public PassWrapper<ConcretePass, OperationPass<>> {
  using Base = PassWrapper<ConcretePass, OperationPass<>>;
  TestedPass() = default;
  TestedPass(const TestedPass &other) : Base(other) {}

  Pass::Option<std::string> script{
      *this, "test",
      llvm::cl::desc("Program that exits with status 1 if the file that it "
                     "gets is interesting, else with 0")};
  Pass::ListOption<std::string> arguments{
      *this, "test-arg", llvm::cl::desc("Argument of it, before the file")};

  InterestTest getTest() {
    return InterestTest(script, std::vector<std::string>(arguments),
                        this->getOperation()->getLoc());
  }

  /// Puts the content of `program` in place of that of the pass's op.
  void replaceProgram(Operation *program) {
    Operation *op = this->getOperation();
    op->setAttrs(program->getAttrDictionary());
    for (auto [to, from] :
         llvm::zip_equal(op->getRegions(), program->getRegions()))
      to.takeBody(from);
  }
};

struct ReductionTreePass : public TestedPass<ReductionTreePass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReductionTreePass)
  ReductionTreePass() = default;
  ReductionTreePass(const ReductionTreePass &other) : TestedPass(other) {}
  StringRef getArgument() const override { return "reduction-tree"; }
  StringRef getDescription() const override {
    return "Erase and simplify ops as long as a test finds the program "
           "interesting";
  }

  Option<unsigned> mode{*this, "traversal-mode",
                        llvm::cl::desc("0, the only one there is"),
                        llvm::cl::init(0)};

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<RelaxDialect, tir::TIRDialect, arith::ArithDialect>();
  }

  void runOnOperation() override {
    if (mode != 0) {
      emitError(getOperation()->getLoc(), "expected traversal-mode=0, found ")
          << unsigned(mode);
      return signalPassFailure();
    }
    InterestTest test = getTest();
    if (failed(test.checkWhole(getOperation())))
      return signalPassFailure();
    Reducer reducer(getOperation(), test);
    if (failed(reducer.run()))
      return signalPassFailure();
    replaceProgram(reducer.getProgram());
  }
};

struct OptReductionPass : public TestedPass<OptReductionPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OptReductionPass)
  OptReductionPass() = default;
  OptReductionPass(const OptReductionPass &other) : TestedPass(other) {}
  StringRef getArgument() const override { return "opt-reduction-pass"; }
  StringRef getDescription() const override {
    return "Run passes and keep what they make if a test finds it interesting";
  }

  Option<std::string> pipeline{*this, "opt-pass",
                               llvm::cl::desc("Passes to run")};

  // A pass's own pipeline is parsed twice: dialects are asked for before there
  // is a program.
  void getDependentDialects(DialectRegistry &registry) const override {
    // What is wrong with the pipeline is said when it runs.
    OpPassManager passes(ModuleOp::getOperationName(),
                         OpPassManager::Nesting::Implicit);
    if (succeeded(parsePassPipeline(pipeline, passes, llvm::nulls())))
      passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    Operation *program = getOperation();
    InterestTest test = getTest();
    PassManager passes(program->getName(), PassManager::Nesting::Implicit);
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (pipeline.empty() ||
        failed(parsePassPipeline(pipeline, passes, stream))) {
      emitError(program->getLoc(),
                "expected passes, as in opt-pass=symbol-dce, found ")
          << relax::quote(pipeline)
          << (message.empty() ? "" : ": " + StringRef(message).rtrim().str());
      return signalPassFailure();
    }
    if (failed(test.checkWhole(program)))
      return signalPassFailure();
    // On a copy, since passes that end in an error leave a half changed
    // program.
    OwningOpRef<Operation *> variant = program->clone();
    if (failed(passes.run(*variant))) {
      emitError(program->getLoc(),
                "expected passes that run on the program, found ")
          << relax::quote(pipeline) << ", which end in errors";
      return signalPassFailure();
    }
    FailureOr<bool> kept = test.isInteresting(printProgram(*variant));
    if (failed(kept))
      return signalPassFailure();
    if (*kept)
      replaceProgram(*variant);
  }
};

} // namespace

void registerReductionPasses() {
  PassRegistration<ReductionTreePass>();
  PassRegistration<OptReductionPass>();
}

} // namespace mlir::relax
