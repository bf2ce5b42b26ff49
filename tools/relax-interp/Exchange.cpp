// Between the tensors of the command line and the values of the interpreter.
#include "Exchange.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Builders.h"

#include <algorithm>
#include <cstring>

namespace reference = mlir::relax::reference;

using mlir::Type;
using relax::run::Failure;

namespace relax::interp {

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

// DLPack has no element of one bit, and `index` is i64 outside of kernels.
static DLDataType getDataType(Type element) {
  DLDataType dtype = {};
  if (element.isInteger(1))
    return {RELAX_BOOL, 8, 1};
  if (element.isIndex())
    return {RELAX_INT, 64, 1};
  if (relax_dtype_from_text(toText(element).c_str(), &dtype))
    throw Failure("the element type " + toText(element) +
                  " has no form outside of the compiler");
  return dtype;
}

static Type getElementType(mlir::MLIRContext *context, DLDataType dtype) {
  mlir::Builder builder(context);
  switch (dtype.code) {
  case RELAX_BOOL:
    return builder.getI1Type();
  case RELAX_INT:
    return builder.getIntegerType(dtype.bits);
  case RELAX_UINT:
    return mlir::IntegerType::get(context, dtype.bits,
                                  mlir::IntegerType::Unsigned);
  case RELAX_BFLOAT:
    return builder.getBF16Type();
  case RELAX_FLOAT:
    return dtype.bits == 16   ? Type(builder.getF16Type())
           : dtype.bits == 32 ? Type(builder.getF32Type())
                              : Type(builder.getF64Type());
  default:
    throw Failure("the interpreter has no such elements");
  }
}

static reference::ViewRef makeView(mlir::MLIRContext *context,
                                   const DLTensor &tensor) {
  std::optional<reference::Element> element =
      reference::Element::of(getElementType(context, tensor.dtype));
  llvm::ArrayRef<int64_t> sizes(tensor.shape, size_t(tensor.ndim));
  reference::ViewRef view =
      element ? reference::makeView(sizes, *element) : nullptr;
  if (!view)
    throw Failure("out of memory");
  view->memory->copyFrom(tensor.data);
  view->memory->setInitialized(0, view->memory->getSize());
  return view;
}

static int64_t loadInteger(const reference::View &view, int64_t index) {
  const uint8_t *data = view.memory->getData() + index * view.element.bytes;
  if (view.element.isFloat())
    throw Failure("expected integers for a shape or a scalar");
  return view.element.load(data).i;
}

static Datum makeShape(const std::string &name, mlir::relax::ShapeType type,
                       Inputs &inputs) {
  if (!type.hasRank())
    throw Failure("parameter '" + name + "' is a shape of unknown rank");
  // The C interface has no shapes: a shape is a tensor of i64, as for compiled
  // code, so that one command line serves both.
  auto carrier = mlir::RankedTensorType::get(
      {type.getRank()}, mlir::IntegerType::get(type.getContext(), 64));
  run::Tensor tensor = inputs.next(name, carrier);
  const DLTensor &dl = *relax_tensor_dl(tensor.get());
  if (dl.ndim != 1 || dl.shape[0] != type.getRank())
    throw Failure("parameter '" + name + "': expected " +
                  std::to_string(type.getRank()) + " sizes, such as " +
                  std::to_string(type.getRank()) + "xi64=4");
  reference::ViewRef view = makeView(type.getContext(), dl);
  reference::Shape shape;
  for (int64_t i = 0; i < type.getRank(); ++i)
    shape.sizes.push_back(loadInteger(*view, i));
  return shape;
}

static Datum makeNumber(const std::string &name, Type type, Inputs &inputs) {
  Type element =
      type.isIndex() ? mlir::IntegerType::get(type.getContext(), 64) : type;
  run::Tensor tensor =
      inputs.next(name, mlir::RankedTensorType::get({}, element));
  const DLTensor &dl = *relax_tensor_dl(tensor.get());
  if (dl.ndim != 0 || getElementType(type.getContext(), dl.dtype) != element)
    throw Failure("parameter '" + name + "': expected a scalar, such as " +
                  toText(element) + "=1");
  reference::ViewRef view = makeView(type.getContext(), dl);
  return reference::Number{*reference::Element::of(type),
                           view->element.load(view->memory->getData())};
}

Datum makeArgument(const std::string &name, Type type, Inputs &inputs) {
  if (auto tuple = llvm::dyn_cast<mlir::TupleType>(type)) {
    reference::Tuple value;
    for (size_t i = 0; i < tuple.size(); ++i)
      value.fields.push_back(makeArgument(name + "." + std::to_string(i),
                                          tuple.getType(i), inputs));
    return value;
  }
  if (auto shape = llvm::dyn_cast<mlir::relax::ShapeType>(type))
    return makeShape(name, shape, inputs);
  if (type.isIntOrIndexOrFloat())
    return makeNumber(name, type, inputs);
  if (!llvm::isa<mlir::TensorType>(type))
    throw Failure("parameter '" + name + "' of type " + toText(type) +
                  " cannot be given");
  run::Tensor tensor = inputs.next(name, type);
  const DLTensor &dl = *relax_tensor_dl(tensor.get());
  return reference::Tensor{makeView(type.getContext(), dl), {}};
}

run::Tensor makeRandom(RelaxContext *context, const std::string &name,
                       Type type, const run::DimSizes &dims,
                       std::mt19937_64 &generator) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  RelaxTypeDescriptor descriptor = {};
  descriptor.name = name.c_str();
  descriptor.rank = -1;
  if (!tensor || llvm::isa<mlir::relax::UnknownType>(tensor.getElementType()))
    return run::makeRandom(context, descriptor, dims, generator);
  descriptor.dtype = getDataType(tensor.getElementType());
  descriptor.rank = int32_t(tensor.getRank());
  std::vector<std::string> texts;
  std::vector<int64_t> sizes;
  for (mlir::relax::SymExprAttr dim : mlir::relax::getDims(tensor)) {
    std::optional<int64_t> size = dim ? dim.getConstant() : std::nullopt;
    sizes.push_back(size.value_or(-1));
    texts.emplace_back();
    llvm::raw_string_ostream os(texts.back());
    if (dim && !size)
      dim.printExpr(os);
  }
  std::vector<const char *> names;
  for (const std::string &text : texts)
    names.push_back(text.c_str());
  descriptor.dims = sizes.data();
  descriptor.dim_names = names.data();
  return run::makeRandom(context, descriptor, dims, generator);
}

