// Buffers: making them, reading and writing elements.
#include "Emission.h"
#include "Machine.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static const Instruction *runLoad(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  if (!machine.locate(view, at, place) ||
      !machine.checkRead(view, place, at->element.bytes, at))
    return nullptr;
  machine.scalars[at->result] =
      at->element.load(view.memory->getData() + place);
  return at + 1;
}

static const Instruction *runStore(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  // The bytes are made first, as a race is none if another iteration writes
  // the same ones.
  uint8_t bytes[sizeof(Scalar)];
  at->element.store(bytes, machine.scalars[at->b]);
  if (!machine.locate(view, at, place) ||
      !machine.checkWrite(view, place, at->element.bytes, at, bytes))
    return nullptr;
  std::memcpy(view.memory->getData() + place, bytes,
              static_cast<size_t>(at->element.bytes));
  return at + 1;
}

/// Elements that lie in memory as they do in a slot.
template <typename T>
static const Instruction *runLoadAs(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  if (!machine.locate(view, at, place) ||
      !machine.checkRead(view, place, sizeof(T), at))
    return nullptr;
  T value;
  std::memcpy(&value, view.memory->getData() + place, sizeof(T));
  if constexpr (std::is_integral_v<T>)
    machine.scalars[at->result].i = value;
  else
    std::memcpy(&machine.scalars[at->result], &value, sizeof(T));
  return at + 1;
}

template <typename T>
static const Instruction *runStoreAs(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t place;
  if (!machine.locate(view, at, place) ||
      !machine.checkWrite(view, place, sizeof(T), at, &machine.scalars[at->b]))
    return nullptr;
  std::memcpy(view.memory->getData() + place, &machine.scalars[at->b],
              sizeof(T));
  return at + 1;
}

// Most loads are of these types, and each then is one memcpy of a size that
// the compiler knows.
static Handler getLoad(const Element &element) {
  if (element.kind == Element::Kind::F32)
    return &runLoadAs<float>;
  if (element.bits == 64)
    return &runLoadAs<int64_t>;
  if (element.bits == 32)
    return &runLoadAs<int32_t>;
  return &runLoad;
}

static Handler getStore(const Element &element) {
  if (element.bits == 64)
    return &runStoreAs<int64_t>;
  if (element.bits == 32)
    return &runStoreAs<int32_t>;
  return &runStore;
}

static LogicalResult emitAccess(Operation *op, ProgramBuilder &builder,
                                Handler run, Value buffer, Value number,
                                ValueRange indices) {
  const uint32_t *places = builder.keep(builder.getIndices(indices))->data();
  uint32_t view = builder.getIndex(buffer), slot = builder.getIndex(number);
  uint32_t id = builder.getLibrary().addOp(op);
  Instruction &instruction = builder.emit(op, run);
  instruction.a = view;
  instruction.b = instruction.result = slot;
  instruction.data = places;
  instruction.id = id;
  instruction.element = *Element::of(number.getType());
  return success();
}

static LogicalResult compileLoad(memref::LoadOp op, ProgramBuilder &builder) {
  return emitAccess(op, builder, getLoad(*Element::of(op.getType())),
                    op.getMemRef(), op.getResult(), op.getIndices());
}

static LogicalResult compileStore(memref::StoreOp op, ProgramBuilder &builder) {
  Value value = op.getValueToStore();
  return emitAccess(op, builder, getStore(*Element::of(value.getType())),
                    op.getMemRef(), value, op.getIndices());
}

/// Copies elements together with the knowledge of which have been written.
/// Unwritten elements stay unwritten after a copy, and are no error until
/// somebody reads them: programs copy padded rows whole.
static const Instruction *runCopy(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a], &to = *machine.views[at->b];
  if (from.sizes != to.sizes)
    return machine.fail(at, "expected buffers of equal sizes to copy between");
  for (const View *view : {&from, &to})
    if (!view->memory->getEnd().empty())
      return machine.fail(at, "uses memory that was " + view->memory->getEnd() +
                                  ", expected before its end");
  auto bytes = static_cast<size_t>(from.element.bytes);
  SmallVector<uint8_t> values, marks;
  bool isRight = true;
  // All is read before anything is written, since both buffers may be views of
  // the same memory.
  from.forEachPlace([&](int64_t place) {
    const uint8_t *data = from.memory->getData() + place;
    const uint8_t *shadow = from.memory->getShadow() + place;
    values.append(data, data + bytes);
    marks.append(shadow, shadow + bytes);
    isRight = isRight &&
              machine.trackRead(*from.memory, place, from.element.bytes, at);
  });
  size_t offset = 0;
  to.forEachPlace([&](int64_t place) {
    std::memcpy(to.memory->getData() + place, &values[offset], bytes);
    std::memcpy(to.memory->getShadow() + place, &marks[offset], bytes);
    isRight =
        isRight && machine.trackWrite(*to.memory, place, to.element.bytes, at);
    offset += bytes;
  });
  return isRight ? at + 1 : nullptr;
}

