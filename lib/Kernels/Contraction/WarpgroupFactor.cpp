// One factor of a contraction on its way to shared memory, for warpgroups.
#include "WarpgroupFactor.h"

#include "Relax/Dialect/TIR/IR/TileLoops.h"
#include "Relax/Kernels/Contraction/TileWarpgroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// Bytes of a piece; lines of a tile.
static constexpr int64_t kPiece = 16, kLines = 8;

static int64_t getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

WarpgroupFactor::WarpgroupFactor(Contraction &contraction, Value value,
                                 ArrayRef<unsigned> iters, int64_t size,
                                 ContractionFactor &places)
    : contraction(contraction), places(places), iters(iters), size(size),
      line(kLine / getBytes(value.getType())),
      piece(kPiece / getBytes(value.getType())),
      load(value.getDefiningOp<memref::LoadOp>()) {
  BlockOp block = contraction.reduction.nest.block;
  if (!load || load->getBlock() != block.getBody() ||
      load.getMemRefType().getMemorySpace() ||
      !load.getMemRefType().getLayout().isIdentity() ||
      load.getIndices().empty()) {
    load = nullptr;
    return;
  }
  if (!contraction.depth.empty() &&
      matchPieces(contraction.depth.back(), /*isTerm=*/true))
    alongTerms = true;
  // Only halves can lie the other way.
  else if (getBytes(value.getType()) != 2 ||
           !matchPieces(iters.back(), /*isTerm=*/false))
    load = nullptr;
}

// True if `expr` is a multiple of `factor` for all values of iterators but of
// `iter`, and moves with that one by 1.
static bool countsPieces(AffineExpr expr, unsigned iter, unsigned numIters,
                         int64_t factor) {
  SmallVector<AffineExpr> zeros;
  for (unsigned other = 0; other != numIters; ++other) {
    std::optional<int64_t> moves = getCoefficient(expr, other);
    if (!moves || (other == iter ? *moves != 1 : *moves % factor != 0))
      return false;
    zeros.push_back(getAffineConstantExpr(0, expr.getContext()));
  }
  auto start = dyn_cast<AffineConstantExpr>(expr.replaceDims(zeros));
  return start && start.getValue() % factor == 0;
}

// Whether neighbours along the iterator are neighbours in memory, and each
// piece of them begins at a multiple of 16 bytes.
bool WarpgroupFactor::matchPieces(unsigned iter, bool isTerm) {
  BlockNest &nest = contraction.reduction.nest;
  std::optional<int64_t> extent = contraction.getConstantExtent(iter);
  if (!extent || *extent % piece != 0)
    return false;
  MemRefType type = load.getMemRefType();
  int64_t last = type.getShape().back();
  if (type.getRank() > 1 && (ShapedType::isDynamic(last) || last % piece != 0))
    return false;
  for (auto [axis, index] : llvm::enumerate(load.getIndices())) {
    AffineExpr expr = getIndexExpr(nest.block, index);
    bool isLast = axis + 1 == load.getIndices().size();
    if (!expr || (isLast ? !countsPieces(expr, iter, nest.size(), piece)
                         : expr.isFunctionOfDim(iter)))
      return false;
  }
  return true;
}

WarpgroupProductOp::Layout WarpgroupFactor::getLayout() const {
  // Along terms one product stays inside of a line.
  return {kLine, alongTerms ? kPiece : kLine * line, kLine * kLines,
          !alongTerms};
}

void WarpgroupFactor::buildPiece(OpBuilder &b, Location loc,
                                 const IRMapping &common, Value own, Value term,
                                 Value depthExtent, Value shared,
                                 Value target) {
  Block *body = contraction.reduction.nest.block.getBody();
  Value place = addIndex(b, loc, places.getOrigin(), own);
  IRMapping mapping = common;
  places.mapPlace(b, loc, place, mapping);
  SmallVector<Value> terms =
      splitIndex(b, loc, term, contraction.getExtents(b, contraction.depth));
  for (auto [iter, index] : llvm::zip(contraction.depth, terms))
    mapping.map(body->getArgument(iter), index);
  SmallVector<Value> indices;
  for (Value index : load.getIndices())
    indices.push_back(contraction.reduction.buildValue(b, index, mapping));
  Value inside = places.isInside(b, loc, place);
  std::optional<int64_t> depth = getConstantIndex(depthExtent);
  if (!depth || *depth % line != 0) {
    Value isTerm = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         term, depthExtent);
    inside =
        inside ? Value(arith::AndIOp::create(b, loc, inside, isTerm)) : isTerm;
  }
  Value count;
  if (inside)
    count = arith::SelectOp::create(
        b, loc, inside, indexConstant(b, loc, piece), indexConstant(b, loc, 0));
  nvgpu::DeviceAsyncCopyOp::create(
      b, loc, nvgpu::DeviceAsyncTokenType::get(b.getContext()), shared, target,
      load.getMemRef(), indices, b.getIndexAttr(piece), count,
      /*bypassL1=*/b.getUnitAttr());
}

// Threads next to each other copy pieces next to each other. From one of its
// pieces to the next a thread goes a multiple of 8 lines: the place of the
// piece in the line stays.
void WarpgroupFactor::buildCopy(OpBuilder &b, Location loc,
                                const IRMapping &common, Value thread,
                                Value step, Value depthExtent, Value shared,
                                Value start) {
  auto constant = [&](int64_t value) { return indexConstant(b, loc, value); };
  auto divide = [&](Value value, int64_t by) {
    return b.createOrFold<arith::DivUIOp>(loc, value, constant(by));
  };
  auto rest = [&](Value value, int64_t by) {
    return b.createOrFold<arith::RemUIOp>(loc, value, constant(by));
  };
  int64_t row = (alongTerms ? line : size) / piece;
  int64_t lines = WarpgroupTile::kThreads / row;
  Value number = rest(thread, row), first = divide(thread, row);
  Value moved =
      arith::XOrIOp::create(b, loc, rest(number, kLines), rest(first, kLines));
  // The lines of other 128 bytes of the factor's own axis.
  Value part = mulIndex(b, loc, divide(number, kLines), constant(line * line));
  Value target =
      addIndex(b, loc, addIndex(b, loc, start, part),
               addIndex(b, loc, mulIndex(b, loc, first, constant(line)),
                        mulIndex(b, loc, moved, constant(piece))));
  Value from = mulIndex(b, loc, step, constant(line));
  Value along = mulIndex(b, loc, number, constant(piece));
  buildLoop(b, loc, ForKind::Unrolled, size * line / piece / (row * lines),
            [&](OpBuilder &b, ValueRange index) {
              Value moreLines =
                  mulIndex(b, loc, index.front(), constant(lines));
              Value across = addIndex(b, loc, first, moreLines);
              Value to = addIndex(b, loc, target,
                                  mulIndex(b, loc, moreLines, constant(line)));
              buildPiece(b, loc, common, alongTerms ? across : along,
                         addIndex(b, loc, from, alongTerms ? along : across),
                         depthExtent, shared, to);
            });
}

} // namespace mlir::tir
