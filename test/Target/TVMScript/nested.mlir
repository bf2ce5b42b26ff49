// What stands inside of what is found once for each op: forty leaves of a tuple,
// thirty-two choices in each other.
// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// CHECK: def main()
// CHECK-NEXT: return (R.shape([2]), R.shape([2]),
relax.func @main() -> (tuple<!relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>>) {
  %s0 = relax.shape [2] : !relax.shape<[2]>
  %s1 = relax.shape [2] : !relax.shape<[2]>
  %s2 = relax.shape [2] : !relax.shape<[2]>
  %s3 = relax.shape [2] : !relax.shape<[2]>
  %s4 = relax.shape [2] : !relax.shape<[2]>
  %s5 = relax.shape [2] : !relax.shape<[2]>
  %s6 = relax.shape [2] : !relax.shape<[2]>
  %s7 = relax.shape [2] : !relax.shape<[2]>
  %s8 = relax.shape [2] : !relax.shape<[2]>
  %s9 = relax.shape [2] : !relax.shape<[2]>
  %s10 = relax.shape [2] : !relax.shape<[2]>
  %s11 = relax.shape [2] : !relax.shape<[2]>
  %s12 = relax.shape [2] : !relax.shape<[2]>
  %s13 = relax.shape [2] : !relax.shape<[2]>
  %s14 = relax.shape [2] : !relax.shape<[2]>
  %s15 = relax.shape [2] : !relax.shape<[2]>
  %s16 = relax.shape [2] : !relax.shape<[2]>
  %s17 = relax.shape [2] : !relax.shape<[2]>
  %s18 = relax.shape [2] : !relax.shape<[2]>
  %s19 = relax.shape [2] : !relax.shape<[2]>
  %s20 = relax.shape [2] : !relax.shape<[2]>
  %s21 = relax.shape [2] : !relax.shape<[2]>
  %s22 = relax.shape [2] : !relax.shape<[2]>
  %s23 = relax.shape [2] : !relax.shape<[2]>
  %s24 = relax.shape [2] : !relax.shape<[2]>
  %s25 = relax.shape [2] : !relax.shape<[2]>
  %s26 = relax.shape [2] : !relax.shape<[2]>
  %s27 = relax.shape [2] : !relax.shape<[2]>
  %s28 = relax.shape [2] : !relax.shape<[2]>
  %s29 = relax.shape [2] : !relax.shape<[2]>
  %s30 = relax.shape [2] : !relax.shape<[2]>
  %s31 = relax.shape [2] : !relax.shape<[2]>
  %s32 = relax.shape [2] : !relax.shape<[2]>
  %s33 = relax.shape [2] : !relax.shape<[2]>
  %s34 = relax.shape [2] : !relax.shape<[2]>
  %s35 = relax.shape [2] : !relax.shape<[2]>
  %s36 = relax.shape [2] : !relax.shape<[2]>
  %s37 = relax.shape [2] : !relax.shape<[2]>
  %s38 = relax.shape [2] : !relax.shape<[2]>
  %s39 = relax.shape [2] : !relax.shape<[2]>
  %t = relax.tuple %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17, %s18, %s19, %s20, %s21, %s22, %s23, %s24, %s25, %s26, %s27, %s28, %s29, %s30, %s31, %s32, %s33, %s34, %s35, %s36, %s37, %s38, %s39 : (!relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>) -> tuple<!relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>>
  relax.return %t : tuple<!relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>, !relax.shape<[2]>>
}

