// RUN: relax-opt %s -split-input-file -convert-relax-to-runtime | FileCheck %s
// RUN: relax-opt %s -split-input-file -convert-relax-to-runtime -convert-relax-to-runtime | FileCheck %s

// The first bare dimension binds a symbol, all others are compared.
// CHECK-LABEL: func.func @entry(
// CHECK-SAME: %[[C:.*]]: !relax_rt.context, %[[IN:.*]]: !relax_rt.inputs, %[[OUT:.*]]: !relax_rt.outputs) -> i32
// CHECK-SAME: relax_rt.params = [{name = "x", type = tensor<?x4xf32, #relax.dims<[n, 4]>>}, {name = "arg1.0", type = tensor<?xi32, #relax.dims<[n * 2]>>}, {name = "arg1.1", type = !relax.shape<[n, m]>}, {name = "arg2", type = i64}]
// CHECK-SAME: relax_rt.results = [{type = tensor<?x4xf32, #relax.dims<[n, 4]>>}, {type = !relax.shape<[n, m]>}, {type = i64}]
// CHECK: relax_rt.check_input %[[IN]][0] is "x" : tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: %[[X:.*]] = relax_rt.input %[[IN]][0] : memref<?x4xf32>
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: relax_rt.check_input %[[IN]][1] is "arg1.0"
// CHECK: %[[Y:.*]] = relax_rt.input %[[IN]][1] : memref<?xi32>
// CHECK: %[[D:.*]] = memref.dim %[[Y]]
// CHECK: relax_rt.check_input %[[IN]][2] is "arg1.1" : tensor<2xi64>
// CHECK: relax_rt.check_input %[[IN]][3] is "arg2" : tensor<i64>
// CHECK: %[[N2:.*]] = arith.muli %[[N]]
// CHECK: relax_rt.check_dim %[[N2]], %[[D]] of 1 "arg1.0" axis 0 is "n * 2"
// CHECK: relax_rt.check_value %[[N]], %{{.*}} of 2 "arg1.1" axis 0 is "n"
// A number of a shape that gives a symbol its value is a size.
// CHECK: arith.maxsi
// CHECK: relax_rt.check_value %{{.*}}, %{{.*}} of 2 "arg1.1" axis 1 is "max(m, 0)"
// CHECK-NOT: relax_rt.check
// CHECK: %[[T:.*]] = relax_rt.tensor_copy %[[X]] : memref<?x4xf32>
// CHECK: relax_rt.output %[[T]], %[[OUT]][0]
// CHECK: relax_rt.tensor_copy %{{.*}} : memref<2xi64>
// CHECK: relax_rt.tensor_copy %{{.*}} : memref<i64>
// CHECK: return %{{.*}} : i32
relax.func @entry(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"}, %t: tuple<tensor<?xi32, #relax.dims<[n * 2]>>, !relax.shape<[n, m]>>, %s: i64) -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n, m]>, i64) {
  %0 = relax.tuple_get_item %t[1] : tuple<tensor<?xi32, #relax.dims<[n * 2]>>, !relax.shape<[n, m]>> -> !relax.shape<[n, m]>
  relax.return %x, %0, %s : tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n, m]>, i64
}

// -----

