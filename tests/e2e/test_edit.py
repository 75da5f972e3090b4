"""opsmith edit without statements: load and save."""
import os
import subprocess

from conftest import BINARY


def test_onnx_to_onnx_changes_no_byte(opsmith, branches):
    opsmith.good("edit", branches, "-o", "copy.onnx")
    assert (opsmith.folder / "copy.onnx").read_bytes() == branches.read_bytes()


def test_through_text_and_back(opsmith, branches):
    opsmith.good("edit", branches, "-o", "text.onnxtxt")
    opsmith.good("edit", "text.onnxtxt", "-o", "back.onnx")
    assert (opsmith.folder / "back.onnx").read_bytes() == branches.read_bytes()


def test_in_place(opsmith, perceptron):
    before = perceptron.read_bytes()
    opsmith.good("edit", perceptron, "-o", perceptron)
    assert perceptron.read_bytes() == before


def test_standard_input_and_output(opsmith, perceptron):
    assert opsmith.good("edit", "-", "-o", "-", stdin=perceptron.read_bytes()).raw == perceptron.read_bytes()
    text = opsmith.good("edit", perceptron, "-o", "-", "--output-format", "onnxtxt").raw
    assert b"Gemm" in text
    assert opsmith.good("edit", "-", "-o", "-", stdin=text).raw == perceptron.read_bytes()


def test_json_and_standard_output_exclude_each_other(opsmith, perceptron):
    assert "--json and -o -" in opsmith.refused("edit", perceptron, "-o", "-", "--json")


def test_external_data_always(opsmith, model):
    path = model('<ir_version: 9, opset_import: ["" : 17]> g (float[N,400] x) => (float[N,400] y) '
                 f'<float[400] w = {{{", ".join(["1.5"] * 400)}}}> {{ y = Add (x, w) }}')
    opsmith.good("edit", path, "-o", "out.onnx", "--external", "always")
    assert (opsmith.folder / "out.onnx.data").stat().st_size >= 1600
    json = opsmith.good("inspect", "out.onnx", "--json").json()
    assert json["external_files"] == [{"location": "out.onnx.data", "tensors": 1, "bytes": 1600, "exists": True}]
    opsmith.good("edit", "out.onnx", "-o", "one.onnx", "--external", "never")
    assert opsmith.good("inspect", "one.onnx", "--value", "w", "--json").json()["value"]["statistics"]["mean"] == 1.5


def test_missing_external_data_is_told(opsmith, model):
    path = model('<ir_version: 9, opset_import: ["" : 17]> g (float[N,400] x) => (float[N,400] y) '
                 f'<float[400] w = {{{", ".join(["1.5"] * 400)}}}> {{ y = Add (x, w) }}')
    opsmith.good("edit", path, "-o", "out.onnx", "--external", "always")
    os.remove(opsmith.folder / "out.onnx.data")
    assert "this file is missing" in opsmith.good("inspect", "out.onnx").out
    assert "out.onnx.data" in opsmith.refused("edit", "out.onnx", "-o", "one.onnx", "--external", "never")
    assert not (opsmith.folder / "one.onnx").exists()


def test_folder_that_does_not_exist(opsmith, perceptron):
    assert "nowhere" in opsmith.refused("edit", perceptron, "-o", "nowhere/out.onnx")


def test_output_is_demanded(opsmith, perceptron):
    assert "--output is missing" in opsmith.refused("edit", perceptron)


def test_closed_reader_of_a_model(perceptron):
    process = subprocess.Popen([BINARY, "edit", perceptron, "-o", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
