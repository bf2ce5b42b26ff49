// Reads the types and attributes of StableHLO's portable byte code: each one
// becomes the type or attribute of the builtin dialect or of StableHLO that it
// stands for. The numbers are those of VhloBytecode.cpp of StableHLO 1.20.0,
// which promises to keep them.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax::vhlo {

namespace {
/// What reads one dialect's entries of byte code.
struct BytecodeInterface : BytecodeDialectInterface {
  explicit BytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Type readType(DialectBytecodeReader &reader) const override;
  Attribute readAttribute(DialectBytecodeReader &reader) const override;

private:
  Type readTensor(DialectBytecodeReader &reader, bool hasEncoding) const;
  Type readFunction(DialectBytecodeReader &reader) const;
  Type readQuantized(DialectBytecodeReader &reader, bool isPerAxis) const;
  Attribute readEnum(DialectBytecodeReader &reader, uint64_t code) const;
  Attribute readNumber(DialectBytecodeReader &reader) const;
  Attribute readElements(DialectBytecodeReader &reader) const;
  Attribute readDictionary(DialectBytecodeReader &reader) const;
  Attribute readAlias(DialectBytecodeReader &reader) const;
  Attribute readAccuracy(DialectBytecodeReader &reader) const;
};
} // namespace

//===-- Types -------------------------------------------------------------===//

// Two tables rather than one: integers follow from their number, floats do not,
// since versions added them one by one.

/// The floats; null for another code.
static Type getFloat(MLIRContext *context, uint64_t code) {
  switch (code) {
  case 2:
    return BFloat16Type::get(context);
  case 3:
    return Float16Type::get(context);
  case 4:
    return Float32Type::get(context);
  case 5:
    return Float64Type::get(context);
  case 6:
    return Float8E4M3FNType::get(context);
  case 7:
    return Float8E5M2Type::get(context);
  case 27:
    return Float8E4M3FNUZType::get(context);
  case 28:
    return Float8E5M2FNUZType::get(context);
  case 29:
    return Float8E4M3B11FNUZType::get(context);
  case 34:
    return FloatTF32Type::get(context);
  case 35:
    return Float8E4M3Type::get(context);
  case 36:
    return Float8E3M4Type::get(context);
  case 37:
    return Float4E2M1FNType::get(context);
  case 40:
    return Float8E8M0FNUType::get(context);
  default:
    return nullptr;
  }
}

/// The types without parameters; null for another code.
static Type getPlainType(MLIRContext *context, uint64_t code) {
  // What StableHLO calls signed has no sign in its text, and neither here:
  // relax tells unsigned integers apart, and takes all others for signed ones.
  auto getSigned = [&](unsigned width) {
    return IntegerType::get(context, width);
  };
  auto getUnsigned = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  // 4, 8, 16, 32 and 64 bits. Those of 2 came later, and lie elsewhere.
  if (code >= 10 && code <= 14)
    return getSigned(4u << (code - 10));
  if (code >= 15 && code <= 19)
    return getUnsigned(4u << (code - 15));
  switch (code) {
  case 0:
    return getSigned(1);
  case 9:
    return IndexType::get(context);
  case 31:
    return getSigned(2);
  case 32:
    return getUnsigned(2);
  case 33:
    return NoneType::get(context);
  default:
    return getFloat(context, code);
  }
}

Type BytecodeInterface::readTensor(DialectBytecodeReader &reader,
                                   bool hasEncoding) const {
  // An encoding says how large a size may become, which types here do not.
  Attribute encoding;
  SmallVector<int64_t> shape;
  Type element;
  if ((hasEncoding && failed(reader.readAttribute(encoding))) ||
      failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element)))
    return nullptr;
  // The bytes come from a file: what MLIR would stop at is an error here.
  bool isShape = llvm::all_of(shape, [](int64_t size) {
    return size >= 0 || ShapedType::isDynamic(size);
  });
  if (isShape && RankedTensorType::isValidElementType(element))
    return RankedTensorType::get(shape, element);
  reader.emitError() << "expected sizes and elements of a tensor, found "
                     << element;
  return nullptr;
}

