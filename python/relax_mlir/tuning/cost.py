"""The cost model: the time of a candidate as a function of its numbers, learned from those that were measured."""
import numpy as np


class CostModel:
    """Least squares of logarithms of times over the numbers of decisions, their squares and products, with a penalty
    (ridge regression): some dozens of measurements say little, and less is no model."""

    _PENALTY = 1.0

    def __init__(self, space):
        self._space = space
        self._weights = None

    def _expand(self, candidates):
        numbers = np.array([self._space.features(candidate) for candidate in candidates], np.float64)
        upper = np.triu_indices(numbers.shape[1])
        products = numbers[:, upper[0]] * numbers[:, upper[1]]
        return np.hstack([np.ones((len(numbers), 1)), numbers, products])

    def fit(self, measured):
        """`measured` has a time for each candidate; those that failed have none."""
        known = [(candidate, time) for candidate, time in measured.items() if time]
        if len(known) < 4:
            return
        x, y = self._expand([candidate for candidate, _ in known]), np.log([time for _, time in known])
        self._mean = y.mean()
        # As many equations as measurements: fewer than features.
        kernel = x @ x.T + self._PENALTY * np.eye(len(x))
        self._weights = x.T @ np.linalg.solve(kernel, y - self._mean)

    def predict(self, candidates):
        """Times, up to a factor; all alike before anything is known."""
        if self._weights is None:
            return np.ones(len(candidates))
        return np.exp(self._expand(candidates) @ self._weights + self._mean)
