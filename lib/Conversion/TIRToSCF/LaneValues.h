// What each scalar of a loop is in all lanes of its vector form.
#ifndef RELAX_LIB_CONVERSION_TIRTOSCF_LANEVALUES_H
#define RELAX_LIB_CONVERSION_TIRTOSCF_LANEVALUES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tir {

/// A scalar in all lanes: the same everywhere, `base + lane * stride`, or a
/// vector.
struct Lanes {
  enum Kind { Uniform, Linear, Varying };
  Kind kind = Uniform;
  /// The scalar, the scalar of lane 0, or the vector.
  Value value;
  int64_t stride = 0;

  static Lanes uniform(Value value) { return {Uniform, value, 0}; }
  static Lanes linear(Value base, int64_t stride) {
    return {stride ? Linear : Uniform, base, stride};
  }
  static Lanes varying(Value vector) { return {Varying, vector, 0}; }
  bool isUniform() const { return kind == Uniform; }
};

/// The lanes of the values of one loop, and what is computed from them.
class LaneValues {
public:
  LaneValues(OpBuilder &builder, int64_t numLanes)
      : builder(builder), numLanes(numLanes) {}

  /// The lanes of `value`; one from outside the loop is uniform.
  Lanes lookup(Value value) const;
  void map(Value value, Lanes lanes) { values[value] = lanes; }

  /// The vector of `lanes`.
  Value getVector(Location location, Lanes lanes);
  /// The scalar of one lane.
  Value getScalar(Location location, Lanes lanes, int64_t lane);
  /// The vector type of a scalar type.
  VectorType getVectorType(Type element) const;
  int64_t getNumLanes() const { return numLanes; }

  /// Index arithmetic that keeps a stride: sums, differences, products with
  /// constants, conversions. False if `op` is none of these.
  bool mapLinear(Operation *op);

private:
  // `base` moved by `offset`.
  Value addConstant(Location location, Value base, int64_t offset);

  OpBuilder &builder;
  int64_t numLanes;
  llvm::DenseMap<Value, Lanes> values;
};

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_TIRTOSCF_LANEVALUES_H
