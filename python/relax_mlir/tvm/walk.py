"""Questions about a whole function, answered by one walk through its nodes."""
from .operators import TABLE
from .versions import dtype_of, fields, identity, kind

_VARIABLES = ("Var", "DataflowVar")
_field_names = {}


def _children(node):
    node_class = type(node)
    names = _field_names.get(node_class)
    if names is None:
        names = _field_names[node_class] = (
            [name for name in fields(node) if name not in ("span", "op", "attrs")]
            if hasattr(node_class, "__tvm_ffi_type_info__") else [])
    for name in names:
        yield getattr(node, name, None)


class FunctionFacts:
    """Which variables sizes depend on, and which are shapes of tensors."""

    def __init__(self, function):
        self.shape_variables = set()
        self.size_scalars = set()
        self._scalars = set()
        self._symbols = set()
        self._seen = set()
        if self._needed(function):
            self._walk(function)
            self.size_scalars = self._scalars & self._symbols

    def _needed(self, function):
        """Whether a parameter or a binding is a scalar or a shape."""
        stack = [function]
        while stack:
            node = stack.pop()
            what = kind(node)
            if what == "Function":
                if any(kind(param.ty) in ("PrimType", "ShapeType") for param in node.params):
                    return True
                stack.append(node.body)
            elif what == "If":
                stack += [node.true_branch, node.false_branch]
            elif what == "SeqExpr":
                for block in node.blocks:
                    for binding in block.bindings:
                        if kind(binding.var.ty) in ("PrimType", "ShapeType"):
                            return True
                        if kind(binding.value) in ("Function", "If"):
                            stack.append(binding.value)
        return False

    def _walk(self, root):
        stack = [(root, False)]
        while stack:
            node, sized = stack.pop()
            if node is None or isinstance(node, (str, int, float, bool)):
                continue
            what = kind(node)
            if what in ("Array", "list"):
                stack += [(item, sized) for item in node]
                continue
            if not hasattr(type(node), "__tvm_ffi_type_info__") or (identity(node), sized) in self._seen:
                continue
            self._seen.add((identity(node), sized))
            self._note(node, what, sized)
            sized = sized or what in ("ShapeExpr", "ShapeType")
            stack += [(child, sized) for child in _children(node)]
            stack += [(argument, True) for argument in _sizes_of(node)]

    def _note(self, node, what, sized):
        if what in _VARIABLES and sized:
            self._symbols.add(identity(node))
        elif what == "Function":
            self._scalars |= {identity(param) for param in node.params if _is_integer(param)}
        elif what in ("VarBinding", "MatchCast") and _is_integer(node.var):
            self._scalars.add(identity(node.var))
        elif what == "TensorType" and node.shape is not None and kind(node.shape) in _VARIABLES and node.ndim >= 0:
            self.shape_variables.add(identity(node.shape))


def _sizes_of(node):
    """The arguments of a call that are written as expressions of symbols."""
    if kind(node) != "Call" or not hasattr(node, "args"):
        return []
    name = getattr(node.op, "name", "")
    if name.startswith("relax.call_tir") and kind(node.args[1]) == "Tuple":
        return [field for field in node.args[1].fields if kind(field.ty) == "PrimType"]
    if kind(node.op) == "GlobalVar" or name not in TABLE:
        return []
    return [argument for argument, (_, what) in zip(node.args, TABLE[name]["arguments"]) if what.startswith("expression")]


def _is_integer(variable):
    return dtype_of(variable) in ("int64", "int32")


_ALLOCATIONS = {"relax.builtin.alloc_tensor", "relax.memory.alloc_tensor", "relax.vm.alloc_tensor"}


class Call:
    """What calls of a tensor program say of its parameters."""

    def __init__(self, num_inputs, types, num_fresh=0):
        # None where calls do not tell inputs from outputs.
        self.num_inputs = num_inputs
        # How many of the last tensors are memory that nothing was in, so results: the program may leave them to a function outside.
        self.num_fresh = num_fresh
        # For each call the types of all parameters, in TVM's order.
        self.types = [types]

    @classmethod
    def of_operator(cls, arguments, results):
        """What `call_tir` or one like it says: results stand behind tensors."""
        given = [field.ty for field in arguments.fields] if kind(arguments) == "Tuple" else list(arguments.ty.fields)
        tensors = [type for type in given if kind(type) != "PrimType"]
        numbers = [type for type in given if kind(type) == "PrimType"]
        return cls(len(tensors), tensors + results + numbers)


def note_calls(function, calls):
    """Notes what calls say of each tensor program: `call_tir` and those like it,
    of inputs and outputs those of fewest inputs (a call in place has the outputs
    among them), and calls of a program by itself."""
    stack, fresh = [function.body], {}
    while stack:
        node = stack.pop()
        what = kind(node)
        if what == "SeqExpr":
            bindings = [binding for block in node.blocks for binding in block.bindings]
            stack += [binding.value for binding in bindings]
            fresh.update(_fresh_operands(bindings))
        elif what == "If":
            stack += [node.true_branch, node.false_branch]
        elif what == "Function":
            stack.append(node.body)
        elif what == "Call" and getattr(node.op, "name", "").startswith("relax.call_tir") and kind(node.args[0]) == "GlobalVar":
            results = list(node.ty.fields) if kind(node.ty) == "TupleType" else [node.ty]
            in_place = node.op.name == "relax.call_tir_inplace"
            _note_call(calls, node.args[0], Call.of_operator(node.args[1], [] if in_place else results))
        elif what == "Call" and getattr(node.op, "name", "") == "relax.vm.call_tir_dyn":
            # Numbers stand in a shape behind the tensors.
            given = [field.ty for field in node.args[1].fields]
            numbers = [size.ty for type in given if kind(type) == "ShapeType" for size in type.values or ()]
            _note_call(calls, node.args[0], Call(None, [type for type in given if kind(type) != "ShapeType"] + numbers))
        elif what == "Call" and kind(node.op) == "GlobalVar":
            _note_call(calls, node.op, Call(None, [argument.ty for argument in node.args], fresh[identity(node)]))


def _fresh_operands(bindings):
    """For each call of a function of the module, how many tensors at its end were allocated and are used there for the first time."""
    allocated = set()
    for binding in bindings:
        node = binding.value
        if kind(node) != "Call" or not hasattr(node, "args"):
            continue
        if kind(node.op) == "GlobalVar":
            tensors = [argument for argument in node.args if kind(argument.ty) != "PrimType"]
            last = next((place for place, tensor in enumerate(reversed(tensors)) if identity(tensor) not in allocated), len(tensors))
            yield identity(node), last
        if getattr(node.op, "name", "") in _ALLOCATIONS:
            allocated.add(identity(binding.var))
        else:
            allocated -= {identity(part) for argument in node.args for part in (argument.fields if kind(argument) == "Tuple" else [argument])}


def _note_call(calls, program, call):
    known = calls.setdefault(str(program.name_hint), call)
    if known is not call:
        known.types += call.types
        known.num_fresh = min(known.num_fresh, call.num_fresh)
        known.num_inputs = min((count for count in (known.num_inputs, call.num_inputs) if count is not None), default=None)
