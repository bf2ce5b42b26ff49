// Faults in graphs: other operators, operands, axes, branches, results.
#include "FaultSeeding.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// A fault that puts another operator in the place of one.
#define REPLACED(NAME, FROM, TO)                                               \
  SeededFault {                                                                \
    NAME, "`relax." FROM "` becomes `relax." TO "`",                           \
        [](ModuleOp module, Decisions &decisions) {                            \
          return seedInOne(                                                    \
              module, decisions, "relax." FROM,                                \
              [](Operation *op) { return replaceByName(op, "relax." TO); });   \
        }                                                                      \
  }

/// A fault that leaves an operator out.
#define DROPPED(NAME, OP)                                                      \
  SeededFault {                                                                \
    NAME, "`relax." OP "` is left out",                                        \
        [](ModuleOp module, Decisions &decisions) {                            \
          return seedInOne(module, decisions, "relax." OP, dropOp);            \
        }                                                                      \
  }

/// A fault that swaps two operands.
#define SWAPPED(NAME, OP, FIRST, SECOND)                                       \
  SeededFault {                                                                \
    NAME, "operands of `relax." OP "` change places",                          \
        [](ModuleOp module, Decisions &decisions) {                            \
          return seedInOne(module, decisions, "relax." OP, [](Operation *op) { \
            return swapOperands(op, FIRST, SECOND);                            \
          });                                                                  \
        }                                                                      \
  }

static bool otherReducedAxis(ModuleOp module, Decisions &decisions) {
  return seedInOne<Operation *>(module, decisions, [](Operation *op) {
    auto axes = op->getAttrOfType<DenseI64ArrayAttr>("axis");
    auto type = op->getNumOperands() == 1
                    ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                    : nullptr;
    StringRef name = op->getName().getStringRef();
    if (!axes || axes.size() != 1 || !type || type.getRank() < 2 ||
        (name != "relax.sum" && name != "relax.max" && name != "relax.mean"))
      return false;
    int64_t axis = (axes[0] + type.getRank() + 1) % type.getRank();
    op->setAttr("axis", DenseI64ArrayAttr::get(op->getContext(), axis));
    return true;
  });
}

static bool identityPermutation(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "relax.permute_dims", dropOp);
}

static bool otherConstant(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "relax.constant", [](Operation *op) {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    if (!value || value.empty() || op->use_empty())
      return false;
    SmallVector<Attribute> elements(value.getValues<Attribute>());
    if (auto number = dyn_cast<FloatAttr>(elements[0]))
      elements[0] =
          FloatAttr::get(number.getType(), number.getValueAsDouble() + 1);
    else
      elements[0] =
          IntegerAttr::get(cast<IntegerAttr>(elements[0]).getType(),
                           cast<IntegerAttr>(elements[0]).getValue() ^ 1);
    op->setAttr("value", DenseElementsAttr::get(value.getType(), elements));
    return true;
  });
}

/// The result goes through a narrower type and back.
static bool narrowedCast(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "relax.add", [](Operation *op) {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || type.getElementTypeBitWidth() < 32 || op->use_empty())
      return false;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Type narrow = isa<FloatType>(type.getElementType())
                      ? Type(builder.getI8Type())
                      : Type(builder.getI1Type());
    auto cast = [&](Value value, Type element) {
      OperationState state(op->getLoc(), "relax.astype");
      state.addOperands(value);
      state.addAttribute("dtype", TypeAttr::get(element));
      state.addTypes(type.clone(element));
      return builder.create(state);
    };
    Operation *there = cast(op->getResult(0), narrow);
    Operation *back = cast(there->getResult(0), type.getElementType());
    op->getResult(0).replaceAllUsesExcept(back->getResult(0), there);
    return true;
  });
}

/// `x * y` as if one were 0: NaN is lost.
static bool foldedToZero(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "relax.multiply", [](Operation *op) {
    if (op->getOperand(0).getType() != op->getResult(0).getType())
      return false;
    OpBuilder builder(op);
    OperationState state(op->getLoc(), "relax.zeros_like");
    state.addOperands(op->getOperand(0));
    state.addTypes(op->getResultTypes());
    op->replaceAllUsesWith(builder.create(state));
    op->erase();
    return true;
  });
}

static bool reversedConcat(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "relax.concat", [](Operation *op) {
    return op->getNumOperands() > 1 &&
           swapOperands(op, 0, op->getNumOperands() - 1);
  });
}

static bool otherTupleField(ModuleOp module, Decisions &decisions) {
  return seedInOne(
      module, decisions, "relax.tuple_get_item", [](Operation *op) {
        auto types = cast<TupleType>(op->getOperand(0).getType()).getTypes();
        int64_t index = op->getAttrOfType<IntegerAttr>("index").getInt();
        for (size_t other = 0; other < types.size(); ++other)
          if (int64_t(other) != index && types[other] == types[index]) {
            op->setAttr("index", OpBuilder(op).getI64IntegerAttr(other));
            return true;
          }
        return false;
      });
}

static bool swappedBranches(ModuleOp module, Decisions &decisions) {
  return seedInOne<IfOp>(module, decisions, [](IfOp op) {
    Region kept;
    kept.takeBody(op.getThenRegion());
    op.getThenRegion().takeBody(op.getElseRegion());
    op.getElseRegion().takeBody(kept);
    return true;
  });
}

