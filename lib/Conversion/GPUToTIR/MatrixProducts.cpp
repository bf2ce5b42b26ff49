// Products of small matrices in warps, as memory of the block between barriers.
//
// Each thread leaves its registers of factors; after a barrier it computes its
// elements of the product from those of others. In which register of which
// thread an element is, PTX says: with `width` elements a register, threads in
// groups of four,
//
//   left   row: group + 8 * (register % 2), register / 2 of the terms; of 8
//          rows, register of the terms
//   right  column: group, register of the terms
//   terms  4 * width * (which) + width * (thread in group) + place in register
//   sums   row: group + 8 * register, column: 2 * (thread in group) + place
#include "EmulationBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

namespace {

/// One product.
class ProductEmulation : EmulationBuilder {
public:
  /// `left` maps registers to the memory where threads have left them.
  ProductEmulation(nvgpu::MmaSyncOp op, gpu::LaunchOp launch, IRMapping &known)
      : EmulationBuilder(launch, op.getLoc(), OpBuilder(op)), op(op),
        known(known) {}

  LogicalResult run();

private:
  LogicalResult emitUnsupported();
  /// The pairs of sums of a thread, one for 8 rows each.
  int64_t getNumPairs() { return cast<VectorType>(op.getType()).getDimSize(0); }
  Value getElement(Value registers, int64_t i, int64_t slot);
  LogicalResult leave(Value registers);
  Value take(Value buffer, Value lane, Value which, Value slot);
  Value computeElement(int64_t i, int64_t slot);
  LogicalResult storeResults(ArrayRef<Value> elements);

  nvgpu::MmaSyncOp op;
  IRMapping &known;
  /// The thread's number and, in its warp, its group and its number there.
  Value number, group, member;
};

} // namespace

LogicalResult ProductEmulation::emitUnsupported() {
  // Fragments are opaque vectors. What they hold can be
  // followed only through ops that move elements, from
  // loads to the product and to stores. Anything else,
  // such as arithmetic on fragments, is no element-wise
  // code of a thread here.
  return op.emitOpError(
      "expected matrices that are registers of pairs, loaded from memory and "
      "stored there; cannot run the threads of a warp in loops");
}

// An element of what is loaded, alone.
static Value loadElement(vector::LoadOp load, int64_t slot) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  SmallVector<Value> indices(load.getIndices());
  indices.back() =
      arith::AddIOp::create(builder, loc, indices.back(),
                            arith::ConstantIndexOp::create(builder, loc, slot));
  return memref::LoadOp::create(builder, loc, load.getBase(), indices);
}

// Where the element of that number is in a vector.
// Row-major digits.
static SmallVector<int64_t> getPosition(VectorType type, int64_t number) {
  SmallVector<int64_t> position;
  for (int64_t size : llvm::reverse(type.getShape())) {
    position.insert(position.begin(), number % size);
    number /= size;
  }
  return position;
}

static Value traceElement(Value value, SmallVector<int64_t> position);

// An element of numbers that are taken apart: some bits of a wider one; null if
// it is anything else.
// 8-bit operands often come as i32 registers. An element is then 8 bits of
// one, little-endian: part p starts at bit 8 p.
static Value tracePart(vector::BitCastOp op, SmallVector<int64_t> position) {
  VectorType from = op.getSourceVectorType(), to = op.getResultVectorType();
  if (from.getRank() != static_cast<int64_t>(position.size()) ||
      !from.getElementType().isInteger() ||
      from.getElementTypeBitWidth() % to.getElementTypeBitWidth() != 0)
    return {};
  int64_t bits = to.getElementTypeBitWidth();
  int64_t parts = from.getElementTypeBitWidth() / bits;
  int64_t part = position.back() % parts;
  position.back() /= parts;
  Value whole = traceElement(op.getSource(), position);
  if (!whole)
    return {};
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value shift = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(from.getElementType(), part * bits));
  whole = arith::ShRUIOp::create(builder, loc, whole, shift);
  Type narrow = builder.getIntegerType(bits);
  if (parts > 1)
    whole = arith::TruncIOp::create(builder, loc, narrow, whole);
  return to.getElementType() == narrow
             ? whole
             : arith::BitcastOp::create(builder, loc, to.getElementType(),
                                        whole);
}

