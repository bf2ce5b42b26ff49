// Vectors: their elements have contiguous slots.
#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Support/DebugStringHelper.h"
#include <cstring>

namespace mlir::relax::reference {

static uint32_t getCount(Value vector) {
  return static_cast<uint32_t>(
      cast<VectorType>(vector.getType()).getNumElements());
}

// The first slot of a vector or a number, and how many it has.
// A vector is a row of scalar slots, so that extracting, inserting and
// shuffling are moves of slots, whatever the shape.
static std::pair<uint32_t, uint32_t> getSlots(Value value,
                                              ProgramBuilder &builder) {
  if (isa<VectorType>(value.getType()))
    return {builder.getVector(value), getCount(value)};
  return {builder.getIndex(value), 1};
}

static LogicalResult reject(Operation *op, const Twine &what) {
  return op->emitOpError("cannot be interpreted: ") << what;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// Where neighbours are read or written: slots of indices.
struct Neighbours {
  const uint32_t *indices;
  uint32_t count;
};
} // namespace

// The places of the first and of the last element have to be in the buffer.
// vector.load reads neighbours of the last axis and never the next row,
// although the memory goes on there.
static bool locateAll(Machine &machine, const Instruction *at, const View &view,
                      int64_t &place) {
  auto *all = static_cast<const Neighbours *>(at->data);
  Instruction first = *at;
  first.data = all->indices;
  if (!machine.locate(view, &first, place))
    return false;
  int64_t last = machine.scalars[all->indices[view.sizes.size() - 1]].i +
                 static_cast<int64_t>(all->count);
  if (last <= view.sizes.back() && view.strides.back() == 1)
    return true;
  machine.fail(at, "is out of bounds: elements up to " + Twine(last) +
                       " along the last axis, expected at most its size, " +
                       Twine(view.sizes.back()));
  return false;
}

static const Instruction *runLoad(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  if (!locateAll(machine, at, view, place))
    return nullptr;
  int64_t bytes = at->element.bytes;
  auto count = static_cast<const Neighbours *>(at->data)->count;
  // Each element is checked for itself, as a vector may be written in part.
  for (uint32_t i = 0; i != count; ++i, place += bytes) {
    if (!machine.checkRead(view, place, bytes, at))
      return nullptr;
    machine.scalars[at->result + i] =
        at->element.load(view.memory->getData() + place);
  }
  return at + 1;
}

static const Instruction *runStore(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  if (!locateAll(machine, at, view, place))
    return nullptr;
  int64_t bytes = at->element.bytes;
  auto count = static_cast<const Neighbours *>(at->data)->count;
  uint8_t element[sizeof(Scalar)];
  for (uint32_t i = 0; i != count; ++i, place += bytes) {
    at->element.store(element, machine.scalars[at->b + i]);
    if (!machine.checkWrite(view, place, bytes, at, element))
      return nullptr;
    std::memcpy(view.memory->getData() + place, element,
                static_cast<size_t>(bytes));
  }
  return at + 1;
}

static LogicalResult compileAccess(Operation *op, ProgramBuilder &builder,
                                   Handler run, Value buffer, Value vector,
                                   ValueRange indices) {
  auto type = cast<VectorType>(vector.getType());
  auto memory = cast<MemRefType>(buffer.getType());
  if (type.getRank() != 1 || indices.empty() ||
      memory.getElementType() != type.getElementType())
    return reject(op, "expected a vector of one axis, of neighbours along the "
                      "last axis of the buffer, found " +
                          debugString(type) + " of " + debugString(memory));
  Neighbours places{builder.keep(builder.getIndices(indices))->data(),
                    getCount(vector)};
  uint32_t view = builder.getIndex(buffer), slot = builder.getVector(vector);
  uint32_t id = builder.getLibrary().addOp(op);
  const Neighbours *kept = builder.keep(places);
  Instruction &instruction = builder.emit(op, run);
  instruction.a = view;
  instruction.b = instruction.result = slot;
  instruction.data = kept;
  instruction.id = id;
  instruction.element = *Element::of(type.getElementType());
  return success();
}

static LogicalResult compileLoad(vector::LoadOp op, ProgramBuilder &builder) {
  return compileAccess(op, builder, &runLoad, op.getBase(), op.getResult(),
                       op.getIndices());
}

static LogicalResult compileStore(vector::StoreOp op, ProgramBuilder &builder) {
  return compileAccess(op, builder, &runStore, op.getBase(),
                       op.getValueToStore(), op.getIndices());
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

namespace {
/// A slot and the one that it comes from.
using Moves = std::vector<std::pair<uint32_t, uint32_t>>;
} // namespace

static const Instruction *runMoves(Machine &machine, const Instruction *at) {
  for (auto [to, from] : *static_cast<const Moves *>(at->data))
    machine.scalars[to] = machine.scalars[from];
  return at + 1;
}

static LogicalResult emitMoves(Operation *op, ProgramBuilder &builder,
                               Moves moves) {
  const Moves *kept = builder.keep(std::move(moves));
  builder.emit(op, &runMoves).data = kept;
  return success();
}

static void move(Moves &moves, uint32_t to, uint32_t from, uint32_t count) {
  for (uint32_t i = 0; i != count; ++i)
    moves.push_back({to + i, from + i});
}

// The number of the first element behind a position in a vector.
static uint32_t getNumber(VectorType type, ArrayRef<int64_t> position) {
  int64_t number = 0;
  for (auto [axis, size] : llvm::enumerate(type.getShape()))
    number = number * size + (axis < position.size() ? position[axis] : 0);
  return static_cast<uint32_t>(number);
}

static LogicalResult compileExtract(vector::ExtractOp op,
                                    ProgramBuilder &builder) {
  if (op.hasDynamicPosition())
    return reject(op, "expected a constant position, found a computed one");
  auto [to, count] = getSlots(op.getResult(), builder);
  uint32_t from = builder.getVector(op.getSource()) +
                  getNumber(op.getSourceVectorType(), op.getStaticPosition());
  Moves moves;
  move(moves, to, from, count);
  return emitMoves(op, builder, moves);
}

static LogicalResult compileInsert(vector::InsertOp op,
                                   ProgramBuilder &builder) {
  if (op.hasDynamicPosition())
    return reject(op, "expected a constant position, found a computed one");
  uint32_t to = builder.getVector(op.getResult());
  Moves moves;
  move(moves, to, builder.getVector(op.getDest()), getCount(op.getResult()));
  auto [from, count] = getSlots(op.getValueToStore(), builder);
  move(moves, to + getNumber(op.getDestVectorType(), op.getStaticPosition()),
       from, count);
  return emitMoves(op, builder, moves);
}

static LogicalResult compileFromElements(vector::FromElementsOp op,
                                         ProgramBuilder &builder) {
  Moves moves;
  uint32_t to = builder.getVector(op.getResult());
  for (Value element : op.getElements())
    moves.push_back({to++, builder.getIndex(element)});
  return emitMoves(op, builder, moves);
}

static LogicalResult compileToElements(vector::ToElementsOp op,
                                       ProgramBuilder &builder) {
  Moves moves;
  uint32_t from = builder.getVector(op.getSource());
  for (Value element : op.getElements())
    moves.push_back({builder.getIndex(element), from++});
  return emitMoves(op, builder, moves);
}

static LogicalResult compileShuffle(vector::ShuffleOp op,
                                    ProgramBuilder &builder) {
  // A mask entry of -1 is a poisoned element, which has no value here.
  if (op.getV1VectorType().getRank() != 1 ||
      llvm::any_of(op.getMask(), [](int64_t taken) { return taken < 0; }))
    return reject(
        op, "expected vectors of one axis, and elements of these, found " +
                debugString(op.getV1VectorType()));
  uint32_t to = builder.getVector(op.getResult());
  uint32_t first = builder.getVector(op.getV1());
  uint32_t second = builder.getVector(op.getV2());
  uint32_t count = getCount(op.getV1());
  Moves moves;
  for (int64_t taken : op.getMask()) {
    auto from = static_cast<uint32_t>(taken);
    moves.push_back(
        {to++, from < count ? first + from : second + (from - count)});
  }
  return emitMoves(op, builder, moves);
}

namespace {
/// Slots of elements of two types with the same bytes in all.
struct Recast {
  Element from, to;
  uint32_t numFrom, numTo;
};
} // namespace

// By the bytes of memory: f16 as a scalar is held as f32, so that its bits are
// not those of its slot.
static const Instruction *runBitCast(Machine &machine, const Instruction *at) {
  auto &cast = *static_cast<const Recast *>(at->data);
  SmallVector<uint8_t> bytes(cast.numFrom * cast.from.bytes);
  for (uint32_t i = 0; i != cast.numFrom; ++i)
    cast.from.store(bytes.data() + i * cast.from.bytes,
                    machine.scalars[at->a + i]);
  for (uint32_t i = 0; i != cast.numTo; ++i)
    machine.scalars[at->result + i] =
        cast.to.load(bytes.data() + i * cast.to.bytes);
  return at + 1;
}

static LogicalResult compileBitCast(vector::BitCastOp op,
                                    ProgramBuilder &builder) {
  std::optional<Element> from =
      Element::of(op.getSourceVectorType().getElementType());
  std::optional<Element> to =
      Element::of(op.getResultVectorType().getElementType());
  if (!from || !to || from->bits != from->bytes * 8 ||
      to->bits != to->bytes * 8)
    return reject(op, "expected elements of whole bytes, found " +
                          debugString(op.getSourceVectorType()) + " and " +
                          debugString(op.getResultVectorType()));
  Recast kept{*from, *to, getCount(op.getSource()), getCount(op.getResult())};
  uint32_t source = builder.getVector(op.getSource());
  uint32_t result = builder.getVector(op.getResult());
  const Recast *data = builder.keep(kept);
  Instruction &instruction = builder.emit(op, &runBitCast);
  instruction.a = source;
  instruction.result = result;
  instruction.data = data;
  return success();
}

static LogicalResult compileBroadcast(vector::BroadcastOp op,
                                      ProgramBuilder &builder) {
  auto source = dyn_cast<VectorType>(op.getSourceType());
  VectorType type = op.getResultVectorType();
  if (source && source.getShape() != type.getShape().take_back(
                                         static_cast<size_t>(source.getRank())))
    return reject(op,
                  "expected a source with the last axes of the result, found " +
                      debugString(source) + " for " + debugString(type));
  uint32_t to = builder.getVector(op.getResult());
  auto [from, count] = getSlots(op.getSource(), builder);
  Moves moves;
  for (uint32_t i = 0; i < getCount(op.getResult()); i += count)
    move(moves, to + i, from, count);
  return emitMoves(op, builder, moves);
}

static LogicalResult compileConstant(arith::ConstantOp op,
                                     ProgramBuilder &builder) {
  auto values = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!values)
    return reject(op, "expected dense elements");
  Element element = *Element::of(values.getElementType());
  uint32_t slot = builder.getVector(op.getResult());
  auto set = [&](const APInt &bits) {
    builder.getProgram().scalars[slot++] =
        fromBits(element, bits.getZExtValue());
  };
  if (element.isFloat())
    for (const APFloat &value : values.getValues<APFloat>())
      set(value.bitcastToAPInt());
  else
    for (const APInt &value : values.getValues<APInt>())
      set(value);
  return success();
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

namespace {
/// Ops on numbers, which stand for one on vectors.
/// They are made for each lane in a block of their own, so that the program
/// that is interpreted stays as it is.
class LaneOps {
public:
  LaneOps(Operation *op, ProgramBuilder &builder)
      : builder(builder), op(op), ops(std::make_unique<Block>()) {}

  /// The element of a vector, or the number, as an operand of these.
  Value getElement(Value value, uint32_t lane) {
    auto type = dyn_cast<VectorType>(value.getType());
    Value element = ops->addArgument(
        type ? type.getElementType() : value.getType(), value.getLoc());
    builder.setIndex(element, type ? builder.getVector(value) + lane
                                   : builder.getIndex(value));
    return element;
  }
  OpBuilder getBuilder() {
    OpBuilder inside(op->getContext());
    inside.setInsertionPointToEnd(ops.get());
    return inside;
  }
  /// Compiles them all; errors are of the op that they stand for.
  LogicalResult compile() {
    size_t first = builder.here();
    LogicalResult result = builder.compile(*ops);
    for (; first != builder.here(); ++first)
      builder.getProgram().code[first].op = op;
    builder.keep(std::move(ops));
    return result;
  }

private:
  ProgramBuilder &builder;
  Operation *op;
  std::unique_ptr<Block> ops;
};
} // namespace

LogicalResult compileLanes(Operation *op, ProgramBuilder &builder) {
  LaneOps lanes(op, builder);
  OpBuilder inside = lanes.getBuilder();
  Value result = op->getResult(0);
  auto type = cast<VectorType>(result.getType());
  for (uint32_t lane = 0; lane != getCount(result); ++lane) {
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value operand) {
          return lanes.getElement(operand, lane);
        });
    Operation *one =
        inside.create(op->getLoc(), op->getName().getIdentifier(), operands,
                      type.getElementType(), op->getAttrs());
    builder.setIndex(one->getResult(0), builder.getVector(result) + lane);
  }
  return lanes.compile();
}

