// Writing computations: loops, block, start value and buffers.
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                     Value buffer) {
  SmallVector<OpFoldResult> extents;
  auto type = cast<MemRefType>(buffer.getType());
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      extents.push_back(builder.getIndexAttr(size));
      continue;
    }
    Value axis = arith::ConstantIndexOp::create(builder, loc, i);
    extents.push_back(
        memref::DimOp::create(builder, loc, buffer, axis).getResult());
  }
  return extents;
}

Value getExtentValue(OpBuilder &builder, Location loc, OpFoldResult extent) {
  if (auto value = dyn_cast<Value>(extent))
    return value;
  int64_t constant = cast<IntegerAttr>(cast<Attribute>(extent)).getInt();
  return arith::ConstantIndexOp::create(builder, loc, constant);
}

Value allocBuffer(OpBuilder &builder, Location loc,
                  ArrayRef<OpFoldResult> extents, Type element) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(extents, sizes, shape);
  return memref::AllocOp::create(builder, loc, MemRefType::get(shape, element),
                                 sizes);
}

void updateAccesses(BlockOp block) {
  llvm::SetVector<Value> reads, writes;
  block.getBody()->walk([&](MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    for (MemoryEffects::EffectInstance &effect : effects) {
      Value root =
          effect.getValue() ? getViewedBuffer(effect.getValue()) : Value();
      if (!root || block.getRegion().isAncestor(root.getParentRegion()))
        continue;
      if (isa<MemoryEffects::Write>(effect.getEffect()))
        writes.insert(root);
      else if (isa<MemoryEffects::Read>(effect.getEffect()))
        reads.insert(root);
    }
  });
  // What a reduction reads back is not an input of it.
  if (block.getInit())
    reads.remove_if([&](Value buffer) { return writes.contains(buffer); });
  block.getReadsMutable().assign(reads.getArrayRef());
  block.getWritesMutable().assign(writes.getArrayRef());
}

BlockOp buildBlock(OpBuilder &builder, Location loc, StringRef label,
                   ArrayRef<Iter> iters, BlockBody body, BlockBody init) {
  SmallVector<Value> extents, bindings;
  SmallVector<IterKind> kinds;
  for (const Iter &iter : iters) {
    extents.push_back(getExtentValue(builder, loc, iter.extent));
    kinds.push_back(iter.kind);
  }
  Value zero;
  if (!iters.empty())
    zero = arith::ConstantIndexOp::create(builder, loc, 0);
  OpBuilder::InsertionGuard guard(builder);
  for (Value extent : extents) {
    ForOp loop = ForOp::create(builder, loc, zero, extent);
    bindings.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  BlockOp block =
      BlockOp::create(builder, loc, label, bindings, extents, kinds);
  builder.setInsertionPointToStart(block.getBody());
  if (init) {
    InitOp op = InitOp::create(builder, loc);
    OpBuilder::InsertionGuard initGuard(builder);
    builder.setInsertionPointToStart(op.getBody());
    init(builder, loc, block.getIters());
  }
  body(builder, loc, block.getBody()->getArguments());
  updateAccesses(block);
  return block;
}

BlockOp buildComputeBlock(OpBuilder &builder, Location loc, StringRef label,
                          ArrayRef<OpFoldResult> extents, ElementBody body,
                          Value out) {
  SmallVector<Iter> iters;
  for (OpFoldResult extent : extents)
    iters.push_back({extent, IterKind::Spatial});
  return buildBlock(builder, loc, label, iters,
                    [&](OpBuilder &b, Location loc, ValueRange ivs) {
                      Value element = body(b, loc, ivs);
                      memref::StoreOp::create(b, loc, element, out, ivs);
                    });
}

BlockOp buildReduceBlock(OpBuilder &builder, Location loc, StringRef label,
                         ArrayRef<OpFoldResult> spatial,
                         ArrayRef<OpFoldResult> reduce, ValueRange inits,
                         CombineManyBody combine, ValueRange outs) {
  SmallVector<Iter> iters;
  for (OpFoldResult extent : spatial)
    iters.push_back({extent, IterKind::Spatial});
  for (OpFoldResult extent : reduce)
    iters.push_back({extent, IterKind::Reduce});
  size_t rank = spatial.size();
  auto start = [&](OpBuilder &b, Location loc, ValueRange ivs) {
    for (auto [init, out] : llvm::zip_equal(inits, outs))
      memref::StoreOp::create(b, loc, init, out, ivs.take_front(rank));
  };
  auto step = [&](OpBuilder &b, Location loc, ValueRange ivs) {
    ValueRange at = ivs.take_front(rank);
    SmallVector<Value> accs;
    for (Value out : outs)
      accs.push_back(memref::LoadOp::create(b, loc, out, at));
    SmallVector<Value> next = combine(b, loc, at, ivs.drop_front(rank), accs);
    for (auto [value, out] : llvm::zip_equal(next, outs))
      memref::StoreOp::create(b, loc, value, out, at);
  };
  // Without an iterator that reduces there is one step, after the start.
  if (reduce.empty())
    return buildBlock(builder, loc, label, iters,
                      [&](OpBuilder &b, Location loc, ValueRange ivs) {
                        start(b, loc, ivs);
                        step(b, loc, ivs);
                      });
  return buildBlock(builder, loc, label, iters, step, start);
}

BlockOp buildReduceBlock(OpBuilder &builder, Location loc, StringRef label,
                         ArrayRef<OpFoldResult> spatial,
                         ArrayRef<OpFoldResult> reduce, Value init,
                         CombineBody combine, Value out) {
  auto many = [&](OpBuilder &b, Location loc, ValueRange spatial,
                  ValueRange reduce, ValueRange accs) {
    return SmallVector<Value>{combine(b, loc, spatial, reduce, accs.front())};
  };
  return buildReduceBlock(builder, loc, label, spatial, reduce,
                          ValueRange(init), many, ValueRange(out));
}

} // namespace mlir::tir
