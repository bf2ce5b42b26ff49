// Compute sums of products on a GPU tile by tile, through shared memory:
//
//   blockIdx.x: one tile of rows times columns
//     threadIdx.x: 16 x 16 threads, each some rows times some columns of it
//       acc = start                          (registers)
//       shared[0] = factors of step 0; barrier
//       for each step of `depth` terms:
//         staged = factors of the next step  (registers)
//         for each term: acc += left * right (shared -> registers)
//         shared[other] = staged; barrier
//       epilogue of acc
//
// A factor outside of the extents is 0, so that no step has a condition.
#include "Relax/Dialect/TIR/Schedule/TileContraction.h"

#include "ContractionFactor.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "WarpProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {

/// Writes the kernel of one contraction.
class ContractionTiler {
public:
  ContractionTiler(Contraction &contraction, const ContractionTile &tile,
                   OpBuilder &builder)
      : contraction(contraction), reduction(contraction.reduction), tile(tile),
        loc(reduction.nest.block.getLoc()), builder(builder),
        left(ContractionFactor::ofRows(contraction, tile)),
        right(ContractionFactor::ofColumns(contraction, tile)) {}

  void run();

private:
  void buildStart();
  void buildSteps();
  void buildTerms(Value buffer);
  void buildProducts(OpBuilder &b);
  void buildResults();
  void buildRow(OpBuilder &b, Value sums, Value rowPart, Value rowPlace);
  void buildPiece(OpBuilder &b, Value sums, ArrayRef<Value> at,
                  const IRMapping &row, Value columnStart);
  int64_t getColumnLanes();
  Value buildAxis(Value extent, StringRef axis);
  void setThread(Value thread);

  Contraction &contraction;
  Reduction &reduction;
  const ContractionTile &tile;
  Location loc;
  OpBuilder &builder;
  ContractionFactor left, right;
  /// Iterators that all elements of a tile have in common.
  IRMapping common;
  Value steps, sums;
  /// The thread's part of the work of its warp, on tensor cores.
  std::optional<WarpProduct> warp;
};

} // namespace

int64_t getSharedBytes(Contraction &contraction, const ContractionTile &tile) {
  return ContractionFactor::ofRows(contraction, tile).getSharedBytes() +
         ContractionFactor::ofColumns(contraction, tile).getSharedBytes();
}

Value ContractionTiler::buildAxis(Value extent, StringRef axis) {
  ForOp loop = ForOp::create(builder, loc, indexConstant(builder, loc, 0),
                             extent, ForKind::ThreadBinding, axis);
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

void ContractionTiler::run() {
  SmallVector<Value> batch = contraction.getExtents(builder, contraction.batch);
  batch.push_back(indexConstant(builder, loc, contraction.numGroups));
  left.buildExtent(builder, loc);
  right.buildExtent(builder, loc);
  Value depth = getTotal(builder, loc,
                         contraction.getExtents(builder, contraction.depth));
  steps = ceilDivIndex(builder, loc, depth, tile.depth);
  left.setDepth(depth);
  right.setDepth(depth);
  Value columns = ceilDivIndex(builder, loc, right.getExtent(), tile.columns);
  Value rows = ceilDivIndex(builder, loc, left.getExtent(), tile.rows);
  batch.append({rows, columns});
  Value block = buildAxis(getTotal(builder, loc, batch), "blockIdx.x");
  left.makeShared(builder, loc);
  right.makeShared(builder, loc);
  SmallVector<Value> place = splitIndex(builder, loc, block, batch);
  Block *body = reduction.nest.block.getBody();
  for (auto [iter, index] : llvm::zip(contraction.batch, place))
    common.map(body->getArgument(iter), index);
  if (contraction.groupIter)
    common.map(body->getArgument(*contraction.groupIter),
               mulIndex(builder, loc, place[contraction.batch.size()],
                        indexConstant(builder, loc, contraction.groupSize)));
  for (unsigned iter = 0; iter != reduction.nest.size(); ++iter)
    if (reduction.nest.getConstantExtent(iter) == 1)
      common.map(body->getArgument(iter), indexConstant(builder, loc, 0));
  left.setTile(builder, loc, place[place.size() - 2]);
  right.setTile(builder, loc, place.back());
  Value threads = indexConstant(builder, loc, ContractionTile::kThreads);
  Value thread = buildAxis(threads, "threadIdx.x");
  setThread(thread);
  buildStart();
  buildSteps();
  buildResults();
}

void ContractionTiler::setThread(Value thread) {
  if (tile.usesTensorCores) {
    warp.emplace(builder, loc, tile, thread);
    left.setFirst(thread, warp->firstRow);
    return right.setFirst(thread, warp->firstColumn);
  }
  Value side = indexConstant(builder, loc, ContractionTile::kSide);
  left.setThread(builder, loc, thread,
                 builder.createOrFold<arith::DivUIOp>(loc, thread, side));
  right.setThread(builder, loc, thread,
                  builder.createOrFold<arith::RemUIOp>(loc, thread, side));
}

// A buffer of each thread.
static Value allocPrivate(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                          Type element) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Private);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), space));
}

static Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

void ContractionTiler::buildStart() {
  sums = allocPrivate(builder, loc, {left.getPart(), right.getPart()},
                      getElementType(reduction.out));
  IRMapping mapping = common;
  Value start = reduction.buildStart(builder, mapping);
  buildLoop(builder, loc, ForKind::Unrolled, left.getPart(),
            [&](OpBuilder &b, ValueRange row) {
              buildLoop(b, loc, ForKind::Unrolled, right.getPart(),
                        [&](OpBuilder &b, ValueRange column) {
                          memref::StoreOp::create(
                              b, loc, start, sums,
                              ValueRange{row.front(), column.front()});
                        });
            });
}

void ContractionTiler::buildSteps() {
  Value zero = indexConstant(builder, loc, 0);
  Value one = indexConstant(builder, loc, 1);
  Value two = indexConstant(builder, loc, 2);
  left.makeRegisters(builder, loc);
  right.makeRegisters(builder, loc);
  auto fetch = [&](OpBuilder &b, Value step) {
    left.buildFetch(b, loc, common, step);
    right.buildFetch(b, loc, common, step);
  };
  auto commit = [&](OpBuilder &b, Value buffer) {
    left.buildCommit(b, loc, buffer);
    right.buildCommit(b, loc, buffer);
    gpu::BarrierOp::create(b, loc);
  };
  fetch(builder, zero);
  commit(builder, zero);
  ForOp loop = ForOp::create(builder, loc, zero, steps);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar();
  Value next = addIndex(builder, loc, step, one);
  // There is no step after the last one.
  Value isStep = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       next, steps);
  buildInside(builder, loc, isStep, [&](OpBuilder &b) { fetch(b, next); });
  buildTerms(arith::RemUIOp::create(builder, loc, step, two));
  commit(builder, arith::RemUIOp::create(builder, loc, next, two));
}

void ContractionTiler::buildTerms(Value buffer) {
  if (warp)
    return warp->buildTerms(builder, loc, left, right, buffer, sums);
  // Loads of one term wait while those before it are added up.
  constexpr int64_t kProducts = 128;
  int64_t unrolled = std::clamp<int64_t>(
      kProducts / (left.getPart() * right.getPart()), 1, tile.depth);
  Value width = indexConstant(builder, loc, unrolled);
  buildLoop(builder, loc, ForKind::Serial, tile.depth / unrolled,
            [&](OpBuilder &b, ValueRange number) {
              Value first = mulIndex(b, loc, number.front(), width);
              buildLoop(b, loc, ForKind::Unrolled, unrolled,
                        [&](OpBuilder &b, ValueRange rest) {
                          Value term = addIndex(b, loc, first, rest.front());
                          left.buildTermLoads(b, loc, buffer, term);
                          right.buildTermLoads(b, loc, buffer, term);
                          buildProducts(b);
                        });
            });
}

