"""What the end-to-end tests share: the real command, run in a folder of the test's own."""
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("OPSMITH_BIN", str(ROOT / "build/opsmith"))
EXAMPLES = ROOT / "docs/examples"


@dataclass
class Result:
    status: int
    out: str
    err: str
    raw: bytes

    def json(self):
        return json.loads(self.out)


class Command:
    """Runs opsmith in `folder`; output that is no text is kept in `raw`."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *words, stdin=b"", timeout=120, **environment):
        done = subprocess.run([BINARY, *map(str, words)], input=stdin, capture_output=True, timeout=timeout,
                              cwd=self.folder, env={**os.environ, **environment})
        assert done.returncode >= 0, f"killed by signal {-done.returncode}: {done.stderr.decode(errors='replace')}"
        return Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
                      done.stdout)

    def good(self, *words, **options):
        """Runs and demands status 0 and a silent standard error."""
        result = self(*words, **options)
        assert result.status == 0, result.err
        assert result.err == "", result.err
        return result

    def refused(self, *words, status=2, **options):
        """Runs and demands an error message; gives the message."""
        result = self(*words, **options)
        assert result.status == status, (result.status, result.out, result.err)
        assert result.err.startswith("opsmith: error: "), result.err
        assert result.err.count("opsmith: ") == 1, result.err
        return result.err


@pytest.fixture
def opsmith(tmp_path):
    return Command(tmp_path)


@pytest.fixture
def model(tmp_path):
    """Writes ONNX text as NAME.onnx and gives its path."""
    def write(text, name="model"):
        source = tmp_path / f"{name}.onnxtxt"
        source.write_text(text)
        Command(tmp_path).good("edit", source, "-o", tmp_path / f"{name}.onnx")
        return tmp_path / f"{name}.onnx"
    return write


@pytest.fixture
def perceptron(model):
    return model((EXAMPLES / "perceptron.onnxtxt").read_text(), "perceptron")


@pytest.fixture
def branches(model):
    return model((EXAMPLES / "branches.onnxtxt").read_text(), "branches")