static LogicalResult compileCopy(memref::CopyOp op, ProgramBuilder &builder) {
  uint32_t from = builder.getIndex(op.getSource());
  uint32_t to = builder.getIndex(op.getTarget());
  uint32_t id = builder.getLibrary().addOp(op);
  Instruction &instruction = builder.emit(op, &runCopy);
  instruction.a = from;
  instruction.b = to;
  instruction.id = id;
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
/// Sizes: constants, and slots where they are dynamic. Strides, if they are not
/// row-major, and the elements that all take.
struct Sizes {
  SmallVector<int64_t, 4> constants;
  std::vector<uint32_t> slots;
  SmallVector<int64_t, 4> strides;
  int64_t span = 0;
};
} // namespace

static SmallVector<int64_t, 4> getSizes(Machine &machine, const Sizes &sizes) {
  SmallVector<int64_t, 4> result;
  const uint32_t *slot = sizes.slots.data();
  for (int64_t constant : sizes.constants)
    result.push_back(ShapedType::isDynamic(constant)
                         ? machine.scalars[*slot++].i
                         : constant);
  return result;
}

/// Whether threads of one group share a buffer that each of them allocates.
static bool isShared(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (auto name = dyn_cast_or_null<StringAttr>(space))
    return name.getValue().starts_with("shared");
  if (auto number = dyn_cast_or_null<IntegerAttr>(space))
    return number.getInt() == 3;
  std::string text;
  if (space)
    llvm::raw_string_ostream(text) << space;
  return text.find("workgroup") != std::string::npos;
}

static ViewRef allocate(Machine &machine, const Instruction *at) {
  const auto &sizes = *static_cast<const Sizes *>(at->data);
  if (sizes.strides.empty())
    return machine.allocate(getSizes(machine, sizes), at->element, at);
  ViewRef view = machine.allocate(sizes.span, at->element, at);
  if (view) {
    view->sizes = sizes.constants;
    view->strides = sizes.strides;
  }
  return view;
}

static const Instruction *runAlloc(Machine &machine, const Instruction *at) {
  // Each thread comes to the allocation, and the first one makes it.
  if (at->b && machine.group) {
    ViewRef &shared = machine.group->getShared(at->op);
    if (!shared)
      shared = allocate(machine, at);
    machine.views[at->result] = shared;
    return shared ? at + 1 : nullptr;
  }
  machine.views[at->result] = allocate(machine, at);
  return machine.views[at->result] ? at + 1 : nullptr;
}

LogicalResult emitBuffer(Operation *op, ProgramBuilder &builder, Value buffer,
                         ValueRange sizes, bool isShared) {
  auto type = cast<MemRefType>(buffer.getType());
  std::optional<Element> element = Element::of(type.getElementType());
  Sizes room;
  room.constants = SmallVector<int64_t, 4>(type.getShape());
  room.slots = builder.getIndices(sizes);
  std::optional<int64_t> span;
  if (!type.getLayout().isIdentity() && (span = tir::getSpan(type))) {
    room.strides = SmallVector<int64_t, 4>(type.getStridesAndOffset().first);
    room.span = *span;
  }
  if (!element || (!type.getLayout().isIdentity() && !span))
    return op->emitOpError("cannot be interpreted: it makes a buffer of type ")
           << type
           << "; expected numbers, row-major or with sizes and strides that "
              "are known, from 0 on";
  const Sizes *kept = builder.keep(std::move(room));
  uint32_t result = builder.getIndex(buffer);
  Instruction &instruction = builder.emit(op, &runAlloc);
  instruction.result = result;
  instruction.b = isShared;
  instruction.data = kept;
  instruction.element = *element;
  return success();
}

