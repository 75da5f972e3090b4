# Golden text tests: each *.test file holds an ONNX text model, `# RUN:` lines that send it through
# the command, and `# CHECK:` lines that FileCheck holds against the output.
# Models shared by several tests lie in folders named Inputs, which are not tests themselves.
import os

import lit.formats

config.name = "golden"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

binary = os.environ["OPSMITH_BIN"]
config.test_exec_root = os.path.join(os.path.dirname(binary), "golden")
config.substitutions.append((r"(?<![\w./-])opsmith(?![\w./-])", binary))
config.substitutions.append((r"\bFileCheck\b", "filecheck"))

for name in ("PATH", "OPSMITH_ORT", "ASAN_OPTIONS", "UBSAN_OPTIONS", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
