// Reads ONNX models into the relax dialect.
#include "Relax/Import/ImportONNX.h"
#include "GraphImport.h"
#include "ModelFile.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

OwningOpRef<ModuleOp> importONNX(StringRef path, MLIRContext *context,
                                 const ImportONNXOptions &options) {
  context->loadDialect<RelaxDialect>();
  ::onnx::ModelProto model;
  if (failed(readModelFile(path, UnknownLoc::get(context), model)))
    return nullptr;
  return importGraph(model, llvm::sys::path::parent_path(path), context,
                     options);
}

std::vector<std::string> getONNXOperators() {
  std::vector<std::string> result = {
      ("Constant " + Twine(kFirstOpset) + "-" + Twine(kLastOpset)).str()};
  for (const Operator *op : OperatorTable::get().getAll())
    result.push_back(
        (op->name + " " + Twine(op->first) + "-" + Twine(op->last)).str());
  return result;
}

} // namespace mlir::relax
