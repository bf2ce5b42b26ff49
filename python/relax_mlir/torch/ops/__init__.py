"""Writers of ATen's operators, a file for each family."""
from . import (attention, control_flow, convolution, creation, elementwise, image, indexing, linear_algebra,  # noqa: F401
               losses, norms, pooling, reductions, shape, sorting)
