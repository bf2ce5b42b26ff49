// Builds the vector form of a loop's body: loads and stores.
#include "BodyVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tir {

// The stride of an access in its last index; nothing if another index varies,
// too: then lanes are in different rows.
static std::optional<int64_t> getStride(const LaneValues &lanes,
                                        ValueRange indices) {
  for (Value index : indices.drop_back())
    if (!lanes.lookup(index).isUniform())
      return std::nullopt;
  Lanes last = lanes.lookup(indices.back());
  return last.kind == Lanes::Varying ? std::nullopt
                                     : std::optional<int64_t>(last.stride);
}

SmallVector<Value> BodyVectorizer::getIndices(Location location,
                                              ValueRange indices,
                                              int64_t lane) {
  return llvm::map_to_vector(indices, [&](Value index) {
    return lanes.getScalar(location, lanes.lookup(index), lane);
  });
}

// Rows of the buffer follow each other without gaps in the last dimension.
static bool hasUnitStride(MemRefType type) {
  return type.isLastDimUnitStride();
}

// How many dimensions are behind the one along which lanes go, which have one
// element: lanes are neighbours all the same.
// Such as images of 8x16x1x1, whose lanes are neighbours along the second
// axis; without this their loads would be gathers.
static size_t countUnitDims(const LaneValues &lanes, memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  size_t count = 0;
  if (!type.getLayout().isIdentity())
    return count;
  for (Value index : llvm::reverse(load.getIndices().drop_front())) {
    size_t dim = type.getRank() - 1 - count;
    if (type.getDimSize(dim) != 1 || !lanes.lookup(index).isUniform())
      break;
    ++count;
  }
  return count;
}

// The buffer with `rank` dimensions, the others being of one element.
static Value dropUnitDims(OpBuilder &builder, Location location, Value buffer,
                          size_t rank) {
  size_t all = cast<MemRefType>(buffer.getType()).getRank();
  if (rank == all)
    return buffer;
  SmallVector<ReassociationIndices> groups(rank);
  for (size_t dim = 0; dim != all; ++dim)
    groups[std::min(dim, rank - 1)].push_back(dim);
  return memref::CollapseShapeOp::create(builder, location, buffer, groups);
}

// The part of `numLanes`, a power of two, that divides `index` whatever the
// loops are at. What is used twice is asked about once.
static uint64_t getDivisor(Value index, uint64_t numLanes,
                           llvm::DenseMap<Value, uint64_t> &known) {
  // 0 is a multiple of all.
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return std::gcd(uint64_t(*constant), numLanes);
  Operation *made = index.getDefiningOp();
  if (!isa_and_present<arith::MulIOp, arith::AddIOp, arith::MinUIOp,
                       arith::MinSIOp>(made))
    return 1;
  if (auto found = known.find(index); found != known.end())
    return found->second;
  uint64_t left = getDivisor(made->getOperand(0), numLanes, known);
  uint64_t right = getDivisor(made->getOperand(1), numLanes, known);
  // The smaller one of two numbers is one of them.
  return known[index] = isa<arith::MulIOp>(made)
                            ? std::min(left * right, numLanes)
                            : std::min(left, right);
}

// What the address of a vector of that type is a multiple of; at most a line of
// a cache, which no register is longer than.
static int64_t getAlignment(VectorType type) {
  return std::min<int64_t>(64, type.getNumElements() *
                                   type.getElementTypeBitWidth() / 8);
}

// True if a vector is a whole number of vectors behind the begin of its buffer.
static bool staysAligned(memref::StoreOp store, ValueRange indices,
                         int64_t numLanes) {
  MemRefType type = store.getMemRefType();
  unsigned bits = type.getElementTypeBitWidth();
  // Of a view with strides the address is not that of its first element.
  if (!type.getLayout().isIdentity() || !type.hasStaticShape() ||
      !llvm::isPowerOf2_64(numLanes) || bits % 8 != 0)
    return false;
  // Of less than 16 bytes there is no such store.
  llvm::DenseMap<Value, uint64_t> known;
  return numLanes * bits >= 128 &&
         getDivisor(indices.back(), numLanes, known) == uint64_t(numLanes) &&
         (type.getRank() == 1 || type.getShape().back() % numLanes == 0);
}

