// Explicit memory, questions, closures, operators.
// RUN: relax-interp %s --each | FileCheck %s

tir.func private @add(%x: memref<2xf32>, %y: memref<2xf32>, %z: memref<2xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %x[%i] : memref<2xf32>
    %1 = memref.load %y[%i] : memref<2xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %z[%i] : memref<2xf32>
  }
  tir.return
}
tir.func private @bump(%x: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  tir.call_extern @add(%x, %x, %x) : (memref<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
  tir.return
}

// CHECK: @planned gives [4, 8]
relax.func @planned() -> tensor<2xf32> attributes {relax.force_pure} {
  %x = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = relax.memory.alloc_storage [16]
  %a = relax.memory.alloc_tensor %s at [8] : tensor<2xf32>
  relax.call_prim_func @add ins(%x, %x : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>)
  %b = relax.builtin.alloc_tensor : tensor<2xf32>
  %v = relax.memory.view %a at [0] : tensor<2xf32> to tensor<2x1xf32>
  %w = relax.memory.view %v at [0] : tensor<2x1xf32> to tensor<2xf32>
  relax.call_prim_func @add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%b : tensor<2xf32>)
  relax.memory.kill_tensor %a : tensor<2xf32>
  relax.memory.kill_storage %s
  relax.return %b : tensor<2xf32>
}

// A view of a parameter that was given back lives without it.
// CHECK: @view_of_parameter gives {{\[\[}}1, 2]]
relax.func private @give(%x: tensor<2xf32>) -> tensor<1x2xf32> attributes {relax.force_pure} {
  %0 = relax.memory.view %x at [0] : tensor<2xf32> to tensor<1x2xf32>
  relax.return %0 : tensor<1x2xf32>
}
relax.func @view_of_parameter() -> tensor<1x2xf32> attributes {relax.force_pure} {
  %x = relax.constant dense<[0.5, 1.0]> : tensor<2xf32>
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  relax.call_prim_func @add ins(%x, %x : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>)
  %1 = relax.call @give(%0) : (tensor<2xf32>) -> tensor<1x2xf32>
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return %1 : tensor<1x2xf32>
}

