// What the caller says about operators that are external functions.
#ifndef RELAX_LIB_IMPORT_DOMAINS_CUSTOMRULES_H
#define RELAX_LIB_IMPORT_DOMAINS_CUSTOMRULES_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {

/// A tensor as a rule describes it: `[n, 4] f32`, or `same-as=0` for a result.
struct CustomTensor {
  /// The input whose type the result has; `dims` are empty then.
  std::optional<unsigned> sameAs;
  /// Sizes, null for `?`.
  SmallVector<SymExprAttr> dims;
  /// Null if the rule leaves it out.
  Type element;
};

/// The rule of one operator.
struct CustomRule {
  /// None if the rule says nothing of inputs.
  std::optional<SmallVector<CustomTensor>> inputs;
  /// The attributes that are passed, with their defaults; a unit for one that
  /// a node must have. Null if all are passed that a node has.
  DictionaryAttr attributes;
  SmallVector<CustomTensor> results;
};

/// The rules of a model by the names of their operators, such as
/// `com.acme.Scale`; one of the default domain has no dot.
class CustomRules {
public:
  /// Take the rules `texts`, each of which is
  ///   NAME:RESULT, ...
  ///   NAME:INPUT, ... {ATTRIBUTE = DEFAULT, ...} -> RESULT, ...
  LogicalResult add(ArrayRef<std::string> texts, Location loc);

  /// The rule of an operator, or null.
  const CustomRule *lookup(StringRef name) const {
    auto found = rules.find(name);
    return found == rules.end() ? nullptr : &found->second;
  }

private:
  llvm::StringMap<CustomRule> rules;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_CUSTOMRULES_H
