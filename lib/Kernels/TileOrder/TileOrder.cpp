// Which tile a block has. Blocks run in the order of their numbers, as many at
// once as the chip has room for, and these share what they load in its cache.
#include "Relax/Kernels/TileOrder/TileOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// More tiles than run at once, which are about 128 or 216 on today's chips. Of
// fewer all share what they load, in any order.
static bool areMany(Value rows, Value columns) {
  constexpr int64_t kWave = 128;
  std::optional<int64_t> numRows = getConstantIndex(rows);
  std::optional<int64_t> numColumns = getConstantIndex(columns);
  return numRows != 1 && numColumns != 1 &&
         (!numRows || !numColumns || *numRows > kWave / *numColumns);
}

// The row and the column of a tile of that number. Tiles come in groups of
// rows, column by column. Row by row the blocks that run at once would load all
// columns for a few rows, and again for the next; of 16 rows they load about as
// many columns, which is least (benchmarks/block-order.py).
static std::array<Value, 2> placeTile(KernelBuilder &b, Value number,
                                      Value rows, Value columns,
                                      int64_t groupRows) {
  std::optional<int64_t> known = getConstantIndex(rows);
  Value first = b.index(0), height = rows;
  if (!known || *known > groupRows) {
    SmallVector<Value> group =
        b.split(number, {rows, b.mul(columns, groupRows)});
    first = b.mul(group[0], groupRows);
    number = group[1];
    // The last group may have fewer.
    height = b.index(groupRows);
    if (!known || *known % groupRows != 0)
      height = b.min(b.sub(rows, first), height);
  }
  SmallVector<Value> tile = b.split(number, {columns, height});
  return {b.add(first, tile[1]), tile[0]};
}

// Of columns with fewer bytes than rows more are loaded for fewer rows. Blocks
// that run at once have all of 32 columns for 4 rows or more, which the next
// ones find in the cache: then no group is better. Of 4096^3 with weights of 4
// bits 80 MB are read in place of 120 (sm_80), of 8192^3 738 in place of 894.
SmallVector<Value> placeBlock(KernelBuilder &b, ArrayRef<Value> extents,
                              int64_t lightRows) {
  constexpr int64_t kGroupRows = 16, kLightRows = 1024, kFewColumns = 32;
  Value rows = extents[extents.size() - 2], columns = extents.back();
  Value number = b.axis(b.total(extents), "blockIdx.x");
  bool areFew =
      getConstantIndex(columns).value_or(kFewColumns + 1) <= kFewColumns;
  if ((lightRows && areFew) || !areMany(rows, columns))
    return b.split(number, extents);
  SmallVector<Value> outer(extents.drop_back(2));
  SmallVector<Value> at(outer.size(), b.index(0));
  if (!llvm::all_of(
          outer, [](Value extent) { return getConstantIndex(extent) == 1; })) {
    outer.push_back(b.mul(rows, columns));
    at = b.split(number, outer);
    number = at.pop_back_val();
  }
  int64_t groupRows =
      lightRows ? std::max<int64_t>(1, kLightRows / lightRows) : kGroupRows;
  llvm::append_range(at, placeTile(b, number, rows, columns, groupRows));
  return at;
}

//===----------------------------------------------------------------------===//
// Groups of rows
//===----------------------------------------------------------------------===//

// Each group begins a tile of its own.
Value countTiles(KernelBuilder &b, const GroupedRows &rows) {
  int64_t most = rows.count * (rows.size - 1);
  return b.div(b.add(rows.numRows, most), rows.size);
}

namespace {
/// What is known behind some of the groups: where the next one begins, how many
/// tiles are left in front of the one that is looked for, and that one.
struct Search {
  enum { Begin, Left, Group, First, End, Count };
  std::array<Value, Count> state;
};
} // namespace

static Search passGroup(KernelBuilder &b, const GroupedRows &rows, Search now,
                        Value group) {
  Value begin = now.state[Search::Begin], left = now.state[Search::Left];
  Value end = b.load(rows.ends, group);
  if (!end.getType().isIndex())
    end = arith::IndexCastOp::create(b, b.getIndexType(), end);
  end = arith::MaxSIOp::create(b, end, begin);
  end = arith::MinSIOp::create(b, end, rows.numRows);
  Value isLast = b.equal(group, b.index(rows.count - 1));
  end = b.createOrFold<arith::SelectOp>(isLast, rows.numRows, end);
  Value count = b.ceilDiv(b.sub(end, begin), rows.size);
  Value isHere = b.less(left, count);
  // Once found, no group has so many tiles.
  Value none = b.index(std::numeric_limits<int32_t>::max());
  Value first = b.add(begin, b.mul(left, rows.size));
  auto choose = [&](Value here, Value otherwise) -> Value {
    return arith::SelectOp::create(b, isHere, here, otherwise);
  };
  return {{end, choose(none, b.sub(left, count)),
           choose(group, now.state[Search::Group]),
           choose(first, now.state[Search::First]),
           choose(end, now.state[Search::End])}};
}

// Ends are of run time, and in a few bytes that the cache of each
// multiprocessor has. So a thread goes over them, which is less than a launch
// of a kernel that would do so in front: 14 instructions a group. Of many
// groups that is a loop.
GroupTile findTile(KernelBuilder &b, const GroupedRows &rows, Value number) {
  constexpr int64_t kUnrolled = 64;
  Value zero = b.index(0);
  Search found{{zero, number, zero, zero, zero}};
  bool isUnrolled = rows.count <= kUnrolled;
  if (isUnrolled) {
    for (int64_t group = 0; group != rows.count; ++group)
      found = passGroup(b, rows, found, b.index(group));
  } else {
    Value memory = b.registers(Search::Count, b.getIndexType());
    auto save = [&] {
      for (auto [i, value] : llvm::enumerate(found.state))
        b.store(value, memory, b.index(i));
    };
    auto restore = [&] {
      for (auto [i, value] : llvm::enumerate(found.state))
        value = b.load(memory, b.index(i));
    };
    save();
    b.repeat(rows.count, [&](Value group) {
      restore();
      found = passGroup(b, rows, found, group);
      save();
    });
    restore();
  }
  Value first = found.state[Search::First], end = found.state[Search::End];
  return {found.state[Search::Group], first, end,
          isUnrolled ? b.less(first, end) : Value()};
}

} // namespace mlir::tir
