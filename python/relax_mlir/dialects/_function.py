"""What functions of all dialects have beside what mlir-tblgen writes."""
from .. import ir as _ir


class FunctionMethods:
    """Of `relax.func` and `tir.func`."""

    def __init__(self, sym_name, function_type, **rest):
        if isinstance(function_type, _ir.Type):
            function_type = _ir.TypeAttr.get(function_type)
        super().__init__(sym_name, function_type, **rest)

    @property
    def name(self):
        """The symbol."""
        return self.operation.attributes["sym_name"]

    @property
    def type(self):
        return self.operation.attributes["function_type"].value

    def add_entry_block(self, arg_locs=()):
        """The block of the body, with an argument for each parameter."""
        region = self.operation.regions[0]
        if len(region):
            raise IndexError("The function already has an entry block!")
        locations = list(arg_locs) or [self.operation.location] * len(self.type.inputs)
        return region.append_block(self.type.inputs, locations)

    @property
    def entry_block(self):
        return self.operation.regions[0][0]

    @property
    def arguments(self):
        return self.entry_block.arguments
