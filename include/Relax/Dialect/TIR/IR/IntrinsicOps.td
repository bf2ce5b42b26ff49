// What a tensor program asks of its surroundings: checks, foreign functions,
// instructions that arithmetic ops have no name for.
#ifndef RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD
#define RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
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

def TIR_CallExternOp : TIR_Op<"call_extern", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
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

def TIR_I32Like : AnyTypeOf<[I32, VectorOfNonZeroRankOf<[I32]>],
                            "i32 or a vector of it">;

def TIR_Dot4U8S8Op : TIR_Op<"dot4_u8s8", [
    Pure, Elementwise, Scalarizable, Vectorizable, Tensorizable,
    SameOperandsAndResultType]> {
  let summary = "Sum of the products of four u8 and four s8";
  let description = [{
    Each operand is four numbers of 8 bits in the bytes of an `i32`: those of
    `lhs` are unsigned, those of `rhs` signed. The sum of the four products
    is exact: it has 18 bits. With an `arith.addi` behind it, it is
    `vpdpbusd` of AVX512-VNNI and AVX-VNNI and `dp4a` of a GPU; other
    machines compute it with products of 16 bits, which do not saturate.

    ```mlir
    %sum = tir.dot4_u8s8 %a, %b : i32
    %sums = tir.dot4_u8s8 %va, %vb : vector<16xi32>
    ```
  }];
  let arguments = (ins TIR_I32Like:$lhs, TIR_I32Like:$rhs);
  let results = (outs TIR_I32Like:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

#endif // RELAX_DIALECT_TIR_IR_INTRINSICOPS_TD
