// The kernel of a sort:
//
//   blockIdx.x = 0 to rows (or runs of rows)
//     threadIdx.x: load 8 neighbours, compute their keys, put them in order
//     threadIdx.x: as long as there are several runs of the row, merge pairs
//     threadIdx.x: every 128th place of the order: what is stored of the
//       element that comes there
//
// Behind the end of a row are greatest keys, which stay there, as equal keys
// keep their order. Of a sort of which only the first elements are stored, runs
// are never longer than that.
#include "Relax/Kernels/Sort/BindSort.h"

#include "MergeRuns.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Support/GPUTarget.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Rows in shared memory have room for one more item; and begin at multiples of
// 16 bytes.
static int64_t getStride(const SortShape &shape) { return shape.getTile() + 4; }

int64_t getSharedBytes(RankSort &sort, const SortShape &shape) {
  int64_t bytes = sort.key.getType().getIntOrFloatBitWidth() / 8;
  return shape.rows * getStride(shape) * (bytes + int64_t(sizeof(int32_t)));
}

// Of a shorter run the threads would have elements of the next one, too, whose
// keys are no lesser than those behind a row are.
bool canBindSort(RankSort &sort, const SortShape &shape) {
  constexpr unsigned kMinBits = 8, kMaxBits = 64;
  auto type = dyn_cast<IntegerType>(sort.key.getType());
  int64_t length = sort.getMaxLength().value_or(0);
  bool areEven = shape.lanes % kWarpThreads == 0 ||
                 (shape.lanes < kWarpThreads &&
                  llvm::isPowerOf2_64(uint64_t(shape.lanes)));
  return type && type.getWidth() >= kMinBits && type.getWidth() <= kMaxBits &&
         length >= 1 && length <= shape.getTile() &&
         sort.run.value_or(shape.getTile()) == shape.getTile() && areEven &&
         shape.rows * shape.lanes <= relax::GPUTarget::kMaxBlockThreads &&
         getSharedBytes(sort, shape) <= kDefaultSharedBytes;
}

namespace {
class SortKernel {
public:
  SortKernel(RankSort &sort, const SortShape &shape)
      : sort(sort), shape(shape),
        b(sort.getNest().block.getLoc(), sort.stores.back().nest.getRoot()) {}

  void build();

private:
  Value openBlocks();
  void openThreads(Value rowBlock);
  Value copyAt(Value value, LoopNest &from, Value along, IRMapping mapping);
  int64_t getVector();
  SortedItems loadItems();
  void storeElements(Value places, int64_t held);
  void storeElement(RankedStore &use, Value rank, Value along);
  Value isBelow(Value at, Value end) {
    return end ? Value(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at,
                                             end))
               : Value();
  }
  bool isWhole() {
    return getConstantIndex(length).value_or(1) % shape.getTile() == 0;
  }

  RankSort &sort;
  const SortShape &shape;
  KernelBuilder b;
  Value length;
  SmallVector<Value> extents;
  /// The row of the block, whether there is one, if not always, and its
  /// indices.
  Value slot, isRow;
  SmallVector<Value> row;
  /// The thread of a row; where its run begins.
  Value lane, begin;
};
} // namespace

// Blocks are of rows, and in these of runs. Gives the number of the block among
// those of rows.
Value SortKernel::openBlocks() {
  for (unsigned iter : sort.ranks.spatial)
    if (iter != sort.along)
      extents.push_back(sort.getNest().getExtent(iter));
  length = sort.getLength();
  Value rows = b.ceilDiv(b.total(extents), shape.rows), runs = b.index(1);
  if (sort.run)
    runs = b.ceilDiv(length, *sort.run);
  Value block = b.axis(b.mul(rows, runs), "blockIdx.x");
  SmallVector<Value> at = b.split(block, {rows, runs});
  begin = sort.run ? b.mul(at[1], *sort.run) : b.index(0);
  return at[0];
}

// Threads of several rows stay together up to the last barrier, also those of
// rows behind the last one.
void SortKernel::openThreads(Value rowBlock) {
  Value number = rowBlock, numRows = b.total(extents);
  slot = b.index(0);
  if (shape.rows > 1) {
    slot = b.axis(b.index(shape.rows), "threadIdx.y");
    number = b.add(b.mul(rowBlock, shape.rows), slot);
    // A row that there is not is loaded as the last one.
    isRow = b.isInBounds(number, numRows, shape.rows);
    if (isRow)
      number = b.min(number, b.sub(numRows, b.index(1)));
  }
  lane = b.to32(b.axis(b.index(shape.lanes), "threadIdx.x"));
  row = b.split(number, extents);
}

// What a block computes for an element of the row.
Value SortKernel::copyAt(Value value, LoopNest &from, Value along,
                         IRMapping mapping) {
  Block *body = from.block.getBody();
  SmallVector<Value> at(row);
  unsigned place =
      llvm::find(sort.ranks.spatial, sort.along) - sort.ranks.spatial.begin();
  at.insert(at.begin() + place, along);
  bool ranks = from.block == sort.getNest().block;
  for (auto [i, iter] : llvm::enumerate(sort.ranks.spatial))
    mapping.map(body->getArgument(ranks ? iter : i), at[i]);
  return copyValue(b, value, from.block, mapping);
}

