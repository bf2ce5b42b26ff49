// What stands inside of what is found once for each op: forty leaves of a tuple,
// sixty choices in each other.
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
  %t32 = arith.cmpf olt, %v32, %zero : f32
  %v33 = scf.if %t32 -> f32 {
    %l32 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l32 : f32
  } else {
    scf.yield %zero : f32
  }
  %t33 = arith.cmpf olt, %v33, %zero : f32
  %v34 = scf.if %t33 -> f32 {
    %l33 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l33 : f32
  } else {
    scf.yield %zero : f32
  }
  %t34 = arith.cmpf olt, %v34, %zero : f32
  %v35 = scf.if %t34 -> f32 {
    %l34 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l34 : f32
  } else {
    scf.yield %zero : f32
  }
  %t35 = arith.cmpf olt, %v35, %zero : f32
  %v36 = scf.if %t35 -> f32 {
    %l35 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l35 : f32
  } else {
    scf.yield %zero : f32
  }
  %t36 = arith.cmpf olt, %v36, %zero : f32
  %v37 = scf.if %t36 -> f32 {
    %l36 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l36 : f32
  } else {
    scf.yield %zero : f32
  }
  %t37 = arith.cmpf olt, %v37, %zero : f32
  %v38 = scf.if %t37 -> f32 {
    %l37 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l37 : f32
  } else {
    scf.yield %zero : f32
  }
  %t38 = arith.cmpf olt, %v38, %zero : f32
  %v39 = scf.if %t38 -> f32 {
    %l38 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l38 : f32
  } else {
    scf.yield %zero : f32
  }
  %t39 = arith.cmpf olt, %v39, %zero : f32
  %v40 = scf.if %t39 -> f32 {
    %l39 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l39 : f32
  } else {
    scf.yield %zero : f32
  }
  %t40 = arith.cmpf olt, %v40, %zero : f32
  %v41 = scf.if %t40 -> f32 {
    %l40 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l40 : f32
  } else {
    scf.yield %zero : f32
  }
  %t41 = arith.cmpf olt, %v41, %zero : f32
  %v42 = scf.if %t41 -> f32 {
    %l41 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l41 : f32
  } else {
    scf.yield %zero : f32
  }
  %t42 = arith.cmpf olt, %v42, %zero : f32
  %v43 = scf.if %t42 -> f32 {
    %l42 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l42 : f32
  } else {
    scf.yield %zero : f32
  }
  %t43 = arith.cmpf olt, %v43, %zero : f32
  %v44 = scf.if %t43 -> f32 {
    %l43 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l43 : f32
  } else {
    scf.yield %zero : f32
  }
  %t44 = arith.cmpf olt, %v44, %zero : f32
  %v45 = scf.if %t44 -> f32 {
    %l44 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l44 : f32
  } else {
    scf.yield %zero : f32
  }
  %t45 = arith.cmpf olt, %v45, %zero : f32
  %v46 = scf.if %t45 -> f32 {
    %l45 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l45 : f32
  } else {
    scf.yield %zero : f32
  }
  %t46 = arith.cmpf olt, %v46, %zero : f32
  %v47 = scf.if %t46 -> f32 {
    %l46 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l46 : f32
  } else {
    scf.yield %zero : f32
  }
  %t47 = arith.cmpf olt, %v47, %zero : f32
  %v48 = scf.if %t47 -> f32 {
    %l47 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l47 : f32
  } else {
    scf.yield %zero : f32
  }
  %t48 = arith.cmpf olt, %v48, %zero : f32
  %v49 = scf.if %t48 -> f32 {
    %l48 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l48 : f32
  } else {
    scf.yield %zero : f32
  }
  %t49 = arith.cmpf olt, %v49, %zero : f32
  %v50 = scf.if %t49 -> f32 {
    %l49 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l49 : f32
  } else {
    scf.yield %zero : f32
  }
  %t50 = arith.cmpf olt, %v50, %zero : f32
  %v51 = scf.if %t50 -> f32 {
    %l50 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l50 : f32
  } else {
    scf.yield %zero : f32
  }
  %t51 = arith.cmpf olt, %v51, %zero : f32
  %v52 = scf.if %t51 -> f32 {
    %l51 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l51 : f32
  } else {
    scf.yield %zero : f32
  }
  %t52 = arith.cmpf olt, %v52, %zero : f32
  %v53 = scf.if %t52 -> f32 {
    %l52 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l52 : f32
  } else {
    scf.yield %zero : f32
  }
  %t53 = arith.cmpf olt, %v53, %zero : f32
  %v54 = scf.if %t53 -> f32 {
    %l53 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l53 : f32
  } else {
    scf.yield %zero : f32
  }
  %t54 = arith.cmpf olt, %v54, %zero : f32
  %v55 = scf.if %t54 -> f32 {
    %l54 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l54 : f32
  } else {
    scf.yield %zero : f32
  }
  %t55 = arith.cmpf olt, %v55, %zero : f32
  %v56 = scf.if %t55 -> f32 {
    %l55 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l55 : f32
  } else {
    scf.yield %zero : f32
  }
  %t56 = arith.cmpf olt, %v56, %zero : f32
  %v57 = scf.if %t56 -> f32 {
    %l56 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l56 : f32
  } else {
    scf.yield %zero : f32
  }
  %t57 = arith.cmpf olt, %v57, %zero : f32
  %v58 = scf.if %t57 -> f32 {
    %l57 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l57 : f32
  } else {
    scf.yield %zero : f32
  }
  %t58 = arith.cmpf olt, %v58, %zero : f32
  %v59 = scf.if %t58 -> f32 {
    %l58 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l58 : f32
  } else {
    scf.yield %zero : f32
  }
  %t59 = arith.cmpf olt, %v59, %zero : f32
  %v60 = scf.if %t59 -> f32 {
    %l59 = memref.load %x[%c0] : memref<4xf32>
    scf.yield %l59 : f32
  } else {
    scf.yield %zero : f32
  }
  memref.store %v60, %y[%c0] : memref<4xf32>
  tir.return
}