void ContractionTiler::buildProducts(OpBuilder &b) {
  buildLoop(
      b, loc, ForKind::Unrolled, left.getPart(),
      [&](OpBuilder &b, ValueRange row) {
        buildLoop(
            b, loc, ForKind::Unrolled, right.getPart(),
            [&](OpBuilder &b, ValueRange column) {
              SmallVector<Value> at{row.front(), column.front()};
              IRMapping mapping;
              mapping.map(contraction.left, left.loadTerm(b, loc, at[0]));
              mapping.map(contraction.right, right.loadTerm(b, loc, at[1]));
              mapping.map(reduction.load.getResult(),
                          memref::LoadOp::create(b, loc, sums, at).getResult());
              b.clone(*contraction.product, mapping);
              Operation *next = b.clone(*contraction.sum, mapping);
              memref::StoreOp::create(b, loc, next->getResult(0), sums, at);
            });
      });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// Several columns at once where they are neighbours in memory.
int64_t ContractionTiler::getColumnLanes() {
  int64_t lanes = right.getRun();
  std::optional<int64_t> last =
      contraction.getConstantExtent(contraction.columns.back());
  return last && *last % lanes == 0 ? lanes : 1;
}

// `lanes` neighbouring elements; `at` is their place in `from`.
void ContractionTiler::buildPiece(OpBuilder &b, Value from, ArrayRef<Value> at,
                                  const IRMapping &row, Value columnStart) {
  int64_t lanes = getColumnLanes();
  buildInside(b, loc, right.isInside(b, loc, columnStart), [&](OpBuilder &b) {
    IRMapping mapping = row;
    right.mapPlace(b, loc, columnStart, mapping);
    Value last =
        reduction.nest.block.getBody()->getArgument(contraction.columns.back());
    Value first = mapping.lookup(last);
    Value piece = from;
    SmallVector<Value> place(at);
    if (lanes > 1) {
      piece = allocPrivate(b, loc, lanes, getElementType(from));
      buildLoop(b, loc, ForKind::Unrolled, lanes,
                [&](OpBuilder &b, ValueRange lane) {
                  Value value = memref::LoadOp::create(
                      b, loc, from,
                      ValueRange{at[0], addIndex(b, loc, at[1], lane.front())});
                  memref::StoreOp::create(b, loc, value, piece, lane);
                });
    }
    buildLoop(b, loc, ForKind::Vectorized, lanes,
              [&](OpBuilder &b, ValueRange lane) {
                IRMapping element = mapping;
                element.map(last, addIndex(b, loc, first, lane.front()));
                if (lanes > 1)
                  place = {lane.front()};
                reduction.buildResult(
                    b, memref::LoadOp::create(b, loc, piece, place), element);
              });
  });
}

void ContractionTiler::buildRow(OpBuilder &b, Value from, Value rowPart,
                                Value rowPlace) {
  buildInside(b, loc, left.isInside(b, loc, rowPlace), [&](OpBuilder &b) {
    IRMapping mapping = common;
    left.mapPlace(b, loc, rowPlace, mapping);
    Value lanes = indexConstant(b, loc, getColumnLanes());
    buildLoop(b, loc, ForKind::Unrolled, right.getPart() / getColumnLanes(),
              [&](OpBuilder &b, ValueRange number) {
                Value part = mulIndex(b, loc, number.front(), lanes);
                buildPiece(b, from, {rowPart, part}, mapping,
                           right.getPlace(b, loc, part));
              });
  });
}

// True if many copies of the epilogue are too much code.
static bool isHeavy(std::optional<BlockNest> &epilogue) {
  unsigned ops = 0;
  if (epilogue)
    for (Operation &op : *epilogue->block.getBody())
      ops += isa<math::MathDialect>(op.getDialect()) ? 8 : 1;
  return ops > 24;
}

// Sums stay registers only where each index is constant: a copy in memory takes
// a serial loop over rows.
void ContractionTiler::buildResults() {
  ForKind kind = ForKind::Unrolled;
  Value from = sums;
  if (isHeavy(reduction.epilogue)) {
    kind = ForKind::Serial;
    from = allocPrivate(builder, loc, {left.getPart(), right.getPart()},
                        getElementType(sums));
    buildLoop(builder, loc, ForKind::Unrolled, left.getPart(),
              [&](OpBuilder &b, ValueRange row) {
                buildLoop(b, loc, ForKind::Unrolled, right.getPart(),
                          [&](OpBuilder &b, ValueRange column) {
                            SmallVector<Value> at{row.front(), column.front()};
                            Value sum =
                                memref::LoadOp::create(b, loc, sums, at);
                            memref::StoreOp::create(b, loc, sum, from, at);
                          });
              });
  }
  buildLoop(
      builder, loc, kind, left.getPart(), [&](OpBuilder &b, ValueRange row) {
        buildRow(b, from, row.front(), left.getPlace(b, loc, row.front()));
      });
}

void tileContraction(Contraction &contraction, const ContractionTile &tile) {
  Reduction &reduction = contraction.reduction;
  Operation *root = reduction.nest.getRoot();
  Operation *last = reduction.epilogue ? reduction.epilogue->getRoot() : root;
  OpBuilder builder(last);
  ContractionTiler(contraction, tile, builder).run();
  last->erase();
  if (last != root)
    root->erase();
  eraseDeadBuffer(reduction.out);
}

} // namespace mlir::tir
