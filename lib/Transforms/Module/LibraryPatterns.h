// Patterns of ops that a library computes, as a file has them in PDL.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_LIBRARYPATTERNS_H
#define RELAX_LIB_TRANSFORMS_MODULE_LIBRARYPATTERNS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace mlir::relax {

/// Whether `bias` has the size of `value` along `axis`, counted from the end if
/// negative, and 1 along all others; no size of it is unknown.
bool variesAlong(Value bias, Value value, int64_t axis);

/// One pattern: `pdl.pattern @dnnl.matmul_relu`, which ends in
/// `pdl.rewrite %root with "relax.composite"`.
class LibraryPattern {
public:
  /// Compiles a `pdl.pattern` whose form `readLibraryPatterns` has checked.
  explicit LibraryPattern(Operation *pattern);

  /// The pattern's name.
  StringAttr getName() const { return name; }
  /// The ops that it finds with `root` as the last one, without repetition;
  /// none where it does not hold.
  ArrayRef<Operation *> match(Operation *root);

private:
  StringAttr name;
  SmallVector<Operation *> matched;
  FrozenRewritePatternSet compiled;
  std::unique_ptr<PatternApplicator> applicator;
};

/// The patterns of `text`, which comes from `file`, in their order; an error
/// where it has another form. The dialects of PDL are loaded.
FailureOr<SmallVector<std::unique_ptr<LibraryPattern>>>
readLibraryPatterns(MLIRContext *context, std::string text, StringRef file);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_LIBRARYPATTERNS_H
