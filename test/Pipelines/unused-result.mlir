// A branch may give away what nobody takes: it ends with the call.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=f --input=i1=1 --input=4xf32=1 | FileCheck %s
// CHECK: output 0: f32[4] = [1, 1, 1, 1]
relax.func @f(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<?xf32> {
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %2 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    relax.yield %x : tensor<?xf32>
  }
  relax.return %x : tensor<?xf32>
}
