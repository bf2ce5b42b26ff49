// Explicit memory of graphs: storages, tensors in them, deallocation, views.
#include "CallSite.h"
#include "Step.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Beginnings
//===----------------------------------------------------------------------===//

static std::optional<Element> getElementOrFail(Machine &machine, Type type,
                                               const Instruction *at) {
  std::optional<Element> element =
      Element::of(cast<TensorType>(type).getElementType());
  if (!element)
    machine.fail(at,
                 "expected a known dtype of the tensor that it makes, found " +
                     debugString(type));
  return element;
}

static LogicalResult compileBuiltinAllocTensor(BuiltinAllocTensorOp op,
                                               ProgramBuilder &builder) {
  Slot result = builder.getSlot(op.getTensor());
  Type type = op.getTensor().getType();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    std::optional<SmallVector<int64_t, 4>> sizes =
        getSizesOrFail(machine, type, at);
    std::optional<Element> element;
    if (sizes)
      element = getElementOrFail(machine, type, at);
    ViewRef view = element ? machine.allocate(*sizes, *element, at) : ViewRef();
    return view && machine.write(result, Tensor{view, {}});
  });
  return success();
}

template <typename Op>
static LogicalResult compileAllocStorage(Op op, ProgramBuilder &builder) {
  Slot result = builder.getSlot(op.getStorage());
  SymExprAttr size = op.getSize();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    std::optional<int64_t> bytes = machine.evaluate(size);
    // A negative number of bytes is an error of the program and must not
    // become a large one.
    if (!machine.checkSize(bytes && *bytes >= 0 ? bytes : std::nullopt, at))
      return false;
    AllocationRef memory = Allocation::create(*bytes);
    return memory && machine.write(result, Storage{memory});
  });
  return success();
}

/// A buffer at an offset of an allocation; null, with an error, if it does not
/// fit.
static ViewRef placeView(Machine &machine, const Instruction *at, Type type,
                         const AllocationRef &memory, int64_t begin,
                         std::optional<int64_t> offset, int64_t end) {
  std::optional<SmallVector<int64_t, 4>> sizes =
      getSizesOrFail(machine, type, at);
  std::optional<Element> element;
  if (sizes)
    element = getElementOrFail(machine, type, at);
  if (!element)
    return nullptr;
  std::optional<int64_t> bytes = getCompactBytes(*sizes, *element);
  // Written such that no sum overflows: an offset is the program's.
  if (!bytes || !offset || *offset < 0 || *offset > end - begin ||
      *bytes > end - begin - *offset) {
    machine.fail(at, "does not fit: it takes " + Twine(bytes.value_or(-1)) +
                         " bytes from " + Twine(offset.value_or(-1)) +
                         " on, expected at most " + Twine(end - begin));
    return nullptr;
  }
  auto view = llvm::makeIntrusiveRefCnt<View>();
  view->memory = memory;
  view->element = *element;
  view->offset = view->base = begin + *offset;
  view->sizes = *sizes;
  view->strides = getRowMajorStrides(*sizes);
  return view;
}

template <typename Op>
static LogicalResult compileAllocTensor(Op op, ProgramBuilder &builder) {
  Slot storage = builder.getSlot(op.getStorage());
  Slot result = builder.getSlot(op.getTensor());
  Type type = op.getTensor().getType();
  SymExprAttr offset = op.getOffset();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Storage *bytes = machine.objects[storage.index].getStorage();
    if (!bytes || !bytes->memory->getEnd().empty()) {
      machine.fail(at, bytes ? "uses a storage after it was " +
                                   bytes->memory->getEnd()
                             : "expects a storage");
      return false;
    }
    ViewRef view =
        placeView(machine, at, type, bytes->memory, 0, machine.evaluate(offset),
                  bytes->memory->getSize());
    if (!view)
      return false;
    // What another tensor left there is not this one's.
    // A tensor that is read before it is written would else find what the one
    // before has left, which is right by chance in one plan and wrong in
    // another.
    view->memory->setInitialized(
        view->offset, *getCompactBytes(view->sizes, view->element), false);
    return machine.write(result, Tensor{view, {}});
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

static LogicalResult compileKillTensor(MemoryKillTensorOp op,
                                       ProgramBuilder &builder) {
  Slot operand = builder.getSlot(op.getTensor());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = machine.objects[operand.index].getTensor();
    if (!tensor || !tensor->end.empty()) {
      // Ending twice gives a count of references that is one too small in
      // compiled code, and a use of freed memory much later.
      machine.fail(at, "ends a tensor that was " +
                           (tensor ? tensor->end : StringRef("never made")) +
                           ", expected one that is alive");
      return false;
    }
    tensor->end = "killed";
    return true;
  });
  return success();
}

static LogicalResult compileKillStorage(MemoryKillStorageOp op,
                                        ProgramBuilder &builder) {
  Slot operand = builder.getSlot(op.getStorage());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Storage *storage = machine.objects[operand.index].getStorage();
    if (!storage || !storage->memory->getEnd().empty()) {
      machine.fail(at, "gives back a storage that was " +
                           (storage ? storage->memory->getEnd()
                                    : StringRef("never made")) +
                           ", expected one that is alive");
      return false;
    }
    storage->memory->setEnd("killed");
    return true;
  });
  return success();
}

