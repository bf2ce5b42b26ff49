"""Models of several layers whose tensors are spread over workers, as text: a step of a decoder with a cache of keys and
values, and a ResNet-18."""


class Graph:
    """A function in the making, for a number of workers: parameters with shapes, and lines."""

    def __init__(self, workers, dtype="f32"):
        self.workers, self.dtype, self.parameters, self.lines = workers, dtype, {}, []
        self.types, self.shapes = {}, []

    def tensor(self, shape):
        return f"tensor<{''.join(f'{size}x' for size in shape)}{self.dtype}>"

    def parameter(self, *shape, split=None):
        """A parameter; dimension `split` of it is spread over the workers."""
        name = f"%arg{len(self.parameters)}"
        self.parameters[name] = self.types[name] = tuple(shape)
        self.shapes.append(tuple(shape))
        return self.spread(name, split) if split is not None else name

    def spread(self, value, split):
        """The value with a hint, if there are several workers."""
        if self.workers == 1:
            return value
        placement = "R" if split is None else f"S[{split}]"
        return self._emit(lambda name: f"{name} = relax.dist.annotate_sharding {value} on @mesh [{placement}] : "
                          f"{self.tensor(self.types[value])}", self.types[value])

    def op(self, name, operands, shape, attributes=""):
        """An operator of one result."""
        types = ", ".join(self.tensor(self.types[operand]) for operand in operands)
        words = f" {{{attributes}}}" if attributes else ""
        return self._emit(lambda result: f"{result} = relax.{name} {', '.join(operands)}{words} : ({types}) -> {self.tensor(shape)}",
                          tuple(shape))

    def same(self, name, operand):
        """An operator whose form says one type for operand and result."""
        return self._emit(lambda result: f"{result} = relax.{name} {operand} : {self.tensor(self.types[operand])}", self.types[operand])

    def add(self, left, right, name="add"):
        return self._emit(lambda result: f"{result} = relax.{name} {left}, {right} : {self.tensor(self.types[left])}"
                          if self.types[left] == self.types[right] else
                          f"{result} = relax.{name} {left}, {right} : ({self.tensor(self.types[left])}, {self.tensor(self.types[right])}) -> "
                          f"{self.tensor(self.types[left])}", self.types[left])

    def reshape(self, value, *shape):
        sizes = f"[{', '.join(map(str, shape))}]"
        self.lines.append(f"%s{len(self.lines)} = relax.shape {sizes} : !relax.shape<{sizes}>")
        target = f"%s{len(self.lines) - 1}"
        return self._emit(lambda result: f"{result} = relax.reshape {value}, {target} : ({self.tensor(self.types[value])}, "
                          f"!relax.shape<{sizes}>) -> {self.tensor(shape)}", shape)

    def _emit(self, line, shape):
        name = f"%v{len(self.lines)}"
        self.lines.append(line(name))
        self.types[name] = tuple(shape)
        return name

    def text(self, results, num_input):
        """The function, with a mesh if there are several workers."""
        parameters = ", ".join(f"{name}: {self.tensor(shape)}" for name, shape in self.parameters.items())
        types = [self.tensor(self.types[result]) for result in results]
        signature = types[0] if len(types) == 1 else f"({', '.join(types)})"
        mesh = "" if self.workers == 1 else f"relax.device_mesh @mesh [{self.workers}]\n"
        body = "\n  ".join([*self.lines, f"relax.return {', '.join(results)} : {', '.join(types)}"])
        return f"{mesh}relax.func @main({parameters}) -> {signature} attributes {{num_input = {num_input} : i64}} {{\n  {body}\n}}\n"


