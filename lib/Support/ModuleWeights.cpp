// Gives the resources of a module the data in a file beside it.
#include "Relax/Support/ModuleWeights.h"

#include "Relax/Support/FilesInside.h"
#include "Relax/Support/Quote.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

/// The format's name of an element type; "" if it has none. The format has no
/// other floats of 8 bits.
static std::string getStoredName(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 1)
      return "BOOL";
    return (integer.isUnsigned() ? "U" : "I") +
           std::to_string(integer.getWidth());
  }
  if (isa<Float8E4M3FNType>(type))
    return "F8_E4M3";
  if (isa<Float8E5M2Type>(type))
    return "F8_E5M2";
  if (isa<Float8E8M0FNUType>(type))
    return "F8_E8M0";
  if (isa<BFloat16Type>(type))
    return "BF16";
  return isa<Float16Type, Float32Type, Float64Type>(type)
             ? "F" + std::to_string(type.getIntOrFloatBitWidth())
             : "";
}

/// Whether plain bytes are as many as a type's elements take. Types that the
/// format lacks are written as plain bytes of the same length.
static bool areBytesOf(const StoredTensor &stored, ShapedType type) {
  if (stored.elementType != "U8" || stored.shape.size() != 1 ||
      !type.getElementType().isIntOrFloat())
    return false;
  uint64_t bytes = (type.getElementTypeBitWidth() + 7) / 8;
  for (int64_t size : type.getShape()) {
    std::optional<uint64_t> more =
        llvm::checkedMulUnsigned(bytes, static_cast<uint64_t>(size));
    if (!more)
      return false;
    bytes = *more;
  }
  return bytes == stored.bytes.size();
}

static bool hasType(const StoredTensor &stored, ShapedType type) {
  bool isSame = stored.elementType == getStoredName(type.getElementType()) &&
                ArrayRef(stored.shape) == type.getShape();
  return isSame || areBytesOf(stored, type);
}

/// The type of a stored tensor as its header says it.
static std::string describe(const StoredTensor &stored) {
  std::string text = stored.elementType + "[";
  for (auto [number, size] : llvm::enumerate(stored.shape))
    text += (number ? ", " : "") + std::to_string(size);
  return text + "]";
}

/// The data of a resource: that in the file's memory, or a copy where it does
/// not begin at a multiple of an element's size. Weights are used where the
/// file is mapped: a model of gigabytes is not copied. The deleter holds the
/// file as long as any blob of it lives.
static AsmResourceBlob makeBlob(const StoredTensor &stored, Type element,
                                std::shared_ptr<llvm::MemoryBuffer> memory) {
  constexpr size_t kAlignment = 64;
  size_t width = std::max(1u, (element.getIntOrFloatBitWidth() + 7) / 8);
  auto address = reinterpret_cast<uintptr_t>(stored.bytes.data());
  size_t alignment = kAlignment;
  // The greatest power of two that divides the address, up to 64.
  while (address % alignment != 0)
    alignment /= 2;
  if (alignment < width)
    return HeapAsmResourceBlob::allocateAndCopyWithAlign(stored.bytes,
                                                         kAlignment);
  return AsmResourceBlob(
      stored.bytes, alignment,
      [memory = std::move(memory)](void *, size_t, size_t) {},
      /*dataIsMutable=*/false);
}

/// Gives one resource its data.
static LogicalResult fill(DenseResourceElementsAttr resource, Operation *op,
                          const Safetensors &file, StringRef path) {
  DenseResourceElementsHandle handle = resource.getRawHandle();
  ShapedType type = resource.getType();
  const StoredTensor *stored = file.find(handle.getKey());
  if (!stored)
    return op->emitOpError("has the weight ")
           << quote(handle.getKey()) << ", expected in " << quote(path)
           << "; give the file that was written with the module";
  if (!hasType(*stored, type))
    return op->emitOpError("has the weight ")
           << quote(handle.getKey()) << " of type " << type
           << ", expected as in " << quote(path) << ", " << describe(*stored);
  handle.getResource()->setBlob(
      makeBlob(*stored, type.getElementType(), file.getMemory()));
  return success();
}

