// Branches whose results have sizes of run time: one that both have, and one in which they differ.
func.func @main(%x: tensor<?x4xf32>, %i: tensor<i32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = "stablehlo.case"(%i) ({
    %a = stablehlo.negate %x : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  }, {
    %b = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    stablehlo.return %b : tensor<?x4xf32>
  }, {
    stablehlo.return %x : tensor<?x4xf32>
  }) : (tensor<i32>) -> tensor<?x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<?x4xf32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  }, {
    stablehlo.return %x : tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  %3 = stablehlo.multiply %2, %x : tensor<?x4xf32>
  return %0, %1, %3 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}
