// Memory of an interpreted program, with a shadow that knows what was written.
#include "Relax/Reference/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax::reference {

AllocationRef Allocation::create(int64_t size) {
  auto allocation = llvm::makeIntrusiveRefCnt<Allocation>();
  // An allocation of no bytes has an address, too, as it may be copied from
  // and to.
  size_t count = std::max<int64_t>(size, 1);
  // Pages that nobody touches cost nothing.
  allocation->data.reset(static_cast<uint8_t *>(std::calloc(count, 1)));
  allocation->shadow.reset(static_cast<uint8_t *>(std::calloc(count, 1)));
  if (!allocation->data || !allocation->shadow)
    return nullptr;
  allocation->size = size;
  return allocation;
}

bool Allocation::isInitialized(int64_t offset, int64_t count) const {
  const uint8_t *begin = shadow.get() + offset;
  // Four bytes are most accesses, and one comparison of 32 bits.
  if (count == 4) {
    uint32_t marks;
    std::memcpy(&marks, begin, 4);
    return marks == 0x01010101u;
  }
  return llvm::all_of(llvm::ArrayRef(begin, static_cast<size_t>(count)),
                      [](uint8_t mark) { return mark; });
}

// Accesses are recorded by units of the first access's width: one record for
// an f32 instead of four. A program that reads it as bytes later makes it one
// for each byte.
llvm::MutableArrayRef<LastAccess>
Allocation::getAccesses(int64_t offset, int64_t count, uint64_t run) {
  if (accesses.empty() || accessesOf != run) {
    accesses.clear();
    accessesOf = run;
    unit = std::max<int64_t>(count, 1);
    accesses.resize(static_cast<size_t>(llvm::divideCeil(size, unit)) + 1);
  }
  if (offset % unit != 0 || count % unit != 0) {
    // Accesses of another width: from now on each byte counts.
    std::vector<LastAccess> perByte(static_cast<size_t>(size) + 1);
    for (int64_t byte = 0; byte < size; ++byte)
      perByte[static_cast<size_t>(byte)] =
          accesses[static_cast<size_t>(byte / unit)];
    accesses = std::move(perByte);
    unit = 1;
  }
  return llvm::MutableArrayRef(accesses).slice(
      static_cast<size_t>(offset / unit), static_cast<size_t>(count / unit));
}

int64_t View::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

bool View::isCompact() const {
  int64_t expected = 1;
  for (auto [size, stride] :
       llvm::zip(llvm::reverse(sizes), llvm::reverse(strides))) {
    if (size != 1 && stride != expected)
      return false;
    expected *= size;
  }
  return true;
}

// Strides may be negative, as a flipped view has them, and offsets come from
// the program: each sum is checked for overflow before it is compared.
bool View::isInside() const {
  if (llvm::is_contained(sizes, 0))
    return true;
  int64_t low = 0, high = 0;
  for (auto [size, stride] : llvm::zip(sizes, strides)) {
    int64_t reach;
    if (llvm::MulOverflow(size - 1, stride, reach) ||
        llvm::AddOverflow(stride < 0 ? low : high, reach,
                          stride < 0 ? low : high))
      return false;
  }
  int64_t begin, end;
  if (llvm::MulOverflow<int64_t>(low, element.bytes, begin) ||
      llvm::MulOverflow<int64_t>(high, element.bytes, end) ||
      llvm::AddOverflow(offset, begin, begin) ||
      llvm::AddOverflow<int64_t>(offset + element.bytes, end, end))
    return false;
  return begin >= 0 && end <= memory->getSize();
}

int64_t View::getPlace(llvm::ArrayRef<int64_t> indices) const {
  int64_t place = 0;
  for (auto [index, stride] : llvm::zip(indices, strides))
    place += index * stride;
  return offset + place * element.bytes;
}

void View::forEachPlace(llvm::function_ref<void(int64_t)> visit) const {
  int64_t count = getNumElements();
  if (isCompact()) {
    for (int64_t i = 0; i < count; ++i)
      visit(offset + i * element.bytes);
    return;
  }
  llvm::SmallVector<int64_t, 4> indices(sizes.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    visit(getPlace(indices));
    for (size_t axis = sizes.size(); axis-- > 0;) {
      if (++indices[axis] < sizes[axis])
        break;
      indices[axis] = 0;
    }
  }
}

llvm::SmallVector<int64_t, 4>
getRowMajorStrides(llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<int64_t, 4> strides(sizes.size(), 1);
  for (size_t axis = sizes.size(); axis-- > 1;)
    // A stride of a buffer without elements has no meaning.
    if (llvm::MulOverflow(strides[axis], sizes[axis], strides[axis - 1]))
      strides[axis - 1] = 0;
  return strides;
}

// 2^62 leaves room for the sums of offsets that follow.
std::optional<int64_t> getCompactBytes(llvm::ArrayRef<int64_t> sizes,
                                       const Element &element) {
  int64_t bytes = element.bytes;
  bool isEmpty = llvm::is_contained(sizes, 0);
  for (int64_t size : sizes) {
    if (size < 0)
      return std::nullopt;
    if (!isEmpty &&
        (llvm::MulOverflow(bytes, size, bytes) || bytes > (int64_t(1) << 62)))
      return std::nullopt;
  }
  return isEmpty ? 0 : bytes;
}

ViewRef makeView(llvm::ArrayRef<int64_t> sizes, const Element &element) {
  std::optional<int64_t> bytes = getCompactBytes(sizes, element);
  AllocationRef memory = bytes ? Allocation::create(*bytes) : nullptr;
  if (!memory)
    return nullptr;
  auto view = llvm::makeIntrusiveRefCnt<View>();
  view->memory = memory;
  view->element = element;
  view->sizes.assign(sizes.begin(), sizes.end());
  view->strides = getRowMajorStrides(sizes);
  return view;
}

ViewRef copyView(const View &view) {
  ViewRef copy = makeView(view.sizes, view.element);
  if (!copy)
    return nullptr;
  int64_t to = 0;
  auto bytes = static_cast<size_t>(view.element.bytes);
  Allocation &source = *view.memory, &target = *copy->memory;
  view.forEachPlace([&](int64_t from) {
    std::memcpy(target.getData() + to, source.getData() + from, bytes);
    std::memcpy(target.getShadow() + to, source.getShadow() + from, bytes);
    to += view.element.bytes;
  });
  return copy;
}

void pasteView(const View &copy, const View &target) {
  int64_t from = copy.offset;
  auto bytes = static_cast<size_t>(target.element.bytes);
  target.forEachPlace([&](int64_t to) {
    std::memcpy(target.memory->getData() + to, copy.memory->getData() + from,
                bytes);
    std::memcpy(target.memory->getShadow() + to,
                copy.memory->getShadow() + from, bytes);
    from += target.element.bytes;
  });
}

} // namespace mlir::relax::reference
