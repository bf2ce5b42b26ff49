// What release-0.1.0.mlirbc holds, as text: a graph, its kernels and host code. Neither file ever changes.
relax.func @graph(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %b: tensor<8xf32>)
    -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.matmul %x, %w
      : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.add %0, %b
      : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %2 = relax.nn.relu %1
      : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
relax.func @main(%arg0: tensor<?x4xf32, #relax.dims<[n, 4]>>, %arg1: tensor<4x8xf32>, %arg2: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
    %1 = relax.call_tir @matmul(%arg0, %arg1)  : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    %2 = relax.call_tir @add(%1, %arg2)  : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    %3 = relax.call_tir @nn_relu(%2)  : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    relax.output %3 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  }
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
tir.func private @matmul(%arg0: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %arg1: memref<4x8xf32>, %arg2: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}) attributes {num_inputs = 2 : i64, op_pattern = 4 : i64} {
  %c0 = arith.constant 0 : index
  %dim = memref.dim %arg0, %c0 : memref<?x4xf32>
  %c0_0 = arith.constant 0 : index
  %dim_1 = memref.dim %arg2, %c0_0 : memref<?x8xf32>
  %c0_2 = arith.constant 0 : index
  %dim_3 = memref.dim %arg0, %c0_2 : memref<?x4xf32>
  %c0_4 = arith.constant 0 : index
  %dim_5 = memref.dim %arg2, %c0_4 : memref<?x8xf32>
  %cst = arith.constant 0.000000e+00 : f32
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %c0_6 = arith.constant 0 : index
  tir.for %i = %c0_6 to %dim_5 {
    tir.for %j = %c0_6 to %c8 {
      tir.for %k = %c0_6 to %c4 {
        tir.block "matmul" iters(%vi : spatial = %i in %dim_5, %vj : spatial = %j in %c8, %vk : reduce = %k in %c4) reads(%arg0, %arg1 : memref<?x4xf32>, memref<4x8xf32>) writes(%arg2 : memref<?x8xf32>) {
          tir.init {
            memref.store %cst, %arg2[%vi, %vj] : memref<?x8xf32>
          }
          %0 = memref.load %arg2[%vi, %vj] : memref<?x8xf32>
          %1 = memref.load %arg0[%vi, %vk] : memref<?x4xf32>
          %2 = memref.load %arg1[%vk, %vj] : memref<4x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %arg2[%vi, %vj] : memref<?x8xf32>
        }
      }
    }
  }
  tir.return
}
tir.func private @add(%arg0: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}, %arg1: memref<8xf32>, %arg2: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}) attributes {num_inputs = 2 : i64, op_pattern = 1 : i64} {
  %c0 = arith.constant 0 : index
  %dim = memref.dim %arg2, %c0 : memref<?x8xf32>
  %c0_0 = arith.constant 0 : index
  %dim_1 = memref.dim %arg0, %c0_0 : memref<?x8xf32>
  %c0_2 = arith.constant 0 : index
  %dim_3 = memref.dim %arg2, %c0_2 : memref<?x8xf32>
  %c8 = arith.constant 8 : index
  %c0_4 = arith.constant 0 : index
  tir.for %i = %c0_4 to %dim_3 {
    tir.for %j = %c0_4 to %c8 {
      tir.block "add" iters(%vi : spatial = %i in %dim_3, %vj : spatial = %j in %c8) reads(%arg0, %arg1 : memref<?x8xf32>, memref<8xf32>) writes(%arg2 : memref<?x8xf32>) {
        %0 = memref.load %arg0[%vi, %vj] : memref<?x8xf32>
        %1 = memref.load %arg1[%vj] : memref<8xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %arg2[%vi, %vj] : memref<?x8xf32>
      }
    }
  }
  tir.return
}
tir.func private @nn_relu(%arg0: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}, %arg1: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  %c0 = arith.constant 0 : index
  %dim = memref.dim %arg1, %c0 : memref<?x8xf32>
  %c0_0 = arith.constant 0 : index
  %dim_1 = memref.dim %arg0, %c0_0 : memref<?x8xf32>
  %c0_2 = arith.constant 0 : index
  %dim_3 = memref.dim %arg1, %c0_2 : memref<?x8xf32>
  %c8 = arith.constant 8 : index
  %c0_4 = arith.constant 0 : index
  tir.for %i = %c0_4 to %dim_3 {
    tir.for %j = %c0_4 to %c8 {
      tir.block "relu" iters(%vi : spatial = %i in %dim_3, %vj : spatial = %j in %c8) reads(%arg0 : memref<?x8xf32>) writes(%arg1 : memref<?x8xf32>) {
        %0 = memref.load %arg0[%vi, %vj] : memref<?x8xf32>
        %cst = arith.constant 0.000000e+00 : f32
        %1 = arith.maximumf %0, %cst : f32
        memref.store %1, %arg1[%vi, %vj] : memref<?x8xf32>
      }
    }
  }
  tir.return
}
func.func @host(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32
    attributes {relax_rt.params = [{name = "x", type = tensor<4xf32>}], relax_rt.results = [{type = tensor<4xf32>}]} {
  relax_rt.check_input %inputs[0] is "x" : tensor<4xf32>
  %x = relax_rt.input %inputs[0] : memref<4xf32>
  %copy = relax_rt.tensor_copy %x : memref<4xf32>
  relax_rt.output %copy, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}
