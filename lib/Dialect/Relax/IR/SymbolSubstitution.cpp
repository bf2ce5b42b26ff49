// What the symbols of one function are in terms of another's.
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// Block arguments of nested regions count, since a lambda's parameter may
/// bring names of its own.
SymbolNames getSymbolNames(FuncOp func) {
  SymbolNames names;
  auto add = [&](StringAttr symbol) { names.insert(symbol); };
  for (Type type : func.getArgumentTypes())
    walkSymbols(type, add);
  func.walk([&](Operation *op) {
    for (StringAttr symbol : getSymbolsUsedBy(op))
      add(symbol);
    // A region's parameters are no results or operands of any op: their types
    // would be missed.
    for (Region &region : op->getRegions())
      for (Type type : region.getArgumentTypes())
        walkSymbols(type, add);
  });
  return names;
}

StringAttr TakenNames::add(StringAttr wanted) {
  StringAttr fresh = wanted;
  // The counter of each name goes on where it stopped. Counting from 0 at each
  // call would be quadratic in the number of calls of one function.
  for (unsigned &next = counters[wanted]; !names.insert(fresh); ++next)
    fresh = StringAttr::get(wanted.getContext(),
                            wanted.getValue() + "_" + Twine(next));
  return fresh;
}

/// A bare symbol is bound by the first place that has it. `n * 2` against 8
/// could be solved, but TVM binds bare ones only and so does `relax.func` R6.
void bindSymbols(Type formal, Type actual, SymbolValues &values) {
  auto to = dyn_cast<RankedTensorType>(formal);
  auto from = dyn_cast<RankedTensorType>(actual);
  SmallVector<SymExprAttr> names, dims;
  if (to && from) {
    names = getDims(to);
    dims = getDims(from);
  } else if (auto shape = dyn_cast<ShapeType>(formal)) {
    names = shape.getDimsOrUnknown();
    if (auto given = dyn_cast<ShapeType>(actual))
      dims = given.getDimsOrUnknown();
  }
  if (names.size() != dims.size())
    return;
  for (auto [name, dim] : llvm::zip(names, dims))
    if (name && dim && name.isSymbol())
      // The first dimension that names a symbol defines it; a later one that
      // differs is an error of the run time, not a second value.
      values.try_emplace(StringAttr::get(name.getContext(), name.getSymbol()),
                         dim);
}

/// A callable's symbols are its own; replacing inside would capture. Tensors
/// and shapes go through `mapDims`, since a dimension that becomes a constant
/// changes the shape of the type as well (docs/Rationale/Types.md). Expressions
/// in attributes come last.
AttrTypeReplacer makeSymbolReplacer(const SymbolValues &values) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](CallableType type) {
    // The symbols of a callable's type are bound by it: those of the function
    // around it may have the same names and are others.
    return std::make_pair(Type(type), WalkResult::skip());
  });
  replacer.addReplacement(
      [&values](Type type) -> std::optional<std::pair<Type, WalkResult>> {
        if (!isa<RankedTensorType, ShapeType>(type))
          return std::nullopt;
        return std::make_pair(
            mapDims(type,
                    [&](SymExprAttr dim) { return dim.substitute(values); }),
            WalkResult::skip());
      });
  replacer.addReplacement([&values](SymExprAttr expr) {
    return std::make_pair(Attribute(expr.substitute(values)),
                          WalkResult::skip());
  });
  return replacer;
}

void substituteSymbols(FuncOp func, const SymbolValues &values) {
  AttrTypeReplacer replacer = makeSymbolReplacer(values);
  replacer.recursivelyReplaceElementsIn(func, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

} // namespace mlir::relax
