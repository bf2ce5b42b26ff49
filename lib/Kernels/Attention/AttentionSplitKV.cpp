// Attention whose keys are cut into pieces, each of which is a block's:
//
//   blockIdx.x: some rows, a piece of the keys
//     threadIdx.x: as without pieces; then results, not divided yet, most and
//       totals to memory
//   blockIdx.x, threadIdx.x: an element of the result
//     most = the greatest of all pieces
//     total and result = sums of those of pieces, times exp(theirs - most)
//     epilogue of result / total
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <limits>

namespace mlir::tir {

void AttentionKernel::makePartitions() {
  if (tile.partitions == 1)
    return;
  Contraction &values = chain.values;
  SmallVector<OpFoldResult> sizes{
      getAsOpFoldResult(getTotal(b, loc, chain.getExtents(chain.batch))),
      b.getIndexAttr(tile.partitions), getAsOpFoldResult(numRows)};
  partitionMax = allocBuffer(b, loc, sizes, chain.getType());
  partitionTotals = allocBuffer(b, loc, sizes, chain.getType());
  sizes.push_back(b.getIndexAttr(*values.getConstantTotal(values.columns)));
  partitionResults = allocBuffer(b, loc, sizes, chain.getType());
}

// Leaves of the steps those of the block's piece.
void AttentionKernel::limitSteps(Value &first, Value &end) {
  if (!partition)
    return;
  first = b.createOrFold<arith::MinUIOp>(loc, first, end);
  Value size = ceilDivIndex(
      b, loc, b.createOrFold<arith::SubIOp>(loc, end, first), tile.partitions);
  first = addIndex(b, loc, first, mulIndex(b, loc, partition, size));
  end = b.createOrFold<arith::MinUIOp>(loc, end, addIndex(b, loc, first, size));
}

void AttentionKernel::storePartitions() {
  auto load = [&](Value from, ValueRange at) -> Value {
    return memref::LoadOp::create(b, loc, from, at);
  };
  auto store = [&](Value value, Value to, ValueRange at) {
    memref::StoreOp::create(b, loc, value, to, at);
  };
  Value numColumns =
      getTotal(b, loc, chain.values.getExtents(b, chain.values.columns));
  // One of the threads that share a row.
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        keys.base, index(0));
  buildParts(rows.count, [&](Value part) {
    Value total =
        warpShuffle(load(totals, part), [&](Value x, Value y) -> Value {
          return arith::AddFOp::create(b, loc, x, y);
        });
    Value row = addIndex(b, loc, firstRow, rows.get(b, loc, part));
    SmallVector<Value> indices{batchNumber, partition, row};
    buildIf(isInBounds(row, numRows, tile.rows), [&] {
      buildIf(isFirst, [&] {
        store(load(rowMax, part), partitionMax, indices);
        store(total, partitionTotals, indices);
      });
      buildParts(columns.count, [&](Value number) {
        Value column = columns.get(b, loc, number);
        buildIf(isInBounds(column, numColumns, tile.columns), [&] {
          store(load(results, {part, number}), partitionResults,
                {batchNumber, partition, row, column});
        });
      });
    });
  });
}

// One element of the result.
void AttentionKernel::combinePartitions(Value batch, Value row, Value column,
                                        const IRMapping &mapping) {
  auto load = [&](Value from, ValueRange at) -> Value {
    return memref::LoadOp::create(b, loc, from, at);
  };
  Value lowest = number(-std::numeric_limits<double>::infinity());
  Value zero = index(0), none = number(0);
  auto make = [&](Value start) {
    Value made = makePrivate({1});
    memref::StoreOp::create(b, loc, start, made, zero);
    return made;
  };
  auto forPartitions = [&](llvm::function_ref<void(Value, ValueRange)> body) {
    buildLoop(b, loc, ForKind::Serial, tile.partitions,
              [&](OpBuilder &, ValueRange partition) {
                body(load(partitionMax, {batch, partition.front(), row}),
                     partition);
              });
  };
  auto add = [&](Value to, Value weight) {
    Value sum = arith::AddFOp::create(b, loc, load(to, zero), weight);
    memref::StoreOp::create(b, loc, sum, to, zero);
  };
  Value maximum = make(lowest), total = make(none), result = make(none);
  forPartitions([&](Value own, ValueRange) {
    Value both = arith::MaximumFOp::create(b, loc, load(maximum, zero), own);
    memref::StoreOp::create(b, loc, both, maximum, zero);
  });
  Value shift = getShift(load(maximum, zero));
  forPartitions([&](Value own, ValueRange partition) {
    Value correction = exp(arith::SubFOp::create(b, loc, own, shift));
    auto addPart = [&](Value to, Value part) {
      add(to, arith::MulFOp::create(b, loc, part, correction));
    };
    addPart(total, load(partitionTotals, {batch, partition.front(), row}));
    addPart(result,
            load(partitionResults, {batch, partition.front(), row, column}));
  });
  chain.values.reduction.buildResult(
      b, divide(load(result, zero), load(total, zero)),
      mapColumn(column, mapping));
}

// A thread for each element.
void AttentionKernel::buildCombine() {
  constexpr int64_t kThreads = 256;
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> extents = chain.getExtents(chain.batch);
  Value perRow =
      getTotal(b, loc, chain.values.getExtents(b, chain.values.columns));
  Value perBatch = mulIndex(b, loc, numRows, perRow);
  llvm::append_values(extents, numRows, perRow);
  Value total = getTotal(b, loc, extents);
  Value block =
      buildAxis(b, loc, ceilDivIndex(b, loc, total, kThreads), "blockIdx.x");
  Value thread = buildAxis(b, loc, index(kThreads), "threadIdx.x");
  Value at = addIndex(b, loc, mulIndex(b, loc, block, index(kThreads)), thread);
  buildIf(isInBounds(at, total, kThreads), [&] {
    SmallVector<Value> indices = splitIndex(b, loc, at, extents);
    Value column = indices.pop_back_val(), row = indices.pop_back_val();
    mapBatch(indices);
    IRMapping mapping = valueBatch;
    mapRow(row, chain.values, mapping);
    combinePartitions(b.createOrFold<arith::DivUIOp>(loc, at, perBatch), row,
                      column, mapping);
  });
}

} // namespace mlir::tir
