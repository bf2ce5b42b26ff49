// Attention with a product and a sum at a time. A block has 16 x 16 threads:
// those of one number divided by 16 share rows, and exchange what they have of
// them.
#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

static constexpr int64_t kSide = 16;
static constexpr int64_t kVectorBits = 128;

namespace {

class CoreAttention : public AttentionKernel {
public:
  using AttentionKernel::AttentionKernel;

private:
  void makeShared() override;
  void setThread() override;
  void fetchQueries() override;
  void buildScores(Value firstKey) override;
  void buildResults(Value firstKey) override;

  void buildScoreProducts(Value first);
  void buildResultProducts(Value first);
  void loadRows(const ThreadElements &owned, Value from, Value first, Value to);
  void addProduct(Contraction &products, Value lhs, Value rhs, Value to,
                  ValueRange at);
  int64_t getWidth() {
    return kVectorBits / chain.getType().getIntOrFloatBitWidth();
  }

  /// Of the block: queries, keys or values, and exponentials.
  Value queries, others, weights;
};

} // namespace

// Rows of shared memory are a vector longer, so that the threads of a warp
// access different banks.
static int64_t getPadding(AttentionChain &chain) {
  return kVectorBits / chain.getType().getIntOrFloatBitWidth();
}

void CoreAttention::makeShared() {
  int64_t padding = getPadding(chain);
  auto make = [&](int64_t rows, int64_t columns) {
    return AttentionKernel::makeShared({rows, columns + padding},
                                       chain.getType());
  };
  queries = make(tile.rows, tile.headDim);
  others = make(tile.keys, std::max(tile.headDim, tile.columns));
  weights = make(tile.rows, tile.keys);
}

void CoreAttention::setThread() {
  Value side = index(kSide);
  Value row = b.createOrFold<arith::DivUIOp>(loc, thread, side);
  Value column = b.createOrFold<arith::RemUIOp>(loc, thread, side);
  int64_t count = tile.columns / kSide;
  int64_t run = count % getWidth() == 0 ? getWidth() : count % 2 == 0 ? 2 : 1;
  rows = {tile.rows / kSide, 1, kSide, row};
  keys = {tile.keys / kSide, 1, kSide, column};
  columns = {count, run, kSide * run, mulIndex(b, loc, column, index(run))};
  shuffleDistances = {8, 4, 2, 1};
}

void CoreAttention::fetchQueries() {
  OperandTile tileOfRows(chain.scores, chain.scores.lhs,
                         {chain.scores.rows, tile.rows},
                         {chain.scores.kIters, tile.headDim}, tile.threads);
  tileOfRows.build(b, loc, scoreBatch, thread, firstRow, queries);
}

// Neighbours from `first` on of each row that `places` says.
void CoreAttention::loadRows(const ThreadElements &owned, Value from,
                             Value first, Value to) {
  buildParts(owned.count, [&](Value part) {
    Value row = owned.get(b, loc, part);
    buildLoop(b, loc, ForKind::Vectorized, getWidth(),
              [&](OpBuilder &b, ValueRange lane) {
                Value one = memref::LoadOp::create(
                    b, loc, from,
                    ValueRange{row, addIndex(b, loc, first, lane.front())});
                memref::StoreOp::create(b, loc, one, to,
                                        ValueRange{part, lane.front()});
              });
  });
}

void CoreAttention::addProduct(Contraction &products, Value lhs, Value rhs,
                               Value to, ValueRange at) {
  Value sum = memref::LoadOp::create(b, loc, to, at);
  sum = AttentionBodies::addProduct(products, lhs, rhs, sum);
  memref::StoreOp::create(b, loc, sum, to, at);
}

