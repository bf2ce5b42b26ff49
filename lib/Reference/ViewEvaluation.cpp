// Other shapes for the elements of a buffer.
#include "Machine.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax::reference {
namespace {

/// Numbers, each a constant or in a slot.
struct MixedNumbers {
  std::vector<int64_t> constants;
  std::vector<uint32_t> slots;
  /// Which numbers are in slots.
  std::vector<bool> isDynamic;

  SmallVector<int64_t, 4> get(Machine &machine) const {
    SmallVector<int64_t, 4> result;
    for (size_t i = 0; i < constants.size(); ++i)
      result.push_back(isDynamic[i] ? machine.scalars[slots[i]].i
                                    : constants[i]);
    return result;
  }
};

/// What a view is made of.
struct ViewParts {
  MixedNumbers offsets, sizes, strides;
  /// Axes that the result keeps.
  std::vector<bool> keeps;
  /// Groups of axes that become one, or come from one.
  std::vector<std::vector<int64_t>> groups;
};

} // namespace

static MixedNumbers getMixed(ArrayRef<OpFoldResult> values,
                             ProgramBuilder &builder) {
  MixedNumbers numbers;
  for (OpFoldResult value : values) {
    auto dynamic = dyn_cast<Value>(value);
    numbers.isDynamic.push_back(static_cast<bool>(dynamic));
    numbers.slots.push_back(dynamic ? builder.getIndex(dynamic) : 0);
    numbers.constants.push_back(
        dynamic ? 0 : cast<IntegerAttr>(cast<Attribute>(value)).getInt());
  }
  return numbers;
}

static const ViewParts &getParts(const Instruction *at) {
  return *static_cast<const ViewParts *>(at->data);
}

/// Puts a view in its slot if its elements lie inside the allocation.
/// Views are checked where they are made, so that each access has only its
/// indices to check.
static const Instruction *give(Machine &machine, const Instruction *at,
                               ViewRef view) {
  for (int64_t size : view->sizes)
    if (size < 0)
      return machine.fail(at, "expected no negative size of a view, found " +
                                  Twine(size));
  if (!view->isInside())
    return machine.fail(at, "expected a view inside of its buffer");
  machine.views[at->result] = view;
  return at + 1;
}

static ViewRef copyOf(const View &view) {
  return llvm::makeIntrusiveRefCnt<View>(view);
}

/// Emits an instruction that makes a view of one buffer.
static LogicalResult emitView(Operation *op, ProgramBuilder &builder,
                              Handler run, Value from, ViewParts parts) {
  std::optional<Element> element = Element::of(
      cast<MemRefType>(op->getResult(0).getType()).getElementType());
  if (!element || !isa<MemRefType>(from.getType()))
    return op->emitOpError("cannot be interpreted: expected a view of a "
                           "strided buffer, found ")
           << from.getType();
  const ViewParts *kept = builder.keep(std::move(parts));
  uint32_t a = builder.getIndex(from);
  uint32_t result = builder.getIndex(op->getResult(0));
  Instruction &instruction = builder.emit(op, run);
  instruction.a = a;
  instruction.result = result;
  instruction.data = kept;
  instruction.element = *element;
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of a buffer
//===----------------------------------------------------------------------===//

static const Instruction *runSubview(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  const ViewParts &parts = getParts(at);
  SmallVector<int64_t, 4> offsets = parts.offsets.get(machine);
  SmallVector<int64_t, 4> sizes = parts.sizes.get(machine);
  SmallVector<int64_t, 4> strides = parts.strides.get(machine);
  auto view = llvm::makeIntrusiveRefCnt<View>();
  view->memory = from.memory;
  view->element = from.element;
  // Where the buffer that was allocated begins stays with the view:
  // reinterpret_cast counts its offset from there and not from the view's.
  view->base = from.base;
  view->offset = from.getPlace(offsets);
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    if (!parts.keeps[axis])
      continue;
    view->sizes.push_back(sizes[axis]);
    view->strides.push_back(strides[axis] * from.strides[axis]);
  }
  return give(machine, at, view);
}

static LogicalResult compileSubview(memref::SubViewOp op,
                                    ProgramBuilder &builder) {
  ViewParts parts;
  parts.offsets = getMixed(op.getMixedOffsets(), builder);
  parts.sizes = getMixed(op.getMixedSizes(), builder);
  parts.strides = getMixed(op.getMixedStrides(), builder);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (unsigned axis = 0; axis < dropped.size(); ++axis)
    parts.keeps.push_back(!dropped.test(axis));
  return emitView(op, builder, &runSubview, op.getSource(), std::move(parts));
}

static const Instruction *runReinterpret(Machine &machine,
                                         const Instruction *at) {
  const View &from = *machine.views[at->a];
  const ViewParts &parts = getParts(at);
  ViewRef view = copyOf(from);
  view->offset =
      from.base + parts.offsets.get(machine).front() * from.element.bytes;
  view->sizes = parts.sizes.get(machine);
  view->strides = parts.strides.get(machine);
  return give(machine, at, view);
}

static LogicalResult compileReinterpret(memref::ReinterpretCastOp op,
                                        ProgramBuilder &builder) {
  ViewParts parts;
  parts.offsets = getMixed(op.getMixedOffsets(), builder);
  parts.sizes = getMixed(op.getMixedSizes(), builder);
  parts.strides = getMixed(op.getMixedStrides(), builder);
  return emitView(op, builder, &runReinterpret, op.getSource(),
                  std::move(parts));
}

/// Other elements in the same bytes.
static const Instruction *runView(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  const ViewParts &parts = getParts(at);
  ViewRef view = copyOf(from);
  view->element = at->element;
  view->offset += parts.offsets.get(machine).front();
  view->base = view->offset;
  view->sizes = parts.sizes.get(machine);
  view->strides = getRowMajorStrides(view->sizes);
  return give(machine, at, view);
}

static LogicalResult compileView(memref::ViewOp op, ProgramBuilder &builder) {
  ViewParts parts;
  parts.offsets = getMixed(OpFoldResult(op.getByteShift()), builder);
  SmallVector<OpFoldResult> sizes;
  auto next = op.getSizes().begin();
  Builder attributes(op.getContext());
  for (int64_t size : op.getType().getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(*next++)
                        : OpFoldResult(attributes.getIndexAttr(size)));
  parts.sizes = getMixed(sizes, builder);
  return emitView(op, builder, &runView, op.getSource(), std::move(parts));
}

//===----------------------------------------------------------------------===//
// Other axes
//===----------------------------------------------------------------------===//

/// Compares sizes with those of a type, where it has them.
static const Instruction *runCast(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  SmallVector<int64_t, 4> sizes = getParts(at).sizes.get(machine);
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!ShapedType::isDynamic(size) && size != from.sizes[axis])
      return machine.fail(at, "expects size " + Twine(size) + " along axis " +
                                  Twine(axis) + ", found " +
                                  Twine(from.sizes[axis]));
  machine.views[at->result] = machine.views[at->a];
  return at + 1;
}

static LogicalResult compileCast(Operation *op, ProgramBuilder &builder) {
  auto from = dyn_cast<MemRefType>(op->getOperand(0).getType());
  auto to = dyn_cast<MemRefType>(op->getResult(0).getType());
  if (!from || !to || from.getRank() != to.getRank())
    return op->emitOpError("cannot be interpreted: expected a view of a "
                           "strided buffer, found ")
           << op->getOperand(0).getType();
  ViewParts parts;
  for (int64_t size : to.getShape()) {
    parts.sizes.constants.push_back(size);
    parts.sizes.isDynamic.push_back(false);
  }
  return emitView(op, builder, &runCast, op->getOperand(0), std::move(parts));
}

static const Instruction *runTranspose(Machine &machine,
                                       const Instruction *at) {
  const View &from = *machine.views[at->a];
  ViewRef view = copyOf(from);
  for (auto [to, axis] : llvm::enumerate(getParts(at).groups.front())) {
    view->sizes[to] = from.sizes[static_cast<size_t>(axis)];
    view->strides[to] = from.strides[static_cast<size_t>(axis)];
  }
  return give(machine, at, view);
}

static LogicalResult compileTranspose(memref::TransposeOp op,
                                      ProgramBuilder &builder) {
  ViewParts parts;
  std::vector<int64_t> &order = parts.groups.emplace_back();
  for (unsigned i = 0; i < op.getPermutation().getNumResults(); ++i)
    order.push_back(op.getPermutation().getDimPosition(i));
  return emitView(op, builder, &runTranspose, op.getIn(), std::move(parts));
}

