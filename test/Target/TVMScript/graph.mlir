// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// CHECK:      # from tvm.script import ir as I
// CHECK:      @I.ir_module
// CHECK-NEXT: class Module:
// CHECK-NEXT:   I.module_attrs({"numbers": [1, 2.5, "three"], "system_lib_prefix": "hello_"})
module attributes {relax.numbers = [1, 2.5, "three"], relax.system_lib_prefix = "hello_"} {

// Symbols are strings in a signature, and variables in the body.
// CHECK:      @R.function
// CHECK-NEXT: def sizes(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor((2, 3), dtype="uint8"), z: R.Tensor(dtype="float16", ndim=2)) -> R.Shape(["n * 2 + 1", "n // 4", "T.min(n, 512)", "n % 4"]):
// CHECK-NEXT:   n = T.int64()
// CHECK-NEXT:   return R.shape([n * 2 + 1, n // 4, T.min(n, 512), n % 4])
relax.func @sizes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"}, %y: tensor<2x3xui8> {relax.name = "y"},
                  %z: tensor<?x?xf16> {relax.name = "z"})
    -> !relax.shape<[n * 2 + 1, n floordiv 4, min(n, 512), n floormod 4]> {
  %0 = relax.shape [n * 2 + 1, n floordiv 4, min(n, 512), n floormod 4]
      : !relax.shape<[n * 2 + 1, n floordiv 4, min(n, 512), n floormod 4]>
  relax.return %0 : !relax.shape<[n * 2 + 1, n floordiv 4, min(n, 512), n floormod 4]>
}

// CHECK:      @R.function(private=True, pure=False)
// CHECK-NEXT: def types(arg0: R.Object, arg1: R.Shape(ndim=2), arg2: R.Shape(ndim=-1), arg3: R.Tensor(), arg4: R.Tensor(dtype="float32"), arg5: R.Tuple(R.Tensor((), dtype="bool"), R.Tuple), arg6: R.Prim("int64"), arg7: R.Callable((R.Tensor((4,), dtype="float32"),), R.Object, True), arg8: R.Callable(purity=False)) -> R.Tuple(R.Tensor((), dtype="bool"), R.Tuple):
// CHECK-NEXT:   R.func_attr({"Codegen": "lib", "Primitive": True, "num_input": 2})
// CHECK-NEXT:   R.print(arg0, format=R.str("\"{}\"\n"))
// CHECK-NEXT:   return arg5
relax.func impure private @types(%o: !relax.object, %s: !relax.shape<rank 2>, %t: !relax.shape<?>, %u: tensor<*x!relax.unknown>,
    %v: tensor<*xf32>, %w: tuple<tensor<i1>, tuple<>>, %i: i64,
    %f: !relax.callable<(tensor<4xf32>) -> !relax.object, pure>, %g: !relax.callable<impure>) -> tuple<tensor<i1>, tuple<>>
    attributes {num_input = 2 : i64, relax.primitive, Codegen = "lib"} {
  relax.print "\22{}\22\0A"(%o) : !relax.object
  relax.return %w : tuple<tensor<i1>, tuple<>>
}

// A parameter whose name is none in Python, and one that Python has taken.
// CHECK:      def named(in_put_1: R.Tensor((4,), dtype="float32"), for_: R.Tensor((4,), dtype="float32"))
// CHECK-NEXT:   R.func_attr({"relax.parameter_names": ["in.put.1", "for"]})
relax.func @named(%x: tensor<4xf32> {relax.name = "in.put.1"}, %y: tensor<4xf32> {relax.name = "for"}) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// CHECK:      def regions(
// CHECK-NEXT:   with R.dataflow():
// CHECK-NEXT:     lv: R.Tensor((4,), dtype="float32") = R.exp(x)
// CHECK-NEXT:     lv_1: R.Tensor((4,), dtype="float32") = R.add(lv, x)
// CHECK-NEXT:     R.output(lv, lv_1)
// CHECK-NEXT:   with R.dataflow():
// CHECK-NEXT:     gv: R.Tensor((4,), dtype="float32") = lv_1
// CHECK-NEXT:     gv_1: R.Tensor((4,), dtype="float32") = x
// CHECK-NEXT:     R.output(gv, gv_1)
// CHECK-NEXT:   return (lv, gv_1)
relax.func @regions(%x: tensor<4xf32> {relax.name = "x"}) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0:2 = relax.dataflow -> tensor<4xf32>, tensor<4xf32> {
    %1 = relax.exp %x : tensor<4xf32>
    %2 = relax.add %1, %x : tensor<4xf32>
    relax.output %1, %2 : tensor<4xf32>, tensor<4xf32>
  }
  %3:2 = relax.dataflow -> tensor<4xf32>, tensor<4xf32> {
    relax.output %0#1, %x : tensor<4xf32>, tensor<4xf32>
  }
  relax.dataflow {
    relax.output
  }
  %4 = relax.tuple %0#0, %3#1 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %4 : tuple<tensor<4xf32>, tensor<4xf32>>
}