// An element of what is loaded or made of others, loaded where they are; null
// if that is not known. `position` is what is behind that in `value`.
// The chains that unrolled kernels have are long (insert, extract, shuffle,
// bitcast). Following one element at a time needs no vector code in the
// interpreter, and makes dead what only moved others.
static Value traceElement(Value value, SmallVector<int64_t> position) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto insert = dyn_cast<vector::InsertOp>(op)) {
      ArrayRef<int64_t> at = insert.getStaticPosition();
      if (insert.hasDynamicPosition())
        return {};
      // A prefix of the position matches: then the inserted value holds the
      // element; otherwise the destination does.
      bool isHere = ArrayRef<int64_t>(position).take_front(at.size()) == at;
      value = isHere ? insert.getValueToStore() : insert.getDest();
      if (isHere)
        position.erase(position.begin(), position.begin() + at.size());
    } else if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
      if (extract.hasDynamicPosition())
        return {};
      ArrayRef<int64_t> at = extract.getStaticPosition();
      position.insert(position.begin(), at.begin(), at.end());
      value = extract.getSource();
    } else if (auto slice = dyn_cast<vector::ExtractStridedSliceOp>(op)) {
      for (auto [at, offset] : llvm::zip(position, slice.getOffsets()))
        at += cast<IntegerAttr>(offset).getInt();
      value = slice.getSource();
    } else if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
      auto type = dyn_cast<VectorType>(broadcast.getSourceType());
      int64_t rank = type ? type.getRank() : 0;
      position.erase(position.begin(), position.end() - rank);
      value = broadcast.getSource();
    } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
      if (position.size() != 1)
        return {};
      int64_t size = shuffle.getV1VectorType().getDimSize(0);
      // -1 in a shuffle mask is poison: no element.
      int64_t taken = shuffle.getMask()[position.front()];
      if (taken < 0)
        return {};
      value = taken < size ? shuffle.getV1() : shuffle.getV2();
      position.front() = taken < size ? taken : taken - size;
    } else if (auto parts = dyn_cast<vector::BitCastOp>(op)) {
      return tracePart(parts, position);
    } else if (auto elements = dyn_cast<vector::FromElementsOp>(op)) {
      int64_t number = 0;
      for (auto [at, size] : llvm::zip(position, elements.getType().getShape()))
        number = number * size + at;
      value = elements.getElements()[number];
      position.clear();
    } else if (auto elements = dyn_cast<vector::ToElementsOp>(op)) {
      position = getPosition(elements.getSource().getType(),
                             cast<OpResult>(value).getResultNumber());
      value = elements.getSource();
    } else {
      auto load = dyn_cast<vector::LoadOp>(op);
      if (load && position.size() == 1)
        return loadElement(load, position.front());
      return position.empty() && !isa<VectorType>(value.getType()) ? value
                                                                   : Value();
    }
  }
  return position.empty() ? value : Value();
}

// An element of a register.
Value ProductEmulation::getElement(Value registers, int64_t i, int64_t slot) {
  return traceElement(registers, {i, slot});
}

// Once, where the registers are made; all threads leave theirs before any takes
// them.
// All products that share an operand share its memory: in an outer product of
// tiles each fragment of A is used by a whole row of them.
LogicalResult ProductEmulation::leave(Value registers) {
  if (known.contains(registers))
    return success();
  if (!registers.getDefiningOp())
    return failure();
  // Two warps' worth of slots is not enough: a block has up to 1024 threads,
  // and each has its own registers.
  auto type = cast<VectorType>(registers.getType());
  SmallVector<int64_t> shape{kMaxThreads, type.getDimSize(0),
                             type.getDimSize(1)};
  Value buffer = makeBuffer(shape, type.getElementType());
  known.map(registers, buffer);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(registers);
  Value mine = getThreadNumber(builder, launch);
  for (int64_t i = 0; i != shape[1]; ++i)
    for (int64_t slot = 0; slot != shape[2]; ++slot) {
      Value element = getElement(registers, i, slot);
      if (!element)
        return failure();
      store(element, buffer, ValueRange{mine, index(i), index(slot)});
    }
  return success();
}

// An element that thread `lane` of the warp has left, as wide as sums are.
Value ProductEmulation::take(Value buffer, Value lane, Value which,
                             Value slot) {
  Value first = subtract(number, rest(number, kWarp));
  Value element = load(buffer, ValueRange{add(first, lane), which, slot});
  if (op.getTf32Enabled())
    return cutToTF32(builder, loc, element);
  return widen(element, cast<VectorType>(op.getType()).getElementType());
}