template <typename Op>
static LogicalResult compileAlloc(Op op, ProgramBuilder &builder) {
  return emitBuffer(op, builder, op.getResult(), op.getDynamicSizes(),
                    isShared(op.getType()));
}

static const Instruction *runDealloc(Machine &machine, const Instruction *at) {
  Allocation &memory = *machine.views[at->a]->memory;
  if (!memory.getEnd().empty())
    return machine.fail(at, "frees memory that was " + memory.getEnd() +
                                ", expected once");
  memory.setEnd("freed");
  return at + 1;
}

void emitFree(Operation *op, ProgramBuilder &builder, Value buffer) {
  uint32_t index = builder.getIndex(buffer);
  builder.emit(op, &runDealloc).a = index;
}

static LogicalResult compileDealloc(memref::DeallocOp op,
                                    ProgramBuilder &builder) {
  emitFree(op, builder, op.getMemref());
  return success();
}

// An axis beyond the rank has no value in memref.dim.
static const Instruction *runDim(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  int64_t axis = machine.scalars[at->b].i;
  if (axis < 0 || axis >= view.getRank())
    return machine.fail(at, "asks for axis " + Twine(axis) +
                                ", expected one of a buffer of rank " +
                                Twine(view.getRank()));
  machine.scalars[at->result].i = view.sizes[static_cast<size_t>(axis)];
  return at + 1;
}

static LogicalResult compileDim(memref::DimOp op, ProgramBuilder &builder) {
  if (!isa<MemRefType>(op.getSource().getType()))
    return op.emitOpError(
               "cannot be interpreted: expected a buffer of known rank, found ")
           << op.getSource().getType();
  uint32_t buffer = builder.getIndex(op.getSource());
  uint32_t axis = builder.getIndex(op.getIndex());
  uint32_t result = builder.getIndex(op.getResult());
  Instruction &instruction = builder.emit(op, &runDim);
  instruction.a = buffer;
  instruction.b = axis;
  instruction.result = result;
  return success();
}

static LogicalResult compileRank(memref::RankOp op, ProgramBuilder &builder) {
  Scalar rank;
  rank.i = cast<MemRefType>(op.getMemref().getType()).getRank();
  builder.setConstant(op.getResult(), rank);
  return success();
}

/// A global of the module: one buffer, filled at the start.
static const Instruction *runGlobal(Machine &machine, const Instruction *at) {
  machine.views[at->result] = static_cast<const Tensor *>(at->data)->view;
  return at + 1;
}

static LogicalResult compileGetGlobal(memref::GetGlobalOp op,
                                      ProgramBuilder &builder) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  auto values = dyn_cast_or_null<ElementsAttr>(
      global ? global.getInitialValueAttr() : Attribute());
  // A global that is not constant has state that outlives a call; programs
  // here have none.
  std::optional<Tensor> tensor;
  if (values && global.getConstant())
    tensor = fromAttribute(values);
  if (!tensor)
    return op.emitOpError(
        "cannot be interpreted: expected a constant buffer with known values");
  const Tensor *kept = builder.keep(*tensor);
  uint32_t result = builder.getIndex(op.getResult());
  Instruction &instruction = builder.emit(op, &runGlobal);
  instruction.result = result;
  instruction.data = kept;
  return success();
}

static LogicalResult compileNothing(Operation *, ProgramBuilder &) {
  return success();
}

void addMemRefEvaluations(EvaluationTable &table) {
  table.add<memref::LoadOp>(&compileLoad);
  table.add<memref::StoreOp>(&compileStore);
  table.add<memref::CopyOp>(&compileCopy);
  table.add<memref::AllocOp>(&compileAlloc<memref::AllocOp>);
  table.add<memref::AllocaOp>(&compileAlloc<memref::AllocaOp>);
  table.add<memref::DeallocOp>(&compileDealloc);
  table.add<memref::DimOp>(&compileDim);
  table.add<memref::RankOp>(&compileRank);
  table.add<memref::GetGlobalOp>(&compileGetGlobal);
  table.add("memref.prefetch", &compileNothing);
}

} // namespace mlir::relax::reference
