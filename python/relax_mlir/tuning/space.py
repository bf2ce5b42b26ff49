"""What can be decided in a script: its space of candidates."""
import itertools
import math
import re
from dataclasses import dataclass

# Numbers of steps, as scripts are printed. `split` has factors, of which each known one is a decision.
_SPLIT = re.compile(r"transform\.tir\.split [^\[\n]*\[(?P<factors>[^\]\n]*)\]")
_LANES = re.compile(r"transform\.tir\.(?:tile_spatial|vectorize_reduction|tile_attention) [^\n]*?lanes = (?P<number>\d+)")
_REGISTERS = re.compile(r"registers = (?P<number>\d+)")
_TILE = re.compile(r"transform\.tir\.tile_reduction [^\n]*?lanes = (?P<lanes>\d+)(?: overlap)?"
                   r"(?P<tile>(?: tile = \[(?P<rows>\d+), (?P<columns>\d+)\])?)")
_SAMPLED = re.compile(r"transform\.tir\.sample_categorical \[(?P<numbers>[^\]]*)\][^\n]*?decision = (?P<number>\d+)")
_ROWS, _VECTORS = range(1, 15), (1, 2, 3, 4, 6)


@dataclass
class Decision:
    """A place of the script: the texts that may stand there, of which the first one does, and for each the numbers by
    which a cost model sees it."""

    begin: int
    end: int
    texts: list
    features: list


def _numbers(match, group, candidates):
    now = int(match[group])
    texts = [now, *(number for number in candidates if number > 0 and number != now)]
    return Decision(*match.span(group), [str(number) for number in texts], [[math.log2(number)] for number in texts])


def _near(number):
    """Numbers by which a factor may be replaced; the step rejects those that do not divide."""
    return sorted({number * up // down for up, down in ((1, 4), (1, 3), (1, 2), (3, 4), (3, 2), (2, 1), (3, 1), (4, 1))})


def _tile(match):
    """Tiles of results, rows and columns; without one the step chooses."""
    lanes = int(match["lanes"])
    now = (int(match["rows"]), int(match["columns"])) if match["rows"] else None
    tiles = [(rows, vectors * lanes) for rows, vectors in itertools.product(_ROWS, _VECTORS) if rows * vectors <= 32]
    tiles = [now, *(tile for tile in tiles if tile != now)]
    return Decision(*match.span("tile"), [f" tile = [{tile[0]}, {tile[1]}]" if tile else "" for tile in tiles],
                    [[0.0, math.log2(tile[0]), math.log2(tile[1] / lanes)] if tile else [1.0, 0.0, 0.0] for tile in tiles])


class Space:
    """A script with its decisions. A candidate has the number of a text for each of them; all zeros is the script."""

    def __init__(self, script):
        self.script = script
        self.decisions = []
        for match in _SPLIT.finditer(script):
            begin = match.start("factors")
            for factor in re.finditer(r"(?P<number>\d+)", match["factors"]):
                decision = _numbers(factor, "number", _near(int(factor["number"])))
                decision.begin, decision.end = decision.begin + begin, decision.end + begin
                self.decisions.append(decision)
        for match in _LANES.finditer(script):
            lanes = int(match["number"])
            self.decisions.append(_numbers(match, "number", (lanes // 2, 2 * lanes, 4 * lanes)))
        self.decisions += [_numbers(match, "number", (8, 12, 16, 24, 32)) for match in _REGISTERS.finditer(script)]
        self.decisions += [_tile(match) for match in _TILE.finditer(script)]
        for match in _SAMPLED.finditer(script):
            count = len(match["numbers"].split(","))
            others = [number for number in range(count) if number != int(match["number"])]
            self.decisions.append(Decision(*match.span("number"), [match["number"], *map(str, others)],
                                           [[float(number)] for number in (int(match["number"]), *others)]))
        self.decisions.sort(key=lambda decision: decision.begin)

    def render(self, candidate):
        """The script with the decisions of a candidate."""
        text, end = [], 0
        for decision, choice in zip(self.decisions, candidate, strict=True):
            text += [self.script[end:decision.begin], decision.texts[choice]]
            end = decision.end
        return "".join(text) + self.script[end:]

    def features(self, candidate):
        return [number for decision, choice in zip(self.decisions, candidate) for number in decision.features[choice]]

    def get_default(self):
        return (0,) * len(self.decisions)

    def neighbours(self, candidate):
        """Candidates that differ from one in a single decision."""
        for place, decision in enumerate(self.decisions):
            for choice in range(len(decision.texts)):
                if choice != candidate[place]:
                    yield (*candidate[:place], choice, *candidate[place + 1:])

    def draw(self, random, parents):
        """A candidate of which each decision is one of some parents', or any."""
        return tuple(int(random.integers(len(decision.texts))) if random.random() < 0.3 else
                     parents[random.integers(len(parents))][place] for place, decision in enumerate(self.decisions))
