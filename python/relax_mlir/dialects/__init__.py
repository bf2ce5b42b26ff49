"""Operations, types and attributes of the dialects, for relax_mlir.ir; mlir-tblgen writes the classes of operations."""
