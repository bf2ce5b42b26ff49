// Plans and writes one tensor program with something to schedule.
#ifndef RELAX_TEST_STRESS_PROGRAMGENERATOR_H
#define RELAX_TEST_STRESS_PROGRAMGENERATOR_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Stress/Decisions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

using Axes = SmallVector<unsigned>;

/// Elements of a window that a stage joins.
inline constexpr int64_t kWindow = 3;

/// What a stage does to its sources.
enum class StageKind {
  Map,
  Reduce,
  Window,
  Masked,
  Update,
  Branch,
  Bordered,
  Viewed,
  Scan,
  Opaque,
  Loose,
  Biased,
  Slide,
  Product
};

/// A stage writes a buffer of its own, whose dimensions are axes.
struct BlockStage {
  StageKind kind = StageKind::Map;
  SmallVector<unsigned> sources;
  Axes out, reduced;
  bool isOutput = false;
};

/// Plans a tensor program, then writes it.
class ProgramGenerator {
public:
  /// Labels of blocks begin with `prefix`.
  ProgramGenerator(MLIRContext *context, Decisions &decisions, StringRef prefix)
      : decisions(decisions), builder(context), loc(builder.getUnknownLoc()),
        prefix(prefix) {}

  /// Adds a function of that name to a module.
  void run(ModuleOp module, StringRef name);

private:
  void planAxes();
  void planInputs();
  void planStage(bool isLast);
  Axes shuffle(ArrayRef<unsigned> of);
  Axes pickAxes(ArrayRef<unsigned> from, bool mayBeEmpty);
  MemRefType getType(ArrayRef<unsigned> axes, int64_t room);
  DimsAttr getDims(ArrayRef<unsigned> axes, int64_t room);
  tir::FuncOp makeFunction(StringRef name);

  Value constant(int64_t number);
  Value join(OpBuilder &b, Value x, Value y);
  OpFoldResult getExtent(unsigned axis);
  SmallVector<OpFoldResult> getExtents(ArrayRef<unsigned> of);
  Value load(OpBuilder &b, const BlockStage &stage, unsigned source,
             ArrayRef<unsigned> axes, ValueRange iters);
  Value loadAll(OpBuilder &b, const BlockStage &stage, ArrayRef<unsigned> axes,
                ValueRange iters);
  Value loadProduct(OpBuilder &b, const BlockStage &stage,
                    ArrayRef<unsigned> axes, ValueRange iters);
  void writeStage(const BlockStage &stage, unsigned number, Value out);
  void writeReduce(const BlockStage &stage, StringRef label, Value out);
  void writeMasked(const BlockStage &stage, StringRef label, Value out);
  void writeUpdate(const BlockStage &stage, StringRef label, Value out);
  void writeMap(const BlockStage &stage, StringRef label, Value out);
  void writeBranch(const BlockStage &stage, StringRef label, Value out);
  void writeBordered(const BlockStage &stage, StringRef label, Value out);
  void writeViewed(const BlockStage &stage, StringRef label, Value out);
  void writeScan(const BlockStage &stage, StringRef label, Value out);
  void writeOpaque(const BlockStage &stage, StringRef label, Value out);
  void writeLoose(const BlockStage &stage, StringRef label, Value out);
  void writeBiased(const BlockStage &stage, StringRef label, Value out);
  void writeSlide(const BlockStage &stage, StringRef label, Value out);
  Value loadView(OpBuilder &b, Value buffer, ValueRange place);

  Decisions &decisions;
  OpBuilder builder;
  Location loc;
  StringRef prefix;
  Type element;
  /// Extents of the axes, constants or symbols.
  SmallVector<SymExprAttr> axes;
  /// The axes of each buffer: inputs, the wide input, then those of stages.
  SmallVector<Axes> shapes;
  /// The input each dimension of which has room for a window.
  unsigned wide = 0;
  /// The first of two inputs that are the factors of a matrix product, if there
  /// are any.
  std::optional<unsigned> factors;
  SmallVector<BlockStage> stages;
  SmallVector<Value> buffers;
  llvm::DenseMap<Attribute, Value> symbols;
};

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_PROGRAMGENERATOR_H
