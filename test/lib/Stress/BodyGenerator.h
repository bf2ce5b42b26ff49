// The body of a generated function, op by op.
#ifndef RELAX_TEST_STRESS_BODYGENERATOR_H
#define RELAX_TEST_STRESS_BODYGENERATOR_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Stress/Decisions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Where a body may call to, and where its tensor programs go.
struct GeneratedSymbols {
  SymbolTable &table;
  SmallVector<FuncOp> callees;
};

/// Which element types an operator takes.
enum class Elements { Any, Number, Float, Integer, Bool };

/// Whether a tensor of `type` is one of `elements`.
bool hasElements(Type type, Elements elements);

/// Fills a block with ops that the verifier accepts; `pool` are the values that
/// the next op may use.
class BodyGenerator {
public:
  BodyGenerator(OpBuilder builder, Decisions &decisions,
                GeneratedSymbols &symbols, bool mayHaveEffects)
      : builder(builder), decisions(decisions), symbols(symbols),
        mayHaveEffects(mayHaveEffects) {}

  void add(Value value) { pool.push_back(value); }
  /// Up to `count` ops; regions inside regions end at `depth` 0.
  void addSteps(unsigned count, unsigned depth);
  /// Ends the function with values that its type can describe, and sets it.
  void finish(FuncOp function);

private:
  /// Adds an op whose result types are inferred, unless the verifier rejects
  /// it. True if it was added; its results are in the pool.
  bool tryOp(StringRef name, ValueRange operands,
             ArrayRef<NamedAttribute> attributes = {});
  /// The first result of an op so added; null if it was not, or an operand is.
  Value tryValue(StringRef name, ValueRange operands,
                 ArrayRef<NamedAttribute> attributes = {});
  bool keepIfLegal(Operation *op);
  /// A constant of small numbers, or something computed of one.
  Value addWeight(ArrayRef<int64_t> shape, Type element);
  /// `x` with leading axes, of rank 4; null where it has more.
  Value makeImage(Value x);
  Value addBatchNorm(Value image);
  /// A tensor of the pool with such elements that is not ruled out; null if
  /// there is none.
  Value pickTensor(Elements elements, unsigned minRank = 0);
  Value pickLike(Value tensor);
  NamedAttribute named(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  Type pickElement();
  /// An attribute that names an axis of `x`; a negative one now and then.
  NamedAttribute axisOf(Value x, StringRef name = "axis");
  NamedAttribute numbers(StringRef name, ArrayRef<int64_t> values);
  /// A constant of places from 0 to `limit`.
  Value addIndices(ArrayRef<int64_t> shape, int64_t limit);

  // One kind of step each; false if it found nothing to work on.
  bool addConstant();
  bool addUnary();
  bool addBinary();
  bool addComparison();
  bool addLogic();
  bool addCast();
  bool addReduction();
  bool addRearrangement();
  bool addAxisOp();
  bool addJoin();
  bool addProduct();
  bool addChoice();
  bool addCreation();
  bool addLinear();
  bool addImageLayer();
  bool addRotatedJoin();
  bool addSort();
  bool addGather();
  bool addScatter();
  bool addSlice();
  bool addRepetition();
  bool addNorm();
  bool addAttention();
  bool addWindow();
  bool addResize();
  bool addEinsum();
  bool addScan();
  bool addEncoding();
  bool addAdaptivePool();
  bool addMiscellany();
  bool addBlocking();
  bool addTuple();
  bool addMatchCast();
  bool addHint();
  bool addPrimFuncCall();
  bool addInPlaceCall();
  bool addCall();
  bool addDataflow(unsigned depth);
  bool addConditional(unsigned depth);
  void addBranch(Region &region, TypeRange types, unsigned depth);
  bool addEffect();

  OpBuilder builder;
  Decisions &decisions;
  GeneratedSymbols &symbols;
  bool mayHaveEffects;
  bool isInDataflow = false;
  unsigned numNames = 0;
  SmallVector<Value> pool;
};

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_BODYGENERATOR_H