LogicalResult BodyVectorizer::visitLoad(memref::LoadOp load) {
  Location location = load.getLoc();
  Lanes buffer = lanes.lookup(load.getMemRef());
  // An op that would choose between buffers has no vector form.
  assert(buffer.isUniform() && "buffers are the same for all lanes");
  MemRefType memref = load.getMemRefType();
  bool uniform = llvm::all_of(load.getIndices(), [&](Value index) {
    return lanes.lookup(index).isUniform();
  });
  if (uniform) {
    lanes.map(load.getResult(), Lanes::uniform(loadOnce(load)));
    return success();
  }
  if (!VectorType::isValidElementType(memref.getElementType()))
    return notifyMatchFailure(
        load,
        "reads elements that no vector holds, expected integers or floats");
  ValueRange outerIndices =
      load.getIndices().drop_back(countUnitDims(lanes, load));
  std::optional<int64_t> stride = getStride(lanes, outerIndices);
  VectorType type = lanes.getVectorType(memref.getElementType());
  Value result;
  if (stride == 1 && hasUnitStride(memref)) {
    SmallVector<Value> indices = getIndices(location, outerIndices, 0);
    Value from =
        dropUnitDims(builder, location, buffer.value, outerIndices.size());
    // A lane that does not run may be outside of the buffer, at the edge of a
    // padded image, so it must not be read.
    if (mask) {
      Value zero = arith::ConstantOp::create(builder, location,
                                             builder.getZeroAttr(type));
      result = vector::MaskedLoadOp::create(builder, location, type, from,
                                            indices, mask, zero);
    } else {
      result = vector::LoadOp::create(builder, location, type, from, indices);
    }
  } else if (stride == 2 && outerIndices.size() == load.getIndices().size() &&
             // Both loads need not be masked then, and two of them cost less
             // than four scalar loads.
             hasUnitStride(memref) && !mask && lanes.getNumLanes() >= 4) {
    result = loadPairs(load);
  } else {
    result = loadLanes(load);
  }
  lanes.map(load.getResult(), Lanes::varying(result));
  return success();
}

// One element for all lanes; not touched if no lane runs.
// With a mask, the address may be wrong for all lanes.
Value BodyVectorizer::loadOnce(memref::LoadOp load) {
  Location location = load.getLoc();
  Value buffer = lanes.lookup(load.getMemRef()).value;
  SmallVector<Value> indices = getIndices(location, load.getIndices(), 0);
  if (!mask)
    return memref::LoadOp::create(builder, location, buffer, indices);
  Value any = vector::ReductionOp::create(builder, location,
                                          vector::CombiningKind::OR, mask);
  return loadIf(location, any, buffer, indices);
}

// An element, zero where it is not to be touched.
Value BodyVectorizer::loadIf(Location location, Value condition, Value buffer,
                             ValueRange indices) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  auto branch = scf::IfOp::create(builder, location, TypeRange(element),
                                  condition, /*withElseRegion=*/true);
  OpBuilder then = branch.getThenBodyBuilder();
  Value value = memref::LoadOp::create(then, location, buffer, indices);
  scf::YieldOp::create(then, location, value);
  OpBuilder otherwise = branch.getElseBodyBuilder();
  Value zero = arith::ConstantOp::create(otherwise, location,
                                         builder.getZeroAttr(element));
  scf::YieldOp::create(otherwise, location, zero);
  return branch.getResult(0);
}

// Every second element: two loads that stay inside what the lanes read.
// A load of 2 * n elements would read one beyond the last lane's, which may be
// the last of the buffer.
Value BodyVectorizer::loadPairs(memref::LoadOp load) {
  Location location = load.getLoc();
  Value buffer = lanes.lookup(load.getMemRef()).value;
  int64_t number = lanes.getNumLanes();
  VectorType type = lanes.getVectorType(load.getMemRefType().getElementType());
  SmallVector<Value> indices = getIndices(location, load.getIndices(), 0);
  Value low = vector::LoadOp::create(builder, location, type, buffer, indices);
  Value offset = arith::ConstantIndexOp::create(builder, location, number - 1);
  indices.back() =
      arith::AddIOp::create(builder, location, indices.back(), offset);
  Value high = vector::LoadOp::create(builder, location, type, buffer, indices);
  SmallVector<int64_t> shuffle;
  for (int64_t i = 0; i < number; ++i)
    shuffle.push_back(2 * i < number ? 2 * i : 2 * i + 1);
  return vector::ShuffleOp::create(builder, location, low, high, shuffle);
}

Value BodyVectorizer::loadLanes(memref::LoadOp load) {
  Location location = load.getLoc();
  Value buffer = lanes.lookup(load.getMemRef()).value;
  Type element = load.getMemRefType().getElementType();
  SmallVector<Value> scalars;
  for (int64_t lane = 0; lane < lanes.getNumLanes(); ++lane) {
    SmallVector<Value> indices = getIndices(location, load.getIndices(), lane);
    if (!mask) {
      scalars.push_back(
          memref::LoadOp::create(builder, location, buffer, indices));
      continue;
    }
    Value runs = lanes.getScalar(location, Lanes::varying(mask), lane);
    scalars.push_back(loadIf(location, runs, buffer, indices));
  }
  return vector::FromElementsOp::create(builder, location,
                                        lanes.getVectorType(element), scalars);
}

