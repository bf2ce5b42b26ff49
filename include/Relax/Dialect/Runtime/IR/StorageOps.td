// Memory: storages, and tensors with owners.
#ifndef RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_StorageAllocOp : Runtime_Op<"storage_alloc"> {
  let summary = "Take memory out of the pool of the host or of a device";
  let description = [{
    May fail.

    ```mlir
    %s = relax_rt.storage_alloc %bytes
    %d = relax_rt.storage_alloc %bytes on 0
    ```
  }];
  let arguments = (ins Index:$bytes, OptionalAttr<Runtime_Device>:$device);
  let results = (outs Runtime_StorageType:$storage);
  let assemblyFormat = "$bytes (`on` $device^)? attr-dict";
}

def Runtime_StoragePlanOp : Runtime_Op<"storage_plan", [
    AttrSizedOperandSegments, AttrSizedResultSegments]> {
  let summary = "Storages of the host for what lives at known times";
  let description = [{
    Makes one storage for parts, each of which has `sizes` bytes from its offset
    on, a multiple of 64, and storages for what outlives the others, such as
    results, of `owned_sizes` bytes. The life of each, parts first, is two
    numbers of `lives`: when it begins and when it ends. Parts that live at the
    same time do not overlap. All storages together are about as large as what
    lives at one time: a part may lie in a storage whose own life has not begun,
    so that its offset leads from the first storage to that one. May fail.

    * **R1** there is an offset for each size, a storage for each owned size, and
      two numbers of `lives` for each of both;
    * **R2** each life begins before it ends.

    ```mlir
    %s, %o:2 = relax_rt.storage_plan [%n, %m] alive [0, 2, 1, 3] : index, index
    %t, %p, %u = relax_rt.storage_plan [%n] own [%m] alive [0, 2, 1, 9] : index own !relax_rt.storage
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, Variadic<Index>:$owned_sizes,
      DenseI64ArrayAttr:$lives);
  let results = (outs Runtime_StorageType:$storage, Variadic<Index>:$offsets,
      Variadic<Runtime_StorageType>:$owned);
  let assemblyFormat = [{
    `[` $sizes `]` (`own` `[` $owned_sizes^ `]`)? `alive` $lives attr-dict `:`
    type($offsets) (`own` type($owned)^)?
  }];
  let hasVerifier = 1;
}

def Runtime_StorageDataOp : Runtime_Op<"storage_data", [Pure]> {
  let summary = "The bytes of a storage";
  let description = [{
    `bytes` is the number that the storage was allocated with.

    ```mlir
    %d = relax_rt.storage_data %s, %bytes : memref<?xi8>
    ```
  }];
  let arguments = (ins Runtime_StorageType:$storage, Index:$bytes);
  let results = (outs MemRefRankOf<[I8], [1]>:$data);
  let assemblyFormat = "$storage `,` $bytes attr-dict `:` type($data)";
}

def Runtime_StorageReleaseOp : Runtime_Op<"storage_release"> {
  let summary = "Give a storage back";
  let description = [{
    ```mlir
    relax_rt.storage_release %s
    ```
  }];
  let arguments = (ins Runtime_StorageType:$storage);
  let assemblyFormat = "$storage attr-dict";
}

def Runtime_TensorBytesOp : Runtime_Op<"tensor_bytes"> {
  let summary = "The bytes of a compact tensor, computed without overflow";
  let description = [{
    May fail: a size is negative, or the product absurd.

    ```mlir
    %b = relax_rt.tensor_bytes [%n, %m] of 32
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes,
      ConfinedAttr<I64Attr, [IntPositive]>:$element_bits);
  let results = (outs Index:$bytes);
  let assemblyFormat = "`[` $sizes `]` `of` $element_bits attr-dict";
}

def Runtime_ViewOp : Runtime_Op<"view", [Pure]> {
  let summary = "Other sizes or elements for the same bytes";
  let description = [{
    * **R1** there is one size for each dynamic dimension of the result.

    ```mlir
    %v = relax_rt.view %m at %offset [%n] : memref<8xf32> to memref<?x2xf32>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$source, Index:$byte_offset,
      Variadic<Index>:$sizes);
  let results = (outs AnyStridedMemRef:$result);
  let assemblyFormat = [{
    $source `at` $byte_offset `[` $sizes `]` attr-dict `:` type($source) `to`
    type($result)
  }];
  let hasVerifier = 1;
}

def Runtime_TensorOnStorageOp : Runtime_Op<"tensor_on_storage"> {
  let summary = "A tensor on a storage, which it keeps alive";
  let description = [{
    May fail. Elements and sizes are those of the memref.

    ```mlir
    %t = relax_rt.tensor_on_storage %s at %offset like %m : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Runtime_StorageType:$storage, Index:$byte_offset,
      AnyStridedMemRef:$like);
  let results = (outs Runtime_TensorType:$tensor);
  let assemblyFormat = [{
    $storage `at` $byte_offset `like` $like attr-dict `:` type($like)
  }];
}

def Runtime_TensorCopyOp : Runtime_Op<"tensor_copy"> {
  let summary = "A tensor with a copy of some elements";
  let description = [{
    May fail. With `device` the elements are on that CUDA device, and so is the
    tensor.

    ```mlir
    %t = relax_rt.tensor_copy %m : memref<?x4xf32>
    %d = relax_rt.tensor_copy %m on 0 : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Runtime_Passed:$source,
      OptionalAttr<Runtime_Device>:$device);
  let results = (outs Runtime_TensorType:$tensor);
  let assemblyFormat = "$source (`on` $device^)? attr-dict `:` type($source)";
}

def Runtime_TensorDataOp : Runtime_Op<"tensor_data", [Pure]> {
  let summary = "Memory and sizes of a tensor";
  let description = [{
    ```mlir
    %m = relax_rt.tensor_data %t : memref<?x4xf32>
    %b = relax_rt.tensor_data %t : !relax_rt.borrowed
    ```
  }];
  let arguments = (ins Runtime_TensorType:$tensor);
  let results = (outs Runtime_Passed:$data);
  let assemblyFormat = "$tensor attr-dict `:` type($data)";
}

def Runtime_TensorReleaseOp : Runtime_Op<"tensor_release"> {
  let summary = "Give a tensor back";
  let description = [{
    ```mlir
    relax_rt.tensor_release %t
    ```
  }];
  let arguments = (ins Runtime_TensorType:$tensor);
  let assemblyFormat = "$tensor attr-dict";
}

#endif // RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_TD
