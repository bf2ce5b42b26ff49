// Turns the tensors stored in a model into attributes. Every size is checked
// against the data before memory is taken: the shape comes from a file.
// A hostile file can name a shape of 2^62 elements with an empty data field. So
// the count is compared with the bytes that are there, before anything of that
// size is allocated.
#include "TensorData.h"
#include "ElementType.h"
#include "ExternalData.h"
#include "NarrowElement.h"
#include "Relax/Support/ConstantTensor.h"
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

// External data have no bytes here; they are checked against the file's length.
static bool isExternal(const ::onnx::TensorProto &tensor) {
  return tensor.data_location() == ::onnx::TensorProto::EXTERNAL;
}

/// Entries of the typed field that holds elements of `type`.
/// ONNX packs types into five typed fields: int32_data also holds f16, bf16,
/// bool and the 8-bit types; uint64_data holds u32.
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
  case kString:
    return tensor.string_data_size();
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
    // The product is checked at each step: a later factor of 0 would hide an
    // overflow before it.
    std::optional<int64_t> product = llvm::checkedMul(count, dim);
    if (!product || *product > kLargestBytes / elementBytes)
      return emitError(loc)
             << "expected tensors of at most " << kLargestBytes << " bytes";
    count = *product;
  }
  return count;
}

/// The bytes that `count` elements take in a file: those of fewer than 8 bits
/// lie close together.
static int64_t getStoredBytes(const ::onnx::TensorProto &tensor, int64_t count,
                              Type element) {
  // Of 4-bit elements two share a byte, and the last byte may be half used.
  if (unsigned bits = getNarrowBits(tensor.data_type()))
    return (count * bits + 7) / 8;
  return count * getStorageBytes(element);
}

FailureOr<RankedTensorType> TensorData::check(const ::onnx::TensorProto &tensor,
                                              Location loc) const {
  Type element = getElementType(context, tensor.data_type());
  if (tensor.data_type() == kString)
    element = IntegerType::get(context, 64);
  if (!element)
    return emitError(loc) << "tensor has element type '"
                          << getElementTypeName(tensor.data_type())
                          << "', expected a number or bool";
  // Segments were never used by an exporter; the field would make the element
  // count meaningless.
  if (tensor.has_segment())
    return emitError(loc) << "expected a whole tensor, found segments; export "
                             "the model with whole tensors";
  FailureOr<int64_t> count =
      countElements(tensor, getStorageBytes(element), loc);
  if (failed(count))
    return failure();
  RankedTensorType type = RankedTensorType::get(
      ArrayRef<int64_t>(tensor.dims().data(), tensor.dims_size()), element);
  int64_t expected = getStoredBytes(tensor, *count, element);
  // Found and measured here, read later: errors of all tensors are reported
  // before anything large is loaded.
  if (isExternal(tensor)) {
    if (failed(locateExternalData(tensor, folder, expected, loc)))
      return failure();
  } else if (tensor.has_raw_data() && tensor.data_type() != kString) {
    if (int64_t(tensor.raw_data().size()) != expected)
      return emitError(loc)
             << "tensor holds " << tensor.raw_data().size()
             << " bytes, expected " << expected << " for " << type;
    // Narrow types are packed also in int32_data, one byte an entry.
  } else if (int64_t entries = isNarrow(tensor.data_type()) ? expected : *count;
             getTypedEntries(tensor) != entries) {
    return emitError(loc) << "tensor holds " << getTypedEntries(tensor)
                          << " elements, expected " << entries << " for "
                          << type;
  }
  return type;
}

/// Write each entry of `field` as a `T`.
/// memcpy instead of a cast pointer: the destination is bytes of an attribute,
/// aligned to 64, but the type rules of C++ still apply.
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
  case kString:
    return writeEntries<int64_t>(
        llvm::map_range(tensor.string_data(), hashString), bytes);
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
  // memcpy with a null pointer is undefined even for 0 bytes.
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
  // Unpacked to one byte an element, which is how relax holds them: no kernel
  // has to take bits apart.
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
/// Compared with itself shifted by one element: one pass, no copy. Bitwise, so
/// that -0.0 and 0.0 differ, and NaN equals itself.
static bool isUniform(ArrayRef<char> bytes, int64_t width) {
  return std::memcmp(bytes.data(), bytes.data() + width,
                     bytes.size() - width) == 0;
}

/// The elements of `bytes` in the text of the IR.
static DenseElementsAttr makeDense(RankedTensorType type,
                                   ArrayRef<char> bytes) {
  // DenseElementsAttr packs i1 into bits; a raw buffer of bytes would be read
  // wrongly.
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
  // A blob of 0 bytes is no valid resource.
  if (count == 0)
    return ElementsAttr(DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(size_t(count * width), kAlignment);
  if (failed(fill(tensor, folder, width, loc, blob.getMutableData())))
    return failure();
  // Bools are bits in a dense attribute, and have no resource form.
  bool isBool = type.getElementType().isInteger(1);
  // Short lists are printed as numbers, so that shapes and scales can be read
  // in the IR.
  if (count <= kLargestInText || isBool)
    return ElementsAttr(makeDense(type, blob.getData()));
  // A splat takes one element in memory and lets folds see the value: biases
  // and masks are often all zero.
  if (isUniform(blob.getData(), width))
    return ElementsAttr(makeDense(type, blob.getData().take_front(width)));
  StringRef name = tensor.name();
  if (name.empty())
    name = "constant";
  // Resource blobs are not uniqued. A DenseElementsAttr of a large weight would
  // be hashed and copied into the context, and live as long as it.
  return makeResource(type, std::move(blob), name);
}

DenseElementsAttr TensorData::readDense(const ::onnx::TensorProto &tensor,
                                        RankedTensorType type, Location loc,
                                        int64_t limit) const {
  int64_t count = type.getNumElements();
  int64_t width = getStorageBytes(type.getElementType());
  // Somebody wants the numbers at import; data beyond the limit are no
  // attributes.
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
  // i1 counts as unsigned: true is 1 and not -1.
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
  // The widening is exact for all types up to f64.
  for (APFloat value : dense.getValues<APFloat>()) {
    bool losesInfo = false;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    result.push_back(value.convertToDouble());
  }
  return result;
}

} // namespace mlir::relax
