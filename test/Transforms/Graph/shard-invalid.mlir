// Plans that a function does not fit, and options that are none.
// RUN: split-file %s %t
// RUN: relax-opt %t/batch.mlir --verify-diagnostics --relax-shard="mesh=4 plan=data"
// RUN: relax-opt %t/places.mlir --verify-diagnostics --relax-shard="mesh=2 plan=sequence"
// RUN: relax-opt %t/products.mlir --verify-diagnostics --relax-shard="mesh=2 plan=tensor"
// RUN: relax-opt %t/experts.mlir --verify-diagnostics --relax-shard="mesh=4 plan=expert"
// RUN: relax-opt %t/none.mlir --verify-diagnostics --relax-shard="mesh=5 plan=auto"
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2xx" 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=65536x65536" 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=1x1x1x1x1 plan=auto" 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: relax-opt %t/stages.mlir --verify-diagnostics --relax-shard="mesh=3 plan=pipeline"
// RUN: relax-opt %t/shapes.mlir --verify-diagnostics --relax-shard="mesh=2 plan=pipeline"
// RUN: relax-opt %t/rows.mlir --verify-diagnostics --relax-shard="mesh=2 plan=pipeline micro-batches=4"
// RUN: relax-opt %t/loss.mlir --verify-diagnostics --relax-shard="mesh=2 plan=pipeline micro-batches=2"
// RUN: relax-opt %t/joined.mlir --verify-diagnostics --relax-shard="mesh=2 plan=pipeline micro-batches=2"
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 plan=pipelines" 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2x2 plan=pipeline,pipeline" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 plan=pipeline micro-batches=0" 2>&1 | FileCheck %s --check-prefix=BATCHES
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 plan=data,tensor" 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 beta-gbs=0" 2>&1 | FileCheck %s --check-prefix=SPEED
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// MESH: relax-shard expects sizes of a mesh such as 2x4, found 'mesh=2xx'
// LARGE: relax-shard expects sizes of a mesh such as 2x4, found 'mesh=65536x65536'
// AUTO: error: relax-shard expects a mesh of at most 4 axes for 'plan=auto', found 5; name the plan of each axis
// PLAN: relax-shard expects a plan 'data', 'tensor', 'sequence' or 'expert' for each axis, 'pipeline' for one of them, or 'auto' alone, found 'pipelines'; spread it by hand with '!relax.dtensor'
// TWO: for each axis, 'pipeline' for one of them, or 'auto' alone, found 'pipeline' twice
// BATCHES: and 'micro-batches' of 1 or more, found 5.000000e+00, 1.000000e+01, 1.000000e+02 and 0
// AXES: relax-shard expects a plan for each of 1 axes of the mesh, found 2; separate them by commas
// SPEED: relax-shard expects 'alpha-us' of 0 or more, 'beta-gbs' and 'gflops' above 0, and 'micro-batches' of 1 or more, found
// FUNCTION: expected a relax.func @main to spread; choose one with 'func-name'

//--- batch.mlir
// expected-error @+2 {{'relax.func' op plan 'data' expects dimension 0 of each input to have a known size, found 'tensor<?x4xf32, #relax.dims<[n, 4]>>' for parameter 0; pad it, or say by 'num_input' which parameters are inputs and not weights}}
// expected-note @+1 {{is the parameter}}
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  relax.return %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

//--- places.mlir
// expected-error @+1 {{'relax.func' op plan 'sequence' expects an input that has a dimension 1, found none in '(tensor<6xf32>) -> tensor<6xf32>'; choose another plan}}
relax.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  relax.return %x : tensor<6xf32>
}

