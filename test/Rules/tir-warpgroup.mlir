// Violations of the rules of TIR: WarpgroupOps.

// rule: tir.warpgroup_product R1
// t: 132xf32 2xf32 6xf32 4x4xf32 20xi32
tir.func private @${many}(%s: memref<${t}>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<${t}>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>> // here
  tir.return
}

// -----

// rule: tir.warpgroup_product R2
// t: bf16 f32 i8 i16
// u: f16 f64
tir.func private @${types}(%s: memref<8xf32>, %a: memref<8x${t}, #gpu.address_space<workgroup>>, %b: memref<8x${u}, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  tir.warpgroup_product %s += %a[%i] * %b[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8x${t}, #gpu.address_space<workgroup>>, memref<8x${u}, #gpu.address_space<workgroup>> // here
  tir.return
}

// -----

// rule: tir.warpgroup_product R3
// t: 8xf16 8x8xf16
// n: 8 16 128
tir.func private @${where}(%s: memref<${n}xf32>, %a: memref<${t}>, %i: index) attributes {num_inputs = 0} {
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<${n}xf32>, memref<${t}>, memref<${t}> // here
  tir.return
}

// -----

// rule: tir.warpgroup_product R4
// s: 16 256 -128
// d: 16 1024
tir.func private @${layout}(%s: memref<8xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: ${s}, ${d}, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>> // here
  tir.return
}
