// Ends of life that the verifier does not see: through another name, in a
// branch, of the storage under a tensor, and uses after them.
// RUN: relax-interp %s --each --verify-diagnostics

relax.func @storage_under_operator() -> tensor<2xf32> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [16]
  %t = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  %u = relax.match_cast %t : tensor<2xf32> to tensor<2xf32>
  relax.memory.kill_storage %s
  // expected-error @+1 {{uses a tensor after it was killed}}
  %0 = relax.abs %u : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// The end of a tensor is that of its views, and of views of these.
relax.func @view_of_killed() -> tensor<2x1xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %1 = relax.memory.view %0 at [0] : tensor<2xf32> to tensor<1x2xf32>
  %2 = relax.memory.view %1 at [0] : tensor<1x2xf32> to tensor<2x1xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  %3 = relax.abs %2 : tensor<2x1xf32>
  relax.return %3 : tensor<2x1xf32>
}

tir.func private @read(%x: memref<1x2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @view_in_kernel() attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [8]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  %1 = relax.memory.view %0 at [0] : tensor<2xf32> to tensor<1x2xf32>
  %2 = relax.builtin.alloc_tensor : tensor<2xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  relax.call_prim_func @read ins(%1 : tensor<1x2xf32>) outs(%2 : tensor<2xf32>)
  relax.memory.kill_storage %s
  relax.return
}

relax.func @view_of_killed_storage() -> tensor<1x2xf32> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [8]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  %1 = relax.memory.view %0 at [0] : tensor<2xf32> to tensor<1x2xf32>
  %2 = relax.match_cast %1 : tensor<1x2xf32> to tensor<1x2xf32>
  relax.memory.kill_storage %s
  // expected-error @+1 {{uses a tensor after it was killed}}
  relax.return %2 : tensor<1x2xf32>
}

relax.func @returned_view() -> tensor<1x2xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %1 = relax.memory.view %0 at [0] : tensor<2xf32> to tensor<1x2xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  relax.return %1 : tensor<1x2xf32>
}

relax.func @returned_in_tuple() -> tuple<tensor<1x2xf32>> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %1 = relax.memory.view %0 at [0] : tensor<2xf32> to tensor<1x2xf32>
  %2 = relax.tuple %1 : (tensor<1x2xf32>) -> tuple<tensor<1x2xf32>>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  relax.return %2 : tuple<tensor<1x2xf32>>
}

relax.func @twice_by_two_names() attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %1 = relax.match_cast %0 : tensor<2xf32> to tensor<2xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{ends a tensor that was killed}}
  relax.memory.kill_tensor %1 : tensor<2xf32>
  relax.return
}

relax.func @storage_in_branch_and_after() attributes {relax.force_pure} {
  %c = relax.constant dense<true> : tensor<i1>
  %s = relax.memory.alloc_storage [16]
  relax.if %c : tensor<i1> {
    relax.memory.kill_storage %s
    relax.yield
  } else {
    relax.yield
  }
  // expected-error @+1 {{gives back a storage that was killed}}
  relax.memory.kill_storage %s
  relax.return
}

relax.func @returned() -> tensor<2xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %1 = relax.match_cast %0 : tensor<2xf32> to tensor<2xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  relax.return %1 : tensor<2xf32>
}

// What an operator reads has to be written.
relax.func @operator_on_nothing() -> tensor<2xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  // expected-error @+2 {{reads what nobody has written: element 0 of a buffer of 2xf32}}
  // expected-note @+1 {{called from here}}
  %1 = relax.abs %0 : tensor<2xf32>
  relax.return %1 : tensor<2xf32>
}

// Copies race as stores do.
tir.func @race_of_copies(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<4xf32>
  tir.for parallel %i = %c0 to %c2 {
    // expected-error @+2 {{is a data race}}
    // expected-note @+1 {{the other access is here}}
    memref.copy %m, %y : memref<4xf32> to memref<4xf32>
  }
  tir.return
}

// Also where each thread reads before it writes.
tir.func @race_after_reads(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %y[%c0] : memref<4xf32>
  tir.for parallel %i = %c0 to %c2 {
    // expected-error @+1 {{is a data race}}
    %0 = memref.load %y[%c0] : memref<4xf32>
    // expected-note @+1 {{the other access is here}}
    memref.store %0, %y[%c0] : memref<4xf32>
  }
  tir.return
}

// A loop that ends before the next begins is no race.
tir.func @one_loop_after_another(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  tir.for %j = %c0 to %c2 {
    tir.for parallel %i = %c0 to %c4 {
      memref.store %f, %y[%i] : memref<4xf32>
    }
  }
  tir.return
}
