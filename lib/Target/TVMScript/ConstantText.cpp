// Writes constants: small ones in the text, large ones to a file.
#include "ConstantText.h"

#include "ScalarText.h"
#include "TypeText.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Support/DebugStringHelper.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::relax::tvmscript {

/// The bytes of the elements; nothing if they are not whole bytes in order.
static std::optional<std::string> bytesOf(ElementsAttr value) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    return std::string(blob->getData().begin(), blob->getData().end());
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return std::nullopt;
  if (dense.getElementType().isInteger(1)) {
    std::string bytes;
    for (bool element : dense.getValues<bool>())
      bytes += element ? '\1' : '\0';
    return bytes;
  }
  if (dense.getElementType().getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat())
    return std::string(raw.begin(), raw.end());
  std::string bytes;
  for (int64_t i = 0; i < dense.getNumElements(); ++i)
    bytes.append(raw.begin(), raw.end());
  return bytes;
}

/// One element as Python writes it.
static std::string elementText(Attribute element) {
  if (auto number = dyn_cast<FloatAttr>(element))
    return floatDigits(number.getValue());
  auto integer = cast<IntegerAttr>(element);
  if (integer.getType().isInteger(1))
    return integer.getValue().isZero() ? "False" : "True";
  SmallString<24> digits;
  integer.getValue().toString(digits, 10,
                              !integer.getType().isUnsignedInteger());
  return digits.str().str();
}

/// Elements in brackets, one pair a dimension.
static std::string nested(ArrayRef<std::string> elements,
                          ArrayRef<int64_t> shape) {
  if (shape.empty())
    return elements.front();
  size_t step = elements.size() / shape.front();
  std::string text = "[";
  for (int64_t i = 0; i < shape.front(); ++i)
    text += (i ? ", " : "") +
            nested(elements.slice(i * step, step), shape.drop_front());
  return text + "]";
}

/// The elements of a constant of few of them.
static std::optional<std::string> inlineText(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    std::optional<std::string> bytes = bytesOf(value);
    bool isTruth = value.getElementType().isInteger(1);
    if (!bytes || isTruth)
      return std::nullopt;
    dense = DenseElementsAttr::getFromRawBuffer(
        value.getShapedType(), ArrayRef(bytes->data(), bytes->size()));
  }
  if (!dense || dense.getNumElements() == 0)
    return std::nullopt;
  SmallVector<std::string> elements;
  for (Attribute element : dense.getValues<Attribute>())
    elements.push_back(elementText(element));
  return nested(elements, dense.getType().getShape());
}

std::string constantText(ModuleScript &module, ConstantOp op) {
  ElementsAttr value = op.getValue();
  if (op.getResult().getType() != value.getType()) {
    module.reject(op,
                  "expected a constant without placement, as TVM's, found " +
                      debugString(op.getResult().getType()) +
                      "; move it there with 'relax.to_vdevice'");
    return {};
  }
  std::string dtype = dtypeOf(value.getElementType());
  bool isSmall = value.getNumElements() <= module.options.maxInline;
  if (dtype.empty() || (!isSmall && !hasFileForm(value))) {
    module.reject(op, "expected elements that constants of TVM have, found " +
                          debugString(value.getElementType()));
    return {};
  }
  std::optional<std::string> text;
  if (isSmall && value.getNumElements() != 0)
    text = inlineText(value);
  if (text)
    return "R.const(" + *text + ", " + quoted(dtype) + ")";
  if (module.options.params.empty()) {
    module.reject(op, "a constant of " + Twine(value.getNumElements()) +
                          " elements goes into a file, expected its name; give "
                          "it with --tvmscript-params=FILE");
    return {};
  }
  return "R.const(params[" + quoted(module.param(value)) + "])";
}

//===----------------------------------------------------------------------===//
// The file of large constants
//===----------------------------------------------------------------------===//

/// The name that the format has for elements; empty if it has none.
static StringRef safeName(Type element) {
  std::string dtype = dtypeOf(element);
  return llvm::StringSwitch<StringRef>(dtype)
      .Case("bool", "BOOL")
      .Case("int8", "I8")
      .Case("uint8", "U8")
      .Case("int16", "I16")
      .Case("uint16", "U16")
      .Case("int32", "I32")
      .Case("uint32", "U32")
      .Case("int64", "I64")
      .Case("uint64", "U64")
      .Case("float16", "F16")
      .Case("bfloat16", "BF16")
      .Case("float32", "F32")
      .Case("float64", "F64")
      .Case("float8_e4m3fn", "F8_E4M3")
      .Case("float8_e5m2", "F8_E5M2")
      .Default("");
}

LogicalResult writeParams(ArrayRef<Param> params, StringRef path,
                          ModuleOp module) {
  llvm::json::Object header;
  std::string data;
  for (const Param &param : params) {
    size_t start = data.size();
    data += *bytesOf(param.value);
    llvm::json::Array shape;
    for (int64_t size : param.value.getShapedType().getShape())
      shape.push_back(size);
    header[param.name] = llvm::json::Object{
        {"dtype", safeName(param.value.getElementType())},
        {"shape", std::move(shape)},
        {"data_offsets",
         llvm::json::Array{int64_t(start), int64_t(data.size())}}};
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(header));
  text.resize(llvm::alignTo(text.size(), 8), ' ');
  std::string message;
  auto file = openOutputFile(path, &message);
  if (!file)
    return module.emitError("the file of constants cannot be written: ")
           << message;
  char size[8];
  llvm::support::endian::write64le(size, text.size());
  file->os() << StringRef(size, 8) << text << data;
  file->keep();
  return success();
}

bool hasFileForm(ElementsAttr value) {
  return !safeName(value.getElementType()).empty() &&
         bytesOf(value).has_value();
}

} // namespace mlir::relax::tvmscript
