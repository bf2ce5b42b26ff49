// Attention in tiles of rows and keys. Rows are lanes of vectors, so that all
// that is computed of a score is, and rows have nothing to tell each other:
//
//   for each task (place of the batch, tile of rows):
//     queries[term][row] = copy
//     most[row] = -infinity, totals[row] = 0, results[column][row] = 0
//     for each tile of keys, of those that a mask does not hide from all rows:
//       keys, values = copies
//       scores[key][row] = sums over terms, for each block of rows in registers
//       now[row] = max(most[row], scores[key][row] of all keys)
//       factors[row] = exp(most[row] - now[row]), most[row] = now[row]
//       scores[key][row] = exp(scores[key][row] - now[row])
//       totals[row] = factors[row] * totals[row] + scores[key][row] of all keys
//       results[column][row] = factors[row] * results[column][row] + sums
//     epilogue of results[column][row] / totals[row]
//
// A row that has seen nothing but -infinity is shifted by 0 instead, so that it
// has only zeros so far; if it stays so, the end divides by 0, as softmax does.
#include "Relax/Kernels/Attention/TileAttention.h"

#include "Relax/Kernels/Attention/AttentionBodies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {

/// Copies of keys or values: at [key][k or column], or the other way round.
struct OperandPanel {
  Value buffer;
  bool isKeyOuter = true;
  /// Those of a key.
  int64_t size = 0;
};

/// Sums of products for all rows of a tile, at [place][row] of `to`.
struct TileProduct {
  Contraction &products;
  /// The operand that is at [k][row].
  Value rows;
  Value to;
  /// How many of the reduction dimension and tiles of places there are, and
  /// places of such a tile.
  Value kExtent, tiles;
  int64_t width;
};

class AttentionTiler : public AttentionBodies {
public:
  AttentionTiler(AttentionChain &chain, const AttentionRowTile &tile,
                 KernelBuilder &b)
      : AttentionBodies(chain, b, Exponentials::Plain), tile(tile) {}

  void run();

private:
  void setup();
  void buildTask(ValueRange batch, Value rowTile);
  void fetchQueries();
  void fetch(Contraction &products, const OperandPanel &panel);
  void buildKeys(Value number, const KeyRange &range);
  void buildTileProduct(const TileProduct &product,
                        llvm::function_ref<Value(Value, Value)> start,
                        llvm::function_ref<Value(Value, Value)> load);
  void buildScores();
  void buildResults();
  void storeResults();

  Value alloc(ArrayRef<int64_t> shape) {
    return memref::AllocOp::create(b, MemRefType::get(shape, chain.getType()));
  }
  Value allocRows() override { return alloc({tile.rows}); }
  /// Rows of the tile are lanes of vectors.
  void forRows(RowBody body) override { b.vectorize(tile.rows, body); }
  void forScores(ScoreBody body) override {
    b.repeat(keyCount, [&](Value key) {
      forRows([&](Value lane) { body(lane, {key, lane}); });
    });
  }
  Value finishScore(ValueRange at) override;
  Value getRow(Value lane);
  Value buildOperand(Contraction &products, const ContractionOperand &operand,
                     Value own, Value k);

  AttentionRowTile tile;
  Value numRows, firstRow, firstKey, keyCount;
  Value queries, results, accs;
  OperandPanel keys, values;
};

} // namespace

// The rows behind the last one are as it is; nothing comes of them.
Value AttentionTiler::getRow(Value lane) {
  Value row = b.add(firstRow, lane);
  std::optional<int64_t> known = getConstantIndex(numRows);
  if (known && *known % tile.rows == 0)
    return row;
  return b.min(row, b.sub(numRows, b.index(1)));
}

Value AttentionTiler::buildOperand(Contraction &products,
                                   const ContractionOperand &operand, Value own,
                                   Value k) {
  bool isLhs = &operand == &products.lhs;
  IRMapping mapping = &products == &chain.scores ? scoreBatch : valueBatch;
  mapAxis(b, products, isLhs ? products.rows : products.columns, own, mapping);
  mapAxis(b, products, products.kIters, k, mapping);
  return products.reduction.buildValue(b, operand.value, mapping);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static void fillZeros(KernelBuilder &b, Value zero, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  b.repeat(type.getDimSize(0), [&](Value row) {
    b.vectorize(type.getDimSize(1),
                [&](Value lane) { b.store(zero, buffer, {row, lane}); });
  });
}

// What tiles of places read behind the last key or column is never of use, but
// it is a number.
void AttentionTiler::setup() {
  int64_t columns = llvm::alignTo(*chain.getNumColumns(), tile.columnRegisters);
  queries = alloc({*chain.getHeadDim(), tile.rows});
  scores = alloc({tile.keys, tile.rows});
  results = alloc({columns, tile.rows});
  keys.size = *chain.getHeadDim();
  keys.isKeyOuter = !chain.scores.rhs.contiguous[chain.scores.columns.front()];
  SmallVector<int64_t> shape{tile.keys, keys.size};
  if (!keys.isKeyOuter)
    std::swap(shape[0], shape[1]);
  keys.buffer = alloc(shape);
  fillZeros(b, number(0), keys.buffer);
  values.size = *chain.getNumColumns();
  values.buffer = alloc({tile.keys, columns});
  if (columns != values.size)
    fillZeros(b, number(0), values.buffer);
  allocRowState();
  accs =
      alloc({std::max(tile.keyRegisters, tile.columnRegisters), tile.rowBlock});
}

void AttentionTiler::fetchQueries() {
  b.repeat(*chain.getHeadDim(), [&](Value k) {
    forRows([&](Value lane) {
      Value query =
          buildOperand(chain.scores, chain.scores.lhs, getRow(lane), k);
      b.store(query, queries, {k, lane});
    });
  });
}

// Keys or values, along memory.
void AttentionTiler::fetch(Contraction &products, const OperandPanel &panel) {
  bool isKeyOuter = panel.isKeyOuter, isKeyOwn = &products == &chain.scores;
  Value size = b.index(panel.size);
  b.repeat(isKeyOuter ? keyCount : size, [&](Value outer) {
    b.vectorize(isKeyOuter ? size : keyCount, [&](Value inner) {
      Value key = b.add(firstKey, isKeyOuter ? outer : inner);
      Value other = isKeyOuter ? inner : outer;
      Value element =
          buildOperand(products, products.rhs, isKeyOwn ? key : other,
                       isKeyOwn ? other : key);
      b.store(element, panel.buffer, {outer, inner});
    });
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// `start` gives what the sum of a place and a row begins with, and `load` what
// all rows share of a place, for one k.
void AttentionTiler::buildTileProduct(
    const TileProduct &product, llvm::function_ref<Value(Value, Value)> start,
    llvm::function_ref<Value(Value, Value)> load) {
  auto forTile = [&](llvm::function_ref<void(ValueRange)> body) {
    b.unroll(product.width, [&](Value position) {
      b.vectorize(tile.rowBlock, [&](Value lane) { body({position, lane}); });
    });
  };
  auto buildSums = [&](Value first, Value firstLane) {
    forTile([&](ValueRange at) {
      b.store(start(b.add(first, at[0]), b.add(firstLane, at[1])), accs, at);
    });
    b.repeat(product.kExtent, [&](Value k) {
      forTile([&](ValueRange at) {
        Value sum = product.products.addProduct(
            b, b.load(product.rows, {k, b.add(firstLane, at[1])}),
            load(b.add(first, at[0]), k), b.load(accs, at));
        b.store(sum, accs, at);
      });
    });
    forTile([&](ValueRange at) {
      b.store(b.load(accs, at), product.to,
              {b.add(first, at[0]), b.add(firstLane, at[1])});
    });
  };
  b.repeat(product.tiles, [&](Value number) {
    Value first = b.mul(number, product.width);
    b.repeat(tile.rows / tile.rowBlock, [&](Value block) {
      buildSums(first, b.mul(block, tile.rowBlock));
    });
  });
}

void AttentionTiler::buildScores() {
  IRMapping mapping = scoreBatch;
  Value start = chain.scores.reduction.buildStart(b, mapping);
  buildTileProduct(
      {chain.scores, queries, scores, b.index(keys.size),
       b.ceilDiv(keyCount, tile.keyRegisters), tile.keyRegisters},
      [&](Value, Value) { return start; },
      [&](Value key, Value k) {
        return keys.isKeyOuter ? b.load(keys.buffer, {key, k})
                               : b.load(keys.buffer, {k, key});
      });
}

void AttentionTiler::buildResults() {
  buildTileProduct(
      {chain.values, scores, results, keyCount,
       b.ceilDiv(b.index(values.size), tile.columnRegisters),
       tile.columnRegisters},
      [&](Value column, Value lane) -> Value {
        return arith::MulFOp::create(b, b.load(results, {column, lane}),
                                     b.load(state.corrections, lane));
      },
      [&](Value column, Value key) {
        return b.load(values.buffer, {key, column});
      });
}

Value AttentionTiler::finishScore(ValueRange at) {
  Value score = b.load(scores, at);
  if (!chain.finish)
    return score;
  score = buildFinished(score, getRow(at[1]), b.add(firstKey, at[0]));
  b.store(score, scores, at);
  return score;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

void AttentionTiler::buildKeys(Value number, const KeyRange &range) {
  Value size = b.index(tile.keys);
  firstKey = b.add(range.begin, b.mul(number, size));
  std::optional<int64_t> first = getConstantIndex(range.begin);
  std::optional<int64_t> end = getConstantIndex(range.end);
  bool isKnown = first == 0 && end;
  keyCount = size;
  if (isKnown && *end < tile.keys)
    keyCount = range.end;
  else if (!isKnown || *end % tile.keys != 0)
    keyCount = b.min(size, b.sub(range.end, firstKey));
  fetch(chain.scores, keys);
  buildScores();
  buildWeights();
  fetch(chain.values, values);
  buildResults();
}

void AttentionTiler::storeResults() {
  forRows([&](Value lane) {
    b.store(getInverse(b.load(state.totals, lane)), state.corrections, lane);
  });
  Value count = b.min(b.index(tile.rows), b.sub(numRows, firstRow));
  Contraction &products = chain.values;
  b.repeat(count, [&](Value lane) {
    IRMapping row = valueBatch;
    mapAxis(b, products, products.rows, b.add(firstRow, lane), row);
    Value correction = b.load(state.corrections, lane);
    b.vectorize(*chain.getNumColumns(), [&](Value column) {
      IRMapping mapping = row;
      mapAxis(b, products, products.columns, column, mapping);
      Value sum = b.load(results, {column, lane});
      Value result = arith::MulFOp::create(b, sum, correction);
      products.reduction.buildResult(b, result, mapping);
    });
  });
}

void AttentionTiler::buildTask(ValueRange batch, Value rowTile) {
  mapBatch(batch);
  firstRow = b.mul(rowTile, b.index(tile.rows));
  startRows();
  fillZeros(b, number(0), results);
  fetchQueries();
  KeyRange range = buildKeyRange(firstRow, tile.rows, numRows);
  Value count =
      b.createOrFold<arith::MaxSIOp>(b.sub(range.end, range.begin), b.index(0));
  b.repeat(b.ceilDiv(count, tile.keys),
           [&](Value number) { buildKeys(number, range); });
  storeResults();
}

void AttentionTiler::run() {
  SmallVector<Value> extents = chain.getExtents(chain.batch);
  numRows = b.total(chain.getExtents(chain.rows));
  extents.push_back(b.ceilDiv(numRows, tile.rows));
  constexpr int64_t kUsualKeys = 128, kStepsAtOnce = 8;
  int64_t steps =
      llvm::SaturatingMultiply<uint64_t>(
          tile.rows * (*chain.getHeadDim() + *chain.getNumColumns()),
          getConstantIndex(chain.getNumKeys()).value_or(kUsualKeys)) /
      kStepsAtOnce;
  buildTasks(
      b, b.getLoc(), extents, steps, [&](OpBuilder &) { setup(); },
      [&](OpBuilder &, ValueRange at) {
        buildTask(at.drop_back(), at.back());
      });
}

void tileAttention(AttentionChain &chain, const AttentionRowTile &tile,
                   NestListener listener) {
  KernelBuilder builder(chain.values.reduction.nest.block.getLoc(),
                        chain.values.reduction.getLastRoot());
  AttentionTiler(chain, tile, builder).run();
  eraseAttention(chain, listener);
}

} // namespace mlir::tir
