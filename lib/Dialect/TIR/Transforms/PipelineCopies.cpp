// Copies to shared memory that a pipeline does not wait for.
//
// `cp.async` (sm_80): a thread starts a copy from global to shared memory
// without registers in between and waits for groups of its own copies later.
#include "PipelineCopies.h"

#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// Memory spaces are text in programs that come from TVM and attributes in our
/// own.
static bool isInSpace(Value buffer, StringRef name, gpu::AddressSpace space) {
  Attribute found = cast<BaseMemRefType>(buffer.getType()).getMemorySpace();
  if (auto text = dyn_cast_if_present<StringAttr>(found))
    return text.getValue().starts_with(name);
  auto known = dyn_cast_if_present<gpu::AddressSpaceAttr>(found);
  return known && known.getValue() == space;
}

static bool isShared(Value buffer) {
  return isInSpace(buffer, "shared", gpu::AddressSpace::Workgroup);
}

static bool isGlobal(Value buffer) {
  return !cast<BaseMemRefType>(buffer.getType()).getMemorySpace() ||
         isInSpace(buffer, "global", gpu::AddressSpace::Global);
}

static bool bindsThreads(ForOp loop) {
  return loop.getThreadAxis().value_or("").starts_with("threadIdx");
}

// What may stand around a copy, or compute its indices.
static bool isAroundCopy(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return !loop.getThreadAxis();
  return isa<IfOp, YieldOp, memref::LoadOp>(op) || isMemoryEffectFree(op);
}

namespace {

/// Finds the copies of a plan.
class CopyFinder {
public:
  explicit CopyFinder(const PipelinePlan &plan) : plan(plan) {}

  LogicalResult checkThreads();
  FailureOr<PipelineCopy> find(unsigned number);

private:
  InFlightDiagnostic failPrecondition() {
    return failPipelinePrecondition(plan.loop);
  }
  bool isNeighbour(OperandRange indices, ForOp lanes) const;
  void findLanes(PipelineCopy &copy) const;
  LogicalResult checkBytes(PipelineCopy &copy);

  const PipelinePlan &plan;
};

} // namespace

// A thread waits for its own copies. Waiting is per thread, and other threads
// are met at a barrier. Without threads there is nobody to wait.
LogicalResult CopyFinder::checkThreads() {
  for (Operation *op = plan.loop->getParentOp(); op; op = op->getParentOp())
    if (auto loop = dyn_cast<ForOp>(op); loop && bindsThreads(loop))
      return success();
  return failPrecondition()
         << "expected it in a loop over threads, found none, as it has stages "
            "of async copies; put it into one";
}

// Whether the next lane is at the next element. The instruction copies
// contiguous bytes on both sides.
bool CopyFinder::isNeighbour(OperandRange indices, ForOp lanes) const {
  IndexSpace space(plan.loop->getContext());
  auto lane = cast<AffineDimExpr>(space.add(lanes.getInductionVar()));
  for (auto [axis, index] : llvm::enumerate(indices))
    if (getCoefficient(space.getExpr(index), lane.getPosition()) !=
        (axis + 1 == indices.size() ? 1 : 0))
      return false;
  return !indices.empty();
}

