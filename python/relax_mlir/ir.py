"""Programs in Python: contexts, operations, types and attributes, with the names and conventions of upstream's mlir.ir.

    with Context(), Location.unknown():
        module = Module.create()
        with InsertionPoint(module.body):
            function = relax.FuncOp("main", FunctionType.get([tensor], [tensor]))

The classes are those of relax_mlir._mlir, an extension over MLIR's C API; here is what needs none. Objects may be used
after what they stand for is erased, or changed by passes: a RuntimeError says so. relax_mlir.dialects has the
operations, relax_mlir.passmanager the pass manager.
"""
import importlib

# First, so that it is a ModuleNotFoundError where the extension is not built.
from ._mlir import *  # noqa: F401,F403
from . import _mlir  # isort: skip
from ._mlir import (ArrayAttr, Attribute, BoolAttr, DenseElementsAttr, DenseI32ArrayAttr, DenseI64ArrayAttr, DictAttr,
                    FlatSymbolRefAttr, FloatAttr, IntegerAttr, IntegerType, Location, Operation, RankedTensorType,
                    StringAttr, Type, TypeAttr, Value)


class MLIRError(Exception):
    """What MLIR reported: `error_diagnostics` has the errors, each with message, location and notes."""

    def __init__(self, message, error_diagnostics):
        self.message, self.error_diagnostics = message, error_diagnostics
        lines = [f"{message}:"]
        for error in error_diagnostics:
            lines.append(f"error: {_place(error)}{error.message}")
            lines += [f" note: {_place(note)}{note.message}" for note in error.notes]
        super().__init__("\n".join(lines))


def _place(diagnostic):
    location = diagnostic.location
    if not location.is_a_file():
        return "" if str(location) == "loc(unknown)" else f"{location}: "
    return f"{location.filename}:{location.start_line}:{location.start_col}: "


# Generated code has these in annotations: `Value[IntegerType]`.
RegionSequence = list
Value.__class_getitem__ = classmethod(lambda cls, item: cls)


class Dialect:
    """The base of what generated code has for a dialect."""

    DIALECT_NAMESPACE = None


_OPERATIONS = {}
# Dialects that have a module in relax_mlir.dialects, until it is imported.
_NOT_IMPORTED = {"relax", "tir", "relax_rt", "transform"}


def register_dialect(cls):
    """A decorator of a class of a dialect."""
    return cls


def register_operation(dialect_class, *, replace=False):
    """A decorator of the class of an operation, which objects of that operation then have. `replace` allows a second
    class for it: one with more methods."""

    def register(cls):
        if cls.OPERATION_NAME in _OPERATIONS and not replace:
            raise RuntimeError(f"Operation '{cls.OPERATION_NAME}' is already registered.")
        _OPERATIONS[cls.OPERATION_NAME] = cls
        return cls

    return register


def _make_view(operation):
    """An OpView of the class for the operation's name."""
    name = operation.name
    namespace = name.split(".")[0]
    if namespace in _NOT_IMPORTED:
        _NOT_IMPORTED.discard(namespace)
        importlib.import_module(f".dialects.{namespace}", __package__)
    cls = _OPERATIONS.get(name, OpView)
    view = cls.__new__(cls)
    view._operation = operation
    return view


class OpView:
    """An operation by the names of its operands, attributes and results; what it lacks is asked of `operation`."""

    OPERATION_NAME = None
    _ODS_REGIONS = (0, True)
    _ODS_OPERAND_SEGMENTS = None
    _ODS_RESULT_SEGMENTS = None

    def __init__(self, name, ods_regions=(0, True), operand_segments=None, result_segments=None, *, attributes=None,
                 results=None, operands=(), successors=None, regions=None, loc=None, ip=None):
        if not isinstance(name, str):
            self._operation = name.operation
            return
        attributes = dict(attributes or {})
        operands = _flatten(name, "operand", operands, operand_segments, attributes)
        # None is "as the operation infers them", which the extension is told by True.
        results = True if results is None else _flatten(name, "result", results, result_segments, attributes)
        least, is_exact = ods_regions
        count = least if regions is None else regions
        if count < least or (is_exact and count != least):
            raise ValueError(f"'{name}' expects {'' if is_exact else 'at least '}{least} regions, found {count}")
        self._operation = Operation._create(name, loc, ip, results=results, operands=operands, attributes=attributes,
                                            successors=successors, regions=count)

    @property
    def operation(self):
        return self._operation

    @property
    def location(self):
        return self._operation.location

    @location.setter
    def location(self, location):
        self._operation.location = location

    def __getattr__(self, name):
        if name == "_operation":
            raise AttributeError(name)
        return getattr(self._operation, name)

    def __eq__(self, other):
        return self._operation == other

    def __hash__(self):
        return hash(self._operation)

    def __str__(self):
        return str(self._operation)

    def __repr__(self):
        return f"<{type(self).__name__} {self._operation.name}>"


def _flatten(name, kind, groups, segments, attributes):
    """One list of the groups; the attribute of their sizes if the operation has one. A segment is 1 for exactly one
    value, 0 for one or None, -1 for a list."""
    if segments is None:
        for each in groups:
            if each is None:
                raise TypeError(f"'{name}' expects a value as each {kind}, found None")
        return list(groups)
    if len(groups) != len(segments):
        raise ValueError(f"'{name}' expects {len(segments)} {kind} segments, found {len(groups)}")
    flat, sizes = [], []
    for group, segment in zip(groups, segments):
        if group is None and segment == 1:
            raise TypeError(f"'{name}' expects a value as each {kind}, found None")
        values = [] if group is None else list(group) if isinstance(group, (list, tuple)) else [group]
        flat += values
        sizes.append(len(values))
    attributes[f"{kind}SegmentSizes"] = DenseI32ArrayAttr.get(sizes)
    return flat


def _create(name, results=None, operands=None, attributes=None, successors=None, regions=0, loc=None, ip=None):
    """An operation of any name, as an OpView of its class; `results` are types."""
    return _make_view(Operation._create(name, loc, ip, results=list(results or []), operands=operands,
                                        attributes=attributes, successors=successors, regions=regions))


def _parse(source, context=None):
    """The one operation that a text or byte code has."""
    return _make_view(Operation._parse(source, False, context))


Operation.create = staticmethod(_create)
Operation.parse = staticmethod(_parse)


class Module:
    """A builtin.module, and the tree that is in it."""

    def __init__(self, operation):
        self._operation = operation.operation
        if self._operation.name != "builtin.module":
            raise TypeError(f"expected an operation 'builtin.module', found '{self._operation.name}'")

    @staticmethod
    def create(loc=None):
        """An empty module."""
        operation = Operation._create("builtin.module", loc, False, regions=1)
        operation.regions[0].append_block()
        return Module(operation)

    @staticmethod
    def parse(asm, context=None):
        """The module of a text; a MLIRError has what is wrong with it, and where."""
        return Module(Operation._parse(asm, True, context))

    @property
    def operation(self):
        return self._operation

    @property
    def context(self):
        return self._operation.context

    @property
    def body(self):
        """The block of the module."""
        return self._operation.regions[0].blocks[0]

    def __eq__(self, other):
        return self._operation == other

    def __hash__(self):
        return hash(self._operation)

    def __str__(self):
        return str(self._operation)


# numpy's names of element types; bfloat16 and the small floats are those of ml_dtypes.
_DTYPES = {"f16": "float16", "f32": "float32", "f64": "float64", "i1": "bool", "index": "int64", "bf16": "bfloat16",
           "f8E4M3FN": "float8_e4m3fn", "f8E5M2": "float8_e5m2",
           **{f"{sign}{width}": f"{kind}{width}" for width in (8, 16, 32, 64)
              for sign, kind in (("i", "int"), ("si", "int"), ("ui", "uint"))}}


def _find_dtype(element):
    import numpy as np

    name = _DTYPES.get(str(element))
    if name is None:
        raise TypeError(f"expected an element type that numpy has, found {element}")
    if name.startswith(("bfloat", "float8")):
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
    return np.dtype(name)


def _find_element(dtype, context):
    for element, name in _DTYPES.items():
        if name == dtype.name and element != "index":
            text = "ui" + element[2:] if name.startswith("uint") else element
            return Type.parse(text, context)
    raise TypeError(f"expected a type that MLIR has, found numpy's {dtype.name}")


def _elements_of_array(array, type=None, shape=None, context=None):
    """The elements of a numpy array, or of whatever numpy makes one of. `type` is an element type, or a tensor type."""
    import numpy as np

    array = np.asarray(array)
    if type is None:
        type = _find_element(array.dtype, context)
    if not isinstance(type, RankedTensorType):
        type = RankedTensorType.get(list(array.shape if shape is None else shape), type)
    dtype = _find_dtype(type.element_type)
    # Signless integers stand for both signs.
    if array.dtype != dtype and (array.dtype.kind not in "iu" or array.dtype.itemsize != dtype.itemsize
                                 or dtype.kind not in "iu"):
        raise TypeError(f"expected elements of {dtype.name} for {type}, found {array.dtype.name}")
    return DenseElementsAttr._get_from_bytes(np.ascontiguousarray(array).tobytes(), type)


def _array_of_elements(self, dtype=None, copy=None):
    """numpy.asarray(elements)."""
    import numpy as np

    array = np.frombuffer(self._to_bytes(), _find_dtype(self.type.element_type)).reshape(self.type.shape)
    return array if dtype is None else array.astype(dtype)


DenseElementsAttr.get = staticmethod(_elements_of_array)
DenseElementsAttr.__array__ = _array_of_elements


class AttrBuilder:
    """Functions that make attributes of what Python has, by the names of TableGen."""

    _builders = {}

    @staticmethod
    def contains(kind):
        return kind in AttrBuilder._builders

    @staticmethod
    def get(kind):
        return AttrBuilder._builders[kind]

    @staticmethod
    def insert(kind, builder, replace=False):
        if kind in AttrBuilder._builders and not replace:
            raise RuntimeError(f"Attribute builder for '{kind}' is already registered")
        AttrBuilder._builders[kind] = builder


def register_attribute_builder(kind, replace=False):
    """A decorator of builder(value, context=None)."""

    def register(builder):
        AttrBuilder.insert(kind, builder, replace)
        return builder

    return register


def _register_builders():
    def integer(width):
        return lambda value, context=None: IntegerAttr.get(IntegerType.get_signless(width, context), value)

    def bit(value, context=None):
        return BoolAttr.get(value, context)

    def string(value, context=None):
        return StringAttr.get(value, context)

    def real(value, context=None):
        return FloatAttr.get_f64(value, context)

    def dictionary(value, context=None):
        return DictAttr.get(value, context)

    for kind, builder in {
            "BoolAttr": bit, "I32Attr": integer(32), "I64Attr": integer(64), "F64Attr": real,
            "StrAttr": string, "SymbolNameAttr": string, "DictionaryAttr": dictionary,
            "FlatSymbolRefAttr": lambda value, context=None: FlatSymbolRefAttr.get(value, context),
            "TypeAttr": lambda value, context=None: TypeAttr.get(value, context),
            "DenseI64ArrayAttr": lambda value, context=None: DenseI64ArrayAttr.get(value, context),
            "DenseF64ArrayAttr": lambda value, context=None: _mlir.DenseF64ArrayAttr.get(value, context),
            "DictArrayAttr": lambda value, context=None: ArrayAttr.get(
                [each if isinstance(each, Attribute) else DictAttr.get(each, context) for each in value], context),
            "ElementsAttr": lambda value, context=None: DenseElementsAttr.get(value, context=context)}.items():
        AttrBuilder.insert(kind, builder)


_register_builders()
