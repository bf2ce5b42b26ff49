// linalg ops on tensors as calls of tensor programs.
#include "GenericNest.h"
#include "GraphLowering.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {
namespace {

/// One `linalg.generic` on tensors on its way to a program and its call.
/// A linalg op on tensors has value semantics with destinations; a PrimFunc
/// writes buffers that its caller allocates. What differs is where the start
/// value comes from, and that is what most of this class decides.
class TensorGeneric {
public:
  TensorGeneric(linalg::GenericOp op, GraphLowering &graph, StringRef name)
      : op(op), graph(graph), name(name),
        inputs(graph.getSizes(), graph.getBuilder()),
        inputOf(op->getNumOperands(), kNone), splatOf(op->getNumOperands()),
        startInputOf(op.getNumDpsInits(), kNone) {}

  Replacements lower();

private:
  static constexpr unsigned kNone = ~0u;

  LogicalResult findLoopSizes();
  LogicalResult agree(OpOperand &operand);
  RankedTensorType getResultType(unsigned index);
  void addElements(OpOperand &operand);
  void chooseStart(unsigned index);
  LogicalResult addInputs();
  void addWindowChecks(KernelBuilder &kernel);
  void addCopies(KernelBuilder &kernel);
  Value combineWithStart(unsigned index, Value result);
  SymExprAttr getBound(AffineExpr expr);

  linalg::GenericOp op;
  GraphLowering &graph;
  StringRef name;
  KernelInputs inputs;
  /// The expression that the size of each loop is.
  SmallVector<SymExprAttr> loopSizes;
  /// For each operand its position among the inputs.
  SmallVector<unsigned> inputOf;
  /// For each operand the number of which it is full.
  SmallVector<TypedAttr> splatOf;
  /// For each result what it starts from: a number, an input, or nothing.
  SmallVector<TypedAttr> startNumbers;
  SmallVector<unsigned> startInputOf;
  /// Whether the start value is combined with the sum of all others after it.
  bool combinesLater = false;
  /// Whether the results first get the start values, then are updated.
  bool updates = false;
};

} // namespace

/// The op that combines the accumulator with a value and of which a neutral
/// element is known; null if the body is no such reduction.
/// A reduction whose combiner has a neutral element can start from that and be
/// combined with the init afterwards. The accumulator must have that one use:
/// (acc + x) * acc is no sum.
static Operation *getCombiner(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Block &body = op.getRegion().front();
  BlockArgument acc = body.getArguments().back();
  Operation *combiner = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getBlock() != &body ||
      combiner->getNumOperands() != 2 || !acc.hasOneUse() ||
      *acc.user_begin() != combiner || !arith::getNeutralElement(combiner))
    return nullptr;
  return combiner;
}

/// The size of one loop, which some operand has as an axis alone, as upstream's
/// verifier says: a number where some operand has one, else that of the
/// first operand.
/// Types may say `?` in one operand and 4 in another. The number is the better
/// expression.
static void meetSize(SymExprAttr &size, SymExprAttr other) {
  if (!size || (!size.getConstant() && other.getConstant()))
    size = other;
}

LogicalResult TensorGeneric::findLoopSizes() {
  // Two passes: all sizes are known before any operand is compared with them.
  loopSizes.resize(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    SmallVector<SymExprAttr> dims = graph.getSizes().getDims(operand.get());
    for (auto [expr, dim] : llvm::zip_equal(
             op.getMatchingIndexingMap(&operand).getResults(), dims))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        meetSize(loopSizes[loop.getPosition()], dim);
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        failed(agree(operand)))
      return failure();
  return success();
}

