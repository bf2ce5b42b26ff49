// Writes types: R.Tensor, R.Shape, R.Tuple, R.Callable, scalars.
#include "TypeText.h"

#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/SymExprNotation.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

/// A float type as TVM calls it; empty for one that TVM lacks.
static StringRef floatName(Type type) {
  return TypeSwitch<Type, StringRef>(type)
      .Case<Float16Type>([](auto) { return "float16"; })
      .Case<Float32Type>([](auto) { return "float32"; })
      .Case<Float64Type>([](auto) { return "float64"; })
      .Case<BFloat16Type>([](auto) { return "bfloat16"; })
      .Case<Float8E3M4Type>([](auto) { return "float8_e3m4"; })
      .Case<Float8E4M3Type>([](auto) { return "float8_e4m3"; })
      .Case<Float8E4M3B11FNUZType>([](auto) { return "float8_e4m3b11fnuz"; })
      .Case<Float8E4M3FNType>([](auto) { return "float8_e4m3fn"; })
      .Case<Float8E4M3FNUZType>([](auto) { return "float8_e4m3fnuz"; })
      .Case<Float8E5M2Type>([](auto) { return "float8_e5m2"; })
      .Case<Float8E5M2FNUZType>([](auto) { return "float8_e5m2fnuz"; })
      .Case<Float8E8M0FNUType>([](auto) { return "float8_e8m0fnu"; })
      .Case<Float6E2M3FNType>([](auto) { return "float6_e2m3fn"; })
      .Case<Float6E3M2FNType>([](auto) { return "float6_e3m2fn"; })
      .Case<Float4E2M1FNType>([](auto) { return "float4_e2m1fn"; })
      .Default(StringRef());
}

std::string dtypeOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    std::string lane = dtypeOf(vector.getElementType());
    if (lane.empty() || vector.getRank() != 1)
      return {};
    std::string lanes = std::to_string(vector.getDimSize(0));
    return lane + (vector.isScalable() ? "xvscalex" : "x") + lanes;
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 1)
      return "bool";
    return (integer.isUnsigned() ? "uint" : "int") +
           std::to_string(integer.getWidth());
  }
  return floatName(type).str();
}

std::string TypeText::dtype(Operation *op, Type element) {
  std::string name = dtypeOf(element);
  if (name.empty()) {
    std::string found;
    llvm::raw_string_ostream(found) << element;
    module.reject(op,
                  "expected elements and scalars that TVM has, found " + found);
  }
  return name;
}

std::string TypeText::symbol(StringAttr symbol) {
  std::string &name = symbols[symbol];
  if (name.empty()) {
    name = names.fresh(symbol.getValue());
    ownNames.push_back(name);
  }
  return name;
}

std::string TypeText::expr(SymExprAttr expr) {
  return writeInPython(
             expr, [&](StringAttr name) { return symbol(name); },
             [](StringRef function, StringRef left, StringRef right) {
               return ("T." + function + "(" + left + ", " + right + ")").str();
             })
      .text;
}

std::string TypeText::exprs(ArrayRef<SymExprAttr> exprs) {
  std::string text;
  llvm::interleave(
      exprs, [&](SymExprAttr size) { text += expr(size); },
      [&] { text += ", "; });
  return text;
}

std::string TypeText::sizesOf(ArrayRef<SymExprAttr> dims, Sizes sizes) {
  std::string text;
  llvm::interleave(
      dims,
      [&](SymExprAttr size) {
        bool isSignature = sizes == Sizes::Quoted || sizes == Sizes::Parameter;
        // The unknown one among known ones: a name that nothing else has.
        std::string word = size ? expr(size) : unnamed();
        text +=
            isSignature && !(size && size.getConstant()) ? quoted(word) : word;
      },
      [&] { text += ", "; });
  return text;
}

std::string TypeText::unnamed() {
  ownNames.push_back(names.fresh("unknown"));
  return ownNames.back();
}

/// Whether all sizes can be written. TVM has no form between known sizes and a
/// rank alone: what gives names to sizes names the unknown ones, too, and
/// elsewhere the type says less, as TVM infers the rest itself.
static bool areWritten(ArrayRef<SymExprAttr> dims, Sizes sizes) {
  bool isNaming = sizes == Sizes::Parameter || sizes == Sizes::Cast;
  auto isKnown = [](SymExprAttr dim) { return bool(dim); };
  return isNaming ? dims.empty() || llvm::any_of(dims, isKnown)
                  : llvm::all_of(dims, isKnown);
}

