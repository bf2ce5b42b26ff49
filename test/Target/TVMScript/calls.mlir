// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

tir.func private @scale(%x: memref<4xf32>, %y: memref<4xf32>, %n: index {tir.var = #relax.expr<n>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @two(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.extern_func @my.library
// CHECK: unused = R.ExternFunc("unused")
relax.extern_func @unused

// Sizes come behind the inputs.
// CHECK-LABEL: def programs(
// CHECK: lv: R.Tensor((4,), dtype="float32") = R.call_tir(cls.scale, (x, m * 2, ), out_ty=R.Tensor((4,), dtype="float32"))
// CHECK: = R.call_tir(cls.two, (lv, ), out_ty=[R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), ])
// CHECK: R.call_tir_inplace(cls.two, (lv_2, x, ), out_ty={{.*}}, inplace_indices=[0, -1])
// CHECK: R.call_tir_with_grad(cls.two, {{.*}}, te_grad_name="g", te_grad_kwargs={"i": 3})
relax.func @programs(%x: tensor<4xf32> {relax.name = "x"}, %s: !relax.shape<[m]>) -> tensor<4xf32> attributes {relax.force_pure} {
  %0 = relax.call_tir @scale(%x) vars [m * 2] : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = relax.call_tir @two(%0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %2:2 = relax.call_tir_inplace @two(%1#0, %x) {inplace_indices = array<i64: 0, -1>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %3:2 = relax.call_tir_with_grad @two(%2#1) {te_grad_name = "g", te_grad_kwargs = {i = 3 : i64}} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %3#0 : tensor<4xf32>
}

// CHECK-LABEL: def foreign(
// CHECK-NEXT: R.call_packed("my.library", x, ty_args=(R.Tuple,))
// CHECK-NEXT: lv: R.Tensor((4,), dtype="float32") = R.call_pure_packed("my.library", x, ty_args=(R.Tensor((4,), dtype="float32"),))
// CHECK-NEXT: = R.call_dps_packed("my.library", (lv,), out_ty=R.Tensor((4,), dtype="float32"))
// CHECK-NEXT: = R.call_inplace_packed("my.library", {{.*}}, inplace_indices=[0], ty_args=
// CHECK-NEXT: R.Object = R.call_builtin_with_ctx("vm.f", (x,), ty_args=(R.Object,))
// CHECK-NEXT: = R.call_py_func("soft", x, out_ty=R.Tensor((4,), dtype="float32"))
// CHECK-NEXT: = R.invoke_closure({{.*}}, (x,), ty_args=(R.Tensor((4,), dtype="float32"),))
// CHECK-NEXT: R.assert_op(c, x, format=R.str("x is {}"))
relax.func impure @foreign(%c: tensor<i1> {relax.name = "c"}, %x: tensor<4xf32> {relax.name = "x"}) -> !relax.object {
  relax.call_packed @my.library(%x) : (tensor<4xf32>) -> ()
  %0 = relax.call_pure_packed @my.library(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_dps_packed @my.library(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_inplace_packed @my.library(%1) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call_builtin_with_ctx "vm.f"(%x) : (tensor<4xf32>) -> !relax.object
  %4 = relax.call_py_func "soft"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = relax.invoke_closure %3(%x) : !relax.object, (tensor<4xf32>) -> tensor<4xf32>
  relax.assert_op %c, "x is {}"(%x) : tensor<i1>, tensor<4xf32>
  relax.return %3 : !relax.object
}

// CHECK-LABEL: def memory(
// CHECK-NEXT: cls = Module
// CHECK-NEXT: lv: R.Object = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("uint8"))
// CHECK-NEXT: lv_1: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(lv, 0, R.shape([4]), R.dtype("float32"), 0)
// CHECK-NEXT: R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("shared"))
// CHECK-NEXT: cls.two(x, lv_1, lv_2)
// CHECK-NEXT: R.vm.alloc_storage(R.shape([64]), 1, R.dtype("float32"), R.str("global"))
// CHECK-NEXT: R.vm.alloc_tensor(lv_3, 16, R.shape([4]), R.dtype("float32"), 0)
// CHECK-NEXT: R.vm.call_tir_dyn(cls.two, (x, lv_1, lv_4))
// CHECK-NEXT: R.memory.view(x, R.shape([2, 2]), R.dtype("float32"), 0)
// CHECK-NEXT: R.memory.ensure_zero_offset(x)
// CHECK-NEXT: R.builtin.stop_lift_params(x)
// CHECK-NEXT: R.memory.kill_tensor(lv_1)
// CHECK-NEXT: R.memory.kill_storage(lv)
// CHECK-NEXT: R.vm.kill_object(lv_3)
// CHECK-NEXT: return lv_2
relax.func impure @memory(%x: tensor<4xf32> {relax.name = "x"}) -> tensor<4xf32> {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  %2 = relax.builtin.alloc_tensor {storage_scope = "shared"} : tensor<4xf32>
  relax.call_prim_func @two ins(%x : tensor<4xf32>) outs(%1, %2 : tensor<4xf32>, tensor<4xf32>)
  %3 = relax.vm.alloc_storage [64] {dtype = f32, runtime_device_index = 1 : i64}
  %4 = relax.vm.alloc_tensor %3 at [16] : tensor<4xf32>
  relax.vm.call_tir_dyn @two(%x, %1, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %5 = relax.memory.view %x at [0] : tensor<4xf32> to tensor<2x2xf32>
  %6 = relax.memory.ensure_zero_offset %x : tensor<4xf32>
  %7 = relax.builtin.stop_lift_params %x : tensor<4xf32>
  relax.memory.kill_tensor %1 : tensor<4xf32>
  relax.memory.kill_storage %0
  relax.vm.kill_object %3 : !relax.object
  relax.return %2 : tensor<4xf32>
}