// CHECK: @inplace gives [2, 4]
relax.func @inplace() -> tensor<2xf32> attributes {relax.force_pure} {
  %x = relax.constant dense<[0.5, 1.0]> : tensor<2xf32>
  %0 = relax.call_tir @add(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %1 : tensor<2xf32>
}

// What a call overwrites stays a value.
// CHECK: @kept gives [1, 2] [2, 4] [1, 2]
relax.func @kept() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) attributes {relax.force_pure} {
  %x = relax.constant dense<[0.5, 1.0]> : tensor<2xf32>
  %0 = relax.call_tir @add(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relax.builtin.alloc_tensor : tensor<2xf32>
  relax.memory.copy %0 to %2 : tensor<2xf32>
  relax.return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK: @questions gives [2, 3] [2, 3] 6 [4, 5] 32 2 1 2 3 0 {{\[}}[1, 1], [1, 1], [1, 1]]
relax.func @questions() -> (!relax.shape<[2, 3]>, tensor<2xi64>, tensor<i64>, !relax.shape<rank 2>, i64, i64, i64, i64, i64, i64, tensor<3x2xf32>) {
  %x = relax.constant dense<1.0> : tensor<2x3xf32>
  %d = relax.constant dense<[4, 5]> : tensor<2xi32>
  %0 = relax.shape_of %x : tensor<2x3xf32> -> !relax.shape<[2, 3]>
  %1 = relax.shape_to_tensor %0 : !relax.shape<[2, 3]> -> tensor<2xi64>
  %2 = relax.size %x : tensor<2x3xf32> -> tensor<i64>
  %3 = relax.tensor_to_shape %d : tensor<2xi32> -> !relax.shape<rank 2>
  %4 = relax.inspect.tensor_dtype_bits %x : tensor<2x3xf32> -> i64
  %5 = relax.inspect.tensor_dtype_code %x : tensor<2x3xf32> -> i64
  %6 = relax.inspect.tensor_dtype_lanes %x : tensor<2x3xf32> -> i64
  %7 = relax.inspect.tensor_ndim %x : tensor<2x3xf32> -> i64
  %one = relax.prim_value 1 : i64
  %zero = relax.prim_value 0 : i64
  %8 = relax.inspect.tensor_shape_i %x, %one : tensor<2x3xf32>, i64 -> i64
  %9 = relax.inspect.tensor_byte_offset %x : tensor<2x3xf32> -> i64
  %s = relax.shape [3, 2] : !relax.shape<[3, 2]>
  %10 = relax.reshape %x, %s : (tensor<2x3xf32>, !relax.shape<[3, 2]>) -> tensor<3x2xf32>
  relax.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : !relax.shape<[2, 3]>, tensor<2xi64>, tensor<i64>, !relax.shape<rank 2>, i64, i64, i64, i64, i64, i64, tensor<3x2xf32>
}

// A lambda takes values and symbols from around it; a closure has its last
// arguments.
relax.func private @closures(%x: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32>, i64, tensor<?xf32>) attributes {relax.force_pure} {
  %f = relax.lambda : !relax.callable<(tensor<?xf32>) -> (tensor<?xf32>, i64), pure> {
  ^bb0(%y: tensor<?xf32>):
    %0 = relax.match_cast %y : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    %1 = relax.subtract %0, %x : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32>
    %2 = relax.prim_value n * 10 : i64
    relax.yield %1, %2 : tensor<?xf32>, i64
  }
  %z = relax.add %x, %x : tensor<?xf32, #relax.dims<[n]>>
  %3:2 = relax.invoke_pure_closure %f(%z) : !relax.callable<(tensor<?xf32>) -> (tensor<?xf32>, i64), pure>, (tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32>, i64)
  %g = relax.make_closure @minus(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> !relax.object
  %4 = relax.invoke_closure %g(%z) : !relax.object, (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32>
  relax.return %3#0, %3#1, %4 : tensor<?xf32>, i64, tensor<?xf32>
}
relax.func private @minus(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = relax.subtract %x, %y : tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}
// CHECK: @make gives [1, 2] 20 [1, 2]
relax.func @make() -> (tensor<?xf32>, i64, tensor<?xf32>) {
  %x = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:3 = relax.call @closures(%x) : (tensor<2xf32>) -> (tensor<?xf32>, i64, tensor<?xf32>)
  relax.return %0#0, %0#1, %0#2 : tensor<?xf32>, i64, tensor<?xf32>
}

// Operators on shapes and dtypes that are known only now.
relax.func private @late(%x: tensor<*x!relax.unknown>, %y: tensor<?x?xf32>) -> tensor<*x!relax.unknown> {
  %0 = relax.matmul %x, %y : (tensor<*x!relax.unknown>, tensor<?x?xf32>) -> tensor<*x!relax.unknown>
  %1 = relax.nn.relu %0 : tensor<*x!relax.unknown>
  relax.return %1 : tensor<*x!relax.unknown>
}
// CHECK: @operators gives {{\[}}[0], [22]] {{\[}}[1, 3], [2, 4]] [0, 0, 0] 6
relax.func @operators() -> (tensor<*x!relax.unknown>, tensor<2x2xi32>, tensor<3xf32>, tensor<f32>) {
  %x = relax.constant dense<[[-1.0, -2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = relax.constant dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %0 = relax.call @late(%x, %y) : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<*x!relax.unknown>
  %z = relax.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = relax.permute_dims %z : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %s = relax.shape [3] : !relax.shape<[3]>
  %2 = relax.zeros %s {dtype = f32} : (!relax.shape<[3]>) -> tensor<3xf32>
  %3 = relax.sum %y : (tensor<2x1xf32>) -> tensor<f32>
  relax.return %0, %1, %2, %3 : tensor<*x!relax.unknown>, tensor<2x2xi32>, tensor<3xf32>, tensor<f32>
}

// CHECK: x is [1, 2] and 3
relax.func @print() attributes {relax.force_pure} {
  %x = relax.constant dense<[1, 2]> : tensor<2xi64>
  %y = relax.prim_value 3 : i64
  relax.print "x is {} and {}"(%x, %y) : tensor<2xi64>, i64
  relax.return
}

// A choice of which one side is computed; what a view is made of.
tir.func private @choose(%x: memref<6xi64>, %y: memref<4xi64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %t = arith.constant true
  %a = scf.if %t -> (i64) {
    %0 = memref.load %x[%c3] : memref<6xi64>
    scf.yield %0 : i64
  } else {
    %0 = memref.load %x[%c9] : memref<6xi64>
    scf.yield %0 : i64
  }
  memref.store %a, %y[%c0] : memref<4xi64>
  %v = memref.subview %x[2] [2] [2] : memref<6xi64> to memref<2xi64, strided<[2], offset: 2>>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %v : memref<2xi64, strided<[2], offset: 2>> -> memref<i64>, index, index, index
  %b = arith.index_cast %offset : index to i64
  %c = arith.index_cast %stride : index to i64
  %d = memref.load %base[] : memref<i64>
  memref.store %b, %y[%c1] : memref<4xi64>
  memref.store %c, %y[%c2] : memref<4xi64>
  memref.store %d, %y[%c3] : memref<4xi64>
  tir.return
}
// CHECK: @parts gives [13, 2, 2, 10]
relax.func @parts() -> tensor<4xi64> {
  %x = relax.constant dense<[10, 11, 12, 13, 14, 15]> : tensor<6xi64>
  %0 = relax.call_tir @choose(%x) : (tensor<6xi64>) -> tensor<4xi64>
  relax.return %0 : tensor<4xi64>
}