// CHECK:      def branches(c: R.Tensor((), dtype="bool"), x: R.Tensor(("n",), dtype="float32")
// CHECK-NEXT:   n = T.int64()
// CHECK-NEXT:   if c:
// CHECK-NEXT:     lv: R.Tensor((n,), dtype="float32") = R.exp(x)
// CHECK-NEXT:     gv: R.Tensor((n,), dtype="float32") = lv
// CHECK-NEXT:   else:
// CHECK-NEXT:     gv: R.Tensor((n,), dtype="float32") = x
// CHECK-NEXT:   if n + 1 < T.int64(16):
// CHECK:        return gv_1
relax.func @branches(%c: tensor<i1> {relax.name = "c"}, %x: tensor<?xf32, #relax.dims<[n]>> {relax.name = "x"})
    -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.if %c : tensor<i1> -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %1 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    relax.yield %x : tensor<?xf32, #relax.dims<[n]>>
  }
  %2 = relax.prim_value n + 1 : i64
  %3 = arith.constant 16 : i64
  %4 = arith.cmpi slt, %2, %3 : i64
  %5 = relax.if %4 : i1 -> tensor<?xf32, #relax.dims<[n]>> {
    relax.yield %0 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    relax.yield %x : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %5 : tensor<?xf32, #relax.dims<[n]>>
}

// CHECK:      def closures(
// CHECK-NEXT:   cls = Module
// CHECK-NEXT:   @R.function
// CHECK-NEXT:   def local(x_1: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
// CHECK-NEXT:     lv: R.Tensor((4,), dtype="float32") = R.add(x_1, x)
// CHECK-NEXT:     return lv
// CHECK-NEXT:   lv_1: R.Tensor((4,), dtype="float32") = local(x)
// CHECK-NEXT:   lv_2: R.Object = R.make_closure(cls.double_, (lv_1,))
// CHECK-NEXT:   lv_3: R.Tensor((4,), dtype="float32") = R.invoke_pure_closure(lv_2, (), ty_args=(R.Tensor((4,), dtype="float32"),))
// CHECK-NEXT:   lv_4: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = cls.double_
// CHECK-NEXT:   lv_5: R.Tensor((4,), dtype="float32") = cls.double_(lv_3)
// CHECK-NEXT:   return lv_5
relax.func @closures(%x: tensor<4xf32> {relax.name = "x"}) -> tensor<4xf32> {
  %0 = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    %6 = relax.add %y, %x : tensor<4xf32>
    relax.yield %6 : tensor<4xf32>
  }
  %1 = relax.invoke_pure_closure %0(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.make_closure @double.(%1) : (tensor<4xf32>) -> !relax.object
  %3 = relax.invoke_pure_closure %2() : !relax.object, () -> tensor<4xf32>
  %4 = relax.make_closure @double.() : () -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
  %5 = relax.call @double.(%3) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %5 : tensor<4xf32>
}
// CHECK: def double_(
relax.func private @double.(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK:      def casts(
// CHECK-NEXT:   m = T.int64()
// CHECK-NEXT:   lv = R.match_cast(x, R.Tensor((m, 4), dtype="float32"))
relax.func @casts(%x: tensor<*xf32> {relax.name = "x"}) -> tensor<?x?xf32> {
  %0 = relax.match_cast %x : tensor<*xf32> to tensor<?x4xf32, #relax.dims<[m, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[m, 4]>>
}
}
