// The types of a graph's inputs: the model's shapes and the caller's.
#ifndef RELAX_LIB_IMPORT_INPUTSHAPES_H
#define RELAX_LIB_IMPORT_INPUTSHAPES_H

#include "Proto.h"
#include "SymbolNames.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

namespace mlir::relax {

/// Works out the types of graph inputs.
class InputShapes {
public:
  /// Inputs that the model leaves open get symbols from `symbols`.
  InputShapes(SymbolNames &symbols, Location loc)
      : symbols(symbols), loc(loc) {}

  /// Take what the caller says about shapes, `name=1x3x48x192` each.
  LogicalResult addRequests(ArrayRef<std::string> texts);

  /// The types of `inputs`, in order; all errors are reported.
  FailureOr<SmallVector<Type>>
  getTypes(ArrayRef<const ::onnx::ValueInfoProto *> inputs);

private:
  using Request = SmallVector<std::string>;
  FailureOr<RankedTensorType> getType(const ::onnx::ValueInfoProto &input);
  FailureOr<SmallVector<SymExprAttr>>
  getDims(const ::onnx::ValueInfoProto &input, const Request *request);
  SymExprAttr getDim(const ::onnx::ValueInfoProto &input, int64_t index);
  SymExprAttr getRequested(StringRef word, SymExprAttr otherwise);
  LogicalResult bindRequested(const ::onnx::ValueInfoProto &input);
  const Request *getRequest(const ::onnx::ValueInfoProto &input) const;

  SymbolNames &symbols;
  Location loc;
  llvm::StringMap<Request> requests;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_INPUTSHAPES_H
