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
//       epilogue of results / totals
//
// A row that has seen nothing but -infinity is shifted by 0 instead, so that it
// has only zeros so far; if it stays so, the end divides 0 by 0, as softmax
// does.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

namespace mlir::tir {

Value ThreadElements::get(OpBuilder &b, Location loc, Value part) const {
  Value width = indexConstant(b, loc, run);
  Value number = b.createOrFold<arith::DivUIOp>(loc, part, width);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, part, width);
  Value position = addIndex(
      b, loc, base, mulIndex(b, loc, number, indexConstant(b, loc, stride)));
  return addIndex(b, loc, position, rest);
}

AttentionKernel::AttentionKernel(AttentionChain &chain,
                                 const AttentionTile &tile, OpBuilder &b)
    : AttentionBodies(chain, b), tile(tile) {}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static Value allocIn(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                     Type element, gpu::AddressSpace space) {
  auto attribute = gpu::AddressSpaceAttr::get(b.getContext(), space);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), attribute));
}

Value AttentionKernel::makePrivate(ArrayRef<int64_t> shape) {
  return allocIn(b, loc, shape, chain.getType(), gpu::AddressSpace::Private);
}

Value AttentionKernel::makeShared(ArrayRef<int64_t> shape, Type element) {
  return allocIn(b, loc, shape, element, gpu::AddressSpace::Workgroup);
}

void AttentionKernel::buildParts(int64_t count,
                                 llvm::function_ref<void(Value)> body) {
  buildLoop(b, loc, ForKind::Unrolled, count,
            [&](OpBuilder &, ValueRange part) { body(part.front()); });
}

Value AttentionKernel::exp(Value value) {
  return math::ExpOp::create(b, loc, value);
}

// What is subtracted of scores: the greatest, or 0 where there is none.
Value AttentionKernel::getShift(Value maximum) {
  Value lowest = number(-std::numeric_limits<double>::infinity());
  Value isLowest =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, maximum, lowest);
  return arith::SelectOp::create(b, loc, isLowest, number(0), maximum);
}

// `at < extent`, null if tiles of `size` fill the extent.
Value AttentionKernel::isInBounds(Value at, Value extent, int64_t size) {
  std::optional<int64_t> known = getConstantIndex(extent);
  if (known && *known % size == 0)
    return {};
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, at, extent);
}

