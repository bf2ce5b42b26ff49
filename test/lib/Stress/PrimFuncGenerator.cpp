// Generated tensor programs.
#include "PrimFuncGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax {

/// `x` and a small constant, combined.
static Value combine(OpBuilder &builder, Location loc, uint64_t kind, Value x) {
  Type type = x.getType();
  if (auto element = dyn_cast<FloatType>(type)) {
    Value half = arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(element, 0.5));
    if (kind == 0)
      return arith::AddFOp::create(builder, loc, x, half);
    if (kind == 1)
      return arith::MulFOp::create(builder, loc, x, half);
    return arith::MaximumFOp::create(builder, loc, x, half);
  }
  Value three =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 3));
  if (kind == 0)
    return arith::AddIOp::create(builder, loc, x, three);
  if (kind == 1)
    return arith::MulIOp::create(builder, loc, x, three);
  return arith::MaxSIOp::create(builder, loc, x, three);
}

/// `to[i] = f(from[i])` as a block under loops.
static void addBlock(OpBuilder &builder, Location loc, uint64_t kind,
                     Value from, Value to) {
  tir::buildComputeBlock(
      builder, loc, "step", tir::getExtents(builder, loc, to),
      [&](OpBuilder &builder, Location loc, ValueRange iters) {
        return combine(builder, loc, kind,
                       memref::LoadOp::create(builder, loc, from, iters));
      },
      to);
}

/// The same as bare loops.
static void addLoops(OpBuilder &builder, Location loc, uint64_t kind,
                     Value from, Value to) {
  OpBuilder::InsertionGuard guard(builder);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> indices;
  SmallVector<Value> extents;
  for (OpFoldResult extent : tir::getExtents(builder, loc, to))
    extents.push_back(tir::getExtentValue(builder, loc, extent));
  for (Value extent : extents) {
    auto loop = tir::ForOp::create(builder, loc, zero, extent);
    indices.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value x = memref::LoadOp::create(builder, loc, from, indices);
  memref::StoreOp::create(builder, loc, combine(builder, loc, kind, x), to,
                          indices);
}

/// Loops over all axes, the last one over the threads of a block, an outer one
/// over blocks. Gives their indices.
static SmallVector<Value> addThreadLoops(OpBuilder &builder, Location loc,
                                         MemRefType type) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> indices;
  for (auto [axis, size] : llvm::enumerate(type.getShape())) {
    Value extent = arith::ConstantIndexOp::create(builder, loc, size);
    bool isLast = axis + 1 == type.getShape().size();
    auto kind = isLast || axis == 0 ? tir::ForKind::ThreadBinding
                                    : tir::ForKind::Serial;
    StringRef thread = isLast ? "threadIdx.x" : axis == 0 ? "blockIdx.x" : "";
    auto loop = tir::ForOp::create(builder, loc, zero, extent, kind, thread);
    indices.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  return indices;
}

/// Each row reversed by the threads of a block, through shared memory.
static void addThreads(OpBuilder &builder, Location loc, uint64_t kind,
                       Value from, Value to) {
  OpBuilder::InsertionGuard guard(builder);
  auto type = cast<MemRefType>(to.getType());
  int64_t size = type.getShape().back();
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto shared = MemRefType::get(size, type.getElementType(),
                                MemRefLayoutAttrInterface(), space);
  SmallVector<Value> indices = addThreadLoops(builder, loc, type);
  Value thread = indices.back();
  Value row = memref::AllocOp::create(builder, loc, shared);
  Value x = memref::LoadOp::create(builder, loc, from, indices);
  memref::StoreOp::create(builder, loc, x, row, thread);
  gpu::BarrierOp::create(builder, loc);
  Value last = arith::ConstantIndexOp::create(builder, loc, size - 1);
  Value other = arith::SubIOp::create(builder, loc, last, thread);
  x = memref::LoadOp::create(builder, loc, row, other);
  memref::StoreOp::create(builder, loc, combine(builder, loc, kind, x), to,
                          indices);
}

/// How a nest of a tensor program is written.
using AddNest = void (*)(OpBuilder &, Location, uint64_t, Value, Value);

static AddNest pickNest(Decisions &decisions, MemRefType type) {
  bool mayHaveThreads =
      type.getRank() > 0 && type.hasStaticShape() &&
      llvm::all_of(type.getShape(), [](int64_t size) { return size > 0; });
  if (mayHaveThreads && decisions.oneIn(6))
    return addThreads;
  return decisions.oneIn(3) ? addLoops : addBlock;
}

tir::FuncOp generatePrimFunc(SymbolTable &table, Decisions &decisions,
                             RankedTensorType type, bool isInPlace) {
  if (llvm::is_contained(getDims(type), SymExprAttr()))
    return {};
  OpBuilder builder(type.getContext());
  Location loc = builder.getUnknownLoc();
  auto buffer = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<Type> outputs(isInPlace ? 0 : 1, buffer);
  tir::FuncOp function =
      tir::FuncOp::create(builder, loc, "step", buffer, outputs);
  if (!decisions.oneIn(4))
    function.setPrivate();
  // A placement is not part of a program: static sizes alone say nothing new.
  if (auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
      dims && !type.hasStaticShape())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.setArgAttr(i, "tir.dims",
                          DimsAttr::get(type.getContext(), dims.getDims(), {}));
  builder.setInsertionPointToStart(&function.getBody().front());
  Value from = function.getArgument(0);
  Value to = isInPlace ? from : function.getArgument(1);
  AddNest addNest = pickNest(decisions, buffer);
  for (uint64_t i = 0, nests = 1 + decisions.below(3); i < nests; ++i) {
    addNest(builder, loc, decisions.below(3), from, to);
    from = to;
  }
  table.insert(function);
  return function;
}

} // namespace mlir::relax
