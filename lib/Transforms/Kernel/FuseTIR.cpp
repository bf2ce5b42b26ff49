// Make one tensor program of each primitive function.
//
// The body of each callee is copied behind the one before, with local buffers
// for what is passed on. No loop is fused here. That is the schedule's work,
// which inlines producers and attaches epilogues, and can see what that costs.
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymExprLowering.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FUSETIRPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// Builds the tensor program of one primitive function.
class Fuser {
public:
  Fuser(FuncOp primitive, SymbolTable &symbols)
      : primitive(primitive), symbols(symbols),
        builder(primitive.getContext()) {}

  /// Why the function is none of those that can be fused; empty if it is.
  std::string getObstacle();
  /// The tensor program, in place of the function and under its name.
  tir::FuncOp fuse();

private:
  void createFunction();
  void mapSymbols();
  Value lower(SymExprAttr expr);
  Value getBuffer(Value tensor);
  void inlineCall(CallTIROp call);

  FuncOp primitive;
  SymbolTable &symbols;
  OpBuilder builder;
  tir::FuncOp fused;
  SmallVector<CallTIROp> calls;
  SmallVector<Value> results;
  DenseMap<Value, Value> bufferOf;
  DenseMap<StringAttr, Value> valueOf;
};

struct FuseTIRPass : public impl::FuseTIRPassBase<FuseTIRPass> {
  using FuseTIRPassBase::FuseTIRPassBase;

  void runOnOperation() override;

private:
  void replaceCalls(ArrayRef<CallOp> calls, tir::FuncOp fused);
  void eraseUncalled(SymbolTable &symbols,
                     const llvm::SmallSetVector<StringAttr, 16> &inlined);
};

} // namespace

/// Whether a buffer can hold the tensor: rank, dtype and dimensions are known.
/// A buffer's type has the sizes, and code has to compute them on entry.
static bool isBufferable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isa<UnknownType>(tensor.getElementType()) &&
         !llvm::is_contained(getDims(tensor), SymExprAttr());
}

static MemRefType getBufferType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(),
                         getBufferElement(tensor.getElementType()));
}

/// A function that is not fused stays a function and works as it is, hence
/// remarks and no errors (report apache/tvm#17341 was an abort on such a body).
std::string Fuser::getObstacle() {
  for (Type type : primitive.getArgumentTypes())
    if (!isBufferable(type) && !isa<ShapeType>(type))
      // A buffer has a rank and sizes, and code is generated for one element
      // type.
      return "a parameter is neither a tensor of known dimensions nor a shape";
  for (Type type : primitive.getArgumentTypes())
    if (auto shape = dyn_cast<ShapeType>(type))
      for (SymExprAttr dim : shape.getDimsOrUnknown())
        if (!dim || !dim.isSymbol())
          // Only a symbol of its own can be bound by a scalar parameter; `n *
          // 2` would have to be solved for `n`.
          return "a shape parameter has a dimension that is no symbol";
  std::string obstacle;
  Operation *terminator = primitive.getBody().front().getTerminator();
  primitive.walk([&](Operation *op) {
    if (op == primitive || isa<DataflowOp, OutputOp>(op) || op == terminator)
      return;
    auto call = dyn_cast<CallTIROp>(op);
    auto callee =
        call ? symbols.lookup<tir::FuncOp>(call.getCallee()) : tir::FuncOp();
    if (!callee || callee.isExternal() ||
        !llvm::all_of(call.getResultTypes(), isBufferable))
      obstacle = ("it holds a '" + op->getName().getStringRef() +
                  "' that is no call of a tensor program with known dimensions")
                     .str();
    else
      calls.push_back(call);
  });
  // Each result becomes a buffer parameter that exactly one call writes. A
  // parameter returned as it is, or a value twice, would need a copy.
  if (!obstacle.empty())
    return obstacle;
  for (Value value : cast<ReturnOp>(terminator).getOperands()) {
    if (auto dataflow = value.getDefiningOp<DataflowOp>())
      value = dataflow.getOutput().getOperand(
          cast<OpResult>(value).getResultNumber());
    if (!value.getDefiningOp<CallTIROp>() || llvm::is_contained(results, value))
      // Each output is a buffer that one of the inlined programs fills. A
      // parameter would have to be copied, and a value that is returned twice
      // would need two buffers that the program fills at once.
      return "it returns a value that no call of its own makes, or one twice";
    results.push_back(value);
  }
  return results.empty() ? "it returns nothing" : "";
}