def decode_step(workers, layers=4, batch=4, past=64, heads=8, depth=32, inner=1024):
    """One place more of a decoder whose layers keep keys and values, by heads: each worker has those of its heads. Text, and
    shapes of parameters: the place, keys and values of each layer, then weights."""
    graph, width = Graph(workers), heads * depth
    x = graph.parameter(batch, 1, width)
    caches = [[graph.parameter(batch, heads, past, depth, split=1) for _ in "kv"] for _ in range(layers)]
    results = []
    for keys, values in caches:
        n = graph.op("nn.rms_norm", [x, graph.parameter(width)], (batch, 1, width), "axes = array<i64: -1>")
        parts = []
        for _ in "qkv":
            flat = graph.op("matmul", [n, graph.parameter(width, width, split=1)], (batch, 1, width))
            parts.append(graph.op("permute_dims", [graph.reshape(flat, batch, 1, heads, depth)], (batch, heads, 1, depth),
                                  "axes = array<i64: 0, 2, 1, 3>"))
        # What a result is spread like, a hint says.
        keys, values = (graph.spread(graph.op("concat", [old, new], (batch, heads, past + 1, depth), "axis = 2 : i64"), 1)
                        for old, new in ((keys, parts[1]), (values, parts[2])))
        results += [keys, values]
        turned = graph.op("permute_dims", [keys], (batch, heads, depth, past + 1), "axes = array<i64: 0, 1, 3, 2>")
        scores = graph.same("nn.softmax", graph.op("matmul", [parts[0], turned], (batch, heads, 1, past + 1)))
        joined = graph.op("matmul", [scores, values], (batch, heads, 1, depth))
        rows = graph.op("permute_dims", [joined], (batch, 1, heads, depth), "axes = array<i64: 0, 2, 1, 3>")
        rows = graph.reshape(rows, batch, 1, width)
        x = graph.add(x, graph.op("matmul", [rows, graph.parameter(width, width, split=0)], (batch, 1, width)))
        m = graph.op("nn.rms_norm", [x, graph.parameter(width)], (batch, 1, width), "axes = array<i64: -1>")
        gate = graph.same("nn.silu", graph.op("matmul", [m, graph.parameter(width, inner, split=1)], (batch, 1, inner)))
        up = graph.op("matmul", [m, graph.parameter(width, inner, split=1)], (batch, 1, inner))
        down = graph.op("matmul", [graph.add(gate, up, "multiply"), graph.parameter(inner, width, split=0)], (batch, 1, width))
        x = graph.add(x, down)
    return graph.text([x, *results], 1 + 2 * layers), graph.shapes


def resnet18(workers, batch=4, size=64, classes=1000):
    """The loss of a ResNet-18 with the batch spread: the mean of the scores' squares. Batch norms are a product and a sum
    for each channel. Text, and shapes of parameters: images, then weights."""
    graph = Graph(workers)
    images = graph.parameter(batch, 3, size, size, split=0)

    def convolution(x, channels, kernel, stride):
        _, before, height, _ = graph.types[x]
        padding = kernel // 2
        after = (height + 2 * padding - kernel) // stride + 1
        weight = graph.parameter(channels, before, kernel, kernel)
        y = graph.op("nn.conv2d", [x, weight], (batch, channels, after, after),
                     f"strides = array<i64: {stride}, {stride}>, padding = array<i64: {', '.join([str(padding)] * 4)}>")
        y = graph.add(y, graph.parameter(channels, 1, 1), "multiply")
        return graph.add(y, graph.parameter(channels, 1, 1))

    x = graph.same("nn.relu", convolution(images, 64, 7, 2))
    half = graph.types[x][2] // 2
    x = graph.op("nn.max_pool2d", [x], (batch, 64, half, half),
                 "pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>")
    for channels, first in ((64, 1), (128, 2), (256, 2), (512, 2)):
        for stride in (first, 1):
            y = graph.same("nn.relu", convolution(x, channels, 3, stride))
            y = convolution(y, channels, 3, 1)
            shortcut = x if graph.types[x] == graph.types[y] else convolution(x, channels, 1, stride)
            x = graph.same("nn.relu", graph.add(y, shortcut))
    pooled = graph.op("mean", [x], (batch, 512), "axis = array<i64: 2, 3>")
    scores = graph.op("matmul", [pooled, graph.parameter(512, classes)], (batch, classes))
    scores = graph.add(scores, graph.parameter(classes))
    return graph.text([graph.op("mean", [graph.add(scores, scores, "multiply")], ())], 1), graph.shapes
