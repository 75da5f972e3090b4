#!/usr/bin/env python3
"""Proof by example that shape inference is never wrong.

Runs shape_dump on onnx's backend tests and compares every inferred element type, size and element with the tests' real
arrays. A size that is inferred and differs is a failure; one that is unknown is only counted. A symbol must
stand for one number in all inputs and outputs of a test.

usage: shape_oracle.py SHAPE_DUMP [--verbose] [--compare-onnx MODEL...] [--run MODEL...]
  --compare-onnx  compares with onnx.shape_inference on the given models instead: a contradiction is a failure.
  --run           runs the given models in ONNX Runtime with several sizes for each symbol, every value an output.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
from onnx import helper, numpy_helper


def backend_cases():
    """Yields (name, model, [(inputs, outputs)]) of the node tests and of the data folders that the package carries."""
    from onnx.backend.test.case.node import collect_testcases

    for case in collect_testcases(None):
        yield case.name, case.model, case.data_sets
    root = pathlib.Path(onnx.__file__).parent / "backend/test/data"
    for kind in ("simple", "pytorch-operator", "pytorch-converted"):
        for folder in sorted((root / kind).glob("*")):
            model = onnx.load(folder / "model.onnx")
            data = []
            for sample in sorted(folder.glob("test_data_set_*")):
                try:
                    data.append(tuple(read_values(sample, model, part) for part in ("input", "output")))
                except Exception:  # a kind of file that this reader does not know
                    continue
            yield folder.name, model, data


def with_constants(model, inputs, first):
    """The model with its small tensor inputs from `first` on turned into initializers; None when there are none."""
    changed, keep, made = onnx.ModelProto(), [], 0
    changed.CopyFrom(model)
    for index, (info, value) in enumerate(zip(model.graph.input, inputs)):
        constant = index >= first and info.type.HasField("tensor_type") and isinstance(value, numpy.ndarray | numpy.generic)
        if constant and numpy.asarray(value).size <= 4096:
            try:
                tensor = numpy_helper.from_array(numpy.asarray(value), info.name)
            except Exception:  # a type that numpy cannot hold as it is
                tensor = None
            if tensor and tensor.data_type == info.type.tensor_type.elem_type:
                changed.graph.initializer.append(tensor)
                made += 1
                continue
        keep.append(info)
    del changed.graph.input[:]
    changed.graph.input.extend(keep)
    return changed if made else None


def read_values(folder, model, part):
    values = []
    for index, info in enumerate(getattr(model.graph, part)):
        content = (folder / f"{part}_{index}.pb").read_bytes()
        if info.type.HasField("sequence_type"):
            values.append(numpy_helper.to_list(onnx.SequenceProto.FromString(content)))
        else:
            values.append(numpy_helper.to_array(onnx.TensorProto.FromString(content)))
    return values


def variants():
    """Each case as it is; with all inputs but the first constant; with all of them constant."""
    for name, model, data_sets in backend_cases():
        yield name, model, data_sets
        if not data_sets:
            continue
        inputs, outputs = data_sets[0]
        for first in (1, 0):
            changed = with_constants(model, inputs, first)
            if changed:
                kept = {info.name for info in changed.graph.input}
                rest = [value for info, value in zip(model.graph.input, inputs) if info.name in kept]
                yield f"{name} (constant from {first})", changed, [(rest, outputs)]


def element_type(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype) if array.dtype != object else onnx.TensorProto.STRING


def check_size(inferred, real, symbols, where):
    if inferred is None:
        return
    if isinstance(inferred, str):
        if symbols.setdefault(inferred, real) != real:
            yield f"{where}: symbol {inferred} is {symbols[inferred]} and {real}"
    elif inferred != real:
        yield f"{where}: inferred {inferred}, is {real}"


def check_value(name, entry, real, symbols, declared):
    """Yields what is wrong with `entry`'s claims about the real value."""
    inferred = entry["type"] if entry else None
    while inferred and inferred["kind"] == "optional":
        inferred = inferred["element"]
        if real is None:
            return
    if not inferred or real is None:
        return
    if isinstance(real, (list, tuple)):
        if inferred["kind"] != "sequence":
            yield f"{name}: inferred {inferred['kind']}, is a sequence"
            return
        for each in real:
            yield from check_value(name, {"type": inferred["element"]}, each, symbols, declared)
        return
    if isinstance(real, dict):
        return
    if isinstance(real, onnx.TensorProto):
        data_type, dims, array = real.data_type, list(real.dims), None
    else:
        array = numpy.asarray(real)
        data_type, dims = declared or element_type(array), list(array.shape)
    if inferred["kind"] != "tensor":
        yield f"{name}: inferred {inferred['kind']}, is a tensor"
        return
    if inferred["dtype"] != data_type:
        yield f"{name}: inferred element type {inferred['dtype']}, is {data_type}"
    if inferred["shape"] is not None:
        if len(inferred["shape"]) != len(dims):
            yield f"{name}: inferred rank {len(inferred['shape'])}, is {len(dims)}"
            return
        for axis, (size, real_size) in enumerate(zip(inferred["shape"], dims)):
            yield from check_size(size, real_size, symbols, f"{name} axis {axis}")
    if entry.get("elements") is not None and array is not None:
        flat = array.reshape(-1).tolist()
        if len(flat) != len(entry["elements"]):
            yield f"{name}: {len(entry['elements'])} elements inferred, are {len(flat)}"
        for index, (element, real_element) in enumerate(zip(entry["elements"], flat)):
            yield from check_size(element, int(real_element), symbols, f"{name} element {index}")


