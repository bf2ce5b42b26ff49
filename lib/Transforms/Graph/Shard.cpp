// Chooses how the tensors of a function are spread over the workers of a mesh.
//
// A plan's cost is not guessed from the function: a copy of it goes through
// `relax-propagate-sharding`, and what each worker then does is counted. So the
// table cannot say less than the program does, whatever that pass learns.
#include "MeshCost.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Memory/Passes.h"
#include "ShardingPlan.h"
#include "SplitPipeline.h"
#include "TupleSignature.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace mlir::relax {
#define GEN_PASS_DEF_SHARDPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// What each axis of the mesh is used for.
using PlanKinds = SmallVector<PlanKind>;

/// A plan that was tried: its cost, or why it has none.
struct Candidate {
  PlanKinds kinds;
  std::optional<MeshCost> cost;
  std::string reason;
};

struct ShardPass : impl::ShardPassBase<ShardPass> {
  using ShardPassBase::ShardPassBase;

  void runOnOperation() override;

private:
  FailureOr<SmallVector<int64_t>> parseMesh();
  FailureOr<SmallVector<PlanKinds>> parsePlans(size_t axes);
  Candidate evaluate(FuncOp func, ArrayRef<int64_t> sizes,
                     const PlanKinds &kinds);
  FailureOr<SmallVector<FuncOp>>
  apply(FuncOp func, ArrayRef<int64_t> sizes, const PlanKinds &kinds,
        llvm::function_ref<LogicalResult(ModuleOp)> propagate);
  FailureOr<PlanKinds> choose(FuncOp func, ArrayRef<int64_t> sizes,
                              ArrayRef<PlanKinds> plans);
  FuncOp findFunction();
  LogicalResult writeReport(ArrayRef<Candidate> candidates,
                            std::optional<size_t> chosen);
  MeshSpeed getSpeed() const {
    return {alphaUs * 1e-6, 1e-9 / betaGbs, 1e-9 / gflops};
  }
};
} // namespace

static constexpr StringLiteral kAuto = "auto";
// Of five axes 1,024 copies of the function would be propagated.
static constexpr size_t kMaxAutoAxes = 4;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> ShardPass::parseMesh() {
  SmallVector<StringRef> texts;
  StringRef(mesh).split(texts, 'x');
  SmallVector<int64_t> sizes;
  int64_t workers = 1;
  for (StringRef text : texts) {
    int64_t size;
    // A program counts workers in 32 bits, as MPI does.
    if (text.getAsInteger(10, size) || size < 1 ||
        llvm::MulOverflow(workers, size, workers) || workers > INT32_MAX)
      return getOperation()->emitError("relax-shard expects sizes of a mesh "
                                       "such as 2x4, found 'mesh=")
             << mesh << "'";
    sizes.push_back(size);
  }
  return sizes;
}

static bool hasPipeline(const PlanKinds &kinds) {
  return llvm::is_contained(kinds, PlanKind::Pipeline);
}

/// All plans of as many axes: 4 of one, 64 of three, and those with a pipeline.
/// One plan may stand for two axes, since a mesh may follow the machine:
/// workers of a node, then nodes. A pipeline is one alone.
static SmallVector<PlanKinds> makeAllPlans(size_t axes, bool tryPipeline) {
  SmallVector<PlanKinds> plans(1);
  for (size_t axis = 0; axis < axes; ++axis) {
    SmallVector<PlanKinds> longer;
    for (const PlanKinds &kinds : plans)
      for (PlanKind kind :
           {PlanKind::Data, PlanKind::Tensor, PlanKind::Sequence,
            PlanKind::Expert, PlanKind::Pipeline}) {
        if (kind == PlanKind::Pipeline && (!tryPipeline || hasPipeline(kinds)))
          continue;
        longer.push_back(kinds);
        longer.back().push_back(kind);
      }
    plans = std::move(longer);
  }
  return plans;
}

