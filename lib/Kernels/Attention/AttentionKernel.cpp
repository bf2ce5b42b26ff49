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
#include "Relax/Kernels/Contraction/Epilogue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

void AttentionKernel::openBlocks() {
  Value batch = b.total(chain.getExtents(chain.batch));
  SmallVector<Value> grid = chain.getExtents(chain.batch);
  place.numRows = b.total(chain.getExtents(chain.rows));
  grid.push_back(b.ceilDiv(place.numRows, plan.tile.rows));
  if (plan.tile.partitions > 1) {
    SmallVector<OpFoldResult> sizes{getAsOpFoldResult(batch),
                                    b.getIndexAttr(plan.tile.partitions),
                                    getAsOpFoldResult(place.numRows)};
    partitions.rowMax = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    partitions.totals = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    sizes.push_back(b.getIndexAttr(*chain.getNumColumns()));
    partitions.results = allocBuffer(b, b.getLoc(), sizes, chain.getType());
    grid.push_back(b.index(plan.tile.partitions));
  }
  Value block = b.axis(b.total(grid), "blockIdx.x");
  // Lines are parts of one buffer, whose beginning is aligned for them.
  Value bytes;
  if (plan.tile.usesWarpgroups())
    bytes = b.shared(plan.getSharedBytes(), b.getI8Type());
  SmallVector<SharedTile> tiles = makeShared(b, plan.getLayouts(), {}, bytes);
  SmallVector<Value> indices = b.split(block, grid);
  if (partitions.results) {
    partitions.number = indices.pop_back_val();
    Value perBatch = b.total(ArrayRef(grid).take_back(2));
    partitions.batch = b.createOrFold<arith::DivUIOp>(block, perBatch);
  }
  mapBatch(indices);
  place.firstRow = b.mul(indices.back(), plan.tile.rows);
  thread = b.axis(b.index(plan.tile.threads), "threadIdx.x");
  queries.enter(tiles[0], {thread, scoreBatch});
  keys.enter(tiles[1], {thread, scoreBatch});
  SharedTile value = tiles[plan.sharesKeys() ? 1 : 2];
  value.layout = plan.values.layout;
  values.enter(value, {thread, valueBatch});
  if (plan.weights.rows != 0)
    weights = tiles.back();
  owned = openThreads();
}

// The start of scores, for all that the thread has.
void AttentionKernel::startScores() {
  IRMapping mapping = scoreBatch;
  fill(b, chain.scores.reduction.buildStart(b, mapping), scores);
}

void AttentionKernel::build() {
  {
    OpBuilder::InsertionGuard guard(b);
    openBlocks();
    scores = b.registers({owned.rows.count, owned.keys.count}, chain.getType());
    results =
        b.registers({owned.rows.count, owned.columns.count}, chain.getType());
    allocRowState();
    startRows();
    fill(b, number(0), results);
    KeyRange range =
        buildKeyRange(place.firstRow, plan.tile.rows, place.numRows);
    Value first = b.div(range.begin, plan.tile.keys);
    place.end = b.ceilDiv(range.end, plan.tile.keys);
    if (partitions.results) {
      first = b.min(first, place.end);
      Value size = b.ceilDiv(b.sub(place.end, first), plan.tile.partitions);
      first = b.add(first, b.mul(partitions.number, size));
      place.end = b.min(place.end, b.add(first, size));
    }
    prefetch(first);
    buildLoop(b, first, place.end, /*ahead=*/0);
    if (partitions.results)
      storePartitions();
    else
      storeResults();
  }
  if (partitions.results)
    buildCombine();
}

void AttentionKernel::compute(Value step) {
  Value next = b.add(step, 1);
  place.firstKey = b.mul(step, plan.tile.keys);
  place.nextKey = b.mul(next, plan.tile.keys);
  place.hasNext = b.less(next, place.end);
  buildScores();
  finishScores();
  forRowGroups([&] {
    buildWeights();
    b.unroll(owned.columns.count, [&](Value column) {
      Value scaled =
          arith::MulFOp::create(b, b.load(results, {place.row, column}),
                                b.load(state.corrections, place.row));
      b.store(scaled, results, {place.row, column});
    });
  });
  buildResults();
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

// What is no score, as there is no such row or key, takes no part.
void AttentionKernel::finishScores() {
  bool hasEnd = chain.finish.has_value();
  unrollElements(b, scores, [&](ArrayRef<Value> at) {
    Value row = b.add(place.firstRow, owned.rows.get(b, at[0]));
    Value key = b.add(place.firstKey, owned.keys.get(b, at[1]));
    Value condition = b.isInBounds(key, chain.getNumKeys(), plan.tile.keys);
    if (hasEnd)
      condition =
          b.both(condition, b.isInBounds(row, place.numRows, plan.tile.rows));
    if (!condition && !hasEnd)
      return;
    Value score = b.load(scores, at);
    if (condition)
      b.store(lowest(), scores, at);
    b.branch(condition,
             [&] { b.store(buildFinished(score, row, key), scores, at); });
  });
}

Value AttentionKernel::joinRow(Value own,
                               llvm::function_ref<Value(Value, Value)> join) {
  for (int64_t distance : owned.shuffleDistances) {
    auto other = gpu::ShuffleOp::create(b, own, distance, kWarpThreads,
                                        gpu::ShuffleMode::XOR);
    own = join(own, other.getShuffleResult());
  }
  return own;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void AttentionKernel::storeResults() {
  Contraction &values = chain.values;
  Value numColumns = values.buildTotal(b, values.columns);
  Epilogue epilogue(b, values,
                    {{values.rows, plan.tile.rows}, place.numRows, {}},
                    {{values.columns, plan.tile.columns}, numColumns, {}},
                    {thread, valueBatch});
  b.unroll(owned.rows.count, [&](Value part) {
    Value inverse = getInverse(joinTotal(part));
    Value row = b.add(place.firstRow, owned.rows.get(b, part));
    epilogue.storeRow(row, owned.columns, [&](Value column) -> Value {
      return arith::MulFOp::create(b, b.load(results, {part, column}), inverse);
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
    Value total = joinTotal(part);
    Value row = b.add(place.firstRow, owned.rows.get(b, part));
    SmallVector<Value> at{partitions.batch, partitions.number, row};
    b.branch(b.isInBounds(row, place.numRows, plan.tile.rows), [&] {
      b.branch(isFirst, [&] {
        b.store(b.load(state.max, part), partitions.rowMax, at);
        b.store(total, partitions.totals, at);
      });
      b.unroll(owned.columns.count, [&](Value number) {
        Value column = owned.columns.get(b, number);
        b.branch(b.isInBounds(column, numColumns, plan.tile.columns), [&] {
          b.store(b.load(results, {part, number}), partitions.results,
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
    b.repeat(plan.tile.partitions, [&](Value number) {
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
  Value perBatch = b.mul(place.numRows, perRow);
  llvm::append_values(extents, place.numRows, perRow);
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
    mapAxis(b, chain.values, chain.values.rows, row, mapping);
    combinePartitions(row, column, mapping);
  });
}

} // namespace mlir::tir
