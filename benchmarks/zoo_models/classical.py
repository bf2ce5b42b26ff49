"""Pipelines of scikit-learn, XGBoost and LightGBM over drawn data, converted by skl2onnx and onnxmltools."""
import numpy as np

from . import LIMITS, Architecture, Graph

# Module, class, options and target (c: class, r: number, t: text, n: none) of scikit-learn's estimators.
_ESTIMATORS = {
    "logistic": ("linear_model", "LogisticRegression", {}, "c"), "ridge": ("linear_model", "Ridge", {}, "r"),
    "lasso": ("linear_model", "Lasso", {"alpha": 0.1}, "r"),
    "elastic": ("linear_model", "ElasticNet", {"alpha": 0.1}, "r"),
    "bayesian_ridge": ("linear_model", "BayesianRidge", {}, "r"), "huber": ("linear_model", "HuberRegressor", {}, "r"),
    "sgd": ("linear_model", "SGDClassifier", {}, "c"), "perceptron": ("linear_model", "Perceptron", {}, "c"),
    "ridge_classifier": ("linear_model", "RidgeClassifier", {}, "c"),
    "poisson": ("linear_model", "PoissonRegressor", {}, "p"),
    "linear_svc": ("svm", "LinearSVC", {}, "c"), "linear_svr": ("svm", "LinearSVR", {}, "r"),
    "svc": ("svm", "SVC", {}, "c"),
    "svc_probability": ("svm", "SVC", {"probability": True}, "c"), "svr": ("svm", "SVR", {}, "r"),
    "nu_svr": ("svm", "NuSVR", {"kernel": "poly"}, "r"),
    "one_class_svm": ("svm", "OneClassSVM", {}, "n"),
    "tree_classifier": ("tree", "DecisionTreeClassifier", {"max_depth": 6}, "c"),
    "tree_regressor": ("tree", "DecisionTreeRegressor", {"max_depth": 6}, "r"),
    "forest_classifier": ("ensemble", "RandomForestClassifier", {"n_estimators": 12, "max_depth": 6}, "c"),
    "forest_regressor": ("ensemble", "RandomForestRegressor", {"n_estimators": 12, "max_depth": 6}, "r"),
    "extra_trees": ("ensemble", "ExtraTreesClassifier", {"n_estimators": 12, "max_depth": 6}, "c"),
    "gradient_boosting_classifier": ("ensemble", "GradientBoostingClassifier", {"n_estimators": 12}, "c"),
    "gradient_boosting_regressor": ("ensemble", "GradientBoostingRegressor", {"n_estimators": 12}, "r"),
    "histogram_boosting": ("ensemble", "HistGradientBoostingClassifier", {"max_iter": 12}, "c"),
    "histogram_boosting_regressor": ("ensemble", "HistGradientBoostingRegressor", {"max_iter": 12}, "r"),
    "ada_boost": ("ensemble", "AdaBoostClassifier", {"n_estimators": 6}, "c"),
    "bagging": ("ensemble", "BaggingClassifier", {"n_estimators": 4}, "c"),
    "isolation_forest": ("ensemble", "IsolationForest", {"n_estimators": 6}, "n"),
    "knn_classifier": ("neighbors", "KNeighborsClassifier", {}, "c"),
    "knn_regressor": ("neighbors", "KNeighborsRegressor", {}, "r"),
    "radius_regressor": ("neighbors", "RadiusNeighborsRegressor", {"radius": 9.0}, "r"),
    "nearest_centroid": ("neighbors", "NearestCentroid", {}, "c"),
    "gaussian_bayes": ("naive_bayes", "GaussianNB", {}, "c"),
    "bernoulli_bayes": ("naive_bayes", "BernoulliNB", {}, "c"),
    "mlp_classifier": ("neural_network", "MLPClassifier", {"hidden_layer_sizes": (8,), "max_iter": 20}, "c"),
    "mlp_regressor": ("neural_network", "MLPRegressor", {"hidden_layer_sizes": (8,), "max_iter": 20}, "r"),
    "gaussian_process": ("gaussian_process", "GaussianProcessRegressor", {}, "r"),
    "gaussian_process_classifier": ("gaussian_process", "GaussianProcessClassifier", {}, "b"),
    "linear_discriminant": ("discriminant_analysis", "LinearDiscriminantAnalysis", {}, "c"),
    "quadratic_discriminant": ("discriminant_analysis", "QuadraticDiscriminantAnalysis", {}, "c"),
    "k_means": ("cluster", "KMeans", {"n_clusters": 3, "n_init": 1}, "n"),
    "mixture": ("mixture", "GaussianMixture", {"n_components": 2}, "n"),
    "pls": ("cross_decomposition", "PLSRegression", {}, "r"),
    "logistic_text": ("linear_model", "LogisticRegression", {}, "t"),
    "tree_text": ("tree", "DecisionTreeClassifier", {"max_depth": 4}, "t"),
}
_TRANSFORMERS = {
    "standard_scaler": ("preprocessing", "StandardScaler", {}), "min_max_scaler": ("preprocessing", "MinMaxScaler", {}),
    "robust_scaler": ("preprocessing", "RobustScaler", {}), "normalizer": ("preprocessing", "Normalizer", {}),
    "binarizer": ("preprocessing", "Binarizer", {"threshold": 0.2}),
    "polynomial": ("preprocessing", "PolynomialFeatures", {"degree": 2}),
    "k_bins": ("preprocessing", "KBinsDiscretizer", {"n_bins": 3, "encode": "onehot-dense"}),
    "power": ("preprocessing", "PowerTransformer", {}),
    "imputer": ("impute", "SimpleImputer", {}), "knn_imputer": ("impute", "KNNImputer", {}),
    "pca": ("decomposition", "PCA", {"n_components": 3}),
    "truncated_svd": ("decomposition", "TruncatedSVD", {"n_components": 3}),
    "variance_threshold": ("feature_selection", "VarianceThreshold", {}),
    "fast_ica": ("decomposition", "FastICA", {"n_components": 3}),
    "random_projection": ("random_projection", "GaussianRandomProjection", {"n_components": 3}),
    "kernel_pca": ("decomposition", "KernelPCA", {"n_components": 3, "kernel": "rbf"}),
}
_BOOSTED = {
    "xgb_classifier": ("xgboost", "XGBClassifier", "c"), "xgb_regressor": ("xgboost", "XGBRegressor", "r"),
    "xgb_binary": ("xgboost", "XGBClassifier", "b"),
    "lgbm_classifier": ("lightgbm", "LGBMClassifier", "c"), "lgbm_regressor": ("lightgbm", "LGBMRegressor", "r"),
    "lgbm_binary": ("lightgbm", "LGBMClassifier", "b")}