void Fuser::createFunction() {
  SmallVector<Value> tensors;
  SmallVector<Type> inputs, outputs;
  SmallVector<StringAttr> vars;
  for (Value parameter : primitive.getBody().getArguments()) {
    if (auto shape = dyn_cast<ShapeType>(parameter.getType())) {
      for (SymExprAttr dim : shape.getDims())
        dim.walkSymbols([&](StringAttr symbol) { vars.push_back(symbol); });
      continue;
    }
    tensors.push_back(parameter);
    inputs.push_back(getBufferType(parameter.getType()));
  }
  for (Value result : results) {
    tensors.push_back(result);
    outputs.push_back(getBufferType(result.getType()));
  }
  fused =
      tir::FuncOp::create(builder, primitive.getLoc(), primitive.getSymName(),
                          inputs, outputs, vars.size());
  fused.setPrivate();
  // `tir.dims` keeps symbolic sizes on the parameter, by which callers and
  // `mapSymbols` know them.
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    bufferOf[tensor] = fused.getArgument(index);
    if (Attribute dims = cast<RankedTensorType>(tensor.getType()).getEncoding())
      fused.setArgAttr(index, "tir.dims", dims);
  }
  for (auto [index, symbol] : llvm::enumerate(vars)) {
    fused.setArgAttr(tensors.size() + index, "tir.var",
                     SymExprAttr::symbol(builder.getContext(), symbol));
    valueOf[symbol] = fused.getArgument(tensors.size() + index);
  }
}

/// Binds each symbol that stands alone in a buffer's dimensions. The first
/// buffer that has a symbol gives its value. A call checks that the others
/// agree.
void Fuser::mapSymbols() {
  for (unsigned index = 0; index < fused.getNumBuffers(); ++index) {
    auto dims = fused.getArgAttrOfType<DimsAttr>(index, "tir.dims");
    if (!dims)
      continue;
    for (auto [axis, dim] : llvm::enumerate(dims.getDims())) {
      if (!dim || !dim.isSymbol())
        continue;
      dim.walkSymbols([&, axis = axis](StringAttr symbol) {
        if (!valueOf.contains(symbol))
          valueOf[symbol] = memref::DimOp::create(
              builder, fused.getLoc(), fused.getArgument(index), axis);
      });
    }
  }
}

Value Fuser::lower(SymExprAttr expr) {
  return lowerSymExpr(builder, fused.getLoc(), expr, [&](StringAttr symbol) {
    return valueOf.lookup(symbol);
  });
}

/// The buffer of a tensor; a local one for a value between the calls.
Value Fuser::getBuffer(Value tensor) {
  Value &buffer = bufferOf[tensor];
  if (buffer)
    return buffer;
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> sizes;
  for (auto [axis, dim] : llvm::enumerate(getDims(type)))
    if (type.isDynamicDim(axis))
      sizes.push_back(lower(dim));
  Value local = memref::AllocOp::create(builder, tensor.getLoc(),
                                        getBufferType(type), sizes);
  return bufferOf[tensor] = local;
}

void Fuser::inlineCall(CallTIROp call) {
  auto callee = symbols.lookup<tir::FuncOp>(call.getCallee());
  SmallVector<Value> arguments;
  for (Value argument : call.getArgs())
    arguments.push_back(getBuffer(argument));
  for (Value result : call.getResults())
    arguments.push_back(getBuffer(result));
  SmallVector<SymExprAttr> vars = *getSymExprs(call.getVars());
  for (SymExprAttr var : vars)
    arguments.push_back(lower(var));
  IRMapping mapping;
  for (auto [parameter, argument] :
       llvm::zip(callee.getBody().getArguments(), arguments)) {
    // The callee may know less or more of the type than the caller. For
    // instance `memref<?xf32>` for `memref<4xf32>`: one callee serves calls of
    // several shapes.
    if (parameter.getType() != argument.getType())
      argument = memref::CastOp::create(builder, call.getLoc(),
                                        parameter.getType(), argument);
    mapping.map(parameter, argument);
  }
  // The callee's own sizes and constants are copied with it. CSE after
  // scheduling joins equal ones.
  for (Operation &op : callee.getBody().front().without_terminator())
    builder.clone(op, mapping);
}