def declared_type(info):
    return info.type.tensor_type.elem_type if info.type.HasField("tensor_type") else 0


class Dump:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, path):
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"shape_dump died on {path}")
        return json.loads(line)


def run_backend(dump, verbose):
    wrong, counts = 0, {"cases": 0, "outputs": 0, "untyped": 0, "unranked": 0, "with unknown dims": 0}
    unknown = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.onnx"
        for name, model, data_sets in variants():
            path.write_bytes(model.SerializeToString())
            answer = dump.ask(path)
            if "error" in answer:
                print(f"{name}: {answer['error']}")
                wrong += 1
                continue
            counts["cases"] += 1
            for inputs, outputs in data_sets:
                symbols, problems = {}, []
                for values, infos in ((inputs, model.graph.input), (outputs, model.graph.output)):
                    for info, value in zip(infos, values):
                        entry = answer["values"].get(info.name)
                        problems += check_value(info.name, entry, value, symbols, declared_type(info))
                for problem in problems:
                    wrong += 1
                    print(f"{name}: {problem}")
            for info in model.graph.output:
                entry = answer["values"].get(info.name)
                kind = entry["type"] if entry else None
                counts["outputs"] += 1
                if not kind:
                    counts["untyped"] += 1
                elif kind["kind"] == "tensor" and kind["shape"] is None:
                    counts["unranked"] += 1
                elif kind["kind"] == "tensor" and None in kind["shape"]:
                    counts["with unknown dims"] += 1
                else:
                    continue
                unknown.append(f"{name} {info.name}: {json.dumps(kind)} {answer['complaints'][:1]}")
    if verbose:
        print("\n".join(unknown))
    print(f"wrong: {wrong}; " + ", ".join(f"{key}: {value}" for key, value in counts.items()))
    return wrong


def compare_with_onnx(dump, paths):
    wrong = 0
    for path in paths:
        answer = dump.ask(path)
        if "error" in answer:
            print(f"{path}: {answer['error']}")
            wrong += 1
            continue
        model = onnx.load(path, load_external_data=False)
        del model.graph.value_info[:]
        theirs = onnx.shape_inference.infer_shapes(model, data_prop=True)
        better = worse = same = 0
        for info in list(theirs.graph.value_info):
            entry = answer["values"].get(info.name)
            if not entry or not info.type.HasField("tensor_type"):
                continue
            ours, tensor = entry["type"], info.type.tensor_type
            dims = [d.dim_value if d.HasField("dim_value") and d.dim_value >= 0 else None for d in tensor.shape.dim]
            dims = dims if tensor.HasField("shape") else None
            if not ours or ours["shape"] is None or dims is None:
                better += bool(ours and ours["shape"] is not None)
                worse += dims is not None
                if dims is not None:
                    print(f"{path}: {info.name}: only onnx knows {dims}; ours {ours}")
                continue
            if ours["dtype"] != tensor.elem_type or len(ours["shape"]) != len(dims):
                print(f"{path}: {info.name}: ours {ours}, onnx {tensor.elem_type} {dims}")
                wrong += 1
                continue
            mine = [None if isinstance(d, str) else d for d in ours["shape"]]
            if any(a != b for a, b in zip(mine, dims) if a is not None and b is not None):
                print(f"{path}: {info.name}: ours {mine}, onnx {dims}")
                wrong += 1
            gained = sum(a is not None and b is None for a, b in zip(ours["shape"], dims))
            lost = sum(a is None and b is not None for a, b in zip(mine, dims))
            better, worse, same = better + (gained > 0), worse + (lost > 0), same + (gained == lost == 0)
            if lost:
                print(f"{path}: {info.name}: onnx knows more: {dims}; ours {ours['shape']}")
        print(f"{path}: {answer['ms']:.1f} ms, {answer['nodes']} nodes; more {better}, less {worse}, same {same}")
    return wrong


