// What kernels are written with: indices, memory, loops and branches.
#ifndef RELAX_DIALECT_TIR_IR_KERNELBUILDER_H
#define RELAX_DIALECT_TIR_IR_KERNELBUILDER_H

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tir {

/// Indices and conditions; what is constant is folded. A condition that is null
/// holds.
class IndexBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value index(int64_t value) { return indexConstant(*this, getLoc(), value); }
  Value add(Value lhs, Value rhs) {
    return addIndex(*this, getLoc(), lhs, rhs);
  }
  Value add(Value lhs, int64_t rhs) { return add(lhs, index(rhs)); }
  Value mul(Value lhs, Value rhs) {
    return mulIndex(*this, getLoc(), lhs, rhs);
  }
  Value mul(Value lhs, int64_t rhs) { return mul(lhs, index(rhs)); }
  Value sub(Value lhs, Value rhs);
  Value div(Value lhs, int64_t rhs);
  Value rem(Value lhs, int64_t rhs);
  Value ceilDiv(Value lhs, int64_t rhs) {
    return ceilDivIndex(*this, getLoc(), lhs, rhs);
  }
  Value min(Value lhs, Value rhs);
  /// The product of extents, and the indices below them that a number counts.
  Value total(ValueRange extents) { return getTotal(*this, getLoc(), extents); }
  SmallVector<Value> split(Value number, ValueRange extents) {
    return splitIndex(*this, getLoc(), number, extents);
  }
  /// Numbers of 32 bits: a GPU divides and compares these in a fraction of the
  /// time of 64.
  Value number32(int64_t value);
  Value to32(Value index);
  Value toIndex(Value number);

  Value equal(Value lhs, Value rhs);
  Value less(Value lhs, Value rhs);
  Value both(Value lhs, Value rhs);
  /// `at < extent`; null if tiles of `size` fill the extent.
  Value isInBounds(Value at, Value extent, int64_t size);
};

/// Writes a kernel from one insertion point on.
class KernelBuilder : public IndexBuilder {
public:
  using IndexBuilder::IndexBuilder;

  /// A loop over blocks or threads; the insertion point goes into it.
  Value axis(Value extent, StringRef name);
  Value load(Value buffer, ValueRange at);
  void store(Value value, Value buffer, ValueRange at);
  /// Registers of a thread, and the shared memory of a block.
  Value registers(ArrayRef<int64_t> shape, Type element) {
    return alloc(shape, element, gpu::AddressSpace::Private);
  }
  Value shared(ArrayRef<int64_t> shape, Type element) {
    return alloc(shape, element, gpu::AddressSpace::Workgroup);
  }
  /// Elements of `bytes`, from byte `first` on.
  Value view(Value bytes, int64_t first, ArrayRef<int64_t> shape, Type element);

  /// Write `body` for each number below `extent`; no loop for a single one.
  void loop(ForKind kind, Value extent, llvm::function_ref<void(Value)> body);
  void unroll(int64_t extent, llvm::function_ref<void(Value)> body) {
    loop(ForKind::Unrolled, index(extent), body);
  }
  void vectorize(Value extent, llvm::function_ref<void(Value)> body) {
    loop(ForKind::Vectorized, extent, body);
  }
  void vectorize(int64_t extent, llvm::function_ref<void(Value)> body) {
    vectorize(index(extent), body);
  }
  void repeat(Value extent, llvm::function_ref<void(Value)> body) {
    loop(ForKind::Serial, extent, body);
  }
  void repeat(int64_t extent, llvm::function_ref<void(Value)> body) {
    repeat(index(extent), body);
  }
  /// Write `body` where `condition` holds.
  void branch(Value condition, llvm::function_ref<void()> body);
  void barrier() { gpu::BarrierOp::create(*this); }

private:
  Value alloc(ArrayRef<int64_t> shape, Type element, gpu::AddressSpace space);
};

/// A number of a floating-point type.
Value constant(KernelBuilder &b, Type type, double value);

/// An element of f32, so that what tensor cores take of it, its first 10
/// mantissa bits, is the nearest number to it.
Value roundForTF32(KernelBuilder &b, Value element);

/// Write `body` for the indices of each element of a buffer, unrolled.
void unrollElements(KernelBuilder &b, Value buffer,
                    llvm::function_ref<void(ArrayRef<Value>)> body);
/// The remainder by division of 32 bits, of a number that fits.
Value remNarrow(KernelBuilder &b, Value lhs, int64_t rhs);
/// The number of the warp of `thread`. It is taken from the warp's first
/// thread, from which the assembler knows that all threads have the same, and
/// that what is computed of it is for registers of the warp.
Value getUniformWarp(KernelBuilder &b, Value thread);
/// Store `value` to all elements.
void fill(KernelBuilder &b, Value value, Value buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_KERNELBUILDER_H
