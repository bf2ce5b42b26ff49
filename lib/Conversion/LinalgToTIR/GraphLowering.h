// One graph function while its linalg and tensor ops become calls of kernels.
#ifndef RELAX_LIB_CONVERSION_LINALGTOTIR_GRAPHLOWERING_H
#define RELAX_LIB_CONVERSION_LINALGTOTIR_GRAPHLOWERING_H

#include "SymbolicSizes.h"

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// The programs that were made, each once.
class KernelLibrary {
public:
  explicit KernelLibrary(SymbolTable &symbols) : symbols(symbols) {}

  /// The program equal to `made` that there is already, else `made`, which then
  /// belongs to the module.
  tir::FuncOp insert(tir::FuncOp made);

private:
  SymbolTable &symbols;
  DenseMap<Type, SmallVector<tir::FuncOp>> byType;
};

/// What a program reads: tensors, and scalars, of which those that are no
/// numbers and no expressions of sizes come in tensors of rank 0.
class KernelInputs {
public:
  KernelInputs(SymbolicSizes &sizes, OpBuilder &builder)
      : sizes(sizes), builder(builder) {}

  /// The position among the inputs of a tensor whose sizes are known.
  unsigned addTensor(Value tensor);
  void addScalar(Value scalar);

  ArrayRef<Value> getTensors() const { return tensors; }
  SmallVector<RankedTensorType> getTypes() const;

  /// The scalars that are numbers or sizes, as values in front of the loops.
  void addKnown(KernelBuilder &kernel, IRMapping &values) const;
  /// The other scalars, loaded at the builder.
  void addLoaded(KernelBuilder &kernel, OpBuilder &inner, Location loc,
                 IRMapping &values) const;

private:
  SymbolicSizes &sizes;
  OpBuilder &builder;
  SmallVector<Value> tensors;
  SmallVector<Value> known;
  SmallVector<std::pair<Value, unsigned>> loaded;
};

/// Lowers the ops of one function, in their order. Each result is replaced by
/// one whose type names all sizes.
class GraphLowering {
public:
  GraphLowering(FuncOp func, KernelLibrary &kernels)
      : func(func), kernels(kernels), sizes(func), builder(func.getContext()) {}

  /// Whether all went well; reports each op that did not.
  LogicalResult run();

  /// Says why `op` cannot be lowered; gives failure.
  LogicalResult reject(Operation *op, const Twine &reason);

  SymbolicSizes &getSizes() { return sizes; }
  OpBuilder &getBuilder() { return builder; }

  /// The tensor as one that some op computes, all sizes of which have names:
  /// `tensor.empty` and `linalg.fill` are written down only where they must be.
  Value materialize(Value tensor);

  /// Puts the program of `kernel` into the module and calls it in front of
  /// `op`.
  SmallVector<Value> call(Operation *op, KernelBuilder &kernel,
                          const KernelInputs &inputs,
                          ArrayRef<RankedTensorType> results);

private:
  void rewriteForGeneric();
  LogicalResult lower(Operation *op);
  void lowerRest();

  FuncOp func;
  KernelLibrary &kernels;
  SymbolicSizes sizes;
  OpBuilder builder;
};

/// Why no buffer can hold elements of a type; empty if one can.
std::string getElementObstacle(Type element);

/// Why no buffer can be a tensor of this type; empty if one can, or if it is no
/// tensor.
std::string getTensorObstacle(Type type);

/// The number of which `tensor` is full; null if there is no such one.
TypedAttr getSplat(Value tensor);

/// What takes the place of the results of an op; fails after an error.
using Replacements = FailureOr<SmallVector<Value>>;
/// A `linalg` op that is no fill.
Replacements lowerLinalg(Operation *op, GraphLowering &graph);
/// An op of `tensor`.
Replacements lowerTensor(Operation *op, GraphLowering &graph);
/// A tensor full of `number`, which is of its element type.
Value buildFull(Operation *op, GraphLowering &graph, RankedTensorType type,
                TypedAttr number);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_LINALGTOTIR_GRAPHLOWERING_H
