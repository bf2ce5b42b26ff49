// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @valid(%x: tensor<2x9x6xf32>) -> tensor<2xi32> {
  // expected-error @+1 {{cannot become a tensor program: expected 'score_index' and 'id_index' to be entries of a row, but found 6 and 0}}
  %0:3 = relax.vision.get_valid_counts %x {score_index = 6 : i64} : (tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
  relax.return %0#0 : tensor<2xi32>
}

// -----

relax.func @suppressed(%x: tensor<2x9x5xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>) -> tensor<2x9xi32> {
  // expected-error @+1 {{cannot become a tensor program: expected rows that hold the score, the class and four numbers of the box, hence 6 entries, but found 5}}
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x9x5xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>)
  relax.return %0#0 : tensor<2x9xi32>
}

// -----

relax.func @limits(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<2xi64>, %t: tensor<f32>) -> tensor<12x3xi64> {
  // expected-error @+1 {{cannot become a tensor program: expected limits of one element, but operand #2 may have another number}}
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<2xi64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
  relax.return %0#0 : tensor<12x3xi64>
}
