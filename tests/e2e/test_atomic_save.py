"""A save that is killed at any instant leaves the old model or the new one, whole.

Kills `opsmith edit IN -o OUT`, or roundtrip_tool when ROUNDTRIP_TOOL has its path. ROUNDS sets how many saves each test
kills.
"""

import os
import pathlib
import random
import signal
import subprocess
import time

import numpy
import onnx
import pytest

from conftest import BINARY

ROUNDS = int(os.environ.get("ROUNDS", "40"))
WEIGHTS = 6
ELEMENTS = 1 << 18  # of each weight: 1 MB


def start_save(source, target, external="automatic"):
    if tool := os.environ.get("ROUNDTRIP_TOOL"):
        process = subprocess.Popen([tool, f"--external={external}"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        process.stdin.write(f"{source}\t{target}\n".encode())
        process.stdin.close()
        return process
    mode = "auto" if external == "automatic" else external
    return subprocess.Popen([BINARY, "edit", str(source), "-o", str(target), "--external", mode], stdout=subprocess.DEVNULL)


def save(source, target, external="automatic"):
    assert start_save(source, target, external).wait() == 0


def time_of_save(source, target, external="automatic"):
    started = time.monotonic()
    save(source, target, external)
    return time.monotonic() - started


def make_model(seed):
    """Every weight holds one number, which tells the model that it belongs to."""
    weights = [onnx.numpy_helper.from_array(numpy.full(ELEMENTS, seed + i / 100, numpy.float32), f"w{i}") for i in range(WEIGHTS)]
    nodes = [onnx.helper.make_node("Add", [f"w{i}", "x"], [f"y{i}"]) for i in range(WEIGHTS)]
    graph = onnx.helper.make_graph(
        nodes, f"seed {seed}", [onnx.helper.make_tensor_value_info("x", 1, [1])],
        [onnx.helper.make_tensor_value_info(f"y{i}", 1, None) for i in range(WEIGHTS)], weights)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)


def seed_of(path):
    """Which model lies at `path`; fails when it is not one of them, whole."""
    model = onnx.load(path)  # external data too
    seed = int(model.graph.name.removeprefix("seed "))
    assert len(model.graph.initializer) == WEIGHTS
    for i, tensor in enumerate(model.graph.initializer):
        elements = onnx.numpy_helper.to_array(tensor)
        assert elements.shape == (ELEMENTS,) and (elements == numpy.float32(seed + i / 100)).all(), tensor.name
    return seed


def kill_saves(sources, target, expected, modes=("automatic",)):
    """Saves `sources` in turn to `target`, killing each at another instant; `expected` maps a target to its seed."""
    generator = random.Random(0)
    longest = max(time_of_save(source, target, mode) for source in sources for mode in modes)
    seen = set()
    finished = 0
    for i in range(ROUNDS):
        source = sources[i % len(sources)]
        before = seed_of(target)
        process = start_save(source, target, modes[i % len(modes)])
        time.sleep(generator.uniform(0, 1.3 * longest))
        process.send_signal(signal.SIGKILL)
        finished += process.wait() == 0
        after = seed_of(target)
        assert after in (before, expected(source)), f"round {i}"
        seen.add(after)
    return seen, finished


@pytest.fixture
def models(tmp_path):
    paths = []
    for seed in (1, 2):
        path = tmp_path / f"model{seed}.onnx"
        onnx.save(make_model(seed), path)
        paths.append(path)
    return paths


def seed_in_name(path):
    return int(path.stem[-1])


def leftovers(folder):
    return [path.name for path in folder.iterdir() if ".tmp-" in path.name]


def test_one_file(models, tmp_path):
    target = tmp_path / "out" / "out.onnx"
    target.parent.mkdir()
    save(models[0], target)
    kill_saves(models, target, seed_in_name)
    save(models[0], target)
    assert target.read_bytes() == models[0].read_bytes()


def test_two_files(models, tmp_path):
    target = tmp_path / "out" / "out.onnx"
    target.parent.mkdir()
    save(models[0], target, "always")
    kill_saves(models, target, seed_in_name, ["always"])
    for source in models:
        save(source, target, "always")
        assert seed_of(target) == seed_in_name(source)


def test_two_files_that_replace_two_files_in_place(models, tmp_path):
    """The data that is being read is the data that is replaced: out to a file, back in, and out again."""
    target = tmp_path / "out" / "out.onnx"
    target.parent.mkdir()
    save(models[1], target, "always")
    kill_saves([target], target, lambda _: 2, ["never", "always"])
    save(target, target, "always")
    assert seed_of(target) == 2


def test_finished_saves_leave_nothing_behind(models, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    target = folder / "out.onnx"
    for source in models * 2:
        save(source, target, "always")
        assert len(list(folder.iterdir())) == 2, list(folder.iterdir())
    save(target, target, "never")
    assert [path.name for path in folder.iterdir()] == ["out.onnx"]
    assert not leftovers(folder)


def test_failed_save_leaves_the_old_model(models, tmp_path):
    """The data file is missing: nothing may change."""
    target = tmp_path / "out.onnx"
    external = tmp_path / "external.onnx"
    save(models[0], target)
    save(models[1], external, "always")
    for path in tmp_path.glob("external.onnx*data"):
        pathlib.Path(path).unlink()
    before = target.read_bytes()
    start_save(external, target, "never").wait()
    assert target.read_bytes() == before
    assert not leftovers(tmp_path)


def test_mode_bits_and_links(models, tmp_path):
    target = tmp_path / "target.onnx"
    save(models[0], target)
    target.chmod(0o640)
    link = tmp_path / "link.onnx"
    link.symlink_to("target.onnx")
    save(models[1], link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert seed_of(target) == 2
