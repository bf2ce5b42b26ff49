// Violations of the rules of ImageOps.

// rule: relax.image.${op} R1
// op: resize2d resize3d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %s: !relax.shape<[${b}, ${b}]>) {
  %0 = relax.image.${op} %x, %s {layout = "HWC"} : (tensor<${c}x${d}x${a}x${a}x${t}>, !relax.shape<[${b}, ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.${op} R2
// op: resize2d resize3d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${a}x${a}x${t}>, %s: !relax.shape<[${b}, ${b}]>) {
  %0 = relax.image.${op} %x, %s : (tensor<${c}x${a}x${a}x${t}>, !relax.shape<[${b}, ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.resize2d R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 3 0 1 4 5 6 7 8 9 11 12 16
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${a}x${b}x${b}x${t}>, %s: !relax.shape<rank ${a}>) {
  %0 = relax.image.resize2d %x, %s : (tensor<${c}x${a}x${b}x${b}x${t}>, !relax.shape<rank ${a}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.resize2d R4
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %s: !relax.shape<[${b}, ${b}]>) {
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<${c}x${d}x${a}x${a}x${t}>, !relax.shape<[${b}, ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.resize2d R4
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %s: !relax.shape<[${b}, ${b}]>) {
  %0 = relax.image.resize2d %x, %s {roi = array<f64: 0.0>} : (tensor<${c}x${d}x${a}x${a}x${t}>, !relax.shape<[${b}, ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.resize2d R4
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %s: !relax.shape<[${b}, ${b}]>) {
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize", roi = array<f64: 0.0>} : (tensor<${c}x${d}x${a}x${a}x${t}>, !relax.shape<[${b}, ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.affine_grid R1
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 5 0 1 2 3 4 6 7 8 9 10 11
// d: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%a: tensor<${a}x${b}x${t}>, %s: !relax.shape<[${c}, ${d}]>) {
  %0 = relax.image.affine_grid %a, %s : (tensor<${a}x${b}x${t}>, !relax.shape<[${c}, ${d}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.affine_grid R1
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 4 0 1 2 5 6 7 8 9 11 12 16
// d: 5 0 1 2 3 4 6 7 8 9 10 11
// e: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%a: tensor<${a}x${b}x${c}x${t}>, %s: !relax.shape<[${d}, ${e}]>) {
  %0 = relax.image.affine_grid %a, %s : (tensor<${a}x${b}x${c}x${t}>, !relax.shape<[${d}, ${e}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.affine_grid R2
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
relax.func @${main}(%a: tensor<${a}x2x3x${t}>, %s: !relax.shape<[${b}]>) {
  %0 = relax.image.affine_grid %a, %s : (tensor<${a}x2x3x${t}>, !relax.shape<[${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.grid_sample R1
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 2 0 1 3 4 5 6 7 8 9 11 12
// e: 5 0 1 2 3 4 6 7 8 9 10 11
// g: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${c}x${b}x${b}x${t}>, %g: tensor<${a}x${d}x${e}x${g}x${t}>) {
  %0 = relax.image.grid_sample %x, %g {layout = "NHW"} : (tensor<${a}x${c}x${b}x${b}x${t}>, tensor<${a}x${d}x${e}x${g}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.grid_sample R2
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 5 0 1 2 3 4 6 7 8 9 10 11
// e: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %g: tensor<${c}x${a}x${d}x${e}x${t}>) {
  %0 = relax.image.grid_sample %x, %g : (tensor<${a}x${b}x${t}>, tensor<${c}x${a}x${d}x${e}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.grid_sample R3
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 1 0 3 4 5 6 7 8 9 11 12 16
// d: 3 0 1 2 4 5 6 7 8 9 11 12
// e: 5 0 1 2 3 4 6 7 8 9 10 11
// g: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %g: tensor<${b}x${b}x${e}x${g}x${t}>) {
  %0 = relax.image.grid_sample %x, %g : (tensor<${c}x${d}x${a}x${a}x${t}>, tensor<${b}x${b}x${e}x${g}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.grid_sample R4
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 0 1 2 3 4 5 6 7 8 9 11 12
// e: 5 0 1 2 3 4 6 7 8 9 10 11
// g: 6 0 1 2 3 4 5 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${c}x${b}x${b}x${t}, #relax.dims<[${a}, ${c}, ${b}, ${b}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, %g: tensor<${a}x2x${e}x${g}x${t}, #relax.dims<[${a}, 2, ${e}, ${g}], vdevice = #relax.vdevice<"llvm", ${d}>>>) {
  %0 = relax.image.grid_sample %x, %g : (tensor<${a}x${c}x${b}x${b}x${t}, #relax.dims<[${a}, ${c}, ${b}, ${b}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, tensor<${a}x2x${e}x${g}x${t}, #relax.dims<[${a}, 2, ${e}, ${g}], vdevice = #relax.vdevice<"llvm", ${d}>>>) -> tensor<*x${t}> // here
  relax.return
}
