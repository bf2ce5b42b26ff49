# What relax-tune can decide in a script, and what its cost model learns.
# RUN: env PYTHONPATH=%relax_src_root/python %python %s
import numpy as np
from relax_mlir.tuning.cost import CostModel
from relax_mlir.tuning.space import Space

_SCRIPT = """
  %a, %b, %c = transform.tir.split %i [?, 8, 4]
  transform.tir.vectorize_reduction %x with %y lanes = 8
  transform.tir.tile_reduction %x with %e lanes = 16 overlap
  transform.tir.tile_reduction %x lanes = 16 overlap tile = [6, 16]
  transform.tir.tile_attention %block lanes = 8 registers = 16
  %v = transform.tir.sample_categorical [4, 8, 16] weights = [0.2, 0.5, 0.3] seed = 42 decision = 1
"""

space = Space(_SCRIPT)
assert [decision.texts[0] for decision in space.decisions] == ["8", "4", "8", "", " tile = [6, 16]", "8", "16", "1"]
# Each text once, with numbers of one kind.
for decision in space.decisions:
    assert len(set(decision.texts)) == len(decision.texts) == len(decision.features)
    assert len(set(map(len, decision.features))) == 1
assert space.render(space.get_default()) == _SCRIPT
for near in space.neighbours(space.get_default()):
    text = space.render(near)
    assert sum(one != other for one, other in zip(text.splitlines(), _SCRIPT.splitlines(), strict=True)) == 1
    assert Space(text).render(Space(text).get_default()) == text
assert not Space("transform.tir.parallel %i").decisions

random = np.random.default_rng(0)
drawn = [space.draw(random, [space.get_default()]) for _ in range(60)]
assert all(0 <= choice < len(decision.texts) for one in drawn for choice, decision in zip(one, space.decisions))

# Before anything is known all are alike; then those that are alike to fast ones are fast. What failed says nothing.
model = CostModel(space)
assert set(model.predict(drawn)) == {1.0}
times = {one: 1 + 0.1 * sum(space.features(one)) ** 2 for one in drawn}
model.fit({**{one: times[one] for one in drawn[:40]}, drawn[40]: None})
unseen = [one for one in drawn[41:] if one not in drawn[:41]]
assert np.corrcoef(model.predict(unseen), [times[one] for one in unseen])[0, 1] > 0.7
