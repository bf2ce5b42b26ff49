// Generated tensor programs.
#include "TensorProgramGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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

tir::FuncOp generateTensorProgram(SymbolTable &table, Decisions &decisions,
                                  RankedTensorType type, bool isInPlace) {
  if (llvm::is_contained(getDims(type), SymExprAttr()))
    return {};
  OpBuilder builder(type.getContext());
  Location loc = builder.getUnknownLoc();
  Type buffer = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<Type> outputs(isInPlace ? 0 : 1, buffer);
  tir::FuncOp function =
      tir::FuncOp::create(builder, loc, "step", buffer, outputs);
  if (!decisions.oneIn(4))
    function.setPrivate();
  if (auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding()))
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.setArgAttr(i, "tir.dims",
                          DimsAttr::get(type.getContext(), dims.getDims(), {}));
  builder.setInsertionPointToStart(&function.getBody().front());
  Value from = function.getArgument(0);
  Value to = isInPlace ? from : function.getArgument(1);
  bool hasBlocks = !decisions.oneIn(3);
  for (uint64_t i = 0, nests = 1 + decisions.below(3); i < nests; ++i) {
    (hasBlocks ? addBlock : addLoops)(builder, loc, decisions.below(3), from,
                                      to);
    from = to;
  }
  table.insert(function);
  return function;
}

} // namespace mlir::relax