// One element from all lanes is a reduction or an error: which lane is last is
// not defined in a parallel loop.
LogicalResult BodyVectorizer::visitStore(memref::StoreOp store) {
  Location location = store.getLoc();
  Lanes buffer = lanes.lookup(store.getMemRef());
  Lanes value = lanes.lookup(store.getValue());
  assert(buffer.isUniform() && "buffers are the same for all lanes");
  if (!VectorType::isValidElementType(store.getValue().getType()))
    return notifyMatchFailure(
        store,
        "writes elements that no vector holds, expected integers or floats");
  bool uniform = llvm::all_of(store.getIndices(), [&](Value index) {
    return lanes.lookup(index).isUniform();
  });
  if (uniform && !value.isUniform())
    return visitReduction(store);
  SmallVector<Value> indices = getIndices(location, store.getIndices(), 0);
  if (uniform && mask)
    return notifyMatchFailure(store,
                              "writes one element under a condition that "
                              "varies, expected one that all lanes share");
  if (uniform) {
    memref::StoreOp::create(builder, location, value.value, buffer.value,
                            indices);
    return success();
  }
  if (getStride(lanes, store.getIndices()) == 1 &&
      hasUnitStride(store.getMemRefType())) {
    Value vector = lanes.getVector(location, value);
    if (mask)
      vector::MaskedStoreOp::create(builder, location, buffer.value, indices,
                                    mask, vector);
    else if (store.getNontemporal() &&
             staysAligned(store, indices, lanes.getNumLanes()))
      vector::StoreOp::create(
          builder, location, vector, buffer.value, indices,
          /*nontemporal=*/true,
          llvm::MaybeAlign(getAlignment(cast<VectorType>(vector.getType()))));
    else
      vector::StoreOp::create(builder, location, vector, buffer.value, indices);
    return success();
  }
  storeLanes(store);
  return success();
}

void BodyVectorizer::storeLanes(memref::StoreOp store) {
  Location location = store.getLoc();
  Value buffer = lanes.lookup(store.getMemRef()).value;
  for (int64_t lane = 0; lane < lanes.getNumLanes(); ++lane) {
    SmallVector<Value> indices = getIndices(location, store.getIndices(), lane);
    Value value =
        lanes.getScalar(location, lanes.lookup(store.getValue()), lane);
    OpBuilder::InsertionGuard guard(builder);
    if (mask) {
      Value runs = lanes.getScalar(location, Lanes::varying(mask), lane);
      auto branch = scf::IfOp::create(builder, location, runs);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    memref::StoreOp::create(builder, location, value, buffer, indices);
  }
}

static std::optional<vector::CombiningKind> getCombiningKind(Operation *op) {
  using Kind = vector::CombiningKind;
  return TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case<arith::MaximumFOp>([](auto) { return Kind::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return Kind::MINIMUMF; })
      .Case<arith::MaxNumFOp>([](auto) { return Kind::MAXNUMF; })
      .Case<arith::MinNumFOp>([](auto) { return Kind::MINNUMF; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::MAXSI; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::MAXUI; })
      .Case<arith::MinSIOp>([](auto) { return Kind::MINSI; })
      .Case<arith::MinUIOp>([](auto) { return Kind::MINUI; })
      .Case<arith::AndIOp>([](auto) { return Kind::AND; })
      .Case<arith::OrIOp>([](auto) { return Kind::OR; })
      .Case<arith::XOrIOp>([](auto) { return Kind::XOR; })
      .Default([](Operation *) { return std::nullopt; });
}

// acc = combine(acc, x): the lanes of x are combined first. The schedule has
// said that their order does not matter.
// reassoc lets LLVM make a tree of it. For integers the result does not depend
// on the order.
LogicalResult BodyVectorizer::visitReduction(memref::StoreOp store) {
  Location location = store.getLoc();
  Operation *combine = store.getValue().getDefiningOp();
  std::optional<vector::CombiningKind> kind =
      combine ? getCombiningKind(combine) : std::nullopt;
  if (!kind || mask)
    return notifyMatchFailure(
        store, "writes all lanes to one element, expected one for each");
  for (unsigned i = 0; i < 2; ++i) {
    auto load = combine->getOperand(i).getDefiningOp<memref::LoadOp>();
    Lanes other = lanes.lookup(combine->getOperand(1 - i));
    if (!load || load.getMemRef() != store.getMemRef() ||
        load.getIndices() != store.getIndices() || other.isUniform() ||
        load->getBlock() != store->getBlock())
      continue;
    Value sum = vector::ReductionOp::create(
        builder, location, *kind, lanes.getVector(location, other),
        lanes.lookup(load.getResult()).value,
        isa<FloatType>(load.getType()) ? arith::FastMathFlags::reassoc
                                       : arith::FastMathFlags::none);
    memref::StoreOp::create(builder, location, sum,
                            lanes.lookup(store.getMemRef()).value,
                            getIndices(location, store.getIndices(), 0));
    return success();
  }
  return notifyMatchFailure(
      store, "writes all lanes to one element, expected one for each");
}

} // namespace mlir::tir
