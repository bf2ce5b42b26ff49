"""Models with loops and branches, which torch.jit.script reads from this file."""
from typing import List

import torch
from torch import Tensor, nn

INPUTS = {"Collatz": (torch.tensor([7]), torch.tensor([27]))}


class If(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if x.sum() > 0:
            return x * 2
        return x - 1


class IfRanks(nn.Module):
    """Branches whose results have different ranks."""

    def forward(self, x: Tensor) -> Tensor:
        y = x.mean(0)
        if x.shape[0] > 5:
            y = x
        return y * 2


class While(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        while x.abs().max() > 0.1:
            x = x * 0.5
        return x


class ForRows(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        h = torch.zeros(6)
        for i in range(x.shape[0]):
            h = torch.tanh(h + x[i])
        return h


class ListStack(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(6, 6)

    def forward(self, x: Tensor) -> Tensor:
        h = torch.zeros(6)
        steps: List[Tensor] = []
        for i in range(x.shape[0]):
            h = torch.tanh(self.cell(x[i]) + h)
            steps.append(h)
        return torch.stack(steps)


class ListCat(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        steps: List[Tensor] = []
        for i in range(x.shape[0]):
            steps.append(x[: i + 1].sum(0, keepdim=True))
        return torch.cat(steps, 0)


class ListUneven(nn.Module):
    """Items of several sizes, which later turns read."""

    def forward(self, x: Tensor) -> Tensor:
        parts: List[Tensor] = []
        for i in range(x.shape[0]):
            parts.append(x[: i + 1] * 2)
        total = torch.zeros(6)
        for part in parts:
            total = total + part.amax(0)
        return torch.cat(parts, 0) - total


class ListMasked(nn.Module):
    """What a mask leaves of each row."""

    def forward(self, x: Tensor) -> Tensor:
        parts: List[Tensor] = []
        for i in range(x.shape[0]):
            row = x[i]
            parts.append(row[row > 0])
        return torch.cat(parts, 0)


class Newton(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x.abs() + 1
        for _ in range(8):
            y = 0.5 * (y + (x.abs() + 1) / y)
        return y


class Beam(nn.Module):
    """Greedy decoding with an end."""

    def __init__(self):
        super().__init__()
        self.words, self.out = nn.Embedding(11, 6), nn.Linear(6, 11)

    def forward(self, x: Tensor) -> Tensor:
        h = x.mean(0)
        token = torch.zeros(1, dtype=torch.int64)
        found = token
        for _ in range(6):
            h = torch.tanh(h + self.words(token)[0])
            token = self.out(h).argmax(-1, keepdim=True)
            found = torch.cat([found, token])
        return found


class Early(nn.Module):
    """Layers until one is sure."""

    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(6, 6), nn.Linear(6, 6)

    def forward(self, x: Tensor) -> Tensor:
        h = self.one(x)
        if h.softmax(-1).max() < 0.9:
            h = self.two(torch.relu(h))
        return h


class Nested(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        total = torch.zeros_like(x)
        for i in range(3):
            for j in range(2):
                if (x[0, 0] > 0) == bool((i + j) % 2 == 0):
                    total = total + x * (i + j)
                else:
                    total = total - x
        return total


class Collatz(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        n, steps = x, torch.zeros(1, dtype=torch.int64)
        while bool(n[0] != 1):
            if bool(n[0] % 2 == 0):
                n = n // 2
            else:
                n = 3 * n + 1
            steps = steps + 1
        return steps


class Pieces(nn.Module):
    """Splits of unknown number, put together in another order."""

    def forward(self, x: Tensor) -> Tensor:
        parts = torch.split(x, 1, 0)
        return torch.cat([parts[-1], parts[0]], 0)
