// Reads ONNX models into the relax dialect.
#include "Relax/Import/ImportONNX.h"
#include "FunctionBody.h"
#include "GraphImport.h"
#include "ModelFile.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

OwningOpRef<ModuleOp> importONNX(StringRef path, MLIRContext *context,
                                 const ImportONNXOptions &options) {
  // Only what the importer makes is loaded: reading a model must not register
  // other dialects in the caller's context.
  context->loadDialect<RelaxDialect>();
  // The operator Gradient asks ops for their derivatives.
  DialectRegistry registry;
  registerGradients(registry);
  context->appendDialectRegistry(registry);
  ::onnx::ModelProto model;
  if (failed(readModelFile(path, UnknownLoc::get(context), model)))
    return nullptr;
  // External data is named relative to the model's folder.
  return importGraph(model, llvm::sys::path::parent_path(path), context,
                     options);
}

std::vector<std::string> getONNXOperators() {
  std::vector<std::string> result = {("Constant 1-" + Twine(kLastOpset)).str()};
  for (const Operator *op : OperatorTable::get().getAll())
    result.push_back(
        (op->name + " " + Twine(getFirstOpset(*op)) + "-" + Twine(op->last))
            .str());
  // An operator with an own import is listed with it, although the standard has
  // a body for it, too.
  for (const auto &[name, since] : getStandardBodies())
    if (OperatorTable::get().lookup(name).empty())
      result.push_back((name + " " + Twine(std::max(since, kFirstOpset)) + "-" +
                        Twine(kLastOpset) + " by its function")
                           .str());
  llvm::sort(result);
  return result;
}

std::vector<std::string> getMissingONNXOperators() {
  std::vector<std::string> result;
  for (auto [name, reason] : getMissingOperators())
    result.push_back((name + ": " + reason).str());
  llvm::sort(result);
  return result;
}

} // namespace mlir::relax
