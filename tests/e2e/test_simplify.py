"""opsmith simplify, as a user runs it."""
import json
import os

import numpy as np
import onnx
import pytest

CHAIN = """<ir_version: 8, opset_import: ["": 17]>
g (float[N,4] x) => (float[N,4] y)
<float one = {1}, float[4] a = {1, 2, 3, 4}>
{
  i = Identity (x)
  m = Mul (i, one)
  s = Sqrt (a)
  y = Add (m, s)
}"""
CUSTOM = """<ir_version: 8, opset_import: ["": 17, "my.ops": 1]>
g (float[4] x) => (float[4] y) { a = Identity (x)  y = my.ops.Thing (a) }"""


def test_result_is_smaller_verified_and_valid(opsmith, model, tmp_path):
    report = opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "--json").json()
    assert (report["nodes_before"], report["nodes_after"]) == (4, 1)
    assert report["verified"] is True and report["unverified_because"] is None
    assert len(report["bindings"]) == 2 and report["bindings"][0] != report["bindings"][1]
    assert report["outputs"][0]["max_abs"] == 0
    assert sum(entry["applied"] for entry in report["passes"]) >= 3
    assert {"name", "applied", "rolled_back", "max_error"} <= report["passes"][0].keys()
    onnx.checker.check_model(str(tmp_path / "out.onnx"), full_check=True)


def test_a_second_run_changes_not_a_byte(opsmith, model, tmp_path):
    opsmith.good("simplify", model(CHAIN), "-o", "once.onnx", "-q")
    opsmith.good("simplify", "once.onnx", "-o", "twice.onnx", "-q")
    assert (tmp_path / "once.onnx").read_bytes() == (tmp_path / "twice.onnx").read_bytes()


def test_in_place(opsmith, model):
    path = model(CHAIN)
    opsmith.good("simplify", path, "-o", path, "-q")
    assert len(onnx.load(path).graph.node) == 1


def test_through_pipes(opsmith, model):
    data = model(CHAIN).read_bytes()
    result = opsmith("simplify", "-", "-o", "-", stdin=data)
    assert result.status == 0
    assert len(onnx.load_from_string(result.raw).graph.node) == 1
    assert "verified" in result.err  # the table makes room for the model


def test_the_report_file_lists_every_rewrite(opsmith, model, tmp_path):
    opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "-q", "--report", "report.json")
    report = json.loads((tmp_path / "report.json").read_text())
    assert {(r["pass"], r["at"]) for r in report["rewrites"]} >= {("remove_identity", "i"), ("remove_neutral", "m"),
                                                                  ("fold_constants", "s")}


def test_a_dimension_can_be_fixed(opsmith, model):
    opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "-q", "--set", "N=3")
    loaded = onnx.load(opsmith.folder / "out.onnx")
    assert loaded.graph.input[0].type.tensor_type.shape.dim[0].dim_value == 3
    message = opsmith.refused("simplify", model(CHAIN), "-o", "out.onnx", "--set", "M=3")
    assert "'M'" in message


def test_skip_only_and_list(opsmith, model):
    report = opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "--json", "--skip", "remove_identity,remove_neutral").json()
    assert report["nodes_after"] == 3
    assert "remove_identity" in opsmith.good("simplify", "--list-passes").out
    assert "no pass named 'nonsense'" in opsmith.refused("simplify", model(CHAIN), "-o", "out.onnx", "--only", "nonsense")


def test_what_cannot_be_run_is_written_and_said(opsmith, model):
    report = opsmith.good("simplify", model(CUSTOM), "-o", "out.onnx", "--json").json()
    assert report["verified"] is False and "my.ops" in report["unverified_because"]
    assert report["nodes_after"] == 1
    assert "not verified" in opsmith.good("simplify", model(CUSTOM), "-o", "out.onnx").out


def test_strict_refuses_what_cannot_be_run(opsmith, model, tmp_path):
    opsmith.refused("simplify", model(CUSTOM), "-o", "strict.onnx", "-q", "--verify", "strict", status=3)
    assert not (tmp_path / "strict.onnx").exists()


def test_without_onnx_runtime(opsmith, model, tmp_path):
    result = opsmith("simplify", model(CHAIN), "-o", "out.onnx", "--json", OPSMITH_ORT=str(tmp_path / "nowhere"))
    assert result.status == 0
    report = result.json()
    assert report["verified"] is False
    assert report["nodes_after"] == 2  # what needs no evaluation went
    assert "ONNX Runtime" in result.err


def test_dumps_after_passes(opsmith, model, tmp_path):
    opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "-q", "--dump-after", "dumps")
    names = sorted(os.listdir(tmp_path / "dumps"))
    assert any("remove_identity" in name for name in names)
    for name in names:
        onnx.checker.check_model(str(tmp_path / "dumps" / name))


@pytest.mark.parametrize("content", [b"", b"\x08", b"not a model"])
def test_nonsense_is_refused_and_leaves_nothing(opsmith, tmp_path, content):
    (tmp_path / "bad.onnx").write_bytes(content)
    opsmith.refused("simplify", "bad.onnx", "-o", "out.onnx")
    assert not (tmp_path / "out.onnx").exists()


def test_a_cycle_is_named(opsmith, model):
    text = """<ir_version: 8, opset_import: ["": 17]>
    g (float[2] x) => (float[2] y) { [one] a = Add (x, b)  [two] b = Neg (a)  y = Relu (b) }"""
    message = opsmith.refused("simplify", model(text), "-o", "out.onnx")
    assert "cycle" in message and "one" in message and "two" in message and "model.onnx" in message


def test_given_data(opsmith, model, tmp_path):
    np.savez(tmp_path / "sample.npz", x=np.arange(8, dtype=np.float32).reshape(2, 4))
    report = opsmith.good("simplify", model(CHAIN), "-o", "out.onnx", "--json", "--data", "sample.npz").json()
    assert report["verified"] is True and report["bindings"] == ["given data"]
