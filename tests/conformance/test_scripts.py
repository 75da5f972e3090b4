"""Runs the scripts here and in tests/malformed as tests, each with the program of the build folder that it drives."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BUILD = Path(os.environ.get("OPSMITH_BIN", HERE.parents[1] / "build/opsmith")).parent


@pytest.mark.parametrize("script, program, options", [
    ("roundtrip.py", "roundtrip_tool", []),
    ("roundtrip.py", "roundtrip_tool", ["--text"]),
    ("text_roundtrip.py", "opsmith", []),
    ("shape_oracle.py", "shape_dump", []),
    ("simplify_backend.py", "opsmith", []),
    ("../malformed/run.py", "opsmith", []),
])
def test_script(script, program, options):
    done = subprocess.run([sys.executable, str(HERE / script), str(BUILD / program), *options],
                          text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout[-8000:]
