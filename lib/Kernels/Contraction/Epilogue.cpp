// The results of a block: from registers, or through shared memory, so that
// threads next to each other store columns next to each other.
#include "Relax/Kernels/Contraction/Epilogue.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace mlir::tir {

// What a thread stores at once; accumulators behind each row that is staged,
// and bytes of one.
static constexpr int64_t kStoreBits = 128, kRoom = 8, kAccumulatorBytes = 4;

// The bits of what a result is stored as.
static int64_t getResultBits(Reduction &reduction) {
  int64_t bits = 8;
  if (!reduction.epilogue)
    return std::max<int64_t>(
        bits, reduction.store.getMemRefType().getElementTypeBitWidth());
  reduction.epilogue->block.walk([&](memref::StoreOp store) {
    Type type = store.getMemRefType().getElementType();
    if (type.isIntOrFloat())
      bits = std::max<int64_t>(bits, type.getIntOrFloatBitWidth());
  });
  return bits;
}

Type Epilogue::getAccumulatorType() {
  return cast<MemRefType>(contraction.reduction.out.getType()).getElementType();
}

// Contiguous lanes from `column` on; `get` gives one.
void Epilogue::storeVector(Value column, int64_t lanes, IRMapping mapping,
                           llvm::function_ref<Value(Value)> get) {
  mapAxis(b, contraction, columns.axis.iters, column, mapping);
  Block *body = contraction.reduction.nest.block.getBody();
  Value last = body->getArgument(columns.axis.iters.back());
  Value first = mapping.lookup(last);
  b.vectorize(lanes, [&](Value lane) {
    IRMapping element = mapping;
    element.map(last, b.add(first, lane));
    contraction.reduction.buildResult(b, get(lane), element);
  });
}

void Epilogue::storeRow(Value row, const ThreadElements &owned,
                        llvm::function_ref<Value(Value)> get) {
  std::optional<int64_t> last =
      contraction.getConstantExtent(columns.axis.iters.back());
  int64_t lanes = last && *last % owned.run == 0 ? owned.run : 1;
  b.branch(b.isInBounds(row, rows.extent, rows.axis.size), [&] {
    IRMapping mapping = place.common;
    mapAxis(b, contraction, rows.axis.iters, row, mapping);
    b.unroll(owned.count / lanes, [&](Value number) {
      Value part = b.mul(number, lanes);
      Value column = owned.get(b, part);
      Value inBounds = b.isInBounds(column, columns.extent, columns.axis.size);
      b.branch(inBounds, [&] {
        if (lanes == 1)
          return storeVector(column, 1, mapping,
                             [&](Value) { return get(part); });
        // Registers have constant indices: a vector is stored from memory.
        Value vector = b.registers(lanes, getAccumulatorType());
        b.unroll(lanes, [&](Value lane) {
          b.store(get(b.add(part, lane)), vector, lane);
        });
        storeVector(column, lanes, mapping,
                    [&](Value lane) { return b.load(vector, lane); });
      });
    });
  });
}

//===----------------------------------------------------------------------===//
// Staging
//===----------------------------------------------------------------------===//

int64_t Epilogue::getStagingBytes(int64_t rows, int64_t columns) {
  return rows * (columns + kRoom) * kAccumulatorBytes;
}

Value Epilogue::viewStaging(Value bytes, int64_t numRows) {
  return b.view(bytes, 0, {numRows, columns.axis.size + kRoom},
                getAccumulatorType());
}

void Epilogue::storeStaged(Value staged, int64_t threads,
                           llvm::function_ref<Value(Value)> getRow) {
  int64_t elements =
      cast<MemRefType>(staged.getType()).getDimSize(0) * columns.axis.size;
  // As many as one store takes; no more than all threads have to do.
  int64_t maxLanes = std::min(kStoreBits / getResultBits(contraction.reduction),
                              elements / threads);
  std::optional<int64_t> last =
      contraction.getConstantExtent(columns.axis.iters.back());
  int64_t lanes =
      last ? std::gcd(*last,
                      static_cast<int64_t>(llvm::bit_floor<uint64_t>(maxLanes)))
           : 1;
  int64_t vectors = columns.axis.size / lanes;
  b.repeat(elements / lanes / threads, [&](Value number) {
    Value vector = b.add(place.thread, b.mul(number, threads));
    Value row = b.div(vector, vectors);
    Value column = b.mul(b.rem(vector, vectors), lanes);
    Value rowAt = b.add(rows.origin, getRow(row));
    Value columnAt = b.add(columns.origin, column);
    Value isRow = b.isInBounds(rowAt, rows.extent, rows.axis.size);
    Value isColumn = b.isInBounds(columnAt, columns.extent, columns.axis.size);
    b.branch(b.both(isRow, isColumn), [&] {
      IRMapping mapping = place.common;
      mapAxis(b, contraction, rows.axis.iters, rowAt, mapping);
      storeVector(columnAt, lanes, mapping, [&](Value lane) {
        return b.load(staged, {row, b.add(column, lane)});
      });
    });
  });
}

} // namespace mlir::tir
