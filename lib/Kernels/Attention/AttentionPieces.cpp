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

void AttentionKernel::makePieces() {
  if (tile.pieces == 1)
    return;
  Contraction &values = chain.values;
  SmallVector<OpFoldResult> sizes{
      getAsOpFoldResult(getTotal(b, loc, chain.getExtents(chain.batch))),
      b.getIndexAttr(tile.pieces), getAsOpFoldResult(numRows)};
  pieceMost = allocBuffer(b, loc, sizes, chain.getType());
  pieceTotals = allocBuffer(b, loc, sizes, chain.getType());
  sizes.push_back(b.getIndexAttr(*values.getConstantTotal(values.columns)));
  pieceResults = allocBuffer(b, loc, sizes, chain.getType());
}

// Leaves of the steps those of the block's piece.
void AttentionKernel::limitSteps(Value &first, Value &end) {
  if (!piece)
    return;
  first = b.createOrFold<arith::MinUIOp>(loc, first, end);
  Value size = ceilDivIndex(
      b, loc, b.createOrFold<arith::SubIOp>(loc, end, first), tile.pieces);
  first = addIndex(b, loc, first, mulIndex(b, loc, piece, size));
  end = b.createOrFold<arith::MinUIOp>(loc, end, addIndex(b, loc, first, size));
}

void AttentionKernel::storePieces() {
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
    Value total = exchange(load(totals, part), [&](Value x, Value y) -> Value {
      return arith::AddFOp::create(b, loc, x, y);
    });
    Value row = addIndex(b, loc, firstRow, rows.get(b, loc, part));
    SmallVector<Value> place{batchNumber, piece, row};
    inside(isBelow(row, numRows, tile.rows), [&] {
      inside(isFirst, [&] {
        store(load(most, part), pieceMost, place);
        store(total, pieceTotals, place);
      });
      buildParts(columns.count, [&](Value number) {
        Value column = columns.get(b, loc, number);
        inside(isBelow(column, numColumns, tile.columns), [&] {
          store(load(results, {part, number}), pieceResults,
                {batchNumber, piece, row, column});
        });
      });
    });
  });
}

// One element of the result.
void AttentionKernel::joinPieces(Value batch, Value row, Value column,
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
  auto forPieces = [&](llvm::function_ref<void(Value, ValueRange)> body) {
    buildLoop(b, loc, ForKind::Serial, tile.pieces,
              [&](OpBuilder &, ValueRange piece) {
                body(load(pieceMost, {batch, piece.front(), row}), piece);
              });
  };
  auto add = [&](Value to, Value term) {
    Value sum = arith::AddFOp::create(b, loc, load(to, zero), term);
    memref::StoreOp::create(b, loc, sum, to, zero);
  };
  Value greatest = make(lowest), total = make(none), result = make(none);
  forPieces([&](Value own, ValueRange) {
    Value both = arith::MaximumFOp::create(b, loc, load(greatest, zero), own);
    memref::StoreOp::create(b, loc, both, greatest, zero);
  });
  Value shift = getShift(load(greatest, zero));
  forPieces([&](Value own, ValueRange piece) {
    Value factor = exp(arith::SubFOp::create(b, loc, own, shift));
    auto addPart = [&](Value to, Value part) {
      add(to, arith::MulFOp::create(b, loc, part, factor));
    };
    addPart(total, load(pieceTotals, {batch, piece.front(), row}));
    addPart(result, load(pieceResults, {batch, piece.front(), row, column}));
  });
  chain.values.reduction.buildResult(
      b, divide(load(result, zero), load(total, zero)),
      mapColumn(column, mapping));
}

// A thread for each element.
void AttentionKernel::buildJoin() {
  constexpr int64_t kThreads = 256;
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> extents = chain.getExtents(chain.batch);
  Value perRow =
      getTotal(b, loc, chain.values.getExtents(b, chain.values.columns));
  Value perPlace = mulIndex(b, loc, numRows, perRow);
  llvm::append_values(extents, numRows, perRow);
  Value total = getTotal(b, loc, extents);
  Value block =
      buildAxis(b, loc, ceilDivIndex(b, loc, total, kThreads), "blockIdx.x");
  Value thread = buildAxis(b, loc, index(kThreads), "threadIdx.x");
  Value at = addIndex(b, loc, mulIndex(b, loc, block, index(kThreads)), thread);
  inside(isBelow(at, total, kThreads), [&] {
    SmallVector<Value> place = splitIndex(b, loc, at, extents);
    Value column = place.pop_back_val(), row = place.pop_back_val();
    mapBatch(place);
    IRMapping mapping = valueBatch;
    mapRow(row, chain.values, mapping);
    joinPieces(b.createOrFold<arith::DivUIOp>(loc, at, perPlace), row, column,
               mapping);
  });
}

} // namespace mlir::tir