void CoreAttention::buildScoreProducts(Value first) {
  Value lhs = makePrivate({rows.count, getWidth()});
  Value rhs = makePrivate({keys.count, getWidth()});
  loadRows(rows, queries, first, lhs);
  loadRows(keys, others, first, rhs);
  auto load = [&](Value from, Value part, Value lane) -> Value {
    return memref::LoadOp::create(b, loc, from, ValueRange{part, lane});
  };
  buildParts(getWidth(), [&](Value lane) {
    buildParts(rows.count, [&](Value row) {
      buildParts(keys.count, [&](Value key) {
        addProduct(chain.scores, load(lhs, row, lane), load(rhs, key, lane),
                   accumulators, {row, key});
      });
    });
  });
}

void CoreAttention::buildScores(Value firstKey) {
  // The last step's values, and at first the queries.
  gpu::BarrierOp::create(b, loc);
  OperandTile tileOfKeys(chain.scores, chain.scores.rhs,
                         {chain.scores.columns, tile.keys},
                         {chain.scores.kIters, tile.headDim}, tile.threads);
  tileOfKeys.build(b, loc, scoreBatch, thread, firstKey, others);
  gpu::BarrierOp::create(b, loc);
  initAccumulators();
  buildLoop(b, loc, ForKind::Serial, tile.headDim / getWidth(),
            [&](OpBuilder &, ValueRange number) {
              buildScoreProducts(
                  mulIndex(b, loc, number.front(), index(getWidth())));
            });
}

void CoreAttention::buildResultProducts(Value first) {
  Value lhs = makePrivate({rows.count, getWidth()});
  Value rhs = makePrivate({columns.count});
  loadRows(rows, weights, first, lhs);
  buildParts(getWidth(), [&](Value k) {
    Value key = addIndex(b, loc, first, k);
    buildParts(columns.count / columns.run, [&](Value number) {
      Value part = mulIndex(b, loc, number, index(columns.run));
      Value column = columns.get(b, loc, part);
      buildLoop(b, loc, ForKind::Vectorized, columns.run,
                [&](OpBuilder &b, ValueRange lane) {
                  Value one = memref::LoadOp::create(
                      b, loc, others,
                      ValueRange{key, addIndex(b, loc, column, lane.front())});
                  memref::StoreOp::create(b, loc, one, rhs,
                                          addIndex(b, loc, part, lane.front()));
                });
    });
    buildParts(rows.count, [&](Value row) {
      buildParts(columns.count, [&](Value column) {
        addProduct(chain.values,
                   memref::LoadOp::create(b, loc, lhs, ValueRange{row, k}),
                   memref::LoadOp::create(b, loc, rhs, column), results,
                   {row, column});
      });
    });
  });
}

void CoreAttention::buildResults(Value firstKey) {
  buildParts(rows.count, [&](Value row) {
    buildParts(keys.count, [&](Value key) {
      Value one =
          memref::LoadOp::create(b, loc, accumulators, ValueRange{row, key});
      memref::StoreOp::create(
          b, loc, one, weights,
          ValueRange{rows.get(b, loc, row), keys.get(b, loc, key)});
    });
  });
  // The keys were there until now.
  gpu::BarrierOp::create(b, loc);
  OperandTile tileOfValues(chain.values, chain.values.rhs,
                           {chain.values.kIters, tile.keys},
                           {chain.values.columns, tile.columns}, tile.threads);
  tileOfValues.build(b, loc, valueBatch, thread, firstKey, others);
  gpu::BarrierOp::create(b, loc);
  buildLoop(b, loc, ForKind::Serial, tile.keys / getWidth(),
            [&](OpBuilder &, ValueRange number) {
              buildResultProducts(
                  mulIndex(b, loc, number.front(), index(getWidth())));
            });
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

int64_t getCoreBytes(AttentionChain &chain, const AttentionTile &tile) {
  int64_t padding = getPadding(chain);
  int64_t elements =
      tile.rows * (tile.headDim + padding) +
      tile.keys * (std::max(tile.headDim, tile.columns) + padding) +
      tile.rows * (tile.keys + padding);
  return elements * chain.getType().getIntOrFloatBitWidth() / 8;
}

void buildCoreAttention(AttentionChain &chain, const AttentionTile &tile,
                        OpBuilder &b) {
  CoreAttention(chain, tile, b).build();
}

} // namespace mlir::tir
