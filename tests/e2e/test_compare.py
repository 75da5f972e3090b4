"""opsmith compare."""
import numpy as np
import pytest
from conftest import EXAMPLES

HEADER = '<ir_version: 9, opset_import: ["" : 17]> '


@pytest.fixture
def changed(model):
    return model((EXAMPLES / "perceptron_changed.onnxtxt").read_text(), "changed")


def test_equal(opsmith, perceptron):
    assert "equal: 1 of 1 output" in opsmith.good("compare", perceptron, perceptron).out
    json = opsmith.good("compare", perceptron, perceptron, "--tolerance", "exact", "--json").json()
    assert json["equal"] is True
    output, = json["outputs"]
    assert (output["name"], output["max_abs"], output["max_rel"], output["cosine"]) == ("scores", 0, 0, 1)


def test_different(opsmith, perceptron, changed):
    result = opsmith("compare", perceptron, changed, "--json")
    assert result.status == 1 and result.err == ""
    json = result.json()
    assert json["equal"] is False
    output, = json["outputs"]
    worst = output["worst"]
    assert output["max_abs"] > 1e-3 and worst["violations"] > 0 and output["reason"]
    at = worst["max_abs_at"]
    assert abs(at["a"] - at["b"]) == pytest.approx(worst["max_abs"]) and len(at["index"]) == 2
    text = opsmith("compare", perceptron, changed)
    assert text.status == 1 and "differs" in text.out and "largest difference at [" in text.out
    assert max(map(len, text.out.splitlines())) <= 100


@pytest.mark.parametrize("words, status", [
    (["--atol", "1"], 0), (["--atol", "1e-9"], 1), (["--rtol", "0.1"], 0), (["--cosine", "0.99"], 0),
    (["--cosine", "0.999999999"], 1), (["--tolerance", "quantized"], 0), (["--tolerance", "strict"], 1),
    (["--tolerance", "strict", "--cosine", "0.9"], 1)])
def test_tolerances(opsmith, perceptron, changed, words, status):
    assert opsmith("compare", perceptron, changed, *words).status == status


@pytest.mark.parametrize("words", [["--tolerance", "loose"], ["--atol", "x"], ["--atol", "-1"], ["--map", "a"],
                                   ["--map", "scores=scorse"], ["--map", "nope=scores"]])
def test_wrong_use(opsmith, perceptron, words):
    opsmith.refused("compare", perceptron, perceptron, *words)


def test_given_data(opsmith, perceptron, changed, tmp_path):
    # Zeros hide what was changed, ones show it.
    np.savez(tmp_path / "zeros.npz", x=np.full((2, 4), -1, np.float32) * [[1, 0, 0, 0]])
    (tmp_path / "ones").mkdir()
    np.savez(tmp_path / "ones/s.npz", x=np.ones((2, 4), np.float32))
    result = opsmith("compare", perceptron, changed, "--data", "ones", "--json")
    assert result.status == 1 and result.json()["samples"] == ["s.npz"]


def test_outputs_by_position_are_told(opsmith, perceptron, model):
    text = (EXAMPLES / "perceptron.onnxtxt").read_text()
    renamed = model(text.replace("scores", "result"), "renamed")
    result = opsmith("compare", perceptron, renamed)
    assert result.status == 0 and "by position" in result.err
    assert opsmith.good("compare", perceptron, renamed, "-q").status == 0
    assert opsmith.good("compare", perceptron, renamed, "--map", "scores=result").status == 0


def test_inner_values_by_map(opsmith, perceptron, changed):
    json = opsmith("compare", perceptron, changed, "--map", "r=r", "--json").json()
    assert {output["name"]: output["equal"] for output in json["outputs"]} == {"scores": False, "r": True}


def test_missing_and_extra_outputs_are_differences(opsmith, model):
    one = model(HEADER + "g (float[2] x) => (float[2] y) { y = Relu (x) }", "one")
    two = model(HEADER + "g (float[2] x) => (float[2] y, float[2] z) { y = Relu (x) z = Neg (x) }", "two")
    for pair, missing in (((one, two), "name_a"), ((two, one), "name_b")):
        result = opsmith("compare", *pair, "--json")
        assert result.status == 1
        outputs = {output["name"]: output for output in result.json()["outputs"]}
        assert outputs["y"]["equal"] and not outputs["z"]["equal"] and outputs["z"][missing] is None
        assert "only in" in opsmith("compare", *pair).out


def test_nan_agrees_with_nan_only(opsmith, model):
    log = model(HEADER + "g (float[3] x) => (float[3] y) { z = Sub (x, x) y = Div (z, z) }", "nan")
    zero = model(HEADER + "g (float[3] x) => (float[3] y) { y = Sub (x, x) }", "zero")
    assert opsmith("compare", log, log).status == 0
    result = opsmith("compare", log, zero, "--json")
    assert result.status == 1
    worst = result.json()["outputs"][0]["worst"]
    assert worst["nonfinite_mismatches"] == 3 and worst["nan_a"] == 3 and worst["nan_b"] == 0


def test_type_and_shape_differences(opsmith, model):
    a = model(HEADER + "g (float[2] x) => (float[2] y) { y = Relu (x) }", "a")
    b = model(HEADER + "g (float[2] x) => (double[2] y) { r = Relu (x) y = Cast <to = 11> (r) }", "b")
    c = model(HEADER + "g (float[2] x) => (float[4] y) { r = Relu (x) y = Concat <axis = 0> (r, r) }", "c")
    for other in (b, c):
        result = opsmith("compare", a, other, "--json")
        assert result.status == 1 and result.json()["outputs"][0]["reason"]


def test_second_model_that_does_not_take_the_inputs(opsmith, model):
    a = model(HEADER + "g (float[2] x) => (float[2] y) { y = Relu (x) }", "a")
    b = model(HEADER + "g (float[3] x) => (float[3] y) { y = Relu (x) }", "b")
    c = model(HEADER + "g (float[2] x, float[2] w) => (float[2] y) { y = Add (x, w) }", "c")
    for other in (b, c):
        result = opsmith("compare", a, other, "--json")
        assert result.status == 1 and result.json()["reason"], result.err


def test_standard_input_once_only(opsmith, perceptron):
    assert opsmith("compare", "-", perceptron, stdin=perceptron.read_bytes()).status == 0
    assert "only one" in opsmith.refused("compare", "-", "-")
