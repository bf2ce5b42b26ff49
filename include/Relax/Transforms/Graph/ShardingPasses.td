// Passes that spread a program over several workers.
#ifndef RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateShardingPass
    : Pass<"relax-propagate-sharding", "::mlir::ModuleOp"> {
  let summary = "Make what each worker does of a function with hints";
  let description = [{
    Requires: a function's `relax.dist.annotate_sharding` are of one mesh and of
    known or named sizes, which the workers divide; nothing calls it.
    Ensures: none is left. What one splits is split in what uses it or makes it,
    as far as operators can be (`ShardingInterface`); other operands are
    gathered, sums of parts joined, those of one sum together. A parameter or
    result with a hint is a part; a symbol that a hint splits is the part's size.
    `relax.sharding` of a parameter says how it is spread, to those who load it.

    ```mlir
    // before
    relax.device_mesh @mesh [2]
    relax.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
      %1 = relax.exp %0 : tensor<8x4xf32>
      relax.return %1 : tensor<8x4xf32>
    }
    // after
    relax.device_mesh @mesh [2]
    relax.func @main(%x: tensor<4x4xf32> {relax.sharding = "[2] [S[0]]"}) -> tensor<8x4xf32> {
      %0 = relax.exp %x : tensor<4x4xf32>
      %1 = relax.ccl.allgather %0 {num_workers = 2 : i64} : (tensor<4x4xf32>) -> tensor<8x4xf32>
      relax.return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::shard::ShardDialect"];
}

def LowerDistIRPass : Pass<"relax-lower-dist-ir", "::mlir::ModuleOp"> {
  let summary = "Make what each worker does of a program with spread tensors";
  let description = [{
    Ensures: no `relax.dist.*` but `relax.dist.redistribute_replica_to_shard`,
    no `!relax.dtensor` and no `relax.device_mesh` is left. A spread tensor is
    the part that a worker has. To spread it in another way workers gather it,
    take their part of it, or exchange parts. Hints vanish. `relax.sharding` of
    a parameter says how it is spread.

    ```mlir
    // before
    relax.device_mesh @mesh [2]
    relax.func @main(%x: !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8x4xf32>, @mesh, [R]> {
      %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]> to !relax.dtensor<tensor<8x4xf32>, @mesh, [R]>
      relax.return %0 : !relax.dtensor<tensor<8x4xf32>, @mesh, [R]>
    }
    // after
    relax.func @main(%x: tensor<4x4xf32> {relax.sharding = "[2] [S[0]]"}) -> tensor<8x4xf32> {
      %0 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<4x4xf32>) -> tensor<8x4xf32>
      relax.return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ShardPass : Pass<"relax-shard", "::mlir::ModuleOp"> {
  let summary = "Choose how a function's tensors are spread over workers";
  let description = [{
    Puts hints (`relax.dist.annotate_sharding`) on parameters and constants by a
    plan for each axis of the mesh; `relax-propagate-sharding` does the rest.
    Parameters from `num_input` on are weights, the others inputs.

    * `data`: each worker has a part of the batch, dimension 0 of the inputs;
    * `sequence`: a part of the places, dimension 1 of the inputs;
    * `tensor`: as in Megatron, the columns of weights and the rows of the
      weights that the result is multiplied with, where only operators that keep
      the columns apart stand between: MLPs and heads of attention.

    `auto` tries all of these on each axis, and takes what is estimated to take
    the least time: operations of a worker by `gflops`, and exchanges of `n`
    workers that pass `b` bytes around a ring by `alpha-us` for each step and
    `beta-gbs`. `report` names a file for a table of what each plan costs, `-`
    the standard output.

    Requires: sizes that the workers divide, where a plan splits them.
    Ensures: tensors have hints. A function that has some stays as it is, and
    the table is of these.

    ```mlir
    // before: mesh=2
    relax.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = relax.exp %x : tensor<8x4xf32>
      relax.return %0 : tensor<8x4xf32>
    }
    // after
    relax.device_mesh @mesh [2]
    relax.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
      %1 = relax.exp %0 : tensor<8x4xf32>
      relax.return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let options = [
    Option<"mesh", "mesh", "std::string", "\"\"",
           "the sizes of the mesh's axes, such as 2x4">,
    ListOption<"plan", "plan", "std::string",
               "what each axis splits: data, tensor, sequence; or auto; data "
               "if none is named">,
    Option<"funcName", "func-name", "std::string", "\"main\"",
           "the function whose tensors are spread">,
    Option<"alphaUs", "alpha-us", "double", "5",
           "microseconds of each step of an exchange">,
    Option<"betaGbs", "beta-gbs", "double", "10",
           "gigabytes a second from a worker to the next">,
    Option<"gflops", "gflops", "double", "100",
           "billions of operations a second of a worker">,
    Option<"report", "report", "std::string", "\"\"",
           "a file for what each plan costs">];
  let dependentDialects = ["::mlir::relax::RelaxDialect",
                           "::mlir::shard::ShardDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD
