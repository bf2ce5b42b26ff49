// Ops whose purpose is an effect: print, assert.
#ifndef RELAX_DIALECT_RELAX_IR_EFFECTOPS_TD
#define RELAX_DIALECT_RELAX_IR_EFFECTOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_PrintOp : Relax_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "Print values, with `{}` for each in the format";
  let description = [{
    ```mlir
    relax.func impure @main(%x: tensor<4xf32>) {
      relax.print "x is {}"(%x) : tensor<4xf32>
      relax.return
    }
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<AnyType>:$vals);
  let assemblyFormat = "$format (`(` $vals^ `)` `:` type($vals))? attr-dict";
}

def Relax_AssertOp : Relax_Op<"assert_op", [MemoryEffects<[MemWrite]>]> {
  let summary = "Stop with a message unless a condition holds";
  let description = [{
    * **R1** the condition is an `i1` or a rank-0 tensor of `i1`.

    ```mlir
    relax.func impure @main(%c: tensor<i1>, %x: tensor<4xf32>) {
      relax.assert_op %c, "expected a positive number, found {}"(%x) : tensor<i1>, tensor<4xf32>
      relax.return
    }
    ```
  }];
  let arguments = (ins AnyType:$condition, StrAttr:$format, Variadic<AnyType>:$vals);
  let assemblyFormat = [{
    $condition `,` $format (`(` $vals^ `)`)? attr-dict `:` type($condition)
    (`,` type($vals)^)?
  }];
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_EFFECTOPS_TD
