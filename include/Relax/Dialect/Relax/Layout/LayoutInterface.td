// What becomes of an operator when its tensors stand in another order of axes.
#ifndef RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_TD
#define RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_TD

include "mlir/IR/OpBase.td"

def Relax_LayoutInterface : OpInterface<"LayoutInterface"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    An op that has it computes the same on tensors whose axes stand in another
    order than it was written for, under other attributes. Each op whose
    `AxisOrderInterface` says something else than `AsWritten` has it.
  }];
  let methods = [
    InterfaceMethod<[{
      Take operands in the orders in which they are at hand. The plan comes with
      these orders; the op puts those there that it asks for, with the orders of
      the results and the attributes that belong to them. Fails where the op
      needs the order that it was written for; the plan is void then.
    }],
        "::llvm::LogicalResult", "carryLayout",
        (ins "::mlir::relax::LayoutPlan &":$plan)>,
    InterfaceMethod<[{
      Plan to have the layouts of these names, in the order of the attributes
      that name them. Reports names that cannot be. An op that names none, or
      was written for blocks of axes, keeps its layout.
    }],
        "::llvm::LogicalResult", "chooseLayout",
        (ins "::llvm::ArrayRef<::llvm::StringRef>":$layouts,
             "::mlir::relax::LayoutPlan &":$plan)>];
}

#endif // RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_TD
