// What is said about loops, blocks and buffers, beside what they do.
#include "Relax/Dialect/TIR/Schedule/Annotations.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/Schedule/StorageAlignment.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

static DictionaryAttr getAnnotations(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return loop.getAnnotationsAttr();
  return cast<BlockOp>(op).getAnnotationsAttr();
}

static void setAnnotations(Operation *op, const NamedAttrList &list) {
  DictionaryAttr value =
      list.empty() ? DictionaryAttr() : list.getDictionary(op->getContext());
  if (auto loop = dyn_cast<ForOp>(op))
    loop.setAnnotationsAttr(value);
  else
    cast<BlockOp>(op).setAnnotationsAttr(value);
}

/// Overwriting in silence would let two steps of a script contradict each
/// other.
LogicalResult annotate(Operation *op, StringAttr name, Attribute value) {
  NamedAttrList list(getAnnotations(op));
  if (list.get(name))
    return failPrecondition(op, "annotate") << "expected no annotation " << name
                                            << " already; take it away first";
  list.append(name, value);
  setAnnotations(op, list);
  return success();
}

LogicalResult unannotate(Operation *op, StringRef name) {
  NamedAttrList list(getAnnotations(op));
  if (!list.erase(name))
    return failPrecondition(op, "unannotate")
           << "expected an annotation \"" << name << "\"";
  setAnnotations(op, list);
  return success();
}

// A buffer that a block writes, made in the function.
FailureOr<memref::AllocOp> getLocalBuffer(BlockOp block, unsigned buffer,
                                          StringRef verb) {
  if (buffer >= block.getWrites().size())
    return failPrecondition(block, verb)
           << "expected a number of its written buffers, found #" << buffer;
  auto alloc = getViewedBuffer(block.getWrites()[buffer])
                   .getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return failPrecondition(block, verb)
           << "expected its written buffer #" << buffer
           << " to be made in the function";
  return alloc;
}

/// `offset` modulo `factor` for the stride of an axis: with 32 banks of 4
/// bytes, rows of 33 floats put neighbours of a column into different banks.
LogicalResult alignStorage(BlockOp block, unsigned buffer, unsigned axis,
                           int64_t factor, int64_t offset) {
  FailureOr<memref::AllocOp> alloc =
      getLocalBuffer(block, buffer, "align the storage of");
  if (failed(alloc))
    return failure();
  MemRefType type = alloc->getType();
  if (axis + 1 >= type.getRank())
    return failPrecondition(block, "align the storage of")
           << "expected an axis behind axis " << axis << " of " << type;
  if (factor < 1 || factor > kMaxAlignment || offset < 0 || offset >= factor)
    return failPrecondition(block, "align the storage of")
           << "expected a factor from 1 to " << kMaxAlignment
           << " and an offset below it, found " << factor << " and " << offset;
  // -1 stands for "not constant" from the first dynamic size on.
  int64_t inner = 1;
  for (int64_t size : type.getShape().drop_front(axis + 2))
    inner = ShapedType::isDynamic(size) || inner < 0 ? -1 : inner * size;
  int64_t size = type.getDimSize(axis + 1);
  if (inner < 0 || ShapedType::isDynamic(size))
    return failPrecondition(block, "align the storage of")
           << "expected constant extents behind axis " << axis << " of "
           << type;
  // A view or a call takes the buffer by its type, which changes here.
  for (Operation *user : (*alloc)->getUsers())
    if (!isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp, BlockOp>(
            user)) {
      InFlightDiagnostic error =
          failPrecondition(block, "align the storage of")
          << "expected only loads and stores to use the buffer, found "
          << describe(user);
      error.attachNote(user->getLoc()) << "this op does otherwise";
      return error;
    }
  StorageAlignment alignment = {axis, factor, offset};
  std::optional<int64_t> padded = getAlignedSize(alignment, size, inner);
  if (!padded)
    return failPrecondition(block, "align the storage of")
           << "expected a size of axis " << axis + 1
           << " that gives a stride of " << offset << " modulo " << factor;
  SmallVector<int64_t> shape(type.getShape());
  shape[axis + 1] = *padded;
  (*alloc)->getResult(0).setType(MemRefType::Builder(type).setShape(shape));
  addAlignment(*alloc, alignment);
  return success();
}

/// TVM's names of scopes; global is the default space, which has no attribute.
FailureOr<Attribute> getMemorySpace(BlockOp block, StringRef scope,
                                    StringRef verb) {
  MLIRContext *context = block.getContext();
  if (scope == "global")
    return Attribute();
  if (scope == "shared")
    return Attribute(
        gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup));
  if (scope == "local")
    return Attribute(
        gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Private));
  return failPrecondition(block, verb)
         << "expected the scope \"global\", \"shared\" or \"local\", found \""
         << scope << "\"";
}

LogicalResult setScope(BlockOp block, unsigned buffer, StringRef scope) {
  FailureOr<memref::AllocOp> alloc =
      getLocalBuffer(block, buffer, "set the scope of");
  if (failed(alloc))
    return failure();
  FailureOr<Attribute> space = getMemorySpace(block, scope, "set the scope of");
  if (failed(space))
    return failure();
  setMemorySpace((*alloc)->getResult(0), *space);
  return success();
}

} // namespace mlir::tir
