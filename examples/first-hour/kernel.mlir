// A PrimFunc of one's own, d[i, j] = sum over k of (a[i, k] - b[j, k])^2, and a graph that calls it.
tir.func private @distances(%a: memref<128x64xf32>, %b: memref<128x64xf32>, %d: memref<128x128xf32>)
    attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c128 {
    tir.for %j = %c0 to %c128 {
      tir.for %k = %c0 to %c64 {
        tir.block "distance" iters(%vi : spatial = %i in %c128, %vj : spatial = %j in %c128, %vk : reduce = %k in %c64)
            reads(%a, %b : memref<128x64xf32>, memref<128x64xf32>) writes(%d : memref<128x128xf32>) {
          tir.init {
            memref.store %zero, %d[%vi, %vj] : memref<128x128xf32>
          }
          %0 = memref.load %a[%vi, %vk] : memref<128x64xf32>
          %1 = memref.load %b[%vj, %vk] : memref<128x64xf32>
          %2 = arith.subf %0, %1 : f32
          %3 = arith.mulf %2, %2 : f32
          %4 = memref.load %d[%vi, %vj] : memref<128x128xf32>
          %5 = arith.addf %4, %3 : f32
          memref.store %5, %d[%vi, %vj] : memref<128x128xf32>
        }
      }
    }
  }
  tir.return
}

relax.func @main(%a: tensor<128x64xf32>, %b: tensor<128x64xf32>) -> tensor<128x128xf32> {
  %0 = relax.call_tir @distances(%a, %b) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x128xf32>
  %1 = relax.sqrt %0 : tensor<128x128xf32>
  relax.return %1 : tensor<128x128xf32>
}
