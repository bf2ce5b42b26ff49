// The types of a graph's inputs: the model's shapes and the caller's.
#include "InputShapes.h"
#include "ElementType.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

static const ::onnx::TensorShapeProto *
getShape(const ::onnx::ValueInfoProto &input) {
  const ::onnx::TypeProto::Tensor &tensor = input.type().tensor_type();
  return tensor.has_shape() ? &tensor.shape() : nullptr;
}

/// The name that the model gives a dimension; empty if it has none.
static StringRef getDimName(const ::onnx::TensorShapeProto::Dimension &dim) {
  // Some exporters write "?" as a name for all unknown sizes. As one symbol it
  // would make all of them equal.
  StringRef name = dim.dim_param();
  return name == "?" ? StringRef() : name;
}

static bool isSize(StringRef word, int64_t &size) {
  return !word.getAsInteger(10, size) && size >= 0;
}

LogicalResult InputShapes::addRequests(ArrayRef<std::string> texts) {
  for (StringRef text : texts) {
    // Split at the last '=': names of inputs may contain one, shapes cannot.
    auto [name, shape] = text.rsplit('=');
    if (name.empty() || !text.contains('='))
      return emitError(loc) << "input shape is " << quote(text)
                            << ", expected name=1x3x48x192";
    Request request;
    // A comma also separates, for symbols with an x in their name.
    char separator = shape.contains(',') ? ',' : 'x';
    SmallVector<StringRef> words;
    if (!shape.empty())
      shape.split(words, separator);
    for (StringRef word : words) {
      int64_t size = 0;
      bool isSymbol = !word.empty() && llvm::isAlpha(word.front());
      if (word != "?" && !isSymbol && !isSize(word, size))
        return emitError(loc)
               << "input shape " << quote(text) << " has " << quote(word)
               << ", expected a size, a symbol or ?";
      request.push_back(word.str());
    }
    // Two requests for one input: neither order of options may win silently.
    if (!requests.try_emplace(name, std::move(request)).second)
      return emitError(loc)
             << "expected one shape for input " << quote(name) << ", found two";
  }
  return success();
}

const InputShapes::Request *
InputShapes::getRequest(const ::onnx::ValueInfoProto &input) const {
  auto found = requests.find(input.name());
  return found == requests.end() ? nullptr : &found->second;
}

SymExprAttr InputShapes::getDim(const ::onnx::ValueInfoProto &input,
                                int64_t index) {
  const ::onnx::TensorShapeProto::Dimension &dim = getShape(input)->dim(index);
  // Exporters write -1 for unknown, although the standard has no negative
  // sizes.
  if (dim.has_dim_value() && dim.dim_value() >= 0)
    return SymExprAttr::constant(symbols.getContext(), dim.dim_value());
  if (StringRef name = getDimName(dim); !name.empty())
    return symbols.get(name);
  // Without a name each size is its own symbol: equal sizes must not be
  // assumed.
  return symbols.makeFresh(input.name() + "_d" + std::to_string(index));
}

SymExprAttr InputShapes::getRequested(StringRef word, SymExprAttr otherwise) {
  int64_t size = 0;
  if (isSize(word, size))
    return SymExprAttr::constant(symbols.getContext(), size);
  return word == "?" ? otherwise : symbols.get(word);
}

/// Where the caller gives a size to a named dimension, all dimensions of that
/// name have it, in other inputs too.
/// The model's name is one symbol in all inputs. If --input-shape fixes it at
/// one of them, the others must follow, or the ops that join both could not be
/// typed.
LogicalResult InputShapes::bindRequested(const ::onnx::ValueInfoProto &input) {
  const Request *request = getRequest(input);
  const ::onnx::TensorShapeProto *shape = getShape(input);
  if (!request || !shape || shape->dim_size() != int64_t(request->size()))
    return success();
  for (auto [dim, word] : llvm::zip(shape->dim(), *request)) {
    StringRef name = getDimName(dim);
    SymExprAttr wanted = getRequested(word, nullptr);
    if (name.empty() || !wanted)
      continue;
    if (SymExprAttr other = symbols.bind(name, wanted))
      return emitError(loc)
             << "expected one size of dimension " << quote(name) << ", found "
             << toString(other) << " and " << toString(wanted);
  }
  return success();
}

FailureOr<SmallVector<SymExprAttr>>
InputShapes::getDims(const ::onnx::ValueInfoProto &input,
                     const Request *request) {
  const ::onnx::TensorShapeProto *shape = getShape(input);
  if (!shape && !request)
    return emitError(loc) << "expected a shape for input "
                          << quote(input.name())
                          << "; give one with --input-shape";
  int64_t rank = shape ? shape->dim_size() : int64_t(request->size());
  // The rank cannot be changed by an option: ops in the model were written for
  // it.
  if (request && rank != int64_t(request->size()))
    return emitError(loc)
           << "input " << quote(input.name()) << " has rank " << rank
           << ", expected as many dimensions of --input-shape, found "
           << request->size();
  SmallVector<SymExprAttr> dims;
  for (int64_t i = 0; i < rank; ++i) {
    SymExprAttr dim = shape ? getDim(input, i) : SymExprAttr();
    if (request) {
      SymExprAttr wanted = getRequested((*request)[i], dim);
      if (!wanted)
        wanted = symbols.makeFresh(input.name() + "_d" + std::to_string(i));
      // A static size may not be contradicted: the weights fit only that one.
      if (dim && dim.getConstant() && wanted != dim)
        return emitError(loc) << "input " << quote(input.name()) << " has size "
                              << toString(dim) << " in dimension " << i
                              << ", expected the same of --input-shape, found "
                              << toString(wanted);
      dim = wanted;
    }
    dims.push_back(dim);
  }
  return dims;
}

FailureOr<RankedTensorType>
InputShapes::getType(const ::onnx::ValueInfoProto &input) {
  if (!input.type().has_tensor_type())
    return emitError(loc) << "expected a tensor as input "
                          << quote(input.name())
                          << "; only tensors are supported";
  int32_t code = input.type().tensor_type().elem_type();
  Type element = relax::getElementType(symbols.getContext(), code);
  if (code == kString) {
    emitWarning(loc)
        << "input " << quote(input.name())
        << " has strings, expected numbers; give the hash of each "
           "one (FNV-1a of 64 bits, relax_mlir.runtime.hash_strings)";
    element = IntegerType::get(symbols.getContext(), 64);
  }
  if (!element)
    return emitError(loc) << "input " << quote(input.name())
                          << " has element type '" << getElementTypeName(code)
                          << "', expected a number or bool";
  FailureOr<SmallVector<SymExprAttr>> dims = getDims(input, getRequest(input));
  if (failed(dims))
    return failure();
  return getTensorType(*dims, element);
}

FailureOr<SmallVector<Type>>
InputShapes::getTypes(ArrayRef<const ::onnx::ValueInfoProto *> inputs) {
  llvm::StringSet<> known;
  bool failedAny = false;
  // Two passes over the inputs: all symbols are bound before the first type is
  // made, so the order of inputs and options does not matter.
  for (const ::onnx::ValueInfoProto *input : inputs) {
    known.insert(input->name());
    failedAny |= failed(bindRequested(*input));
  }
  // A mistyped name would silently leave the model's shape.
  for (const auto &request : requests)
    if (!known.contains(request.getKey())) {
      emitError(loc)
          << "expected --input-shape to name inputs of the model, found "
          << quote(request.getKey());
      failedAny = true;
    }
  SmallVector<Type> types;
  for (const ::onnx::ValueInfoProto *input : inputs) {
    FailureOr<RankedTensorType> type = getType(*input);
    failedAny |= failed(type);
    types.push_back(succeeded(type) ? Type(*type) : Type());
  }
  if (failedAny)
    return failure();
  return types;
}

} // namespace mlir::relax