Type BytecodeInterface::readFunction(DialectBytecodeReader &reader) const {
  SmallVector<Type> inputs, results;
  if (failed(reader.readTypes(inputs)) || failed(reader.readTypes(results)))
    return nullptr;
  return FunctionType::get(getContext(), inputs, results);
}

/// A scale for all numbers, or one for each place of an axis.
Type BytecodeInterface::readQuantized(DialectBytecodeReader &reader,
                                      bool isPerAxis) const {
  uint64_t flags = 0, axis = 0;
  Type storage, expressed;
  int64_t least = 0, most = 0;
  SmallVector<double> scales;
  SmallVector<int64_t> zeros;
  auto readScale = [&](double &scale) -> LogicalResult {
    FailureOr<APFloat> number =
        reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
    scale = succeeded(number) ? number->convertToDouble() : 0;
    return failure(failed(number));
  };
  auto readZero = [&](int64_t &zero) { return reader.readSignedVarInt(zero); };
  auto readRange = [&] {
    return failure(failed(reader.readSignedVarInt(least)) ||
                   failed(reader.readSignedVarInt(most)));
  };
  if (failed(reader.readVarInt(flags)) || failed(reader.readType(storage)) ||
      failed(reader.readType(expressed)))
    return nullptr;
  // What follows stands in another order for each of both.
  bool fails = isPerAxis
                   ? failed(reader.readVarInt(axis)) || failed(readRange()) ||
                         failed(reader.readList(scales, readScale)) ||
                         failed(reader.readList(zeros, readZero))
                   : failed(readScale(scales.emplace_back())) ||
                         failed(readZero(zeros.emplace_back())) ||
                         failed(readRange());
  if (fails)
    return nullptr;
  // The flags say whether there is a sign, which the type's verifier does not
  // want to see at the integers.
  if (auto integer = dyn_cast<IntegerType>(storage))
    storage = IntegerType::get(getContext(), integer.getWidth());
  auto emitError = [&] { return reader.emitError(); };
  if (isPerAxis)
    return quant::UniformQuantizedPerAxisType::getChecked(
        emitError, unsigned(flags), storage, expressed, scales, zeros,
        int32_t(axis), least, most);
  return quant::UniformQuantizedType::getChecked(emitError, unsigned(flags),
                                                 storage, expressed, scales[0],
                                                 zeros[0], least, most);
}

Type BytecodeInterface::readType(DialectBytecodeReader &reader) const {
  uint64_t code = 0;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  if (Type plain = getPlainType(getContext(), code))
    return plain;
  // What has no counterpart ends the reading: a type stands for all values of
  // its kind, and there is nothing that a program could do with them.
  Type element;
  SmallVector<Type> elements;
  switch (code) {
  case 1:
    if (succeeded(reader.readType(element)) && isa<FloatType>(element))
      return ComplexType::get(element);
    return nullptr;
  case 8:
    return readFunction(reader);
  case 20:
  case 21:
    return readTensor(reader, /*hasEncoding=*/code == 21);
  case 24:
  case 30:
    return readQuantized(reader, /*isPerAxis=*/code == 30);
  case 23:
    if (failed(reader.readTypes(elements)))
      return nullptr;
    return TupleType::get(getContext(), elements);
  default:
    reader.emitError()
        << "expected types of tensors and tuples, found that of number " << code
        << " (22 is a token, 41 is a buffer); export the program without it";
    return nullptr;
  }
}

//===-- Attributes --------------------------------------------------------===//

template <typename AttrT, typename ValueT>
static Attribute getKnown(MLIRContext *context, std::optional<ValueT> value) {
  return value ? Attribute(AttrT::get(context, *value)) : Attribute();
}