/// One operand of a terminator becomes another value of the same type.
template <typename OpT>
static bool otherResult(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [](OpT op) {
    for (OpOperand &operand : op->getOpOperands()) {
      for (Operation &other : *op->getBlock())
        for (Value result : other.getResults())
          if (result != operand.get() &&
              result.getType() == operand.get().getType()) {
            operand.set(result);
            return true;
          }
      for (Value argument : op->getBlock()->getArguments())
        if (argument != operand.get() &&
            argument.getType() == operand.get().getType()) {
          operand.set(argument);
          return true;
        }
    }
    return false;
  });
}

/// A call gets the program of another call of the same types.
template <typename OpT>
static bool otherCallee(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [&](OpT op) {
    bool isChanged = false;
    module.walk([&](OpT other) {
      if (isChanged || other.getCallee() == op.getCallee() ||
          other->getOperandTypes() != op->getOperandTypes() ||
          other->getResultTypes() != op->getResultTypes())
        return;
      op.setCallee(other.getCallee());
      isChanged = true;
    });
    return isChanged;
  });
}

/// A call gets another function of the type of its own.
static bool otherFunction(ModuleOp module, Decisions &decisions) {
  SymbolTable table(module);
  return seedInOne<CallOp>(module, decisions, [&](CallOp op) {
    auto callee = table.lookup<FuncOp>(op.getCallee());
    auto caller = op->getParentOfType<FuncOp>();
    for (auto other : module.getOps<FuncOp>())
      if (callee && other != callee && other != caller &&
          other.getFunctionType() == callee.getFunctionType() &&
          other.getImpure() == callee.getImpure()) {
        op.setCallee(other.getSymName());
        return true;
      }
    return false;
  });
}

static bool droppedCall(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallTIROp>(module, decisions,
                              [](CallTIROp op) { return dropOp(op); });
}

static bool droppedInPlaceCall(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallTIRInplaceOp>(
      module, decisions, [](CallTIRInplaceOp op) { return dropOp(op); });
}

/// A second call takes what the first one gives.
static bool repeatedInPlaceCall(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallTIRInplaceOp>(
      module, decisions, [](CallTIRInplaceOp op) {
        OpBuilder builder(op->getContext());
        builder.setInsertionPointAfter(op);
        auto again = cast<CallTIRInplaceOp>(builder.clone(*op));
        op->replaceAllUsesWith(again);
        for (auto [result, index] :
             llvm::zip(op.getResults(), op.getInplaceIndices()))
          if (index >= 0)
            again->setOperand(index, result);
        return true;
      });
}

void addGraphFaults(std::vector<SeededFault> &faults) {
  const SeededFault graphFaults[] = {
      SWAPPED("swapped-subtract", "subtract", 0, 1),
      SWAPPED("swapped-divide", "divide", 0, 1),
      SWAPPED("swapped-power", "power", 0, 1),
      SWAPPED("swapped-where", "where", 1, 2),
      SWAPPED("swapped-matmul", "matmul", 0, 1),
      REPLACED("add-as-subtract", "add", "subtract"),
      REPLACED("maximum-as-minimum", "maximum", "minimum"),
      REPLACED("less-as-less-equal", "less", "less_equal"),
      REPLACED("equal-as-not-equal", "equal", "not_equal"),
      REPLACED("greater-as-less", "greater", "less"),
      REPLACED("argmax-as-argmin", "argmax", "argmin"),
      REPLACED("mean-as-sum", "mean", "sum"),
      REPLACED("max-as-min", "max", "min"),
      REPLACED("and-as-or", "logical_and", "logical_or"),
      REPLACED("floor-as-ceil", "floor", "ceil"),
      REPLACED("round-as-trunc", "round", "trunc"),
      REPLACED("softmax-as-log-softmax", "nn.softmax", "nn.log_softmax"),
      REPLACED("ones-as-zeros", "ones_like", "zeros_like"),
      DROPPED("dropped-relu", "nn.relu"),
      DROPPED("dropped-negative", "negative"),
      DROPPED("dropped-abs", "abs"),
      DROPPED("dropped-flip", "flip"),
      DROPPED("dropped-not", "logical_not"),
      DROPPED("dropped-cumsum", "cumsum"),
      {"other-reduced-axis", "a reduction reduces the next axis",
       otherReducedAxis},
      {"identity-permutation", "a permutation of equal sizes is left out",
       identityPermutation},
      {"other-constant", "the first element of a constant is another",
       otherConstant},
      {"narrowed-cast", "a sum goes through a narrower type", narrowedCast},
      {"folded-to-zero", "a product is folded to 0", foldedToZero},
      {"reversed-concat", "the parts of a concatenation change places",
       reversedConcat},
      {"other-tuple-field", "another field of a tuple is taken",
       otherTupleField},
      {"swapped-branches", "the branches of a conditional change places",
       swappedBranches},
      {"other-returned", "another value is returned", otherResult<ReturnOp>},
      {"other-output", "another value leaves a dataflow region",
       otherResult<OutputOp>},
      {"other-yielded", "another value leaves a branch", otherResult<YieldOp>},
      {"other-program", "a call gets another program", otherCallee<CallTIROp>},
      {"other-function", "a call gets another function", otherFunction},
      {"dropped-call", "the call of a program is left out", droppedCall},
      {"dropped-in-place-call", "an in-place call is left out",
       droppedInPlaceCall},
      {"repeated-in-place-call", "an in-place call runs twice",
       repeatedInPlaceCall}};
  llvm::append_range(faults, graphFaults);
}

} // namespace mlir::relax
