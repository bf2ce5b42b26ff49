// Turns the tensors stored in a model into attributes. Every size is checked
// against the data before memory is taken: the shape comes from a file.
#include "TensorData.h"
#include "ElementType.h"
#include "ExternalData.h"
#include "NarrowElement.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"

namespace mlir::relax {

// Vector loads of weights start on a cache line.
static constexpr size_t kAlignment = 64;
// Below this the text of the IR stays readable.
static constexpr int64_t kLargestInText = 16;
// Far beyond any model; keeps later size arithmetic away from overflow.
static constexpr int64_t kLargestBytes = int64_t(1) << 40;

static bool isExternal(const ::onnx::TensorProto &tensor) {
  return tensor.data_location() == ::onnx::TensorProto::EXTERNAL;
}

/// Entries of the typed field that holds elements of `type`.
static int64_t getTypedEntries(const ::onnx::TensorProto &tensor) {
  switch (tensor.data_type()) {
  case ::onnx::TensorProto::FLOAT:
    return tensor.float_data_size();
  case ::onnx::TensorProto::DOUBLE:
    return tensor.double_data_size();
  case ::onnx::TensorProto::INT64:
    return tensor.int64_data_size();
  case ::onnx::TensorProto::UINT32:
  case ::onnx::TensorProto::UINT64:
    return tensor.uint64_data_size();
  default:
    return tensor.int32_data_size();
  }
}

/// The number of elements; fails if it cannot be right.
static FailureOr<int64_t> countElements(const ::onnx::TensorProto &tensor,
                                        int64_t elementBytes, Location loc) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims()) {
    if (dim < 0)
      return emitError(loc)
             << "tensor has dimension " << dim << ", expected a size";
    std::optional<int64_t> product = llvm::checkedMul(count, dim);
    if (!product || *product > kLargestBytes / elementBytes)
      return emitError(loc)
             << "tensor is larger than " << kLargestBytes << " bytes";
    count = *product;
  }
  return count;
}

/// The bytes that `count` elements take in a file: those of fewer than 8 bits
/// lie close together.
static int64_t getStoredBytes(const ::onnx::TensorProto &tensor, int64_t count,
                              Type element) {
  if (unsigned bits = getNarrowBits(tensor.data_type()))
    return (count * bits + 7) / 8;
  return count * getStorageBytes(element);
}

FailureOr<RankedTensorType> TensorData::check(const ::onnx::TensorProto &tensor,
                                              Location loc) const {
  Type element = getElementType(context, tensor.data_type());
  if (!element)
    return emitError(loc) << "tensor has element type '"
                          << getElementTypeName(tensor.data_type())
                          << "', expected a number or bool";
  if (tensor.has_segment())
    return emitError(loc) << "tensor is stored in segments; export the model "
                             "with whole tensors";
  FailureOr<int64_t> count =
      countElements(tensor, getStorageBytes(element), loc);
  if (failed(count))
    return failure();
  RankedTensorType type = RankedTensorType::get(
      ArrayRef<int64_t>(tensor.dims().data(), tensor.dims_size()), element);
  int64_t expected = getStoredBytes(tensor, *count, element);
  if (isExternal(tensor)) {
    if (failed(locateExternalData(tensor, folder, expected, loc)))
      return failure();
  } else if (tensor.has_raw_data()) {
    if (int64_t(tensor.raw_data().size()) != expected)
      return emitError(loc)
             << "tensor holds " << tensor.raw_data().size()
             << " bytes, expected " << expected << " for " << type;
  } else if (int64_t entries = isNarrow(tensor.data_type()) ? expected : *count;
             getTypedEntries(tensor) != entries) {
    return emitError(loc) << "tensor holds " << getTypedEntries(tensor)
                          << " elements, expected " << entries << " for "
                          << type;
  }
  return type;
}

/// Write each entry of `field` as a `T`.
template <typename T, typename Field>
static void writeEntries(const Field &field, MutableArrayRef<char> bytes) {
  char *next = bytes.data();
  for (auto entry : field) {
    T element = static_cast<T>(entry);
    std::memcpy(next, &element, sizeof(T));
    next += sizeof(T);
  }
}

/// Write the elements that `tensor` keeps in a typed field.
static void writeTyped(const ::onnx::TensorProto &tensor, int64_t width,
                       MutableArrayRef<char> bytes) {
  switch (tensor.data_type()) {
  case ::onnx::TensorProto::FLOAT:
    return writeEntries<float>(tensor.float_data(), bytes);
  case ::onnx::TensorProto::DOUBLE:
    return writeEntries<double>(tensor.double_data(), bytes);
  case ::onnx::TensorProto::INT64:
    return writeEntries<int64_t>(tensor.int64_data(), bytes);
  case ::onnx::TensorProto::UINT32:
    return writeEntries<uint32_t>(tensor.uint64_data(), bytes);
  case ::onnx::TensorProto::UINT64:
    return writeEntries<uint64_t>(tensor.uint64_data(), bytes);
  default:
    // The rest travels in int32_data, as the low bits.
    if (width == 1)
      return writeEntries<uint8_t>(tensor.int32_data(), bytes);
    if (width == 2)
      return writeEntries<uint16_t>(tensor.int32_data(), bytes);
    return writeEntries<uint32_t>(tensor.int32_data(), bytes);
  }
}

