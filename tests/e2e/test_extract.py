"""opsmith extract."""
import numpy as np
import pytest


def test_part_computes_what_the_whole_does(opsmith, perceptron, tmp_path):
    opsmith.good("run", perceptron, "--outputs", "all", "--save", "whole", "--samples", "1")
    values = np.load(tmp_path / "whole/sample_0000.npz")
    opsmith.good("extract", perceptron, "-o", "tail.onnx", "--inputs", "h", "--outputs", "scores")
    np.savez(tmp_path / "h.npz", h=values["h"])
    opsmith.good("run", "tail.onnx", "--data", "h.npz", "--save", "part")
    np.testing.assert_array_equal(np.load(tmp_path / "part/sample_0000.npz")["scores"], values["scores"])


def test_json(opsmith, perceptron):
    json = opsmith.good("extract", perceptron, "-o", "out.onnx", "--inputs", "h", "--outputs", "r", "--json").json()
    assert json["nodes_total"] == 2
    assert json["inputs"] == [{"name": "h", "dtype": "float", "shape": ["batch", 3], "type": "float[batch,3]"}]
    assert [output["name"] for output in json["outputs"]] == ["r"]


@pytest.mark.parametrize("words", [
    ["--inputs", "h", "--outputs", "scores"], ["--nodes", "s*,activate"], ["--around", "same", "--hops", "1"],
    ["--outputs", "r"]])
def test_parts_are_valid_and_run(opsmith, perceptron, words):
    opsmith.good("extract", perceptron, "-o", "out.onnx", *words)
    opsmith.good("check", "out.onnx")
    opsmith.good("run", "out.onnx")


def test_branch_by_address(opsmith, branches):
    opsmith.good("extract", branches, "-o", "out.onnx", "--outputs", "choose/else_branch/twice")
    json = opsmith.good("inspect", "out.onnx", "--json").json()
    assert [value["name"] for value in json["inputs"]] == ["hidden"]
    assert [function["name"] for function in json["functions"]] == ["double"]
    assert json["opsets"] == {"": 17, "local": 1} or json["opsets"] == {"local": 1}
    opsmith.good("run", "out.onnx")


def test_functions_and_imports_that_are_not_needed_are_dropped(opsmith, branches):
    opsmith.good("extract", branches, "-o", "out.onnx", "--outputs", "hidden")
    json = opsmith.good("inspect", "out.onnx", "--json").json()
    assert json["functions"] == [] and json["opsets"] == {"": 17}


@pytest.mark.parametrize("words, part", [
    (["--inputs", "h", "--outputs", "scorse"], "did you mean 'scores'?"),
    (["--nodes", "layr1"], "did you mean 'layer1'?"), (["--nodes", "conv*"], "matches"),
    (["--around", "nothing"], "no such node"), (["--inputs", "scores", "--outputs", "h"], "depend"),
    ([], "nothing says"), (["--nodes", "same", "--around", "same"], "only one way")])
def test_wrong_use(opsmith, perceptron, words, part):
    assert part in opsmith.refused("extract", perceptron, "-o", "out.onnx", *words)
    assert not (opsmith.folder / "out.onnx").exists()


def test_inputs_that_are_missing_are_named(opsmith, branches):
    assert "'flag'" in opsmith.refused("extract", branches, "-o", "o.onnx", "--inputs", "hidden", "--outputs", "y")


def test_value_of_a_branch_that_does_not_exist_names_the_scope(opsmith, branches):
    message = opsmith.refused("extract", branches, "-o", "o.onnx", "--outputs", "choose/then_branch/nope")
    assert "main/choose.then_branch" in message


def test_to_standard_output(opsmith, perceptron):
    result = opsmith("extract", perceptron, "-o", "-", "--outputs", "r")
    assert result.status == 0 and "3 nodes of 4" in result.err
    assert opsmith.good("check", "-", stdin=result.raw).out.startswith("no problems")
