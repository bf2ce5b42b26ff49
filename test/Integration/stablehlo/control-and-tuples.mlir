func.func private @twice(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
func.func @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>, %c: tensor<i1>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<ui32>, tensor<ui32>, tensor<3x4xf32>) {
  %0 = "stablehlo.if"(%c) ({
    %7 = stablehlo.negate %x : tensor<3x4xf32>
    stablehlo.return %7 : tensor<3x4xf32>
  }, {
    %7 = stablehlo.add %x, %y : tensor<3x4xf32>
    stablehlo.return %7 : tensor<3x4xf32>
  }) : (tensor<i1>) -> tensor<3x4xf32>
  %1 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.multiply %a, %b : tensor<f32>
    %8 = stablehlo.subtract %7, %a : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %2:2 = stablehlo.optimization_barrier %x, %y : tensor<3x4xf32>, tensor<3x4xf32>
  %3 = stablehlo.composite "test.twice" %x {decomposition = @twice} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.tuple %x, %0 : tuple<tensor<3x4xf32>, tensor<3x4xf32>>
  %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<3x4xf32>, tensor<3x4xf32>>) -> tensor<3x4xf32>
  %6 = stablehlo.replica_id : tensor<ui32>
  %7 = stablehlo.partition_id : tensor<ui32>
  %8 = stablehlo.logistic %x : tensor<3x4xf32>
  return %0, %1, %2#0, %2#1, %3, %5, %6, %7, %8 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<ui32>, tensor<ui32>, tensor<3x4xf32>
}
