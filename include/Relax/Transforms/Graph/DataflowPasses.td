// Passes over dataflow regions: make, join and order them, and what their freedom
// of order allows.
#ifndef RELAX_TRANSFORMS_GRAPH_DATAFLOWPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_DATAFLOWPASSES_TD

include "mlir/Pass/PassBase.td"

def CombineParallelMatmulPass
    : Pass<"relax-combine-parallel-matmul", "::mlir::relax::FuncOp"> {
  let summary = "Make one product of several with a common first factor";
  let description = [{
    Products in one `relax.dataflow` that have the first factor in common, and
    second factors which differ in the last size only, become one, which is
    split. A bias that all of them have goes with it, and so does an op on each
    element that is behind all of them.

    Requires: nothing.
    Ensures: there are no two such products, unless what one needs depends on
    another.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<4x2xf32>, %w: tensor<4x3xf32>) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>) {
      %0:2 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>> {
        %1 = relax.matmul %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %2 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
        relax.output %1, %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
      }
      relax.return %0#0, %0#1 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<4x2xf32>, %w: tensor<4x3xf32>) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>) {
      %0:2 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>> {
        %1 = relax.concat %v, %w {axis = 1 : i64} : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x5xf32>) -> tensor<?x5xf32, #relax.dims<[n, 5]>>
        %3:2 = relax.split %2 {axis = 1 : i64, indices = array<i64: 2>} : (tensor<?x5xf32, #relax.dims<[n, 5]>>) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>)
        relax.output %3#0, %3#1 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
      }
      relax.return %0#0, %0#1 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ConvertToDataflowPass
    : Pass<"relax-convert-to-dataflow", "::mlir::relax::FuncOp"> {
  let summary = "Put runs of ops without effects into dataflow regions";
  let description = [{
    Requires: nothing.
    Ensures: `min-size` ops or more without effects and control flow that follow
    each other, those of regions among them, are one `relax.dataflow`. Constants,
    shapes and scalars of symbols do not count.

    ```mlir
    // before
    relax.extern_func @my.log
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.negative %0 : tensor<4xf32>
      relax.call_packed @my.log(%1) : (tensor<4xf32>) -> ()
      %3 = relax.exp %1 : tensor<4xf32>
      relax.return %3 : tensor<4xf32>
    }
    // after
    relax.extern_func @my.log
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %3 = relax.exp %x : tensor<4xf32>
        %4 = relax.negative %3 : tensor<4xf32>
        relax.output %4 : tensor<4xf32>
      }
      relax.call_packed @my.log(%0) : (tensor<4xf32>) -> ()
      %2 = relax.exp %0 : tensor<4xf32>
      relax.return %2 : tensor<4xf32>
    }
    ```
  }];
  let options = [Option<"minSize", "min-size", "uint64_t", "2",
      "the fewest ops of a region">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def NormalizePass : Pass<"relax-normalize", "::mlir::relax::FuncOp"> {
  let summary = "Join dataflow regions that follow each other";
  let description = [{
    SSA gives the rest of what TVM calls normal form: each operand is a value,
    each value has a type, regions do not nest.

    Requires: nothing.
    Ensures: no `relax.dataflow` comes right after another one.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %2 = relax.exp %x : tensor<4xf32>
        relax.output %2 : tensor<4xf32>
      }
      %1 = relax.dataflow -> tensor<4xf32> {
        %2 = relax.exp %0 : tensor<4xf32>
        relax.output %2 : tensor<4xf32>
      }
      relax.return %1 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0:2 = relax.dataflow -> tensor<4xf32>, tensor<4xf32> {
        %1 = relax.exp %x : tensor<4xf32>
        %2 = relax.exp %1 : tensor<4xf32>
        relax.output %1, %2 : tensor<4xf32>, tensor<4xf32>
      }
      relax.return %0#1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def TopologicalSortPass
    : Pass<"relax-topological-sort", "::mlir::relax::FuncOp"> {
  let summary = "Put the ops of dataflow regions into another order";
  let description = [{
    Inside a `relax.dataflow` the order is free. `depth-first` lets what an op
    makes possible follow it at once, `breadth-first` when all others that are
    possible have come; `from-outputs` chooses the last op first.

    Requires: nothing.
    Ensures: each op comes after those whose values and symbols it uses.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.exp %x : tensor<4xf32>
        %2 = relax.log %y : tensor<4xf32>
        %3 = relax.negative %1 : tensor<4xf32>
        %4 = relax.add %2, %3 : tensor<4xf32>
        relax.output %4 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.exp %x : tensor<4xf32>
        %2 = relax.negative %1 : tensor<4xf32>
        %3 = relax.log %y : tensor<4xf32>
        %4 = relax.add %3, %2 : tensor<4xf32>
        relax.output %4 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"order", "order", "std::string", "\"depth-first\"",
           "depth-first or breadth-first">,
    Option<"direction", "direction", "std::string", "\"from-inputs\"",
           "from-inputs or from-outputs">];
}

#endif // RELAX_TRANSFORMS_GRAPH_DATAFLOWPASSES_TD