std::string TypeText::tensor(Operation *op, RankedTensorType type,
                             Sizes sizes) {
  SmallVector<SymExprAttr> dims = getDims(type);
  SmallVector<std::string> words;
  bool isKnown = areWritten(dims, sizes);
  if (isKnown)
    words.push_back("(" + sizesOf(dims, sizes) +
                    (dims.size() == 1 ? ",)" : ")"));
  if (!isa<UnknownType>(type.getElementType()))
    words.push_back("dtype=" + quoted(dtype(op, type.getElementType())));
  if (!isKnown)
    words.push_back("ndim=" + std::to_string(dims.size()));
  if (VDeviceAttr device = getVDevice(type))
    words.push_back("vdevice=" + quoted(module.device(device)));
  return "R.Tensor(" + llvm::join(words, ", ") + ")";
}

std::string TypeText::shape(Operation *op, ShapeType type, Sizes sizes) {
  if (!type.hasDims())
    return "R.Shape(ndim=" + std::to_string(type.getRank()) + ")";
  SmallVector<SymExprAttr> dims = type.getDimsOrUnknown();
  if (!areWritten(dims, sizes))
    return "R.Shape(ndim=" + std::to_string(type.getRank()) + ")";
  return "R.Shape([" + sizesOf(dims, sizes) + "])";
}

std::string TypeText::callable(Operation *op, CallableType type, Sizes sizes) {
  StringRef purity = type.getPure() ? "True" : "False";
  if (type.isOpaque())
    return ("R.Callable(purity=" + purity + ")").str();
  FunctionType signature = type.getSignature();
  if (signature.getNumResults() != 1) {
    module.reject(op, "expected one value, as of a function of TVM, found " +
                          Twine(signature.getNumResults()) +
                          "; let a callable give a tuple");
    return {};
  }
  std::string text = "R.Callable((";
  for (Type input : signature.getInputs())
    text += this->type(op, input, sizes) + ", ";
  if (signature.getNumInputs())
    text.resize(text.size() - (signature.getNumInputs() > 1 ? 2 : 1));
  return text + "), " + this->type(op, signature.getResult(0), sizes) + ", " +
         purity.str() + ")";
}

std::string TypeText::dtensor(Operation *op, DTensorType type, Sizes sizes) {
  auto tensor = dyn_cast<RankedTensorType>(type.getTensor());
  SmallVector<SymExprAttr> dims;
  if (tensor)
    dims = getDims(tensor);
  if (!tensor || llvm::is_contained(dims, SymExprAttr())) {
    module.reject(op, "expected known sizes, as of a tensor of TVM that is "
                      "spread over a mesh, found " +
                          debugString(type) + "; name the others by symbols");
    return {};
  }
  if (llvm::is_contained(type.getPlacement(), kPartialSum)) {
    module.reject(op, "expected parts or copies on each axis of a mesh, which "
                      "TVM has, found partial sums in " +
                          debugString(type) +
                          "; redistribute them where they are made");
    return {};
  }
  auto axes = llvm::map_range(type.getPlacement(), getPlaceText);
  return "R.DTensor((" + sizesOf(dims, sizes) +
         (dims.size() == 1 ? ",)" : ")") + ", " +
         quoted(dtype(op, tensor.getElementType())) +
         ", device_mesh=" + quoted(module.mesh(type.getMesh())) +
         ", placement=" + quoted(llvm::join(axes, ", ")) + ")";
}

std::string TypeText::type(Operation *op, Type type, Sizes sizes) {
  return TypeSwitch<Type, std::string>(type)
      .Case([&](RankedTensorType type) { return tensor(op, type, sizes); })
      .Case([&](UnrankedTensorType type) -> std::string {
        if (isa<UnknownType>(type.getElementType()))
          return "R.Tensor()";
        return "R.Tensor(dtype=" + quoted(dtype(op, type.getElementType())) +
               ")";
      })
      .Case([&](ShapeType type) { return shape(op, type, sizes); })
      .Case([&](CallableType type) { return callable(op, type, sizes); })
      .Case([&](DTensorType type) { return dtensor(op, type, sizes); })
      .Case([&](ObjectType) -> std::string { return "R.Object"; })
      .Case([&](TupleType type) -> std::string {
        if (type.size() == 0)
          return "R.Tuple";
        SmallVector<std::string> fields;
        for (Type field : type.getTypes())
          fields.push_back(this->type(op, field, sizes));
        return "R.Tuple(" + llvm::join(fields, ", ") + ")";
      })
      .Default(
          [&](Type type) { return "R.Prim(" + quoted(dtype(op, type)) + ")"; });
}

std::string TypeText::types(Operation *op, TypeRange types, Sizes sizes) {
  if (types.size() == 1)
    return type(op, types.front(), sizes);
  return type(op, TupleType::get(op->getContext(), SmallVector<Type>(types)),
              sizes);
}

} // namespace mlir::relax::tvmscript
