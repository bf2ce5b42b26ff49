"""All modules of the corpus."""
import operator_modules


def modules():
    """Name and maker of each module."""
    yield from operator_modules.modules()
