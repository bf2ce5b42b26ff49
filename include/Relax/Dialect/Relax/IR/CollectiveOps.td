// Exchange of tensors among workers.
#ifndef RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD
#define RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

// Every worker has to take part, so these are not run ahead of their place.
class Relax_CollectiveOp<string mnemonic, string order = "AsWritten">
    : Relax_TensorOp<"ccl." # mnemonic, "Opaque", "Never", [], order>;

// Workers stand on a grid of the sizes `mesh`, in row-major order; those that
// differ only along `mesh_axes` exchange tensors, ordered by their places along
// these. Left out: all workers, or with `in_group` those of the group that the
// run time was given, as in TVM, whose operators know no meshes.

def Relax_AllReduceOp : Relax_CollectiveOp<"allreduce", "Any"> {
  let summary = "Join all workers' tensors element by element";
  let description = [{
    With `in_group` among the workers of a group only, with `mesh` among those
    that differ along `mesh_axes` only.

    * **R1** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.ccl.allreduce %x {op_type = "max"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x,
      Relax_DefaultString<"sum",
          Relax_OneOf<["sum", "prod", "min", "max", "avg"]>>:$op_type,
      Relax_True:$in_group, OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

def Relax_AllGatherOp : Relax_CollectiveOp<"allgather"> {
  let summary = "Concatenate all workers' tensors";
  let description = [{
    On the first axis, in the order of the workers. With `in_group` among the
    workers of a group only, with `mesh` among those that differ along
    `mesh_axes` only.

    * **R1** the operand has rank 1 or more, as far as is known;
    * **R2** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it, of as many workers as `num_workers`; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
      %0 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<3x4xf32>) -> tensor<6x4xf32>
      relax.return %0 : tensor<6x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers, Relax_True:$in_group,
      OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

def Relax_ReduceScatterOp : Relax_CollectiveOp<"reduce_scatter"> {
  let summary = "A part of what all workers' tensors joined give";
  let description = [{
    Of the first axis, in the order of the workers. TVM has no such operator.
    With `mesh` among the workers that differ along `mesh_axes` only.

    * **R1** the operand has rank 1 or more, as far as is known;
    * **R2** the first axis divides into as many parts, as far as is known;
    * **R3** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it, of as many workers as `num_workers`; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64} : (tensor<6x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers,
      Relax_DefaultString<"sum",
          Relax_OneOf<["sum", "prod", "min", "max", "avg"]>>:$op_type,
      OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

def Relax_AllToAllOp : Relax_CollectiveOp<"all_to_all"> {
  let summary = "A part of each worker's tensor, for each worker another one";
  let description = [{
    The first axis has a part for each worker, and gets one from each, in the
    order of the workers. TVM has no such operator. With `mesh` among the
    workers that differ along `mesh_axes` only.

    * **R1** the operand has rank 1 or more, as far as is known;
    * **R2** the first axis divides into as many parts, as far as is known;
    * **R3** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it, of as many workers as `num_workers`; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
      %0 = relax.ccl.all_to_all %x {num_workers = 2 : i64} : (tensor<6x4xf32>) -> tensor<6x4xf32>
      relax.return %0 : tensor<6x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers,
      OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

def Relax_BroadcastFromWorker0Op : Relax_CollectiveOp<"broadcast_from_worker0", "Any"> {
  let summary = "The first worker's tensor, on all workers";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.ccl.broadcast_from_worker0 %x : (tensor<3x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x);
}

def Relax_ScatterFromWorker0Op : Relax_CollectiveOp<"scatter_from_worker0"> {
  let summary = "An equal part of the first worker's tensor for each worker";
  let description = [{
    * **R1** the axis lies in [-rank, rank);
    * **R2** the axis divides into as many parts, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.ccl.scatter_from_worker0 %x {num_workers = 2 : i64} : (tensor<6x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers, Relax_DefaultAxis<0>:$axis);
}

def Relax_GatherToWorker0Op : Relax_CollectiveOp<"gather_to_worker0"> {
  let summary = "Concatenate all workers' tensors on the first worker";
  let description = [{
    On the first axis, in the order of the workers; the others have zeros. TVM
    has it in its run time only. With `mesh` on the first of the workers that
    differ along `mesh_axes` only.

    * **R1** the operand has rank 1 or more, as far as is known;
    * **R2** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it, of as many workers as `num_workers`; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
      %0 = relax.ccl.gather_to_worker0 %x {num_workers = 2 : i64} : (tensor<3x4xf32>) -> tensor<6x4xf32>
      relax.return %0 : tensor<6x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers,
      OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

// From one worker to another: what one of them does has a counterpart in what
// the other one does, so that two such ops are not one.
class Relax_PeerOp<string mnemonic> : Relax_Op<"ccl." # mnemonic, [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

def Relax_SendOp : Relax_PeerOp<"send"> {
  let summary = "Give a tensor to another worker";
  let description = [{
    The worker stands at place `peer` among those that differ along `mesh_axes`
    only, and takes the tensor by `relax.ccl.receive`. TVM has no such operator.

    * **R1** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it;
    * **R2** `peer` is a place among these workers.

    ```mlir
    relax.func impure @main(%x: tensor<3x4xf32>) {
      relax.ccl.send %x to 1 {mesh = array<i64: 2>, mesh_axes = array<i64: 0>} : tensor<3x4xf32>
      relax.return
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, I64Attr:$peer, DenseI64ArrayAttr:$mesh,
      DenseI64ArrayAttr:$mesh_axes);
  let assemblyFormat = "$x `to` $peer attr-dict `:` type($x)";
}

def Relax_ReceiveOp : Relax_PeerOp<"receive"> {
  let summary = "Take a tensor that another worker sends";
  let description = [{
    The worker stands at place `peer` among those that differ along `mesh_axes`
    only, and gives a tensor of this type by `relax.ccl.send`. Of two that one
    worker sends the first one is taken first.

    * **R1** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it;
    * **R2** `peer` is a place among these workers.

    ```mlir
    relax.func impure @main() -> tensor<3x4xf32> {
      %0 = relax.ccl.receive from 0 {mesh = array<i64: 2>, mesh_axes = array<i64: 0>} : tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins I64Attr:$peer, DenseI64ArrayAttr:$mesh,
      DenseI64ArrayAttr:$mesh_axes);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "`from` $peer attr-dict `:` type($result)";
}

def Relax_BarrierOp : Relax_PeerOp<"barrier"> {
  let summary = "Wait until other workers are here";
  let description = [{
    Those that differ along `mesh_axes` only. All workers of the mesh come here
    in a program's first exchange along these axes, so that each knows which its
    group is: a program of which workers exchange at different times begins with
    a barrier. TVM has no such operator.

    * **R1** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it.

    ```mlir
    relax.func impure @main() {
      relax.ccl.barrier {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>}
      relax.return
    }
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$mesh, DenseI64ArrayAttr:$mesh_axes);
  let assemblyFormat = "attr-dict";
}

#endif // RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD
