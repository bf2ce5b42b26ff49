// Which operators the importer knows, and in which versions.
#include "OperatorTable.h"
#include "FunctionBody.h"

namespace mlir::relax {

const OperatorTable &OperatorTable::get() {
  // Built on first use, thread-safe by the language (C++11 magic statics), and
  // constant afterwards. No global constructor runs in programs that import
  // nothing.
  static const OperatorTable table = [] {
    OperatorTable result;
    addActivationOperators(result);
    addAttentionOperators(result);
    addChoiceOperators(result);
    addTurnOperators(result);
    addConvolutionOperators(result);
    addCreateOperators(result);
    addDeformOperators(result);
    addDetectionOperators(result);
    addElementwiseOperators(result);
    addFeatureOperators(result);
    addGradientOperators(result);
    addImageOperators(result);
    addIndexOperators(result);
    addItemLoopOperators(result);
    addItemOperators(result);
    addLinearAlgebraOperators(result);
    addLossOperators(result);
    addManipulateOperators(result);
    addLinearModelOperators(result);
    addMicrosoftAttentionOperators(result);
    addMicrosoftOperators(result);
    addMicrosoftQuantizedOperators(result);
    addNormalizationOperators(result);
    addPadOperators(result);
    addPatchOperators(result);
    addPoolingOperators(result);
    addQuantizeOperators(result);
    addRandomOperators(result);
    addRecurrentOperators(result);
    addReduceOperators(result);
    addRegionOperators(result);
    addResizeOperators(result);
    addSearchOperators(result);
    addSequenceOperators(result);
    addSignalOperators(result);
    addTextOperators(result);
    addTrainingOperators(result);
    addTreeOperators(result);
    addUnpoolingOperators(result);
    addShapeFolds(result);
    addShapeArithmeticFolds(result);
    return result;
  }();
  return table;
}

int64_t getFirstOpset(const Operator &op) {
  // The standard's names have no domain in front; of others an operator set 7
  // has nothing to do with this.
  if (op.first != kFirstOpset || op.name.contains('.'))
    return op.first;
  int64_t since = getDefinitionOpset(op.name.str(), kFirstOpset);
  return since ? since : op.first;
}

ArrayRef<const Operator *> OperatorTable::lookup(StringRef name) const {
  auto found = operators.find(name);
  if (found == operators.end())
    return {};
  return found->second;
}

FoldFn OperatorTable::lookupFold(StringRef name) const {
  return folds.lookup(name);
}

SmallVector<const Operator *> OperatorTable::getAll() const {
  SmallVector<const Operator *> result;
  for (const auto &entry : operators)
    llvm::append_range(result, entry.getValue());
  // StringMap iterates in hash order, which differs between builds. The printed
  // list must not.
  llvm::sort(result, [](const Operator *lhs, const Operator *rhs) {
    return std::pair(lhs->name, lhs->first) < std::pair(rhs->name, rhs->first);
  });
  return result;
}

void OperatorTable::add(std::initializer_list<Operator> added) {
  for (const Operator &entry : added)
    operators[entry.name].push_back(&entries.emplace_back(entry));
}

} // namespace mlir::relax
