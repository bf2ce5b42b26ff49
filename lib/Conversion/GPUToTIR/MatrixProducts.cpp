// Products of small matrices in warps, as memory of the block between barriers.
//
// Each thread leaves its registers of factors; after a barrier it computes its
// elements of the product from those of others. In which register of which
// thread an element is, PTX says: with `width` elements a register, threads in
// groups of four,
//
//   left   row: group + 8 * (register % 2), register / 2 of the terms
//   right  column: group, register of the terms
//   terms  4 * width * (which) + width * (thread in group) + place in register
//   sums   row: group + 8 * register, column: 2 * (thread in group) + place
#include "BlockEmulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kGroup = 4, kWarp = 32;

namespace {

/// One product.
class ProductEmulation {
public:
  /// `left` maps registers to the memory where threads have left them.
  ProductEmulation(nvgpu::MmaSyncOp op, gpu::LaunchOp launch, IRMapping &left)
      : op(op), launch(launch), loc(op.getLoc()), builder(op), known(left) {}

  LogicalResult run();

private:
  LogicalResult refuse();
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value divide(Value value, int64_t by, bool isRest);
  Value add(Value first, Value second) {
    return arith::AddIOp::create(builder, loc, first, second);
  }
  Value getElement(Value registers, int64_t i, int64_t place);
  LogicalResult leave(Value registers);
  Value take(Value buffer, Value lane, Value which, Value place);
  Value computeElement(int64_t i, int64_t place);
  LogicalResult storeResults(ArrayRef<Value> elements);

  nvgpu::MmaSyncOp op;
  gpu::LaunchOp launch;
  Location loc;
  OpBuilder builder;
  IRMapping &known;
  /// The thread's number and, in its warp, its group and its number there.
  Value number, group, member;
};

} // namespace

LogicalResult ProductEmulation::refuse() {
  return op.emitOpError("multiplies matrices that are no registers of pairs "
                        "from and to memory; cannot run the threads of a warp "
                        "in loops");
}

Value ProductEmulation::divide(Value value, int64_t by, bool isRest) {
  if (isRest)
    return arith::RemUIOp::create(builder, loc, value, index(by));
  return arith::DivUIOp::create(builder, loc, value, index(by));
}

// An element of what is loaded, alone.
static Value loadElement(vector::LoadOp load, int64_t place) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  SmallVector<Value> indices(load.getIndices());
  indices.back() = arith::AddIOp::create(
      builder, loc, indices.back(),
      arith::ConstantIndexOp::create(builder, loc, place));
  return memref::LoadOp::create(builder, loc, load.getBase(), indices);
}

// An element of a register, loaded where the register is; null if that is not
// known.
Value ProductEmulation::getElement(Value registers, int64_t i, int64_t place) {
  if (auto elements = registers.getDefiningOp<vector::FromElementsOp>()) {
    int64_t width = elements.getType().getDimSize(1);
    Value element = elements.getElements()[i * width + place];
    auto parts = element.getDefiningOp<vector::ToElementsOp>();
    auto load = parts ? parts.getSource().getDefiningOp<vector::LoadOp>()
                      : vector::LoadOp();
    if (!load)
      return element;
    return loadElement(load, cast<OpResult>(element).getResultNumber());
  }
  while (auto insert = registers.getDefiningOp<vector::InsertOp>()) {
    ArrayRef<int64_t> position = insert.getStaticPosition();
    if (position.size() != 1 || insert.hasDynamicPosition())
      return {};
    if (position[0] != i) {
      registers = insert.getDest();
      continue;
    }
    auto load = insert.getValueToStore().getDefiningOp<vector::LoadOp>();
    return load ? loadElement(load, place) : Value();
  }
  return {};
}

// Once, where the registers are made; all threads leave theirs before any takes
// them.
LogicalResult ProductEmulation::leave(Value registers) {
  if (known.contains(registers))
    return success();
  if (!registers.getDefiningOp())
    return failure();
  auto type = cast<VectorType>(registers.getType());
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  SmallVector<int64_t> shape{kMostThreads, type.getDimSize(0),
                             type.getDimSize(1)};
  BlockArgument buffer = launch.addWorkgroupAttribution(
      MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                      space),
      loc);
  known.map(registers, buffer);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(registers);
  Value mine = getThreadNumber(builder, launch);
  for (int64_t i = 0; i != shape[1]; ++i)
    for (int64_t place = 0; place != shape[2]; ++place) {
      Value element = getElement(registers, i, place);
      if (!element)
        return failure();
      memref::StoreOp::create(builder, loc, element, buffer,
                              ValueRange{mine, index(i), index(place)});
    }
  return success();
}

