// What the emulations of a device's instructions have in common.
#ifndef RELAX_LIB_CONVERSION_GPUTOTIR_EMULATIONBUILDER_H
#define RELAX_LIB_CONVERSION_GPUTOTIR_EMULATIONBUILDER_H

#include "BlockEmulation.h"

namespace mlir::tir {

/// Threads of a warp, and of those that hold a row of a fragment together.
constexpr int64_t kWarp = 32, kGroup = 4;
/// Bytes that a swizzle moves as one, and the lines of 128 bytes after which it
/// comes again.
constexpr int64_t kChunkBytes = 16, kLines = 8;

/// What is in memory that nobody may read: NaN, or all bits set.
Value makePoison(OpBuilder &builder, Location loc, Type type);

/// What tensor cores take of an f32: its first 10 mantissa bits.
Value cutToTF32(OpBuilder &builder, Location loc, Value element);

/// The nearest f32 with 10 mantissa bits, of two the larger one.
Value roundToTF32(OpBuilder &builder, Location loc, Value element);

/// Writes code of the threads of a launch, at `builder`.
class EmulationBuilder {
protected:
  EmulationBuilder(gpu::LaunchOp launch, Location loc, OpBuilder builder)
      : launch(launch), loc(loc), builder(builder) {}

  Value index(int64_t value);
  Value add(Value lhs, Value rhs);
  Value subtract(Value lhs, Value rhs);
  Value times(Value value, Value by);
  Value times(Value value, int64_t by) { return times(value, index(by)); }
  Value divide(Value value, int64_t by);
  Value rest(Value value, int64_t by);
  Value isEqual(Value lhs, Value rhs);
  Value isLess(Value lhs, Value rhs);
  Value both(Value lhs, Value rhs);

  Value load(Value buffer, ValueRange at);
  void store(Value value, Value buffer, ValueRange at);
  /// The element if the condition holds, else 0.
  Value loadIf(Value condition, Value buffer, ValueRange at);

  /// A factor, as wide as sums are.
  Value widen(Value operand, Type sum);
  Value addProduct(Value sum, Value lhs, Value rhs);
  /// The sum of `count` terms, from `start` on.
  Value buildAccumulation(Value start, int64_t count,
                          llvm::function_ref<Value(Value sum, Value k)> body);

  void inCase(Value condition, llvm::function_ref<void()> body);
  void forEach(int64_t count, llvm::function_ref<void(Value)> body);

  /// Memory of the block.
  Value makeBuffer(ArrayRef<int64_t> shape, Type element);

  gpu::LaunchOp launch;
  Location loc;
  OpBuilder builder;
};

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_GPUTOTIR_EMULATIONBUILDER_H
