// ONNX's element types and the builtin types that stand for them.
#ifndef RELAX_LIB_IMPORT_ELEMENTTYPE_H
#define RELAX_LIB_IMPORT_ELEMENTTYPE_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax {

/// The number of strings among ONNX's element types. No tensor holds them:
/// their hashes stand for them, which can be moved and compared.
inline constexpr int32_t kString = 8;
/// No number of ONNX: names of classes as results, which places in their list
/// stand for (`setClasses`).
inline constexpr int32_t kClassName = -1;

/// What stands for a string: FNV-1a of its bytes (UTF-8), 64 bits.
int64_t hashString(StringRef text);

/// The type that stands for ONNX element type `code`; null where there is none.
Type getElementType(MLIRContext *context, int32_t code);

/// The reverse; 0 for a type that ONNX does not have.
int32_t getElementTypeCode(Type element);

/// ONNX's name of element type `code`, or its number.
std::string getElementTypeName(int32_t code);

/// The element type that ONNX's text calls so; 0 for none.
int32_t findElementType(StringRef name);

/// Bytes of one element as ONNX stores it raw (a bool has one byte).
int64_t getStorageBytes(Type element);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_ELEMENTTYPE_H
