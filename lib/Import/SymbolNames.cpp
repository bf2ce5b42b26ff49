// Names for the symbolic dimensions of a model.
#include "SymbolNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

/// Whether the text of an expression gives `word` a meaning of its own.
/// The parser of expressions reads these words as operators. A dimension called
/// "max" must not be printed as one.
static bool isKeyword(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"floordiv", "floormod", "ceildiv", "min", "max", "vdevice"}, true)
      .Default(false);
}

/// The identifier closest to `name`.
static std::string sanitize(StringRef name) {
  constexpr size_t kLongest = 64;
  std::string result;
  // Names come from files: any bytes, any length. ASCII letters, digits and _
  // are what an identifier may have.
  for (char c : name.take_front(kLongest))
    result += llvm::isAlnum(c) ? c : '_';
  // An identifier must not begin with a digit.
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(0, "d");
  if (isKeyword(result))
    result += '_';
  return result;
}

SymExprAttr SymbolNames::makeFresh(StringRef wish) {
  // Different model names may become the same identifier ("a-b", "a.b"); a
  // number keeps them apart.
  std::string base = sanitize(wish);
  std::string name = base;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = base + "_" + std::to_string(i);
  return SymExprAttr::symbol(context, name);
}

SymExprAttr SymbolNames::get(StringRef name) {
  // The key is the model's own name, not the identifier, for that reason.
  auto found = bound.find(name);
  if (found != bound.end())
    return found->second;
  SymExprAttr symbol = makeFresh(name);
  bound.try_emplace(name, symbol);
  return symbol;
}

SymExprAttr SymbolNames::bind(StringRef name, SymExprAttr expr) {
  // The first binding stays. The caller reports the other one with both.
  auto [entry, isNew] = bound.try_emplace(name, expr);
  return isNew || entry->second == expr ? SymExprAttr() : entry->second;
}

bool SymbolNames::isNamed(SymExprAttr size) const {
  return joined.contains(size) ||
         llvm::is_contained(llvm::make_second_range(bound), size);
}

ArrayRef<SymExprAttr> SymbolNames::getJoined(SymExprAttr size) const {
  auto found = joined.find(size);
  return found == joined.end() ? ArrayRef<SymExprAttr>()
                               : ArrayRef<SymExprAttr>(found->second);
}

void SymbolNames::setJoined(SymExprAttr size, ArrayRef<SymExprAttr> parts) {
  joined.try_emplace(size, parts);
}

} // namespace mlir::relax
