// Writes symbolic expressions in the notation of Python.
#include "Relax/Dialect/Relax/IR/SymExprNotation.h"

#include "SymbolicExprStorage.h"

namespace mlir::relax {

using detail::ExprKey;
using detail::ExprKind;

namespace {
class Writing {
public:
  Writing(llvm::function_ref<std::string(StringAttr)> symbol,
          llvm::function_ref<std::string(StringRef, StringRef, StringRef)> call)
      : symbol(symbol), call(call) {}

  SymExprText write(SymExprAttr expr) {
    const ExprKey &key = detail::storageOf(expr).key;
    switch (key.kind) {
    case ExprKind::Symbol:
      return {symbol(key.name)};
    case ExprKind::Constant:
      return {std::to_string(key.value), key.value >= 0};
    case ExprKind::Sum:
      return writeSum(key);
    case ExprKind::OpenSum:
      return {operand(key, 0) + " + " + operand(key, 1), false};
    case ExprKind::Product:
    case ExprKind::OpenProduct:
      return writeProduct(key);
    case ExprKind::FloorDiv:
      return {operand(key, 0) + " // " + operand(key, 1), false};
    case ExprKind::FloorMod:
      return {operand(key, 0) + " % " + operand(key, 1), false};
    case ExprKind::CeilDiv:
      return {chain(key, "ceildiv")};
    case ExprKind::Min:
      return {chain(key, "min")};
    case ExprKind::Max:
      return {chain(key, "max")};
    }
    return {};
  }

private:
  std::string atom(SymExprAttr expr) {
    SymExprText written = write(expr);
    return written.isAtom ? written.text : "(" + written.text + ")";
  }
  std::string operand(const ExprKey &key, size_t number) {
    return atom(key.operands[number]);
  }

  SymExprText writeSum(const ExprKey &key) {
    std::string text;
    for (auto [term, coefficient] : llvm::zip(key.operands, key.coefficients)) {
      bool isNegative = coefficient < 0 && !text.empty();
      if (!text.empty())
        text += isNegative ? " - " : " + ";
      int64_t factor = isNegative ? -coefficient : coefficient;
      text += atom(term);
      if (factor != 1)
        text += " * " + (factor < 0 ? "(" + std::to_string(factor) + ")"
                                    : std::to_string(factor));
    }
    if (key.value)
      text += (key.value < 0 ? " - " : " + ") +
              std::to_string(key.value < 0 ? -key.value : key.value);
    return {text, false};
  }

  SymExprText writeProduct(const ExprKey &key) {
    std::string text = operand(key, 0);
    for (SymExprAttr factor : key.operands.drop_front())
      text += " * " + atom(factor);
    return {text, false};
  }

  std::string chain(const ExprKey &key, StringRef function) {
    std::string text = write(key.operands.front()).text;
    for (SymExprAttr operand : key.operands.drop_front())
      text = call(function, text, write(operand).text);
    return text;
  }

  llvm::function_ref<std::string(StringAttr)> symbol;
  llvm::function_ref<std::string(StringRef, StringRef, StringRef)> call;
};
} // namespace

SymExprText writeInPython(
    SymExprAttr expr, llvm::function_ref<std::string(StringAttr)> symbol,
    llvm::function_ref<std::string(StringRef, StringRef, StringRef)> call) {
  return Writing(symbol, call).write(expr);
}

} // namespace mlir::relax
