#!/usr/bin/env python3
"""What simplify leaves of onnx's own operator tests computes what they expect, and is as valid as they are.

usage: simplify_backend.py OPSMITH [--every N]      every Nth test only (default 4)

Each model is tried twice: as it is, and with its inputs turned into initializers, so that everything that can fold does.
Where ONNX Runtime has no kernel for the original there is nothing to compare.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import numpy as np
import onnx
import onnxruntime as ort
from onnx import numpy_helper

warnings.simplefilter("ignore")
ort.set_default_logger_severity(4)


def run(path, feeds):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return session.run(None, {i.name: feeds[i.name] for i in session.get_inputs()})


def same(a, b):
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(map(same, a, b))
    if a is None or b is None or isinstance(a, dict):
        return type(a) is type(b)
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind in "fc":
        # A constant operand may bring another kernel of ONNX Runtime; half floats are computed through casts of its own.
        tolerance = 2e-3 if a.dtype.itemsize <= 2 else 1e-6
        return np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    return np.array_equal(a, b)


def frozen(model, feeds):
    """The model with the inputs that are plain tensors as initializers."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    kept = [i for i in copy.graph.input if not isinstance(feeds.get(i.name), np.ndarray)]
    for i in copy.graph.input:
        if isinstance(feeds.get(i.name), np.ndarray):
            copy.graph.initializer.append(numpy_helper.from_array(feeds[i.name], i.name))
    del copy.graph.input[:]
    copy.graph.input.extend(kept)
    return copy


def is_valid(path):
    try:
        onnx.checker.check_model(str(path), full_check=True)
        return True
    except Exception:
        return False


def check(opsmith, model, feeds, folder):
    """None when it cannot be compared, "" when it holds, else what is wrong."""
    before, after = folder / "before.onnx", folder / "after.onnx"
    before.write_bytes(model.SerializeToString())
    after.unlink(missing_ok=True)
    done = subprocess.run([opsmith, "simplify", str(before), "-o", str(after), "--verify", "off", "-q"], capture_output=True, text=True)
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr.strip()}"
    if is_valid(before) and not is_valid(after):
        return "the result is not valid"
    try:
        want = run(before, feeds)
    except Exception:
        return None
    try:
        return "" if same(run(after, feeds), want) else "other results"
    except Exception as error:
        return f"does not run: {str(error).splitlines()[0][:200]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opsmith")
    parser.add_argument("--every", type=int, default=4)
    options = parser.parse_args()
    from onnx.backend.test.case.node import collect_testcases
    compared = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in collect_testcases(None)[::options.every]:
            values, feeds = case.data_sets[0][0], {}
            for info, value in zip(case.model.graph.input, values):
                feeds[info.name] = numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value
            for form, model in (("as it is", case.model), ("frozen", frozen(case.model, feeds))):
                wrong = check(options.opsmith, model, feeds, pathlib.Path(folder))
                compared += wrong is not None
                if wrong:
                    failures += 1
                    print(f"FAILED {case.name}, {form}: {wrong}")
    print(f"{compared} results compared, {failures} failures")
    return 1 if failures or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
