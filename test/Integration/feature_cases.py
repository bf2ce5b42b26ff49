"""Operators of ai.onnx.ml for compare-domains.py."""
import numpy as np
from onnx import TensorProto

from onnx_case import Draw, make_case

_FLOAT, _INT = TensorProto.FLOAT, TensorProto.INT64
_TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO")
_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")
_KERNELS = {"LINEAR": [0.0, 0.0, 0.0], "POLY": [0.5, 0.1, 2.0], "RBF": [0.3, 0.0, 3.0], "SIGMOID": [0.3, 0.2, 0.0]}


def case(name, operator, arrays, outputs, attributes, tolerance=1e-4):
    return make_case(name, operator, [(f"x{index}", array) for index, array in enumerate(arrays)], outputs, attributes,
                     domain="ai.onnx.ml", tolerance=tolerance)


def encoder_cases(draw, rows):
    holes, zeros = rows.copy(), rows.copy()
    holes[1, 2] = holes[3, 1] = np.nan
    zeros[2] = 0
    whole = draw.random.integers(0, 4, (6, 4))
    yield case("scaler", "Scaler", [rows], [_FLOAT], {"offset": [0.1, 0.2, 0.3, 0.4], "scale": [1.0, 2.0, 3.0, 4.0]})
    yield case("scaler_integers", "Scaler", [whole], [_FLOAT], {"offset": [0.1], "scale": [2.0]})
    for norm in ("MAX", "L1", "L2"):
        yield case(f"normalizer_{norm}", "Normalizer", [zeros], [_FLOAT], {"norm": norm})
    yield case("imputer", "Imputer", [holes], [_FLOAT],
               {"imputed_value_floats": [1.0, 2.0, 3.0, 4.0], "replaced_value_float": float("nan")})
    yield case("imputer_integers", "Imputer", [whole], [_INT], {"imputed_value_int64s": [7], "replaced_value_int64": 1})
    for kind in (np.int64, np.float32):
        yield case(f"one_hot_{kind.__name__}", "OneHotEncoder", [whole[:, :1].astype(kind)], [_FLOAT],
                   {"cats_int64s": [0, 2, 3], "zeros": 1})
    yield case("vectorizer", "FeatureVectorizer", [draw.floats(3, 2), draw.floats(3, 4)], [_FLOAT],
               {"inputdimensions": [2, 4]})
    yield case("label_encoder", "LabelEncoder", [whole[:, 0]], [_FLOAT],
               {"keys_int64s": [0, 1, 3], "values_floats": [0.5, 1.5, 2.5], "default_float": 9.0})
    yield case("label_encoder_floats", "LabelEncoder", [np.array([1, 4, 2, 3], np.float32)], [_INT],
               {"keys_floats": [1.0, 4.0, 2.0], "values_int64s": [5, 6, 7], "default_int64": -3})


def linear_cases(draw, rows):
    yield case("linear", "LinearRegressor", [rows], [_FLOAT],
               {"coefficients": draw.numbers(8), "intercepts": [0.1, 0.2], "targets": 2})
    for transform in _TRANSFORMS:
        for count, labels in ((3, [3, 5, 9]), (2, [3, 5]), (1, [3, 5])):
            yield case(f"linear_classes_{count}_{transform}", "LinearClassifier", [rows], [_INT, _FLOAT],
                       {"coefficients": draw.numbers(4 * count), "intercepts": [0.1, 0.2, -0.1][:count],
                        "classlabels_ints": labels, "post_transform": transform})


def vector_cases(draw, rows):
    for kernel, parameters in _KERNELS.items():
        common = {"kernel_type": kernel, "kernel_params": parameters, "support_vectors": draw.numbers(20)}
        yield case(f"svm_{kernel}", "SVMRegressor", [rows], [_FLOAT],
                   {**common, "n_supports": 5, "coefficients": draw.numbers(5), "rho": [0.3]})
        two = {**common, "vectors_per_class": [2, 3], "coefficients": draw.numbers(5), "rho": [0.1],
               "classlabels_ints": [4, 7]}
        yield case(f"svm_2_{kernel}", "SVMClassifier", [rows], [_INT, _FLOAT], two)
        yield case(f"svm_shares_{kernel}", "SVMClassifier", [rows], [_INT, _FLOAT],
                   {**two, "prob_a": [-1.2], "prob_b": [0.2]}, tolerance=1e-2)
        three = {**common, "vectors_per_class": [2, 1, 2], "coefficients": draw.numbers(10), "rho": [0.1, 0.2, -0.1],
                 "classlabels_ints": [4, 7, 8]}
        yield case(f"svm_3_{kernel}", "SVMClassifier", [rows], [_INT, _FLOAT], three)
        yield case(f"svm_3_shares_{kernel}", "SVMClassifier", [rows], [_INT, _FLOAT],
                   {**three, "prob_a": [-1.2, -0.9, -1.1], "prob_b": [0.2, 0.1, -0.1]}, tolerance=1e-2)
    yield case("svm_one_class", "SVMRegressor", [rows], [_FLOAT],
               {"kernel_type": "RBF", "kernel_params": _KERNELS["RBF"], "support_vectors": draw.numbers(20),
                "n_supports": 5, "coefficients": draw.numbers(5), "rho": [-1.3], "one_class": 1})


