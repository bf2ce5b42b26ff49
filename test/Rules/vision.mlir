// Violations of the rules of VisionOps.

// rule: relax.vision.roi_align R1
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
// e: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${e}, ${e}>, spatial_scale = 1.0, layout = "CHW"} : (tensor<${c}x${d}x${a}x${a}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_align R2
// t: f32 f16 bf16 f64
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${c}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${a}, ${a}>, spatial_scale = 1.0} : (tensor<${a}x${c}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_align R3
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 6 7 8 9 11 12 16
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 2 1 3 4 5 6 7 8 9 11 12 16
// d: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %r: tensor<${c}x${a}x${t}>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${c}, ${c}>, spatial_scale = 1.0} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_align R4
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
// e: 2 -4 -3 -2 -1 0 1 3 4 5 6 7
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${e}>, spatial_scale = 1.0} : (tensor<${c}x${d}x${a}x${a}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_align R5
// t: f32 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>, %r: tensor<5x5xf16>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${d}, ${d}>, spatial_scale = 1.0} : (tensor<${b}x${c}x${a}x${a}x${t}>, tensor<5x5xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_align R6
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 0 1 2 3 4 5 6 7 8 9 11 12
// e: 2 1 3 4 5 6 7 8 9 11 12 16
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}, #relax.dims<[${b}, ${c}, ${a}, ${a}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, %r: tensor<5x5x${t}, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", ${d}>>>) {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: ${e}, ${e}>, spatial_scale = 1.0} : (tensor<${b}x${c}x${a}x${a}x${t}, #relax.dims<[${b}, ${c}, ${a}, ${a}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, tensor<5x5x${t}, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", ${d}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R1
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
// e: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${e}, ${e}>, spatial_scale = 1.0, layout = "CHW"} : (tensor<${c}x${d}x${a}x${a}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R2
// t: f32 f16 bf16 f64
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${c}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${a}, ${a}>, spatial_scale = 1.0} : (tensor<${a}x${c}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R3
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 6 7 8 9 11 12 16
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 2 1 3 4 5 6 7 8 9 11 12 16
// d: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %r: tensor<${c}x${a}x${t}>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${c}, ${c}>, spatial_scale = 1.0} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R4
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 0 1 2 4 5 6 7 8 9 11 12
// e: 2 -4 -3 -2 -1 0 1 3 4 5 6 7
relax.func @${main}(%x: tensor<${c}x${d}x${a}x${a}x${t}>, %r: tensor<${b}x${b}x${t}>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${e}>, spatial_scale = 1.0} : (tensor<${c}x${d}x${a}x${a}x${t}>, tensor<${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R5
// t: f32 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>, %r: tensor<5x5xf16>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${d}, ${d}>, spatial_scale = 1.0} : (tensor<${b}x${c}x${a}x${a}x${t}>, tensor<5x5xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.roi_pool R6
// t: f32 f16 bf16 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 0 1 2 3 4 5 6 7 8 9 11 12
// e: 2 1 3 4 5 6 7 8 9 11 12 16
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}, #relax.dims<[${b}, ${c}, ${a}, ${a}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, %r: tensor<5x5x${t}, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", ${d}>>>) {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: ${e}, ${e}>, spatial_scale = 1.0} : (tensor<${b}x${c}x${a}x${a}x${t}, #relax.dims<[${b}, ${c}, ${a}, ${a}], vdevice = #relax.vdevice<"${dev}", ${d}>>>, tensor<5x5x${t}, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", ${d}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.vision.get_valid_counts R1
// t: f32 f16 bf16 f64
// u: i32 f16 bf16 f32 f64 i1 i8 i16 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x3x${t}>) {
  %0:3 = relax.vision.get_valid_counts %x : (tensor<${a}x3x${t}>) -> (tensor<*x${u}>, tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.vision.non_max_suppression R2
// t: i32 i8 i16 i64 ui8
// u: f32 f16 bf16 f64
// a: 9 0 1 2 3 4 5 6 7 8 10 11
// b: 6 0 1 2 3 4 5 7 8 9 11 12
// c: 3 0 1 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<2x${a}x${b}x${u}>, %c: tensor<${c}x${t}>, %i: tensor<2x${a}x${t}>) {
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x${a}x${b}x${u}>, tensor<${c}x${t}>, tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.vision.non_max_suppression R3
// t: i32 i8 i16 i64 ui8
// u: f32 f16 bf16 f64
// a: 9 0 1 2 3 4 5 6 7 8 10 11
// b: 6 0 1 2 3 4 5 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<2x${a}x${b}x${u}, #relax.dims<[2, ${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %c: tensor<2x${t}, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", ${c}>>>, %i: tensor<2x${a}x${t}>) {
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x${a}x${b}x${u}, #relax.dims<[2, ${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<2x${t}, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.vision.all_class_non_max_suppression R1
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 6 0 1 2 3 4 5 7 8 9 11 12
// c: 5 0 1 2 3 6 7 8 9 10 11 12
relax.func @${main}(%b: tensor<${a}x${b}x${c}x${t}>, %s: tensor<${a}x2x${b}x${t}>, %m: tensor<${u}>, %t: tensor<${t}>) {
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<${a}x${b}x${c}x${t}>, tensor<${a}x2x${b}x${t}>, tensor<${u}>, tensor<${t}>, tensor<${t}>) -> (tensor<*x${u}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.vision.all_class_non_max_suppression R1
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 6 0 1 2 4 5 8 9 11 12 16 18
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 7 0 1 2 4 5 8 9 11 12 14 16
relax.func @${main}(%b: tensor<${a}x${b}x${c}x${t}>, %s: tensor<${a}x2x${d}x${t}>, %m: tensor<${u}>, %t: tensor<${t}>) {
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<${a}x${b}x${c}x${t}>, tensor<${a}x2x${d}x${t}>, tensor<${u}>, tensor<${t}>, tensor<${t}>) -> (tensor<*x${u}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.vision.all_class_non_max_suppression R2
// t: f32 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 6 0 1 2 3 4 5 7 8 9 11 12
relax.func @${main}(%b: tensor<${a}x${b}x4x${t}>, %s: tensor<${a}x2x${b}xf16>, %m: tensor<${u}>, %t: tensor<${t}>) {
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<${a}x${b}x4x${t}>, tensor<${a}x2x${b}xf16>, tensor<${u}>, tensor<${t}>, tensor<${t}>) -> (tensor<*x${u}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.vision.all_class_non_max_suppression R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 6 0 1 2 3 4 5 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%b: tensor<${a}x${b}x4x${t}, #relax.dims<[${a}, ${b}, 4], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %s: tensor<${a}x2x${b}x${t}, #relax.dims<[${a}, 2, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, %m: tensor<${u}>, %t: tensor<${t}>) {
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<${a}x${b}x4x${t}, #relax.dims<[${a}, ${b}, 4], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x2x${b}x${t}, #relax.dims<[${a}, 2, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${u}>, tensor<${t}>, tensor<${t}>) -> (tensor<*x${u}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.vision.multibox_transform_loc R1
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 21 0 1 2 3 4 5 6 7 8 9 11
// e: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%p: tensor<${a}x${c}x${b}x${t}>, %l: tensor<${a}x${d}x${t}>, %a: tensor<${a}x${b}x${e}x${t}>) {
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<${a}x${c}x${b}x${t}>, tensor<${a}x${d}x${t}>, tensor<${a}x${b}x${e}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.vision.multibox_transform_loc R2
// t: f32 f64
// a: 3 5 11 12 32
relax.func @${main}(%p: tensor<1x${a}x5x${t}>, %l: tensor<1x20x${t}>, %a: tensor<1x5x4xf16>) {
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x${a}x5x${t}>, tensor<1x20x${t}>, tensor<1x5x4xf16>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.vision.multibox_transform_loc R3
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%p: tensor<1x${a}x5x${t}, #relax.dims<[1, ${a}, 5], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %l: tensor<1x20x${t}, #relax.dims<[1, 20], vdevice = #relax.vdevice<"llvm", ${b}>>>, %a: tensor<1x5x4x${t}>) {
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x${a}x5x${t}, #relax.dims<[1, ${a}, 5], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<1x20x${t}, #relax.dims<[1, 20], vdevice = #relax.vdevice<"llvm", ${b}>>>, tensor<1x5x4x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.vision.multibox_transform_loc R4
// t: f32 f16 bf16 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%p: tensor<${a}x${c}x${b}x${t}>, %l: tensor<${a}x${d}x${t}>, %a: tensor<${a}x${b}x${e}x${t}>) {
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1>} : (tensor<${a}x${c}x${b}x${t}>, tensor<${a}x${d}x${t}>, tensor<${a}x${b}x${e}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}
