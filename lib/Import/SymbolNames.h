// Names for the symbolic dimensions of a model.
#ifndef RELAX_LIB_IMPORT_SYMBOLNAMES_H
#define RELAX_LIB_IMPORT_SYMBOLNAMES_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {

/// Gives each dimension name of a model one symbol, and makes new ones. ONNX
/// allows any text as a name; a symbol is an identifier that is no keyword.
class SymbolNames {
public:
  explicit SymbolNames(MLIRContext *context) : context(context) {}

  /// Where the symbols live.
  MLIRContext *getContext() const { return context; }

  /// The expression that stands for the ONNX dimension `name`.
  SymExprAttr get(StringRef name);

  /// A symbol that nothing else has, called like `wish`.
  SymExprAttr makeFresh(StringRef wish);

  /// Let `expr` stand for the ONNX dimension `name` from now on. Returns what
  /// already stands for it, if that is something else.
  SymExprAttr bind(StringRef name, SymExprAttr expr);

  /// Whether the model has a name for `size`, or for the parts whose broadcast
  /// it is: sizes of two names need not be equal, since their author could have
  /// given them one.
  bool isNamed(SymExprAttr size) const;

  /// The sizes whose broadcast `size` is; empty if it is none.
  ArrayRef<SymExprAttr> getJoined(SymExprAttr size) const;
  void setJoined(SymExprAttr size, ArrayRef<SymExprAttr> parts);

private:
  MLIRContext *context;
  llvm::StringMap<SymExprAttr> bound;
  llvm::StringSet<> taken;
  llvm::DenseMap<SymExprAttr, SmallVector<SymExprAttr, 2>> joined;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SYMBOLNAMES_H
