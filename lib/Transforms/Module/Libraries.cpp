// The libraries whose functions the run time has, and what each computes.
//
// Their patterns are written from the table: a product, perhaps transposed,
// with or without a bias and an activation, is thirty patterns a library.
#include "Relax/Transforms/Module/Libraries.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

using Kind = LibraryActivation;

// oneDNN's gelu is that of erf, cuBLASLt's that of tanh; cuDNN has none in
// `cudnnActivationForward`.
static constexpr Kind kDnnlActivations[] = {Kind::Relu, Kind::Gelu,
                                            Kind::Sigmoid, Kind::Tanh};
static constexpr Kind kCublasActivations[] = {Kind::Relu, Kind::GeluTanh};
static constexpr Kind kCudnnActivations[] = {Kind::Relu, Kind::Sigmoid,
                                             Kind::Tanh};

ArrayRef<Library> getLibraries() {
  static const Library libraries[] = {
      {"dnnl", "oneDNN", HasMatmul | HasConvolution | AnyLayout, "f32",
       kDnnlActivations},
      {"cublas", "cuBLASLt", OnDevice | HasMatmul | TransposedLhs | WideResult,
       "f16, bf16, f32, f64", kCublasActivations},
      {"cudnn", "cuDNN", OnDevice | HasConvolution, "f16, f32, f64",
       kCudnnActivations},
  };
  return libraries;
}

const Library *findLibrary(StringRef name) {
  const Library *found =
      llvm::find_if(getLibraries(), [&](const Library &library) {
        return library.name == name;
      });
  return found == getLibraries().end() ? nullptr : found;
}

LibraryActivation getActivation(Operation *op) {
  if (isa<ReluOp>(op))
    return Kind::Relu;
  if (isa<GeluOp>(op))
    return Kind::Gelu;
  if (isa<SigmoidOp>(op))
    return Kind::Sigmoid;
  if (isa<TanhOp>(op))
    return Kind::Tanh;
  return isa<GeluTanhOp>(op) ? Kind::GeluTanh : Kind::None;
}

namespace {
/// What a pattern is made of: its product first, in what order the operands
/// lie, and what follows.
struct Form {
  bool isConvolution;
  bool isLhsTransposed = false, isRhsTransposed = false;
  /// The axis of the bias; 0 without one.
  int64_t biasAxis = 0;
  Kind activation = Kind::None;
};
} // namespace

static StringRef getProductName(const Form &form) {
  return form.isConvolution ? Conv2dOp::getOperationName()
                            : MatmulOp::getOperationName();
}

/// A bias of NHWC is along the last axis, and its pattern asks for the layout.
static bool isNhwc(const Form &form) {
  return form.isConvolution && form.biasAxis < 0;
}

static StringRef getOperationName(Kind activation) {
  switch (activation) {
  case Kind::None:
    return "";
  case Kind::Relu:
    return ReluOp::getOperationName();
  case Kind::Gelu:
    return GeluOp::getOperationName();
  case Kind::Sigmoid:
    return SigmoidOp::getOperationName();
  case Kind::Tanh:
    return TanhOp::getOperationName();
  case Kind::GeluTanh:
    return GeluTanhOp::getOperationName();
  }
  return "";
}

/// The last word of an op's name: "relax.nn.relu" is "relu".
static StringRef getLastWord(StringRef operation) {
  return operation.rsplit('.').second;
}

/// As TVM calls them where it has them: "cublas.matmul_transposed_bias_relu".
static std::string getName(const Library &library, const Form &form) {
  std::string name =
      (library.name + "." + getLastWord(getProductName(form))).str();
  if (form.isLhsTransposed)
    name += form.isRhsTransposed ? "_both_transposed" : "_lhs_transposed";
  else if (form.isRhsTransposed)
    name += "_transposed";
  if (form.biasAxis)
    name += isNhwc(form) ? "_nhwc_bias" : "_bias";
  if (form.activation != Kind::None)
    name += "_" + getLastWord(getOperationName(form.activation)).str();
  return name;
}

// An operand of the product, or what gives it.
static std::string writeOperand(StringRef name, bool isTransposed) {
  constexpr auto operand = R"(  %{0} = pdl.operand
  pdl.apply_native_constraint "relax.element_types"(%{0}, %types : !pdl.value, !pdl.attribute)
)";
  constexpr auto transposed = R"(  %{0}_type = pdl.type
  %{0}_permute = pdl.operation "relax.permute_dims"(%{0} : !pdl.value) -> (%{0}_type : !pdl.type)
  %{0}_t = pdl.result 0 of %{0}_permute
  pdl.apply_native_constraint "relax.transposed"(%{0}_t : !pdl.value)
)";
  std::string text = llvm::formatv(operand, name);
  return isTransposed ? text + llvm::formatv(transposed, name).str() : text;
}

/// Text and not ops that a builder makes: what users write goes through the
/// same reader, and its checks.
static std::string writePattern(const Library &library, const Form &form) {
  constexpr auto bias = R"(  %bias = pdl.operand
  %axis = pdl.attribute = {0}
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%type : !pdl.type)
)";
  constexpr auto activation = R"(  %1 = pdl.result 0 of %{0}
  %root = pdl.operation "{1}"(%1 : !pdl.value) -> (%type : !pdl.type)
)";
  std::string text = llvm::formatv("pdl.pattern @{0} : benefit(1) {{\n"
                                   "  %types = pdl.attribute = [{1}]\n",
                                   getName(library, form), library.elements);
  text += writeOperand("lhs", form.isLhsTransposed);
  text += writeOperand("rhs", form.isRhsTransposed);
  if (isNhwc(form))
    text += "  %layout = pdl.attribute = \"NHWC\"\n";
  text += llvm::formatv(
      "  %type = pdl.type\n  %product = pdl.operation \"{0}\"(%lhs{1}, %rhs{2} "
      ": !pdl.value, !pdl.value) {3}-> (%type : !pdl.type)\n",
      getProductName(form), form.isLhsTransposed ? "_t" : "",
      form.isRhsTransposed ? "_t" : "",
      isNhwc(form) ? "{\"data_layout\" = %layout} " : "");
  StringRef last = "product";
  if (form.biasAxis) {
    text += "  %0 = pdl.result 0 of %product\n";
    text += llvm::formatv(bias, form.biasAxis);
    last = "sum";
  }
  if (form.activation != Kind::None) {
    text += llvm::formatv(activation, last, getOperationName(form.activation));
    last = "root";
  }
  return text +
         llvm::formatv("  pdl.rewrite %{0} with \"relax.composite\"\n}\n", last)
             .str();
}

/// All that a product can be followed by, for each form of the product.
std::string writePatterns(const Library &library) {
  SmallVector<Form> products;
  for (bool isLhsTransposed : {true, false})
    for (bool isRhsTransposed : {true, false})
      if (library.has(HasMatmul) &&
          (library.has(TransposedLhs) || !isLhsTransposed))
        products.push_back({false, isLhsTransposed, isRhsTransposed});
  if (library.has(HasConvolution))
    products.push_back({true});
  // What one pattern finds is no other's any more, so that those with a bias
  // come first, and of them those with a function behind it.
  SmallVector<Kind> activations(library.activations);
  activations.push_back(Kind::None);
  std::string text;
  for (bool isWithBias : {true, false})
    for (Kind activation : activations)
      for (Form form : products) {
        form.activation = activation;
        form.biasAxis = isWithBias ? -1 : 0;
        text += writePattern(library, form);
        form.biasAxis = 1;
        if (isWithBias && form.isConvolution)
          text += writePattern(library, form);
      }
  return text;
}

} // namespace mlir::relax
