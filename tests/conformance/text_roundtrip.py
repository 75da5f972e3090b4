"""ONNX text loses nothing: models go to text and back through the opsmith command and must be equal.

usage: text_roundtrip.py OPSMITH [MODEL.onnx …]     (without models: those of the onnx package's backend tests)

For every model: opsmith edit M -o T.onnxtxt, opsmith edit T.onnxtxt -o B.onnx, and B must equal M as a ModelProto. Where onnx's own
printer can write the model and onnx's own parser reads that text, Opsmith must read it as the same model.
"""

import pathlib
import subprocess
import sys
import tempfile

import onnx
from onnx import numpy_helper


def backend_models(folder):
    """Writes the node tests' models into `folder`; the rest lie in the package."""
    from onnx.backend.test.case.node import collect_testcases

    for case in collect_testcases(None):
        if case.model is not None:
            (folder / f"{case.name}.onnx").write_bytes(case.model.SerializeToString())
    package = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data"
    return sorted(folder.glob("*.onnx")) + sorted(package.rglob("*.onnx"))


def without_storage(message):
    """Empty strings dropped and every tensor in raw_data: what onnx's parser chooses differently but means the same."""
    if isinstance(message, onnx.TensorProto):
        packed = message.data_type in (21, 22, 23, 25, 26)
        if message.data_location == onnx.TensorProto.EXTERNAL or packed or message.data_type == onnx.TensorProto.STRING:
            for field in ("int32_data", "raw_data") if packed else ():
                message.ClearField(field)
        else:
            name = message.name
            message.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(message), name))
        if not message.name:
            message.ClearField("name")
        return message
    for field, value in list(message.ListFields()):
        repeated = not hasattr(value, "encode") and hasattr(value, "append")
        if field.message_type is not None:
            for item in value if repeated else [value]:
                without_storage(item)
        elif not repeated and value == "":
            message.ClearField(field.name)
    return message


def main():
    opsmith = sys.argv[1]
    failures = 0
    total = 0
    compared = 0

    def edit(source, target):
        run = subprocess.run([opsmith, "edit", str(source), "-o", str(target)], capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip())

    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "models").mkdir()
        models = [pathlib.Path(p) for p in sys.argv[2:]] or backend_models(scratch / "models")
        for model in models:
            total += 1
            try:
                edit(model, scratch / "a.onnxtxt")
                edit(scratch / "a.onnxtxt", scratch / "b.onnx")
                original = onnx.load(model, load_external_data=False)
                back = onnx.load(scratch / "b.onnx", load_external_data=False)
                if original != back:
                    raise RuntimeError("differs after text and back")
                if model.stat().st_size > 1 << 20:
                    continue
                text = onnx.printer.to_text(original)
                try:
                    theirs = onnx.parser.parse_model(text)
                except onnx.parser.ParseError:
                    continue
                (scratch / "c.onnxtxt").write_text(text)
                edit(scratch / "c.onnxtxt", scratch / "c.onnx")
                compared += 1
                if without_storage(theirs) != without_storage(onnx.load(scratch / "c.onnx")):
                    raise RuntimeError("onnx's parser reads its text otherwise")
            except RuntimeError as error:
                failures += 1
                print(f"FAILED {model.name}: {error}")
    print(f"{total} models, {compared} compared with onnx's parser, {failures} failures")
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
