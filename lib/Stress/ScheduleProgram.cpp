// Generated tensor programs with something to schedule.
#include "ScheduleProgram.h"

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {
namespace {

using Axes = SmallVector<unsigned>;

/// What a stage does to its sources.
enum class StageKind { Map, Reduce, Window, Masked, Update };

/// A stage writes a buffer of its own, whose dimensions are axes.
struct Stage {
  StageKind kind = StageKind::Map;
  SmallVector<unsigned> sources;
  Axes out, reduced;
  bool isOutput = false;
};

/// Plans a program, then writes it.
class ProgramGenerator {
public:
  ProgramGenerator(MLIRContext *context, Decisions &decisions)
      : decisions(decisions), builder(context), loc(builder.getUnknownLoc()) {}

  OwningOpRef<ModuleOp> run();

private:
  void planAxes();
  void planInputs();
  void planStage(bool isLast);
  Axes pickAxes(ArrayRef<unsigned> from, bool mayBeEmpty);
  MemRefType getType(ArrayRef<unsigned> axes, int64_t room);
  DimsAttr getDims(ArrayRef<unsigned> axes, int64_t room);
  tir::FuncOp makeFunction();

  Value constant(int64_t number);
  Value join(OpBuilder &b, Value x, Value y);
  OpFoldResult getExtent(unsigned axis);
  Value load(OpBuilder &b, const Stage &stage, unsigned source,
             ArrayRef<unsigned> axes, ValueRange iters);
  Value loadAll(OpBuilder &b, const Stage &stage, ArrayRef<unsigned> axes,
                ValueRange iters);
  void writeStage(const Stage &stage, unsigned number, Value out);
  void writeReduce(const Stage &stage, StringRef label, Value out);
  void writeMasked(const Stage &stage, StringRef label, Value out);
  void writeUpdate(const Stage &stage, StringRef label, Value out);

  Decisions &decisions;
  OpBuilder builder;
  Location loc;
  Type element;
  /// Extents of the axes, constants or symbols.
  SmallVector<SymExprAttr> axes;
  /// The axes of each buffer: inputs, the wide input, then those of stages.
  SmallVector<Axes> shapes;
  /// The input each dimension of which has room for a window.
  unsigned wide = 0;
  SmallVector<Stage> stages;
  SmallVector<Value> buffers;
  llvm::DenseMap<Attribute, Value> symbols;
};

} // namespace

void ProgramGenerator::planAxes() {
  static constexpr int64_t sizes[] = {4, 6, 3, 8, 5, 2, 1, 7};
  static constexpr StringRef names[] = {"n", "m"};
  for (uint64_t i = 0, count = 2 + decisions.below(2); i < count; ++i)
    axes.push_back(
        decisions.oneIn(4)
            ? SymExprAttr::symbol(builder.getContext(), decisions.pick(names))
            : SymExprAttr::constant(builder.getContext(),
                                    decisions.pick(sizes)));
  element =
      decisions.oneIn(3) ? Type(builder.getF32Type()) : builder.getI32Type();
}

// Some of these axes, in any order.
Axes ProgramGenerator::pickAxes(ArrayRef<unsigned> from, bool mayBeEmpty) {
  Axes picked;
  for (unsigned axis : from)
    if (!decisions.oneIn(3))
      picked.insert(picked.begin() + decisions.below(picked.size() + 1), axis);
  if (picked.empty() && !mayBeEmpty)
    picked.push_back(from.front());
  return picked;
}

void ProgramGenerator::planInputs() {
  Axes all = llvm::to_vector(llvm::seq<unsigned>(0, axes.size()));
  // The first has all axes, so that all symbols are known.
  shapes.push_back(all);
  if (decisions.oneIn(2))
    shapes.push_back(pickAxes(all, false));
  wide = shapes.size();
  shapes.push_back(pickAxes(all, false));
}

void ProgramGenerator::planStage(bool isLast) {
  Stage stage;
  static constexpr StageKind kinds[] = {StageKind::Map,    StageKind::Map,
                                        StageKind::Reduce, StageKind::Reduce,
                                        StageKind::Window, StageKind::Masked,
                                        StageKind::Update};
  stage.kind = decisions.pick(kinds);
  stage.isOutput = isLast || decisions.oneIn(5);
  // What was made last is most likely to be used.
  stage.sources.push_back(stages.empty() ? decisions.below(shapes.size())
                                         : shapes.size() - 1);
  if (decisions.oneIn(2))
    stage.sources.push_back(decisions.below(shapes.size()));
  if (stage.kind == StageKind::Window)
    stage.sources.push_back(wide);
  Axes all;
  for (unsigned source : stage.sources)
    for (unsigned axis : shapes[source])
      if (!llvm::is_contained(all, axis))
        all.push_back(axis);
  if (all.empty())
    all.push_back(decisions.below(axes.size()));
  if (stage.kind == StageKind::Reduce || stage.kind == StageKind::Window) {
    stage.out = pickAxes(all, true);
    for (unsigned axis : all)
      if (!llvm::is_contained(stage.out, axis))
        stage.reduced.push_back(axis);
  } else {
    stage.out = all;
    if (decisions.oneIn(2))
      std::reverse(stage.out.begin(), stage.out.end());
  }
  if (stage.kind == StageKind::Reduce && stage.reduced.empty())
    stage.kind = StageKind::Map;
  if (stage.kind == StageKind::Masked && stage.out.empty())
    stage.kind = StageKind::Map;
  shapes.push_back(stage.out);
  stages.push_back(stage);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static constexpr int64_t kWindow = 3;

MemRefType ProgramGenerator::getType(ArrayRef<unsigned> of, int64_t room) {
  SmallVector<int64_t> shape;
  for (unsigned axis : of)
    shape.push_back(axes[axis].getConstant() ? *axes[axis].getConstant() + room
                                             : ShapedType::kDynamic);
  return MemRefType::get(shape, element);
}

DimsAttr ProgramGenerator::getDims(ArrayRef<unsigned> of, int64_t room) {
  SmallVector<SymExprAttr> dims;
  for (unsigned axis : of)
    dims.push_back(axes[axis] +
                   SymExprAttr::constant(builder.getContext(), room));
  return DimsAttr::get(builder.getContext(), dims, {});
}

tir::FuncOp ProgramGenerator::makeFunction() {
  SmallVector<Type> inputs, outputs;
  SmallVector<DimsAttr> dims;
  unsigned numInputs = shapes.size() - stages.size();
  for (unsigned i = 0; i != numInputs; ++i) {
    int64_t room = i == wide ? kWindow - 1 : 0;
    inputs.push_back(getType(shapes[i], room));
    dims.push_back(getDims(shapes[i], room));
  }
  for (const Stage &stage : stages)
    if (stage.isOutput) {
      outputs.push_back(getType(stage.out, 0));
      dims.push_back(getDims(stage.out, 0));
    }
  tir::FuncOp function =
      tir::FuncOp::create(builder, loc, "program", inputs, outputs);
  for (auto [i, attribute] : llvm::enumerate(dims))
    if (!cast<MemRefType>(function.getArgument(i).getType()).hasStaticShape())
      function.setArgAttr(i, tir::TIRDialect::kDims, attribute);
  return function;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Value ProgramGenerator::join(OpBuilder &b, Value x, Value y) {
  uint64_t kind = decisions.below(3);
  if (isa<FloatType>(element)) {
    if (kind == 0)
      return arith::AddFOp::create(b, loc, x, y);
    if (kind == 1)
      return arith::SubFOp::create(b, loc, x, y);
    return arith::MaximumFOp::create(b, loc, x, y);
  }
  if (kind == 0)
    return arith::AddIOp::create(b, loc, x, y);
  if (kind == 1)
    return arith::SubIOp::create(b, loc, x, y);
  return arith::MaxSIOp::create(b, loc, x, y);
}

Value ProgramGenerator::constant(int64_t number) {
  TypedAttr attribute = isa<FloatType>(element)
                            ? TypedAttr(builder.getFloatAttr(element, number))
                            : builder.getIntegerAttr(element, number);
  return arith::ConstantOp::create(builder, loc, attribute);
}

OpFoldResult ProgramGenerator::getExtent(unsigned axis) {
  if (std::optional<int64_t> known = axes[axis].getConstant())
    return builder.getIndexAttr(*known);
  Value &size = symbols[axes[axis]];
  if (!size) {
    Value place = arith::ConstantIndexOp::create(builder, loc, axis);
    size = memref::DimOp::create(builder, loc, buffers.front(), place);
  }
  return size;
}

// An element of a source for the iterators of `of`.
Value ProgramGenerator::load(OpBuilder &b, const Stage &stage, unsigned source,
                             ArrayRef<unsigned> of, ValueRange iters) {
  SmallVector<Value> indices;
  for (unsigned axis : shapes[source]) {
    Value index = iters[llvm::find(of, axis) - of.begin()];
    if (source == wide && stage.kind == StageKind::Window &&
        iters.size() > of.size())
      index = arith::AddIOp::create(b, loc, index, iters.back());
    indices.push_back(index);
  }
  return memref::LoadOp::create(b, loc, buffers[source], indices);
}

Value ProgramGenerator::loadAll(OpBuilder &b, const Stage &stage,
                                ArrayRef<unsigned> of, ValueRange iters) {
  Value all;
  for (unsigned source : stage.sources) {
    Value value = load(b, stage, source, of, iters);
    all = all ? join(b, all, value) : value;
  }
  return all;
}

void ProgramGenerator::writeReduce(const Stage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> spatial, reduce;
  Axes order = stage.out;
  for (unsigned axis : stage.out)
    spatial.push_back(getExtent(axis));
  for (unsigned axis : stage.reduced) {
    reduce.push_back(getExtent(axis));
    order.push_back(axis);
  }
  if (stage.kind == StageKind::Window)
    reduce.push_back(builder.getIndexAttr(kWindow));
  bool isFloat = isa<FloatType>(element);
  bool isMax = decisions.oneIn(3);
  Value init = constant(decisions.below(2));
  auto combine = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange steps, Value acc) -> Value {
    SmallVector<Value> iters(at);
    llvm::append_range(iters, steps);
    Value value = loadAll(b, stage, order, iters);
    if (isFloat && isMax)
      return arith::MaximumFOp::create(b, loc, acc, value);
    if (isFloat)
      return arith::AddFOp::create(b, loc, acc, value);
    if (isMax)
      return arith::MaxSIOp::create(b, loc, value, acc);
    return arith::AddIOp::create(b, loc, acc, value);
  };
  tir::buildReduceBlock(builder, loc, label, spatial, reduce, init, combine,
                        out);
}

// All of the buffer gets a number, then a part of it something else.
void ProgramGenerator::writeMasked(const Stage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> extents;
  for (unsigned axis : stage.out)
    extents.push_back(getExtent(axis));
  Value number = constant(7);
  tir::buildComputeBlock(
      builder, loc, (label + "_fill").str(), extents,
      [&](OpBuilder &, Location, ValueRange) { return number; }, out);
  int64_t bound = decisions.below(4);
  tir::BlockOp block = tir::buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return loadAll(b, stage, stage.out, iters);
      },
      out);
  OpBuilder inner(block);
  Value limit = arith::ConstantIndexOp::create(inner, loc, bound);
  auto relation = decisions.oneIn(2) ? arith::CmpIPredicate::slt
                                     : arith::CmpIPredicate::sge;
  Value condition = arith::CmpIOp::create(inner, loc, relation,
                                          block.getBindings().back(), limit);
  block.getPredicateMutable().assign(condition);
}

