// One operand of a contraction on its way to shared memory, for warpgroups.
#include "WarpgroupOperand.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Kernels/Contraction/TileWarpgroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// Bytes of a piece; lines of a tile.
static constexpr int64_t kChunkBytes = 16, kLines = 8;

static int64_t getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

WarpgroupOperand::WarpgroupOperand(Contraction &contraction, Value value,
                                   ArrayRef<unsigned> iters, int64_t size,
                                   ContractionOperand &indexing)
    : contraction(contraction), indexing(indexing), iters(iters), size(size),
      line(kLine / getBytes(value.getType())),
      chunk(kChunkBytes / getBytes(value.getType())),
      load(value.getDefiningOp<memref::LoadOp>()) {
  BlockOp block = contraction.reduction.nest.block;
  if (!load || load->getBlock() != block.getBody() ||
      load.getMemRefType().getMemorySpace() ||
      !load.getMemRefType().getLayout().isIdentity() ||
      load.getIndices().empty()) {
    load = nullptr;
    return;
  }
  if (!contraction.kIters.empty() &&
      matchChunks(contraction.kIters.back(), /*isReduction=*/true))
    alongK = true;
  // Only halves can lie the other way.
  else if (getBytes(value.getType()) != 2 ||
           !matchChunks(iters.back(), /*isReduction=*/false))
    load = nullptr;
}

// True if `expr` is a multiple of `factor` for all values of iterators but of
// `iter`, and moves with that one by 1.
static bool countsChunks(AffineExpr expr, unsigned iter, unsigned numIters,
                         int64_t chunk) {
  SmallVector<AffineExpr> zeros;
  for (unsigned other = 0; other != numIters; ++other) {
    std::optional<int64_t> moves = getCoefficient(expr, other);
    if (!moves || (other == iter ? *moves != 1 : *moves % chunk != 0))
      return false;
    zeros.push_back(getAffineConstantExpr(0, expr.getContext()));
  }
  auto start = dyn_cast<AffineConstantExpr>(expr.replaceDims(zeros));
  return start && start.getValue() % chunk == 0;
}

// Whether neighbours along the iterator are neighbours in memory, and each
// piece of them begins at a multiple of 16 bytes.
bool WarpgroupOperand::matchChunks(unsigned iter, bool isK) {
  LoopNest &nest = contraction.reduction.nest;
  std::optional<int64_t> extent = contraction.getConstantExtent(iter);
  if (!extent || *extent % chunk != 0)
    return false;
  MemRefType type = load.getMemRefType();
  int64_t last = type.getShape().back();
  if (type.getRank() > 1 && (ShapedType::isDynamic(last) || last % chunk != 0))
    return false;
  for (auto [axis, index] : llvm::enumerate(load.getIndices())) {
    AffineExpr expr = getIndexExpr(nest.block, index);
    bool isLast = axis + 1 == load.getIndices().size();
    if (!expr || (isLast ? !countsChunks(expr, iter, nest.size(), chunk)
                         : expr.isFunctionOfDim(iter)))
      return false;
  }
  return true;
}

WarpgroupProductOp::Layout WarpgroupOperand::getLayout() const {
  // Along terms one product stays inside of a line.
  return {kLine, alongK ? kChunkBytes : kLine * line, kLine * kLines, !alongK};
}

void WarpgroupOperand::buildChunk(OpBuilder &b, Location loc,
                                  const IRMapping &common, Value own, Value k,
                                  Value kExtent, Value shared, Value target) {
  Block *body = contraction.reduction.nest.block.getBody();
  Value position = addIndex(b, loc, indexing.getOrigin(), own);
  IRMapping mapping = common;
  indexing.mapIndex(b, loc, position, mapping);
  SmallVector<Value> kIndices =
      splitIndex(b, loc, k, contraction.getExtents(b, contraction.kIters));
  for (auto [iter, index] : llvm::zip(contraction.kIters, kIndices))
    mapping.map(body->getArgument(iter), index);
  SmallVector<Value> indices;
  for (Value index : load.getIndices())
    indices.push_back(contraction.reduction.buildValue(b, index, mapping));
  Value inBounds = indexing.isInBounds(b, loc, position);
  std::optional<int64_t> knownK = getConstantIndex(kExtent);
  if (!knownK || *knownK % line != 0) {
    Value isKInBounds =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, k, kExtent);
    inBounds = inBounds
                   ? Value(arith::AndIOp::create(b, loc, inBounds, isKInBounds))
                   : isKInBounds;
  }
  Value count;
  if (inBounds)
    count =
        arith::SelectOp::create(b, loc, inBounds, indexConstant(b, loc, chunk),
                                indexConstant(b, loc, 0));
  nvgpu::DeviceAsyncCopyOp::create(
      b, loc, nvgpu::DeviceAsyncTokenType::get(b.getContext()), shared, target,
      load.getMemRef(), indices, b.getIndexAttr(chunk), count,
      /*bypassL1=*/b.getUnitAttr());
}

// Threads next to each other copy pieces next to each other. From one of its
// pieces to the next a thread goes a multiple of 8 lines: the place of the
// piece in the line stays.
void WarpgroupOperand::buildCopy(OpBuilder &b, Location loc,
                                 const IRMapping &common, Value thread,
                                 Value step, Value kExtent, Value shared,
                                 Value start) {
  auto constant = [&](int64_t value) { return indexConstant(b, loc, value); };
  auto divide = [&](Value value, int64_t by) {
    return b.createOrFold<arith::DivUIOp>(loc, value, constant(by));
  };
  auto rest = [&](Value value, int64_t by) {
    return b.createOrFold<arith::RemUIOp>(loc, value, constant(by));
  };
  int64_t row = (alongK ? line : size) / chunk;
  int64_t lines = WarpgroupTile::kThreads / row;
  Value number = rest(thread, row), first = divide(thread, row);
  Value moved =
      arith::XOrIOp::create(b, loc, rest(number, kLines), rest(first, kLines));
  // The lines of other 128 bytes of the factor's own axis.
  Value part = mulIndex(b, loc, divide(number, kLines), constant(line * line));
  Value target =
      addIndex(b, loc, addIndex(b, loc, start, part),
               addIndex(b, loc, mulIndex(b, loc, first, constant(line)),
                        mulIndex(b, loc, moved, constant(chunk))));
  Value from = mulIndex(b, loc, step, constant(line));
  Value along = mulIndex(b, loc, number, constant(chunk));
  buildLoop(b, loc, ForKind::Unrolled, size * line / chunk / (row * lines),
            [&](OpBuilder &b, ValueRange index) {
              Value moreLines =
                  mulIndex(b, loc, index.front(), constant(lines));
              Value across = addIndex(b, loc, first, moreLines);
              Value to = addIndex(b, loc, target,
                                  mulIndex(b, loc, moreLines, constant(line)));
              buildChunk(b, loc, common, alongK ? across : along,
                         addIndex(b, loc, from, alongK ? along : across),
                         kExtent, shared, to);
            });
}

} // namespace mlir::tir
