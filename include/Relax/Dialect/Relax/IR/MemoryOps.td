// Explicit memory: storage, tensors in it, deallocation, views.
#ifndef RELAX_DIALECT_RELAX_IR_MEMORYOPS_TD
#define RELAX_DIALECT_RELAX_IR_MEMORYOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Relax_MemoryOp<string mnemonic, list<Trait> traits = []>
    : Relax_Op<"memory." # mnemonic, traits>;

def Relax_BuiltinAllocTensorOp : Relax_Op<"builtin.alloc_tensor"> {
  let summary = "Allocate a tensor, storage still to be planned";
  let description = [{
    * **R1** rank, every dimension and the dtype of the result are known.

    ```mlir
    relax.func @main() -> tensor<4xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins DefaultValuedAttr<StrAttr, "\"global\"">:$storage_scope);
  let results = (outs Res<AnyRankedTensor, "the tensor", [MemAlloc]>:$tensor);
  let assemblyFormat = "attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def Relax_MemoryAllocStorageOp : Relax_MemoryOp<"alloc_storage"> {
  let summary = "Allocate a block of bytes";
  let description = [{
    `size` is in bytes. The block is aligned to 64 bytes. It is on `vdevice`,
    on the host if there is none; `virtual_device_index` is what TVM's virtual
    machine calls it.

    * **R1** the size is known and not provably negative.

    ```mlir
    relax.func impure @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
      %0 = relax.memory.alloc_storage [n * 4]
      relax.memory.kill_storage %0
      relax.return
    }
    ```
  }];
  let arguments = (ins Relax_SymExprAttr:$size,
      DefaultValuedAttr<I64Attr, "0">:$virtual_device_index,
      DefaultValuedAttr<StrAttr, "\"global\"">:$storage_scope,
      OptionalAttr<Relax_VDeviceAttr>:$vdevice);
  let results = (outs Res<Relax_ObjectType, "the storage", [MemAlloc]>:$storage);
  let assemblyFormat = "`[` custom<SymExpr>($size) `]` attr-dict";
  let hasVerifier = 1;
}

def Relax_MemoryAllocTensorOp : Relax_MemoryOp<"alloc_tensor"> {
  let summary = "A tensor inside a storage";
  let description = [{
    `offset` is in bytes.

    * **R1** rank, every dimension and the dtype of the result are known;
    * **R2** the offset is known and not provably negative;
    * **R3** the tensor does not provably pass the end of the storage;
    * **R4** its type names the device that the storage is on.

    ```mlir
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [64]
      %1 = relax.memory.alloc_tensor %0 at [16] : tensor<4xf32>
      relax.memory.kill_tensor %1 : tensor<4xf32>
      relax.memory.kill_storage %0
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<Relax_ObjectType, "the storage", [MemRead]>:$storage,
      Relax_SymExprAttr:$offset);
  let results = (outs Res<AnyRankedTensor, "the tensor", [MemAlloc]>:$tensor);
  let assemblyFormat = [{
    $storage `at` `[` custom<SymExpr>($offset) `]` attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def Relax_MemoryKillTensorOp : Relax_MemoryOp<"kill_tensor"> {
  let summary = "End the life of a tensor";
  let description = [{
    Gives the tensor's claim on its storage back. That is an effect, hence:

    * **R1** the op is outside every `relax.dataflow` region;
    * **R2** an allocation or a call has made the tensor: parameters and
      constants belong to others, what operators give are values;
    * **R3** no later op in the block uses the tensor, and no other ends it.

    ```mlir
    relax.func impure @main() {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.memory.kill_tensor %0 : tensor<4xf32>
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<AnyTensor, "tensor to end", [MemFree]>:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def Relax_MemoryKillStorageOp : Relax_MemoryOp<"kill_storage"> {
  let summary = "Give a storage back";
  let description = [{
    The bytes are gone with it, and with them what every tensor in it holds.
    TVM's storage lives on until its tensors have ended; the import moves its
    ends accordingly.

    * **R1** the op is outside every `relax.dataflow` region;
    * **R2** the storage comes from an allocation of this function;
    * **R3** no later op in the block uses the storage, and no other ends it;
    * **R4** no later op in the block, but an end, uses a tensor in it or a view
      of one.

    ```mlir
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [64]
      relax.memory.kill_storage %0
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<Relax_ObjectType, "storage to end", [MemFree]>:$storage);
  let assemblyFormat = "$storage attr-dict";
  let hasVerifier = 1;
}

def Relax_MemoryCopyOp : Relax_MemoryOp<"copy"> {
  let summary = "Fill a tensor with the elements of another";
  let description = [{
    Each of the two may be on the host or on a device.

    * **R1** the types are the same, but for the placements.

    ```mlir
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.memory.copy %x to %0 : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins
      Arg<AnyRankedTensor, "tensor to read", [MemRead]>:$source,
      Arg<AnyRankedTensor, "tensor to fill", [MemWrite]>:$target);
  let assemblyFormat = [{
    $source `to` $target attr-dict `:`
    custom<CopyTypes>(type($source), type($target))
  }];
  let hasVerifier = 1;
}

def Relax_MemoryViewOp : Relax_MemoryOp<"view", [Pure]> {
  let summary = "Other dimensions, dtype or start for the same bytes";
  let description = [{
    * **R1** rank, every dimension and the dtype of the result are known;
    * **R2** the offset is known and not provably negative;
    * **R3** the view does not provably pass the end of the tensor;
    * **R4** elements of `i1` are a view of such elements.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
      %0 = relax.memory.view %x at [0] : tensor<4xf32> to tensor<2x2xf32>
      relax.return %0 : tensor<2x2xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_SymExprAttr:$relative_byte_offset);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $x `at` `[` custom<SymExpr>($relative_byte_offset) `]` attr-dict `:`
    type($x) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Relax_MemoryEnsureZeroOffsetOp : Relax_MemoryOp<"ensure_zero_offset", [
    Pure, PredOpTrait<"operand and result have one type",
        CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>,
    SameOperandsAndResultType]> {
  let summary = "The same values, at the start of their storage";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.memory.ensure_zero_offset %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif // RELAX_DIALECT_RELAX_IR_MEMORYOPS_TD
