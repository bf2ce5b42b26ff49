// What compiled code passes to a library that computes products.
//
//   relax.<library>.matmul  lhs, rhs, [bias,] numbers: bias activation
//                           [lhs-transposed] rhs-transposed
//   relax.<library>.conv2d  data, weight, [bias,] numbers: bias activation
//                           data-layout kernel-layout groups strides (2)
//                           padding (4: top left bottom right) dilation (2)
//
// lib/Transforms/Module/LibraryCalls.cpp writes the numbers, as a shape.
#ifndef RELAX_RUNTIME_PRODUCTCALLS_H
#define RELAX_RUNTIME_PRODUCTCALLS_H

#include "Context.h"
#include "Tensor.h"

#include <memory>
#include <string>

namespace relax::runtime {

/// A function of a product, by the number that compiled code passes.
enum class Activation : int64_t { None, Relu, Gelu, Sigmoid, Tanh, GeluTanh };

/// The numbers of a matmul of which both operands may be transposed.
struct MatmulNumbers {
  int64_t hasBias, activation, isLhsTransposed, isRhsTransposed;
};

/// The numbers of a convolution. Layouts of images are NCHW, NHWC; of weights
/// OIHW, OHWI, HWIO.
struct ConvolutionNumbers {
  int64_t hasBias, activation, dataLayout, kernelLayout, groups;
  int64_t strides[2], padding[4], dilation[2];
};

/// Which operands a function takes.
struct ProductForm {
  const char *name;
  int64_t numNumbers;
  /// The ranks that operands may have.
  int minRank, maxRank;
  /// Whether it takes such elements; what it takes, in words.
  bool (*takes)(DLDataType dtype);
  const char *elements;
  bool isOnDevice;
};

/// What a call passes.
struct Given {
  const DLTensor *const *inputs;
  int32_t numInputs;
  const DLTensor *const *outputs;
  int32_t numOutputs;
};

/// A call of a function.
struct ProductCall {
  const ProductForm &form;
  Given given;
};

/// What a function was given, as far as it has it.
struct ProductOperands {
  const DLTensor *lhs, *rhs, *bias, *numbers, *result;

  /// The numbers, as one of the structures above.
  template <typename Numbers>
  const Numbers &get() const {
    return *static_cast<const Numbers *>(getData(*numbers));
  }
};

/// Reads the operands and checks their form: programs are written by hand, too,
/// and nothing that they pass may be trusted. Sizes are left to the function.
int32_t readOperands(RelaxContext *context, const ProductForm &form,
                     const Given &given, ProductOperands &operands);

/// Reads the operands of a call, and gives the library that `load` finds. Null
/// and RELAX_OK where the result has no elements: there is nothing to compute,
/// and libraries reject descriptors of nothing.
template <typename Library>
const Library *beginProduct(RelaxContext *context, const ProductCall &call,
                            const Library *(*load)(std::string &failure),
                            ProductOperands &operands, int32_t &status) {
  status = readOperands(context, call.form, call.given, operands);
  std::string failure;
  const Library *library = status ? nullptr : load(failure);
  if (!status && !library)
    status = fail(context, RELAX_ERROR_NOT_FOUND, "'%s': %s", call.form.name,
                  failure.c_str());
  return status || getNumElements(*operands.result) == 0 ? nullptr : library;
}

/// The error that a library has said to a step of a call.
int32_t failWithStatus(RelaxContext *context, const char *name,
                       const char *library, const char *step, int status);

/// The error that a call has an activation that the library has not.
int32_t failWithActivation(RelaxContext *context, const char *name,
                           int64_t activation, const char *expected);

/// Ends an object of a library by its function.
struct LibraryEnd {
  int (*function)(void *);
  void operator()(void *object) const { function(object); }
};
using LibraryObject = std::unique_ptr<void, LibraryEnd>;

} // namespace relax::runtime

#endif // RELAX_RUNTIME_PRODUCTCALLS_H
