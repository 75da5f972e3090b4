"""opsmith run."""
import numpy as np
import pytest


def test_outputs(opsmith, perceptron):
    json = opsmith.good("run", perceptron, "--dim", "batch=5", "--json").json()
    assert len(json["samples"]) == 2
    output, = json["samples"][0]["outputs"]
    assert output["name"] == "scores" and output["dtype"] == "float" and output["shape"] == [5, 2]
    assert output["nan"] == 0 and output["min"] <= output["mean"] <= output["max"]
    assert "batch=5" in json["samples"][0]["name"]


def test_runs_are_repeatable_and_seeds_differ(opsmith, perceptron):
    first = opsmith.good("run", perceptron, "--json").out
    assert opsmith.good("run", perceptron, "--json").out == first
    assert opsmith.good("run", perceptron, "--json", "--seed", "7").out != first


def test_given_inputs_and_saved_values(opsmith, perceptron, tmp_path):
    x = np.array([[1, 2, 3, 4], [0, 0, 0, 0]], np.float32)
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data/one.npz", x=x)
    opsmith.good("run", perceptron, "--data", "data", "--outputs", "all", "--save", "values")
    saved = np.load(tmp_path / "values/sample_0000.npz")
    assert set(saved.files) == {"h", "i", "r", "scores"}
    w1 = np.array([0.5, -1, 0.25, 1, 0, 2, -0.5, 0.75, 1, 0.1, 0.2, 0.3], np.float32).reshape(4, 3)
    h = x @ w1 + np.array([0.1, 0.2, 0.3], np.float32)
    np.testing.assert_allclose(saved["h"], h, rtol=1e-5)
    np.testing.assert_allclose(saved["scores"], np.maximum(h, 0) @ np.arange(1, 7, dtype=np.float32).reshape(3, 2),
                               rtol=1e-5)
    np.testing.assert_array_equal(np.load(tmp_path / "values/inputs/sample_0000.npz")["x"], x)


def test_saved_inputs_can_be_given_again(opsmith, perceptron):
    first = opsmith.good("run", perceptron, "--save", "values", "--json").json()
    again = opsmith.good("run", perceptron, "--data", "values/inputs", "--json").json()
    assert [s["outputs"] for s in first["samples"]] == [s["outputs"] for s in again["samples"]]


def test_inner_values_by_glob(opsmith, perceptron):
    json = opsmith.good("run", perceptron, "--outputs", "h,scor*", "--json").json()
    assert {output["name"] for output in json["samples"][0]["outputs"]} == {"h", "scores"}


@pytest.mark.parametrize("words, part", [
    (["--outputs", "scorse"], "did you mean 'scores'?"), (["--dim", "bathc=2"], "did you mean 'batch'?"),
    (["--dim", "batch"], "NAME=SIZE"), (["--samples", "0"], "whole number"), (["--data", "nowhere"], "nowhere")])
def test_wrong_use_is_told(opsmith, perceptron, words, part):
    assert part in opsmith.refused("run", perceptron, *words)


def test_data_that_does_not_fit_names_file_and_value(opsmith, perceptron, tmp_path):
    np.savez(tmp_path / "bad.npz", x=np.zeros((2, 5), np.float32))
    message = opsmith.refused("run", perceptron, "--data", "bad.npz")
    assert "bad.npz" in message and "'x'" in message


def test_model_that_cannot_run_is_told(opsmith, model):
    path = model('<ir_version: 9, opset_import: ["" : 17, "my" : 1]> g (float[2] x) => (float[2] y) '
                 '{ [odd] y = my.Unknown (x) }')
    assert "Unknown" in opsmith.refused("run", path)
