#!/usr/bin/env python3
"""Import damaged ONNX models by the thousand; a crash or a hang is a fault.

    utils/mutate-onnx.py --build build --count 100000
    utils/mutate-onnx.py --ranks                                   # 36,367 mutants, all there are
    utils/mutate-onnx.py --seed 7 --first 4711 --count 1 --save found

Models are the operator tests of the `onnx` wheel. Half of the mutants are damaged
in their bytes, half in what the messages say: numbers, names and texts become
others, fields vanish, come twice or change places, messages move to other models,
nodes use their own results, inputs get other ranks, graphs go into attributes of
their own nodes.
relax-import-onnx reads them one after the other; when it dies, the mutant is read
again alone, saved, and the next process goes on behind it.
"""
import argparse
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError

_ROOT = Path(__file__).resolve().parent.parent
_INTEGERS = [-(2**63), -(2**31), -100, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 21, 100, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1]
_FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-45, 1e38, float("inf"), float("-inf"), float("nan")]
_TEXTS = ["", "x", "X", "y", "axis", "axes", "to", "perm", "NOTSET", "SAME_UPPER", "VALID", "linear", "cubic", "nearest", "asymmetric", "ij,jk->ik", "ai.onnx.ml", "com.microsoft",
          "a" * 3000, "\0", "é", "../x", "body", "then_branch", "-1", "9223372036854775807"]
_WHOLE = {FieldDescriptor.TYPE_INT32: 32, FieldDescriptor.TYPE_INT64: 64, FieldDescriptor.TYPE_UINT64: 64}


def valid_models():
    """(name, bytes) of each operator test."""
    warnings.filterwarnings("ignore")
    from onnx.backend.test.case.node import collect_testcases
    return [(case.name, case.model.SerializeToString()) for case in collect_testcases(None) if case.model and len(case.model.SerializeToString()) < 20000]


