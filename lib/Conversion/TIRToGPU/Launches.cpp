// Moves loops that are bound to thread axes into launches.
#include "Steps.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tir {

AxisSet getBoundAxes(Operation *op) {
  AxisSet axes = 0;
  while ((op = op->getParentOp()) && !isa<gpu::LaunchOp, FuncOp>(op))
    if (auto loop = dyn_cast<ForOp>(op))
      if (std::optional<unsigned> axis = getLaunchAxis(loop))
        axes |= 1u << *axis;
  return axes;
}

// A value for the host: `value`, or a copy in front of `root` of what computes
// it, which is known there.
// Extents are computed in front of the launch, while the loops are inside. A
// bound that depends on a loop of the kernel has been rejected by
// checkBindings.
static Value takeOut(Value value, ForOp root, IRMapping &copies) {
  if (value.getParentRegion()->isProperAncestor(&root.getRegion()))
    return value;
  if (Value copy = copies.lookupOrNull(value))
    return copy;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    copies.map(operand, takeOut(operand, root, copies));
  OpBuilder(root).clone(*op, copies);
  return copies.lookup(value);
}

static LogicalResult checkBindings(ForOp root) {
  SmallVector<BindingProblem> problems = findBindingProblems(root);
  for (BindingProblem &problem : problems)
    problem.loop.emitOpError(problem.getMessage())
            .attachNote(problem.other.getLoc())
        << problem.getNote();
  return success(problems.empty());
}

// The extents, in front of `root`, of all axes that its kernel has.
static std::array<Value, kNumLaunchAxes> getExtents(ForOp root) {
  std::array<Value, kNumLaunchAxes> extents;
  IRMapping copies;
  OpBuilder builder(root);
  // Outer loops first. Loops that are bound to the same axis in different
  // parts of a kernel have the same extent, which findBindingProblems sees to,
  // so the first one counts.
  root.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    std::optional<unsigned> axis = getLaunchAxis(loop);
    if (!axis || extents[*axis])
      return;
    Value from = takeOut(loop.getLowerBound(), root, copies);
    Value to = takeOut(loop.getUpperBound(), root, copies);
    extents[*axis] =
        matchPattern(from, m_Zero())
            ? to
            : arith::SubIOp::create(builder, loop.getLoc(), to, from);
  });
  return extents;
}

// A schedule asks, by upstream's attribute, that registers leave room for so
// many blocks in a multiprocessor. `ptxas` spills what is more, so it has to
// know: by itself it takes what suits the instructions.
static LogicalResult passRequest(ForOp root, gpu::LaunchOp launch) {
  constexpr int64_t kMaxBlocks = 32;
  DictionaryAttr annotations = root.getAnnotationsAttr();
  Attribute asked =
      annotations ? annotations.get(kResidentBlocks) : Attribute();
  if (!asked)
    return success();
  auto blocks = dyn_cast<IntegerAttr>(asked);
  if (!blocks || !blocks.getType().isSignlessInteger() || blocks.getInt() < 1 ||
      blocks.getInt() > kMaxBlocks)
    return root.emitOpError("is annotated with '")
           << kResidentBlocks << "' " << asked
           << "; expected a number of blocks from 1 to " << kMaxBlocks
           << " that a multiprocessor has room for";
  launch->setAttr(kResidentBlocks, blocks);
  return success();
}

static FailureOr<gpu::LaunchOp> makeLaunch(ForOp root, StringRef name) {
  if (failed(checkBindings(root)))
    return failure();
  std::array<Value, kNumLaunchAxes> sizes = getExtents(root);
  OpBuilder builder(root);
  Location location = root.getLoc();
  Value one;
  for (Value &size : sizes) {
    if (size)
      continue;
    if (!one)
      one = arith::ConstantIndexOp::create(builder, location, 1);
    size = one;
  }
  auto launch = gpu::LaunchOp::create(
      builder, location, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4],
      sizes[5], /*dynamicSharedMemorySize=*/nullptr, /*asyncTokenType=*/nullptr,
      /*asyncDependencies=*/{}, /*workgroupAttributions=*/{},
      /*privateAttributions=*/{}, /*clusterSizeX=*/nullptr,
      /*clusterSizeY=*/nullptr, /*clusterSizeZ=*/nullptr,
      FlatSymbolRefAttr::get(root.getContext(), "kernels"),
      FlatSymbolRefAttr::get(root.getContext(), name));
  if (failed(passRequest(root, launch)))
    return failure();
  builder.setInsertionPointToStart(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(builder, location);
  root->moveBefore(end);
  return launch;
}

// One launch for each outermost loop: kernels of a stream run one after the
// other, and that is the only way for all blocks to wait for each other.
FailureOr<SmallVector<gpu::LaunchOp>> makeLaunches(FuncOp function) {
  SmallVector<ForOp> roots = getKernels(function);
  SmallVector<gpu::LaunchOp> launches;
  for (ForOp root : roots) {
    std::string name = function.getSymName().str();
    if (roots.size() > 1)
      name += "_" + std::to_string(launches.size());
    FailureOr<gpu::LaunchOp> launch = makeLaunch(root, name);
    if (failed(launch))
      return failure();
    launches.push_back(*launch);
  }
  return launches;
}

} // namespace mlir::tir