/// Copy the tensor's elements to `bytes` as they are stored.
static LogicalResult copyStored(const ::onnx::TensorProto &tensor,
                                StringRef folder, int64_t width, Location loc,
                                MutableArrayRef<char> bytes) {
  static_assert(llvm::endianness::native == llvm::endianness::little,
                "ONNX stores little-endian data");
  if (isExternal(tensor)) {
    FailureOr<ExternalRange> range =
        locateExternalData(tensor, folder, bytes.size(), loc);
    if (failed(range))
      return failure();
    return readExternalData(*range, loc, bytes);
  }
  if (bytes.empty())
    return success();
  if (tensor.has_raw_data())
    std::memcpy(bytes.data(), tensor.raw_data().data(), bytes.size());
  else
    writeTyped(tensor, width, bytes);
  return success();
}

/// Fill `bytes`, which has the tensor's size, with its elements.
static LogicalResult fill(const ::onnx::TensorProto &tensor, StringRef folder,
                          int64_t width, Location loc,
                          MutableArrayRef<char> bytes) {
  int32_t code = tensor.data_type();
  unsigned bits = getNarrowBits(code);
  if (bits == 0)
    return copyStored(tensor, folder, width, loc, bytes);
  // The first of those in a byte has the lowest bits.
  unsigned perByte = 8 / bits;
  SmallVector<char> stored((bytes.size() + perByte - 1) / perByte);
  if (failed(copyStored(tensor, folder, width, loc, stored)))
    return failure();
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned byte = uint8_t(stored[i / perByte]);
    unsigned element = byte >> (i % perByte * bits) & ((1u << bits) - 1);
    bytes[i] = char(widenElement(code, element));
  }
  return success();
}

/// Whether all elements of `bytes` are the same.
static bool isUniform(ArrayRef<char> bytes, int64_t width) {
  return std::memcmp(bytes.data(), bytes.data() + width,
                     bytes.size() - width) == 0;
}

/// The elements of `bytes` in the text of the IR.
static DenseElementsAttr makeDense(RankedTensorType type,
                                   ArrayRef<char> bytes) {
  if (type.getElementType().isInteger(1)) {
    SmallVector<bool> flags;
    for (char byte : bytes)
      flags.push_back(byte != 0);
    return DenseElementsAttr::get(type, flags);
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

FailureOr<ElementsAttr> TensorData::read(const ::onnx::TensorProto &tensor,
                                         RankedTensorType type,
                                         Location loc) const {
  int64_t width = getStorageBytes(type.getElementType());
  int64_t count = type.getNumElements();
  if (count == 0)
    return ElementsAttr(DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(size_t(count * width), kAlignment);
  if (failed(fill(tensor, folder, width, loc, blob.getMutableData())))
    return failure();
  bool isBool = type.getElementType().isInteger(1);
  if (count <= kLargestInText || isBool)
    return ElementsAttr(makeDense(type, blob.getData()));
  if (isUniform(blob.getData(), width))
    return ElementsAttr(makeDense(type, blob.getData().take_front(width)));
  StringRef name = tensor.name();
  if (name.empty())
    name = "constant";
  return ElementsAttr(
      DenseResourceElementsAttr::get(type, name, std::move(blob)));
}

DenseElementsAttr TensorData::readDense(const ::onnx::TensorProto &tensor,
                                        RankedTensorType type, Location loc,
                                        int64_t limit) const {
  int64_t count = type.getNumElements();
  int64_t width = getStorageBytes(type.getElementType());
  if (count > limit)
    return nullptr;
  if (count == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  SmallVector<char> bytes(size_t(count * width));
  if (failed(fill(tensor, folder, width, loc, bytes)))
    return nullptr;
  return makeDense(type, bytes);
}

std::optional<SmallVector<int64_t>>
TensorData::readIntegers(const ::onnx::TensorProto &tensor,
                         RankedTensorType type, Location loc,
                         int64_t limit) const {
  IntegerType element = dyn_cast<IntegerType>(type.getElementType());
  if (!element)
    return std::nullopt;
  DenseElementsAttr dense = readDense(tensor, type, loc, limit);
  if (!dense)
    return std::nullopt;
  SmallVector<int64_t> result;
  bool isSigned = element.isSignless() && element.getWidth() > 1;
  for (const APInt &value : dense.getValues<APInt>())
    result.push_back(isSigned ? value.getSExtValue()
                              : int64_t(value.getZExtValue()));
  return result;
}

std::optional<SmallVector<double>>
TensorData::readFloats(const ::onnx::TensorProto &tensor, RankedTensorType type,
                       Location loc, int64_t limit) const {
  if (!isa<FloatType>(type.getElementType()))
    return std::nullopt;
  DenseElementsAttr dense = readDense(tensor, type, loc, limit);
  if (!dense)
    return std::nullopt;
  SmallVector<double> result;
  for (APFloat value : dense.getValues<APFloat>()) {
    bool losesInfo = false;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    result.push_back(value.convertToDouble());
  }
  return result;
}

} // namespace mlir::relax
