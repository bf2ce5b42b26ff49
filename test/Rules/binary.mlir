// Violations of the rules of BinaryOps.

// rule: relax.${op} R1
// op: add atan2 divide equal floor_divide floor_mod greater_equal greater less_equal less log_add_exp maximum minimum mod multiply not_equal power subtract
// t: f32 bf16
// a: 4 1 3 5
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}>, tensor<${a}xf16>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: less add atan2 divide equal floor_divide floor_mod greater_equal greater less_equal log_add_exp maximum minimum mod multiply not_equal power subtract
// t: f32 f16 bf16 f64
// u: i1 f16 bf16 f32 f64 i8 i16 i64
// a: 2 6 7 9 32
// b: 3 4 11 12
relax.func @${main}(%x: tensor<?x${t}, #relax.dims<[n + ${a}]>>, %y: tensor<?x${t}, #relax.dims<[n + ${b}]>>) {
  %0 = relax.${op} %x, %y : (tensor<?x${t}, #relax.dims<[n + ${a}]>>, tensor<?x${t}, #relax.dims<[n + ${b}]>>) -> tensor<?x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: multiply add atan2 divide equal floor_divide floor_mod greater_equal greater less_equal less log_add_exp maximum minimum mod not_equal power subtract
// t: f32 f16 bf16 f64
// a: 4 6 9 32
// b: 5 2 8 12 15
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${b}x${t}>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}>, tensor<${b}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R3
// op: add atan2 divide equal floor_divide floor_mod greater_equal greater less_equal less log_add_exp maximum minimum mod multiply not_equal power subtract
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 6 7 11 12 16 100
// b: 0 1 2 4 5 6 7 8 16 32 100
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.ewise_fma R1
// t: f32 i32 i64
// a: 4 0 1 3 5 6 7 11 12 16
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0 = relax.ewise_fma %x, %x, %y : (tensor<${a}x${t}>, tensor<${a}x${t}>, tensor<${a}xf16>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.ewise_fma R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 6 9 12 32 64
// b: 5 10 15
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${b}x${t}>) {
  %0 = relax.ewise_fma %x, %x, %y : (tensor<${a}x${t}>, tensor<${a}x${t}>, tensor<${b}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.ewise_fma R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.ewise_fma %x, %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<${a}x${t}> // here
  relax.return
}
