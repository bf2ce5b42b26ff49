// Call other tensor programs for operators, in layouts of their own:
//
//   y = call_tir @add(x)         @add has operator_name = "relax.add"
//
// becomes, for a program that implements it in tiles,
//
//   a = layout_transform x; b = call_tir @tiled(a); y = layout_transform b
//
// TVM finds the way back from a layout itself. Here the program says it, which
// no analysis of quotients and remainders has to guess.
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ALTEROPIMPLPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

static constexpr llvm::StringLiteral kOperator = "operator_name";
static constexpr llvm::StringLiteral kImplements = "implements";
static constexpr llvm::StringLiteral kLayouts = "buffer_layouts";

namespace {
struct AlterOpImplPass : impl::AlterOpImplPassBase<AlterOpImplPass> {
  void runOnOperation() override;

private:
  LogicalResult readImplementations();

  llvm::MapVector<StringAttr, tir::FuncOp> implementations;
};
} // namespace

/// The maps of the buffers of a program that implements an operator.
static SmallVector<AffineMap> getLayouts(tir::FuncOp implementation) {
  SmallVector<AffineMap> maps;
  if (auto layouts = implementation->getAttrOfType<ArrayAttr>(kLayouts))
    for (Attribute layout : layouts)
      if (auto map = dyn_cast<AffineMapAttr>(layout))
        maps.push_back(map.getValue());
  return maps;
}

LogicalResult AlterOpImplPass::readImplementations() {
  implementations.clear();
  for (auto func : getOperation().getOps<tir::FuncOp>()) {
    auto name = func->getAttrOfType<StringAttr>(kImplements);
    if (!name)
      continue;
    size_t count = getLayouts(func).size();
    if (count != func.getNumBuffers())
      return func.emitOpError("implements ")
             << name << ", expected '" << kLayouts
             << "' with a map for each of " << func.getNumBuffers()
             << " buffers, found " << count;
    tir::FuncOp &known = implementations[name];
    if (known)
      return func.emitOpError("implements ")
                 .append(name,
                         ", expected one program that does, found another")
                 .attachNote(known.getLoc())
             << "it is here";
    known = func;
  }
  // Else a second run would go on from one implementation to the next.
  for (auto [name, func] : implementations)
    if (auto own = func->getAttrOfType<StringAttr>(kOperator);
        own && implementations.lookup(own) &&
        implementations.lookup(own) != func)
      return func.emitOpError("implements ")
                 .append(name,
                         ", expected no 'operator_name' that another "
                         "program implements, found ",
                         own)
                 .attachNote(implementations.lookup(own).getLoc())
             << "this one does";
  return success();
}

/// Whether a map can bring what is in a buffer to a tensor, as far as sizes
/// say.
static bool canMove(MemRefType from, AffineMap map, Type type) {
  auto to = dyn_cast<RankedTensorType>(type);
  return to && int64_t(map.getNumDims()) == from.getRank() &&
         int64_t(map.getNumResults()) == to.getRank() &&
         from.hasStaticShape() && to.hasStaticShape() &&
         from.getNumElements() == to.getNumElements();
}

/// A call's error: the layouts of an implementation do not suit a tensor of it.
static LogicalResult reject(CallTIROp call, tir::FuncOp implementation,
                            Type type) {
  return call.emitOpError("gets another layout by @")
             .append(implementation.getSymName(),
                     ", expected maps of the ranks and known sizes of its "
                     "tensors, found ",
                     type)
             .attachNote(implementation.getLoc())
         << "@" << implementation.getSymName() << " is here";
}

/// The arguments of a call in the layouts of an implementation.
static FailureOr<SmallVector<Value>> moveArgs(CallTIROp call,
                                              tir::FuncOp implementation,
                                              ArrayRef<AffineMap> layouts) {
  OpBuilder builder(call);
  TensorBuilder tensors(builder, call.getLoc());
  SmallVector<Value> args;
  for (auto [arg, map] : llvm::zip(call.getArgs(), layouts)) {
    LayoutTransformOp::Properties properties;
    properties.index_map = AffineMapAttr::get(map);
    args.push_back(map.isIdentity()
                       ? arg
                       : tensors.emit<LayoutTransformOp>(arg, properties));
    if (!args.back())
      return reject(call, implementation, arg.getType());
  }
  return args;
}

