// Lets the operators of relax take tensors in another order of axes: how, says
// what they need (`AxisOrder`), which their definitions state.
#include "LayoutRules.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/IR/DialectRegistry.h"

#include "Relax/Dialect/Relax/Layout/LayoutInterface.cpp.inc"

namespace mlir::relax {

namespace {

/// What an op makes of operands in other orders.
using Rule = LogicalResult (*)(Operation *op, LayoutPlan &plan);

template <typename OpT, Rule rule>
struct LayoutModel
    : LayoutInterface::ExternalModel<LayoutModel<OpT, rule>, OpT> {
  LogicalResult carryLayout(Operation *op, LayoutPlan &plan) const {
    return rule(op, plan);
  }
  LogicalResult chooseLayout(Operation *op, ArrayRef<StringRef> layouts,
                             LayoutPlan &plan) const {
    if constexpr (OpT::template hasTrait<OrderIs<AxisOrder::Named>::Impl>())
      return chooseNamedLayout(op, layouts, plan);
    plan = LayoutPlan(op, SmallVector<AxisList>(op->getNumOperands()));
    return success();
  }
};

template <typename OpT>
using KeepDims = decltype(std::declval<OpT>().getKeepdims());

/// The rule of an op whose attributes name axes.
template <typename OpT>
constexpr Rule getAxesRule() {
  if constexpr (llvm::is_one_of<OpT, ArgmaxOp, ArgminOp>::value)
    return carryArgReduction;
  else if constexpr (llvm::is_detected<KeepDims, OpT>::value)
    return carryReduction;
  else if constexpr (llvm::is_one_of<OpT, ConcatOp, GatherElementsOp,
                                     ScatterElementsOp>::value)
    return carryAlike;
  else if constexpr (std::is_same_v<OpT, ExpandDimsOp>)
    return carryExpandDims;
  else if constexpr (std::is_same_v<OpT, PermuteDimsOp>)
    return carryPermuteDims;
  else if constexpr (std::is_same_v<OpT, SqueezeOp>)
    return carrySqueeze;
  else if constexpr (std::is_same_v<OpT, StackOp>)
    return carryStack;
  else
    return carryNamedAxes;
}

} // namespace

template <typename OpT>
static void attachLayout(MLIRContext &context) {
  if constexpr (OpT::template hasTrait<OrderIs<AxisOrder::Any>::Impl>())
    OpT::template attachInterface<LayoutModel<OpT, carryAnyOrder>>(context);
  if constexpr (OpT::template hasTrait<OrderIs<AxisOrder::Axes>::Impl>())
    OpT::template attachInterface<LayoutModel<OpT, getAxesRule<OpT>()>>(
        context);
  if constexpr (OpT::template hasTrait<OrderIs<AxisOrder::Named>::Impl>())
    OpT::template attachInterface<LayoutModel<OpT, carryNamedLayout>>(context);
}

template <typename... OpTs>
static void attachLayouts(MLIRContext &context) {
  (attachLayout<OpTs>(context), ...);
}

/// The families that compute elements.
static void attachToComputing(MLIRContext &context) {
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ActivationOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/BinaryOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ConvolutionOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/NormalizationOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/PoolingOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/QuantizeOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ReduceOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ScanOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/UnaryOps.cpp.inc"
      >(context);
}

/// The families that move, find and convert elements.
static void attachToMoving(MLIRContext &context) {
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/CollectiveOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/DatatypeOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ImageOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/IndexOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ManipulateOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ScatterOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/SearchOps.cpp.inc"
      >(context);
  attachLayouts<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/SortOps.cpp.inc"
      >(context);
}

void registerLayouts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelaxDialect *) {
    attachToComputing(*context);
    attachToMoving(*context);
  });
}

} // namespace mlir::relax
