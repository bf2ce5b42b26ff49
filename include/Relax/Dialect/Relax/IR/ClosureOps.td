// Closures: make one of a function and values, call one.
#ifndef RELAX_DIALECT_RELAX_IR_CLOSUREOPS_TD
#define RELAX_DIALECT_RELAX_IR_CLOSUREOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_MakeClosureOp : Relax_Op<"make_closure", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Bind the last parameters of a function to values";
  let description = [{
    A call of the closure passes the parameters before these.

    * **R1** the callee is a `relax.func`;
    * **R2** it has at least as many parameters as there are arguments, whose
      types fit the last ones, as far as can be proved;
    * **R3** the closure is a pure callable only if the callee is pure;
    * **R4** what the closure's type says of parameters and results fits the
      callee's, as far as can be proved.

    ```mlir
    relax.func private @callee(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %y : tensor<4xf32>
    }
    relax.func @main(%x: tensor<4xf32>) -> !relax.object {
      %0 = relax.make_closure @callee(%x) : (tensor<4xf32>) -> !relax.object
      relax.return %0 : !relax.object
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args);
  let results = (outs AnyTypeOf<[Relax_ObjectType, Relax_CallableType]>:$closure);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, $closure)
  }];
}

class Relax_InvokeOp<string mnemonic, list<Trait> traits = []>
    : Relax_Op<mnemonic, traits> {
  let arguments = (ins AnyTypeOf<[Relax_ObjectType, Relax_CallableType]>:$closure,
      Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $closure `(` $args `)` attr-dict `:` type($closure) `,`
    functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

def Relax_InvokeClosureOp : Relax_InvokeOp<"invoke_closure", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call a closure, with whatever effect it has";
  let description = [{
    * **R1** arguments and results fit the callable's type, where it is known.

    ```mlir
    relax.func impure @main(%f: !relax.object, %x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.invoke_closure %f(%x) : !relax.object, (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
}

def Relax_InvokePureClosureOp : Relax_InvokeOp<"invoke_pure_closure", [Pure]> {
  let summary = "Call a closure, promising that it has no effect";
  let description = [{
    * **R1** arguments and results fit the callable's type, where it is known;
    * **R2** the callable's type does not say that it is impure.

    ```mlir
    relax.func @main(%f: !relax.object, %x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.invoke_pure_closure %f(%x) : !relax.object, (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_CLOSUREOPS_TD
