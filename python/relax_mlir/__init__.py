"""relax-mlir from Python: calling compiled modules (relax_mlir.runtime)."""
