"""What TVM's VMShapeLower makes of sizes: numbers in a heap of its virtual
machine, which calls of the run time store, compare and make shapes of. Here
they are expressions of symbols again."""
from .text import ExportError, Fields
from .versions import identity, kind

_ALLOCATE, _MATCH, _MAKE = "vm.builtin.alloc_shape_heap", "vm.builtin.match_shape", "vm.builtin.make_shape"
# Codes of _MATCH: equal to a number, stored, not looked at, equal to what was stored; those of _MAKE begin likewise.
_NUMBER, _STORED, _ANY, _EQUAL = range(4)
_HOST = "is_host_func"


def is_shape_function(function):
    """Whether a tensor program computes on the heap."""
    return function.attrs is not None and any(str(key).rsplit(".", 1)[-1] == _HOST for key in function.attrs.keys())


def returned_number(function):
    """The expression that a function of numbers gives, as TVM's ComputePrimValue makes it; None for others."""
    body = function.body
    if kind(body) == "Return":
        return body.value
    is_call = kind(body) == "Evaluate" and kind(body.value) == "Call"
    return body.value.args[0] if is_call and str(getattr(body.value.op, "name", "")).rsplit(".", 1)[-1] == "ret" else None


def _external(node):
    """The name of the function outside that a binding calls, and its arguments."""
    if kind(node) != "Call" or not hasattr(node, "op"):
        return "", []
    if kind(node.op) == "ExternFunc":
        return str(node.op.global_symbol), list(node.args)
    if getattr(node.op, "name", "") == "relax.call_builtin_with_ctx":
        return str(getattr(node.args[0], "global_symbol", "")), list(node.args[1:])
    return "", []


def _number(node):
    return int(getattr(node, "value", node))


