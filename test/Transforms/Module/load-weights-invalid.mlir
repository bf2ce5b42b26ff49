// RUN: relax-opt %s --split-input-file --relax-load-weights --verify-diagnostics

// expected-error@+1 {{expected the name of a file as 'relax.weights', found 1 : i64}}
module attributes {relax.weights = 1} {
}

// -----

// expected-error@+1 {{the weights' file lies in "../m.safetensors", which leaves the folder; expected a file inside the model's folder}}
module attributes {relax.weights = "../m.safetensors"} {
}

// -----

// expected-error@+1 {{the weights' file lies in "/etc/passwd", which is no relative path}}
module attributes {relax.weights = "/etc/passwd"} {
}

// -----

// expected-error@unknown {{names a file of weights, expected the folder that it was read from; name the file, as in --relax-load-weights=file=m.safetensors}}
module attributes {relax.weights = "m.safetensors"} {
} loc(unknown)
