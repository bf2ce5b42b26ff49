// Parts of op syntax that hold symbolic expressions.
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"

#include "mlir/IR/Builders.h"

namespace mlir::relax {

ParseResult parseSymExpr(OpAsmParser &parser, SymExprAttr &value) {
  FailureOr<SymExprAttr> parsed = SymExprAttr::parseExpr(parser);
  if (failed(parsed))
    return failure();
  value = *parsed;
  return success();
}

void printSymExpr(OpAsmPrinter &printer, Operation *, SymExprAttr value) {
  value.printExpr(printer.getStream());
}

ParseResult parseSymExprs(OpAsmParser &parser, ArrayAttr &values) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<SymExprAttr> parsed;
  if (parseDimList(parser, parsed))
    return failure();
  if (llvm::is_contained(parsed, SymExprAttr()))
    return parser.emitError(location, "expected known expressions, found '?'");
  values = getSymExprArray(parser.getContext(), parsed);
  return success();
}

void printSymExprs(OpAsmPrinter &printer, Operation *, ArrayAttr values) {
  if (std::optional<SmallVector<SymExprAttr>> expressions = getSymExprs(values))
    printDimList(printer.getStream(), *expressions);
}

std::optional<SmallVector<SymExprAttr>> getSymExprs(ArrayAttr values) {
  SmallVector<SymExprAttr> expressions;
  for (Attribute value : values ? values.getValue() : ArrayRef<Attribute>()) {
    auto expression = dyn_cast_or_null<SymExprAttr>(value);
    if (!expression)
      return std::nullopt;
    expressions.push_back(expression);
  }
  return expressions;
}

ArrayAttr getSymExprArray(MLIRContext *context, ArrayRef<SymExprAttr> values) {
  return ArrayAttr::get(context, SmallVector<Attribute>(values));
}

} // namespace mlir::relax