//--- products.mlir
// A norm reads all columns, so that they cannot stay apart.
// expected-error @+1 {{'relax.func' op plan 'tensor' expects two products with weights, with operators between them that keep the columns of the first one in 2 parts, found none; say by 'num_input' which parameters are weights, or choose another plan}}
relax.func @main(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %v: tensor<8x2xf32>) -> tensor<6x2xf32> attributes {num_input = 1 : i64} {
  %0 = relax.matmul %x, %w : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %1 = relax.nn.softmax %0 : tensor<6x8xf32>
  // expected-note @+1 {{is the last product with a weight, and has no such partner}}
  %2 = relax.matmul %1, %v : (tensor<6x8xf32>, tensor<8x2xf32>) -> tensor<6x2xf32>
  relax.return %2 : tensor<6x2xf32>
}

//--- experts.mlir
// Four workers do not divide six experts.
// expected-error @+1 {{'relax.func' op plan 'expert' expects a product with a weight that has a matrix for each expert, which 4 workers divide, found none; choose another plan, or say by 'num_input' which parameters are weights}}
relax.func @main(%x: tensor<6x4x2xf32>, %w: tensor<6x2x8xf32>) -> tensor<6x4x8xf32> attributes {num_input = 1 : i64} {
  // expected-note @+1 {{is the last product with a weight, and has no such dimension}}
  %0 = relax.matmul %x, %w : (tensor<6x4x2xf32>, tensor<6x2x8xf32>) -> tensor<6x4x8xf32>
  relax.return %0 : tensor<6x4x8xf32>
}

//--- stages.mlir
// expected-error @+1 {{'relax.func' op plan 'pipeline' expects operators that follow from the inputs for 3 stages, found 2; choose fewer stages}}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = relax.exp %x : tensor<6x4xf32>
  // expected-note @+1 {{is the last one of them}}
  %1 = relax.exp %0 : tensor<6x4xf32>
  relax.return %1 : tensor<6x4xf32>
}

//--- shapes.mlir
// expected-error @+1 {{expects operators that follow from the inputs for 2 stages, found 2, and values between them that no worker can take from another one; give tensors known sizes}}
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  // expected-note @+1 {{a value of type 'tensor<?x4xf32, #relax.dims<[n, 4]>>' is made here}}
  %0 = relax.exp %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.exp %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

//--- rows.mlir
// expected-error @+2 {{plan 'pipeline' expects dimension 0 of each input to have a known size that 4 micro-batches divide, found 'tensor<6x4xf32>' for parameter 0}}
// expected-note @+1 {{is the parameter}}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  relax.return %x : tensor<6x4xf32>
}

//--- loss.mlir
// Each row is divided by the sum of all.
// expected-error @+1 {{plan 'pipeline' expects operators that keep the batch apart, and results that are its rows, sums or means of it, found one that needs all 2 micro-batches; choose 'micro-batches=1', or leave it to the caller}}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = relax.exp %x : tensor<6x4xf32>
  %1 = relax.sum %0 {axis = array<i64: 0>, keepdims = true} : (tensor<6x4xf32>) -> tensor<1x4xf32>
  // expected-note @+1 {{is here}}
  %2 = relax.divide %0, %1 : (tensor<6x4xf32>, tensor<1x4xf32>) -> tensor<6x4xf32>
  relax.return %2 : tensor<6x4xf32>
}

//--- joined.mlir
// A product of sums that two stages have.
// expected-error @+1 {{plan 'pipeline' expects what is computed of all micro-batches to come from one stage, found a result that follows from stages 0 and 1; choose 'micro-batches=1', or leave it to the caller}}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<6x4xf32>
  %1 = relax.sum %0 {axis = array<i64: 0>} : (tensor<6x4xf32>) -> tensor<4xf32>
  %2 = relax.exp %0 : tensor<6x4xf32>
  %3 = relax.sum %2 {axis = array<i64: 0>} : (tensor<6x4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{is made here}}
  %4 = relax.multiply %1, %3 : tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}

//--- none.mlir
// expected-error @+1 {{'relax.func' op expects a plan that fits it, found none of 4: }}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}

//--- empty.mlir
relax.func @other(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  relax.return %x : tensor<6x4xf32>
}