// CHECK: def chain(
// CHECK: A1[T.int64(0)] = T.if_then_else(T.if_then_else(T.if_then_else(
tir.func private @chain(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v0 = memref.load %x[%c0] : memref<4xf32>
  %t0 = arith.cmpf olt, %v0, %zero : f32
  %v1 = scf.if %t0 -> f32 {
    %l0 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l0 : f32
  } else {
    scf.yield %zero : f32
  }
  %t1 = arith.cmpf olt, %v1, %zero : f32
  %v2 = scf.if %t1 -> f32 {
    %l1 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l1 : f32
  } else {
    scf.yield %zero : f32
  }
  %t2 = arith.cmpf olt, %v2, %zero : f32
  %v3 = scf.if %t2 -> f32 {
    %l2 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l2 : f32
  } else {
    scf.yield %zero : f32
  }
  %t3 = arith.cmpf olt, %v3, %zero : f32
  %v4 = scf.if %t3 -> f32 {
    %l3 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l3 : f32
  } else {
    scf.yield %zero : f32
  }
  %t4 = arith.cmpf olt, %v4, %zero : f32
  %v5 = scf.if %t4 -> f32 {
    %l4 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l4 : f32
  } else {
    scf.yield %zero : f32
  }
  %t5 = arith.cmpf olt, %v5, %zero : f32
  %v6 = scf.if %t5 -> f32 {
    %l5 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l5 : f32
  } else {
    scf.yield %zero : f32
  }
  %t6 = arith.cmpf olt, %v6, %zero : f32
  %v7 = scf.if %t6 -> f32 {
    %l6 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l6 : f32
  } else {
    scf.yield %zero : f32
  }
  %t7 = arith.cmpf olt, %v7, %zero : f32
  %v8 = scf.if %t7 -> f32 {
    %l7 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l7 : f32
  } else {
    scf.yield %zero : f32
  }
  %t8 = arith.cmpf olt, %v8, %zero : f32
  %v9 = scf.if %t8 -> f32 {
    %l8 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l8 : f32
  } else {
    scf.yield %zero : f32
  }
  %t9 = arith.cmpf olt, %v9, %zero : f32
  %v10 = scf.if %t9 -> f32 {
    %l9 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l9 : f32
  } else {
    scf.yield %zero : f32
  }
  %t10 = arith.cmpf olt, %v10, %zero : f32
  %v11 = scf.if %t10 -> f32 {
    %l10 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l10 : f32
  } else {
    scf.yield %zero : f32
  }
  %t11 = arith.cmpf olt, %v11, %zero : f32
  %v12 = scf.if %t11 -> f32 {
    %l11 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l11 : f32
  } else {
    scf.yield %zero : f32
  }
  %t12 = arith.cmpf olt, %v12, %zero : f32
  %v13 = scf.if %t12 -> f32 {
    %l12 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l12 : f32
  } else {
    scf.yield %zero : f32
  }
  %t13 = arith.cmpf olt, %v13, %zero : f32
  %v14 = scf.if %t13 -> f32 {
    %l13 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l13 : f32
  } else {
    scf.yield %zero : f32
  }
  %t14 = arith.cmpf olt, %v14, %zero : f32
  %v15 = scf.if %t14 -> f32 {
    %l14 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l14 : f32
  } else {
    scf.yield %zero : f32
  }
  %t15 = arith.cmpf olt, %v15, %zero : f32
  %v16 = scf.if %t15 -> f32 {
    %l15 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l15 : f32
  } else {
    scf.yield %zero : f32
  }
  %t16 = arith.cmpf olt, %v16, %zero : f32
  %v17 = scf.if %t16 -> f32 {
    %l16 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l16 : f32
  } else {
    scf.yield %zero : f32
  }
  %t17 = arith.cmpf olt, %v17, %zero : f32
  %v18 = scf.if %t17 -> f32 {
    %l17 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l17 : f32
  } else {
    scf.yield %zero : f32
  }
  %t18 = arith.cmpf olt, %v18, %zero : f32
  %v19 = scf.if %t18 -> f32 {
    %l18 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l18 : f32
  } else {
    scf.yield %zero : f32
  }
  %t19 = arith.cmpf olt, %v19, %zero : f32
  %v20 = scf.if %t19 -> f32 {
    %l19 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l19 : f32
  } else {
    scf.yield %zero : f32
  }
  %t20 = arith.cmpf olt, %v20, %zero : f32
  %v21 = scf.if %t20 -> f32 {
    %l20 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l20 : f32
  } else {
    scf.yield %zero : f32
  }
  %t21 = arith.cmpf olt, %v21, %zero : f32
  %v22 = scf.if %t21 -> f32 {
    %l21 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l21 : f32
  } else {
    scf.yield %zero : f32
  }
  %t22 = arith.cmpf olt, %v22, %zero : f32
  %v23 = scf.if %t22 -> f32 {
    %l22 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l22 : f32
  } else {
    scf.yield %zero : f32
  }
  %t23 = arith.cmpf olt, %v23, %zero : f32
  %v24 = scf.if %t23 -> f32 {
    %l23 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l23 : f32
  } else {
    scf.yield %zero : f32
  }
  %t24 = arith.cmpf olt, %v24, %zero : f32
  %v25 = scf.if %t24 -> f32 {
    %l24 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l24 : f32
  } else {
    scf.yield %zero : f32
  }
  %t25 = arith.cmpf olt, %v25, %zero : f32
  %v26 = scf.if %t25 -> f32 {
    %l25 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l25 : f32
  } else {
    scf.yield %zero : f32
  }
  %t26 = arith.cmpf olt, %v26, %zero : f32
  %v27 = scf.if %t26 -> f32 {
    %l26 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l26 : f32
  } else {
    scf.yield %zero : f32
  }
  %t27 = arith.cmpf olt, %v27, %zero : f32
  %v28 = scf.if %t27 -> f32 {
    %l27 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l27 : f32
  } else {
    scf.yield %zero : f32
  }
  %t28 = arith.cmpf olt, %v28, %zero : f32
  %v29 = scf.if %t28 -> f32 {
    %l28 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l28 : f32
  } else {
    scf.yield %zero : f32
  }
  %t29 = arith.cmpf olt, %v29, %zero : f32
  %v30 = scf.if %t29 -> f32 {
    %l29 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l29 : f32
  } else {
    scf.yield %zero : f32
  }
  %t30 = arith.cmpf olt, %v30, %zero : f32
  %v31 = scf.if %t30 -> f32 {
    %l30 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l30 : f32
  } else {
    scf.yield %zero : f32
  }
  %t31 = arith.cmpf olt, %v31, %zero : f32
  %v32 = scf.if %t31 -> f32 {
    %l31 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l31 : f32
  } else {
    scf.yield %zero : f32
  }
  memref.store %v32, %y[%c0] : memref<4xf32>
  tir.return
}
