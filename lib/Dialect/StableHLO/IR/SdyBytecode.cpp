// Reads the attributes of the sdy dialect from byte code, which `jax.export`
// writes beside those of StableHLO. The numbers are those of bytecode.td of
// Shardy, which promises to keep them.
//
// Parts of attributes are attributes of their own in a file. Here an axis is
// the string of its name, and a dimension an array of these (SdyOps.td).
#include "SdyBytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax::sdy {

namespace {
struct SdyBytecode : BytecodeDialectInterface {
  explicit SdyBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override;
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override;

private:
  Attribute readMeshAxis(DialectBytecodeReader &reader) const;
  Attribute readMesh(DialectBytecodeReader &reader) const;
  Attribute readAxis(DialectBytecodeReader &reader) const;
  Attribute readDim(DialectBytecodeReader &reader) const;
  Attribute readSharding(DialectBytecodeReader &reader,
                         bool mayBePartial) const;
  Attribute skipFactors(DialectBytecodeReader &reader) const;
  Attribute skipRule(DialectBytecodeReader &reader) const;
};

/// All versions have the attributes below under their numbers.
struct SdyVersion : DialectVersion {};
} // namespace

std::unique_ptr<DialectVersion>
SdyBytecode::readVersion(DialectBytecodeReader &reader) const {
  uint64_t number;
  for (int i = 0; i < 3; ++i)
    if (failed(reader.readVarInt(number)))
      return nullptr;
  return std::make_unique<SdyVersion>();
}

/// A pair of name and size, which a mesh takes apart.
Attribute SdyBytecode::readMeshAxis(DialectBytecodeReader &reader) const {
  StringRef name;
  int64_t size;
  if (failed(reader.readString(name)) || failed(reader.readSignedVarInt(size)))
    return nullptr;
  Builder builder(getContext());
  return builder.getArrayAttr(
      {builder.getStringAttr(name), builder.getI64IntegerAttr(size)});
}

Attribute SdyBytecode::readMesh(DialectBytecodeReader &reader) const {
  SmallVector<ArrayAttr> axes;
  SmallVector<int64_t> devices, sizes;
  if (failed(reader.readAttributes(axes)) ||
      failed(reader.readSignedVarInts(devices)))
    return nullptr;
  SmallVector<Attribute> names;
  for (ArrayAttr axis : axes) {
    // Another array may stand in a file that is damaged; the reader tells
    // where.
    auto size =
        axis.size() == 2 ? dyn_cast<IntegerAttr>(axis[1]) : IntegerAttr();
    if (!size || !isa<StringAttr>(axis[0]))
      return nullptr;
    names.push_back(axis[0]);
    sizes.push_back(size.getInt());
  }
  return MeshAttr::get(getContext(), ArrayAttr::get(getContext(), names), sizes,
                       devices);
}

/// A part of an axis is an error as in the text.
Attribute SdyBytecode::readAxis(DialectBytecodeReader &reader) const {
  StringRef name;
  Attribute part;
  if (failed(reader.readString(name)) ||
      failed(reader.readOptionalAttribute(part)))
    return nullptr;
  if (!part)
    return StringAttr::get(getContext(), name);
  reader.emitError() << "expected whole axes of a mesh, found a part of \""
                     << name << "\"; make it an axis of the mesh";
  return nullptr;
}

Attribute SdyBytecode::readDim(DialectBytecodeReader &reader) const {
  SmallVector<StringAttr> axes;
  bool isClosed, hasPriority;
  uint64_t priority;
  if (failed(reader.readAttributes(axes)) ||
      failed(reader.readBool(isClosed)) ||
      failed(reader.readVarIntWithFlag(priority, hasPriority)))
    return nullptr;
  Builder builder(getContext());
  SmallVector<Attribute> entries(axes.begin(), axes.end());
  if (!isClosed)
    entries.push_back(builder.getUnitAttr());
  if (hasPriority)
    entries.push_back(builder.getI64IntegerAttr(int64_t(priority)));
  return builder.getArrayAttr(entries);
}

Attribute SdyBytecode::readSharding(DialectBytecodeReader &reader,
                                    bool mayBePartial) const {
  Attribute mesh;
  SmallVector<ArrayAttr> dims;
  SmallVector<StringAttr> replicated, partial;
  if (failed(reader.readAttribute(mesh)) ||
      failed(reader.readAttributes(dims)) ||
      failed(reader.readAttributes(replicated)) ||
      (mayBePartial && failed(reader.readAttributes(partial))))
    return nullptr;
  auto name = dyn_cast<FlatSymbolRefAttr>(mesh);
  if (!name || !partial.empty()) {
    reader.emitError() << "expected a tensor of which workers have parts or "
                          "copies, by the name of a 'sdy.mesh', found "
                       << (name ? "one that is 'unreduced'"
                                : "another mesh; give it a name");
    return nullptr;
  }
  Builder builder(getContext());
  SmallVector<Attribute> copies(replicated.begin(), replicated.end());
  return ShardingAttr::get(
      getContext(), name,
      builder.getArrayAttr(SmallVector<Attribute>(dims.begin(), dims.end())),
      builder.getArrayAttr(copies));
}

/// Which factors of a rule a dimension has.
Attribute SdyBytecode::skipFactors(DialectBytecodeReader &reader) const {
  SmallVector<int64_t> factors;
  if (failed(reader.readSignedVarInts(factors)))
    return nullptr;
  return UnitAttr::get(getContext());
}

/// How a call by name may be spread says nothing of what it computes, and
/// nothing of it is kept, as of that of a text (`SdyDialect::parseAttribute`).
/// JAX writes one at each call of LAPACK.
Attribute SdyBytecode::skipRule(DialectBytecodeReader &reader) const {
  SmallVector<int64_t> numbers;
  SmallVector<Attribute> operands, results;
  bool isCustom;
  // The sizes of the factors, and which of them are summed, replicated,
  // permuted and passed on in blocks.
  if (failed(reader.readSignedVarInts(numbers)) ||
      failed(reader.readAttributes(operands)) ||
      failed(reader.readAttributes(results)))
    return nullptr;
  for (int i = 0; i < 4; ++i)
    if (numbers.clear(); failed(reader.readSignedVarInts(numbers)))
      return nullptr;
  if (failed(reader.readBool(isCustom)))
    return nullptr;
  return StringAttr::get(getContext(), "sdy.op_sharding_rule");
}

Attribute SdyBytecode::readAttribute(DialectBytecodeReader &reader) const {
  uint64_t code;
  SmallVector<Attribute> attributes;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  switch (code) {
  // The manual axes, and the shardings, of a computation of parts.
  case 0:
  case 7:
  // Dimensions of an operand of a rule.
  case 9:
    if (failed(reader.readAttributes(attributes)))
      return nullptr;
    return ArrayAttr::get(getContext(), attributes);
  case 1:
    return readMeshAxis(reader);
  case 2:
    return readMesh(reader);
  case 4:
    return readAxis(reader);
  case 5:
    return readDim(reader);
  case 6:
  case 15:
    return readSharding(reader, /*mayBePartial=*/code != 6);
  case 8:
    return skipFactors(reader);
  case 10:
    return skipRule(reader);
  default:
    reader.emitError() << "expected a mesh or a sharding, found the attribute "
                          "of sdy of number "
                       << code
                       << "; write the program by 'jax.jit' with shardings";
    return nullptr;
  }
}

void addBytecodeInterface(SdyDialect &dialect) {
  static_cast<Dialect &>(dialect).addInterface(
      std::make_unique<SdyBytecode>(&dialect));
}

} // namespace mlir::relax::sdy
