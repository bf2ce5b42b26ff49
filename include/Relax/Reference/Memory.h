// Memory of an interpreted program, with a shadow that knows what was written.
#ifndef RELAX_REFERENCE_MEMORY_H
#define RELAX_REFERENCE_MEMORY_H

#include "Relax/Reference/Element.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace mlir::relax::reference {

/// Who last wrote and read a place, for the detection of data races. Strands
/// are numbered by the machine, from 1; operations by the library of programs.
struct LastAccess {
  uint32_t writer = 0, reader = 0;
  uint32_t writerOp = 0, readerOp = 0;
};

/// One block of bytes.
class Allocation : public llvm::RefCountedBase<Allocation> {
public:
  /// Bytes that nobody has written; null if there is no memory for them.
  static llvm::IntrusiveRefCntPtr<Allocation> create(int64_t size);

  int64_t getSize() const { return size; }
  uint8_t *getData() { return data.get(); }

  /// Whether the bytes from `offset` on have been written.
  bool isInitialized(int64_t offset, int64_t count) const;
  /// Marks bytes as written, or as never written.
  void setInitialized(int64_t offset, int64_t count, bool value = true) {
    std::memset(shadow.get() + offset, value, static_cast<size_t>(count));
  }
  /// Copies all bytes of the block from `source`, which may be null if the
  /// block is empty. They do not count as written by this.
  void copyFrom(const void *source) {
    if (size > 0)
      std::memcpy(data.get(), source, static_cast<size_t>(size));
  }
  const uint8_t *getShadow() const { return shadow.get(); }
  uint8_t *getShadow() { return shadow.get(); }

  /// The places that an access of `count` bytes touches, made on first use.
  /// What other runs than `run` did is over, and forgotten.
  llvm::MutableArrayRef<LastAccess> getAccesses(int64_t offset, int64_t count,
                                                uint64_t run);

  /// Why the bytes may not be used any more; empty while they may.
  llvm::StringRef getEnd() const { return end; }
  /// Ends the life of the bytes. `how` is a literal such as "freed".
  void setEnd(llvm::StringLiteral how) { end = how; }

private:
  struct Free {
    void operator()(void *bytes) const { std::free(bytes); }
  };
  using Bytes = std::unique_ptr<uint8_t[], Free>;

  int64_t size = 0;
  Bytes data, shadow;
  std::vector<LastAccess> accesses;
  /// The run whose accesses these are.
  uint64_t accessesOf = 0;
  /// Bytes that one of `accesses` stands for.
  int64_t unit = 1;
  llvm::StringRef end;
};

using AllocationRef = llvm::IntrusiveRefCntPtr<Allocation>;

/// A buffer: elements of an allocation, at strides.
class View : public llvm::RefCountedBase<View> {
public:
  AllocationRef memory;
  Element element;
  /// Bytes from the start of the allocation to the first element.
  int64_t offset = 0;
  /// Bytes from the start of the allocation to what the program takes for it.
  int64_t base = 0;
  llvm::SmallVector<int64_t, 4> sizes;
  /// In elements.
  llvm::SmallVector<int64_t, 4> strides;

  int64_t getRank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t getNumElements() const;
  bool isCompact() const;
  /// Whether all elements lie inside the allocation.
  bool isInside() const;
  /// The place of the element with these indices, in bytes.
  int64_t getPlace(llvm::ArrayRef<int64_t> indices) const;
  /// Calls `visit` with the place of each element, in row-major order.
  void forEachPlace(llvm::function_ref<void(int64_t)> visit) const;
};

using ViewRef = llvm::IntrusiveRefCntPtr<View>;

/// The strides of a row-major buffer of these sizes.
llvm::SmallVector<int64_t, 4> getRowMajorStrides(llvm::ArrayRef<int64_t> sizes);

/// The bytes of a compact buffer; nothing where they do not fit in 62 bits or
/// a size is negative.
std::optional<int64_t> getCompactBytes(llvm::ArrayRef<int64_t> sizes,
                                       const Element &element);

/// A compact buffer of its own; null if there is no memory for it.
ViewRef makeView(llvm::ArrayRef<int64_t> sizes, const Element &element);

/// A copy of the elements, and of which of them have been written.
ViewRef copyView(const View &view);

/// Fills `target` with what a copy of a view of its sizes and dtype holds.
void pasteView(const View &copy, const View &target);

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_MEMORY_H
