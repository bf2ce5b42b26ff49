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
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 plan=pipeline" 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 plan=data,tensor" 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2 beta-gbs=0" 2>&1 | FileCheck %s --check-prefix=SPEED
// RUN: not relax-opt %t/empty.mlir --relax-shard="mesh=2" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// MESH: relax-shard expects sizes of a mesh such as 2x4, found 'mesh=2xx'
// LARGE: relax-shard expects sizes of a mesh such as 2x4, found 'mesh=65536x65536'
// AUTO: error: relax-shard expects a mesh of at most 4 axes for 'plan=auto', found 5; name the plan of each axis
// PLAN: relax-shard expects a plan 'data', 'tensor', 'sequence' or 'expert' for each axis, or 'auto' alone, found 'pipeline'; pipeline parallelism is not there yet, spread it by hand with '!relax.dtensor'
// AXES: relax-shard expects a plan for each of 1 axes of the mesh, found 2; separate them by commas
// SPEED: relax-shard expects 'alpha-us' of 0 or more, and 'beta-gbs' and 'gflops' above 0, found
// FUNCTION: expected a relax.func @main to spread; choose one with 'func-name'

//--- batch.mlir
// expected-error @+2 {{'relax.func' op plan 'data' expects dimension 0 of each input to have a known size that 4 workers divide, found 'tensor<6x4xf32>' for parameter 0; pad it, or say by 'num_input' which parameters are inputs and not weights}}
// expected-note @+1 {{is the parameter}}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  relax.return %x : tensor<6x4xf32>
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

//--- none.mlir
// expected-error @+1 {{'relax.func' op expects a plan that fits it, found none of 4: }}
relax.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  relax.return %x : tensor<6x4xf32>
}

//--- empty.mlir
relax.func @other(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  relax.return %x : tensor<6x4xf32>
}