FailureOr<DenseResourceElementsAttr> getStoredConstant(const Safetensors &file,
                                                       StringRef name,
                                                       RankedTensorType type,
                                                       Location loc) {
  const StoredTensor *stored = file.find(name);
  if (!hasType(*stored, type))
    return emitError(loc) << "expected the weight " << quote(name)
                          << " of type " << type << ", found it as "
                          << describe(*stored);
  return DenseResourceElementsAttr::get(
      type, name, makeBlob(*stored, type.getElementType(), file.getMemory()));
}

LogicalResult loadWeights(ModuleOp module, StringRef path) {
  FailureOr<Safetensors> file = Safetensors::open(path, module.getLoc());
  if (failed(file))
    return failure();
  LogicalResult result = success();
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](DenseResourceElementsAttr resource) {
      // A resource that has its data was read with the module.
      if (!resource.getRawHandle().getBlob() &&
          failed(fill(resource, op, *file, path)))
        result = failure();
    });
  });
  // The attribute goes once it is fulfilled; left, a second run would look for
  // the file again.
  module->removeAttr(kWeightsAttr);
  return result;
}

LogicalResult loadNamedWeights(ModuleOp module, StringRef modulePath) {
  Attribute named = module->getAttr(kWeightsAttr);
  if (!named)
    return success();
  auto name = dyn_cast<StringAttr>(named);
  if (!name)
    return module.emitOpError("expected the name of a file as '")
           << kWeightsAttr << "', found " << named;
  // The name is from the module, which may be hostile; see FilesInside.cpp.
  FailureOr<std::string> path =
      findInside("the weights' file", name.getValue(),
                 llvm::sys::path::parent_path(modulePath), module.getLoc());
  return failed(path) ? failure() : loadWeights(module, *path);
}

static DialectResourceBlobManager &getBlobManager(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<BuiltinDialect>();
  return dialect->getRegisteredInterface<ResourceBlobManagerDialectInterface>()
      ->getBlobManager();
}

// The map is locked while it is looked through, hence names and no entries.
static std::vector<std::string>
getBlobNames(DialectResourceBlobManager &manager) {
  std::vector<std::string> found;
  manager.getBlobMap(
      [&](const llvm::StringMap<DialectResourceBlobManager::BlobEntry> &blobs) {
        for (const auto &entry : blobs)
          if (entry.getValue().getBlob())
            found.push_back(entry.getKey().str());
      });
  return found;
}

size_t countHeldWeights(MLIRContext *context) {
  size_t held = 0;
  getBlobManager(context).getBlobMap(
      [&](const llvm::StringMap<DialectResourceBlobManager::BlobEntry> &blobs) {
        held = llvm::count_if(blobs, [](const auto &entry) {
          return entry.getValue().getBlob() != nullptr;
        });
      });
  return held;
}

/// The manager keeps data for as long as the context lives, also those of
/// constants that a pass has replaced. Weights that were transposed, widened
/// and packed would be there four times. A resource is named by whoever refers
/// to it, so what no op of the module names is never read again, unless another
/// module of the context names it; hence only the owner may call this.
void releaseUnusedWeights(ModuleOp module) {
  llvm::StringSet<> used;
  // One walker, which goes through an attribute that many ops share once.
  AttrTypeWalker walker;
  walker.addWalk([&](DenseResourceElementsAttr resource) {
    used.insert(resource.getRawHandle().getKey());
  });
  module.walk([&](Operation *op) {
    // Most of a large module are constants, and a dictionary for each op would
    // stay in the context.
    Attribute value;
    if (op->hasTrait<OpTrait::ConstantLike>() &&
        matchPattern(op, m_Constant(&value)) &&
        op->getDiscardableAttrs().empty())
      walker.walk(value);
    else
      walker.walk(op->getAttrDictionary());
  });
  DialectResourceBlobManager &manager = getBlobManager(module.getContext());
  for (const std::string &name : getBlobNames(manager))
    if (!used.contains(name))
      manager.lookup(name)->setBlob({});
}

} // namespace mlir::relax
