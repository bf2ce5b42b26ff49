// Violations of the rules of RelaxAttrs.

// rule: #relax.vdevice R1
// a: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
func.func private @${f}() attributes {d = #relax.vdevice<"", ${a}>} // here

// -----

// rule: #relax.vdevice R2
// a: -1 -4 -3 -2
// dev: cuda llvm rocm vulkan metal
func.func private @${f}() attributes {d = #relax.vdevice<"${dev}", ${a}>} // here

// -----

// rule: #relax.vdevice R3
// a: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda llvm rocm vulkan metal
func.func private @${f}() attributes {d = #relax.vdevice<"${dev}", ${a}, "">} // here

// -----

// rule: #relax.dims R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
func.func private @${f}(tensor<?x${a}x${t}, #relax.dims<[n]>>) // here

// -----

// rule: #relax.dims R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 1 8 9 100
// b: 5 10 15
func.func private @${f}(tensor<?x${a}x${t}, #relax.dims<[n, ${b}]>>) // here

// -----

// rule: #relax.dims R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
func.func private @${f}(tensor<?x${a}x${t}, #relax.dims<[n, ?]>>) // here

// -----

// rule: #relax.dims R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 3 7 8 9 11 32
// b: 5 10 15
// c: 0 1
tir.func private @${size}(%x: memref<${a}x?x${t}> {tir.dims = #relax.dims<[${b}, n]>}) attributes {num_inputs = ${c}} { // here
  tir.return
}

// -----

// rule: #relax.dims R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
func.func private @${f}(tensor<?x?x${t}, #relax.dims<[n, ${a}]>>) // here

// -----

// rule: #relax.dims R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
func.func private @${f}(tensor<?x${a}x${t}, #relax.dims<[?, ${a}]>>) // here

// -----

// rule: #relax.dims R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 1 2 3 4 5 6 7 8 9 11 12 16
func.func private @${f}(tensor<?x?x${t}, #relax.dims<[n, -n - ${a}]>>) // here