FailureOr<SmallVector<PlanKinds>> ShardPass::parsePlans(size_t axes) {
  bool isAuto = plan.size() == 1 && plan.front() == kAuto;
  if (isAuto && axes > kMaxAutoAxes)
    return getOperation()->emitError("relax-shard expects a mesh of at most ")
           << kMaxAutoAxes << " axes for 'plan=auto', found " << axes
           << "; name the plan of each axis";
  if (isAuto)
    return makeAllPlans(axes, /*tryPipeline=*/microBatches > 1);
  PlanKinds kinds;
  for (const std::string &name : plan) {
    std::optional<PlanKind> kind = parsePlan(name);
    // The stages of a pipeline stand along one axis.
    bool isSecond = kind == PlanKind::Pipeline && hasPipeline(kinds);
    if (!kind || isSecond)
      return getOperation()->emitError(
                 "relax-shard expects a plan 'data', 'tensor', 'sequence' or "
                 "'expert' for each axis, 'pipeline' for one of them, or "
                 "'auto' alone, found '")
             << name << (isSecond ? "' twice" : "'")
             << "; spread it by hand with '!relax.dtensor'";
    kinds.push_back(*kind);
  }
  if (kinds.empty())
    kinds.assign(axes, PlanKind::Data);
  if (kinds.size() != axes)
    return getOperation()->emitError("relax-shard expects a plan for each of ")
           << axes << " axes of the mesh, found " << kinds.size()
           << "; separate them by commas";
  return SmallVector<PlanKinds>{kinds};
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The function with hints, or the stages of a pipeline, which are made of what
/// `propagate` leaves.
FailureOr<SmallVector<FuncOp>>
ShardPass::apply(FuncOp func, ArrayRef<int64_t> sizes, const PlanKinds &kinds,
                 llvm::function_ref<LogicalResult(ModuleOp)> propagate) {
  PipelineMesh pipeline{llvm::to_vector(sizes),
                        llvm::find(kinds, PlanKind::Pipeline) - kinds.begin(),
                        microBatches, recompute};
  SmallVector<int64_t> axes =
      hasPipeline(kinds) ? pipeline.getSizesWithBatches() : pipeline.sizes;
  ShardingPlan chosen(func, axes);
  for (auto [axis, kind] : llvm::enumerate(kinds))
    if (failed(chosen.add(kind, axis)))
      return failure();
  if (hasPipeline(kinds) &&
      failed(chosen.addMicroBatches(pipeline.getBatchAxis())))
    return failure();
  OpBuilder builder(func);
  auto made = DeviceMeshOp::create(builder, func.getLoc(), "mesh",
                                   /*sym_visibility=*/StringAttr(),
                                   builder.getDenseI64ArrayAttr(axes),
                                   /*device_ids=*/DenseI64ArrayAttr());
  // The table finds another name where this one is taken.
  auto module = func->getParentOfType<ModuleOp>();
  made->remove();
  SymbolTable(module).insert(made, module.getBody()->begin());
  SmallVector<SmallVector<int64_t>> placements;
  for (Value parameter : func.getArguments())
    placements.push_back(chosen.getPlacement(parameter));
  chosen.apply(made);
  if (!hasPipeline(kinds))
    return SmallVector<FuncOp>{func};
  if (failed(propagate(module)))
    return failure();
  // Micro-batches are no workers of a mesh.
  made->erase();
  return splitPipeline(func, pipeline, placements, getSpeed());
}

/// Tries a plan on a copy of the module; without kinds the function's own
/// hints. What the copy does not fit is no error, but a row of the table.
Candidate ShardPass::evaluate(FuncOp func, ArrayRef<int64_t> sizes,
                              const PlanKinds &kinds) {
  Candidate candidate{kinds, std::nullopt, ""};
  ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
    // Notes say where, which a table has no room for.
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        candidate.reason.empty())
      candidate.reason = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> copy(getOperation().clone());
  SmallVector<FuncOp> made{copy->lookupSymbol<FuncOp>(func.getSymName())};
  // What is known of the operation of this pass does not hold for a copy, so
  // that the propagation runs by a manager of its own.
  PassManager propagation(&getContext()), simplification(&getContext());
  propagation.addPass(createPropagateShardingPass());
  // Two exchanges of one sum, as of the derivatives by two biases that are
  // added, are one in the compiled program, too.
  simplification.addPass(createCSEPass());
  auto propagate = [&](ModuleOp module) { return propagation.run(module); };
  if (!kinds.empty()) {
    FailureOr<SmallVector<FuncOp>> planned =
        apply(made.front(), sizes, kinds, propagate);
    if (failed(planned))
      return candidate;
    made = *planned;
  }
  if ((!hasPipeline(kinds) && failed(propagate(*copy))) ||
      failed(simplification.run(*copy)))
    return candidate;
  for (FuncOp stage : made) {
    std::optional<MeshCost> cost = getMeshCost(stage, llvm::product_of(sizes));
    if (!cost) {
      candidate.reason = "has tensors of unknown sizes";
      candidate.cost.reset();
      return candidate;
    }
    // All but the last stage's first micro-batch is computed while one waits.
    cost->waiting = 1 + double(made.size() - 1) / double(microBatches);
    if (!candidate.cost ||
        candidate.cost->getSeconds(getSpeed()) < cost->getSeconds(getSpeed()))
      candidate.cost = cost;
  }
  return candidate;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static std::string getText(const PlanKinds &kinds) {
  // What stands in the function, whoever put it there.
  if (kinds.empty())
    return "hints";
  return llvm::join(llvm::map_range(kinds, getName), ",");
}

/// A table that a page can show as it is, and that a script reads by the names
/// of its columns.
LogicalResult ShardPass::writeReport(ArrayRef<Candidate> candidates,
                                     std::optional<size_t> chosen) {
  return writeOutputFile(
      getOperation().getLoc(), report, [&](llvm::raw_pwrite_stream &os) {
        os << "| plan | operations | bytes of parameters | exchanges | payload "
              "bytes | bytes in a ring | steps | waiting | microseconds | |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
              "|\n";
        for (auto [index, candidate] : llvm::enumerate(candidates)) {
          os << "| " << getText(candidate.kinds) << " | ";
          if (!candidate.cost) {
            os << "| | | | | | | | " << candidate.reason << " |\n";
            continue;
          }
          const MeshCost &cost = *candidate.cost;
          os << llvm::format("%.0f", cost.operations) << " | "
             << cost.weightBytes << " | " << cost.exchanges << " | "
             << cost.payloadBytes << " | "
             << llvm::format("%.0f", cost.ringBytes) << " | " << cost.ringSteps
             << " | " << llvm::format("%.0f %%", 100 - 100 / cost.waiting)
             << " | " << llvm::format("%.1f", 1e6 * cost.getSeconds(getSpeed()))
             << (chosen == index ? " | chosen |\n" : " | |\n");
        }
        return success();
      });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The plan to take: the only one, or the one of the least time. Of equal ones
/// the first, so that the choice is the same in each build.
FailureOr<PlanKinds> ShardPass::choose(FuncOp func, ArrayRef<int64_t> sizes,
                                       ArrayRef<PlanKinds> plans) {
  if (plans.size() == 1 && report.empty())
    return plans.front();
  SmallVector<Candidate> candidates;
  std::optional<size_t> best;
  for (const PlanKinds &kinds : plans) {
    candidates.push_back(evaluate(func, sizes, kinds));
    const std::optional<MeshCost> &cost = candidates.back().cost;
    if (cost && (!best || cost->getSeconds(getSpeed()) <
                              candidates[*best].cost->getSeconds(getSpeed())))
      best = candidates.size() - 1;
  }
  if (!report.empty() && failed(writeReport(candidates, best)))
    return failure();
  if (best)
    return candidates[*best].kinds;
  // The error of the only one is that of applying it.
  if (plans.size() == 1)
    return plans.front();
  return func.emitOpError("expects a plan that fits it, found none of ")
         << plans.size() << ": " << candidates.front().reason
         << "; name one in 'plan' to see what it lacks";
}

/// The function to spread, checked together with the options of costs.
FuncOp ShardPass::findFunction() {
  if (!(alphaUs >= 0) || !(betaGbs > 0) || !(gflops > 0) || microBatches < 1) {
    getOperation().emitError("relax-shard expects 'alpha-us' of 0 or more, "
                             "'beta-gbs' and 'gflops' above 0, and "
                             "'micro-batches' of 1 or more, found ")
        << double(alphaUs) << ", " << double(betaGbs) << ", " << double(gflops)
        << " and " << int64_t(microBatches);
    return FuncOp();
  }
  auto func = getOperation().lookupSymbol<FuncOp>(funcName);
  if (!func)
    getOperation().emitError("expected a relax.func @")
        << funcName.getValue() << " to spread; choose one with 'func-name'";
  return func;
}

void ShardPass::runOnOperation() {
  FailureOr<SmallVector<int64_t>> sizes = parseMesh();
  FailureOr<SmallVector<PlanKinds>> plans = failure();
  if (succeeded(sizes))
    plans = parsePlans(sizes->size());
  FuncOp func = succeeded(plans) ? findFunction() : FuncOp();
  if (!func)
    return signalPassFailure();
  // Hints of the user's, or of a first run.
  if (func.walk([](AnnotateShardingOp) { return WalkResult::interrupt(); })
          .wasInterrupted()) {
    if (!report.empty() &&
        failed(writeReport(evaluate(func, *sizes, PlanKinds()), 0)))
      signalPassFailure();
    return;
  }
  // Pairs of products may stand in two regions.
  OpPassManager flatten(FuncOp::getOperationName());
  flatten.addPass(createToNonDataflowPass());
  if (failed(runPipeline(flatten, func)))
    return signalPassFailure();
  TupleSignature tuples(func);
  tuples.takeApart();
  FailureOr<PlanKinds> chosen = choose(func, *sizes, *plans);
  OpPassManager propagation(ModuleOp::getOperationName());
  propagation.addPass(createPropagateShardingPass());
  auto propagate = [&](ModuleOp module) {
    return runPipeline(propagation, module);
  };
  if (failed(chosen) || failed(apply(func, *sizes, *chosen, propagate)))
    return signalPassFailure();
  // The stages of a pipeline have the fields that they read.
  if (!hasPipeline(*chosen))
    tuples.putTogether();
}

} // namespace mlir::relax
