// Passes that spread a program over several workers.
#ifndef RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateShardingPass
    : Pass<"relax-propagate-sharding", "::mlir::ModuleOp"> {
  let summary = "Make what each worker does of a function with hints";
  let description = [{
    Requires: a function's `relax.dist.annotate_sharding` are of one mesh and of
    known or named sizes; nothing calls it.
    Ensures: none is left. What one splits is split in what uses it or makes it,
    as far as operators can be (`ShardingInterface`), in parts that are padded
    where workers do not divide it. Other operands are gathered; partial sums are
    added up behind the last operator that is linear in them. A parameter or
    result with a hint is a part; a symbol that a hint splits is the part's size,
    unless a parameter that is a shape has it. `relax.sharding` of a parameter
    says how it is spread, to those who load it.

    An operator of which one axis of the mesh would split tensors along two
    loops has them along one, and the other tensor is exchanged: a remark names
    the two hints that ask for it, and an error with `reject-conflicts`.

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
      %1 = relax.ccl.allgather %0 {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<4x4xf32>) -> tensor<8x4xf32>
      relax.return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let options = [
    Option<"rejectConflicts", "reject-conflicts", "bool", "false",
           "make an error of hints that split an operator in two ways">];
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
      %0 = relax.ccl.allgather %x {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<4x4xf32>) -> tensor<8x4xf32>
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
    * `sequence`: a part of the places, dimension 1 of the inputs; of products
      that add up over places of others, each worker's own places;
    * `tensor`: as in Megatron, the columns of weights and the rows of the
      weights that the result is multiplied with, where only operators that keep
      the columns apart stand between: MLPs and heads of attention;
    * `expert`: the batch, and of weights that have a matrix for each expert a
      part of the experts. Tokens go to their experts by an all-to-all;
    * `pipeline`: the workers along the axis are the stages of a pipeline. It
      cuts the function at once into a function for each, `@main_stage0` and so
      on, at places where the stage that takes longest takes the least time.
      Stages compute `micro-batches` parts of the batch, dimension 0 of the
      inputs, one after the other (`relax.ccl.send`, `relax.ccl.receive`). Each
      gives the results that it makes; `relax.result` is the number of one. Of a
      function of `relax-gradient` all micro-batches go there, then back in
      reverse; derivatives are added up, and belong to the stage that has the
      weight. What is computed there is kept for each micro-batch, or with
      `recompute` computed again.

    `auto` tries all of these on each axis, and takes what is estimated to take
    the least time, the last one if there are several micro-batches: operations
    of a worker by `gflops`, and exchanges of `n`
    workers that pass `b` bytes around a ring by `alpha-us` for each step and
    `beta-gbs`. `report` names a file for a table of what each plan costs, `-`
    the standard output.

    Requires: sizes that the workers divide, where a plan splits weights, experts
    or micro-batches.
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
               "what each axis splits: data, tensor, sequence, expert, "
               "pipeline; or auto; data if none is named">,
    Option<"microBatches", "micro-batches", "int64_t", "1",
           "the parts of the batch that go through a pipeline">,
    Option<"recompute", "recompute", "bool", "false",
           "derivatives of a pipeline compute again what a stage has computed, "
           "instead of keeping it for each micro-batch">,
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

def CombineAllReducesPass
    : Pass<"relax-combine-all-reduces", "::mlir::relax::FuncOp"> {
  let summary = "Make one all-reduce of small ones";
  let description = [{
    Requires: nothing.
    Ensures: of all-reduces of one block, of one kind, mesh and element type,
    that are not read before the last of them has its operand, those of up to
    `max-bytes` are one, of their operands laid end to end: it takes as many
    steps as one of them.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
      %0 = relax.ccl.allreduce %x {op_type = "sum"} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = relax.ccl.allreduce %y {op_type = "sum"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
      relax.return %0, %1 : tensor<4xf32>, tensor<2x3xf32>
    }
    // after
    relax.func @main(%arg0: tensor<4xf32>, %arg1: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
      %0 = relax.shape [6] : !relax.shape<[6]>
      %1 = relax.reshape %arg1, %0 : (tensor<2x3xf32>, !relax.shape<[6]>) -> tensor<6xf32>
      %2 = relax.concat %arg0, %1 {axis = 0 : i64} : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
      %3 = relax.ccl.allreduce %2 : (tensor<10xf32>) -> tensor<10xf32>
      %4:2 = relax.split %3 {indices = array<i64: 4>} : (tensor<10xf32>) -> (tensor<4xf32>, tensor<6xf32>)
      %5 = relax.shape [2, 3] : !relax.shape<[2, 3]>
      %6 = relax.reshape %4#1, %5 : (tensor<6xf32>, !relax.shape<[2, 3]>) -> tensor<2x3xf32>
      relax.return %4#0, %6 : tensor<4xf32>, tensor<2x3xf32>
    }
    ```
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "65536",
           "bytes of the largest all-reduce that is joined with others">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def OverlapCollectivesPass
    : Pass<"relax-overlap-collectives", "::mlir::ModuleOp"> {
  let summary = "Let workers compute while they exchange tensors";
  let description = [{
    Requires: dataflow regions are gone, exchanges are calls of the run time.
    Ensures: an exchange of all workers, of which the result is read behind
    something else that is computed, is started where it stood (the function's
    name behind `relax.ccl.start.`) and waited for right in front of its first
    reader (`relax.ccl.wait`). The wait also has the operand, which thus is left
    alone until then. Functions that promise to have no effect stay as they are.

    ```mlir
    // before
    relax.extern_func pure @runtime.disco.allgather {relax.takes_devices}
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func impure @main(%x: tensor<2xf32>, %y: tensor<4xf32>, %g: i64) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = relax.call_dps_packed @runtime.disco.allgather(%x, %g) : (tensor<2xf32>, i64) -> tensor<4xf32>
      %1 = relax.call_tir @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
    }
    // after
    relax.extern_func pure @runtime.disco.allgather {relax.takes_devices}
    tir.func private @exp(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %arg0, %arg1 : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func impure @main(%arg0: tensor<2xf32>, %arg1: tensor<4xf32>, %arg2: i64) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = relax.call_dps_packed @relax.ccl.start.runtime.disco.allgather(%arg0, %arg2) : (tensor<2xf32>, i64) -> tensor<4xf32>
      %1 = relax.call_tir @exp(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
      %2 = relax.call_inplace_packed @relax.ccl.wait(%0, %arg0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
      relax.return %2, %1 : tensor<4xf32>, tensor<4xf32>
    }
    relax.extern_func pure @relax.ccl.start.runtime.disco.allgather {relax.takes_devices}
    relax.extern_func @relax.ccl.wait {relax.takes_devices}
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_SHARDINGPASSES_TD
