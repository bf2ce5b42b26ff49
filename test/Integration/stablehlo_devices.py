"""Exchanges of StableHLO among devices, by workers that are threads, compared with NumPy; for compare-stablehlo.py."""
import numpy as np

_HEAD = """module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
func.func @main(%x: {kind}) -> ({results}) {{
"""
_REDUCTION = """ ({{
^bb0(%a: tensor<{e}>, %b: tensor<{e}>):
  %r = stablehlo.{kind} %a, %b : tensor<{e}>
  stablehlo.return %r : tensor<{e}>
}})"""
_CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"


class Program:
    """Ops on one tensor of each device, and what NumPy makes of all devices' tensors."""

    def __init__(self, replicas, partitions, shape, dtype="f32"):
        self.head = {"replicas": replicas, "partitions": partitions, "kind": f"tensor<{shape}x{dtype}>"}
        self.count, self.dtype, self.lines, self.results, self.expected = replicas * partitions, dtype, [], [], []
        self.shape = tuple(map(int, shape.split("x")))

    def add(self, op, attributes, result, expected, region=""):
        """`expected(xs, device)` is the result of a device, for the list `xs` of all devices' tensors."""
        kind = f"tensor<{result}x{self.dtype}>"
        body = _REDUCTION.format(e=self.dtype, kind=region) if region else ""
        self.lines.append(f'%{len(self.lines)} = "stablehlo.{op}"(%x) <{{{attributes}}}>{body} : ({self.head["kind"]}) -> {kind}')
        self.results.append(kind)
        self.expected.append(expected)

    def add_number(self, op, expected):
        self.lines.append(f"%{len(self.lines)} = stablehlo.{op} : tensor<ui32>")
        self.results.append("tensor<ui32>")
        self.expected.append(lambda xs, device: np.uint32(expected(device)))

    def text(self):
        names = ", ".join(f"%{number}" for number in range(len(self.lines)))
        return (_HEAD.format(results=", ".join(self.results), **self.head) + "\n".join(self.lines)
                + f"\nreturn {names} : {', '.join(self.results)}\n}}\n}}\n")

    def draw(self):
        """A tensor for each device, of small whole numbers, whose sums and products are exact."""
        kinds = {"f32": np.float32, "i32": np.int32, "i1": np.bool_}
        random = np.random.default_rng(3)
        return [random.integers(0 if self.dtype == "i1" else 1, 2 if self.dtype == "i1" else 4, self.shape)
                .astype(kinds[self.dtype]) for _ in range(self.count)]


def _groups(lists):
    return f"replica_groups = dense<{lists}> : tensor<{len(lists)}x{len(lists[0])}xi64>"


def _group_of(lists, device):
    return next(group for group in lists if device in group)


def make_programs():
    """Two replicas of two partitions; four partitions, with groups along an axis; bools."""
    # Worker `2 * replica + partition`.
    both = Program(2, 2, "2x4")
    both.add("all_reduce", _groups([[0, 1]]), "2x4", lambda xs, d: xs[d % 2] + xs[d % 2 + 2], "add")
    both.add("all_reduce", _groups([[0], [1]]) + ", " + _CHANNEL, "2x4", lambda xs, d: xs[d // 2 * 2] * xs[d // 2 * 2 + 1], "multiply")
    both.add("all_reduce", _groups([[0, 1, 2, 3]]) + f", {_CHANNEL}, use_global_device_ids", "2x4",
             lambda xs, d: np.max(xs, 0), "maximum")
    both.add("all_to_all", _groups([[0, 1]]) + f", {_CHANNEL}, concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 1 : i64",
             "4x2", lambda xs, d: np.concatenate([xs[d // 2 * 2 + i][:, d % 2 * 2:d % 2 * 2 + 2] for i in range(2)]))
    both.add_number("replica_id", lambda d: d // 2)
    both.add_number("partition_id", lambda d: d % 2)
    rows, columns = [[0, 1], [2, 3]], [[0, 2], [1, 3]]
    four = Program(1, 4, "4x2")
    for lists in (rows, columns, [[0, 1, 2, 3]]):
        size, where = len(lists[0]), _groups(lists) + f", {_CHANNEL}, use_global_device_ids"
        for axis in (0, 1):
            four.add("all_gather", where + f", all_gather_dim = {axis} : i64", f"{4 * size}x2" if axis == 0 else f"4x{2 * size}",
                     lambda xs, d, lists=lists, axis=axis: np.concatenate([xs[i] for i in _group_of(lists, d)], axis))
        four.add("reduce_scatter", where + ", scatter_dimension = 0 : i64", f"{4 // size}x2",
                 lambda xs, d, lists=lists: np.split(sum(xs[i] for i in _group_of(lists, d)), len(lists[0]))[_group_of(lists, d).index(d)],
                 "add")
    pairs = [[0, 1], [1, 2], [3, 0]]
    four.add("collective_permute", f"source_target_pairs = dense<{pairs}> : tensor<3x2xi64>, {_CHANNEL}", "4x2",
             lambda xs, d: {1: xs[0], 2: xs[1], 0: xs[3]}.get(d, np.zeros_like(xs[0])))
    four.add("collective_broadcast", _groups(columns) + ", " + _CHANNEL, "4x2", lambda xs, d: xs[d % 2])
    bools = Program(2, 1, "3x2", "i1")
    bools.add("all_reduce", _groups([[0, 1]]), "3x2", lambda xs, d: xs[0] | xs[1], "or")
    bools.add("reduce_scatter", _groups([[0, 1]]) + ", scatter_dimension = 1 : i64", "3x1",
              lambda xs, d: (xs[0] & xs[1])[:, d:d + 1], "and")
    # What no attribute counts: as many devices as the lists name, the order of no importance to a sum.
    three = Program(1, 1, "5", "i32")
    three.count = 3
    three.add("all_reduce", _groups([[2, 0, 1]]), "5", lambda xs, d: sum(xs), "add")
    return [both, four, bools, three]


def check_devices():
    """What is wrong with the programs on as many threads as they have devices."""
    import relax_mlir
    from relax_mlir import collectives

    problems = []
    for program in make_programs():
        module, inputs = relax_mlir.compile(program.text()), program.draw()

        def run(world):
            with world:
                return [np.asarray(result) for result in module(inputs[world.rank])]

        for device, results in enumerate(collectives.run_threads(program.count, run)):
            for line, found, expected in zip(program.lines, results, program.expected):
                wanted = np.asarray(expected(inputs, device))
                if found.dtype != wanted.dtype or not np.array_equal(found, wanted):
                    problems.append(f"device {device} of {program.count}: {line.splitlines()[0]}: {found.tolist()}, "
                                    f"expected {wanted.tolist()}")
    return problems


def get_ops():
    """The ops that the programs have."""
    return {line.split("stablehlo.")[1].split('"')[0].split()[0] for program in make_programs() for line in program.lines}
