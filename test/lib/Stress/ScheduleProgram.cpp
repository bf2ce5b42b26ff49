// Generated tensor programs with something to schedule: what they are made of.
#include "ScheduleProgram.h"

#include "ProgramGenerator.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relax {

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

Axes ProgramGenerator::shuffle(ArrayRef<unsigned> of) {
  Axes shuffled;
  for (unsigned axis : of)
    shuffled.insert(shuffled.begin() + decisions.below(shuffled.size() + 1),
                    axis);
  return shuffled;
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
  if (axes.size() == 3 && decisions.oneIn(2)) {
    factors = shapes.size();
    shapes.push_back(shuffle({0, 2}));
    shapes.push_back(shuffle({1, 2}));
  }
  wide = shapes.size();
  shapes.push_back(pickAxes(all, false));
}

void ProgramGenerator::planStage(bool isLast) {
  BlockStage stage;
  static constexpr StageKind kinds[] = {
      StageKind::Map,     StageKind::Map,    StageKind::Reduce,
      StageKind::Reduce,  StageKind::Window, StageKind::Masked,
      StageKind::Update,  StageKind::Branch, StageKind::Bordered,
      StageKind::Viewed,  StageKind::Scan,   StageKind::Opaque,
      StageKind::Loose,   StageKind::Biased, StageKind::Slide,
      StageKind::Product, StageKind::Product};
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
  if (stage.kind == StageKind::Slide) {
    stage.sources = {wide};
    all = shapes[wide];
    stage.out = all;
  } else if (stage.kind == StageKind::Product && factors) {
    stage.sources = {*factors, *factors + 1};
    stage.out = shuffle({0, 1});
    stage.reduced = {2};
  } else if (stage.kind == StageKind::Reduce ||
             stage.kind == StageKind::Biased ||
             stage.kind == StageKind::Window) {
    stage.out = pickAxes(all, true);
    for (unsigned axis : all)
      if (!llvm::is_contained(stage.out, axis))
        stage.reduced.push_back(axis);
  } else {
    stage.out = all;
    if (decisions.oneIn(2))
      std::reverse(stage.out.begin(), stage.out.end());
  }
  if ((stage.kind == StageKind::Reduce || stage.kind == StageKind::Biased) &&
      stage.reduced.empty())
    stage.kind = StageKind::Map;
  if (stage.kind == StageKind::Product && !factors)
    stage.kind = StageKind::Map;
  bool needsAxis =
      stage.kind == StageKind::Masked || stage.kind == StageKind::Branch ||
      stage.kind == StageKind::Bordered || stage.kind == StageKind::Scan ||
      stage.kind == StageKind::Opaque;
  if (needsAxis && stage.out.empty())
    stage.kind = StageKind::Map;
  shapes.push_back(stage.out);
  stages.push_back(stage);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

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

tir::FuncOp ProgramGenerator::makeFunction(StringRef name) {
  SmallVector<Type> inputs, outputs;
  SmallVector<DimsAttr> dims;
  unsigned numInputs = shapes.size() - stages.size();
  for (unsigned i = 0; i != numInputs; ++i) {
    int64_t room = i == wide ? kWindow - 1 : 0;
    inputs.push_back(getType(shapes[i], room));
    dims.push_back(getDims(shapes[i], room));
  }
  for (const BlockStage &stage : stages)
    if (stage.isOutput) {
      outputs.push_back(getType(stage.out, 0));
      dims.push_back(getDims(stage.out, 0));
    }
  tir::FuncOp function =
      tir::FuncOp::create(builder, loc, name, inputs, outputs);
  for (auto [i, attribute] : llvm::enumerate(dims))
    if (!cast<MemRefType>(function.getArgument(i).getType()).hasStaticShape())
      function.setArgAttr(i, tir::TIRDialect::kDims, attribute);
  return function;
}

void ProgramGenerator::run(ModuleOp module, StringRef name) {
  planAxes();
  planInputs();
  for (uint64_t i = 0, count = 1 + decisions.below(4); i < count; ++i)
    planStage(i + 1 == count);
  builder.setInsertionPointToEnd(module.getBody());
  tir::FuncOp function = makeFunction(name);
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
}

OwningOpRef<ModuleOp> generateScheduleProgram(MLIRContext *context,
                                              Decisions &decisions) {
  context->loadDialect<scf::SCFDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  ProgramGenerator(context, decisions, "B").run(*module, "program");
  if (decisions.oneIn(4))
    ProgramGenerator(context, decisions, "C").run(*module, "other_program");
  return module;
}

} // namespace mlir::relax
