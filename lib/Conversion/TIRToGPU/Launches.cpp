// Moves loops that are bound to thread axes into launches.
#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tir {

std::optional<unsigned> getAxis(ForOp loop) {
  return llvm::StringSwitch<std::optional<unsigned>>(
             loop.getThreadAxis().value_or(""))
      .Case("blockIdx.x", 0)
      .Case("blockIdx.y", 1)
      .Case("blockIdx.z", 2)
      .Case("threadIdx.x", 3)
      .Case("threadIdx.y", 4)
      .Case("threadIdx.z", 5)
      .Default(std::nullopt);
}

AxisSet getBoundAxes(Operation *op) {
  AxisSet axes = 0;
  while ((op = op->getParentOp()) && !isa<gpu::LaunchOp, FuncOp>(op))
    if (auto loop = dyn_cast<ForOp>(op))
      if (std::optional<unsigned> axis = getAxis(loop))
        axes |= 1u << *axis;
  return axes;
}

namespace {

/// What a kernel needs to know of an axis.
struct AxisLoop {
  ForOp loop;
  Value extent;
};

} // namespace

// A value for the host: `value`, or a copy in front of `root` of what computes
// it; null if that is not for the host to know.
static Value takeOut(Value value, ForOp root, IRMapping &copies) {
  if (value.getParentRegion()->isProperAncestor(&root.getRegion()))
    return value;
  if (Value copy = copies.lookupOrNull(value))
    return copy;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() > 0 || !isMemoryEffectFree(op))
    return nullptr;
  for (Value operand : op->getOperands()) {
    Value copy = takeOut(operand, root, copies);
    if (!copy)
      return nullptr;
    copies.map(operand, copy);
  }
  OpBuilder(root).clone(*op, copies);
  return copies.lookup(value);
}

static bool isSame(Value a, Value b) {
  APInt left, right;
  return a == b || (matchPattern(a, m_ConstantInt(&left)) &&
                    matchPattern(b, m_ConstantInt(&right)) && left == right);
}

static LogicalResult checkSame(ForOp loop, ForOp other) {
  if (isSame(loop.getLowerBound(), other.getLowerBound()) &&
      isSame(loop.getUpperBound(), other.getUpperBound()))
    return success();
  return loop.emitOpError("is bound to \"")
             .append(*loop.getThreadAxis(),
                     "\" with other bounds than another loop of the same "
                     "kernel; give all loops over one axis the same bounds")
             .attachNote(other.getLoc())
         << "the other loop is here";
}

// The extents of all axes that the kernel under `root` has.
static LogicalResult collectAxes(ForOp root,
                                 std::array<AxisLoop, kNumAxes> &axes) {
  IRMapping copies;
  OpBuilder builder(root);
  WalkResult result = root.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    std::optional<unsigned> number = getAxis(loop);
    if (!number)
      return WalkResult::advance();
    AxisLoop &axis = axes[*number];
    if (axis.loop)
      return WalkResult(checkSame(loop, axis.loop));
    Value from = takeOut(loop.getLowerBound(), root, copies);
    Value to = takeOut(loop.getUpperBound(), root, copies);
    if (!from || !to) {
      loop.emitOpError("is bound to \"")
              .append(*loop.getThreadAxis(),
                      "\" with bounds that its kernel computes; expected "
                      "bounds that are known when the kernel starts")
              .attachNote(root.getLoc())
          << "the kernel starts here";
      return WalkResult::interrupt();
    }
    axis.loop = loop;
    axis.extent = matchPattern(from, m_Zero())
                      ? to
                      : arith::SubIOp::create(builder, loop.getLoc(), to, from);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static FailureOr<gpu::LaunchOp> makeLaunch(ForOp root, StringRef name) {
  std::array<AxisLoop, kNumAxes> axes;
  if (failed(collectAxes(root, axes)))
    return failure();
  OpBuilder builder(root);
  Location location = root.getLoc();
  Value one;
  auto getExtent = [&](unsigned axis) {
    if (axes[axis].extent)
      return axes[axis].extent;
    if (!one)
      one = arith::ConstantIndexOp::create(builder, location, 1);
    return one;
  };
  SmallVector<Value> sizes;
  for (unsigned axis = 0; axis != kNumAxes; ++axis)
    sizes.push_back(getExtent(axis));
  auto launch = gpu::LaunchOp::create(
      builder, location, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4],
      sizes[5], /*dynamicSharedMemorySize=*/nullptr, /*asyncTokenType=*/nullptr,
      /*asyncDependencies=*/{}, /*workgroupAttributions=*/{},
      /*privateAttributions=*/{}, /*clusterSizeX=*/nullptr,
      /*clusterSizeY=*/nullptr, /*clusterSizeZ=*/nullptr,
      FlatSymbolRefAttr::get(root.getContext(), "kernels"),
      FlatSymbolRefAttr::get(root.getContext(), name));
  builder.setInsertionPointToStart(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(builder, location);
  root->moveBefore(end);
  return launch;
}

FailureOr<SmallVector<gpu::LaunchOp>> makeLaunches(FuncOp function) {
  SmallVector<ForOp> roots;
  function.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    if (!loop.getThreadAxis())
      return WalkResult::advance();
    roots.push_back(loop);
    return WalkResult::skip();
  });
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
