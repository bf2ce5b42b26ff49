// What a tensor program asks of its surroundings: checks, foreign functions.
#ifndef RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD
#define RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_AssertOp : TIR_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "Stop with a message where a condition fails";
  let description = [{
    Stopping is an effect, so the op stays where it is.

    * **R1** the message is not empty.

    ```mlir
    tir.assert %c, "the number of rows is even"
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasVerifier = 1;
}

def TIR_CallExternOp
    : TIR_Op<
          "call_extern", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call a function by its symbol";
  let description = [{
    The symbol is a function of the module or, where the module has none of
    that name, a C function that the linker finds. Nothing is known of its
    effects. With `packed` it is an external function of the run time, which
    takes buffers and numbers and gives its results in buffers.

    * **R1** a function of the module has the types of the call.

    ```mlir
    %r = tir.call_extern @erff(%f) : (f32) -> f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

#endif // RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD
