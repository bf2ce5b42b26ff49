// Attention with a product and a sum at a time. A block has 16 x 16 threads:
// those of one number divided by 16 share rows, and exchange what they have of
// them.
#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

static constexpr int64_t kSide = 16;

// The elements of a vector of 128 bits. Rows of shared memory are a vector
// longer, so that the threads of a warp access different banks.
static int64_t getLanes(AttentionChain &chain) {
  return 128 / chain.getType().getIntOrFloatBitWidth();
}

namespace {

class CoreAttention : public AttentionKernel {
public:
  CoreAttention(AttentionChain &chain, const AttentionTile &tile,
                KernelBuilder &b)
      : AttentionKernel(chain, tile, b), lanes(getLanes(chain)) {}

private:
  void makeShared() override;
  AttentionShare openThreads() override;
  void buildScores(Value firstKey) override;
  void buildResults(Value firstKey, const KeyTile &next) override;

  void buildScoreProducts(Value first);
  void buildResultProducts(Value first);
  Value loadRows(const ThreadElements &owned, Value from, Value first);
  void addProduct(Contraction &products, Value lhs, Value rhs, Value to,
                  ValueRange at);

  /// The elements of a vector.
  int64_t lanes;
  /// The exponentials, in shared memory, where keys and values have one place.
  Value weights;
};

} // namespace

void CoreAttention::makeShared() {
  planOperands(chain.scores.lhs.value, chain.scores.rhs.value,
               chain.values.rhs.value, lanes);
  auto make = [&](int64_t rows, int64_t columns) {
    return b.shared({rows, columns + lanes}, chain.getType());
  };
  queries.shared.buffer = make(tile.rows, tile.headDim);
  keys.shared.buffer = make(tile.keys, std::max(tile.headDim, tile.columns));
  values.shared.buffer = keys.shared.buffer;
  weights = make(tile.rows, tile.keys);
}

AttentionShare CoreAttention::openThreads() {
  fetch(queries, firstRow);
  Value row = b.div(thread, kSide), column = b.rem(thread, kSide);
  int64_t count = tile.columns / kSide;
  int64_t run = count % lanes == 0 ? lanes : count % 2 == 0 ? 2 : 1;
  return {{tile.rows / kSide, 1, kSide, row},
          {tile.keys / kSide, 1, kSide, column},
          {count, run, kSide * run, b.mul(column, run)},
          {8, 4, 2, 1}};
}

// A vector from `first` on of each row that the thread has.
Value CoreAttention::loadRows(const ThreadElements &owned, Value from,
                              Value first) {
  Value to = b.registers({owned.count, lanes}, chain.getType());
  b.unroll(owned.count, [&](Value part) {
    Value row = owned.get(b, part);
    b.vectorize(lanes, [&](Value lane) {
      b.store(b.load(from, {row, b.add(first, lane)}), to, {part, lane});
    });
  });
  return to;
}

void CoreAttention::addProduct(Contraction &products, Value lhs, Value rhs,
                               Value to, ValueRange at) {
  Value sum = products.addProduct(b, lhs, rhs, b.load(to, at));
  b.store(sum, to, at);
}

void CoreAttention::buildScoreProducts(Value first) {
  Value lhs = loadRows(owned.rows, queries.shared.buffer, first);
  Value rhs = loadRows(owned.keys, keys.shared.buffer, first);
  b.unroll(lanes, [&](Value lane) {
    unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
      addProduct(chain.scores, b.load(lhs, {at[0], lane}),
                 b.load(rhs, {at[1], lane}), accumulators, at);
    });
  });
}

void CoreAttention::buildScores(Value firstKey) {
  // The last step's values, and at first the queries.
  b.barrier();
  fetch(keys, firstKey);
  b.barrier();
  initAccumulators();
  b.repeat(tile.headDim / lanes,
           [&](Value number) { buildScoreProducts(b.mul(number, lanes)); });
}

void CoreAttention::buildResultProducts(Value first) {
  const ThreadElements &columns = owned.columns;
  Value lhs = loadRows(owned.rows, weights, first);
  Value rhs = b.registers({columns.count}, chain.getType());
  b.unroll(lanes, [&](Value k) {
    Value key = b.add(first, k);
    columns.load(b, rhs, [&](Value column) {
      return b.load(values.shared.buffer, {key, column});
    });
    unrollElements(b, sums.results, [&](ArrayRef<Value> at) {
      addProduct(chain.values, b.load(lhs, {at[0], k}), b.load(rhs, at[1]),
                 sums.results, at);
    });
  });
}

void CoreAttention::buildResults(Value firstKey, const KeyTile &) {
  unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
    b.store(b.load(accumulators, at), weights,
            {owned.rows.get(b, at[0]), owned.keys.get(b, at[1])});
  });
  // The keys were there until now.
  b.barrier();
  fetch(values, firstKey);
  b.barrier();
  b.repeat(tile.keys / lanes,
           [&](Value number) { buildResultProducts(b.mul(number, lanes)); });
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

int64_t getCoreBytes(AttentionChain &chain, const AttentionTile &tile) {
  int64_t padding = getLanes(chain);
  int64_t elements =
      tile.rows * (tile.headDim + padding) +
      tile.keys * (std::max(tile.headDim, tile.columns) + padding) +
      tile.rows * (tile.keys + padding);
  return elements * chain.getType().getIntOrFloatBitWidth() / 8;
}

void buildCoreAttention(AttentionChain &chain, const AttentionTile &tile,
                        KernelBuilder &b) {
  CoreAttention(chain, tile, b).build();
}

} // namespace mlir::tir
