// RUN: relax-opt %s -relax-inline-private-functions -verify-diagnostics | FileCheck %s
// RUN: relax-opt %s -relax-inline-private-functions 2>/dev/null | relax-opt -relax-inline-private-functions 2>/dev/null | FileCheck %s
// RUN: %same-results=relax-inline-private-functions

// The callee's m is the caller's n * 2; what it defines itself gets a new name.
// CHECK-LABEL: relax.func @main
// CHECK: relax.add %{{.*}}: tensor<?xf32, #relax.dims<[n * 2]>>
// CHECK: relax.match_cast %{{.*}} to tensor<?xf32, #relax.dims<[k_0]>>
// CHECK-NOT: relax.call
relax.func @main(%x: tensor<?xf32, #relax.dims<[n * 2]>>, %u: tensor<?xf32>, %s: !relax.shape<[n, k]>) -> tensor<?xf32> {
  %0 = relax.call @twice(%x) : (tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>>
  %1 = relax.call @checked(%u) : (tensor<?xf32>) -> tensor<?xf32>
  relax.return %1 : tensor<?xf32>
}
relax.func private @twice(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
  %0 = relax.call @once(%x) : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
}
relax.func private @once(%x: tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>> {
  %0 = relax.add %x, %x : tensor<?xf32, #relax.dims<[k]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[k]>>
}
// CHECK-NOT: @once
relax.func private @checked(%x: tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32> {
  %0 = relax.exp %x : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// Recursion stays.
// CHECK-LABEL: relax.func private @loop
// CHECK: relax.call @loop
relax.func private @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{stays: @loop calls itself}}
  %0 = relax.call @loop(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// No control flow into a dataflow region, and no hidden effect into a pure
// function.
// CHECK-LABEL: relax.func @kept
// CHECK: relax.call @branches
// CHECK: relax.call @forced
relax.func @kept(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    // expected-remark @below {{stays: @branches cannot be inlined, it has regions}}
    %1 = relax.call @branches(%c, %x) : (i1, tensor<4xf32>) -> tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  // expected-remark @below {{stays: @forced cannot be inlined, it is pure by 'relax.force_pure' only}}
  %2 = relax.call @forced(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %2 : tensor<4xf32>
}
relax.func private @branches(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : i1 -> tensor<4xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func private @forced(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
  relax.return %x : tensor<4xf32>
}

// Nobody uses the second, nor the first then.
// CHECK-NOT: @dead
relax.func private @dead_first(%x: tensor<i1>) -> tensor<i1> {
  %0 = relax.if %x : tensor<i1> -> tensor<i1> {
    relax.yield %x : tensor<i1>
  } else {
    relax.yield %x : tensor<i1>
  }
  relax.return %0 : tensor<i1>
}
relax.func private @dead_second(%x: tensor<i1>) -> tensor<i1> {
  %0 = relax.dataflow -> tensor<i1> {
    // expected-remark @+1 {{stays: @dead_first cannot be inlined, it has regions, which a 'relax.dataflow' region does not allow}}
    %1 = relax.call @dead_first(%x) : (tensor<i1>) -> tensor<i1>
    relax.output %1 : tensor<i1>
  }
  relax.return %0 : tensor<i1>
}

// One value in two results: an end of one is no end of the other.
relax.func impure private @double(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0, %0 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: relax.func impure @ended
// CHECK: relax.call impure @double
// CHECK: relax.memory.kill_tensor
relax.func impure @ended(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{stays: @double cannot be inlined, what it gives is ended behind the call}}
  %0:2 = relax.call impure @double(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.memory.kill_tensor %0#0 : tensor<4xf32>
  relax.return %0#1 : tensor<4xf32>
}

// A call whose sizes contradict the callee fails when it runs, inlined or not.
relax.func private @product(%x: tensor<?xf32, #relax.dims<[n]>>, %w: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.matmul %x, %w : (tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
// CHECK-LABEL: relax.func @contradicts
// CHECK: %[[X:.*]] = relax.match_cast %{{.*}} : tensor<2xf32> to tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.matmul %[[X]], %{{.*}} : (tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
relax.func @contradicts(%x: tensor<2xf32>, %w: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.call @product(%x, %w) : (tensor<2xf32>, tensor<4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
