// Violations of the rules of BinaryOps on integers.

// rule: relax.${op} R1
// op: bitwise_and bitwise_or bitwise_xor left_shift right_shift
// a: 1 2 3 4 5 0
// t: i8 i16 i32
// u: i64 ui8
relax.func @${f}(%x: tensor<${a}x${t}>, %y: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: bitwise_and bitwise_or bitwise_xor left_shift right_shift
// a: 2 4 6 9 0
// b: 3 5 7 11
// t: i8 i16 i32 i64
relax.func @${f}(%x: tensor<${a}x${t}>, %y: tensor<2x${b}x${t}>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}>, tensor<2x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: logical_and logical_or logical_xor
// a: 2 4 6 9 0
// b: 3 5 7 11
// c: 1 2 8
relax.func @${f}(%x: tensor<${a}xi1>, %y: tensor<${c}x${b}xi1>) {
  %0 = relax.${op} %y, %x : (tensor<${c}x${b}xi1>, tensor<${a}xi1>) -> tensor<*xi1> // here
  relax.return
}

// -----

// rule: relax.${op} R3
// op: bitwise_and bitwise_or bitwise_xor left_shift right_shift
// a: 1 2 3 4 5 0
// t: i8 i16 i32 i64
// d: cuda rocm vulkan metal
// i: 0 1 2
relax.func @${f}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${d}", ${i}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${i}>>>) {
  %0 = relax.${op} %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${d}", ${i}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${i}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R3
// op: logical_and logical_or logical_xor
// a: 1 2 3 4 5 0
// t: i8 i16 i32 i64
// d: cuda rocm vulkan metal
// i: 0 1 2
relax.func @${f}(%x: tensor<${a}xi1, #relax.dims<[${a}], vdevice = #relax.vdevice<"${d}", ${i}>>>, %y: tensor<${a}xi1, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${i}>>>) {
  %0 = relax.${op} %x, %y : (tensor<${a}xi1, #relax.dims<[${a}], vdevice = #relax.vdevice<"${d}", ${i}>>>, tensor<${a}xi1, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${i}>>>) -> tensor<*xi1> // here
  relax.return
}
