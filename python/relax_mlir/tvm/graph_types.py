"""Types of the graph level: tensors, shapes, tuples, callables, objects."""
import re

from .element_types import element
from .text import plural, string, symbol
from .versions import identity, kind


_DEVICE = re.compile(r"#relax\.vdevice<[^>]*>")


def other_devices(left, right):
    """Whether two types say other devices, and else the same."""
    return left != right and _DEVICE.sub("", left) == _DEVICE.sub("", right)


class GraphTypes:
    """Writes types in terms of the symbols of one function."""

    def __init__(self, text, symbols, sizes, meshes):
        self._text = text
        self._symbols = symbols
        # Names of the sizes of shapes that are values, by variable.
        self._sizes = sizes
        self._meshes = meshes

    def type(self, node):
        """The text of a type."""
        writer = getattr(self, f"_{kind(node)}", None)
        if writer is None:
            self._text.fail(f"type '{node}' ({kind(node)}) has no counterpart")
        return writer(node)

    def results(self, node):
        """The types of the results that a tuple type, or another one, is."""
        return [self.type(field) for field in node.fields] if kind(node) == "TupleType" else [self.type(node)]

    def dtype(self, dtype, signless=False):
        """The type of elements of a dtype."""
        written = element(str(dtype), signless)
        if written is None:
            self._text.fail(f"dtype '{dtype}' has no counterpart")
        return written

    def dims(self, values):
        """Sizes in brackets."""
        return f"[{', '.join(self._symbols.expression(value) for value in values)}]"

    def vdevice(self, node):
        """A virtual device, without `#relax.vdevice`."""
        scope = node.memory_scope or "global"
        last = "" if scope == "global" else f", {string(scope)}"
        return f"<{string(node.target.kind.name)}, {node.vdevice_id}{last}>"

    def _AnyType(self, _):
        return "!relax.object"

    # A text is an object, too.
    _ObjectType = _StringType = _AnyType

    def _PrimType(self, node):
        dtype = str(node.dtype)
        # Strings and functions of the run time are handles.
        # A scalar has no sign; only elements of tensors say whether they have.
        return "!relax.object" if dtype in ("handle", "void", "") else self.dtype(dtype, signless=True)

    def _ShapeType(self, node):
        if node.values is None or any(_is_unknown(size) for size in node.values):
            return "!relax.shape<?>" if node.ndim < 0 else f"!relax.shape<rank {node.ndim}>"
        return f"!relax.shape<{self.dims(node.values)}>"

    def _TupleType(self, node):
        return f"tuple<{', '.join(self.type(field) for field in node.fields)}>"

    def _FuncType(self, node):
        purity = "pure" if node.purity else "impure"
        if node.params is None:
            return f"!relax.callable<{purity}>"
        params = ", ".join(self.type(param) for param in node.params)
        return f"!relax.callable<({params}) -> {plural([self.type(node.ret)])}, {purity}>"

    def _TensorType(self, node):
        dtype = node.dtype if node.dtype is None or kind(node.dtype) != "PrimType" else node.dtype.dtype
        scalar = "!relax.unknown" if dtype is None or str(dtype) in ("", "void") else self.dtype(dtype)
        # A shape of unknown rank says nothing that a type here could.
        if node.ndim < 0:
            if node.vdevice is not None:
                self._text.fail("a placement on a tensor of unknown rank has no counterpart; give the tensor a rank")
            return f"tensor<*x{scalar}>"
        return self.tensor(self._tensor_sizes(node), scalar, node.vdevice)

    def sized(self, node, sizes):
        """A tensor type with sizes that are known from elsewhere."""
        return self.tensor(sizes, self.dtype(node.dtype.dtype if kind(node.dtype) == "PrimType" else node.dtype), node.vdevice)

    def tensor(self, sizes, scalar, vdevice=None):
        """A tensor type of sizes and the text of its elements' type."""
        shape = "".join((size if size.isdigit() else "?") + "x" for size in sizes)
        return f"tensor<{shape}{scalar}{self._encoding(sizes, vdevice)}>"

    def _tensor_sizes(self, node):
        """The sizes of a tensor of known rank; `?` stands for what is unknown."""
        if node.shape is None:
            return ["?"] * node.ndim
        if kind(node.shape) == "ShapeExpr":
            return ["?" if _is_unknown(value) else self._symbols.expression(value) for value in node.shape.values]
        sizes = self._sizes.get(identity(node.shape))
        if sizes is None and getattr(node.shape.ty, "values", None) is not None:
            return [self._symbols.expression(value) for value in node.shape.ty.values]
        # Sizes of a shape that nothing names, such as a variable that no parameter is, are unknown.
        return ["?"] * node.ndim if sizes is None else sizes

    def _encoding(self, sizes, vdevice):
        if vdevice is None and all(size == "?" or size.isdigit() for size in sizes):
            return ""
        device = "" if vdevice is None else f", vdevice = #relax.vdevice{self.vdevice(vdevice)}"
        return f", #relax.dims<[{', '.join(sizes)}]{device}>"

    def placement(self, node):
        """For each axis of a mesh, the dimension that it splits, or `R`."""
        return f"[{', '.join(f'S[{spec.axis}]' if spec.axis >= 0 else 'R' for spec in node.dim_specs)}]"

    def _DTensorType(self, node):
        mesh = symbol(self._meshes.name(node.device_mesh))
        return f"!relax.dtensor<{self.type(node.tensor_ty)}, {mesh}, {self.placement(node.placement)}>"


def _is_unknown(size):
    """TVM's front ends, and some of its inference, write -1 for a size that
    they do not know."""
    return kind(size) == "IntImm" and size.value < 0


class Meshes:
    """The meshes of a module: equal ones have one name."""

    def __init__(self):
        self._names = {}

    def name(self, mesh):
        """The name of a mesh."""
        key = tuple(int(size) for size in mesh.shape), tuple(int(device) for device in mesh.device_ids)
        return self._names.setdefault(key, f"mesh{len(self._names)}")

    def lines(self):
        """The declarations of the meshes."""
        for (shape, devices), name in self._names.items():
            order = "" if devices == tuple(range(len(devices))) else f" devices {list(devices)}"
            yield f"relax.device_mesh {symbol(name)} {list(shape)}{order}"