/// Has sizes of an operand compared at run time where another operand says them
/// too, and nothing proves that they are one.
/// Upstream leaves unequal dynamic sizes undefined. Here a kernel has static or
/// symbolic sizes in its type, so a difference would read out of bounds; one
/// comparison before the call excludes it.
LogicalResult TensorGeneric::agree(OpOperand &operand) {
  Value tensor = operand.get();
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(tensor);
  SmallVector<SymExprAttr> wanted = dims, found, expected;
  for (auto [axis, expr] :
       llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop)
      continue;
    SymExprAttr size = loopSizes[loop.getPosition()];
    Proof same = compareDims(dims[axis], size);
    if (same == Proof::Different)
      return graph.reject(
          op,
          llvm::formatv("axis {0} of operand #{1} is expected to have the size "
                        "of iterator d{2}, found another",
                        axis, operand.getOperandNumber(), loop.getPosition()));
    if (same == Proof::Equal)
      continue;
    wanted[axis] = size;
    found.push_back(dims[axis]);
    expected.push_back(size);
  }
  if (found.empty())
    return success();
  OpBuilder &builder = graph.getBuilder();
  MLIRContext *context = op.getContext();
  // A fill or an empty tensor has no value yet, and may never get one. So its
  // sizes are compared as a shape, without making the tensor.
  if (isa_and_nonnull<linalg::FillOp, tensor::EmptyOp>(
          tensor.getDefiningOp())) {
    Value shape =
        ShapeOp::create(builder, op.getLoc(), ShapeType::get(context, found),
                        getSymExprArray(context, found));
    MatchCastOp::create(builder, op.getLoc(), ShapeType::get(context, expected),
                        shape);
    return success();
  }
  tensor = graph.materialize(tensor);
  auto type = cast<RankedTensorType>(tensor.getType());
  Value cast = MatchCastOp::create(
      builder, op.getLoc(),
      getTensorType(wanted, type.getElementType(), getVDevice(type)), tensor);
  // Who comes later need not compare again.
  Operation *check = cast.getDefiningOp();
  // Only later uses: earlier ones were lowered with the old type, and a use
  // before its definition would be invalid.
  tensor.replaceUsesWithIf(cast, [&](OpOperand &use) {
    Operation *user = check->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user && check->isBeforeInBlock(user);
  });
  return success();
}

RankedTensorType TensorGeneric::getResultType(unsigned index) {
  OpOperand *init = op.getDpsInitOperand(index);
  auto declared = cast<RankedTensorType>(init->get().getType());
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(init->get());
  for (auto [axis, expr] :
       llvm::enumerate(op.getMatchingIndexingMap(init).getResults()))
    // The init's own sizes were compared, so the loops' expressions are the
    // same numbers, and better known.
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      dims[axis] = loopSizes[loop.getPosition()];
  return getTensorType(dims, declared.getElementType());
}

/// Has the body read the elements of an operand.
void TensorGeneric::addElements(OpOperand &operand) {
  unsigned number = operand.getOperandNumber();
  // An operand full of one number is a constant in the body: no memory is
  // filled and read.
  splatOf[number] = getSplat(operand.get());
  if (!splatOf[number])
    inputOf[number] = inputs.addTensor(graph.materialize(operand.get()));
}

/// Decides where a result's start value comes from.
void TensorGeneric::chooseStart(unsigned index) {
  OpOperand *init = op.getDpsInitOperand(index);
  Value tensor = init->get();
  bool isUsed = op.payloadUsesValueFromOperand(init);
  bool isEmpty = isa_and_nonnull<tensor::EmptyOp>(tensor.getDefiningOp());
  // An init that is only overwritten has no value to start from.
  if (!isUsed && (!updates || isEmpty))
    return;
  bool reduces = llvm::is_contained(getIterKinds(op), tir::IterKind::Reduce);
  // An elementwise op that reads its init, as a += b: just one more operand.
  if (isUsed && !reduces && !updates) {
    addElements(*init);
    return;
  }
  startNumbers[index] = getSplat(tensor);
  if (startNumbers[index])
    return;
  Operation *combiner = updates ? nullptr : getCombiner(op);
  if (combiner) {
    combinesLater = true;
    // Upstream's neutral element of sums is -0.0; ours start from 0.0.
    // -0.0 + 0.0 is 0.0, and an empty sum must be 0.0 for us, as it is for
    // numpy and ONNX. The init is added later, so that a sum of nothing keeps
    // the init's sign unless it is -0.0.
    startNumbers[index] =
        isa<arith::AddFOp>(combiner)
            ? graph.getBuilder().getZeroAttr(combiner->getResult(0).getType())
            : *arith::getNeutralElement(combiner);
    return;
  }
  // No neutral element is known, for instance in argmax with two results: the
  // start is read from the init's tensor.
  startInputOf[index] = inputs.addTensor(graph.materialize(tensor));
}

LogicalResult TensorGeneric::addInputs() {
  // Inputs in the order: operands, captured values, start values. The body
  // finds them by value, so the order is only for people.
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!op.payloadUsesValueFromOperand(operand))
      continue;
    if (isa<RankedTensorType>(operand->get().getType()))
      addElements(*operand);
    else
      inputs.addScalar(operand->get());
  }
  // A linalg body may use values from around it, which a PrimFunc cannot: each
  // becomes a parameter.
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured) {
    std::string obstacle = getTensorObstacle(value.getType());
    if (!obstacle.empty())
      return graph.reject(op, obstacle);
    if (isa<RankedTensorType>(value.getType()))
      inputs.addTensor(graph.materialize(value));
    else if (value.getType().isIntOrIndexOrFloat())
      inputs.addScalar(value);
    else
      return graph.reject(op, llvm::formatv("its body uses a {0}; expected "
                                            "tensors and numbers",
                                            value.getType()));
  }
  startNumbers.resize(op.getNumDpsInits());
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index)
    chooseStart(index);
  return success();
}