class Mutator:
    """Makes mutant `number` of a seed, each apart from the others."""

    def __init__(self, seed, models):
        import onnx
        self.seed, self.models, self.model_type = seed, models, onnx.ModelProto

    def make(self, number):
        """(what it was, bytes)"""
        draw = random.Random(f"{self.seed}/{number}")
        name, data = self.models[draw.randrange(len(self.models))]
        if draw.random() < 0.5:
            return name, self.bytes(draw, data)
        model = self.model_type.FromString(data)
        for _ in range(draw.choice([1, 1, 1, 2, 3, 5])):
            self.change(draw, model)
        try:
            return name, model.SerializeToString()
        except (ValueError, DecodeError):
            return name, data

    @staticmethod
    def bytes(draw, data):
        """Damaged bytes."""
        data = bytearray(data)
        for _ in range(draw.choice([1, 1, 2, 4, 8])):
            place, kind = draw.randrange(len(data) or 1), draw.randrange(6)
            if not data:
                break
            if kind == 0:
                data[place] ^= 1 << draw.randrange(8)
            elif kind == 1:
                data[place] = draw.choice([0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)])
            elif kind == 2:
                del data[place:place + draw.choice([1, 2, 8, 64])]
            elif kind == 3:
                data[place:place] = bytes(draw.randrange(256) for _ in range(draw.choice([1, 2, 9])))
            elif kind == 4:
                data[place:place] = data[place:place + draw.choice([4, 16, 200])]
            else:
                del data[place:]
        return bytes(data)

    def messages(self, message, found, depth=0):
        """All messages in a message, up to some depth."""
        found.append(message)
        if depth > 30:
            return
        for field, value in message.ListFields():
            if field.type == FieldDescriptor.TYPE_MESSAGE:
                for inner in value if field.is_repeated else [value]:
                    self.messages(inner, found, depth + 1)

    def change(self, draw, model):
        """One change of what a model says."""
        found = []
        self.messages(model, found)
        message = draw.choice(found)
        kind = draw.random()
        if kind < 0.08:
            return self.connect(draw, found)
        if kind < 0.16:
            return self.transplant(draw, message)
        if kind < 0.2:
            return self.nest(draw, model, found)
        if kind < 0.28:
            return self.reshape(draw, model)
        fields = [field for field, _ in message.ListFields()]
        if draw.random() < 0.15 or not fields:
            fields = list(message.DESCRIPTOR.fields)
        if not fields:
            return
        field = draw.choice(fields)
        if field.is_repeated:
            self.change_list(draw, message, field)
        elif draw.random() < 0.12:
            message.ClearField(field.name)
        elif field.type != FieldDescriptor.TYPE_MESSAGE:
            self.set(draw, message, field, found)
        else:
            getattr(message, field.name).SetInParent()

    def value(self, draw, field, found, old=None):
        """Another value of a field that is no message."""
        if field.type == FieldDescriptor.TYPE_ENUM:
            return draw.choice(field.enum_type.values).number
        if field.type in _WHOLE:
            number = draw.choice(_INTEGERS)
            if isinstance(old, int) and draw.random() < 0.4:
                number = old + draw.choice([-1, 1, 2, old])
            bits = _WHOLE[field.type]
            if field.type == FieldDescriptor.TYPE_UINT64:
                return number % 2**64
            return max(-(2**(bits - 1)), min(2**(bits - 1) - 1, number))
        if field.type in (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE):
            return draw.choice(_FLOATS)
        texts = list(_TEXTS)
        for message in found:
            for other, text in message.ListFields():
                if other.type == FieldDescriptor.TYPE_STRING:
                    texts += list(text) if other.is_repeated else [text]
        text = draw.choice(texts)
        return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text

    def set(self, draw, message, field, found):
        setattr(message, field.name, self.value(draw, field, found, getattr(message, field.name)))

    def change_list(self, draw, message, field):
        """Change a list: drop, double, swap, clear, or another element."""
        values = getattr(message, field.name)
        is_message = field.type == FieldDescriptor.TYPE_MESSAGE
        kind = draw.choice(["drop", "double", "swap", "clear", "set", "set", "add"])
        if kind == "add" or not values:
            if is_message:
                values.add()
            else:
                values.append(self.value(draw, field, [message]))
            return
        place, other = draw.randrange(len(values)), draw.randrange(len(values))
        if kind == "drop":
            del values[place]
        elif kind == "clear":
            del values[:]
        elif kind == "double":
            if is_message:
                values.add().CopyFrom(values[place])
            else:
                values.append(values[place])
        elif kind == "swap" and is_message:
            copy = type(values[place])()
            copy.CopyFrom(values[place])
            values[place].CopyFrom(values[other])
            values[other].CopyFrom(copy)
        elif not is_message:
            values[place] = self.value(draw, field, [message], values[place])

    @staticmethod
    def reshape(draw, model):
        """An input has another rank, or other sizes, than its readers expect."""
        inputs = [value.type.tensor_type.shape.dim for value in model.graph.input if value.type.HasField("tensor_type")]
        if not inputs:
            return
        dims = draw.choice(inputs)
        del dims[:]
        for _ in range(draw.choice([0, 0, 0, 1, 1, 2, 3, 4, 5, 6])):
            if draw.random() < 0.25:
                dims.add().dim_param = draw.choice(["n", "m"])
            else:
                dims.add().dim_value = draw.choice([0, 1, 1, 2, 3, 4, 8])

    @staticmethod
    def connect(draw, found):
        """A node uses a result of its own or of another, or two give one name."""
        nodes = [m for m in found if m.DESCRIPTOR.name == "NodeProto" and m.output]
        if not nodes:
            return
        node, other = draw.choice(nodes), draw.choice(nodes)
        if draw.random() < 0.7 and node.input:
            node.input[draw.randrange(len(node.input))] = draw.choice(other.output)
        else:
            node.output[draw.randrange(len(node.output))] = draw.choice(other.output)

    def transplant(self, draw, message):
        """A message becomes one of its kind from another model."""
        found = []
        self.messages(self.model_type.FromString(draw.choice(self.models)[1]), found)
        same = [m for m in found if m.DESCRIPTOR is message.DESCRIPTOR]
        if same and message.DESCRIPTOR.name != "ModelProto":
            message.CopyFrom(draw.choice(same))

    @staticmethod
    def nest(draw, model, found):
        """The graph, or a function, inside of itself."""
        nodes = [m for m in found if m.DESCRIPTOR.name == "NodeProto"]
        if not nodes or model.ByteSize() > 100000:
            return
        node = draw.choice(nodes)
        # A message cannot be copied into itself.
        graph = type(model.graph).FromString(model.graph.SerializeToString())
        attribute = node.attribute.add()
        attribute.name, attribute.type = draw.choice(["body", "then_branch", "else_branch", "x"]), 5
        attribute.g.CopyFrom(graph)
        if draw.random() < 0.5:
            node.op_type = draw.choice(["If", "Loop", "Scan", "SequenceMap"])


