// What kernels are written with: indices, memory, loops and branches.
#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

Value IndexBuilder::sub(Value lhs, Value rhs) {
  return createOrFold<arith::SubIOp>(lhs, rhs);
}

Value IndexBuilder::div(Value lhs, int64_t rhs) {
  return createOrFold<arith::DivUIOp>(lhs, index(rhs));
}

Value IndexBuilder::rem(Value lhs, int64_t rhs) {
  return createOrFold<arith::RemUIOp>(lhs, index(rhs));
}

Value IndexBuilder::min(Value lhs, Value rhs) {
  return createOrFold<arith::MinUIOp>(lhs, rhs);
}

Value IndexBuilder::number32(int64_t value) {
  return arith::ConstantOp::create(
      *this, getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value IndexBuilder::to32(Value index) {
  std::optional<int64_t> known = getConstantIndex(index);
  return known ? number32(*known)
               : arith::IndexCastUIOp::create(*this, getI32Type(), index)
                     .getResult();
}

Value IndexBuilder::toIndex(Value number) {
  return arith::IndexCastUIOp::create(*this, getIndexType(), number);
}

Value IndexBuilder::equal(Value lhs, Value rhs) {
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::eq, lhs, rhs);
}

Value IndexBuilder::less(Value lhs, Value rhs) {
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::ult, lhs, rhs);
}

Value IndexBuilder::both(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(*this, lhs, rhs);
}

Value IndexBuilder::isInBounds(Value at, Value extent, int64_t size) {
  std::optional<int64_t> known = getConstantIndex(extent);
  return known && *known % size == 0 ? Value() : less(at, extent);
}

Value KernelBuilder::axis(Value extent, StringRef name) {
  return buildAxis(*this, getLoc(), extent, name);
}

Value KernelBuilder::load(Value buffer, ValueRange at) {
  return memref::LoadOp::create(*this, buffer, at);
}

void KernelBuilder::store(Value value, Value buffer, ValueRange at) {
  memref::StoreOp::create(*this, value, buffer, at);
}

Value KernelBuilder::alloc(ArrayRef<int64_t> shape, Type element,
                           gpu::AddressSpace space) {
  auto attribute = gpu::AddressSpaceAttr::get(getContext(), space);
  return memref::AllocOp::create(
      *this, MemRefType::get(shape, element, AffineMap(), attribute));
}

Value KernelBuilder::view(Value bytes, int64_t first, ArrayRef<int64_t> shape,
                          Type element) {
  Attribute space = cast<MemRefType>(bytes.getType()).getMemorySpace();
  return memref::ViewOp::create(
      *this, MemRefType::get(shape, element, AffineMap(), space), bytes,
      index(first), ValueRange());
}

void KernelBuilder::loop(ForKind kind, Value extent,
                         llvm::function_ref<void(Value)> body) {
  buildLoop(*this, getLoc(), kind, extent,
            [&](OpBuilder &, ValueRange at) { body(at.front()); });
}

void KernelBuilder::branch(Value condition, llvm::function_ref<void()> body) {
  InsertionGuard guard(*this);
  if (condition)
    setInsertionPointToStart(&IfOp::create(*this, condition).getThen().front());
  body();
}

Value constant(KernelBuilder &b, Type type, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

Value remNarrow(KernelBuilder &b, Value lhs, int64_t rhs) {
  if (std::optional<int64_t> known = getConstantIndex(lhs))
    return b.index(*known % rhs);
  return b.toIndex(arith::RemUIOp::create(b, b.to32(lhs), b.number32(rhs)));
}

Value getUniformWarp(KernelBuilder &b, Value thread) {
  Value warp = b.to32(b.div(thread, kWarpThreads));
  auto first = gpu::ShuffleOp::create(
      b, warp, b.number32(0), b.number32(kWarpThreads), gpu::ShuffleMode::IDX);
  return b.toIndex(first.getShuffleResult());
}

static void unrollFrom(KernelBuilder &b, ArrayRef<int64_t> shape,
                       SmallVector<Value> &at,
                       llvm::function_ref<void(ArrayRef<Value>)> body) {
  if (at.size() == shape.size())
    return body(at);
  b.unroll(shape[at.size()], [&](Value index) {
    at.push_back(index);
    unrollFrom(b, shape, at, body);
    at.pop_back();
  });
}

// Half a unit of the last bit that is kept is added: half away from zero, as
// `cvt.rna` rounds. That one clears the rest of the bits, too, which the
// product does not read. Half a unit is 2^-11 times the power of two that sign
// and exponent are: two instructions, neither of which has a predicate, so that
// the result may be in any register. Of infinities and NaN they are an
// infinity, which changes neither; a number added to the bits would make a zero
// of the NaN 0x7fffffff. Of subnormal numbers they are 0: these are cut off.
Value roundForTF32(KernelBuilder &b, Value element) {
  constexpr int32_t kSignAndExponent = static_cast<int32_t>(0xff800000);
  constexpr double kHalfUnit = 1.0 / 2048;
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), element);
  bits = arith::AndIOp::create(b, bits, b.number32(kSignAndExponent));
  Value power = arith::BitcastOp::create(b, b.getF32Type(), bits);
  return math::FmaOp::create(b, power, constant(b, b.getF32Type(), kHalfUnit),
                             element);
}

void unrollElements(KernelBuilder &b, Value buffer,
                    llvm::function_ref<void(ArrayRef<Value>)> body) {
  SmallVector<Value> at;
  unrollFrom(b, cast<MemRefType>(buffer.getType()).getShape(), at, body);
}

void fill(KernelBuilder &b, Value value, Value buffer) {
  unrollElements(b, buffer,
                 [&](ArrayRef<Value> at) { b.store(value, buffer, at); });
}

} // namespace mlir::tir
