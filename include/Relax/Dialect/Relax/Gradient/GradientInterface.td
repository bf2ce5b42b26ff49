// Which operators have a derivative, and how it is made.
#ifndef RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_TD
#define RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_TD

include "mlir/IR/OpBase.td"

def Relax_GradientInterface : OpInterface<"GradientInterface"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    An op that has it has a derivative: from the adjoints of its results, the
    derivatives of one number by each of them, it makes those of its operands
    as ops of relax.
  }];
  let methods = [
    InterfaceMethod<
        "Whether the derivative by an operand is something else than 0.",
        "bool", "isDifferentiable", (ins "unsigned":$operand)>,
    InterfaceMethod<
        "Make the adjoints of the operands that need one. Fails if the builder "
        "was told why there is none.",
        "::llvm::LogicalResult", "buildAdjoints",
        (ins "::mlir::relax::GradientBuilder &":$gradient)>];
}

#endif // RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_TD
