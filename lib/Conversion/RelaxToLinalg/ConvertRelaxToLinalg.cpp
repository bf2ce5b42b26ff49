// Makes functions of linalg out of relax functions: which of them, and what
// stays.
#include "FunctionToLinalg.h"

#include "Relax/Conversion/RelaxToLinalg/Passes.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTRELAXTOLINALGPASS
#include "Relax/Conversion/RelaxToLinalg/Passes.h.inc"

namespace {
struct ConvertRelaxToLinalgPass
    : impl::ConvertRelaxToLinalgPassBase<ConvertRelaxToLinalgPass> {
  using ConvertRelaxToLinalgPassBase::ConvertRelaxToLinalgPassBase;

  void runOnOperation() override;

  // Functions are built apart and exchanged at the end. With an error, or with
  // neighbours that stay, nothing of the module has changed.
private:
  bool convert(FuncOp source, const SymbolTable &symbols);
  void keepNeighbors();
  void replaceAll(SymbolTable &symbols);

  /// What becomes of each function that can be converted, in no module yet.
  llvm::MapVector<FuncOp, func::FuncOp> converted;
};
} // namespace

/// Says why an op stays; an error unless functions may stay.
static void report(const LinalgObstacle &obstacle, bool mayStay) {
  InFlightDiagnostic diagnostic =
      mayStay ? obstacle.op->emitRemark() : obstacle.op->emitOpError();
  diagnostic << (mayStay ? "this function stays: '" : "cannot become linalg: ");
  if (mayStay)
    diagnostic << obstacle.op->getName() << "' cannot become linalg: ";
  diagnostic << obstacle.reason;
  if (obstacle.program)
    diagnostic.attachNote(*obstacle.program) << "what it calls does this here";
}

/// Converts a copy, since ops that stand for others are replaced on the way.
/// A rejected function must stay as it was, and decomposing replaces its ops.
bool ConvertRelaxToLinalgPass::convert(FuncOp source,
                                       const SymbolTable &symbols) {
  OwningOpRef<FuncOp> copy = source.clone();
  FunctionToLinalg conversion(*copy, symbols);
  OwningOpRef<func::FuncOp> function = conversion.convert();
  for (const LinalgObstacle &obstacle : conversion.getObstacles())
    report(obstacle, partial);
  if (!function)
    return false;
  converted[source] = function.release();
  return true;
}

/// A function that calls, or is called by, one that stays stays too.
/// A call between the levels would have a func.call to a relax.func. As calls
/// form a graph, one that stays may make its callers stay: repeated until none
/// changes. Each round removes a function.
void ConvertRelaxToLinalgPass::keepNeighbors() {
  auto isMixed = [&](FuncOp function) {
    auto uses = SymbolTable::getSymbolUses(function, getOperation());
    bool isCalledFromRest =
        // A use outside of any function, for instance an exported table, also
        // counts as a caller that stays.
        uses && llvm::any_of(*uses, [&](SymbolTable::SymbolUse use) {
          auto caller = use.getUser()->getParentOfType<FuncOp>();
          return !caller || !converted.count(caller);
        });
    auto called = SymbolTable::getSymbolUses(function);
    return isCalledFromRest ||
           llvm::any_of(*called, [&](SymbolTable::SymbolUse use) {
             auto callee =
                 dyn_cast_or_null<FuncOp>(SymbolTable::lookupNearestSymbolFrom(
                     function, use.getSymbolRef()));
             return callee && !converted.count(callee);
           });
  };
  while (true) {
    auto mixed = llvm::find_if(
        converted, [&](auto &entry) { return isMixed(entry.first); });
    if (mixed == converted.end())
      return;
    mixed->first.emitRemark("this function stays: it calls, or is called by, "
                            "one that stays");
    mixed->second.erase();
    converted.erase(mixed);
  }
}

/// Whether a product has more axes of one kind than the named ops have;
/// upstream asks only whether it has any.
/// upstream's specialization takes such generics for linalg.matmul or
/// batch_matmul and makes invalid ops: it tests that the sets of axes are not
/// empty, not that they have one member.
static bool hasManyAxes(linalg::GenericOp op) {
  if (!linalg::isaContractionOpInterface(op))
    return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  return dims->batch.size() > 1 || dims->m.size() > 1 || dims->n.size() > 1 ||
         dims->k.size() > 1;
}

/// Gives ops of linalg that have a name that name, and computes each size once.
static void simplify(func::FuncOp function, bool namedOps) {
  // Named ops only after everything is generic: what specializes is upstream's
  // choice and no meaning is lost.
  IRRewriter rewriter(function.getContext());
  SmallVector<linalg::GenericOp> generics;
  function.walk([&](linalg::GenericOp op) { generics.push_back(op); });
  for (linalg::GenericOp op : generics) {
    rewriter.setInsertionPoint(op);
    if (namedOps && !hasManyAxes(op))
      (void)linalg::specializeGenericOp(rewriter, op);
  }
  // Sizes are computed at each use while building; CSE makes them one.
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

void ConvertRelaxToLinalgPass::replaceAll(SymbolTable &symbols) {
  SetVector<tir::FuncOp> called;
  for (auto &[source, function] : converted) {
    source.walk([&](CallTIROp call) {
      called.insert(symbols.lookup<tir::FuncOp>(call.getCallee()));
    });
    // The order of the module is kept: the new function stands where the old
    // one was.
    simplify(function, namedOps);
    Block::iterator place = std::next(Block::iterator(source));
    symbols.erase(source);
    symbols.insert(function, place);
  }
  // Programs are kept if anybody else, or nobody known, may call them.
  for (tir::FuncOp program : called)
    if (program.isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(program, getOperation()))
      symbols.erase(program);
}

void ConvertRelaxToLinalgPass::runOnOperation() {
  converted.clear();
  SymbolTable symbols(getOperation());
  bool isWhole = true;
  for (auto function : getOperation().getOps<FuncOp>())
    isWhole &= convert(function, symbols);
  if (!isWhole && !partial) {
    // Without `partial` all or nothing.
    for (auto &[source, function] : converted)
      function.erase();
    return signalPassFailure();
  }
  keepNeighbors();
  replaceAll(symbols);
}

} // namespace mlir::relax
