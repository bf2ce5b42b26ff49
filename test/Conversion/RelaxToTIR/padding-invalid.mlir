// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @nothing_to_repeat(%x: tensor<0xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{cannot become a tensor program: mode "replicate" repeats elements of axis 0, which has none}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 0>, pad_mode = "replicate"} : (tensor<0xf32>) -> tensor<1xf32>
  relax.return %0 : tensor<1xf32>
}