// Row groups of 8 for A, columns of 8 for B. All K terms of an element are
// accumulated by one thread, in order.
Value ProductEmulation::computeElement(int64_t i, int64_t slot) {
  int64_t width = cast<VectorType>(op.getMatrixA().getType()).getDimSize(1);
  int64_t half = kGroup * width;
  Value column = add(times(member, 2), index(slot));
  Value start = getElement(op.getMatrixC(), i, slot);
  if (!start)
    return {};
  int64_t kExtent = op.getMmaShapeAsArray()[2];
  // k's digits: which register, which thread of the four, which place in the
  // register.
  return buildAccumulation(start, kExtent, [&](Value sum, Value k) {
    Value which = divide(k, half);
    Value thread = divide(rest(k, half), width);
    Value at = rest(k, width);
    auto getLane = [&](Value line) { return add(times(line, kGroup), thread); };
    Value lhsWhich = add(times(which, getNumPairs()), index(i));
    Value a = take(known.lookup(op.getMatrixA()), getLane(group), lhsWhich, at);
    Value b = take(known.lookup(op.getMatrixB()), getLane(column), which, at);
    return addProduct(sum, a, b);
  });
}

// All uses are stores of one register.
// The result's fragment is stored by pairs of neighbours. Each store becomes
// two scalar ones, so no vector is left.
LogicalResult ProductEmulation::storeResults(ArrayRef<Value> elements) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || extract.getStaticPosition().size() != 1 ||
        extract.hasDynamicPosition())
      return emitUnsupported();
    int64_t i = extract.getStaticPosition()[0];
    for (Operation *next : llvm::make_early_inc_range(extract->getUsers())) {
      auto store = dyn_cast<vector::StoreOp>(next);
      if (!store || store.getIndices().empty())
        return emitUnsupported();
      builder.setInsertionPoint(store);
      for (int64_t slot : {0, 1}) {
        SmallVector<Value> indices(store.getIndices());
        indices.back() = add(indices.back(), index(slot));
        memref::StoreOp::create(builder, loc, elements[2 * i + slot],
                                store.getBase(), indices);
      }
      store.erase();
    }
    extract.erase();
  }
  return success();
}

LogicalResult ProductEmulation::run() {
  bool isNew =
      !known.contains(op.getMatrixA()) || !known.contains(op.getMatrixB());
  if (failed(leave(op.getMatrixA())) || failed(leave(op.getMatrixB())))
    return emitUnsupported();
  // One barrier for each new operand: between leaving and taking, all threads
  // of the block must have left theirs. Warps alone would do, but the
  // emulation knows only barriers of the block.
  if (isNew)
    gpu::BarrierOp::create(builder, loc);
  number = getThreadNumber(builder, launch);
  Value lane = rest(number, kWarp);
  group = divide(lane, kGroup);
  member = rest(lane, kGroup);
  SmallVector<Value> elements;
  for (int64_t i = 0; i != getNumPairs(); ++i)
    for (int64_t slot : {0, 1}) {
      elements.push_back(computeElement(i, slot));
      if (!elements.back())
        return emitUnsupported();
    }
  if (failed(storeResults(elements)))
    return failure();
  op.erase();
  return success();
}

LogicalResult lowerMatrixProducts(gpu::LaunchOp launch) {
  SmallVector<nvgpu::MmaSyncOp> products;
  launch.walk([&](nvgpu::MmaSyncOp op) { products.push_back(op); });
  IRMapping known;
  for (nvgpu::MmaSyncOp op : products)
    if (failed(ProductEmulation(op, launch, known).run()))
      return failure();
  if (products.empty())
    return success();
  // What has made the registers is of no use any more.
  // In reverse order: users first, so that one pass is enough.
  SmallVector<Operation *> vectors;
  launch.walk([&](Operation *inner) {
    if (isa<vector::BitCastOp, vector::BroadcastOp, vector::ExtractOp,
            vector::ExtractStridedSliceOp, vector::FromElementsOp,
            vector::InsertOp, vector::LoadOp, vector::ShuffleOp,
            vector::ToElementsOp>(inner))
      vectors.push_back(inner);
  });
  for (Operation *inner : llvm::reverse(vectors))
    if (inner->use_empty())
      inner->erase();
  return success();
}

} // namespace mlir::tir
