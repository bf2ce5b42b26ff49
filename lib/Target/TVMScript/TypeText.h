// Types, sizes and attributes of one function, as a script writes them.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_TYPETEXT_H
#define RELAX_LIB_TARGET_TVMSCRIPT_TYPETEXT_H

#include "ModuleScript.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax::tvmscript {

/// TVM's name for elements of `type`, such as "float32"; empty if it has none.
std::string dtypeOf(Type type);

/// Where sizes stand: in a signature as texts, since their names are not known
/// there. A parameter and a cast give names to what they find, others do not.
enum class Sizes { Plain, Quoted, Parameter, Cast };

/// Writes what depends on the symbols of a function.
class TypeText {
public:
  explicit TypeText(ModuleScript &module, Names &names)
      : module(module), names(names) {}

  /// A type; what TVM has no form for is an error at `op`.
  std::string type(Operation *op, Type type, Sizes sizes = Sizes::Plain);
  /// One type of several: a tuple of them unless it is one.
  std::string types(Operation *op, TypeRange types, Sizes sizes = Sizes::Plain);
  /// An expression over sizes.
  std::string expr(SymExprAttr expr);
  /// Sizes in a tuple or list, without its brackets.
  std::string exprs(ArrayRef<SymExprAttr> exprs);
  /// The name of a symbol.
  std::string symbol(StringAttr symbol);
  /// Lets a symbol have the name of a parameter.
  void bind(StringAttr symbol, StringRef name) { symbols[symbol] = name.str(); }
  /// The names of the symbols so far, but for those of parameters.
  ArrayRef<std::string> declared() const { return ownNames; }

  /// An attribute as an object of Python; an error at `op` if there is none.
  std::string attribute(Operation *op, Attribute attribute);
  /// A dictionary of Python.
  std::string dictionary(Operation *op, ArrayRef<NamedAttribute> attributes);

  /// What TVM calls a type of elements; an error at `op` if it has none.
  std::string dtype(Operation *op, Type element);

private:
  std::string tensor(Operation *op, RankedTensorType type, Sizes sizes);
  std::string shape(Operation *op, ShapeType type, Sizes sizes);
  std::string callable(Operation *op, CallableType type, Sizes sizes);
  std::string dtensor(Operation *op, DTensorType type, Sizes sizes);
  std::string sizesOf(ArrayRef<SymExprAttr> dims, Sizes sizes);
  std::string unnamed();

  ModuleScript &module;
  Names &names;
  llvm::MapVector<StringAttr, std::string> symbols;
  SmallVector<std::string> ownNames;
};

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_TYPETEXT_H
