"""Writers of ATen's operators, a file for each family."""
from . import (activations, attention, complex_numbers, control_flow, convolution, creation, elementwise, gradients, image,  # noqa: F401
               indexing, linear_algebra, losses, norms, pooling, reductions, scans, shape, sorting, special)
