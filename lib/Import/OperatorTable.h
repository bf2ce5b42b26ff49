// Which operators the importer knows, and in which versions.
#ifndef RELAX_LIB_IMPORT_OPERATORTABLE_H
#define RELAX_LIB_IMPORT_OPERATORTABLE_H

#include "NodeImport.h"
#include <deque>
#include <initializer_list>

namespace mlir::relax {

/// The newest operator set that is read.
inline constexpr int64_t kLastOpset = 28;
/// The first one that all operators are written for. Of an older one those are
/// read that it defines as this one does, and those whose entry says so.
inline constexpr int64_t kFirstOpset = 7;

/// Makes the ops of a node and sets its results.
using ImportFn = void (*)(NodeImport &node);
/// Computes a node's result from what is known at import; none if it cannot.
using FoldFn = std::optional<SymbolicTensor> (*)(NodeImport &node);

/// One operator; the name of one of another domain begins with the domain.
struct Operator {
  StringLiteral name;
  /// The operator sets that have it, or that the importer reads it in.
  int64_t first;
  int64_t last;
  unsigned minInputs;
  /// Inputs beyond that are an error; `kAny` for a variadic operator.
  unsigned maxInputs;
  ImportFn import;
  unsigned maxOutputs = 1;
  /// Whether inputs may be other than tensors: sequences and optional values.
  bool takesItems = false;
};
inline constexpr unsigned kAny = ~0u;
/// The same where inputs may be left out.
inline constexpr unsigned kMany = kAny - 1;

/// The first operator set that `op` is read in: an entry that begins with
/// kFirstOpset takes older ones of which the standard defines it alike.
int64_t getFirstOpset(const Operator &op);

/// The operators of all families, by name; some have an entry per version.
class OperatorTable {
public:
  /// The table; built once.
  static const OperatorTable &get();

  /// All entries for `name`; none if it is unknown.
  ArrayRef<const Operator *> lookup(StringRef name) const;
  /// The rule that computes `name` at import, or null.
  FoldFn lookupFold(StringRef name) const;

  /// All entries, sorted by name.
  SmallVector<const Operator *> getAll() const;

  /// Add the operators of one family.
  void add(std::initializer_list<Operator> added);
  void addFold(StringRef name, FoldFn fold) { folds[name] = fold; }

private:
  /// A deque, since entries keep their addresses.
  std::deque<Operator> entries;
  llvm::StringMap<SmallVector<const Operator *, 1>> operators;
  llvm::StringMap<FoldFn> folds;
};

/// Each family adds its operators.
void addActivationOperators(OperatorTable &table);
void addAttentionOperators(OperatorTable &table);
void addChoiceOperators(OperatorTable &table);
void addTurnOperators(OperatorTable &table);
void addConvolutionOperators(OperatorTable &table);
void addCreateOperators(OperatorTable &table);
void addDeformOperators(OperatorTable &table);
void addDetectionOperators(OperatorTable &table);
void addElementwiseOperators(OperatorTable &table);
void addFeatureOperators(OperatorTable &table);
void addGradientOperators(OperatorTable &table);
void addImageOperators(OperatorTable &table);
void addIndexOperators(OperatorTable &table);
void addLinearAlgebraOperators(OperatorTable &table);
void addLossOperators(OperatorTable &table);
void addManipulateOperators(OperatorTable &table);
void addLinearModelOperators(OperatorTable &table);
void addMicrosoftAttentionOperators(OperatorTable &table);
void addMicrosoftOperators(OperatorTable &table);
void addMicrosoftQuantizedOperators(OperatorTable &table);
void addNormalizationOperators(OperatorTable &table);
void addPadOperators(OperatorTable &table);
void addPatchOperators(OperatorTable &table);
void addPoolingOperators(OperatorTable &table);
void addQuantizeOperators(OperatorTable &table);
void addRandomOperators(OperatorTable &table);
void addRecurrentOperators(OperatorTable &table);
void addReduceOperators(OperatorTable &table);
void addRegionOperators(OperatorTable &table);
void addResizeOperators(OperatorTable &table);
void addItemLoopOperators(OperatorTable &table);
void addItemOperators(OperatorTable &table);
void addSearchOperators(OperatorTable &table);
void addSequenceOperators(OperatorTable &table);
void addSignalOperators(OperatorTable &table);
void addTextOperators(OperatorTable &table);
void addTrainingOperators(OperatorTable &table);
void addTreeOperators(OperatorTable &table);
void addUnpoolingOperators(OperatorTable &table);
void addShapeFolds(OperatorTable &table);
void addShapeArithmeticFolds(OperatorTable &table);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_OPERATORTABLE_H