ORT_TYPES = {
    "tensor(float)": numpy.float32, "tensor(float16)": numpy.float16, "tensor(double)": numpy.float64,
    "tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32, "tensor(int8)": numpy.int8,
    "tensor(uint8)": numpy.uint8, "tensor(bool)": numpy.bool_,
}


def random_inputs(session, sizes, default, generator):
    """Small random numbers; `sizes` holds the sizes of symbols and learns new ones."""
    feeds = {}
    for info in session.get_inputs():
        dims = []
        for dim in info.shape:
            if isinstance(dim, int) and dim >= 0:
                dims.append(dim)
            else:
                dims.append(sizes.setdefault(dim, default) if isinstance(dim, str) else default)
        kind = ORT_TYPES[info.type]
        if numpy.issubdtype(kind, numpy.floating):
            feeds[info.name] = generator.standard_normal(dims).astype(kind)
        else:
            feeds[info.name] = generator.integers(0, 2, dims).astype(kind)
    return feeds


def run_models(dump, paths):
    import onnxruntime

    wrong = 0
    for path in paths:
        answer = dump.ask(path)
        if "error" in answer:
            print(f"{path}: {answer['error']}")
            wrong += 1
            continue
        model = onnx.load(path, load_external_data=False)
        names = [name for node in model.graph.node for name in node.output if name]
        known = [name for name in names if answer["values"].get(name, {}).get("type")]
        known = [name for name in known if answer["values"][name]["type"]["kind"] == "tensor"]
        present = {info.name for info in model.graph.output}
        model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in known if name not in present)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        # Beside the model, where its external data lies; the folder stays as it was.
        with tempfile.NamedTemporaryFile(dir=pathlib.Path(path).parent, suffix=".onnx") as file:
            file.write(model.SerializeToString())
            file.flush()
            try:
                session = onnxruntime.InferenceSession(file.name, options, providers=["CPUExecutionProvider"])
            except Exception as error:
                print(f"{path}: not run: {str(error)[:200]}")
                continue
        generator, checked = numpy.random.default_rng(0), 0
        for default in (1, 2, 16):
            sizes = {}
            try:
                feeds = random_inputs(session, sizes, default, generator)
                results = session.run(known, feeds)
            except Exception as error:
                print(f"{path}: size {default}: not run: {str(error)[:120]}")
                continue
            for name, real in zip(known, results):
                for problem in check_value(name, answer["values"][name], real, sizes, 0):
                    wrong += 1
                    print(f"{path}: size {default}: {problem}")
            checked += 1
        print(f"{path}: {len(known)} of {len(names)} values checked with {checked} sizes")
    print(f"wrong: {wrong}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--compare-onnx", nargs="+", default=[], metavar="MODEL")
    parser.add_argument("--run", nargs="+", default=[], metavar="MODEL")
    options = parser.parse_args()
    dump = Dump(options.program)
    if options.run:
        sys.exit(1 if run_models(dump, options.run) else 0)
    if options.compare_onnx:
        sys.exit(1 if compare_with_onnx(dump, options.compare_onnx) else 0)
    sys.exit(1 if run_backend(dump, options.verbose) else 0)


if __name__ == "__main__":
    main()