// An element that thread `lane` of the warp has left, as wide as sums are.
Value ProductEmulation::take(Value buffer, Value lane, Value which,
                             Value place) {
  Value first = arith::SubIOp::create(builder, loc, number,
                                      divide(number, kWarp, /*isRest=*/true));
  Value element = memref::LoadOp::create(
      builder, loc, buffer, ValueRange{add(first, lane), which, place});
  Type sum = cast<VectorType>(op.getType()).getElementType();
  if (element.getType() == sum)
    return element;
  if (isa<FloatType>(sum))
    return arith::ExtFOp::create(builder, loc, sum, element);
  return arith::ExtSIOp::create(builder, loc, sum, element);
}

Value ProductEmulation::computeElement(int64_t i, int64_t place) {
  int64_t width = cast<VectorType>(op.getMatrixA().getType()).getDimSize(1);
  int64_t half = kGroup * width;
  Value column =
      add(arith::MulIOp::create(builder, loc, member, index(2)), index(place));
  Value start = getElement(op.getMatrixC(), i, place);
  if (!start)
    return {};
  auto loop = scf::ForOp::create(builder, loc, index(0),
                                 index(op.getMmaShapeAsArray()[2]), index(1),
                                 ValueRange(start));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value term = loop.getInductionVar();
  Value which = divide(term, half, /*isRest=*/false);
  Value rest = divide(term, half, /*isRest=*/true);
  Value thread = divide(rest, width, /*isRest=*/false);
  Value at = divide(rest, width, /*isRest=*/true);
  auto getLane = [&](Value line) {
    return add(arith::MulIOp::create(builder, loc, line, index(kGroup)),
               thread);
  };
  Value leftWhich =
      add(arith::MulIOp::create(builder, loc, which, index(2)), index(i));
  Value a = take(known.lookup(op.getMatrixA()), getLane(group), leftWhich, at);
  Value b = take(known.lookup(op.getMatrixB()), getLane(column), which, at);
  Value sum = loop.getRegionIterArgs().front();
  if (isa<FloatType>(sum.getType()))
    sum = arith::AddFOp::create(builder, loc, sum,
                                arith::MulFOp::create(builder, loc, a, b));
  else
    sum = arith::AddIOp::create(builder, loc, sum,
                                arith::MulIOp::create(builder, loc, a, b));
  scf::YieldOp::create(builder, loc, sum);
  return loop.getResult(0);
}

// All uses are stores of one register.
LogicalResult ProductEmulation::storeResults(ArrayRef<Value> elements) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || extract.getStaticPosition().size() != 1 ||
        extract.hasDynamicPosition())
      return refuse();
    int64_t i = extract.getStaticPosition()[0];
    for (Operation *next : llvm::make_early_inc_range(extract->getUsers())) {
      auto store = dyn_cast<vector::StoreOp>(next);
      if (!store || store.getIndices().empty())
        return refuse();
      builder.setInsertionPoint(store);
      for (int64_t place : {0, 1}) {
        SmallVector<Value> indices(store.getIndices());
        indices.back() = add(indices.back(), index(place));
        memref::StoreOp::create(builder, loc, elements[2 * i + place],
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
    return refuse();
  if (isNew)
    gpu::BarrierOp::create(builder, loc);
  number = getThreadNumber(builder, launch);
  Value lane = divide(number, kWarp, /*isRest=*/true);
  group = divide(lane, kGroup, /*isRest=*/false);
  member = divide(lane, kGroup, /*isRest=*/true);
  SmallVector<Value> elements;
  for (int64_t i : {0, 1})
    for (int64_t place : {0, 1}) {
      elements.push_back(computeElement(i, place));
      if (!elements.back())
        return refuse();
    }
  if (failed(storeResults(elements)))
    return failure();
  op.erase();
  return success();
}

LogicalResult lowerMatrixProducts(gpu::LaunchOp launch) {
  SmallVector<nvgpu::MmaSyncOp> products;
  launch.walk([&](nvgpu::MmaSyncOp op) { products.push_back(op); });
  IRMapping left;
  for (nvgpu::MmaSyncOp op : products)
    if (failed(ProductEmulation(op, launch, left).run()))
      return failure();
  if (products.empty())
    return success();
  // What has made the registers is of no use any more.
  SmallVector<Operation *> vectors;
  launch.walk([&](Operation *inner) {
    if (isa<vector::InsertOp, vector::LoadOp, vector::FromElementsOp,
            vector::ToElementsOp>(inner))
      vectors.push_back(inner);
  });
  for (Operation *inner : llvm::reverse(vectors))
    if (inner->use_empty())
      inner->erase();
  return success();
}

} // namespace mlir::tir
