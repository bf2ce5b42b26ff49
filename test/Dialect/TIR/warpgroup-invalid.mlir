// Products of warpgroups: each rule.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of tir.warpgroup_product
tir.func private @many(%s: memref<132xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.warpgroup_product' op has sums of type 'memref<132xf32>'; expected rank 1 and 4 to 128 elements, a multiple of 4, of 8 from 16 on if they are integers [tir.warpgroup_product R1]}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<132xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

tir.func private @integers(%s: memref<20xi32>, %a: memref<8xi8, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{has sums of type 'memref<20xi32>'}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<20xi32>, memref<8xi8, #gpu.address_space<workgroup>>, memref<8xi8, #gpu.address_space<workgroup>>
  tir.return
}

// -----

tir.func private @rank(%s: memref<4x4xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{has sums of type 'memref<4x4xf32>'}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4x4xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

// R2 of tir.warpgroup_product
tir.func private @types(%s: memref<8xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %b: memref<8xbf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.warpgroup_product' op multiplies 'f16' and 'bf16' for sums of 'f32'; expected both f16, both bf16, both f32 or both f8 with sums of f32, or i8 with sums of i32 [tir.warpgroup_product R2]}}
  tir.warpgroup_product %s += %a[%i] * %b[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xbf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

// R3 of tir.warpgroup_product
tir.func private @where(%s: memref<8xf32>, %a: memref<8xf16>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.warpgroup_product' op takes a factor from 'memref<8xf16>'; expected rank 1, in the memory of a workgroup [tir.warpgroup_product R3]}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8xf16>, memref<8xf16>
  tir.return
}

// -----

// R4 of tir.warpgroup_product
tir.func private @swizzle(%s: memref<8xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.warpgroup_product' op has factors that lie as array<i64: 256, 16, 1024> and array<i64: 128, 16, 1024>; expected a swizzle of 0, 32, 64 or 128, two distances that are multiples of 16 from 0 to 262128, and transposed factors only of 16 bits [tir.warpgroup_product R4]}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 256, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

tir.func private @distance(%s: memref<8xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{has factors that lie as array<i64: 128, 16, 1024> and array<i64: 128, 16, 262144>}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 262144>} : memref<8xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

tir.func private @short(%s: memref<8xf32>, %a: memref<8xf16, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{has factors that lie as array<i64: 128, 16> and}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  tir.return
}

// -----

tir.func private @bytes(%s: memref<8xi32>, %a: memref<8xi8, #gpu.address_space<workgroup>>, %i: index) attributes {num_inputs = 0} {
  // expected-error @below {{and transposed factors only of 16 bits}}
  tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>, lhs_transposed} : memref<8xi32>, memref<8xi8, #gpu.address_space<workgroup>>, memref<8xi8, #gpu.address_space<workgroup>>
  tir.return
}
