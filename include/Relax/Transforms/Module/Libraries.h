// The libraries whose functions the run time has, and what each computes.
#ifndef RELAX_TRANSFORMS_MODULE_LIBRARIES_H
#define RELAX_TRANSFORMS_MODULE_LIBRARIES_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// A function of a product that a library computes along with it; the numbers
/// are those of `Activation` in runtime/Libraries/ProductCalls.h.
enum class LibraryActivation : int64_t {
  None,
  Relu,
  Gelu,
  Sigmoid,
  Tanh,
  GeluTanh
};

/// What tells libraries apart.
enum LibraryTrait : unsigned {
  /// It takes tensors of a CUDA device, else those of the host.
  OnDevice = 1,
  HasMatmul = 2,
  HasConvolution = 4,
  /// The left operand of a matmul may be transposed, too.
  TransposedLhs = 8,
  /// Padding in front of an axis may differ from that behind it, and weights
  /// may be in HWIO.
  AnyLayout = 16,
  /// A product of 16 bits may be of f32.
  WideResult = 32,
};

/// A library of products, convolutions, or both.
struct Library {
  /// As in `Codegen = "dnnl"`; what people call it.
  StringLiteral name, title;
  unsigned traits;
  /// The types of elements that it takes, as text.
  StringLiteral elements;
  ArrayRef<LibraryActivation> activations;

  bool has(LibraryTrait trait) const { return traits & trait; }
};

/// The libraries, in the order in which errors name them.
ArrayRef<Library> getLibraries();

/// The library of a name; null if it is none of them.
const Library *findLibrary(StringRef name);

/// The function that `op` is; none if it is another op.
LibraryActivation getActivation(Operation *op);

/// The patterns of what the library computes, as a file has them
/// (docs/Libraries.md), the larger ones first.
std::string writePatterns(const Library &library);

} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_MODULE_LIBRARIES_H
