// Questions about tensors and shapes, checks, printing, placement.
#include "Step.h"

#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/InspectOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax::reference {

void emitStep(Operation *op, ProgramBuilder &builder, Step step) {
  const Step *kept = builder.keep(std::move(step));
  builder
      .emit(op,
            [](Machine &machine, const Instruction *at) -> const Instruction * {
              const Step &action = *static_cast<const Step *>(at->data);
              return action(machine, at) ? at + 1 : machine.stop();
            })
      .data = kept;
}

std::optional<Scalar> getNumber(Machine &machine, const Instruction *at,
                                const Datum &value) {
  if (const Number *number = value.getNumber())
    return number->value;
  Tensor *tensor = getLiveTensor(machine, at, value);
  if (!tensor)
    return std::nullopt;
  const View &view = *tensor->view;
  if (view.getNumElements() != 1) {
    machine.fail(at, "expects one number, found " + value.describe());
    return std::nullopt;
  }
  if (!machine.checkRead(view, view.offset, view.element.bytes, at))
    return std::nullopt;
  return view.element.load(view.memory->getData() + view.offset);
}

std::string formatValues(StringRef format, ArrayRef<Datum> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Datum &value : values) {
    size_t place = format.find("{}");
    if (place == StringRef::npos)
      break;
    os << format.take_front(place);
    value.print(os);
    format = format.drop_front(place + 2);
  }
  os << format;
  return text;
}

LogicalResult compileSame(Operation *op, ProgramBuilder &builder) {
  builder.alias(op->getResult(0), op->getOperand(0));
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static LogicalResult compileShapeOf(ShapeOfOp op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getInput());
  Slot result = builder.getSlot(op.getResult());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    return tensor && machine.write(result, Shape{tensor->view->sizes});
  });
  return success();
}

static LogicalResult compileTensorToShape(TensorToShapeOp op,
                                          ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getInput());
  Slot result = builder.getSlot(op.getResult());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    if (!tensor)
      return false;
    const View &view = *tensor->view;
    if (view.getRank() != 1 || view.element.isFloat()) {
      machine.fail(at, "expects integers in one row, found " +
                           machine.objects[input.index].describe());
      return false;
    }
    Shape shape;
    for (int64_t i = 0; i < view.sizes[0]; ++i) {
      int64_t place = view.getPlace({i});
      if (!machine.checkRead(view, place, view.element.bytes, at))
        return false;
      shape.sizes.push_back(
          view.element.load(view.memory->getData() + place).i);
      if (shape.sizes.back() < 0) {
        machine.fail(at, "expects sizes of at least 0, found " +
                             Twine(shape.sizes.back()));
        return false;
      }
    }
    return machine.write(result, std::move(shape));
  });
  return success();
}

/// A tensor of i64 with these values.
static Datum makeIntegers(ArrayRef<int64_t> sizes, ArrayRef<int64_t> values,
                          MLIRContext *context) {
  ViewRef view = makeView(sizes, *Element::of(IntegerType::get(context, 64)));
  view->memory->copyFrom(values.data());
  view->memory->setInitialized(0, view->memory->getSize());
  return Tensor{view, {}};
}

static LogicalResult compileShapeToTensor(ShapeToTensorOp op,
                                          ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getInput());
  Slot result = builder.getSlot(op.getResult());
  MLIRContext *context = op.getContext();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    const Shape *shape = machine.objects[input.index].getShape();
    if (!shape)
      return false;
    auto rank = static_cast<int64_t>(shape->sizes.size());
    return machine.write(result, makeIntegers(rank, shape->sizes, context));
  });
  return success();
}

static LogicalResult compileScalarToTensor(ScalarToTensorOp op,
                                           ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getInput());
  Slot result = builder.getSlot(op.getResult());
  Type type = op.getInput().getType();
  // Scalars that the interpreter has are elements that it has.
  Element element = *Element::of(op.getResult().getType().getElementType());
  emitStep(op, builder, [=](Machine &machine, const Instruction *) {
    ViewRef view = makeView({}, element);
    Datum number = machine.read(input, type);
    element.store(view->memory->getData(), number.getNumber()->value);
    view->memory->setInitialized(0, element.bytes);
    return machine.write(result, Tensor{view, {}});
  });
  return success();
}

static LogicalResult compileSize(SizeOp op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getInput());
  Slot result = builder.getSlot(op.getResult());
  MLIRContext *context = op.getContext();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    return tensor &&
           machine.write(
               result,
               makeIntegers({}, tensor->view->getNumElements(), context));
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

using Question = int64_t (*)(const View &);

template <typename Op, Question question>
static LogicalResult compileQuestion(Op op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getTensor());
  Slot result = builder.getSlot(op.getResult());
  unsigned bits = op.getResult().getType().getIntOrFloatBitWidth();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    if (!tensor)
      return false;
    machine.scalars[result.index].i =
        signExtend(static_cast<uint64_t>(question(*tensor->view)), bits);
    return true;
  });
  return success();
}