tir::FuncOp Fuser::fuse() {
  createFunction();
  builder.setInsertionPointToStart(&fused.getBody().front());
  mapSymbols();
  for (CallTIROp call : calls)
    inlineCall(call);
  // The builder of `tir.func` may have put a return there.
  if (Block &block = fused.getBody().front();
      block.empty() || !isa<tir::ReturnOp>(block.back()))
    tir::ReturnOp::create(builder, fused.getLoc());
  return fused;
}

/// Whether a result of the call is memory that is ended. That of a call of a
/// tensor program is a value, which has no end.
static bool isEnded(CallOp call) {
  return llvm::any_of(call->getUsers(), [](Operation *user) {
    return isa<MemoryKillTensorOp>(user);
  });
}

/// Calls of the primitive function become calls of the tensor program.
void FuseTIRPass::replaceCalls(ArrayRef<CallOp> calls, tir::FuncOp fused) {
  for (CallOp call : calls) {
    OpBuilder builder(call);
    SmallVector<Value> tensors;
    SmallVector<SymExprAttr> vars;
    for (Value argument : call.getArgs()) {
      if (auto shape = dyn_cast<ShapeType>(argument.getType()))
        llvm::append_range(vars, shape.getDims());
      else
        tensors.push_back(argument);
    }
    auto replacement =
        CallTIROp::create(builder, call.getLoc(), call.getResultTypes(),
                          SymbolRefAttr::get(fused), tensors,
                          getSymExprArray(&getContext(), vars));
    call.replaceAllUsesWith(replacement.getResults());
    call.erase();
  }
}

/// Drops the private tensor programs among `inlined` that have no use left.
/// Public ones stay, as do those that a call outside of any group still names.
void FuseTIRPass::eraseUncalled(
    SymbolTable &symbols, const llvm::SmallSetVector<StringAttr, 16> &inlined) {
  DenseSet<StringAttr> used;
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&getOperation().getBodyRegion()))
    for (SymbolTable::SymbolUse use : *uses)
      used.insert(use.getSymbolRef().getRootReference());
  for (StringAttr name : inlined)
    if (auto func = symbols.lookup<tir::FuncOp>(name);
        func && func.isPrivate() && !used.contains(name))
      symbols.erase(func);
}

void FuseTIRPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  llvm::SmallSetVector<StringAttr, 16> inlined;
  SmallVector<FuncOp> primitives;
  for (auto func : getOperation().getOps<FuncOp>())
    if (func->hasAttr("relax.primitive") && func.isPrivate())
      primitives.push_back(func);
  DenseMap<StringAttr, SmallVector<CallOp>> callsOf;
  // One walk for all; a walk per primitive function would be quadratic in
  // models of thousands of kernels.
  if (!primitives.empty())
    getOperation().walk([&](CallOp call) {
      callsOf[call.getCalleeAttr().getAttr()].push_back(call);
    });
  for (FuncOp primitive : primitives) {
    Fuser fuser(primitive, symbols);
    if (std::string obstacle = fuser.getObstacle(); !obstacle.empty()) {
      primitive.emitRemark("stays a function: ") << obstacle;
      continue;
    }
    ArrayRef<CallOp> calls = callsOf[primitive.getSymNameAttr()];
    if (const CallOp *ended = llvm::find_if(calls, isEnded);
        ended != calls.end()) {
      (primitive.emitRemark("stays a function: ")
       << "a call of it makes memory that 'relax.memory.kill_tensor' ends; run "
          "the pass before memory is explicit")
              .attachNote(CallOp(*ended).getLoc())
          << "the call is here";
      continue;
    }
    // Remembered by name, since the function is gone when it is known which of
    // them nobody calls any more.
    primitive.walk([&](CallTIROp call) {
      inlined.insert(call.getCalleeAttr().getAttr());
    });
    tir::FuncOp fused = fuser.fuse();
    replaceCalls(calls, fused);
    // First out, then in, so that the fused program takes the name that calls
    // already refer to.
    symbols.erase(primitive);
    symbols.insert(fused);
  }
  eraseUncalled(symbols, inlined);
}

} // namespace mlir::relax