// One element after the other.
// In the order of the lanes; a compiled sum may have another one (fastmath
// reassoc), for which comparisons have a tolerance.
static LogicalResult compileReduction(vector::ReductionOp op,
                                      ProgramBuilder &builder) {
  LaneOps lanes(op, builder);
  OpBuilder inside = lanes.getBuilder();
  Value result = op.getAcc() ? lanes.getElement(op.getAcc(), 0)
                             : lanes.getElement(op.getVector(), 0);
  for (uint32_t lane = op.getAcc() ? 0 : 1; lane != getCount(op.getVector());
       ++lane)
    result =
        vector::makeArithReduction(inside, op.getLoc(), op.getKind(), result,
                                   lanes.getElement(op.getVector(), lane));
  if (failed(lanes.compile()))
    return failure();
  return emitMoves(
      op, builder,
      {{builder.getIndex(op.getDest()), builder.getIndex(result)}});
}

void addVectorEvaluations(EvaluationTable &table) {
  table.addWide<vector::LoadOp>(&compileLoad);
  table.addWide<vector::StoreOp>(&compileStore);
  table.addWide<vector::ExtractOp>(&compileExtract);
  table.addWide<vector::InsertOp>(&compileInsert);
  table.addWide<vector::FromElementsOp>(&compileFromElements);
  table.addWide<vector::ToElementsOp>(&compileToElements);
  table.addWide<vector::ShuffleOp>(&compileShuffle);
  table.addWide<vector::BitCastOp>(&compileBitCast);
  table.addWide<vector::BroadcastOp>(&compileBroadcast);
  table.addWide<arith::ConstantOp>(&compileConstant);
  table.addWide<vector::ReductionOp>(&compileReduction);
}

} // namespace mlir::relax::reference
