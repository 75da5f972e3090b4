#!/usr/bin/env python3
"""Writes a folder of damaged and hostile models, the same ones every time.

usage: generate.py FOLDER
Prints one line a file: the name, a tab, and what a reader must do with it: "refuse" (exit status 2), "load" (it is
readable, whatever a checker says) or "either".
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "conformance"))
from handmade import _varint as varint  # noqa: E402
from handmade import field, models  # noqa: E402

OPSET = field(8, field(2, 17))


def model(graph, ir_version=8):
    return field(1, ir_version) + field(7, graph) + OPSET


def node(op, inputs, outputs, *attributes):
    fields = b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
    return field(1, fields + field(4, op) + b"".join(field(5, each) for each in attributes))


def tensor(name, dims, content=b""):
    return field(5, b"".join(field(1, d) for d in dims) + field(2, 1) + field(8, name) + content)


def info(number, name):
    return field(number, field(1, name) + field(2, field(1, field(1, 1))))


def healthy():
    graph = node(b"Add", [b"x", b"w"], [b"h"]) + node(b"Relu", [b"h"], [b"y"], field(1, b"axes") + field(8, 1) + field(20, 7))
    graph += field(2, b"g") + tensor(b"w", [4], field(9, bytes(16))) + info(11, b"x") + info(12, b"y")
    return model(graph)


def nested_graphs(depth):
    graph = node(b"Neg", [b"x"], [b"y"])
    for _ in range(depth):
        graph = node(b"If", [b"c"], [b"y"], field(1, b"then_branch") + field(6, graph) + field(20, 5))
    return model(graph + field(2, b"g"))


def nested_types(depth):
    inner = field(1, field(1, 1))
    for _ in range(depth):
        inner = field(4, field(1, inner))
    return model(field(2, b"g") + field(11, field(1, b"x") + field(2, inner)))


def external(location, length=16):
    entries = field(13, field(1, b"location") + field(2, location)) + field(13, field(1, b"length") + field(2, str(length).encode()))
    return model(node(b"Neg", [b"w"], [b"y"]) + field(2, b"g") + tensor(b"w", [4], entries + field(14, 1)) + info(12, b"y"))


def cases():
    whole = healthy()
    yield "healthy", whole, "load"
    yield "empty", b"", "refuse"
    yield "text_in_onnx", b"This is a letter, not a model.\n" * 20, "refuse"
    yield "zeros", bytes(4096), "refuse"
    yield "all_ff", b"\xff" * 4096, "refuse"
    for cut in range(1, len(whole)):
        yield f"truncated_{cut:03}", whole[:cut], "either"
    generator = random.Random(1)
    samples = dict(models())
    for name in ("typed_fields", "types", "functions", "nested", "sparse", "attributes", "external"):
        content = samples[f"handmade/{name}"]
        for i in range(60):
            damaged = bytearray(content)
            for _ in range(generator.choice((1, 1, 1, 4, 16))):
                damaged[generator.randrange(len(damaged))] ^= 1 << generator.randrange(8)
            yield f"flipped_{name}_{i:02}", bytes(damaged), "either"
        for i in range(10):
            yield f"cut_{name}_{i}", content[: generator.randrange(len(content))], "either"
    for i in range(100):
        yield f"random_{i:02}", generator.randbytes(generator.randrange(1, 400)), "either"

    # Known fields of another wire type.
    yield "wrong_wire_ir_version", field(1, b"x") + field(7, b"") + OPSET, "refuse"
    yield "wrong_wire_graph", field(1, 8) + field(7, 5) + OPSET, "refuse"
    yield "wrong_wire_node", model(field(1, 3)), "refuse"
    yield "wrong_wire_name", model(node(b"Neg", [b"x"], [b"y"]) + field(2, 1)), "refuse"
    yield "wrong_wire_dims", model(field(5, varint(1 << 3 | 5) + b"abcd")), "refuse"
    yield "wrong_wire_attribute", model(node(b"Op", [], [b"y"], field(1, b"a") + field(2, b"float") + field(20, 1))), "refuse"
    yield "wrong_wire_type", model(info(11, b"x") + field(11, field(1, b"z") + field(2, 3))), "refuse"
    yield "group_wire_type", whole + b"\x0b", "refuse"
    yield "field_number_zero", whole + b"\x02\x00", "refuse"
    yield "long_varint", b"\x08" + b"\xff" * 11, "refuse"
    yield "odd_packed_floats", model(node(b"Op", [], [b"y"], field(1, b"a") + field(7, b"12345") + field(20, 6))), "refuse"

    # Lengths and counts that are not there.
    yield "length_2g", field(1, 8) + b"\x3a\xff\xff\xff\xff\x07" + b"abc", "refuse"
    yield "length_max", field(1, 8) + b"\x3a" + b"\xff" * 9 + b"\x01" + b"abc", "refuse"
    yield "dims_2_62", model(field(2, b"g") + tensor(b"w", [1 << 62, 1 << 62])), "load"
    yield "dims_2_40_no_data", model(node(b"Neg", [b"w"], [b"y"]) + field(2, b"g") + tensor(b"w", [1 << 40]) + info(12, b"y")), "load"
    yield "dims_negative", model(node(b"Neg", [b"w"], [b"y"]) + field(2, b"g") + tensor(b"w", [-5], field(9, b"abcd")) + info(12, b"y")), "load"
    yield "raw_too_short", model(node(b"Neg", [b"w"], [b"y"]) + field(2, b"g") + tensor(b"w", [4], field(9, b"abc")) + info(12, b"y")), "load"
    yield "raw_too_long", model(node(b"Neg", [b"w"], [b"y"]) + field(2, b"g") + tensor(b"w", [1], field(9, bytes(400))) + info(12, b"y")), "load"
    yield "a_million_dims", model(field(2, b"g") + tensor(b"w", [1] * 1_000_000)), "load"
    yield "a_million_empty_nodes", model(field(1, b"") * 1_000_000 + field(2, b"g")), "either"
    yield "a_million_empty_operands", model(field(1, field(1, b"") * 1_000_000 + field(4, b"Op")) + field(2, b"g")), "either"
    yield "a_million_undefined", model(b"".join(node(b"Op", [b"%d" % i], [b""]) for i in range(200_000)) + field(2, b"g")), "either"
    yield "same_name_100k", model(node(b"Neg", [b"y"], [b"y"]) * 100_000 + field(2, b"g")), "either"
    yield "sparse_dense_2_60", model(field(2, b"g") + field(15, field(1, field(2, 1) + field(8, b"s")) + field(3, 1 << 30) + field(3, 1 << 30))), "load"

    # Nesting.
    yield "graphs_90", nested_graphs(90), "load"
    yield "graphs_150", nested_graphs(150), "refuse"
    yield "graphs_10000", nested_graphs(10_000), "refuse"
    yield "types_60", nested_types(60), "load"
    yield "types_10000", nested_types(10_000), "refuse"
    yield "unknown_10000", healthy() + field(1000, nested_types(10_000)), "load"

    # Links.
    loop = node(b"Add", [b"x", b"b"], [b"a"]) + node(b"Neg", [b"a"], [b"b"])
    yield "cycle", model(loop + field(2, b"g") + info(11, b"x") + info(12, b"b")), "load"
    yield "self_loop", model(node(b"Neg", [b"a"], [b"a"]) + field(2, b"g") + info(12, b"a")), "load"
    chain = b"".join(node(b"Neg", [b"v%d" % ((i + 1) % 20000)], [b"v%d" % i]) for i in range(20000))
    yield "cycle_20000", model(chain + field(2, b"g") + info(12, b"v0")), "load"
    yield "duplicates", model((node(b"Neg", [b"x"], [b"y"]) + tensor(b"x", [1], field(9, bytes(4))) + info(11, b"x")) * 2 + info(12, b"y")), "load"
    yield "undefined", model(node(b"Neg", [b"nowhere"], [b"y"]) + field(2, b"g") + info(12, b"gone")), "load"
    yield "no_graph", field(1, 8) + OPSET, "load"
    yield "function_calls_itself", model(node(b"f", [b"x"], [b"y"]) + field(2, b"g") + info(11, b"x") + info(12, b"y")) + field(
        25, field(1, b"f") + field(4, b"a") + field(5, b"b") + field(7, field(1, b"a") + field(2, b"b") + field(4, b"f"))), "load"
    yield "names_not_utf8", model(node(b"\xff\xfe", [b"\x80"], [b"\xc0\xaf"]) + field(2, b"\xff") + info(11, b"\x80") + info(12, b"\xc0\xaf")), "load"
    yield "long_name", model(node(b"Neg", [b"n" * 5_000_000], [b"y"]) + field(2, b"g") + info(12, b"y")), "load"

    # External data.
    yield "external_missing", external(b"not_there.bin"), "load"
    yield "external_absolute", external(b"/etc/hostname"), "load"
    yield "external_climbs", external(b"../../../../../../etc/hostname"), "load"
    yield "external_climbs_inside", external(b"a/../../x.bin"), "load"
    yield "external_empty", external(b""), "load"
    yield "external_zero_byte", external(b"a\0b"), "load"
    yield "external_folder", external(b"."), "load"
    yield "external_short", external(b"short.bin"), "load"
    yield "external_length_max", external(b"short.bin", (1 << 64) - 1), "load"
    yield "external_length_text", external(b"short.bin", "many"), "load"
    yield "external_link", external(b"link.bin"), "load"
    yield "external_fifo", external(b"fifo.bin"), "load"


def write_side_files(folder):
    import os

    (folder / "short.bin").write_bytes(b"abc")
    for name, make in (("link.bin", lambda path: os.symlink("/etc/hostname", path)), ("fifo.bin", os.mkfifo)):
        if not os.path.lexists(folder / name):
            make(folder / name)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_side_files(folder)
    for name, content, expected in cases():
        (folder / f"{name}.onnx").write_bytes(content)
        print(f"{name}.onnx\t{expected}")


if __name__ == "__main__":
    main()