class Trees:
    """Attributes of drawn trees. `targets` are those that each leaf speaks of."""

    def __init__(self, draw, rows, prefix, targets, count=4, depth=3, modes=_MODES[:1], positive=False, missing=False):
        self.random, self.values, self.prefix, self.targets = draw.random, rows[np.isfinite(rows)], prefix, targets
        self.modes, self.positive, self.missing = modes, positive, missing
        self.lists = {}
        for tree in range(count):
            self.size = 0
            self.build(tree, depth, depth)

    def append(self, **entries):
        for key, value in entries.items():
            self.lists.setdefault(key, []).append(value)

    def build(self, tree, depth, whole):
        number, self.size = self.size, self.size + 1
        is_leaf = depth == 0 or (depth < whole and self.random.random() < 0.2)
        row = len(self.lists.get("nodes_treeids", []))
        self.append(nodes_treeids=tree, nodes_nodeids=number, nodes_truenodeids=0, nodes_falsenodeids=0,
                    nodes_featureids=0 if is_leaf else int(self.random.integers(0, 4)),
                    nodes_modes="LEAF" if is_leaf else str(self.random.choice(self.modes)),
                    nodes_values=0.0 if is_leaf else float(self.random.choice(self.values)),
                    nodes_missing_value_tracks_true=int(self.missing and not is_leaf and self.random.random() < 0.5))
        for target in self.targets if is_leaf else ():
            weight = self.random.random() if self.positive else self.random.normal()
            self.append(**{f"{self.prefix}_treeids": tree, f"{self.prefix}_nodeids": number,
                           f"{self.prefix}_ids": target, f"{self.prefix}_weights": float(weight)})
        if not is_leaf:
            self.lists["nodes_truenodeids"][row] = self.build(tree, depth - 1, whole)
            self.lists["nodes_falsenodeids"][row] = self.build(tree, depth - 1, whole)
        return number


def tree_cases(draw, rows):
    holes = rows.copy()
    holes[0, 0] = holes[2, 1] = np.nan

    def regress(name, data, more=(), targets=(0,), **options):
        lists = Trees(draw, data, "target", targets, **options).lists
        return case(f"trees_{name}", "TreeEnsembleRegressor", [data], [_FLOAT],
                    {**lists, "n_targets": len(targets), **dict(more)})

    for aggregate in ("SUM", "AVERAGE", "MIN", "MAX"):
        yield regress(aggregate, rows, {"aggregate_function": aggregate, "base_values": [0.1, 0.2]}, (0, 1))
    yield regress("modes", rows, modes=_MODES, count=5)
    for mode in _MODES:
        yield regress(f"holes_{mode}", holes, modes=(mode,), count=5, missing=True)
    yield regress("deep", rows, count=30, depth=6)
    yield regress("f64", rows.astype(np.float64), count=5)
    # How many features rows have only the run time knows.
    made = regress("open", rows)
    for dim, name in zip(made.model.graph.input[0].type.tensor_type.shape.dim, ("n", "k")):
        dim.dim_param = name
    made.runs.append((draw.floats(3, 6),))
    yield made
    for transform in _TRANSFORMS:
        for name, labels, targets, options in (
                ("3", [2, 4, 6], (0, 1, 2), {}), ("first_positive", [2, 4], (0,), {"positive": True, "count": 1}),
                ("second", [2, 4], (1,), {}), ("first", [2, 4], (0,), {}),
                ("second_positive", [2, 4], (1,), {"positive": True, "count": 1})):
            lists = Trees(draw, rows, "class", targets, **options).lists
            yield case(f"tree_classes_{name}_{transform}", "TreeEnsembleClassifier", [rows], [_INT, _FLOAT],
                       {**lists, "classlabels_int64s": labels, "post_transform": transform})


def make_cases():
    draw = Draw(5)
    rows = draw.floats(6, 4)
    return [made for family in (encoder_cases, linear_cases, vector_cases, tree_cases) for made in family(draw, rows)]
