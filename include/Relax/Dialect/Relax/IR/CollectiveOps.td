// Exchange of tensors among workers.
#ifndef RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD
#define RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

// Every worker has to take part, so these are not run ahead of their place.
class Relax_CollectiveOp<string mnemonic, string order = "AsWritten">
    : Relax_TensorOp<"ccl." # mnemonic, "Opaque", "Never", [], order>;

def Relax_AllReduceOp : Relax_CollectiveOp<"allreduce", "Any"> {
  let summary = "Join all workers' tensors element by element";
  let description = [{
    With `in_group` among the workers of a group only.

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
      Relax_True:$in_group);
}

def Relax_AllGatherOp : Relax_CollectiveOp<"allgather"> {
  let summary = "Concatenate all workers' tensors";
  let description = [{
    On the first axis, in the order of the workers. With `in_group` among the
    workers of a group only.

    * **R1** the operand has rank 1 or more, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
      %0 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<3x4xf32>) -> tensor<6x4xf32>
      relax.return %0 : tensor<6x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers, Relax_True:$in_group);
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

#endif // RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_TD