static const Instruction *runCollapse(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  auto view = llvm::makeIntrusiveRefCnt<View>();
  view->memory = from.memory;
  view->element = from.element;
  view->base = from.base;
  view->offset = from.offset;
  for (const std::vector<int64_t> &group : getParts(at).groups) {
    int64_t size = 1, stride = 1;
    for (int64_t axis : llvm::reverse(group)) {
      auto index = static_cast<size_t>(axis);
      // Axes of size 1 have no say, as their stride is never used; NumPy and
      // DLPack give them any.
      if (from.sizes[index] != 1 && size != 1 &&
          from.strides[index] != stride * size)
        return machine.fail(
            at, "expected contiguous axes to collapse, found a stride of " +
                    Twine(from.strides[index]));
      if (size == 1)
        stride = from.strides[index];
      size *= from.sizes[index];
    }
    view->sizes.push_back(size);
    view->strides.push_back(stride);
  }
  return give(machine, at, view);
}

static const Instruction *runExpand(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  const ViewParts &parts = getParts(at);
  ViewRef view = copyOf(from);
  view->sizes = parts.sizes.get(machine);
  view->strides.assign(view->sizes.size(), 0);
  for (auto [axis, group] : llvm::enumerate(parts.groups)) {
    int64_t stride = from.strides[axis], size = 1;
    for (int64_t part : llvm::reverse(group)) {
      auto index = static_cast<size_t>(part);
      view->strides[index] = stride * size;
      size *= view->sizes[index];
    }
    if (size != from.sizes[axis])
      return machine.fail(at, "expands axis " + Twine(axis) + " of size " +
                                  Twine(from.sizes[axis]) +
                                  ", expected as many elements, found " +
                                  Twine(size));
  }
  return give(machine, at, view);
}

template <typename Op>
static std::vector<std::vector<int64_t>> getGroups(Op op) {
  std::vector<std::vector<int64_t>> groups;
  for (const ReassociationIndices &group : op.getReassociationIndices())
    groups.emplace_back(group.begin(), group.end());
  return groups;
}

static LogicalResult compileCollapse(memref::CollapseShapeOp op,
                                     ProgramBuilder &builder) {
  ViewParts parts;
  parts.groups = getGroups(op);
  return emitView(op, builder, &runCollapse, op.getSrc(), std::move(parts));
}

static LogicalResult compileExpand(memref::ExpandShapeOp op,
                                   ProgramBuilder &builder) {
  ViewParts parts;
  parts.groups = getGroups(op);
  parts.sizes = getMixed(op.getMixedOutputShape(), builder);
  return emitView(op, builder, &runExpand, op.getSrc(), std::move(parts));
}

//===----------------------------------------------------------------------===//
// What a view is made of
//===----------------------------------------------------------------------===//

// Metadata of MLIR gives the base buffer and an offset, which programs put
// together again by reinterpret_cast.
static const Instruction *runMetadata(Machine &machine, const Instruction *at) {
  const View &from = *machine.views[at->a];
  const auto &slots = *static_cast<const std::vector<uint32_t> *>(at->data);
  ViewRef start = copyOf(from);
  start->offset = from.base;
  start->sizes.clear();
  start->strides.clear();
  machine.views[slots[0]] = start;
  machine.scalars[slots[1]].i = (from.offset - from.base) / from.element.bytes;
  size_t next = 2;
  for (int64_t size : from.sizes)
    machine.scalars[slots[next++]].i = size;
  for (int64_t stride : from.strides)
    machine.scalars[slots[next++]].i = stride;
  return at + 1;
}

static LogicalResult compileMetadata(memref::ExtractStridedMetadataOp op,
                                     ProgramBuilder &builder) {
  std::vector<uint32_t> slots;
  for (Value result : op.getResults())
    slots.push_back(builder.getIndex(result));
  const auto *kept = builder.keep(std::move(slots));
  uint32_t a = builder.getIndex(op.getSource());
  Instruction &instruction = builder.emit(op, &runMetadata);
  instruction.a = a;
  instruction.data = kept;
  return success();
}

void addViewEvaluations(EvaluationTable &table) {
  table.add<memref::SubViewOp>(&compileSubview);
  table.add<memref::ReinterpretCastOp>(&compileReinterpret);
  table.add<memref::ViewOp>(&compileView);
  table.add<memref::TransposeOp>(&compileTranspose);
  table.add<memref::CollapseShapeOp>(&compileCollapse);
  table.add<memref::ExpandShapeOp>(&compileExpand);
  table.add<memref::ExtractStridedMetadataOp>(&compileMetadata);
  table.add("memref.cast", &compileCast);
  table.add("memref.memory_space_cast", &compileCast);
  table.add("memref.assume_alignment", &compileCast);
}

} // namespace mlir::relax::reference
