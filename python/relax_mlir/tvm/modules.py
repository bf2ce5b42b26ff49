"""Modules: functions in their order, declarations, attributes, resources."""
import re

from .attributes import Attributes
from .functions import FunctionWriter
from .graph_types import GraphTypes, Meshes
from .memory_calls import allocated_values
from .numbers import Resources
from .programs import Program, ProgramWriter
from .shape_heap import is_shape_function
from .symbols import Symbols
from .text import Text, string, symbol
from .versions import identity, kind
from .walk import FunctionFacts, note_calls

_BAD = re.compile(r"[^A-Za-z0-9_$.-]")
# DLPack's numbers of devices as kinds of targets.
_DEVICES = {1: "llvm", 2: "cuda", 4: "opencl", 7: "vulkan", 8: "metal", 10: "rocm", 15: "webgpu", 16: "hexagon"}
# The attribute of such a program.
_SCALAR = "relax.scalar_to_tensor"


class ModuleWriter:
    """Writes a module.

    `weights` is the name of the file that its large constants go to, if there
    is one; `names` are names of tensors by their identity.
    """

    def __init__(self, module, weights=None, names=None):
        self.module = module
        self.text = Text()
        self.resources = Resources(weights is not None, names)
        self._weights = weights
        self.functions = {str(variable.name_hint): function for variable, function in module.functions_items()}
        self.programs = {}
        # Programs that to_tvm has for ops which write a scalar into a tensor.
        self.scalar_programs = set()
        # Programs that compute sizes in TVM's heap of them.
        self.shape_functions = {}
        self.meshes = Meshes()
        self._declared = {}
        self._names = {}
        self._facts = {}

    def name(self, base):
        """A name for a value, after a variable's name."""
        base = _BAD.sub("_", str(base)) or "v"
        base = base if base[0].isalpha() or base[0] == "_" else f"v{base}"
        count = self._names.get(base, 0)
        self._names[base] = count + 1
        return f"%{base}" if not count else self.name(f"{base}_{count}")

    def _known(self, function):
        facts = self._facts.get(identity(function))
        if facts is None:
            facts = self._facts[identity(function)] = FunctionFacts(function)
        return facts

    def shape_variables(self, function):
        """The shapes that are values and that tensors of a function have."""
        return self._known(function).shape_variables

    def size_scalars(self, function):
        """The scalars that sizes of a function depend on."""
        return self._known(function).size_scalars

    def allocated_values(self, function):
        """The allocations of a function that only operators read."""
        return allocated_values(function)

    def declare(self, name):
        """Declares an external function once."""
        if kind(self.functions.get(name)) in ("Function", "PrimFunc"):
            self.text.fail(f"the external function '{name}' has the name of a function of the module")
        self._declared.setdefault(name, False)

    def device_kind(self, number):
        """The kind of target of a device, by DLPack's number."""
        if int(number) not in _DEVICES:
            self.text.fail(f"devices of type {number} have no counterpart")
        return _DEVICES[int(number)]

    def write(self):
        """The text of the module."""
        text, lines = self.text, []
        self._find_programs()
        with text.indented():
            for name, program in self.programs.items():
                with text.at(f"function '{name}'"):
                    ProgramWriter(self, program).write()
            for name, function in self.functions.items():
                with text.at(f"function '{name}'"):
                    self._function(name, function)
            lines += [f"  {line}" for line in self.meshes.lines()]
            lines += [f"  relax.extern_func {'pure ' if pure else ''}{symbol(name)}" for name, pure in self._declared.items()]
        header = f"module{self._attributes()} {{"
        return "\n".join([header, *lines, *text.lines, "}"]) + "\n" + self.resources.text()

    def _function(self, name, function):
        what = kind(function)
        if what == "Function":
            FunctionWriter(self, name, function).write()
        elif what == "ExternFunc":
            self._declared[str(function.global_symbol)] = bool(getattr(function.ty, "purity", False))
        elif what != "PrimFunc":
            self.text.fail(f"a function that is a {what} has no counterpart")

    def _find_programs(self):
        """The tensor programs, with the number of inputs that calls show."""
        calls = {}
        for function in self.functions.values():
            if kind(function) == "Function":
                note_calls(function, calls)
        for name, function in self.functions.items():
            if kind(function) != "PrimFunc":
                continue
            if function.attrs is not None and _SCALAR in function.attrs:
                self.scalar_programs.add(name)
            elif is_shape_function(function):
                self.shape_functions[name] = function
            else:
                self.programs[name] = Program(name, function, calls.get(name))

    def _attributes(self):
        """Attributes of the module, among them devices that no type names."""
        symbols = Symbols(self.text)
        types = GraphTypes(self.text, symbols, {}, self.meshes)
        attributes, written = Attributes(self.text, symbols, types, self.resources), []
        if self.resources.in_file:
            written.append(f"relax.weights = {string(self._weights)}")
        with self.text.at("module"):
            for key, infos in (self.module.global_infos or {}).items():
                listed = [types.vdevice(info) for info in infos if kind(info) == "VDevice"]
                if listed:
                    written.append(f"relax.vdevices = [{', '.join('#relax.vdevice' + device for device in listed)}]")
                for info in infos:
                    if kind(info) == "DeviceMesh":
                        self.meshes.name(info)
            for key, value in (self.module.attrs or {}).items():
                with self.text.at(f"attribute '{key}'"):
                    written.append(f"relax.{str(key).replace('.', '_')} = {attributes.any(value)}")
        return f" attributes {{{', '.join(written)}}}" if written else ""
