"""opsmith inspect."""
import pytest


def test_summary(opsmith, branches):
    out = opsmith.good("inspect", branches).out
    for part in ("IR 9, opset 17", "float[batch,4]", "float[batch,3]", "main", "choose.then_branch", "weight",
                 "float[4,3]", "function local::double"):
        assert part in out


def test_json_has_what_is_documented(opsmith, branches):
    json = opsmith.good("inspect", branches, "--json").json()
    assert json["nodes_total"] == 5
    assert json["ops"] == {"Add": 1, "Gemm": 1, "If": 1, "Relu": 1, "local.double": 1}
    assert json["inputs"][0] == {"name": "x", "dtype": "float", "shape": ["batch", 4], "type": "float[batch,4]",
                                 "has_default": False}
    assert json["inputs"][1]["shape"] == []
    assert json["outputs"] == [{"name": "y", "dtype": "float", "shape": ["batch", 3], "type": "float[batch,3]"}]
    assert json["opsets"] == {"": 17, "local": 1}
    assert [scope["path"] for scope in json["scopes"]] == [
        "main", "main/choose.then_branch", "main/choose.else_branch", "function local::double"]
    assert json["scopes"][1]["captures"] == ["hidden"] and json["scopes"][1]["ops"] == {"Relu": 1}
    assert json["weights"]["count"] == 2 and json["weights"]["bytes"] == 60
    assert json["weights"]["largest"][0] == {"name": "weight", "dtype": "float", "shape": [4, 3], "bytes": 48}
    assert "nodes" not in json and "tensors" not in json


def test_nodes(opsmith, branches):
    nodes = opsmith.good("inspect", branches, "--nodes", "--json").json()["nodes"]
    assert [node["op"] for node in nodes] == ["Gemm", "If", "Relu", "local.double", "Add"]
    assert nodes[0] == {"name": "project", "op": "Gemm", "address": "project", "inputs": ["x", "weight", "bias"],
                        "outputs": ["hidden"], "attributes": {"alpha": 1.0}}
    assert nodes[2]["address"] == "choose/then_branch/clip"
    out = opsmith.good("inspect", branches, "--nodes").out
    assert "x, weight, bias -> hidden" in out and "alpha=1" in out


@pytest.mark.parametrize("words, names", [
    (["--op", "Gemm"], ["project"]), (["--op", "Gemm,Relu"], ["project", "clip"]),
    (["--op", "Gemm", "--op", "If"], ["project", "choose"]), (["--name", "cl*"], ["clip"]),
    (["--name", "choose/*"], ["clip", "double"]), (["--op", "local.double"], ["double"]),
    (["--name", "hidden"], ["project"])])
def test_filters(opsmith, branches, words, names):
    nodes = opsmith.good("inspect", branches, *words, "--json").json()["nodes"]
    assert [node["name"] for node in nodes] == names


def test_a_filter_that_selects_nothing_is_told(opsmith, branches):
    result = opsmith("inspect", branches, "--op", "Conv")
    assert result.status == 1 and "nothing" in result.err


def test_tensors(opsmith, perceptron):
    tensors = opsmith.good("inspect", perceptron, "--tensors", "--infer", "--json").json()["tensors"]
    by_name = {tensor["name"]: tensor for tensor in tensors}
    assert by_name["w1"]["kind"] == "weight" and by_name["w1"]["shape"] == [4, 3]
    assert by_name["x"]["kind"] == "input" and by_name["x"]["readers"] == ["layer1"]
    assert by_name["h"]["producer"] == "layer1" and by_name["h"]["inferred"] == "float[batch,3]"
    assert by_name["scores"]["readers"] == ["output 0"]


def test_value_of_a_constant(opsmith, perceptron):
    value = opsmith.good("inspect", perceptron, "--value", "b1", "--json").json()["value"]
    assert value["statistics"]["min"] == pytest.approx(0.1) and value["statistics"]["zeros"] == 0
    assert value["first"] == pytest.approx([0.1, 0.2, 0.3])
    assert "0.1 to 0.3" in opsmith.good("inspect", perceptron, "--value", "b1").out


def test_value_in_a_nested_graph(opsmith, branches):
    for name in ("choose/then_branch/kept", "kept"):
        out = opsmith.good("inspect", branches, "--value", name).out
        assert "Relu 'choose/then_branch/clip'" in out
    readers = opsmith.good("inspect", branches, "--value", "hidden", "--json").json()["value"]["readers"]
    assert readers == ["choose/then_branch/clip", "choose/else_branch/double"]


def test_misspelt_value_is_told_with_a_suggestion(opsmith, branches):
    assert "did you mean 'hidden'?" in opsmith.refused("inspect", branches, "--value", "hiden")
    message = opsmith.refused("inspect", branches, "--value", "choose/then_branch/nothing")
    assert "main/choose.then_branch" in message


def test_ambiguous_value_lists_the_addresses(opsmith, model):
    path = model('<ir_version: 9, opset_import: ["" : 17]> g (float[N] x, bool c) => (float[N] y) { [pick] y = If (c) <'
                 'then_branch = t () => (float[N] r) { r = Relu (x) }, else_branch = e () => (float[N] r) { r = Neg (x) }>}')
    message = opsmith.refused("inspect", path, "--value", "r")
    assert "'pick/then_branch/r', 'pick/else_branch/r'" in message


def test_overridable_inputs_are_flagged(opsmith, model):
    path = model('<ir_version: 3, opset_import: ["" : 9]> g (float[2] x, float[2] w) => (float[2] y) '
                 '<float[2] w = {1, 2}> { y = Add (x, w) }')
    result = opsmith.good("inspect", path)
    assert "1 weight is an overridable input" in result.out
    assert opsmith.good("inspect", path, "--json").json()["overridable_inputs"] == 1


def test_standard_input(opsmith, perceptron):
    json = opsmith.good("inspect", "-", "--json", stdin=perceptron.read_bytes()).json()
    assert json["nodes_total"] == 4


def test_value_statistics_count_what_is_not_finite(opsmith, model):
    path = model('<ir_version: 9, opset_import: ["" : 17]> g () => (float[4] y) '
                 '{ y = Constant <value = float[4] {0, 1, inf, nan}> () }')
    value = opsmith.good("inspect", path, "--value", "y", "--json").json()["value"]
    assert value["statistics"] == {"count": 4, "min": 0.0, "max": 1.0, "mean": 0.5, "std": 0.5, "zeros": 1, "nan": 1,
                                   "inf": 1}
    assert value["first"] == [0.0, 1.0, "inf", "NaN"]