void AttentionKernel::buildIf(Value condition,
                              llvm::function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(b);
  if (condition) {
    IfOp branch = IfOp::create(b, loc, condition);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  body();
}

// What all threads that share a row have of it, joined.
Value AttentionKernel::warpShuffle(
    Value value, llvm::function_ref<Value(Value, Value)> join) {
  for (int64_t distance : shuffleDistances) {
    auto other = gpu::ShuffleOp::create(b, loc, value, distance, kWarpThreads,
                                        gpu::ShuffleMode::XOR);
    value = join(value, other.getShuffleResult());
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

void AttentionKernel::openBlocks() {
  SmallVector<Value> grid = chain.getExtents(chain.batch);
  numRows = getTotal(b, loc, chain.getExtents(chain.rows));
  numKeys = chain.getNumKeys();
  makePartitions();
  grid.push_back(ceilDivIndex(b, loc, numRows, tile.rows));
  if (partitionResults)
    grid.push_back(index(tile.partitions));
  Value block = buildAxis(b, loc, getTotal(b, loc, grid), "blockIdx.x");
  makeShared();
  SmallVector<Value> indices = splitIndex(b, loc, block, grid);
  if (partitionResults) {
    partition = indices.pop_back_val();
    Value perBatch = getTotal(b, loc, ArrayRef(grid).take_back(2));
    batchNumber = b.createOrFold<arith::DivUIOp>(loc, block, perBatch);
  }
  mapBatch(indices);
  firstRow = mulIndex(b, loc, indices.back(), index(tile.rows));
  thread = buildAxis(b, loc, index(tile.threads), "threadIdx.x");
  setThread();
}

void AttentionKernel::buildStart() {
  accumulators = makePrivate({rows.count, keys.count});
  results = makePrivate({rows.count, columns.count});
  rowMax = makePrivate({rows.count});
  totals = makePrivate({rows.count});
  next = makePrivate({1});
  Value zero = number(0);
  Value lowest = number(-std::numeric_limits<double>::infinity());
  buildParts(rows.count, [&](Value row) {
    memref::StoreOp::create(b, loc, lowest, rowMax, row);
    memref::StoreOp::create(b, loc, zero, totals, row);
    buildParts(columns.count, [&](Value column) {
      memref::StoreOp::create(b, loc, zero, results, ValueRange{row, column});
    });
  });
}

// The start of scores, for all that the thread has.
void AttentionKernel::initAccumulators() {
  IRMapping mapping = scoreBatch;
  Value start = chain.scores.reduction.buildStart(b, mapping);
  buildParts(rows.count, [&](Value row) {
    buildParts(keys.count, [&](Value key) {
      memref::StoreOp::create(b, loc, start, accumulators,
                              ValueRange{row, key});
    });
  });
}

void AttentionKernel::build() {
  {
    OpBuilder::InsertionGuard guard(b);
    openBlocks();
    buildStart();
    fetchQueries();
    buildSteps();
    if (partition)
      storePartitions();
    else
      storeResults();
  }
  if (partition)
    buildCombine();
}

void AttentionKernel::buildSteps() {
  Value end = addIndex(b, loc, firstRow, index(tile.rows));
  end = b.createOrFold<arith::MinUIOp>(loc, end, numRows);
  Value lastRow = arith::SubIOp::create(b, loc, end, index(1));
  KeyRange range = buildKeyRange(firstRow, lastRow);
  Value first =
      b.createOrFold<arith::DivUIOp>(loc, range.begin, index(tile.keys));
  Value steps = ceilDivIndex(b, loc, range.end, tile.keys);
  limitSteps(first, steps);
  Value size = index(tile.keys);
  auto setNext = [&](Value number) {
    nextKey = mulIndex(b, loc, number, size);
    hasNext =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, steps);
  };
  setNext(first);
  prefetch();
  ForOp loop = ForOp::create(b, loc, first, steps);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value firstKey = mulIndex(b, loc, loop.getInductionVar(), size);
  setNext(addIndex(b, loc, loop.getInductionVar(), index(1)));
  buildScores(firstKey);
  buildFinish(firstKey);
  buildSoftmax();
  buildResults(firstKey);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

// What is no score, as there is no such row or key, takes no part.
void AttentionKernel::buildFinish(Value firstKey) {
  bool hasEnd = chain.finish.has_value();
  Value lowest = number(-std::numeric_limits<double>::infinity());
  buildParts(rows.count, [&](Value rowPart) {
    Value row = addIndex(b, loc, firstRow, rows.get(b, loc, rowPart));
    Value isRow = hasEnd ? isInBounds(row, numRows, tile.rows) : Value();
    buildParts(keys.count, [&](Value keyPart) {
      SmallVector<Value> at{rowPart, keyPart};
      Value key = addIndex(b, loc, firstKey, keys.get(b, loc, keyPart));
      Value condition = isInBounds(key, numKeys, tile.keys);
      if (isRow)
        condition = condition
                        ? Value(arith::AndIOp::create(b, loc, condition, isRow))
                        : isRow;
      if (!condition && !hasEnd)
        return;
      Value score = memref::LoadOp::create(b, loc, accumulators, at);
      if (condition)
        memref::StoreOp::create(b, loc, lowest, accumulators, at);
      buildIf(condition, [&] {
        memref::StoreOp::create(b, loc, buildFinished(score, row, key),
                                accumulators, at);
      });
    });
  });
}

void AttentionKernel::buildSoftmax() {
  buildParts(rows.count, [&](Value row) { buildRow(row); });
}

void AttentionKernel::buildRow(Value row) {
  Value first = index(0);
  auto load = [&](Value from, ValueRange at) -> Value {
    return memref::LoadOp::create(b, loc, from, at);
  };
  auto store = [&](Value value, Value to, ValueRange at) {
    memref::StoreOp::create(b, loc, value, to, at);
  };
  auto join = [&](Value x, Value y) -> Value {
    return arith::MaximumFOp::create(b, loc, x, y);
  };
  Value before = load(rowMax, row);
  store(before, next, first);
  buildParts(keys.count, [&](Value key) {
    store(join(load(next, first), load(accumulators, {row, key})), next, first);
  });
  Value now = warpShuffle(load(next, first), join);
  store(now, rowMax, row);
  Value shift = getShift(now);
  Value correction = exp(arith::SubFOp::create(b, loc, before, shift));
  store(arith::MulFOp::create(b, loc, load(totals, row), correction), totals,
        row);
  buildParts(keys.count, [&](Value key) {
    Value weight = exp(
        arith::SubFOp::create(b, loc, load(accumulators, {row, key}), shift));
    store(weight, accumulators, {row, key});
    store(arith::AddFOp::create(b, loc, load(totals, row), weight), totals,
          row);
  });
  buildParts(columns.count, [&](Value column) {
    Value scaled =
        arith::MulFOp::create(b, loc, load(results, {row, column}), correction);
    store(scaled, results, {row, column});
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// The mean of values, of the sums of these and of weights.
Value AttentionKernel::divide(Value sum, Value total) {
  Value result = arith::DivFOp::create(b, loc, sum, total);
  if (getConstantIndex(numKeys))
    return result;
  // Sums over no keys are 0.
  Value isEmpty = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        numKeys, index(0));
  return arith::SelectOp::create(b, loc, isEmpty, number(0), result);
}

// The iterators of the result's columns as well.
IRMapping AttentionKernel::mapColumn(Value column, const IRMapping &mapping) {
  Contraction &values = chain.values;
  Block *body = values.reduction.nest.block.getBody();
  IRMapping element = mapping;
  SmallVector<Value> indices =
      splitIndex(b, loc, column, values.getExtents(b, values.columns));
  for (auto [iter, at] : llvm::zip_equal(values.columns, indices))
    element.map(body->getArgument(iter), at);
  return element;
}

// Neighbouring columns of a row, from part `number` on.
void AttentionKernel::storeVector(Value part, Value number, Value total,
                                  const IRMapping &mapping) {
  Contraction &values = chain.values;
  Block *body = values.reduction.nest.block.getBody();
  SmallVector<Value> extents = values.getExtents(b, values.columns);
  std::optional<int64_t> inner = getConstantIndex(extents.back());
  bool isVector = inner && *inner % columns.run == 0;
  Value vector = makePrivate({columns.run});
  buildParts(columns.run, [&](Value lane) {
    Value sum = memref::LoadOp::create(
        b, loc, results, ValueRange{part, addIndex(b, loc, number, lane)});
    memref::StoreOp::create(b, loc, divide(sum, total), vector, lane);
  });
  Value first = columns.get(b, loc, number);
  Value extent = getTotal(b, loc, extents);
  auto storeLane = [&](OpBuilder &b, Value lane, IRMapping element) {
    values.reduction.buildResult(
        b, memref::LoadOp::create(b, loc, vector, lane), element);
  };
  if (!isVector)
    return buildParts(columns.run, [&](Value lane) {
      Value column = addIndex(b, loc, first, lane);
      buildIf(isInBounds(column, extent, tile.columns),
              [&] { storeLane(b, lane, mapColumn(column, mapping)); });
    });
  buildIf(isInBounds(first, extent, tile.columns), [&] {
    IRMapping start = mapColumn(first, mapping);
    Value last = body->getArgument(values.columns.back());
    Value origin = start.lookup(last);
    buildLoop(b, loc, ForKind::Vectorized, columns.run,
              [&](OpBuilder &b, ValueRange lane) {
                IRMapping element = start;
                element.map(last, addIndex(b, loc, origin, lane.front()));
                storeLane(b, lane.front(), element);
              });
  });
}

void AttentionKernel::storeRow(Value part) {
  Value own = memref::LoadOp::create(b, loc, totals, part);
  Value total = warpShuffle(own, [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, loc, x, y);
  });
  Value row = addIndex(b, loc, firstRow, rows.get(b, loc, part));
  buildIf(isInBounds(row, numRows, tile.rows), [&] {
    IRMapping mapping = valueBatch;
    mapRow(row, chain.values, mapping);
    buildParts(columns.count / columns.run, [&](Value number) {
      storeVector(part, mulIndex(b, loc, number, index(columns.run)), total,
                  mapping);
    });
  });
}

void AttentionKernel::storeResults() {
  buildParts(rows.count, [&](Value row) { storeRow(row); });
}

} // namespace mlir::tir
