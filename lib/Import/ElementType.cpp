// ONNX's element types and the builtin types that stand for them.
#include "ElementType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

// Numbered by onnx.TensorProto.DataType, which grew beyond the installed proto.
// The numbers are fixed by the standard, also those that the installed
// onnx.proto does not name yet. So the enumerators of the header cannot be used
// for the last ones.
static constexpr llvm::StringLiteral kNames[] = {
    "undefined",      "float",      "uint8",
    "int8",           "uint16",     "int16",
    "int32",          "int64",      "string",
    "bool",           "float16",    "double",
    "uint32",         "uint64",     "complex64",
    "complex128",     "bfloat16",   "float8e4m3fn",
    "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz",
    "uint4",          "int4",       "float4e2m1",
    "float8e8m0",     "uint2",      "int2"};

int64_t hashString(StringRef text) {
  // Written out, since callers of a compiled model compute the same: LLVM's
  // hashes differ from one process or version to the next.
  uint64_t hash = 0xcbf29ce484222325u;
  for (char byte : text)
    hash = (hash ^ uint8_t(byte)) * 0x100000001b3u;
  return int64_t(hash);
}

static Type getInteger(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width);
}

static Type getUnsigned(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width, IntegerType::Unsigned);
}

static Type getFloatType(MLIRContext *context, int32_t code) {
  switch (code) {
  case 1:
    return Float32Type::get(context);
  case 10:
    return Float16Type::get(context);
  case 11:
    return Float64Type::get(context);
  case 16:
    return BFloat16Type::get(context);
  case 17:
    return Float8E4M3FNType::get(context);
  case 18:
    return Float8E4M3FNUZType::get(context);
  case 19:
    return Float8E5M2Type::get(context);
  case 20:
    return Float8E5M2FNUZType::get(context);
  // float4e2m1: every one of its 16 values is also a float8e4m3fn.
  case 23:
    return Float8E4M3FNType::get(context);
  default:
    return nullptr;
  }
}

Type getElementType(MLIRContext *context, int32_t code) {
  // Widths below 8 bits have no relax type. Their values all fit into 8 bits;
  // the number itself is kept beside the value (`getNarrowCode`), so that casts
  // and quantisation still round to the right grid.
  switch (code) {
  // Fewer than 8 bits, and exponents, are held as others of 8.
  case 2:
  case 21:
  case 24:
  case 25:
    return getUnsigned(context, 8);
  case 3:
  case 22:
  case 26:
    return getInteger(context, 8);
  case 4:
    return getUnsigned(context, 16);
  case 5:
    return getInteger(context, 16);
  case 6:
    return getInteger(context, 32);
  case 7:
    return getInteger(context, 64);
  // ONNX's bool is i1 here, but one byte in files: `getStorageBytes` rounds up.
  case 9:
    return getInteger(context, 1);
  case 12:
    return getUnsigned(context, 32);
  case 13:
    return getUnsigned(context, 64);
  default:
    return getFloatType(context, code);
  }
}

int32_t getElementTypeCode(Type element) {
  // The first match wins. That is the type itself and never a narrower one that
  // is held in it, because the numbers below 8 bits come last.
  for (int32_t code = 0; code < int32_t(std::size(kNames)); ++code)
    if (getElementType(element.getContext(), code) == element)
      return code;
  return 0;
}

std::string getElementTypeName(int32_t code) {
  if (code < 0 || code >= int32_t(std::size(kNames)))
    return "element type " + std::to_string(code);
  return kNames[code].str();
}

// What is undefined has the number of what there is not.
int32_t findElementType(StringRef name) {
  const llvm::StringLiteral *found = llvm::find(kNames, name);
  return found == std::end(kNames) ? 0 : found - std::begin(kNames);
}

int64_t getStorageBytes(Type element) {
  return (int64_t(element.getIntOrFloatBitWidth()) + 7) / 8;
}

} // namespace mlir::relax
