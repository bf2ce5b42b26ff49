// Compares values with the types of relax, and gives symbols their values.
#ifndef RELAX_LIB_REFERENCE_TYPEMATCH_H
#define RELAX_LIB_REFERENCE_TYPEMATCH_H

#include "Machine.h"

namespace mlir::relax::reference {

/// One comparison of values with types, as at the entry of a function. Symbols
/// that stand alone may be defined by it; all else is compared.
class TypeMatch {
public:
  /// `defined` are the symbols that the comparison gives values.
  TypeMatch(Machine &machine, ArrayRef<StringAttr> defined)
      : machine(machine), undefined(defined.begin(), defined.end()) {}

  /// Compares all that does not depend on symbols, defines symbols. False if
  /// the value does not fit; `getReason` then says why.
  bool add(Type type, const Datum &value);
  /// Compares what depends on symbols.
  bool finish();
  /// Such as "dimension 1 is 5, expected n * 2 = 6".
  StringRef getReason() const { return reason; }

private:
  bool reject(const Twine &why);
  bool addTensor(TensorType type, const Datum &value);
  bool addSizes(ArrayRef<SymExprAttr> expected, ArrayRef<int64_t> found);

  /// A size whose expression is compared at the end.
  struct Waiting {
    SymExprAttr expected;
    int64_t found;
    size_t axis;
  };

  Machine &machine;
  llvm::SmallDenseSet<StringAttr> undefined;
  SmallVector<Waiting> waiting;
  std::string reason;
};

/// The tensor in a slot, alive; else null, with an error.
Tensor *getLiveTensor(Machine &machine, const Instruction *at,
                      const Datum &value);

/// The sizes of a tensor type, in numbers; nothing if one is unknown.
std::optional<SmallVector<int64_t, 4>> evaluateSizes(Machine &machine,
                                                     Type type);
/// The same; an error says which is unknown.
std::optional<SmallVector<int64_t, 4>>
getSizesOrFail(Machine &machine, Type type, const Instruction *at);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_TYPEMATCH_H