template <typename Op, bool isStride>
static LogicalResult compileAxisQuestion(Op op, ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getTensor());
  Slot number = builder.getSlot(op.getAxis());
  Slot result = builder.getSlot(op.getResult());
  unsigned bits = op.getResult().getType().getIntOrFloatBitWidth();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    if (!tensor)
      return false;
    const View &view = *tensor->view;
    int64_t axis = machine.scalars[number.index].i;
    if (axis < 0 || axis >= view.getRank()) {
      machine.fail(at, "asks for axis " + Twine(axis) +
                           ", expected one of a tensor of rank " +
                           Twine(view.getRank()));
      return false;
    }
    auto index = static_cast<size_t>(axis);
    int64_t value = isStride ? view.strides[index] : view.sizes[index];
    machine.scalars[result.index].i =
        signExtend(static_cast<uint64_t>(value), bits);
    return true;
  });
  return success();
}

/// Upstream's op: one element as a number.
static LogicalResult compileExtract(tensor::ExtractOp op,
                                    ProgramBuilder &builder) {
  Slot input = builder.getSlot(op.getTensor());
  std::vector<Slot> indices = builder.getSlots(op.getIndices());
  Slot result = builder.getSlot(op.getResult());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    Tensor *tensor = getOperand(machine, at, input);
    if (!tensor)
      return false;
    const View &view = *tensor->view;
    SmallVector<int64_t> place;
    for (auto [slot, size] : llvm::zip_equal(indices, view.sizes)) {
      place.push_back(machine.scalars[slot.index].i);
      if (place.back() < 0 || place.back() >= size) {
        machine.fail(at, "expects an index from 0 to " + Twine(size - 1) +
                             ", found " + Twine(place.back()));
        return false;
      }
    }
    int64_t byte = view.getPlace(place);
    if (!machine.checkRead(view, byte, view.element.bytes, at))
      return false;
    machine.scalars[result.index] =
        view.element.load(view.memory->getData() + byte);
    return true;
  });
  return success();
}

static int64_t getZero(const View &) { return 0; }
static int64_t getOne(const View &) { return 1; }
static int64_t getCode(const View &view) {
  return getDLPackCode(view.element.type);
}
static int64_t getRank(const View &view) { return view.getRank(); }
static int64_t getBits(const View &view) {
  return getDLPackBits(view.element.type);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static std::vector<Datum> readAll(Machine &machine, ArrayRef<Slot> slots,
                                  ArrayRef<Type> types) {
  std::vector<Datum> values;
  for (auto [slot, type] : llvm::zip(slots, types))
    values.push_back(machine.read(slot, type));
  return values;
}

static LogicalResult compilePrint(PrintOp op, ProgramBuilder &builder) {
  std::vector<Slot> slots = builder.getSlots(op.getVals());
  SmallVector<Type> types(op.getVals().getTypes());
  StringRef format = op.getFormat();
  emitStep(op, builder, [=](Machine &machine, const Instruction *) {
    llvm::outs() << formatValues(format, readAll(machine, slots, types))
                 << '\n';
    return true;
  });
  return success();
}

static LogicalResult compileAssert(AssertOp op, ProgramBuilder &builder) {
  Slot condition = builder.getSlot(op.getCondition());
  Type conditionType = op.getCondition().getType();
  std::vector<Slot> slots = builder.getSlots(op.getVals());
  SmallVector<Type> types(op.getVals().getTypes());
  StringRef format = op.getFormat();
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    std::optional<Scalar> holds =
        getNumber(machine, at, machine.read(condition, conditionType));
    if (!holds)
      return false;
    if (!holds->i)
      machine.fail(at,
                   "does not hold: " +
                       formatValues(format, readAll(machine, slots, types)));
    return holds->i != 0;
  });
  return success();
}

void addInspectEvaluations(EvaluationTable &table) {
  table.add<ShapeOfOp>(&compileShapeOf);
  table.add<TensorToShapeOp>(&compileTensorToShape);
  table.add<ShapeToTensorOp>(&compileShapeToTensor);
  table.add<ScalarToTensorOp>(&compileScalarToTensor);
  table.add<SizeOp>(&compileSize);
  using ByteOffset = InspectTensorByteOffsetOp;
  using ElemOffset = InspectTensorElemOffsetOp;
  using Bits = InspectTensorDtypeBitsOp;
  using Code = InspectTensorDtypeCodeOp;
  using Lanes = InspectTensorDtypeLanesOp;
  using Ndim = InspectTensorNdimOp;
  table.add<ByteOffset>(&compileQuestion<ByteOffset, &getZero>);
  table.add<ElemOffset>(&compileQuestion<ElemOffset, &getZero>);
  table.add<Bits>(&compileQuestion<Bits, &getBits>);
  table.add<Code>(&compileQuestion<Code, &getCode>);
  table.add<Lanes>(&compileQuestion<Lanes, &getOne>);
  table.add<Ndim>(&compileQuestion<Ndim, &getRank>);
  table.add<InspectTensorShapeIOp>(
      &compileAxisQuestion<InspectTensorShapeIOp, false>);
  table.add<InspectTensorStrideIOp>(
      &compileAxisQuestion<InspectTensorStrideIOp, true>);
  table.add<tensor::ExtractOp>(&compileExtract);
  table.add<PrintOp>(&compilePrint);
  table.add<AssertOp>(&compileAssert);
  // All devices are one.
  table.add(HintOnDeviceOp::getOperationName(), &compileSame);
  table.add(ToVDeviceOp::getOperationName(), &compileSame);
  // So are all workers: a hint is of a tensor that is whole here.
  table.add(AnnotateShardingOp::getOperationName(), &compileSame);
}

} // namespace mlir::relax::reference