// How many neighbours a thread loads at once: 128 bits of keys, where all rows
// have a multiple of so many.
int64_t SortKernel::getVector() {
  constexpr int64_t kVectorBits = 128;
  int64_t most = kVectorBits / sort.key.getType().getIntOrFloatBitWidth();
  int64_t fits = getConstantIndex(length).value_or(1);
  return std::min({most, shape.perLane, fits & -fits});
}

// A thread loads neighbours and not every so manieth element: its items then
// have places in order, and nothing goes through shared memory before they are
// sorted. Behind the row its last elements are loaded, so that no load has a
// branch, and not used.
SortedItems SortKernel::loadItems() {
  SortedItems items;
  auto type = cast<IntegerType>(sort.key.getType());
  Value greatest = arith::ConstantOp::create(
      b, b.getIntegerAttr(type, APInt::getAllOnes(type.getWidth())));
  int64_t vector = getVector();
  Value last = b.sub(length, b.index(vector));
  Value own = b.registers(shape.perLane, type);
  for (int64_t i = 0; i != shape.perLane; ++i) {
    items.places.push_back(arith::AddIOp::create(
        b, arith::MulIOp::create(b, lane, b.number32(shape.perLane)),
        b.number32(i)));
    Value along = b.add(begin, b.toIndex(items.places.back()));
    if (i % vector == 0) {
      Value first = isWhole() ? along : b.min(along, last);
      b.vectorize(vector, [&](Value at) {
        b.store(copyAt(sort.key, sort.getNest(), b.add(first, at), {}), own,
                b.add(b.index(i), at));
      });
    }
    Value key = b.load(own, b.index(i));
    if (!isWhole())
      key = arith::SelectOp::create(b, b.less(along, length), key, greatest);
    items.keys.push_back(key);
  }
  return items;
}

void SortKernel::storeElement(RankedStore &use, Value rank, Value along) {
  IRMapping mapping;
  mapping.map(use.rank.getResult(), rank);
  SmallVector<Value> indices;
  for (Value index : use.store.getIndices())
    indices.push_back(copyAt(index, use.nest, along, mapping));
  b.store(copyAt(use.store.getValueToStore(), use.nest, along, mapping),
          use.store.getMemRef(), indices);
}

// Neighbouring threads store neighbours of the result. The element is loaded
// again, from the nearest cache, rather than made from the key, which has
// neither the sign of a zero nor the bits of a NaN.
void SortKernel::storeElements(Value places, int64_t held) {
  b.unroll(llvm::divideCeil(held, shape.lanes), [&](Value step) {
    Value at = b.add(b.mul(step, shape.lanes), b.toIndex(lane));
    Value exists = isRow;
    if (held % shape.lanes != 0)
      exists = b.both(exists, b.less(at, b.index(held)));
    if (!isWhole())
      exists = b.both(exists, b.less(b.add(begin, at), length));
    b.branch(exists, [&] {
      Value along = b.add(begin, b.toIndex(b.load(places, {slot, at})));
      Value rank = arith::IndexCastUIOp::create(
          b, sort.stores.front().rank.getType(), at);
      for (RankedStore &use : sort.stores)
        b.branch(use.limit.value_or(held) < held
                     ? b.less(at, b.index(*use.limit))
                     : Value(),
                 [&] { storeElement(use, rank, along); });
    });
  });
}

void SortKernel::build() {
  Value rowBlock = openBlocks();
  SortedItems shared;
  SmallVector<int64_t> sizes = {shape.rows, getStride(shape)};
  shared.keys = {b.shared(sizes, sort.key.getType())};
  shared.places = {b.shared(sizes, b.getI32Type())};
  openThreads(rowBlock);
  int64_t limit = llvm::bit_ceil<uint64_t>(
      std::min(sort.getLimit().value_or(shape.getTile()), shape.getTile()));
  SortedItems items = loadItems();
  sortItems(b, items);
  // What is read behind the last item.
  b.branch(b.equal(lane, b.number32(0)), [&] {
    b.store(items.keys.back(), shared.keys.front(),
            {slot, b.index(shape.getTile())});
  });
  RunMerge runs(b, shared, slot, lane, shape.lanes);
  runs.writeRuns(items, std::min(shape.perLane, limit));
  runs.mergeAll(shape.perLane, limit);
  storeElements(shared.places.front(), runs.getHeld());
  for (RankedStore &use : sort.stores)
    use.nest.getRoot()->erase();
  sort.getNest().getRoot()->erase();
  eraseDeadBuffer(sort.ranks.out);
}

void bindSort(RankSort &sort, const SortShape &shape) {
  SortKernel(sort, shape).build();
}

} // namespace mlir::tir
