#!/usr/bin/env python3
"""Train models by TVM's SetupTrainer and Trainer, and by relax_mlir.training: the losses, parameters, states and
predictions are the same."""
import argparse
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from tvm import relax  # noqa: E402
from tvm.relax import training  # noqa: E402

_ROWS, _INNER, _OUTER = 4, 6, 3


class _Adam(training.optimizer.Adam):
    """TVM's own makes arrays of a dtype that is none of numpy's."""

    def _set_params_and_dtype(self, params):
        super()._set_params_and_dtype(params)
        self.dtype = "float32"


# By name: TVM's optimizer, ours, and whether the model has states.
_OPTIMIZERS = {
    "SGD": (training.optimizer.SGD(0.05, 0.01), lambda ours: ours.SGD(0.05, 0.01), False),
    "MomentumSGD": (training.optimizer.MomentumSGD(0.05, 0.9, 0.1, 0.01, True), lambda ours: ours.MomentumSGD(0.05, 0.9, 0.1, 0.01, True), True),
    "Adam": (_Adam(0.05, (0.8, 0.99), 1e-6, 0.01), lambda ours: ours.Adam(0.05, 0.8, 0.99, 1e-6, 0.01), True),
}


def _tensor(*shape):
    return relax.TensorType(shape, "float32")


def _backbone(normalized):
    """A layer, and a batch norm with its states."""
    x, w, b = (relax.Var(name, type) for name, type in
               (("x", _tensor(_ROWS, _INNER)), ("w", _tensor(_INNER, _OUTER)), ("b", _tensor(_OUTER))))
    norm = [relax.Var(name, _tensor(_OUTER)) for name in ("gamma", "beta", "mean", "var")] if normalized else []
    builder = relax.BlockBuilder()
    with builder.function("backbone", [x, w, b, *norm]):
        with builder.dataflow():
            y = builder.emit(relax.op.add(relax.op.matmul(x, w), b))
            results = [y]
            if normalized:
                normal = builder.emit(relax.op.nn.batch_norm(y, *norm, axis=1))
                results = [builder.emit(relax.TupleGetItem(normal, place)) for place in range(3)]
            results = [builder.emit_output(relax.op.nn.relu(results[0])), *map(builder.emit_output, results[1:])]
        builder.emit_func_output(relax.Tuple(results) if normalized else results[0])
    return builder.get().with_attrs({"param_num": 4 if normalized else 2, "state_num": 2 if normalized else 0})


def _values(normalized):
    """Parameters and states."""
    rng = np.random.default_rng(1)
    params = [rng.standard_normal(shape).astype("float32") for shape in ((_INNER, _OUTER), (_OUTER,))]
    if not normalized:
        return params, []
    ones, zeros = np.ones(_OUTER, "float32"), np.zeros(_OUTER, "float32")
    return params + [ones, zeros], [zeros, ones]


def _batches():
    rng = np.random.default_rng(2)
    return [(rng.standard_normal((_ROWS, _INNER)).astype("float32"), rng.random((_ROWS, _OUTER)).astype("float32")) for _ in range(4)]


def _in_tvm(normalized, optimizer):
    loss = training.loss.MSELoss("sum")
    shape = _tensor(_ROWS, _OUTER)
    module = training.SetupTrainer(loss, optimizer, [shape, shape])(_backbone(normalized))
    trainer = training.Trainer(module, relax.VirtualMachine(tvm.compile(module, "llvm"), tvm.cpu()), tvm.cpu(), False)
    params, states = _values(normalized)
    trainer.load_params(params)
    trainer.load_states(states)
    losses = [trainer.update([x], [target]).numpy() for x, target in _batches()]
    return [*losses, *(array.numpy() for array in [*trainer._params, *trainer._states])]


def _here(normalized, optimizer):
    import relax_mlir
    from relax_mlir import training as ours
    from relax_mlir.tvm import from_tvm

    module = _backbone(normalized)
    shape = _tensor(_ROWS, _OUTER)
    module["loss"] = training.loss.MSELoss("sum")(shape, shape).with_attr("global_symbol", "loss")
    params, states = _values(normalized)
    text = ours.setup_trainer(from_tvm(module), optimizer(ours), params=range(1, 1 + len(params)), function="backbone")
    module = relax_mlir.compile(text)
    trainer = ours.Trainer(module, params, states, function="backbone")
    losses = [trainer.update([x], [target]) for x, target in _batches()]
    (found,) = trainer.predict(_batches()[0][0])
    if found.shape != (_ROWS, _OUTER):
        sys.exit(f"expected predictions of {_ROWS}x{_OUTER}, found {found.shape}")
    for wrong, words in ((lambda: ours.setup_trainer("", "adam", [0]), "expected an optimizer, SGD, MomentumSGD or Adam, found <class 'str'>"),
                         (lambda: ours.setup_trainer("", ours.SGD(0.1), [2, 1]), "expected consecutive numbers of parameters, such as (1, 2), found (2, 1)"),
                         (lambda: ours.setup_trainer("", ours.SGD(0.1), []), "expected consecutive numbers of parameters"),
                         (lambda: ours.Trainer(module, params[1:], states, "backbone"), f"expected {len(params)} parameters beside {len(states)} states, found")):
        try:
            wrong()
            sys.exit(f"expected an error: {words}")
        except (TypeError, ValueError) as error:
            if words not in str(error):
                sys.exit(f"expected {words}, found {error}")
    return [*losses, *trainer.params, *trainer.states]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    os.environ["RELAX_MLIR_BUILD"] = str(parser.parse_args().build)
    faults = 0
    for name, (theirs, ours, normalized) in _OPTIMIZERS.items():
        expected, found = _in_tvm(normalized, theirs), _here(normalized, ours)
        worst = max(np.abs(one - other).max() / (1 + np.abs(other).max()) for one, other in zip(found, expected))
        print(f"{name}: differs by {worst:.1e}")
        faults += len(found) != len(expected) or not worst < 1e-4
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(bool(faults))


if __name__ == "__main__":
    main()
