// What lowering rejects where the verifier is told to let it through.
// RUN: relax-opt %s --test-disable-rule=TYPE-4 --relax-legalize-ops --verify-diagnostics

relax.func @f(%x: tensor<4xsi8>) -> tensor<4xsi8> {
  // expected-error @+1 {{kernels compute on floats, 'i' and 'ui' integers only}}
  %0 = relax.add %x, %x : tensor<4xsi8>
  relax.return %0 : tensor<4xsi8>
}