/// The greatest value of an index; null if it falls with some iterator.
/// Windows: the largest index of an operand must be inside. Only monotone forms
/// have their greatest value at the last step; a negative coefficient has not,
/// and then null.
SymExprAttr TensorGeneric::getBound(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() < 0
               ? SymExprAttr()
               : SymExprAttr::constant(op.getContext(), constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    // A loop of no steps gives -1, which the check of `steps` excludes.
    return loopSizes[dim.getPosition()] - 1;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return {};
  SymExprAttr lhs = getBound(binary.getLHS()), rhs = getBound(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return floorDiv(lhs, rhs);
  default:
    return {};
  }
}

/// What upstream's verifier asks of known sizes is asked of the others at run
/// time: that a window lies inside of what it moves over.
/// A pool over `?` with a window of 3 reads outside if `?` is 2. Upstream calls
/// that undefined; a generated kernel must not.
void TensorGeneric::addWindowChecks(KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  SymExprAttr steps = SymExprAttr::product(op.getContext(), loopSizes);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (inputOf[operand->getOperandNumber()] == kNone)
      continue;
    SmallVector<SymExprAttr> dims = graph.getSizes().getDims(operand->get());
    for (auto [axis, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(operand).getResults())) {
      SymExprAttr bound =
          isa<AffineDimExpr>(expr) ? SymExprAttr() : getBound(expr);
      // Two numbers were compared by the verifier.
      if (!bound || (bound.getConstant() && dims[axis].getConstant()))
        continue;
      auto compare = [&](arith::CmpIPredicate predicate, SymExprAttr lhs,
                         SymExprAttr rhs) {
        return arith::CmpIOp::create(builder, loc, predicate, kernel.index(lhs),
                                     kernel.index(rhs));
      };
      Value isInside = compare(arith::CmpIPredicate::slt, bound, dims[axis]);
      // No step, no access: an empty batch must not fail.
      Value isIdle = compare(arith::CmpIPredicate::eq, steps,
                             SymExprAttr::constant(op.getContext(), 0));
      tir::AssertOp::create(
          builder, loc, arith::OrIOp::create(builder, loc, isInside, isIdle),
          llvm::formatv("axis {0} of operand #{1} of '{2}' is too small for "
                        "the windows over it",
                        axis, operand->getOperandNumber(), name)
              .str());
    }
  }
}

/// Gives results their start values before they are updated.
/// An update (scatter-like or ordered) needs the old content everywhere first,
/// and in all elements, hence a block of its own in front.
void TensorGeneric::addCopies(KernelBuilder &kernel) {
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index) {
    TypedAttr number = startNumbers[index];
    unsigned input = startInputOf[index];
    if (!number && input == kNone)
      continue;
    OpBuilder &builder = kernel.builder();
    tir::buildComputeBlock(
        builder, kernel.loc(), "start",
        tir::getExtents(builder, kernel.loc(), kernel.output(index)),
        [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
          if (number)
            return arith::ConstantOp::create(b, loc, number);
          return memref::LoadOp::create(b, loc, kernel.input(input), place);
        },
        kernel.output(index));
  }
}

/// A kernel of its own, which fuses with what follows: sums start from the
/// neutral element, as schedules know them.
/// One kernel for both would need a reduction that starts from a tensor, which
/// no schedule rule knows. Elementwise fusion makes this one cheap.
Value TensorGeneric::combineWithStart(unsigned index, Value result) {
  Operation *combiner = getCombiner(op);
  Value start = graph.materialize(op.getDpsInitOperand(index)->get());
  KernelInputs both(graph.getSizes(), graph.getBuilder());
  unsigned ofStart = both.addTensor(start), ofResult = both.addTensor(result);
  auto type = cast<RankedTensorType>(result.getType());
  std::string label = getNestName(combiner);
  KernelBuilder kernel(op.getLoc(), label, both.getTypes(), type);
  OpBuilder &builder = kernel.builder();
  // Subtraction-like combiners are none with a neutral element on both sides,
  // but the order of the operands is kept in any case: maximumf of NaN signs
  // may differ.
  Value acc = op.getRegion().front().getArguments().back();
  unsigned ofAcc = combiner->getOperand(0) == acc ? 0 : 1;
  tir::buildComputeBlock(
      builder, kernel.loc(), label,
      tir::getExtents(builder, kernel.loc(), kernel.output()),
      [&](OpBuilder &b, Location loc, ValueRange place) {
        IRMapping values;
        for (auto [input, operand] :
             {std::pair(ofStart, ofAcc), std::pair(ofResult, 1 - ofAcc)})
          values.map(combiner->getOperand(operand),
                     memref::LoadOp::create(b, loc, kernel.input(input), place)
                         .getResult());
        return b.clone(*combiner, values)->getResult(0);
      },
      kernel.output());
  return graph.call(op, kernel, both, type).front();
}

