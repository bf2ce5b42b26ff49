// Turns the tensors stored in a model into attributes.
#ifndef RELAX_LIB_IMPORT_TENSORDATA_H
#define RELAX_LIB_IMPORT_TENSORDATA_H

#include "Proto.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

namespace mlir::relax {

/// Reads stored tensors, including those in files beside the model.
class TensorData {
public:
  /// External data is looked up in `folder`.
  TensorData(MLIRContext *context, StringRef folder)
      : context(context), folder(folder.str()) {}

  /// The type of `tensor`, once its element type is supported, its shape is
  /// sound and the data in the model has the size which that shape needs.
  FailureOr<RankedTensorType> check(const ::onnx::TensorProto &tensor,
                                    Location loc) const;

  /// The value of `tensor`, which has passed `check` with result `type`: in
  /// the IR's text if small or uniform, else an aligned resource.
  FailureOr<ElementsAttr> read(const ::onnx::TensorProto &tensor,
                               RankedTensorType type, Location loc) const;

  /// Up to `limit` integers of `tensor`, if it has at most that many and its
  /// elements are integers or bools.
  std::optional<SmallVector<int64_t>>
  readIntegers(const ::onnx::TensorProto &tensor, RankedTensorType type,
               Location loc, int64_t limit) const;

  /// The same for elements of a floating-point type.
  std::optional<SmallVector<double>>
  readFloats(const ::onnx::TensorProto &tensor, RankedTensorType type,
             Location loc, int64_t limit) const;

  /// The elements of `tensor` if it has at most `limit`, else null.
  DenseElementsAttr readDense(const ::onnx::TensorProto &tensor,
                              RankedTensorType type, Location loc,
                              int64_t limit = 256) const;

private:
  MLIRContext *context;
  std::string folder;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_TENSORDATA_H
