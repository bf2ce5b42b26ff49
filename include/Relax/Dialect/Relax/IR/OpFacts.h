// What an op is, for passes that ask: pattern, precision, data dependence.
#ifndef RELAX_DIALECT_RELAX_IR_OPFACTS_H
#define RELAX_DIALECT_RELAX_IR_OPFACTS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::relax {

/// How output elements depend on input elements, from the most to the least
/// fusable.
enum class OpPatternKind {
  /// Each output element from the input element at the same place.
  Elementwise = 0,
  /// Like elementwise, but an input may be read at several places.
  Broadcast = 1,
  /// Each output element from one input element, in another place.
  Injective = 2,
  /// Each output element from many input elements along some axes.
  Reduction = 3,
  /// A heavy op whose output may take elementwise ops behind it.
  OutFusable = 4,
  /// Nothing is known; not fused.
  Opaque = 8,
};

/// What to do with an op when the program goes to a lower float type.
enum class MixedPrecisionPolicy {
  /// Compute it in the lower type.
  Always,
  /// Compute it in the type that its operands have.
  Follow,
  /// Keep it in the higher type.
  Never,
};

/// What an op needs when the axes of all its operands of full rank stand in
/// another order. Its results then have that order, too, but for axes that go
/// or come.
enum class AxisOrder {
  /// Nothing: it treats all axes alike. Operands that are broadcast have the
  /// same rank.
  Any,
  /// The attributes that name axes name them where they are: `axis`, `axes`,
  /// `channel_axis`.
  Axes,
  /// The attribute that names the layout says the order.
  Named,
  /// The order that it was written for.
  AsWritten,
};

/// Gives an op its needs about the order of axes.
template <AxisOrder order>
struct OrderIs {
  template <typename ConcreteOp>
  class Impl : public OpTrait::TraitBase<ConcreteOp, Impl> {
  public:
    /// The op's needs.
    static AxisOrder getAxisOrder() { return order; }
  };
};

/// Gives an op its pattern.
template <OpPatternKind kind>
struct PatternIs {
  template <typename ConcreteOp>
  class Impl : public OpTrait::TraitBase<ConcreteOp, Impl> {
  public:
    /// The op's pattern.
    static OpPatternKind getOpPattern() { return kind; }
  };
};

/// Gives an op its policy for mixed precision.
template <MixedPrecisionPolicy policy>
struct PrecisionIs {
  template <typename ConcreteOp>
  class Impl : public OpTrait::TraitBase<ConcreteOp, Impl> {
  public:
    /// The op's policy.
    static MixedPrecisionPolicy getMixedPrecisionPolicy() { return policy; }
  };
};

/// Marks ops whose result's dimensions depend on the values of the operands.
template <typename ConcreteOp>
class DataDependent : public OpTrait::TraitBase<ConcreteOp, DataDependent> {};

} // namespace mlir::relax

#include "Relax/Dialect/Relax/IR/RelaxInterfaces.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_OPFACTS_H