def _draw(target="n"):
    generator = np.random.default_rng(3)
    x = generator.normal(size=(80, 6)).astype(np.float32)
    score = x[:, 0] + x[:, 1] * x[:, 2]
    label = np.digitize(score, [-0.6, 0.6])
    return x, {"c": label, "r": score, "p": np.abs(score), "b": (score > 0).astype(int),
               "t": np.array(["low", "mid", "high"])[label], "n": None}[target]


def _feeds():
    generator = np.random.default_rng(4)
    return [{"X": generator.normal(size=(rows, 6)).astype(np.float32)} for rows in (5, 9)]


def _convert(model, **options):
    from skl2onnx import to_onnx
    from skl2onnx.common.data_types import FloatTensorType
    return to_onnx(model, initial_types=[("X", FloatTensorType([None, 6]))], options=options or None,
                   target_opset={"": 18, "ai.onnx.ml": 3})


def _make(module, kind, words):
    import importlib
    return getattr(importlib.import_module(f"sklearn.{module}"), kind)(**words)


def _estimator(name):
    def build():
        module, kind, words, target = _ESTIMATORS[name]
        x, y = _draw(target)
        model = _make(module, kind, words)
        model.fit(x) if y is None else model.fit(x, y)
        # Probabilities of several classes come from an iteration that ONNX Runtime and libsvm end early.
        return Graph(_convert(model), _feeds(), 1e-2 if words.get("probability") else LIMITS["float32"])
    return build


def _transformer(name):
    def build():
        x, _ = _draw()
        return Graph(_convert(_make(*_TRANSFORMERS[name]).fit(x)), _feeds())
    return build


def _pipeline(kind):
    def build():
        from sklearn import compose, linear_model, pipeline, preprocessing, ensemble, multiclass
        x, y = _draw("c")
        steps = {
            "scaled_logistic": lambda: pipeline.make_pipeline(preprocessing.StandardScaler(),
                                                              linear_model.LogisticRegression()),
            "columns": lambda: pipeline.make_pipeline(
                compose.ColumnTransformer([("a", preprocessing.StandardScaler(), [0, 1, 2]),
                                           ("b", preprocessing.MinMaxScaler(), [3, 4, 5])]),
                linear_model.LogisticRegression()),
            "voting": lambda: ensemble.VotingClassifier([("a", linear_model.LogisticRegression()),
                                                         ("b", ensemble.RandomForestClassifier(4, max_depth=3))]),
            "stacking": lambda: ensemble.StackingClassifier([("a", linear_model.LogisticRegression()),
                                                             ("b", ensemble.RandomForestClassifier(4, max_depth=3))],
                                                            cv=2),
            "one_vs_rest": lambda: multiclass.OneVsRestClassifier(linear_model.LogisticRegression()),
            "no_map": lambda: linear_model.LogisticRegression(),
        }
        model = steps[kind]().fit(x, y)
        return Graph(_convert(model, zipmap=False) if kind == "no_map" else _convert(model), _feeds())
    return build


def _boosted(name):
    def build():
        import importlib

        import onnxmltools
        from onnxmltools.convert.common.data_types import FloatTensorType
        package, kind, target = _BOOSTED[name]
        x, y = _draw(target)
        model = getattr(importlib.import_module(package), kind)(n_estimators=8, max_depth=4).fit(x, y)
        convert = getattr(onnxmltools, f"convert_{package}")
        return Graph(convert(model, initial_types=[("X", FloatTensorType([None, 6]))], target_opset=15), _feeds())
    return build


def architectures():
    doors = ("onnx",)
    found = [Architecture("classical (skl2onnx)", name, _estimator(name), doors) for name in _ESTIMATORS]
    found += [Architecture("classical (skl2onnx)", name, _transformer(name), doors) for name in _TRANSFORMERS]
    found += [Architecture("classical (skl2onnx)", name, _pipeline(name), doors)
              for name in ("scaled_logistic", "columns", "voting", "stacking", "one_vs_rest", "no_map")]
    return found + [Architecture("boosted trees (onnxmltools)", name, _boosted(name), doors) for name in _BOOSTED]
