#!/usr/bin/env python3
"""Every model of the onnx package, and every model given, must come out of Opsmith as it went in.

usage: roundtrip.py TOOL [--corpus FOLDER] [--text] [--keep FOLDER]
TOOL is the built roundtrip_tool (see roundtrip_tool.cc). With --text, models go through ONNX text and back.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import warnings

import onnx

import handmade


def package_models():
    """(name, bytes) of the models that the onnx package tests backends with."""
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in collect_testcases(None):
            yield f"node/{case.name}", case.model.SerializeToString()
    data = pathlib.Path(onnx.__file__).parent / "backend/test/data"
    for path in sorted(data.rglob("*.onnx")):
        yield str(path.relative_to(data).with_suffix("")), path.read_bytes()


def without_weights(model):
    """Takes every external tensor's reference out of the model; returns (bytes of each, in order)."""
    tensors = []

    def visit(graph):
        for tensor in graph.initializer:
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                tensors.append(tensor)
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.HasField("t") and attribute.t.data_location == onnx.TensorProto.EXTERNAL:
                    tensors.append(attribute.t)
                if attribute.HasField("g"):
                    visit(attribute.g)
                for nested in attribute.graphs:
                    visit(nested)

    visit(model.graph)
    references = []
    for tensor in tensors:
        references.append({entry.key: entry.value for entry in tensor.external_data})
        del tensor.external_data[:]
    return references


def same_range(one, one_folder, other, other_folder):
    def read(reference, folder):
        with open(folder / reference["location"], "rb") as file:
            file.seek(int(reference.get("offset", 0)))
            return file.read(int(reference["length"])) if "length" in reference else file.read()

    return read(one, one_folder) == read(other, other_folder)


def differences(before_path, after_path):
    before_bytes, after_bytes = before_path.read_bytes(), after_path.read_bytes()
    if before_bytes == after_bytes:
        return None
    before, after = onnx.ModelProto(), onnx.ModelProto()
    before.ParseFromString(before_bytes)
    after.ParseFromString(after_bytes)
    before_references, after_references = without_weights(before), without_weights(after)
    if before != after:
        return "the messages differ"
    if len(before_references) != len(after_references):
        return "the external tensors differ"
    for one, other in zip(before_references, after_references):
        if not same_range(one, before_path.parent, other, after_path.parent):
            return f"external data differs: {one} and {other}"
    return None


def run_tool(tool, pairs, *options):
    lines = "".join(f"{a}\t{b}\n" for a, b in pairs)
    result = subprocess.run([tool, *options], input=lines, capture_output=True, text=True)
    errors = [line for line in result.stdout.splitlines() if not line.startswith("ok\t")]
    if result.returncode != 0:
        errors.append(f"the tool ended with {result.returncode}: {result.stderr[-300:]}")
    return errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = arguments.keep or pathlib.Path(scratch)
        before, between, after = root / "before", root / "between", root / "after"
        sources = []
        for name, content in [*package_models(), *handmade.models()]:
            path = before / f"{name.replace('/', '__')}.onnx"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            sources.append(path)
        handmade.write_data_files(before)
        if arguments.corpus:
            sources += sorted(arguments.corpus.glob("*.onnx"))
        between.mkdir(parents=True, exist_ok=True)
        after.mkdir(parents=True, exist_ok=True)
        targets = [after / path.name for path in sources]
        if arguments.text:
            texts = [between / (path.stem + ".onnxtxt") for path in sources]
            failures = run_tool(arguments.tool, zip(sources, texts))
            failures += run_tool(arguments.tool, zip(texts, targets))
        else:
            failures = run_tool(arguments.tool, zip(sources, targets))
        identical = 0
        for source, target in zip(sources, targets):
            if not target.exists():
                continue  # the tool said why
            identical += source.read_bytes() == target.read_bytes()
            if difference := differences(source, target):
                failures.append(f"{source.name}: {difference}")
    for failure in failures:
        print("FAILED", failure)
    print(f"{len(sources)} models, {identical} byte for byte, {len(failures)} failures")
    return 1 if failures or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
