// Checks of types at run time that also define symbols.
#ifndef RELAX_DIALECT_RELAX_IR_MATCHOPS_TD
#define RELAX_DIALECT_RELAX_IR_MATCHOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_MatchCastOp : Relax_Op<"match_cast", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Check at run time that a value has a type";
  let description = [{
    A symbol that stands alone in the type and is not defined yet is defined
    here; all others are compared. Because a failed check stops the program, and
    because others rely on the symbols, the op is not dropped when its result
    is unused; inside a dataflow region that is no effect on memory.

    * **R1** the value's type and the result's type are not provably different.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.match_cast %x : tensor<?x4xf32> to tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input)) `to` qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_MATCHOPS_TD