class ShapeHeap:
    """The heap of one function: expressions by their place."""

    def __init__(self, writer):
        self._writer, self._slots = writer, {}
        # The elements of tensors whose types TVM has forgotten.
        self._elements = {}
        writer.symbols.loaded = self._slots
        self._calls = {_ALLOCATE: self._allocate, _MATCH: self._match, _MAKE: self._make,
                       "vm.builtin.match_prim_value": self._match_number, "vm.builtin.make_prim_value": self._make_number,
                       "vm.builtin.check_tensor_info": self._check_tensor, "vm.builtin.check_shape_info": self._check_shape,
                       **{f"vm.builtin.check_{what}_info": self._believe for what in ("prim_value", "tuple", "func")}}

    def bound(self, variable, node):
        """The value of a binding that is about the heap; None for others."""
        name, arguments = _external(node)
        if name in self._calls:
            with self._writer.text.at(name):
                try:
                    return self._calls[name](variable, arguments)
                except ExportError:
                    raise
                except (AttributeError, IndexError, TypeError, ValueError):
                    self._writer.text.fail("has other arguments than TVM's VMShapeLower gives it")
        if kind(node) == "Call" and kind(getattr(node, "op", None)) == "GlobalVar":
            function = self._writer.module.shape_functions.get(str(node.op.name_hint))
            # What ComputePrimValue makes has no heap, and gives a number.
            return None if function is None or returned_number(function) is not None else self._compute(function.body)
        return None

    def _allocate(self, variable, arguments):
        return Fields()

    # Their types say what is asked, and entries check it.
    _believe = _allocate

    def _check_tensor(self, variable, arguments):
        tensor, rank = arguments[0], _number(arguments[1])
        dtype = getattr(arguments[2], "value", None)
        known = tensor.ty
        if kind(known) == "TensorType" and rank in (-1, known.ndim) and (str(dtype) in ("", "void", "None") or known.dtype is not None):
            return Fields()
        scalar = self._writer.types.dtype(dtype)
        if kind(known) != "TensorType" and rank >= 0:
            return self._remember(tensor, rank, scalar)
        return self._cast(tensor, f"tensor<{'*x' if rank < 0 else '?x' * rank}{scalar}>")

    def _remember(self, variable, rank, scalar):
        """A variable of type Any that is a tensor from here on."""
        self._elements[identity(variable)] = scalar
        value, type = self._writer.operand(variable), self._writer.types.tensor(["?"] * rank, scalar)
        if not value.type.startswith("tensor<"):
            self._writer.rebind(variable, self._writer.text.op(f"relax.match_cast {value.name} : {value.type} to {type}", type)[0])
        return Fields()

    def _check_shape(self, variable, arguments):
        shape, rank = arguments[0], _number(arguments[1])
        if rank < 0 or kind(shape.ty) == "ShapeType" and shape.ty.ndim == rank:
            return Fields()
        return self._cast(shape, f"!relax.shape<rank {rank}>")

    def _cast(self, node, type):
        """A cast that stays, though nothing uses what it gives."""
        value = self._writer.operand(node)
        if value.type != type:
            self._writer.text.op(f"relax.match_cast {value.name} : {value.type} to {type}", type)
        return Fields()

    def _match(self, variable, arguments):
        """Sizes of a tensor or a shape: what its type does not say is cast to."""
        value, count = arguments[0], _number(arguments[2])
        codes = [_number(argument) for argument in arguments[3:3 + 2 * count]]
        known, wanted, is_new = self._sizes(value, count), [], False
        for size, code, place in zip(known, codes[::2], codes[1::2]):
            if code == _ANY:
                wanted.append(size)
                continue
            if code == _STORED:
                is_new |= size == "?"
                size = self._slots[place] = self._writer.symbols.fresh("size") if size == "?" else size
            expected = self._read(code, place)
            is_new |= expected != size
            wanted.append(expected)
        if not is_new:
            return Fields()
        types, element = self._writer.types, self._elements.get(identity(value))
        if element is not None:
            return self._cast(value, types.tensor(wanted, element))
        return self._cast(value, types.sized(value.ty, wanted) if kind(value.ty) == "TensorType" else f"!relax.shape<[{', '.join(wanted)}]>")

    def _sizes(self, node, count):
        """The sizes that the type of a value says, as expressions; `?` for others."""
        values = getattr(node.ty.shape if kind(node.ty) == "TensorType" else node.ty, "values", None)
        return ["?"] * count if values is None else [self._writer.symbols.expression(value) for value in values]

    def _read(self, code, place):
        if code != _NUMBER and place not in self._slots:
            self._writer.text.fail(f"place {place} of the heap is read before something is stored there")
        return str(place) if code == _NUMBER else self._slots[place]

    def _make(self, variable, arguments):
        codes = [_number(argument) for argument in arguments[2:2 + 2 * _number(arguments[1])]]
        sizes = [self._read(code, place) for code, place in zip(codes[::2], codes[1::2])]
        self._writer.know_sizes(variable, sizes)
        type = f"!relax.shape<[{', '.join(sizes)}]>"
        return self._writer.text.op(f"relax.shape [{', '.join(sizes)}] : {type}", type)[0]

    def _match_number(self, variable, arguments):
        size, code, place = self._writer.size(arguments[0]), _number(arguments[2]), _number(arguments[3])
        if code == _STORED:
            self._slots[place] = size
        elif code != _ANY and self._read(code, place) != size:
            shape, type = f"!relax.shape<[{size}]>", f"!relax.shape<[{self._read(code, place)}]>"
            value = self._writer.text.op(f"relax.shape [{size}] : {shape}", shape)[0]
            self._writer.text.op(f"relax.match_cast {value.name} : {shape} to {type}", type)
        return Fields()

    def _make_number(self, variable, arguments):
        size = self._read(_number(arguments[1]), _number(arguments[2]))
        return self._writer.text.op(f"relax.prim_value {size} : i64", "i64")[0]

    def _compute(self, body):
        """What a program stores in the heap, in order."""
        stack = [body]
        while stack:
            node = stack.pop()
            if kind(node) == "BufferStore":
                self._slots[_number(node.indices[0])] = self._writer.symbols.expression(node.value, inner=True)
            parts = [getattr(node, name, None) for name in ("seq", "body", "block")]
            for part in parts:
                if part is not None:
                    stack += reversed(part) if kind(part) == "Array" else [part]
        return Fields()
