"""Call the compiled graph from Python and compare it with numpy."""
import sys

import numpy as np
from relax_mlir.runtime import Runtime

library, model = sys.argv[1:]
x = np.arange(12, dtype=np.float32).reshape(3, 4)
w = np.full((4, 8), 0.5, np.float32)
b = np.linspace(-20, 0, 8, dtype=np.float32)
module = Runtime(library, threads=2).load(model)
(y,) = module.call("main", x, w, b)
print(y.shape, "equal to numpy:", np.allclose(y, np.maximum(x @ w + b, 0)))
