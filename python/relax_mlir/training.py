"""Training of compiled modules: what relax.training of TVM has.

    text = setup_trainer(model, Adam(learning_rate=0.01), params=(1, 2))
    trainer = Trainer(relax_mlir.compile(text), params=[w, b])
    loss = trainer.update([x], [target])
    (y,) = trainer.predict(x)

A model takes inputs, then parameters, then states such as the moving mean of a batch norm, and gives predictions, then
the new states; its module also has the function of the loss, of predictions and targets.
"""
from dataclasses import dataclass, fields
from typing import Any, Sequence

from .compiler import Module, opt


@dataclass(frozen=True)
class SGD:
    """Gradient descent."""

    learning_rate: float
    weight_decay: float = 0.0


@dataclass(frozen=True)
class MomentumSGD:
    """Gradient descent whose steps keep a part of the last one."""

    learning_rate: float
    momentum: float
    dampening: float = 0.0
    weight_decay: float = 0.0
    nesterov: bool = False


@dataclass(frozen=True)
class Adam:
    """Steps by means of derivatives and of their squares."""

    learning_rate: float
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    weight_decay: float = 0.0


_OPTIMIZERS = {SGD: "sgd", MomentumSGD: "momentum-sgd", Adam: "adam"}


def _words(**options):
    """The options of a pass in the text of a pipeline."""
    return "{" + " ".join(f"{name.replace('_', '-')}={str(value).lower() if isinstance(value, bool) else value}"
                          for name, value in options.items()) + "}"


def setup_trainer(model: str, optimizer: Any, params: Sequence[int], function: str = "main", loss: str = "loss",
                  num_outputs: int = 1) -> str:
    """The text of a module with what trains `function`: with its loss, derivatives by the parameters of these consecutive numbers,
    and the step of an optimizer; `loss` is the function of the first `num_outputs` results and of targets."""
    if type(optimizer) not in _OPTIMIZERS:
        raise TypeError(f"expected an optimizer, SGD, MomentumSGD or Adam, found {type(optimizer)}")
    # The order of the results: `Trainer` gives parameters and takes derivatives in order, without gaps.
    if not len(params) or list(params) != list(range(params[0], params[0] + len(params))):
        raise ValueError(f"expected consecutive numbers of parameters, such as (1, 2), found {tuple(params)}")
    numbers = ",".join(map(str, params))
    chosen = {field.name: getattr(optimizer, field.name) for field in fields(optimizer)}
    passes = ["relax-append-loss" + _words(func_name=function, loss=loss, num_outputs=num_outputs),
              "relax.func(relax-decompose-ops-for-training)",
              "relax-gradient" + _words(func_name=f"{function}_loss", require_grads=numbers),
              "relax-append-optimizer" + _words(func_name=function, params=numbers, optimizer=_OPTIMIZERS[type(optimizer)], **chosen)]
    return opt(model, ",".join(passes))


class Trainer:
    """A compiled module of `setup_trainer`, the parameters and the states."""

    def __init__(self, module: Module, params: Sequence[Any], states: Sequence[Any] = (), function: str = "main"):
        self._predict, self._derive, self._step = (module[name] for name in (function, f"{function}_loss_adjoint", "optimizer"))
        self.params, self.states = list(params), list(states)
        expected = len(self._derive.signature.results) - 1 - len(self.states)
        if len(self.params) != expected:
            raise ValueError(f"{function}: expected {expected} parameters beside {len(self.states)} states, found {len(self.params)}")
        self.optimizer_states = module["optimizer_init"](*self.params)

    def predict(self, *inputs: Any) -> list:
        """What the model gives, without its states."""
        results = self._predict(*inputs, *self.params, *self.states)
        return results[:len(results) - len(self.states)]

    def update(self, inputs: Sequence[Any], targets: Sequence[Any]) -> Any:
        """Takes a step, and gives the loss before it."""
        loss, *rest = self._derive(*inputs, *self.params, *self.states, *targets)
        self.states, gradients = rest[:len(self.states)], rest[len(self.states):]
        results = self._step(*self.params, *gradients, *self.optimizer_states)
        self.params, self.optimizer_states = results[:len(gradients)], results[len(gradients):]
        return loss
