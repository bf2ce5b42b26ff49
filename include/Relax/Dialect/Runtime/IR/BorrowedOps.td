// Tensors whose dtype and rank are known at run time only.
#ifndef RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_BorrowOp : Runtime_Op<"borrow", [Pure]> {
  let summary = "A buffer as a tensor that says its dtype and rank itself";
  let description = [{
    ```mlir
    %b = relax_rt.borrow %m : memref<?x4xf32>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$source);
  let results = (outs Runtime_BorrowedType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def Runtime_BorrowedDataOp : Runtime_Op<"borrowed_data", [Pure]> {
  let summary = "Memory and sizes of a borrowed tensor that was checked";
  let description = [{
    ```mlir
    %m = relax_rt.borrowed_data %b : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Runtime_BorrowedType:$tensor);
  let results = (outs AnyStridedMemRef:$data);
  let assemblyFormat = "$tensor attr-dict `:` type($data)";
}

def Runtime_BorrowedShapeOp : Runtime_Op<"borrowed_shape", [Pure]> {
  let summary = "The sizes of a borrowed tensor, in its own memory";
  let description = [{
    ```mlir
    %s = relax_rt.borrowed_shape %b : memref<?xi64>
    ```
  }];
  let arguments = (ins Runtime_BorrowedType:$tensor);
  let results = (outs MemRefRankOf<[I64], [1]>:$sizes);
  let assemblyFormat = "$tensor attr-dict `:` type($sizes)";
}

def Runtime_MatchTensorOp : Runtime_Op<"match_tensor"> {
  let summary = "Check dtype, rank and static sizes that a `relax.match_cast` names";
  let description = [{
    May fail; the error names function, place, and what differs.

    ```mlir
    relax_rt.match_tensor %b of "match_cast of 'lv'" : tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Runtime_BorrowedType:$tensor, StrAttr:$what,
      TypeAttrOf<AnyTensor>:$type);
  let assemblyFormat = "$tensor `of` $what attr-dict `:` $type";
}

def Runtime_MatchRankOp : Runtime_Op<"match_rank"> {
  let summary = "Check the number of values of a shape of unknown rank";
  let description = [{
    May fail; the error names function, place, and both numbers.

    ```mlir
    relax_rt.match_rank 2, %found of "match_cast of 'lv'"
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$expected,
      Index:$found, StrAttr:$what);
  let assemblyFormat = "$expected `,` $found `of` $what attr-dict";
}

def Runtime_BorrowedFieldOp : Runtime_Op<"borrowed_field", [Pure]> {
  let summary = "Rank, dtype or number of elements of a borrowed tensor";
  let description = [{
    ```mlir
    %rank = relax_rt.borrowed_field rank of %b
    %bits = relax_rt.borrowed_field dtype_bits of %b
    ```
  }];
  let arguments = (ins Runtime_Field:$field, Runtime_BorrowedType:$tensor);
  let results = (outs Index:$result);
  let assemblyFormat = "$field `of` $tensor attr-dict";
}

class Runtime_BorrowedAxisOp<string mnemonic, string text>
    : Runtime_Op<mnemonic> {
  let summary = text;
  let description = [{
    May fail: there is no such axis.

    ```mlir
    %0 = relax_rt.}] # mnemonic # [{ %b axis %i
    ```
  }];
  let arguments = (ins Runtime_BorrowedType:$tensor, Index:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$tensor `axis` $axis attr-dict";
}

def Runtime_BorrowedSizeOp : Runtime_BorrowedAxisOp<"borrowed_size",
    "The size of a borrowed tensor along an axis">;
def Runtime_BorrowedStrideOp : Runtime_BorrowedAxisOp<"borrowed_stride",
    "How many elements lie between neighbours along an axis">;

def Runtime_BorrowedReshapeOp : Runtime_Op<"borrowed_reshape"> {
  let summary = "The elements of a borrowed tensor with other sizes";
  let description = [{
    May fail: the sizes are of another number of elements.

    ```mlir
    %r = relax_rt.borrowed_reshape %b to %sizes : memref<?xi64>
    ```
  }];
  let arguments = (ins Runtime_BorrowedType:$tensor,
      MemRefRankOf<[I64], [1]>:$sizes);
  let results = (outs Runtime_BorrowedType:$result);
  let assemblyFormat = "$tensor `to` $sizes attr-dict `:` type($sizes)";
}

#endif // RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_TD