Attribute BytecodeInterface::readEnum(DialectBytecodeReader &reader,
                                      uint64_t code) const {
  uint64_t value = 0;
  if (failed(reader.readVarInt(value)))
    return nullptr;
  // Numbers of the words are those of StableHLO's own enumerations.
  MLIRContext *context = getContext();
  switch (code) {
  case 2:
    return BoolAttr::get(context, value != 0);
  case 3:
    return getKnown<hlo::DirectionAttr>(context,
                                        hlo::symbolizeDirection(value));
  case 4:
    return getKnown<hlo::CompareKindAttr>(context,
                                          hlo::symbolizeCompareKind(value));
  case 5:
    return Builder(context).getI32IntegerAttr(int32_t(value));
  case 7:
    return getKnown<hlo::FftTypeAttr>(context, hlo::symbolizeFftType(value));
  case 11:
    return getKnown<hlo::PrecisionAttr>(context,
                                        hlo::symbolizePrecision(value));
  case 12:
    return getKnown<hlo::RngAlgorithmAttr>(context,
                                           hlo::symbolizeRngAlgorithm(value));
  case 13:
    return getKnown<hlo::RngDistributionAttr>(
        context, hlo::symbolizeRngDistribution(value));
  case 16:
    return getKnown<hlo::TransposeAttr>(context,
                                        hlo::symbolizeTranspose(value));
  default:
    // How accurate a function is to be; ours are as accurate as they are.
    return UnitAttr::get(context);
  }
}

/// A float or an integer, behind its type.
Attribute BytecodeInterface::readNumber(DialectBytecodeReader &reader) const {
  Type type;
  if (failed(reader.readType(type)))
    return nullptr;
  if (auto real = dyn_cast<FloatType>(type)) {
    FailureOr<APFloat> value =
        reader.readAPFloatWithKnownSemantics(real.getFloatSemantics());
    return succeeded(value) ? FloatAttr::get(type, *value) : FloatAttr();
  }
  if (!type.isIntOrIndex())
    return nullptr;
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  FailureOr<APInt> value = reader.readAPIntWithKnownWidth(width);
  return succeeded(value) ? IntegerAttr::get(type, *value) : IntegerAttr();
}

/// The elements of a tensor of bools: bits that lie close together, a byte of
/// ones for all of them, or a byte each, as versions of MLIR wrote them.
static DenseElementsAttr makeBools(RankedTensorType type, ArrayRef<char> blob) {
  size_t count = size_t(type.getNumElements());
  size_t packed = llvm::divideCeil(count, 8);
  bool isSplat = blob.size() == 1 && packed > 1;
  if (!isSplat && blob.size() != packed && blob.size() != count)
    return nullptr;
  // Which form it is only the number of bytes tells. Of one element all three
  // have one byte, and any bit of it says the same.
  SmallVector<bool> bools;
  for (size_t i = 0; i < count; ++i)
    bools.push_back(isSplat ? blob[0] != 0
                    : blob.size() == packed
                        ? (uint8_t(blob[i / 8]) >> (i % 8) & 1) != 0
                        : blob[i] != 0);
  return DenseElementsAttr::get(type, bools);
}

Attribute BytecodeInterface::readElements(DialectBytecodeReader &reader) const {
  Type read;
  ArrayRef<char> blob;
  if (failed(reader.readType(read)) || failed(reader.readBlob(blob)))
    return nullptr;
  // Copied out of the blob, which lies in the file's buffer and may have any
  // alignment.
  auto type = dyn_cast<RankedTensorType>(read);
  DenseElementsAttr elements;
  // The number of elements of a shape from a file may be beyond 64 bits. Each
  // of them takes a bit of the blob at least, unless all are equal.
  int64_t most = int64_t(1) << 40, count = 1;
  for (int64_t size : type ? type.getShape() : ArrayRef<int64_t>())
    count =
        size < 0 || (size > 0 && count > most / size) ? most + 1 : count * size;
  bool isSplat = false;
  bool isSane = type && type.hasStaticShape() && count <= most;
  if (isSane && type.getElementType().isInteger(1))
    elements = makeBools(type, blob);
  else if (isSane && DenseElementsAttr::isValidRawBuffer(type, blob, isSplat))
    elements = DenseElementsAttr::getFromRawBuffer(type, blob);
  if (!elements)
    reader.emitError() << "expected the elements of " << read << ", found "
                       << blob.size() << " bytes";
  return elements;
}