Replacements TensorGeneric::lower() {
  std::string obstacle = getNestObstacle(op);
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  if (failed(findLoopSizes()))
    return failure();
  SmallVector<RankedTensorType> types;
  SmallVector<tir::IterKind> kinds = getIterKinds(op);
  updates = llvm::is_contained(kinds, tir::IterKind::Ordered);
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index) {
    types.push_back(getResultType(index));
    updates |= !writesEachElement(op, index, types.back().getShape());
  }
  if (failed(addInputs()))
    return failure();
  KernelBuilder kernel(op.getLoc(), name, inputs.getTypes(), types);
  OpBuilder &builder = kernel.builder();
  GenericNest nest{op, {}, {}, {}, {}, {}};
  IRMapping known;
  inputs.addKnown(kernel, known);
  for (auto [index, tensor] : llvm::enumerate(inputs.getTensors()))
    known.map(tensor, kernel.input(index));
  for (OpOperand &operand : op->getOpOperands())
    if (TypedAttr number = splatOf[operand.getOperandNumber()])
      known.map(
          op.getMatchingBlockArgument(&operand),
          arith::ConstantOp::create(builder, kernel.loc(), number).getResult());
  nest.addCaptured = [&](OpBuilder &b, Location loc, IRMapping &values) {
    values = known;
    inputs.addLoaded(kernel, b, loc, values);
  };
  addWindowChecks(kernel);
  for (SymExprAttr size : loopSizes) {
    std::optional<int64_t> number = size.getConstant();
    nest.extents.push_back(number ? OpFoldResult(builder.getIndexAttr(*number))
                                  : OpFoldResult(kernel.index(size)));
  }
  for (unsigned input : inputOf)
    nest.elements.push_back(input == kNone ? Value() : kernel.input(input));
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index) {
    nest.outs.push_back(kernel.output(index));
    unsigned operand = op.getDpsInitOperand(index)->getOperandNumber();
    // What a step adds to is read back.
    if (!nest.elements[operand] &&
        op.payloadUsesValueFromOperand(&op->getOpOperand(operand)))
      nest.elements[operand] = kernel.output(index);
    unsigned input = startInputOf[index];
    nest.starts.push_back(
        {startNumbers[index], input == kNone ? Value() : kernel.input(input)});
  }
  if (updates) {
    addCopies(kernel);
    nest.starts.clear();
  }
  buildNest(builder, kernel.loc(), name, nest);
  SmallVector<Value> results = graph.call(op, kernel, inputs, types);
  if (combinesLater)
    results.front() = combineWithStart(0, results.front());
  return results;
}

Replacements lowerLinalg(Operation *op, GraphLowering &graph) {
  std::string name = getNestName(op);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic) {
    IRRewriter rewriter(op);
    // A copy is made generic: the op keeps its results until they are known.
    // The original op has to stay until its results can be replaced;
    // generalizing in place would erase it.
    auto copy = dyn_cast<linalg::LinalgOp>(rewriter.clone(*op));
    FailureOr<linalg::GenericOp> made =
        copy ? linalg::generalizeNamedOp(rewriter, copy)
             : FailureOr<linalg::GenericOp>();
    if (failed(made))
      return graph.reject(
          op, "expected an op that upstream makes a 'linalg.generic' of; lower "
              "it with a pass of upstream first");
    generic = *made;
  }
  // Mixed semantics are illegal in linalg, but buffers alone are possible
  // inside of a graph function.
  if (!generic.hasPureTensorSemantics())
    return graph.reject(op, "it works on memory, which the graph level has "
                            "none of; expected tensors");
  Replacements values = TensorGeneric(generic, graph, name).lower();
  if (generic != op && succeeded(values))
    generic->erase();
  return values;
}

} // namespace mlir::relax