void CopyFinder::findLanes(PipelineCopy &copy) const {
  auto loop = dyn_cast<ForOp>(copy.store->getParentOp());
  if (!loop || loop == plan.loop || loop.getKind() != ForKind::Vectorized ||
      getConstantIndex(loop.getLowerBound()) != 0 ||
      copy.load->getBlock() != loop.getBody() ||
      !isNeighbour(copy.load.getIndices(), loop) ||
      !isNeighbour(copy.store.getIndices(), loop))
    return;
  bool isPlain =
      llvm::all_of(loop.getBody()->without_terminator(), [&](Operation &op) {
        return &op == copy.load || &op == copy.store ||
               (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
      });
  std::optional<int64_t> count = loop.getConstantExtent();
  constexpr int64_t kMaxLanes = 16;
  if (isPlain && count && *count >= 1 && *count <= kMaxLanes) {
    copy.lanes = loop;
    copy.count = *count;
  }
}

/// PTX ISA, `cp.async`: 4, 8 or 16 bytes.
LogicalResult CopyFinder::checkBytes(PipelineCopy &copy) {
  Type type = copy.load.getType();
  int64_t bits =
      type.isIntOrFloat() ? copy.count * type.getIntOrFloatBitWidth() : 0;
  constexpr int64_t kBits = 8;
  copy.bytes = bits / kBits;
  if (llvm::is_contained({32, 64, 128}, bits))
    return success();
  InFlightDiagnostic error =
      failPrecondition() << "statement #" << copy.statement << " copies "
                         << copy.count << " of " << type
                         << " at a time, expected 4, 8 or 16 bytes of an async "
                            "copy; vectorize the loop over neighbours";
  error.attachNote(copy.store.getLoc()) << "the copy is here";
  return error;
}

/// Anything else in the statement would be executed when the copy is started,
/// not when it is done.
FailureOr<PipelineCopy> CopyFinder::find(unsigned number) {
  Operation *op = plan.statements[number].op;
  SmallVector<memref::StoreOp> stores;
  bool isCopy = true;
  op->walk([&](Operation *inner) {
    if (auto store = dyn_cast<memref::StoreOp>(inner))
      stores.push_back(store);
    else
      isCopy = isCopy && isAroundCopy(inner);
  });
  PipelineCopy copy;
  copy.statement = number;
  if (isCopy && stores.size() == 1) {
    copy.store = stores.front();
    copy.load = copy.store.getValueToStore().getDefiningOp<memref::LoadOp>();
  }
  // Only buffers that the loop makes get versions, and a copy that is under way
  // writes to memory which others must not touch.
  bool isRight = copy.load && isGlobal(copy.load.getMemRef()) &&
                 isShared(copy.store.getMemRef()) &&
                 !copy.load.getIndices().empty() &&
                 !copy.store.getIndices().empty() &&
                 plan.findBuffer(copy.store.getMemRef());
  if (!isRight) {
    InFlightDiagnostic error =
        failPrecondition()
        << "statement #" << number << " is in stage "
        << plan.statements[number].stage
        << ", whose copies are not waited for; expected a copy of "
           "elements from global memory to a shared buffer that the loop "
           "makes";
    error.attachNote(op->getLoc()) << "the statement is here";
    return error;
  }
  findLanes(copy);
  if (failed(checkBytes(copy)))
    return failure();
  return copy;
}

FailureOr<SmallVector<PipelineCopy>> findCopies(const PipelinePlan &plan) {
  CopyFinder finder(plan);
  SmallVector<PipelineCopy> copies;
  for (auto [number, statement] : llvm::enumerate(plan.statements)) {
    if (!statement.isAsync)
      continue;
    if (copies.empty() && failed(finder.checkThreads()))
      return failure();
    FailureOr<PipelineCopy> copy = finder.find(static_cast<unsigned>(number));
    if (failed(copy))
      return failure();
    copies.push_back(*copy);
  }
  return copies;
}

// One copy in place of a loop over lanes, or of a load and a store.
static void makeAsync(PipelineStatement &statement, PipelineCopy copy) {
  Operation *anchor =
      copy.lanes ? copy.lanes.getOperation() : copy.store.getOperation();
  Location loc = anchor->getLoc();
  OpBuilder builder(anchor);
  IRMapping mapping;
  if (ForOp lanes = copy.lanes) {
    mapping.map(lanes.getInductionVar(), lanes.getLowerBound());
    for (Operation &op : lanes.getBody()->without_terminator())
      if (&op != copy.load && &op != copy.store)
        builder.clone(op, mapping);
  }
  auto find = [&](OperandRange indices) {
    return llvm::map_to_vector(
        indices, [&](Value index) { return mapping.lookupOrDefault(index); });
  };
  constexpr int64_t kWidest = 16;
  auto shared = gpu::AddressSpaceAttr::get(builder.getContext(),
                                           gpu::AddressSpace::Workgroup);
  memref::LoadOp load = copy.load;
  memref::StoreOp store = copy.store;
  // The statement may have been written before memory spaces were assigned.
  setMemorySpace(store.getMemRef(), shared);
  // `bypassL1` is for 16 bytes only (`cp.async.cg`).
  auto made = nvgpu::DeviceAsyncCopyOp::create(
      builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
      store.getMemRef(), find(store.getIndices()), load.getMemRef(),
      find(load.getIndices()), builder.getIndexAttr(copy.count),
      /*srcElements=*/Value(),
      copy.bytes == kWidest ? builder.getUnitAttr() : UnitAttr());
  if (statement.op == anchor)
    statement.op = made;
  // A loop of lanes around a single copy cannot be a vector any more.
  if (!copy.lanes) {
    for (ForOp loop = store->getParentOfType<ForOp>();
         loop && loop.getKind() == ForKind::Vectorized;
         loop = loop->getParentOfType<ForOp>())
      loop.setKind(ForKind::Unrolled);
  }
  anchor->erase();
  if (!copy.lanes && load->use_empty())
    load->erase();
}

void makeAsync(PipelinePlan &plan, ArrayRef<PipelineCopy> copies) {
  for (const PipelineCopy &copy : copies)
    makeAsync(plan.statements[copy.statement], copy);
}

} // namespace mlir::tir