class Ranks:
    """Each input of each model with other ranks and sizes."""

    def __init__(self, models):
        import onnx
        self.models, self.model_type, self.cases = models, onnx.ModelProto, []
        for name, data in models:
            for place, value in enumerate(onnx.ModelProto.FromString(data).graph.input):
                if value.type.HasField("tensor_type"):
                    self.cases += [(name, data, place, dims) for dims in self.variants([dim.dim_value for dim in value.type.tensor_type.shape.dim])]

    @staticmethod
    def variants(dims):
        """Other sizes: fewer and more axes, none of a known size, of none, one or very many elements."""
        made = [[], dims[1:], dims[:-1], dims + [2], [1] + dims, [7], *([size] * len(dims) for size in (0, 1, 2**62, "n"))]
        return [other for place, other in enumerate(made) if other != dims and other not in made[:place]]

    def make(self, number):
        """(what it was, bytes)"""
        name, data, place, dims = self.cases[number]
        model = self.model_type.FromString(data)
        shape = model.graph.input[place].type.tensor_type.shape.dim
        del shape[:]
        for size in dims:
            setattr(shape.add(), "dim_param" if isinstance(size, str) else "dim_value", size)
        return f"{name}, input {place} of {dims}", model.SerializeToString()


class Importer:
    """A process that imports models one after the other."""

    def __init__(self, build, seconds):
        self.command, self.seconds = [str(Path(build) / "bin/relax-import-onnx"), "--each"], seconds
        self.process = None

    def read(self, path, output):
        """What is wrong with the process after a model: a signal, a hang, or nothing; and whether the model is accepted."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        try:
            self.process.stdin.write(f"{path}\tmain\t{output}\n".encode())
        except BrokenPipeError:
            return self._end(), False
        begin, answer = time.time(), b""
        used = self._processor_time()
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], self.seconds)
            if not ready:
                # Time of a processor, which others may need, too; and an end for what waits for ever.
                if self._processor_time() - used < self.seconds and time.time() - begin < 20 * self.seconds:
                    continue
                self.process.kill()
                self._end()
                return f"no answer in {self.seconds} s", False
            part = self.process.stdout.read(65536)
            if not part:
                return self._end(), False
            answer += part
            if answer.endswith((b"= 0\n", b"= 1\n")):
                return "", answer.endswith(b"= 0\n")

    def _processor_time(self):
        """Seconds that the process has had."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _end(self):
        status = self.process.wait()
        self.process = None
        return f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(_ROOT / "build"), help="the build folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--count", type=int, default=1000, help="how many mutants")
    parser.add_argument("--ranks", action="store_true", help="give each input of each model other ranks and sizes, and draw nothing")
    parser.add_argument("--seconds", type=float, default=10, help="of processor time, after which a mutant hangs")
    parser.add_argument("--save", default="", help="folder for what crashes")
    parser.add_argument("--state", default="", help="file that notes how far a campaign is, and from which it goes on")
    arguments = parser.parse_args()
    mutator = Ranks(valid_models()) if arguments.ranks else Mutator(arguments.seed, valid_models())
    if arguments.ranks:
        arguments.count = len(mutator.cases) - arguments.first
    importer, accepted, crashes, begin = Importer(arguments.build, arguments.seconds), 0, 0, arguments.first
    state = Path(arguments.state) if arguments.state else None
    if state and state.exists():
        begin = max([begin, *(entry["end"] for entry in map(json.loads, state.read_text().splitlines()) if entry["seed"] == arguments.seed and entry.get("ranks", False) == arguments.ranks)])
    end, noted = arguments.first + arguments.count, (begin, 0, 0)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        path = Path(folder) / "mutant.onnx"
        for number in range(begin, end):
            name, data = mutator.make(number)
            path.write_bytes(data)
            wrong, is_accepted = importer.read(path, Path(folder) / "out.mlir")
            accepted += is_accepted
            if wrong:
                crashes += 1
                print(f"mutant {number} of {name}: {wrong}", flush=True)
                if arguments.save:
                    Path(arguments.save).mkdir(parents=True, exist_ok=True)
                    (Path(arguments.save) / f"{arguments.seed}-{number}.onnx").write_bytes(data)
            if state and ((number + 1) % 1000 == 0 or number + 1 == end):
                with state.open("a") as file:
                    print(json.dumps({"seed": arguments.seed, "ranks": arguments.ranks, "begin": noted[0], "end": number + 1, "accepted": accepted - noted[1], "crashes": crashes - noted[2]}), file=file)
                noted = (number + 1, accepted, crashes)
    print(f"{max(0, end - begin)} mutants of {len(mutator.models)} models: {accepted} accepted, {crashes} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
