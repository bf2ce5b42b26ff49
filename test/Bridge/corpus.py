"""All modules of the corpus."""
import graph_modules
import import_modules
import intrinsic_modules
import kernel_modules
import lowered_modules
import model_modules
import operator_modules
import program_modules
import scalar_modules
import unknown_modules


def modules():
    """Name and maker of each module."""
    yield from graph_modules.modules()
    yield from scalar_modules.modules()
    yield from program_modules.modules()
    yield from intrinsic_modules.modules()
    yield from operator_modules.modules()
    yield from lowered_modules.modules()
    yield from import_modules.modules()
    yield from model_modules.modules()
    yield from kernel_modules.modules()
    yield from unknown_modules.modules()
