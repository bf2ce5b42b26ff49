// What the caller says about operators that are external functions.
//
// Sizes, element types and defaults are those of MLIR's text: `[n * 2, 4]` is
// what `#relax.dims<>` holds, and the parser of MLIR reads each of them.
#include "CustomRules.h"
#include "DiagnosticPrefix.h"
#include "ElementType.h"
#include "Proto.h"
#include "mlir/AsmParser/AsmParser.h"

namespace mlir::relax {

namespace {
/// Reads what follows the name of a rule, from left to right.
class RuleReader {
public:
  RuleReader(StringRef text, Location loc) : rest(text.ltrim()), loc(loc) {}

  FailureOr<CustomRule> read();

private:
  bool take(StringRef token) {
    if (!rest.consume_front(token))
      return false;
    rest = rest.ltrim();
    return true;
  }
  /// Go on behind `count` characters, which another parser has read.
  void drop(size_t count) { rest = rest.drop_front(count).ltrim(); }
  InFlightDiagnostic expected(const Twine &what) {
    return emitError(loc) << "expected " << what << ", found "
                          << (rest.empty() ? "the end" : quote(rest));
  }
  FailureOr<SmallVector<CustomTensor>> readTensors();
  FailureOr<CustomTensor> readTensor();
  LogicalResult readSizes(CustomTensor &tensor);
  LogicalResult readAttributes(CustomRule &rule);

  StringRef rest;
  Location loc;
};
} // namespace

LogicalResult RuleReader::readSizes(CustomTensor &tensor) {
  // No expression has brackets, so the first one that closes is the end.
  size_t end = rest.find(']');
  if (!rest.starts_with("[") || end == StringRef::npos)
    return expected("same-as=0 or sizes such as [n, 4]");
  // An encoding needs something to say, and a list of sizes may be empty.
  std::string text = ("#relax.dims<" + rest.take_front(end + 1) + ">").str();
  Attribute dims = parseAttribute(text, loc.getContext());
  if (!dims)
    return failure();
  llvm::append_range(tensor.dims, cast<DimsAttr>(dims).getDims());
  drop(end + 1);
  return success();
}

FailureOr<CustomTensor> RuleReader::readTensor() {
  CustomTensor tensor;
  unsigned input = 0;
  if (take("same-as=")) {
    if (rest.consumeInteger(10, input))
      return expected("the number of an input behind same-as=");
    tensor.sameAs = input;
    rest = rest.ltrim();
  } else if (failed(readSizes(tensor))) {
    return failure();
  }
  if (rest.empty() || rest.front() == ',' || rest.front() == '{' ||
      rest.starts_with("->"))
    return tensor;
  // The parser says how far it came: what follows a type is ours to read.
  size_t count = 0;
  StringRef before = rest;
  tensor.element = parseType(rest, loc.getContext(), &count);
  if (!tensor.element)
    return failure();
  // What tensors of a model can hold, and no more.
  if (getElementTypeCode(tensor.element) == 0)
    return emitError(loc) << "expected an element type such as f32 or i64, "
                             "found "
                          << quote(before.take_front(count));
  drop(count);
  return tensor;
}

FailureOr<SmallVector<CustomTensor>> RuleReader::readTensors() {
  SmallVector<CustomTensor> tensors;
  do {
    FailureOr<CustomTensor> tensor = readTensor();
    if (failed(tensor))
      return failure();
    tensors.push_back(std::move(*tensor));
  } while (take(","));
  return tensors;
}

LogicalResult RuleReader::readAttributes(CustomRule &rule) {
  if (!rest.starts_with("{"))
    return success();
  size_t count = 0;
  Attribute dictionary = parseAttribute(rest, loc.getContext(), Type(), &count);
  if (!dictionary)
    return failure();
  rule.attributes = cast<DictionaryAttr>(dictionary);
  drop(count);
  return success();
}

FailureOr<CustomRule> RuleReader::read() {
  CustomRule rule;
  // Whether the first list is of inputs or of results, the arrow behind tells.
  if (!rest.starts_with("{") && !rest.starts_with("->")) {
    FailureOr<SmallVector<CustomTensor>> first = readTensors();
    if (failed(first))
      return failure();
    rule.inputs = std::move(*first);
  }
  if (failed(readAttributes(rule)))
    return failure();
  if (take("->")) {
    FailureOr<SmallVector<CustomTensor>> results = readTensors();
    if (failed(results))
      return failure();
    rule.results = std::move(*results);
  } else if (rule.inputs && !rule.attributes) {
    rule.results = std::move(*rule.inputs);
    rule.inputs.reset();
  } else {
    return expected("'->' and the results");
  }
  if (!rest.empty())
    return expected("',' or the end");
  for (const CustomTensor &input : rule.inputs.value_or(rule.results))
    if (rule.inputs && input.sameAs)
      return emitError(loc) << "expected the sizes of an input, found same-as="
                            << *input.sameAs << "; it is for results";
  return rule;
}

LogicalResult CustomRules::add(ArrayRef<std::string> texts, Location loc) {
  for (StringRef text : texts) {
    auto makePrefix = [&] { return "--custom-op " + quote(text) + ": "; };
    DiagnosticPrefix prefix(loc, makePrefix);
    // The first colon: attributes may have more, names have none.
    auto [name, rest] = text.split(':');
    if (name.empty() || rest.empty())
      return emitError(loc) << "expected a name and a rule, such as "
                               "com.acme.Scale:same-as=0";
    FailureOr<CustomRule> rule = RuleReader(rest, loc).read();
    if (failed(rule))
      return failure();
    // Neither order of options may win silently.
    if (!rules.try_emplace(name, std::move(*rule)).second)
      return emitError(loc)
             << "expected one rule for " << quote(name) << ", found two";
  }
  return success();
}

} // namespace mlir::relax