static run::Tensor makeTensor(RelaxContext *context, Type element,
                              llvm::ArrayRef<int64_t> sizes) {
  RelaxTensor *tensor = nullptr;
  run::check(context,
             relax_tensor_create(context, getDataType(element),
                                 int32_t(sizes.size()), sizes.data(), &tensor));
  return run::Tensor(tensor);
}

static run::Tensor fromTensor(RelaxContext *context,
                              const reference::View &view, size_t index) {
  run::Tensor tensor = makeTensor(context, view.element.type, view.sizes);
  auto *data = static_cast<uint8_t *>(relax_tensor_data(tensor.get()));
  // Compiled code would give what the memory holds. The interpreter knows that
  // nobody wrote it, and an output that nobody has written is a fault of the
  // program.
  view.forEachPlace([&](int64_t place) {
    if (!view.memory->isInitialized(place, view.element.bytes))
      throw Failure("output " + std::to_string(index) +
                    " has elements that nobody has written");
    std::memcpy(data, view.memory->getData() + place, view.element.bytes);
    data += view.element.bytes;
  });
  return tensor;
}

void addOutputs(RelaxContext *context, const Datum &value,
                std::vector<run::Tensor> &outputs) {
  if (const reference::Tuple *tuple = value.getTuple()) {
    for (const Datum &field : tuple->fields)
      addOutputs(context, field, outputs);
    return;
  }
  if (const reference::Tensor *tensor = value.getTensor()) {
    outputs.push_back(fromTensor(context, *tensor->view, outputs.size()));
    return;
  }
  if (const reference::Number *number = value.getNumber()) {
    outputs.push_back(makeTensor(context, number->element.type, {}));
    number->element.store(
        static_cast<uint8_t *>(relax_tensor_data(outputs.back().get())),
        number->value);
    return;
  }
  const reference::Shape *shape = value.getShape();
  if (!shape)
    throw Failure("output " + std::to_string(outputs.size()) + " is " +
                  value.describe() + ", which has no form outside");
  RelaxTensor *tensor = nullptr;
  auto rank = int64_t(shape->sizes.size());
  run::check(context, relax_tensor_create(context, {RELAX_INT, 64, 1}, 1, &rank,
                                          &tensor));
  outputs.emplace_back(tensor);
  std::copy(shape->sizes.begin(), shape->sizes.end(),
            static_cast<int64_t *>(relax_tensor_data(tensor)));
}

} // namespace relax::interp
