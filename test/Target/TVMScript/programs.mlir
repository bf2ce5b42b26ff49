// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s
// RUN: relax-translate --mlir-to-tvmscript --tvmscript-index-bits=32 %s | FileCheck %s --check-prefix=NARROW

// NARROW: for i in T.serial(n):
// CHECK:      @T.prim_func(private=True, s_tir=True)
// CHECK-NEXT: def matmul(A0_handle: T.handle, A1_handle: T.handle, A2_handle: T.handle):
// CHECK-NEXT:   T.func_attr({"num_inputs": 2, "op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
// CHECK-NEXT:   n = T.int64()
// CHECK-NEXT:   k = T.int64()
// CHECK-NEXT:   m = T.int64()
// CHECK-NEXT:   A0 = T.match_buffer(A0_handle, (n, k), "float32")
// CHECK:        for i in T.serial(n):
// CHECK-NEXT:     for i_1 in T.parallel(m):
// CHECK-NEXT:       for i_2 in T.serial(k, annotations={"hint": [1, "x"]}):
// CHECK-NEXT:         with T.sblock("matmul"):
// CHECK-NEXT:           v = T.axis.spatial(n, i)
// CHECK-NEXT:           v_1 = T.axis.spatial(m, i_1)
// CHECK-NEXT:           v_2 = T.axis.reduce(k, i_2)
// CHECK-NEXT:           T.where(i < T.int64(4))
// CHECK-NEXT:           T.sblock_attr({"tile": 4})
// CHECK-NEXT:           with T.init():
// CHECK-NEXT:             A2[v, v_1] = T.float32(0.0)
// CHECK-NEXT:           A2[v, v_1] = A2[v, v_1] + A0[v, v_2] * A1[v_2, v_1]
tir.func private @matmul(%A: memref<?x?xf32> {tir.dims = #relax.dims<[n, k]>}, %B: memref<?x?xf32> {tir.dims = #relax.dims<[k, m]>},
                         %C: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}) attributes {num_inputs = 2 : i64, op_pattern = 4 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %k = memref.dim %A, %c1 : memref<?x?xf32>
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  tir.for %i = %c0 to %n {
    tir.for parallel %j = %c0 to %m {
      tir.for %l = %c0 to %k annotations {hint = [1, "x"]} {
        %p = arith.cmpi slt, %i, %c4 : index
        tir.block "matmul" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %m, %vk : reduce = %l in %k) where %p
            reads(%A, %B : memref<?x?xf32>, memref<?x?xf32>) writes(%C : memref<?x?xf32>) annotations {tile = 4 : i64} {
          tir.init {
            memref.store %zero, %C[%vi, %vj] : memref<?x?xf32>
          }
          %0 = memref.load %C[%vi, %vj] : memref<?x?xf32>
          %1 = memref.load %A[%vi, %vk] : memref<?x?xf32>
          %2 = memref.load %B[%vk, %vj] : memref<?x?xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %C[%vi, %vj] : memref<?x?xf32>
        }
      }
    }
  }
  tir.return
}

// A dead size, a value that is used twice, one that is read before a store.
// CHECK:      @T.prim_func(s_tir=True)
// CHECK-NEXT: def steps(A0: T.Buffer((T.int64(16),), "float32"), n: T.int64, A1: T.Buffer((T.int64(16),), "float32")):
// CHECK:        for i in T.unroll(T.int64(2), n):
// CHECK-NEXT:     value: T.let[T.float32] = A0[i]
// CHECK-NEXT:     value_1: T.let[T.float32] = T.exp(value)
// CHECK-NEXT:     A0[i] = T.float32(2.0)
// CHECK-NEXT:     A1[i] = value_1 * value_1 + value
// CHECK-NEXT:   for i_1 in T.thread_binding(T.int64(4), thread="threadIdx.x"):
// CHECK-NEXT:     T.evaluate(0)
tir.func @steps(%A: memref<16xf32>, %B: memref<16xf32>, %n: index {tir.var = #relax.expr<n>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %dead = arith.addi %n, %c4 : index
  tir.for unrolled %i = %c2 to %n {
    %0 = memref.load %A[%i] : memref<16xf32>
    %1 = math.exp %0 : f32
    memref.store %two, %A[%i] : memref<16xf32>
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.addf %2, %0 : f32
    memref.store %3, %B[%i] : memref<16xf32>
  }
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
  }
  tir.return
}

// CHECK:      def control(
// CHECK:        T.attr(T.int32(0), "pragma_x", 1)
// CHECK-NEXT:   with T.sblock("root"):
// CHECK-NEXT:     T.sblock_attr({"parallel": 16})
// CHECK-NEXT:     if A0[T.int64(0)] < T.int32(8):
// CHECK-NEXT:       A0[T.int64(0)] = T.Add(A0[T.int64(0)], T.int32(1))
// CHECK-NEXT:     else:
// CHECK-NEXT:       T.evaluate(0)
// CHECK-NEXT:     while A0[T.int64(1)] < T.int32(8):
// CHECK-NEXT:       A0[T.int64(1)] = A0[T.int64(1)] + T.int32(3)
// CHECK-NEXT:     assert A0[T.int64(1)] != T.int32(8), "not eight"
// CHECK-NEXT:     assert A0[T.int64(1)] == T.int32(3), ("ValueError", ["three"])
// CHECK-NEXT:     T.evaluate(T.assume(A0[T.int64(1)] >= T.int32(3)))
// CHECK-NEXT:     T.tvm_storage_sync("shared")
// CHECK-NEXT:     T.evaluate(T.call_extern("void", "effect", A0.data, T.int32(3)))
// CHECK-NEXT:     T.evaluate(T.call_packed("packed", T.tvm_stack_make_array(A0.data, T.tvm_stack_make_shape(T.int64(2)), 0, 1, T.int32(0), 0), T.int32(3)))
// CHECK-NEXT:     value: T.let[T.float32] = T.call_pure_extern("float32", "erff", T.float32(1.5))
tir.func private @control(%A: memref<2xi32>) attributes {num_inputs = 0 : i64, pragmas = {pragma_x = 1 : i64}, root_annotations = {parallel = 16 : i64}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %eight = arith.constant 8 : i32
  %f = arith.constant 1.5 : f32
  %0 = memref.load %A[%c0] : memref<2xi32>
  %1 = arith.cmpi slt, %0, %eight : i32
  tir.if %1 {
    %2 = memref.load %A[%c0] : memref<2xi32>
    %3 = arith.addi %2, %one : i32
    memref.store %3, %A[%c0] : memref<2xi32>
  } else {
  }
  tir.while {
    %4 = memref.load %A[%c1] : memref<2xi32>
    %5 = arith.cmpi slt, %4, %eight : i32
    tir.condition %5
  } do {
    %6 = memref.load %A[%c1] : memref<2xi32>
    %7 = arith.addi %6, %three : i32
    memref.store %7, %A[%c1] : memref<2xi32>
  }
  %8 = memref.load %A[%c1] : memref<2xi32>
  %9 = arith.cmpi ne, %8, %eight : i32
  tir.assert %9, "not eight"
  %10 = memref.load %A[%c1] : memref<2xi32>
  %11 = arith.cmpi eq, %10, %three : i32
  tir.assert %11, "three" {error_kind = "ValueError"}
  %12 = memref.load %A[%c1] : memref<2xi32>
  %13 = arith.cmpi sge, %12, %three : i32
  llvm.intr.assume %13 : i1
  gpu.barrier
  tir.call_extern @effect(%A, %three) : (memref<2xi32>, i32) -> ()
  tir.call_extern @packed(%A, %three) {packed} : (memref<2xi32>, i32) -> ()
  %14 = tir.call_extern @erff(%f) {pure} : (f32) -> f32
  %15 = arith.fptosi %14 : f32 to i32
  memref.store %15, %A[%c0] : memref<2xi32>
  tir.return
}
