"""The command as a whole: verbs, help, exit statuses, unreadable input."""
import os
import pty
import subprocess

import pytest
from conftest import BINARY

VERBS = ["inspect", "check", "edit", "extract", "run", "compare", "simplify"]


def test_version(opsmith):
    assert opsmith.good("--version").out == "opsmith 0.1.0\n"


def test_help_lists_the_verbs(opsmith):
    out = opsmith.good("--help").out
    assert all(f"\n  {verb} " in out for verb in VERBS)
    assert "Exit status" in out
    assert out == opsmith.good("help").out


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_has_an_example_and_exit_statuses(opsmith, verb):
    out = opsmith.good(verb, "--help").out
    assert f"opsmith {verb} " in out.split("Example")[1]
    assert "Exit status\n  0  " in out
    assert all(option in out for option in ("--json", "--quiet", "--verbose", "--color", "--threads"))
    assert all(len(line) <= 100 for line in out.splitlines() if not line.startswith("usage:"))
    assert out == opsmith.good("help", verb).out


def test_no_verb_is_wrong_use(opsmith):
    assert "no verb given" in opsmith.refused()


def test_unknown_verb_is_told_with_a_suggestion(opsmith):
    assert "did you mean 'inspect'?" in opsmith.refused("inpsect", "model.onnx")


def test_unknown_option_is_told_with_a_suggestion(opsmith, perceptron):
    assert "did you mean '--nodes'?" in opsmith.refused("inspect", perceptron, "--noodes")


def test_missing_argument(opsmith):
    assert "MODEL is missing" in opsmith.refused("inspect")


def test_too_many_arguments(opsmith, perceptron):
    assert "unexpected argument" in opsmith.refused("inspect", perceptron, perceptron)


@pytest.mark.parametrize("words", [["inspect"], ["check"], ["edit", "-o", "out.onnx"], ["run"],
                                   ["extract", "-o", "out.onnx", "--outputs", "y"], ["simplify", "-o", "out.onnx"]])
class TestUnreadableInput:
    def run(self, opsmith, words, path):
        message = opsmith.refused(words[0], path, *words[1:])
        assert not (opsmith.folder / "out.onnx").exists()
        return message

    def test_missing_file(self, opsmith, words):
        assert "missing.onnx" in self.run(opsmith, words, "missing.onnx")

    def test_directory(self, opsmith, words):
        (opsmith.folder / "folder.onnx").mkdir()
        assert "folder.onnx" in self.run(opsmith, words, "folder.onnx")

    def test_empty_file(self, opsmith, words):
        (opsmith.folder / "empty.onnx").touch()
        assert "empty.onnx" in self.run(opsmith, words, "empty.onnx")

    def test_truncated_file(self, opsmith, words, perceptron):
        cut = opsmith.folder / "cut.onnx"
        cut.write_bytes(perceptron.read_bytes()[:-20])
        assert "cut.onnx" in self.run(opsmith, words, "cut.onnx")

    def test_text_that_is_no_model(self, opsmith, words):
        (opsmith.folder / "bad.onnxtxt").write_text("this is { no model")
        assert "bad.onnxtxt" in self.run(opsmith, words, "bad.onnxtxt")


def test_reader_that_goes_away_is_no_failure(opsmith, perceptron):
    process = subprocess.Popen([BINARY, "inspect", perceptron, "--json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk_is_told(perceptron):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BINARY, "inspect", perceptron], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith(b"opsmith: error: cannot write")


def on_terminal(words, columns, **environment):
    """What the command prints on a terminal."""
    main, side = pty.openpty()
    process = subprocess.Popen([BINARY, *map(str, words)], stdout=side, stderr=side,
                               env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm", **environment})
    os.close(side)
    output = b""
    try:
        while chunk := os.read(main, 4096):
            output += chunk
    except OSError:
        pass
    assert process.wait() == 0
    os.close(main)
    return output.decode()


def test_colour_on_a_terminal_only(opsmith, perceptron):
    assert "\x1b[" not in opsmith.good("inspect", perceptron).out
    assert "\x1b[" in opsmith.good("inspect", perceptron, "--color", "always").out
    assert "\x1b[" in on_terminal(["inspect", perceptron], 100)
    assert "\x1b[" not in on_terminal(["inspect", perceptron, "--color", "never"], 100)
    assert "\x1b[" not in on_terminal(["inspect", perceptron], 100, NO_COLOR="1")


def test_nothing_is_wider_than_the_page(opsmith, model):
    long = "layer_" + "deep_" * 60 + "end"
    path = model(f'<ir_version: 9, opset_import: ["" : 17]> g (float[N] x) => (float[N] y) '
                 f'{{ [{long}] "{long}" = Relu (x) y = Neg ("{long}") }}')
    for words in ([], ["--nodes"], ["--tensors"], ["--value", long]):
        out = opsmith.good("inspect", path, *words).out
        assert max(map(len, out.splitlines())) <= 100
        assert "…" in out or not words
    narrow = on_terminal(["inspect", path, "--tensors", "--color", "never"], 60)
    assert max(map(len, narrow.splitlines())) <= 60


def test_names_cannot_move_the_cursor(opsmith, tmp_path):
    # A protobuf model whose graph has an input named ESC [2J.
    name = b"\x1b[2J\n"
    value = b"\x0a" + bytes([len(name)]) + name
    graph = b"\x5a" + bytes([len(value)]) + value
    (tmp_path / "evil.onnx").write_bytes(b"\x08\x09\x3a" + bytes([len(graph)]) + graph)
    out = opsmith("inspect", "evil.onnx").out
    assert "\x1b" not in out and "\\x1b[2J\\n" in out
