"""Models whose weights are larger than protobuf's limit, lie outside, or are not there."""
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from conftest import BINARY


def external(name, dims, location, length, offset=0):
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=dims, data_location=TensorProto.EXTERNAL)
    for key, value in (("location", location), ("offset", offset), ("length", length)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def save(path, nodes, initializers, inputs, outputs):
    info = lambda v: helper.make_tensor_value_info(v[0], TensorProto.FLOAT, v[1])
    graph = helper.make_graph(nodes, "g", [info(v) for v in inputs], [info(v) for v in outputs], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(model.SerializeToString())


# A forked child counts the memory that its parent had, so the command is started by a process as small as itself.
MEASURE = """import os, sys
pid = os.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))"""


def peak_megabytes(*words, cwd):
    done = subprocess.run([sys.executable, "-S", "-c", MEASURE, BINARY, *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1]) / 1024


def test_a_weight_over_two_gigabytes_is_never_loaded(tmp_path):
    rows, columns = 30000, 20000  # 2.24 GiB; a hole in the file, so that the test needs no such disk
    (tmp_path / "weights.bin").touch()
    os.truncate(tmp_path / "weights.bin", rows * columns * 4)
    constants = [numpy_helper.from_array(np.array([value], np.float32), name) for name, value in (("a", 1), ("b", 2))]
    save(tmp_path / "big.onnx",
         [helper.make_node("MatMul", ["x", "W"], ["m"]), helper.make_node("Add", ["a", "b"], ["c"]),
          helper.make_node("Add", ["m", "c"], ["y"])],
         [external("W", [rows, columns], "weights.bin", rows * columns * 4), *constants], [("x", [1, rows])], [("y", [1, columns])])
    assert peak_megabytes("inspect", "big.onnx", "--tensors", "-q", cwd=tmp_path) < 40
    assert peak_megabytes("simplify", "big.onnx", "-o", "big.onnx", "--verify", "off", "-q", cwd=tmp_path) < 150
    result = onnx.load(tmp_path / "big.onnx", load_external_data=False)
    assert [node.op_type for node in result.graph.node] == ["MatMul", "Add"]
    weight = next(t for t in result.graph.initializer if t.name == "W")
    location = {entry.key: entry.value for entry in weight.external_data}["location"]
    assert os.path.getsize(tmp_path / location) == rows * columns * 4
    folded = next(t for t in result.graph.initializer if t.name == "c")
    assert numpy_helper.to_array(folded).tolist() == [3]


def doubled(tmp_path, location="w.bin"):
    """Add(w, w) of an external w, then Mul with the input."""
    path = tmp_path / "model.onnx"
    save(path, [helper.make_node("Add", ["w", "w"], ["z"]), helper.make_node("Mul", ["x", "z"], ["y"])],
         [external("w", [3, 3], location, 36)], [("x", [3, 3])], [("y", [3, 3])])
    return path


def test_folding_reads_the_data_file(opsmith, tmp_path):
    (tmp_path / "w.bin").write_bytes(np.ones(9, np.float32).tobytes())
    opsmith.good("simplify", doubled(tmp_path), "-o", "out.onnx", "-q")
    result = onnx.load(tmp_path / "out.onnx")
    assert [node.op_type for node in result.graph.node] == ["Mul"]
    assert (numpy_helper.to_array(result.graph.initializer[0]) == 2).all()


def test_standard_output_holds_the_weights(opsmith, tmp_path):
    (tmp_path / "w.bin").write_bytes(np.ones(9, np.float32).tobytes())
    result = opsmith("edit", doubled(tmp_path), "-o", "-")
    assert result.status == 0, result.err
    weight = onnx.load_from_string(result.raw).graph.initializer[0]
    assert weight.data_location == TensorProto.DEFAULT and weight.raw_data == np.ones(9, np.float32).tobytes()


def test_a_missing_or_short_data_file_is_named_and_nothing_folds(opsmith, tmp_path):
    path = doubled(tmp_path)
    message = opsmith.refused("simplify", path, "-o", "out.onnx", "-q", "--verify", "off")
    assert "w.bin" in message
    (tmp_path / "w.bin").write_bytes(b"\0" * 20)
    message = opsmith.refused("simplify", path, "-o", "out.onnx", "-q", "--verify", "off")
    assert "w.bin" in message and "36" in message
    assert not (tmp_path / "out.onnx").exists()


def test_locations_outside_the_folder_are_refused(opsmith, tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "w.bin").write_bytes(np.ones(9, np.float32).tobytes())
    for location in ("../w.bin", str(tmp_path / "w.bin"), "x/../../w.bin"):
        opsmith.refused("simplify", doubled(tmp_path / "inside", location), "-o", "out.onnx", "-q", "--verify", "off")


def test_a_weight_of_two_branches_is_stored_once(opsmith, tmp_path):
    table = np.arange(64 * 100, dtype=np.float32).reshape(100, 64)
    out = [helper.make_tensor_value_info("o", TensorProto.FLOAT, None)]
    then = helper.make_graph([helper.make_node("Gather", ["E", "i"], ["o"])], "t", [], out)
    other = helper.make_graph([helper.make_node("Transpose", ["E"], ["t"]), helper.make_node("MatMul", ["x", "t"], ["m"]),
                               helper.make_node("Gather", ["m", "i"], ["o"], axis=1)], "e", [], out)
    graph = helper.make_graph([helper.make_node("If", ["c"], ["y"], then_branch=then, else_branch=other)], "g",
                              [helper.make_tensor_value_info("c", TensorProto.BOOL, []),
                               helper.make_tensor_value_info("i", TensorProto.INT64, [2]),
                               helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 64])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
                              [numpy_helper.from_array(table, "E")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
    before = len(model.SerializeToString())
    (tmp_path / "tied.onnx").write_bytes(model.SerializeToString())
    opsmith.good("simplify", "tied.onnx", "-o", "out.onnx", "-q", "--max-growth", "0")
    assert os.path.getsize(tmp_path / "out.onnx") <= before
    assert len(onnx.load(tmp_path / "out.onnx").graph.initializer) == 1
