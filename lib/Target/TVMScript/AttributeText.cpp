// Writes attributes as objects of Python: numbers, strings, lists, devices.
#include "ScalarText.h"
#include "TypeText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

/// A list of Python; `number` writes one element.
template <typename Range, typename Write>
static std::string listOf(Range &&range, Write write) {
  std::string text = "[";
  llvm::interleave(
      range, [&](const auto &element) { text += write(element); },
      [&] { text += ", "; });
  return text + "]";
}

/// An integer: a truth value where it is one.
static std::string integerText(IntegerAttr integer) {
  if (integer.getType().isInteger(1))
    return integer.getValue().isZero() ? "False" : "True";
  SmallString<24> digits;
  bool isSigned = !integer.getType().isUnsignedInteger();
  integer.getValue().toString(digits, 10, isSigned);
  return digits.str().str();
}

/// An affine map as a function of Python.
static std::string mapText(AffineMap map) {
  SmallVector<std::string> inputs;
  for (unsigned i = 0; i < map.getNumDims(); ++i)
    inputs.push_back("d" + std::to_string(i));
  std::string results;
  llvm::raw_string_ostream stream(results);
  for (AffineExpr expr : map.getResults())
    stream << expr << ", ";
  for (auto [word, sign] : {std::pair("floordiv", "//"), {"mod", "%"}})
    for (size_t at = results.find(word); at != std::string::npos;
         at = results.find(word))
      results.replace(at, StringRef(word).size(), sign);
  return "T.index_map(lambda " + llvm::join(inputs, ", ") + ": (" + results +
         "))";
}

std::string TypeText::attribute(Operation *op, Attribute attribute) {
  return TypeSwitch<Attribute, std::string>(attribute)
      .Case([&](IntegerAttr integer) { return integerText(integer); })
      .Case([&](FloatAttr number) { return floatDigits(number.getValue()); })
      .Case([&](StringAttr text) { return quoted(text.getValue()); })
      .Case([&](UnitAttr) -> std::string { return "None"; })
      .Case([&](SymExprAttr expr) { return this->expr(expr); })
      .Case([&](TypeAttr type) { return quoted(dtype(op, type.getValue())); })
      .Case([&](ArrayAttr array) {
        return listOf(array, [&](Attribute element) {
          return this->attribute(op, element);
        });
      })
      .Case([&](DenseI64ArrayAttr array) {
        return listOf(array.asArrayRef(),
                      [](int64_t number) { return std::to_string(number); });
      })
      .Case([&](DenseF64ArrayAttr array) {
        return listOf(array.asArrayRef(), [](double number) {
          return floatDigits(llvm::APFloat(number));
        });
      })
      .Case([&](DictionaryAttr dictionary) {
        return this->dictionary(op, dictionary.getValue());
      })
      .Case([&](AffineMapAttr map) { return mapText(map.getValue()); })
      .Case([&](VDeviceAttr device) { return quoted(module.device(device)); })
      .Default([&](Attribute attribute) -> std::string {
        std::string found;
        llvm::raw_string_ostream(found) << attribute;
        module.reject(op, "expected an attribute that TVM has, found " + found);
        return {};
      });
}

std::string TypeText::dictionary(Operation *op,
                                 ArrayRef<NamedAttribute> attributes) {
  std::string text = "{";
  llvm::interleave(
      attributes,
      [&](NamedAttribute entry) {
        text +=
            quoted(entry.getName()) + ": " + attribute(op, entry.getValue());
      },
      [&] { text += ", "; });
  return text + "}";
}

} // namespace mlir::relax::tvmscript