// Keys are attributes of their own in the file, which need not be strings, nor
// differ: the list of attributes keeps the last value of a key.
Attribute
BytecodeInterface::readDictionary(DialectBytecodeReader &reader) const {
  auto readEntry = [&]() -> FailureOr<NamedAttribute> {
    StringAttr name;
    Attribute value;
    if (failed(reader.readAttribute(name)) ||
        failed(reader.readAttribute(value)) || name.empty())
      return failure();
    return NamedAttribute(name, value);
  };
  SmallVector<NamedAttribute> entries;
  if (failed(reader.readList(entries, readEntry)))
    return nullptr;
  NamedAttrList list;
  for (NamedAttribute entry : entries)
    list.set(entry.getName(), entry.getValue());
  return list.getDictionary(getContext());
}

Attribute BytecodeInterface::readAlias(DialectBytecodeReader &reader) const {
  SmallVector<int64_t> results, operands;
  int64_t operand = 0;
  if (failed(reader.readSignedVarInts(results)) ||
      failed(reader.readSignedVarInt(operand)) ||
      failed(reader.readSignedVarInts(operands)))
    return nullptr;
  return hlo::OutputOperandAliasAttr::get(getContext(), results, operand,
                                          operands);
}

// Two tolerances, a number of units in the last place and a mode. Nothing is
// made of it: the bounds of our functions are in docs/OperatorAccuracy.md, and
// no pass trades accuracy for speed.
Attribute BytecodeInterface::readAccuracy(DialectBytecodeReader &reader) const {
  int64_t ulps = 0;
  Attribute mode;
  for (int i = 0; i < 2; ++i)
    if (failed(reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble())))
      return nullptr;
  if (failed(reader.readSignedVarInt(ulps)) ||
      failed(reader.readAttribute(mode)))
    return nullptr;
  return UnitAttr::get(getContext());
}

Attribute
BytecodeInterface::readAttribute(DialectBytecodeReader &reader) const {
  uint64_t code = 0;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  MLIRContext *context = getContext();
  SmallVector<Attribute> attributes;
  SmallVector<int64_t> numbers;
  StringRef text;
  Type type;
  switch (code) {
  case 1:
    if (failed(reader.readAttributes(attributes)))
      return nullptr;
    return ArrayAttr::get(context, attributes);
  case 6:
    return readDictionary(reader);
  case 8:
  case 9:
    return readNumber(reader);
  case 10:
    return readAlias(reader);
  case 14:
    return succeeded(reader.readString(text)) ? StringAttr::get(context, text)
                                              : StringAttr();
  case 15:
    return readElements(reader);
  case 17:
    return succeeded(reader.readType(type)) ? TypeAttr::get(type) : TypeAttr();
  case 18:
    if (failed(reader.readSignedVarInts(numbers)))
      return nullptr;
    return DenseI64ArrayAttr::get(context, numbers);
  case 20:
    return readAccuracy(reader);
  case 2:
  case 3:
  case 4:
  case 5:
  case 7:
  case 11:
  case 12:
  case 13:
  case 16:
  case 19:
    return readEnum(reader, code);
  default:
    reader.emitError()
        << "expected attributes of programs for one device, found that of "
           "number "
        << code << " (21 to 25 are of meshes); export the program unsharded";
    return nullptr;
  }
}

void addBytecodeInterface(VHLODialect &dialect) {
  static_cast<Dialect &>(dialect).addInterface(
      std::make_unique<BytecodeInterface>(&dialect));
}

} // namespace mlir::relax::vhlo