// Memory: what is returned owns its storage; who gets a tensor twice, or a view
// of one, may end one of them, so the others are copies.
// CHECK-LABEL: func.func @memory(
// CHECK: %[[X:.*]] = relax_rt.input
// CHECK: %[[S:.*]] = relax_rt.storage_alloc %[[B:.*]]
// CHECK: relax_rt.tensor_bytes
// CHECK: relax_rt.assert %{{.*}}, "a tensor does not fit in its storage"
// CHECK: %[[D:.*]] = relax_rt.storage_data %[[S]], %[[B]] : memref<?xi8>
// CHECK: %[[T:.*]] = memref.view %[[D]]
// CHECK: relax_rt.call_kernel @exp(%[[X]], %[[T]], %{{.*}}) : memref<?xf32>, memref<?xf32>, index
// CHECK: %[[R:.*]] = relax_rt.storage_alloc
// CHECK: %[[U:.*]] = memref.view
// CHECK: relax_rt.call_kernel @exp(%[[T]], %[[U]], %{{.*}})
// CHECK: relax_rt.storage_release %[[S]]
// CHECK: %[[V:.*]] = relax_rt.view %[[U]]
// CHECK: %[[T0:.*]] = relax_rt.tensor_on_storage %[[R]] at %{{.*}} like %[[U]]
// CHECK: relax_rt.output %[[T0]], %{{.*}}[0]
// CHECK: %[[T1:.*]] = relax_rt.tensor_copy %[[U]]
// CHECK: relax_rt.output %[[T1]], %{{.*}}[1]
// CHECK: %[[T2:.*]] = relax_rt.tensor_copy %[[V]]
// CHECK: relax_rt.output %[[T2]], %{{.*}}[2]
// CHECK: relax_rt.storage_release %[[R]]
tir.func private @exp(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @memory(%x: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>) attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [n * 64]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
  %r = relax.memory.alloc_storage [n * 4]
  %1 = relax.memory.alloc_tensor %r at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%0 : tensor<?xf32, #relax.dims<[n]>>) outs(%1 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
  relax.memory.kill_tensor %0 : tensor<?xf32, #relax.dims<[n]>>
  relax.memory.kill_storage %s
  %2 = relax.memory.view %1 at [0] : tensor<?xf32, #relax.dims<[n]>> to tensor<?x1xf32, #relax.dims<[n, 1]>>
  relax.return %1, %1, %2 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>
}

// -----

