// Passes that simplify relax functions and leave them relax functions.
#ifndef RELAX_TRANSFORMS_GRAPH_PASSES_TD
#define RELAX_TRANSFORMS_GRAPH_PASSES_TD

include "Relax/Transforms/Graph/DataflowPasses.td"
include "Relax/Transforms/Graph/LayoutPasses.td"
include "Relax/Transforms/Graph/PrecisionPasses.td"
include "Relax/Transforms/Graph/ProductPasses.td"
include "Relax/Transforms/Graph/ShardingPasses.td"
include "Relax/Transforms/Graph/WeightPasses.td"
include "mlir/Pass/PassBase.td"

def CanonicalizeBindingsPass
    : Pass<"relax-canonicalize-bindings", "::mlir::relax::FuncOp"> {
  let summary = "Drop what only gives a value another name";
  let description = [{
    Requires: nothing.
    Ensures: no `relax.match_cast` to the type that its operand has, no tuple of
    all fields of one tuple, no result of a `relax.dataflow` that nobody uses or
    that comes from outside it, no region of that kind that does nothing. A
    cast that checks or defines something stays. Constant folding and the like
    are `canonicalize`.

    ```mlir
    // before
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0:2 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>> {
        %1 = relax.match_cast %x : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32, #relax.dims<[n]>>
        %2 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
        relax.output %2, %1 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>
      }
      relax.return %0#0 : tensor<?xf32, #relax.dims<[n]>>
    }
    // after
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
        %2 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
        relax.output %2 : tensor<?xf32, #relax.dims<[n]>>
      }
      relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
    }
    ```
  }];
}

