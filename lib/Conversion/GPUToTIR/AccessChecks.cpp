// Assertions that threads access what is inside of their buffers.
//
// Upstream's `generate-runtime-verification` has such checks for ops of memref,
// none for loads and stores of vectors, and it writes each op into its message;
// kernels of ours have thousands of accesses, so one assertion an op says it in
// a few words.
#include "BlockEmulation.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tir {

namespace {

/// Which elements an op touches: `counts` neighbours along each of the last
/// axes.
struct Access {
  Value buffer;
  ValueRange indices;
  ArrayRef<int64_t> counts = {};
};

} // namespace

static Access getAccess(Operation *op) {
  auto getVector = [](auto access) -> Access {
    return {access.getBase(), access.getIndices(),
            access.getVectorType().getShape()};
  };
  return llvm::TypeSwitch<Operation *, Access>(op)
      .Case<memref::LoadOp, memref::StoreOp>([](auto access) -> Access {
        return {access.getMemref(), access.getIndices()};
      })
      .Case<vector::LoadOp, vector::StoreOp>(getVector)
      .Default(Access());
}

// Whether the first and the last element are there. Numbers below 0 are beyond
// all sizes, but a last one may be at 0 or above again.
static Value isInside(const Access &access, OpBuilder &builder, Location loc) {
  auto type = cast<MemRefType>(access.buffer.getType());
  auto index = [&](int64_t value) {
    return indexConstant(builder, loc, value);
  };
  Value result;
  auto require = [&](Value at, Value size) {
    Value isHere = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::ult, at, size);
    result =
        result ? arith::AndIOp::create(builder, loc, result, isHere) : isHere;
  };
  size_t plain = access.indices.size() - access.counts.size();
  for (auto [axis, at] : llvm::enumerate(access.indices)) {
    Value size = type.isDynamicDim(axis)
                     ? memref::DimOp::create(builder, loc, access.buffer,
                                             static_cast<int64_t>(axis))
                           .getResult()
                     : index(type.getDimSize(axis));
    require(at, size);
    int64_t count = axis < plain ? 1 : access.counts[axis - plain];
    if (count != 1)
      require(addIndex(builder, loc, at, index(count - 1)), size);
  }
  return result;
}

void checkAccesses(gpu::LaunchOp launch, unsigned numShared) {
  // What the emulation itself keeps in memory of the block is not the kernel's.
  DenseSet<Value> own;
  for (Value buffer : launch.getWorkgroupAttributions().drop_front(numShared))
    own.insert(buffer);
  SmallVector<Operation *> accesses;
  launch.walk([&](Operation *op) {
    Access access = getAccess(op);
    if (access.buffer && !access.indices.empty() &&
        !own.contains(access.buffer))
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    OpBuilder builder(op);
    Value condition = isInside(getAccess(op), builder, op->getLoc());
    AssertOp::create(builder, op->getLoc(), condition,
                     ("'" + op->getName().getStringRef() +
                      "' op of a kernel is outside of its buffer")
                         .str());
  }
}

} // namespace mlir::tir