// Constants are globals, equal ones the same; static buffers are cast to what a
// kernel expects.
// CHECK: memref.global "private" constant @[[G:.*]] : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @constants(
// CHECK-NOT: relax_rt.params
// CHECK: %[[A:.*]] = memref.get_global @[[G]]
// CHECK: memref.get_global @[[G]]
// CHECK: %[[D:.*]] = memref.cast %[[A]] : memref<4xf32> to memref<?xf32>
// CHECK: relax_rt.call_kernel @use(%[[D]]) : memref<?xf32>
tir.func private @use(%x: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func private @constants() attributes {relax.force_pure} {
  %0 = relax.constant dense<1.0> : tensor<4xf32>
  %1 = relax.constant dense<1.0> : tensor<4xf32>
  relax.call_prim_func @use ins(%0 : tensor<4xf32>)
  relax.return
}

// -----

// CHECK-LABEL: func.func @branches(
// CHECK: %[[C:.*]] = memref.load
// CHECK: %[[R:.*]]:3 = scf.if %[[C]] -> (memref<?xf32>, index, i64) {
// CHECK:   memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
// CHECK:   scf.yield
// CHECK: } else {
// CHECK:   scf.yield
// CHECK: }
// CHECK: relax_rt.tensor_copy %[[R]]#0
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32>, !relax.shape<rank 1>, i64) {
  %0:3 = relax.if %c : tensor<i1> -> tensor<?xf32>, !relax.shape<rank 1>, i64 {
    %1 = relax.shape [n] : !relax.shape<[n]>
    %2 = relax.prim_value n + 1 : i64
    relax.yield %x, %1, %2 : tensor<4xf32>, !relax.shape<[n]>, i64
  } else {
    %1 = relax.shape_of %y : tensor<?xf32, #relax.dims<[n]>> -> !relax.shape<[n]>
    %2 = relax.prim_value 7 : i64
    relax.yield %y, %1, %2 : tensor<?xf32, #relax.dims<[n]>>, !relax.shape<[n]>, i64
  }
  relax.return %0#0, %0#1, %0#2 : tensor<?xf32>, !relax.shape<rank 1>, i64
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK: %[[X:.*]] = relax_rt.input %{{.*}}[0] : memref<?x?xf32>
// CHECK-DAG: %[[N:.*]] = memref.dim %[[X]], %c0
// CHECK-DAG: %[[D:.*]] = memref.dim %[[X]], %c1
// CHECK: relax_rt.match_dim %{{.*}}, %[[D]] of "match_cast of 'lv'" axis 1 is "n floordiv 2"
// CHECK: relax_rt.match_dim %{{.*}}, %{{.*}} of "match_cast of a value" axis 0{{$}}
// CHECK: memref.load
// CHECK: arith.index_cast
// CHECK: relax_rt.tensor_copy %{{.*}} : memref<2xi64>
// CHECK: relax_rt.tensor_copy %{{.*}} : memref<i64>
relax.func @casts(%x: tensor<?x?xf32>, %y: tensor<?xi64>, %z: tensor<2xi32>) -> (tensor<2xi64>, tensor<i64>) {
  %0 = relax.match_cast %x : tensor<?x?xf32> to tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>> loc("lv")
  %1 = relax.match_cast %y : tensor<?xi64> to tensor<8xi64>
  %2 = relax.tensor_to_shape %z : tensor<2xi32> -> !relax.shape<rank 2>
  %3 = relax.shape_to_tensor %2 : !relax.shape<rank 2> -> tensor<2xi64>
  %4 = relax.size %0 : tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>> -> tensor<i64>
  relax.return %3, %4 : tensor<2xi64>, tensor<i64>
}

// -----

// Results of calls belong to the caller, which gives them on or back.
// CHECK-LABEL: func.func @caller(
// CHECK: %[[A:.*]] = relax_rt.call @callee(%{{.*}}) : (memref<4xf32>, memref<1xi64>) -> !relax_rt.tensor
// CHECK: %[[M:.*]] = relax_rt.tensor_data %[[A]] : memref<4xf32>
// CHECK: %[[B:.*]] = relax_rt.call @callee(%[[M]], %{{.*}})
// CHECK: relax_rt.tensor_release %[[A]]
// CHECK: relax_rt.output %[[B]], %{{.*}}[0]
relax.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
  %s = relax.shape [4] : !relax.shape<[4]>
  %0 = relax.call @callee(%x, %s) : (tensor<4xf32>, !relax.shape<[4]>) -> tensor<4xf32>
  %1 = relax.call @callee(%0, %s) : (tensor<4xf32>, !relax.shape<[4]>) -> tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
relax.func private @callee(%x: tensor<4xf32>, %s: !relax.shape<[n]>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @effects(
// CHECK: relax_rt.assert %{{.*}}, "x is {}"(%{{.*}}) : memref<4xf32>
// CHECK: relax_rt.print "n is {}"(%{{.*}}) : memref<i64>
// CHECK: relax_rt.call_external "my.f" ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>)
// CHECK-NOT: relax.extern_func
relax.extern_func @my.f
relax.func impure @effects(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  relax.assert_op %c, "x is {}"(%x) : tensor<i1>, tensor<4xf32>
  %n = relax.prim_value 4 : i64
  relax.print "n is {}"(%n) : i64
  %s = relax.memory.alloc_storage [16]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<4xf32>
  relax.call_packed @my.f(%x, %0) {num_outs = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK: return
relax.func @empty() {
  relax.return
}

// -----

// What is not certain is checked: a view inside its tensor, the number of
// elements of a reshape.
// CHECK-LABEL: func.func @views(
// CHECK-NOT: relax_rt.assert
// CHECK: relax_rt.view
// CHECK: relax_rt.assert %{{.*}}, "a view does not fit in its tensor"
// CHECK: relax_rt.view
// CHECK: relax_rt.assert %{{.*}}, "a reshape changes the number of elements"
// CHECK: relax_rt.view
relax.func @views(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[m, k]>) -> tensor<?x?xf32> {
  %0 = relax.memory.view %x at [n * 8] : tensor<?x4xf32, #relax.dims<[n, 4]>> to tensor<?x2xf32, #relax.dims<[n, 2]>>
  %1 = relax.memory.view %x at [8] : tensor<?x4xf32, #relax.dims<[n, 4]>> to tensor<?x2xf32, #relax.dims<[n, 2]>>
  %2 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[m, k]>) -> tensor<?x?xf32>
  relax.return %2 : tensor<?x?xf32>
}

// -----

// A kernel that leaves strides and start open gets a compact buffer.
tir.func private @open(%x: memref<?xf32, strided<[?], offset: ?>>) attributes {num_inputs = 1 : i64} {
  tir.return
}
// CHECK-LABEL: func.func @kernel(
// CHECK: memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
// CHECK: memref.cast %{{.*}} : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
relax.func @kernel(%x: tensor<4xf32>) attributes {relax.force_pure} {
  relax.call_prim_func @open ins(%x : tensor<4xf32>)
  relax.return
}

// -----

// Arithmetic on scalars stays; shapes and scalars in a tuple come back as
// tensors, too.
// CHECK-LABEL: func.func @scalars(
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: memref.store %[[S]], %{{.*}}[] : memref<i64>
relax.func @scalars(%x: i64, %y: tensor<?xf32, #relax.dims<[n]>>) -> tuple<i64, tuple<!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>>> {
  %0 = arith.addi %x, %x : i64
  %1 = relax.shape [n, 2] : !relax.shape<[n, 2]>
  %2 = relax.tuple %1, %y : (!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>) -> tuple<!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>>
  %3 = relax.tuple %0, %2 : (i64, tuple<!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>>) -> tuple<i64, tuple<!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>>>
  relax.return %3 : tuple<i64, tuple<!relax.shape<[n, 2]>, tensor<?xf32, #relax.dims<[n]>>>>
}

// -----

// A function of the run time gets the context first, as external functions do.
// Nothing is made of the object that stands for nothing.
// CHECK-LABEL: func.func @builtin(
// CHECK: relax_rt.call_external "my.builtin" ins(%{{.*}} : memref<4xf32>)
// CHECK-NOT: null_value
// CHECK-NOT: relax.string
// CHECK-NOT: relax.dtype
relax.func impure @builtin(%x: tensor<4xf32>) {
  relax.call_builtin_with_ctx "my.builtin"(%x) : (tensor<4xf32>) -> ()
  %0 = relax.null_value : !relax.object
  relax.vm.kill_object %0 : !relax.object
  %1 = relax.string "unused"
  %2 = relax.dtype f32
  relax.return
}

// -----

// A hint that no pass realized says nothing.
// CHECK-LABEL: func.func @hint(
// CHECK-NOT: hint_on_device
// CHECK: return
relax.func @hint(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"llvm", 0> : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A scalar is passed in memory, and that is its tensor.
// CHECK-LABEL: func.func @scalar_to_tensor(
// CHECK: %[[T:.*]] = memref.alloca() : memref<f32>
// CHECK: memref.store %{{.*}}, %[[T]][] : memref<f32>
// CHECK-NOT: relax.scalar_to_tensor
relax.func @scalar_to_tensor(%f: f32, %b: i1, %i: i8) -> (tensor<f32>, tensor<i1>, tensor<ui8>) {
  %0 = relax.scalar_to_tensor %f : f32 -> tensor<f32>
  %1 = relax.scalar_to_tensor %b : i1 -> tensor<i1>
  %2 = relax.scalar_to_tensor %i : i8 -> tensor<ui8>
  relax.return %0, %1, %2 : tensor<f32>, tensor<i1>, tensor<ui8>
}

// -----

// Where a tensor of the type was compared with the storage, the next one is
// not; at another place, and in another branch, it is.
// CHECK-LABEL: func.func @compared(
// CHECK: relax_rt.assert %{{.*}}, "a tensor does not fit in its storage"
// CHECK-NOT: relax_rt.assert
// CHECK-COUNT-2: relax_rt.call_kernel
// CHECK: scf.if
// CHECK: relax_rt.assert
// CHECK: } else {
// CHECK: relax_rt.assert
// CHECK-NOT: relax_rt.assert
// CHECK: return
tir.func private @exp(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @compared(%c: tensor<i1>, %x: tensor<?xf32, #relax.dims<[n]>>) attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [n * 8]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
  relax.memory.kill_tensor %0 : tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%1 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
  relax.if %c : tensor<i1> {
    %2 = relax.memory.alloc_tensor %s at [n * 4] : tensor<?xf32, #relax.dims<[n]>>
    relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%2 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
    relax.yield
  } else {
    %3 = relax.memory.alloc_tensor %s at [n * 4] : tensor<?xf32, #relax.dims<[n]>>
    relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%3 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
    %4 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
    relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%4 : tensor<?xf32, #relax.dims<[n]>>) vars [n]
    relax.yield
  }
  relax.memory.kill_storage %s
  relax.return
}