def DecomposeOpsForInferencePass
    : Pass<"relax-decompose-ops-for-inference", "::mlir::relax::FuncOp"> {
  let summary = "Write composite operators with simpler ones";
  let description = [{
    Requires: nothing.
    Ensures: no batch norm for inference with constant statistics, and no
    dropout whose mask is unused, is left. With `ignore-training` no batch norm
    trains: as in TVM's pass of this name, whose operator trains by default.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %g = relax.constant dense<2.0> : tensor<2xf32>
      %b = relax.constant dense<1.0> : tensor<2xf32>
      %m = relax.constant dense<0.0> : tensor<2xf32>
      %v = relax.constant dense<1.0> : tensor<2xf32>
      %0:3 = relax.nn.batch_norm %x, %g, %b, %m, %v {axis = 1 : i64, epsilon = 0.0} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
      relax.return %0#0 : tensor<1x2x4x4xf32>
    }
    // after
    relax.func @main(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %t = relax.constant dense<1.0> : tensor<1x2x1x1xf32>
      %s = relax.constant dense<2.0> : tensor<1x2x1x1xf32>
      %0 = relax.multiply %x, %s : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      %1 = relax.add %0, %t : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      relax.return %1 : tensor<1x2x4x4xf32>
    }
    ```
  }];
  let options = [
    Option<"ignoreTraining", "ignore-training", "bool", "false",
        "let batch norms that say that they train take the statistics that they are given">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def DecomposeOpsForTrainingPass
    : Pass<"relax-decompose-ops-for-training", "::mlir::relax::FuncOp"> {
  let summary = "Write normalizations with simpler ones";
  let description = [{
    A batch norm in training gets mean and variance of the batch, and its moving
    statistics are renewed by them; any other uses those that it is given.
    Narrower elements than f32 stay, since the operator sums them up in wider
    ones.

    Requires: nothing.
    Ensures: no batch norm and no layer norm of known ranks, with elements f32
    or f64 and axes in ascending order, is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %g: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.nn.layer_norm %x, %g, %b {axes = array<i64: -1>, scale = false} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %g: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %e = relax.constant dense<1.0e-05> : tensor<f32>
      %0 = relax.mean %x {axis = array<i64: -1>, keepdims = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x1xf32, #relax.dims<[n, 1]>>
      %1 = relax.subtract %x, %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      %2 = relax.variance %x {axis = array<i64: -1>, keepdims = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x1xf32, #relax.dims<[n, 1]>>
      %3 = relax.add %2, %e : (tensor<?x1xf32, #relax.dims<[n, 1]>>, tensor<f32>) -> tensor<?x1xf32, #relax.dims<[n, 1]>>
      %4 = relax.sqrt %3 : tensor<?x1xf32, #relax.dims<[n, 1]>>
      %5 = relax.divide %1, %4 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      %6 = relax.add %5, %b : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %6 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def FoldBatchNormToConv2DPass
    : Pass<"relax-fold-batch-norm-to-conv2d", "::mlir::relax::FuncOp"> {
  let summary = "Multiply a batch norm's scale into the convolution before it";
  let description = [{
    Requires: nothing.
    Ensures: a batch norm for inference with constant statistics after a
    convolution of its own with a constant weight (NCHW, OIHW, f32) is an
    addition.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %w = relax.constant dense<3.0> : tensor<2x1x1x1xf32>
      %g = relax.constant dense<2.0> : tensor<2xf32>
      %b = relax.constant dense<1.0> : tensor<2xf32>
      %m = relax.constant dense<0.0> : tensor<2xf32>
      %v = relax.constant dense<1.0> : tensor<2xf32>
      %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
      %1:3 = relax.nn.batch_norm %0, %g, %b, %m, %v {axis = 1 : i64, epsilon = 0.0} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
      relax.return %1#0 : tensor<1x2x4x4xf32>
    }
    // after
    relax.func @main(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %t = relax.constant dense<1.0> : tensor<1x2x1x1xf32>
      %w = relax.constant dense<6.0> : tensor<2x1x1x1xf32>
      %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
      %1 = relax.add %0, %t : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      relax.return %1 : tensor<1x2x4x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def FoldConstantPass : Pass<"relax-fold-constant", "::mlir::ModuleOp"> {
  let summary = "Compute what depends on constants only";
  let description = [{
    Operators and calls of tensor programs whose operands are constants are run
    by the reference interpreter, and their results become constants. What has
    an effect, has symbols in its types or attributes, gives something else
    than tensors of known sizes, is larger than `max-bytes` or takes more than
    `max-steps` stays; so does what has no value, such as a read outside of a
    tensor.

    What only moves or converts elements is folded whatever its size, by copies
    and not by steps: axes in another order, slices, parts, rows taken at known
    places, one constant behind the other, another shape, integers as other
    types, `relax.dequantize`. The exceptions are results of more than four
    times the size of the operand, and results that together would take more
    than three times the memory of all constants in addition. With the same
    exceptions, operators that take a few steps an element (up to the pattern
    of a reduction) are folded as long as the tensors of all of them have no
    more than 2^25 elements, some seconds' work: a norm of weights need not be
    computed in each call.

    Requires: nothing.
    Ensures: no operator of this kind is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %a = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %0 = relax.dataflow -> tensor<2xf32> {
        %1 = relax.add %a, %a : tensor<2xf32>
        %2 = relax.negative %1 : tensor<2xf32>
        %3 = relax.multiply %x, %2 : tensor<2xf32>
        relax.output %3 : tensor<2xf32>
      }
      relax.return %0 : tensor<2xf32>
    }
    // after
    relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relax.dataflow -> tensor<2xf32> {
        %1 = relax.constant dense<[-2.0, -4.0]> : tensor<2xf32>
        %2 = relax.multiply %x, %1 : tensor<2xf32>
        relax.output %2 : tensor<2xf32>
      }
      relax.return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "uint64_t", "1048576",
           "the largest results of an op that are folded">,
    Option<"maxSteps", "max-steps", "uint64_t", "100000000",
           "the most steps that computing an op may take">];
  let statistics = [Statistic<"numFolded", "folded", "Number of ops folded">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
      "::mlir::relax::RelaxDialect", "::mlir::tir::TIRDialect"];
}

def GradientPass : Pass<"relax-gradient", "::mlir::ModuleOp"> {
  let summary = "Add the function that gives the derivatives of a function";
  let description = [{
    Of @NAME, which gives a number, @NAME_adjoint gives the same results and then
    the adjoints of the parameters `require-grads`: the derivatives of the number
    by each element. The number is result `target-index`, or this field of a
    result that is a tuple. Parameters that it does not depend on have zeros.
    `relax.derivative` of a result is the name of the parameter.

    Which operators have a derivative their `GradientInterface` says. None goes
    through integers, comparisons and `relax.grad.no_grad`. What lies between
    `relax.grad.start_checkpoint` and `relax.grad.end_checkpoint` is computed
    anew for the derivatives, and need not be kept.

    Requires: between these parameters and the number only operators that have a
    derivative; so it comes before `relax-legalize-ops`, and after
    `relax-inline-private-functions`.
    Ensures: there is a @NAME_adjoint, without marks, in which one
    `relax.dataflow` follows another only where something between them has an
    effect or is a choice. One that was there before stays.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.sum %0 : (tensor<4xf32>) -> tensor<f32>
      relax.return %1 : tensor<f32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.sum %0 : (tensor<4xf32>) -> tensor<f32>
      relax.return %1 : tensor<f32>
    }
    relax.func @main_adjoint(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32> {relax.derivative = "arg0"}) {
      %0:2 = relax.dataflow -> tensor<f32>, tensor<4xf32> {
        %1 = relax.exp %x : tensor<4xf32>
        %2 = relax.sum %1 : (tensor<4xf32>) -> tensor<f32>
        %3 = relax.constant dense<1.0> : tensor<f32>
        %4 = relax.expand_dims %3 {axis = array<i64: 0>} : (tensor<f32>) -> tensor<1xf32>
        %5 = relax.shape [4] : !relax.shape<[4]>
        %6 = relax.broadcast_to %4, %5 : (tensor<1xf32>, !relax.shape<[4]>) -> tensor<4xf32>
        %7 = relax.multiply %6, %1 : tensor<4xf32>
        relax.output %2, %7 : tensor<f32>, tensor<4xf32>
      }
      relax.return %0#0, %0#1 : tensor<f32>, tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"funcName", "func-name", "std::string", "\"main\"",
           "the function to derive">,
    ListOption<"requireGrads", "require-grads", "int64_t",
               "the parameters to derive by; all of floats if none is named">,
    Option<"targetIndex", "target-index", "int64_t", "0",
           "which result, or field of the one result, is the number">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def InferTypesPass : Pass<"relax-infer-types", "::mlir::relax::FuncOp"> {
  let summary = "Make result types as precise as the operands allow";
  let description = [{
    Goes through a function from the top. Where an op's rules say more about a
    result than its type does, the type says both from then on. A result that an
    op of another dialect uses keeps its type, and so does the signature.

    Where two symbolic sizes are broadcast and nothing says that they are equal,
    a `relax.match_cast` checks, when the program runs, that they are: `(n, 4) +
    (m, 4)` is of size `(n, 4)`.

    Requires: nothing.
    Ensures: no type says less than its op's operands prove.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x?xf32> {
      %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf32>
      %1 = relax.nn.relu %0 : tensor<*xf32>
      relax.return %1 : tensor<*xf32>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x?xf32> {
      %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      %1 = relax.nn.relu %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def RealizeVDevicePass
    : Pass<"relax-realize-vdevice", "::mlir::ModuleOp"> {
  let summary = "Make placements of the hints where tensors are";
  let description = [{
    Requires: no hint to a device other than the host is for a tensor of unknown
    rank, whose type cannot say where it is.
    Ensures: no `relax.hint_on_device` is left, and the type of each tensor that
    a hint reaches says its device. Placements go from operands to results,
    then from results to operands that nothing else places. A hint for a tensor
    that is elsewhere is a copy. Signatures of functions are placed like values,
    those of private ones by their callers, too; what closures call keeps its
    signature. A value that is passed on as one of another device is copied.
    An op that two devices ask for is an error.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.hint_on_device %0 on <"cuda", 0> : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
      %0 = relax.exp %x : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
      relax.return %0 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def UpdateVDevicePass : Pass<"relax-update-vdevice", "::mlir::ModuleOp"> {
  let summary = "Replace one virtual device by another";
  let description = [{
    Requires: nothing.
    Ensures: no type and no attribute names the device `from`; where one did it
    names `to`.

    ```mlir
    // before: from=cuda:0 to=metal:1
    relax.func private @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) {
      relax.return
    }
    // after
    relax.func private @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"metal", 1>>>) {
      relax.return
    }
    ```
  }];
  let options = [
    Option<"from", "from", "std::string", "", "device to replace, as kind:index or kind:index:scope">,
    Option<"to", "to", "std::string", "", "device to put in its place">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_PASSES_TD
