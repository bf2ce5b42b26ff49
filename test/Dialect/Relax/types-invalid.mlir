// The types of relax: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.shape
// expected-error @below {{expected dimension 0 to be 0 or more, found '-4', which is always negative}}
func.func private @f(!relax.shape<[-4]>)

// -----

// R2 of relax.shape
// expected-error @below {{expected a shape of rank 0 to 1024, found -1; write '?' for an unknown rank}}
func.func private @f(!relax.shape<rank -1>)

// -----

// R2 of relax.shape
// expected-error @below {{expected a shape of rank 0 to 1024, found 9223372036854775807; write '?' for an unknown rank}}
func.func private @f(!relax.shape<rank 9223372036854775807>)

// -----

// expected-error @below {{expected '['}}
func.func private @f(!relax.shape<n>)

// -----

// expected-error @below {{expected 'pure' or 'impure'}}
func.func private @f(!relax.callable<() -> f32, clean>)

// -----

// expected-error @below {{invalid kind of type specified}}
func.func private @f(!relax.callable<f32, pure>)

// -----

// expected-error @below {{expected 'S[i]' for a mesh axis that splits dimension i, 'R' for one that keeps copies, or 'P' for one along which workers have partial sums}}
func.func private @f(!relax.dtensor<tensor<8xf32>, @mesh, [T]>)

// -----

// expected-error @below {{expected a dimension of 0 or more, found -1}}
func.func private @f(!relax.dtensor<tensor<8xf32>, @mesh, [S[-1]]>)

// -----

// R1 of relax.dtensor
// expected-error @below {{expected mesh axis 1 to split one of the 1 dimensions of the tensor, found dimension 1}}
func.func private @f(!relax.dtensor<tensor<8xf32>, @mesh, [R, S[1]]>)

// -----

// R1 of !relax.dtensor
// expected-error @below {{expected numbers in a partial sum, found 'tensor<4xi1>'; give it the type of numbers first}}
func.func private @f(!relax.dtensor<tensor<4xi1>, @mesh, [P]>)