/// The types of what an implementation gives in place of a call's results.
static FailureOr<SmallVector<Type>> getGivenTypes(CallTIROp call,
                                                  tir::FuncOp implementation,
                                                  ArrayRef<AffineMap> layouts) {
  SmallVector<Type> types;
  for (auto [result, map, type] :
       llvm::zip(call.getResults(), layouts,
                 implementation.getArgumentTypes().drop_front(
                     call.getArgs().size()))) {
    auto buffer = cast<MemRefType>(type);
    if (!map.isIdentity() && !canMove(buffer, map, result.getType()))
      return reject(call, implementation, result.getType());
    types.push_back(map.isIdentity()
                        ? result.getType()
                        : RankedTensorType::get(buffer.getShape(),
                                                buffer.getElementType()));
  }
  return types;
}

/// Lets a call call the implementation, with what it takes and gives in the
/// layouts of that.
static LogicalResult alter(CallTIROp call, tir::FuncOp implementation,
                           SymbolTableCollection &symbols) {
  SmallVector<AffineMap> layouts = getLayouts(implementation);
  size_t numArgs = call.getArgs().size();
  if (layouts.size() != numArgs + call.getNumResults())
    return call.emitOpError("calls what @")
               .append(implementation.getSymName(), " implements with ",
                       numArgs + call.getNumResults(),
                       " tensors, expected its number of buffers, found ",
                       layouts.size())
               .attachNote(implementation.getLoc())
           << "@" << implementation.getSymName() << " is here";
  if (implementation.getNumInputs() != numArgs)
    return call.emitOpError("calls what @")
               .append(implementation.getSymName(), " implements with ",
                       numArgs,
                       " arguments, expected 'num_inputs' of as many, "
                       "found ",
                       implementation.getNumInputs())
               .attachNote(implementation.getLoc())
           << "@" << implementation.getSymName() << " is here";
  auto ofResults = ArrayRef(layouts).drop_front(numArgs);
  FailureOr<SmallVector<Value>> args = moveArgs(call, implementation, layouts);
  FailureOr<SmallVector<Type>> types = failure();
  if (succeeded(args))
    types = getGivenTypes(call, implementation, ofResults);
  if (failed(types))
    return failure();
  OpBuilder builder(call);
  auto made = CallTIROp::create(builder, call.getLoc(), *types,
                                FlatSymbolRefAttr::get(implementation), *args,
                                call.getVarsAttr());
  // Whether the program takes what it is given, a call of it knows.
  if (failed(made.verifySymbolUses(symbols)))
    return failure();
  for (auto [result, given, map] :
       llvm::zip(call.getResults(), made.getResults(), ofResults)) {
    Value back = given;
    // What a map to one index leaves of sizes is not inferred, but known here.
    if (!map.isIdentity())
      back = LayoutTransformOp::create(builder, call.getLoc(), result.getType(),
                                       given, AffineMapAttr::get(map),
                                       Attribute());
    result.replaceAllUsesWith(back);
  }
  call.erase();
  return success();
}

void AlterOpImplPass::runOnOperation() {
  if (failed(readImplementations()))
    return signalPassFailure();
  SymbolTableCollection symbols;
  SmallVector<std::pair<CallTIROp, tir::FuncOp>> altered;
  getOperation().walk([&](CallTIROp call) {
    auto callee = symbols.lookupNearestSymbolFrom<tir::FuncOp>(
        call, call.getCalleeAttr());
    auto name =
        callee ? callee->getAttrOfType<StringAttr>(kOperator) : StringAttr();
    tir::FuncOp implementation =
        name ? implementations.lookup(name) : tir::FuncOp();
    if (implementation && implementation != callee)
      altered.emplace_back(call, implementation);
  });
  if (altered.empty())
    return markAllAnalysesPreserved();
  for (auto [call, implementation] : altered)
    if (failed(alter(call, implementation, symbols)))
      return signalPassFailure();
}

} // namespace mlir::relax
