"""The dialect transform: upstream's core operations, and our schedule primitives on tensor programs."""
from ._tir_transform_ops_gen import *  # noqa: F401,F403
from ._transform_ops_gen import *  # noqa: F401,F403
