// What the virtual machine's programs use: contexts, objects, dynamic calls.
#ifndef RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD
#define RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_StopLiftParamsOp : Relax_Op<"builtin.stop_lift_params", [
    Pure, PredOpTrait<"operand and result have one type",
        CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>,
    SameOperandsAndResultType]> {
  let summary = "Keep what follows out of the transformation of weights";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.builtin.stop_lift_params %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def Relax_NullValueOp : Relax_Op<"null_value", [Pure]> {
  let summary = "The object that stands for nothing";
  let description = [{
    ```mlir
    relax.func @main() -> !relax.object {
      %0 = relax.null_value : !relax.object
      relax.return %0 : !relax.object
    }
    ```
  }];
  let results = (outs Relax_ObjectType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Relax_VMAllocStorageOp : Relax_Op<"vm.alloc_storage"> {
  let summary = "Allocate a block of bytes on a device of the run time";
  let description = [{
    What `relax.memory.alloc_storage` is once devices are numbers of the run
    time. `size` is in bytes; `dtype` says what they are meant to hold.

    * **R1** the size is not provably negative.

    ```mlir
    relax.func impure @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
      %0 = relax.vm.alloc_storage [n * 4] {dtype = f32}
      relax.vm.kill_object %0 : !relax.object
      relax.return
    }
    ```
  }];
  let arguments = (ins Relax_SymExprAttr:$size, OptionalAttr<TypeAttr>:$dtype,
      DefaultValuedAttr<I64Attr, "0">:$runtime_device_index,
      DefaultValuedAttr<StrAttr, "\"global\"">:$storage_scope);
  let results = (outs Res<Relax_ObjectType, "the storage", [MemAlloc]>:$storage);
  let assemblyFormat = "`[` custom<SymExpr>($size) `]` attr-dict";
  let hasVerifier = 1;
}

def Relax_VMAllocTensorOp : Relax_Op<"vm.alloc_tensor"> {
  let summary = "A tensor inside a storage of the run time";
  let description = [{
    `offset` is in bytes; shape and dtype are those of the result's type.

    * **R1** rank, every dimension and the dtype of the result are known;
    * **R2** the offset is not provably negative;
    * **R3** the tensor does not provably pass the end of the storage.

    ```mlir
    relax.func impure @main() {
      %0 = relax.vm.alloc_storage [64]
      %1 = relax.vm.alloc_tensor %0 at [16] : tensor<4xf32>
      relax.vm.kill_object %1 : tensor<4xf32>
      relax.vm.kill_object %0 : !relax.object
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<Relax_ObjectType, "the storage", [MemRead]>:$storage,
      Relax_SymExprAttr:$offset,
      DefaultValuedAttr<I64Attr, "0">:$runtime_device_index);
  let results = (outs Res<AnyRankedTensor, "the tensor", [MemAlloc]>:$tensor);
  let assemblyFormat = [{
    $storage `at` `[` custom<SymExpr>($offset) `]` attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def Relax_VMCallTIRDynOp : Relax_Op<"vm.call_tir_dyn", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call a tensor program on tensors that already exist";
  let description = [{
    The program gets the tensors `args`, inputs first, then the sizes that
    `shape` holds. How many are inputs its `num_inputs` says.

    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each of `args`, and one `index` for each size
      of `shape`;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor;
    * **R4** every size in the type of `shape` is known;
    * **R5** the callee writes no buffer of its inputs or of the module, as far
      as effects say, its own and those of what it calls.

    ```mlir
    tir.func private @fill(%y: memref<?xf32>, %n: index {tir.var = #relax.expr<n>}) attributes {num_inputs = 0 : i64} {
      tir.return
    }
    relax.func impure @main(%y: tensor<?xf32, #relax.dims<[m]>>) {
      %0 = relax.shape [m] : !relax.shape<[m]>
      relax.vm.call_tir_dyn @fill(%y : tensor<?xf32, #relax.dims<[m]>>) shape(%0 : !relax.shape<[m]>)
      relax.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyTensor>:$args,
      Optional<Relax_ShapeType>:$shape);
  let assemblyFormat = [{
    $callee `(` ($args^ `:` type($args))? `)`
    (`shape` `(` $shape^ `:` type($shape) `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def Relax_VMKillObjectOp : Relax_Op<"vm.kill_object"> {
  let summary = "Drop the reference to an object";
  let description = [{
    * **R1** the op is outside every `relax.dataflow` region.

    ```mlir
    relax.func impure @main(%x: !relax.object) {
      relax.vm.kill_object %x : !relax.object
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<AnyType, "object to drop", [MemFree]>:$obj);
  let assemblyFormat = "$obj attr-dict `:` type($obj)";
  let hasVerifier = 1;
}

def Relax_CallBuiltinWithCtxOp : Relax_Op<"call_builtin_with_ctx", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Call a function of the run time, which gets the context first";
  let description = [{
    ```mlir
    relax.func impure @main(%x: tensor<4xf32>) -> !relax.object {
      %0 = relax.call_builtin_with_ctx "vm.builtin.shape_of"(%x) : (tensor<4xf32>) -> !relax.object
      relax.return %0 : !relax.object
    }
    ```
  }];
  let arguments = (ins StrAttr:$func, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $func `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD
