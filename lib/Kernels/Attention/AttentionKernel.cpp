// One kernel of attention:
//
//   blockIdx.x: some rows
//     threadIdx.x: each some rows times some columns of the result
//       most = -infinity, totals = 0, results = 0     (registers)
//       for each tile of keys that a mask does not hide from all of the rows:
//         sums = scores of the rows and these keys
//         now = max(most, sums), of all threads of the row
//         results *= exp(most - now), totals *= exp(most - now), most = now
//         sums = exp(sums - now), totals += sums
//         results += sums * values of these keys
//       epilogue of results * (1 / totals)
//
// A row that has seen nothing but -infinity is shifted by 0 instead, so that it
// has only zeros so far; if it stays so, the end multiplies 0 by infinity,
// which is NaN, as softmax has it.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// What all threads that share a row have of it, joined.
static Value warpShuffle(KernelBuilder &b, const AttentionShare &share,
                         Value value,
                         llvm::function_ref<Value(Value, Value)> join) {
  for (int64_t distance : share.shuffleDistances) {
    auto other = gpu::ShuffleOp::create(b, value, distance, kWarpThreads,
                                        gpu::ShuffleMode::XOR);
    value = join(value, other.getShuffleResult());
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void AttentionKernel::planOperands(Value query, Value key, Value value,
                                   int64_t padding) {
  OperandUse use;
  use.threads = tile.threads;
  use.isKMajor = true;
  use.padding = padding;
  use.isShared = false;
  auto make = [&](Contraction &products, Value operand, const TileAxis &own,
                  const TileAxis &k) -> AttentionOperand {
    OperandPlan plan = planOperand(
        products, matchOperand(products.reduction.nest.block, operand), own, k,
        use);
    return {plan, {plan.layout, {}, {}}};
  };
  TileAxis headDim{chain.scores.kIters, tile.headDim};
  queries = make(chain.scores, query, {chain.scores.rows, tile.rows}, headDim);
  keys = make(chain.scores, key, {chain.scores.columns, tile.keys}, headDim);
  values = make(chain.values, value, {chain.values.kIters, tile.keys},
                {chain.values.columns, tile.columns});
}

OperandTile AttentionKernel::getTile(const AttentionOperand &operand) {
  bool isScore = operand.plan.contraction == &chain.scores;
  return OperandTile(b, operand.plan, buildSource(b, operand.plan),
                     operand.shared,
                     {thread, isScore ? scoreBatch : valueBatch});
}

void AttentionKernel::fetch(const AttentionOperand &operand, Value first) {
  AttentionOperand staged = operand;
  staged.plan.copied = {};
  OperandTile tile = getTile(staged);
  tile.buildFetch(first, b.index(0));
  tile.buildCommit(Value());
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

void AttentionKernel::openBlocks() {
  Value batch = b.total(chain.getExtents(chain.batch));
  SmallVector<Value> grid = chain.getExtents(chain.batch);
  numRows = b.total(chain.getExtents(chain.rows));
  grid.push_back(b.ceilDiv(numRows, tile.rows));
  if (tile.partitions > 1) {
    SmallVector<OpFoldResult> sizes{getAsOpFoldResult(batch),
                                    b.getIndexAttr(tile.partitions),
                                    getAsOpFoldResult(numRows)};
    partitions.rowMax = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    partitions.totals = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    sizes.push_back(b.getIndexAttr(*chain.getNumColumns()));
    partitions.results = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    grid.push_back(b.index(tile.partitions));
  }
  Value block = b.axis(b.total(grid), "blockIdx.x");
  makeShared();
  SmallVector<Value> indices = b.split(block, grid);
  if (partitions.results) {
    partitions.number = indices.pop_back_val();
    Value perBatch = b.total(ArrayRef(grid).take_back(2));
    partitions.batch = b.createOrFold<arith::DivUIOp>(block, perBatch);
  }
  mapBatch(indices);
  firstRow = b.mul(indices.back(), tile.rows);
  thread = b.axis(b.index(tile.threads), "threadIdx.x");
  owned = openThreads();
}

// The start of scores, for all that the thread has.
void AttentionKernel::initAccumulators() {
  IRMapping mapping = scoreBatch;
  fill(b, chain.scores.reduction.buildStart(b, mapping), accumulators);
}

void AttentionKernel::build() {
  {
    OpBuilder::InsertionGuard guard(b);
    openBlocks();
    auto makePrivate = [&](ArrayRef<int64_t> shape) {
      return b.registers(shape, chain.getType());
    };
    accumulators = makePrivate({owned.rows.count, owned.keys.count});
    sums.results = makePrivate({owned.rows.count, owned.columns.count});
    sums.rowMax = makePrivate({owned.rows.count});
    sums.totals = makePrivate({owned.rows.count});
    fill(b, lowest(), sums.rowMax);
    fill(b, number(0), sums.totals);
    fill(b, number(0), sums.results);
    buildSteps();
    if (partitions.results)
      storePartitions();
    else
      storeResults();
  }
  if (partitions.results)
    buildCombine();
}

// The tiles of keys that the block has, of those from `first` to `end`.
static void limitSteps(KernelBuilder &b, const AttentionPartitions &partitions,
                       int64_t count, Value &first, Value &end) {
  first = b.min(first, end);
  Value size = b.ceilDiv(b.sub(end, first), count);
  first = b.add(first, b.mul(partitions.number, size));
  end = b.min(end, b.add(first, size));
}

void AttentionKernel::buildSteps() {
  Value end = b.min(b.add(firstRow, tile.rows), numRows);
  KeyRange range = buildKeyRange(firstRow, b.sub(end, b.index(1)));
  Value first = b.div(range.begin, tile.keys);
  Value steps = b.ceilDiv(range.end, tile.keys);
  if (partitions.results)
    limitSteps(b, partitions, tile.partitions, first, steps);
  auto getKeys = [&](Value step) {
    return KeyTile{b.mul(step, tile.keys), b.less(step, steps)};
  };
  prefetch(getKeys(first));
  MainLoop loop;
  loop.first = first;
  loop.end = steps;
  auto compute = [&](Value step) {
    Value firstKey = b.mul(step, tile.keys);
    KeyTile next = getKeys(b.add(step, 1));
    buildScores(firstKey);
    finishScores(firstKey);
    b.unroll(owned.rows.count, [&](Value row) { buildRow(row); });
    buildResults(firstKey, next);
  };
  loop.compute = compute;
  buildMainLoop(b, loop);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

// What is no score, as there is no such row or key, takes no part.
void AttentionKernel::finishScores(Value firstKey) {
  bool hasEnd = chain.finish.has_value();
  unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
    Value row = b.add(firstRow, owned.rows.get(b, at[0]));
    Value key = b.add(firstKey, owned.keys.get(b, at[1]));
    Value condition = b.isInBounds(key, chain.getNumKeys(), tile.keys);
    if (hasEnd)
      condition = b.both(condition, b.isInBounds(row, numRows, tile.rows));
    if (!condition && !hasEnd)
      return;
    Value score = b.load(accumulators, at);
    if (condition)
      b.store(lowest(), accumulators, at);
    b.branch(condition, [&] {
      b.store(buildFinished(score, row, key), accumulators, at);
    });
  });
}

void AttentionKernel::buildRow(Value row) {
  auto maximum = [&](Value x, Value y) -> Value {
    return arith::MaximumFOp::create(b, x, y);
  };
  Value first = b.index(0);
  Value next = b.registers({1}, chain.getType());
  Value before = b.load(sums.rowMax, row);
  b.store(before, next, first);
  b.unroll(owned.keys.count, [&](Value key) {
    Value score = b.load(accumulators, {row, key});
    b.store(maximum(b.load(next, first), score), next, first);
  });
  Value now = warpShuffle(b, owned, b.load(next, first), maximum);
  b.store(now, sums.rowMax, row);
  RowShift shift = getShift(now);
  Value correction = getCorrection(before, shift);
  auto scale = [&](Value buffer, ValueRange at) {
    b.store(arith::MulFOp::create(b, b.load(buffer, at), correction), buffer,
            at);
  };
  scale(sums.totals, row);
  b.unroll(owned.keys.count, [&](Value key) {
    Value weight = getWeight(b.load(accumulators, {row, key}), shift);
    b.store(weight, accumulators, {row, key});
    b.store(arith::AddFOp::create(b, b.load(sums.totals, row), weight),
            sums.totals, row);
  });
  b.unroll(owned.columns.count,
           [&](Value column) { scale(sums.results, {row, column}); });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// The sum of exponentials of a row.
static Value joinTotals(KernelBuilder &b, const AttentionShare &owned,
                        Value total) {
  return warpShuffle(b, owned, total, [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, x, y);
  });
}

void AttentionKernel::storeResults() {
  Contraction &values = chain.values;
  Value numColumns = values.buildTotal(b, values.columns);
  Epilogue epilogue(b, values, {{values.rows, tile.rows}, numRows, {}},
                    {{values.columns, tile.columns}, numColumns, {}},
                    {thread, valueBatch});
  b.unroll(owned.rows.count, [&](Value part) {
    Value inverse = getInverse(joinTotals(b, owned, b.load(sums.totals, part)));
    Value row = b.add(firstRow, owned.rows.get(b, part));
    epilogue.storeRow(row, owned.columns, [&](Value column) -> Value {
      return arith::MulFOp::create(b, b.load(sums.results, {part, column}),
                                   inverse);
    });
  });
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

// Each gives its results, not divided yet, its greatest scores and its sums.
void AttentionKernel::storePartitions() {
  Contraction &values = chain.values;
  Value numColumns = values.buildTotal(b, values.columns);
  // One of the threads that share a row.
  Value isFirst = b.equal(owned.keys.base, b.index(0));
  b.unroll(owned.rows.count, [&](Value part) {
    Value total = joinTotals(b, owned, b.load(sums.totals, part));
    Value row = b.add(firstRow, owned.rows.get(b, part));
    SmallVector<Value> at{partitions.batch, partitions.number, row};
    b.branch(b.isInBounds(row, numRows, tile.rows), [&] {
      b.branch(isFirst, [&] {
        b.store(b.load(sums.rowMax, part), partitions.rowMax, at);
        b.store(total, partitions.totals, at);
      });
      b.unroll(owned.columns.count, [&](Value number) {
        Value column = owned.columns.get(b, number);
        b.branch(b.isInBounds(column, numColumns, tile.columns), [&] {
          b.store(b.load(sums.results, {part, number}), partitions.results,
                  {at[0], at[1], row, column});
        });
      });
    });
  });
}

// One element of the result: sums of those of all partitions, each times
// exp(its greatest score - the greatest of all).
void AttentionKernel::combinePartitions(Value row, Value column,
                                        IRMapping mapping) {
  Value zero = b.index(0), batch = partitions.batch;
  auto make = [&](Value start) {
    Value made = b.registers({1}, chain.getType());
    b.store(start, made, zero);
    return made;
  };
  auto forPartitions = [&](llvm::function_ref<void(Value, Value)> body) {
    b.repeat(tile.partitions, [&](Value number) {
      body(b.load(partitions.rowMax, {batch, number, row}), number);
    });
  };
  Value maximum = make(lowest()), total = make(number(0)),
        result = make(number(0));
  forPartitions([&](Value own, Value) {
    Value both = arith::MaximumFOp::create(b, b.load(maximum, zero), own);
    b.store(both, maximum, zero);
  });
  RowShift shift = getShift(b.load(maximum, zero));
  forPartitions([&](Value own, Value number) {
    Value correction = getCorrection(own, shift);
    auto add = [&](Value to, Value part) {
      Value scaled = arith::MulFOp::create(b, part, correction);
      b.store(arith::AddFOp::create(b, b.load(to, zero), scaled), to, zero);
    };
    add(total, b.load(partitions.totals, {batch, number, row}));
    add(result, b.load(partitions.results, {batch, number, row, column}));
  });
  mapAxis(b, chain.values, chain.values.columns, column, mapping);
  Value mean = arith::MulFOp::create(b, b.load(result, zero),
                                     getInverse(b.load(total, zero)));
  chain.values.reduction.buildResult(b, mean, mapping);
}

// A thread for each element.
void AttentionKernel::buildCombine() {
  constexpr int64_t kThreads = 256;
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> extents = chain.getExtents(chain.batch);
  Value perRow = chain.values.buildTotal(b, chain.values.columns);
  Value perBatch = b.mul(numRows, perRow);
  llvm::append_values(extents, numRows, perRow);
  Value total = b.total(extents);
  Value block = b.axis(b.ceilDiv(total, kThreads), "blockIdx.x");
  Value thread = b.axis(b.index(kThreads), "threadIdx.x");
  Value at = b.add(b.mul(block, kThreads), thread);
  b.branch(b.isInBounds(at, total, kThreads), [&] {
    SmallVector<Value> indices = b.split(at, extents);
    Value column = indices.pop_back_val(), row = indices.pop_back_val();
    mapBatch(indices);
    partitions.batch = b.createOrFold<arith::DivUIOp>(at, perBatch);
    IRMapping mapping = valueBatch;
    mapIters(chain.values, chain.values.rows, row, mapping);
    combinePartitions(row, column, mapping);
  });
}

} // namespace mlir::tir