static LogicalResult compileKillObject(VMKillObjectOp op,
                                       ProgramBuilder &builder) {
  if (ProgramBuilder::getBank(op.getObj().getType()) != Slot::Bank::Object)
    return success();
  Slot operand = builder.getSlot(op.getObj());
  emitStep(op, builder, [=](Machine &machine, const Instruction *) {
    machine.objects[operand.index] = Datum();
    return true;
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The tensor of a value, for another one that holds on to it.
static std::shared_ptr<const Tensor> share(const Datum &value) {
  auto held = std::make_shared<const Datum>(value);
  return std::shared_ptr<const Tensor>(held, held->getTensor());
}

static LogicalResult compileView(MemoryViewOp op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getX());
  Slot result = builder.getSlot(op.getResult());
  Type type = op.getResult().getType();
  SymExprAttr offset = op.getRelativeByteOffset();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    if (!tensor)
      return false;
    const View &from = *tensor->view;
    int64_t bytes = *getCompactBytes(from.sizes, from.element);
    // Relative to what the operand shows and not to its memory: a view must
    // not leave the tensor that it is a view of.
    ViewRef view = placeView(machine, at, type, from.memory, from.offset,
                             machine.evaluate(offset), from.offset + bytes);
    // A chain of views is as long as the program, not as a loop.
    return view &&
           machine.write(result,
                         Tensor{view, {}, share(machine.objects[input.index])});
  });
  return success();
}

/// The sizes that a reshape gives: what its operand says, else what its type.
static std::optional<SmallVector<int64_t, 4>>
getTargetSizes(Machine &machine, const Instruction *at, Type type, Slot shape) {
  if (const Shape *value = machine.objects[shape.index].getShape())
    return value->sizes;
  return getSizesOrFail(machine, type, at);
}

static LogicalResult compileReshape(ReshapeOp op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op->getOperand(0));
  Slot shape = builder.getSlot(op.getShape());
  Slot result = builder.getSlot(op->getResult(0));
  Type type = op->getResult(0).getType();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    std::optional<SmallVector<int64_t, 4>> sizes;
    if (tensor)
      sizes = getTargetSizes(machine, at, type, shape);
    if (!sizes)
      return false;
    int64_t bytes =
        *getCompactBytes(tensor->view->sizes, tensor->view->element);
    std::optional<int64_t> wanted =
        getCompactBytes(*sizes, tensor->view->element);
    if (!wanted || *wanted != bytes) {
      machine.fail(at, "changes the number of elements: the operand has " +
                           Twine(bytes) +
                           " bytes, expected as many of the result, found " +
                           Twine(wanted.value_or(-1)));
      return false;
    }
    // A copy: here a reshape is a value as any other. That it may be a view is
    // what passes decide.
    ViewRef view = copyView(*tensor->view);
    if (!view)
      return false;
    view->sizes = *sizes;
    view->strides = getRowMajorStrides(*sizes);
    return machine.write(result, Tensor{view, {}});
  });
  emitPromise(op, builder, op.getResult(), type);
  return success();
}

static LogicalResult compileCopy(MemoryCopyOp op, ProgramBuilder &builder) {
  Slot source = builder.getSlot(op.getSource());
  Slot target = builder.getSlot(op.getTarget());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *from = getOperand(machine, at, source);
    Tensor *to = from ? getOperand(machine, at, target) : nullptr;
    if (!to)
      return false;
    if (from->view->sizes != to->view->sizes) {
      machine.fail(at, "expected tensors of equal sizes to copy between");
      return false;
    }
    // Through a copy, as both may be views of one memory that overlap.
    ViewRef copy = copyView(*from->view);
    if (!copy)
      return false;
    pasteView(*copy, *to->view);
    return true;
  });
  return success();
}

void addStorageEvaluations(EvaluationTable &table) {
  table.add<BuiltinAllocTensorOp>(&compileBuiltinAllocTensor);
  table.add<MemoryAllocStorageOp>(&compileAllocStorage<MemoryAllocStorageOp>);
  table.add<VMAllocStorageOp>(&compileAllocStorage<VMAllocStorageOp>);
  table.add<MemoryAllocTensorOp>(&compileAllocTensor<MemoryAllocTensorOp>);
  table.add<VMAllocTensorOp>(&compileAllocTensor<VMAllocTensorOp>);
  table.add<MemoryKillTensorOp>(&compileKillTensor);
  table.add<MemoryKillStorageOp>(&compileKillStorage);
  table.add<VMKillObjectOp>(&compileKillObject);
  table.add<MemoryCopyOp>(&compileCopy);
  table.add<MemoryViewOp>(&compileView);
  table.add<ReshapeOp>(&compileReshape);
  table.add(MemoryEnsureZeroOffsetOp::getOperationName(), &compileSame);
  table.add(StopLiftParamsOp::getOperationName(), &compileSame);
}

} // namespace mlir::relax::reference