// The buffer is filled, then each element is changed where it is.
void ProgramGenerator::writeUpdate(const Stage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> extents;
  for (unsigned axis : stage.out)
    extents.push_back(getExtent(axis));
  tir::buildComputeBlock(
      builder, loc, (label + "_first").str(), extents,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return loadAll(b, stage, stage.out, iters);
      },
      out);
  Value number = constant(3);
  tir::buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location loc, ValueRange iters) {
        return join(b, memref::LoadOp::create(b, loc, out, iters), number);
      },
      out);
}

void ProgramGenerator::writeStage(const Stage &stage, unsigned number,
                                  Value out) {
  std::string label = "B" + std::to_string(number);
  if (stage.kind == StageKind::Reduce || stage.kind == StageKind::Window)
    return writeReduce(stage, label, out);
  if (stage.kind == StageKind::Masked)
    return writeMasked(stage, label, out);
  if (stage.kind == StageKind::Update)
    return writeUpdate(stage, label, out);
  SmallVector<OpFoldResult> extents;
  for (unsigned axis : stage.out)
    extents.push_back(getExtent(axis));
  Value number2 = constant(2);
  tir::buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return join(b, loadAll(b, stage, stage.out, iters), number2);
      },
      out);
}

OwningOpRef<ModuleOp> ProgramGenerator::run() {
  planAxes();
  planInputs();
  for (uint64_t i = 0, count = 1 + decisions.below(4); i < count; ++i)
    planStage(i + 1 == count);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  tir::FuncOp function = makeFunction();
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  unsigned numInputs = shapes.size() - stages.size();
  unsigned next = numInputs;
  for (unsigned i = 0; i != numInputs; ++i)
    buffers.push_back(function.getArgument(i));
  for (auto [number, stage] : llvm::enumerate(stages)) {
    Value out;
    if (stage.isOutput) {
      out = function.getArgument(next++);
    } else {
      SmallVector<OpFoldResult> extents;
      for (unsigned axis : stage.out)
        extents.push_back(getExtent(axis));
      out = tir::allocBuffer(builder, loc, extents, element);
    }
    writeStage(stage, number, out);
    buffers.push_back(out);
  }
  return module;
}

OwningOpRef<ModuleOp> generateScheduleProgram(MLIRContext *context,
                                              Decisions &decisions) {
  return ProgramGenerator(context, decisions).run();
}

} // namespace mlir::relax
