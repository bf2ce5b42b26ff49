// '#relax.dims' and '#relax.vdevice': each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.dims
// expected-error @below {{expected '#relax.dims' with 2 dimensions as the tensor has, found 1}}
func.func private @f(tensor<?x4xf32, #relax.dims<[n]>>)

// -----

// R2 of relax.dims
// expected-error @below {{expected dimension 1 of '#relax.dims' to be 4 as in the tensor type, found '5'}}
func.func private @f(tensor<?x4xf32, #relax.dims<[n, 5]>>)

// -----

// R2 of relax.dims
// expected-error @below {{expected dimension 1 of '#relax.dims' to be 4 as in the tensor type, found '?'}}
func.func private @f(tensor<?x4xf32, #relax.dims<[n, ?]>>)

// -----

// R3 of relax.dims
// expected-error @below {{expected dimension 1 of '#relax.dims' to be symbolic or '?' as the tensor type has '?', found 4; write 4 in the tensor type too}}
func.func private @f(tensor<?x?xf32, #relax.dims<[n, 4]>>)

// -----

// R4 of relax.dims
// expected-error @below {{expected '#relax.dims' with a symbolic dimension or a 'vdevice', found neither; drop the encoding}}
func.func private @f(tensor<?x4xf32, #relax.dims<[?, 4]>>)

// -----

// R5 of relax.dims
// expected-error @below {{expected dimension 1 to be 0 or more, found '-n - 1', which is always negative}}
func.func private @f(tensor<?x?xf32, #relax.dims<[n, -n - 1]>>)

// -----

// expected-error @below {{expected ']' in list of dimensions}}
func.func private @f(tensor<?xf32, #relax.dims<[n m]>>)

// -----

// expected-error @below {{expected '['}}
func.func private @f(tensor<?xf32, #relax.dims<n>>)

// -----

// expected-error @below {{expected 'vdevice'}}
func.func private @f(tensor<?xf32, #relax.dims<[n], device = 1>>)

// -----

// expected-error @below {{invalid kind of attribute specified}}
func.func private @f(tensor<?xf32, #relax.dims<[n], vdevice = 1>>)

// -----

// R1 of relax.vdevice
// expected-error @below {{expected a virtual device with a kind of target such as "llvm" or "cuda", found ""}}
func.func private @f() attributes {d = #relax.vdevice<"", 0>}

// -----

// R2 of relax.vdevice
// expected-error @below {{expected a virtual device with an index of 0 or more, found -1}}
func.func private @f() attributes {d = #relax.vdevice<"cuda", -1>}

// -----

// R3 of relax.vdevice
// expected-error @below {{expected a virtual device with a memory scope, found ""; leave it out to mean "global"}}
func.func private @f() attributes {d = #relax.vdevice<"cuda", 0, "">}
