"""Models that use what frameworks rarely write: every element type and field, every kind of type, unknown fields."""

import struct

import onnx
from onnx import AttributeProto, TensorProto, TypeProto, helper

UNKNOWN = b"\xfa\x3f\x03abc"  # field 1023, bytes "abc"


def _varint(value):
    value &= (1 << 64) - 1
    encoded = b""
    while value >= 0x80:
        encoded += bytes([value & 0x7F | 0x80])
        value >>= 7
    return encoded + bytes([value])


def field(number, content):
    """A field as protobuf has it on the wire: an int is a varint, bytes are length-delimited."""
    if isinstance(content, int):
        return _varint(number << 3) + _varint(content)
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _model(name, initializers=(), nodes=(), **graph_fields):
    graph = helper.make_graph(list(nodes), name, [], [], initializer=list(initializers))
    for key, value in graph_fields.items():
        getattr(graph, key).extend(value)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=11)


def _typed_fields():
    """One tensor of each element type, its elements in the typed field and in raw_data."""
    field_of = {
        TensorProto.FLOAT: "float_data", TensorProto.COMPLEX64: "float_data",
        TensorProto.DOUBLE: "double_data", TensorProto.COMPLEX128: "double_data",
        TensorProto.INT64: "int64_data", TensorProto.STRING: "string_data",
        TensorProto.UINT32: "uint64_data", TensorProto.UINT64: "uint64_data",
    }
    bits = {
        TensorProto.FLOAT: 32, TensorProto.UINT8: 8, TensorProto.INT8: 8, TensorProto.UINT16: 16,
        TensorProto.INT16: 16, TensorProto.INT32: 32, TensorProto.INT64: 64, TensorProto.BOOL: 8,
        TensorProto.FLOAT16: 16, TensorProto.DOUBLE: 64, TensorProto.UINT32: 32, TensorProto.UINT64: 64,
        TensorProto.COMPLEX64: 64, TensorProto.COMPLEX128: 128, TensorProto.BFLOAT16: 16,
    }
    tensors = []
    for name, number in TensorProto.DataType.items():
        if number == TensorProto.UNDEFINED:
            continue
        typed = TensorProto(name=f"{name}_typed", data_type=number, dims=[4])
        data = getattr(typed, field_of.get(number, "int32_data"))
        if number == TensorProto.STRING:
            data.extend([b"", b"text", b"\xff\x00 not UTF-8", b"4"])
        else:
            per_element = 2 if "COMPLEX" in name else 1
            packed = {4: 2, 2: 1}.get(_small_bits(name), 4 * per_element)
            data.extend([1] * packed)
        tensors.append(typed)
        if number != TensorProto.STRING:
            size = 4 * bits.get(number, _small_bits(name) or 8) // 8
            tensors.append(
                TensorProto(name=f"{name}_raw", data_type=number, dims=[4], raw_data=bytes(range(1, size + 1)))
            )
    return _model("typed_fields", tensors)


def _small_bits(name):
    return {"UINT4": 4, "INT4": 4, "FLOAT4E2M1": 4, "UINT2": 2, "INT2": 2}.get(name)


def _unpacked():
    """Repeated numbers in the encoding that the schema does not ask for."""
    tensor = (
        field(1, b"\x02\x01")  # dims [2, 1], packed
        + field(2, TensorProto.FLOAT)
        + b"".join(_varint(4 << 3 | 5) + struct.pack("<f", x) for x in (1.5, -2))  # float_data, unpacked
        + field(8, b"t")
    )
    integers = field(2, TensorProto.INT64) + field(1, 3) + b"".join(field(7, x) for x in (1, -1, 5)) + field(8, b"i")
    split = field(2, TensorProto.INT32) + field(1, 3) + field(5, b"\x01\x02") + field(5, b"\x03") + field(8, b"s")
    ints = field(1, b"axes") + field(8, b"\x00\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01") + field(20, AttributeProto.INTS)
    floats = field(1, b"scales") + field(7, struct.pack("<2f", 1, 2)) + field(20, AttributeProto.FLOATS)
    node = field(2, b"y") + field(4, b"Op") + field(5, ints) + field(5, floats)
    graph = field(1, node) + field(2, b"g") + b"".join(field(5, t) for t in (tensor, integers, split))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))


def _sparse():
    def sparse(name):
        values = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=[2], raw_data=struct.pack("<2f", 1, 2))
        indices = TensorProto(data_type=TensorProto.INT64, dims=[2], raw_data=struct.pack("<2q", 1, 5))
        return onnx.SparseTensorProto(values=values, indices=indices, dims=[2, 4])

    node = helper.make_node("Constant", [], ["c"], sparse_value=sparse(""))
    several = onnx.NodeProto(op_type="Many", domain="x", output=["m"])
    several.attribute.add(name="list", type=AttributeProto.SPARSE_TENSORS).sparse_tensors.extend([sparse("a"), sparse("b")])
    several.attribute.add(name="none", type=AttributeProto.SPARSE_TENSORS)
    return _model("sparse", nodes=[node, several], sparse_initializer=[sparse("w")])


def _types():
    tensor = helper.make_tensor_type_proto(TensorProto.FLOAT, ["N", None, 3, 0, -1])
    tensor.denotation = "IMAGE"
    tensor.tensor_type.shape.dim[0].denotation = "DATA_BATCH"
    tensor.tensor_type.shape.dim.add(dim_param="")
    unranked = TypeProto()
    unranked.tensor_type.elem_type = TensorProto.INT64
    scalar = helper.make_tensor_type_proto(TensorProto.BFLOAT16, [])
    opaque = TypeProto(denotation="d")
    opaque.opaque_type.domain, opaque.opaque_type.name = "my.domain", "thing"
    empty_opaque = TypeProto()
    empty_opaque.opaque_type.SetInParent()
    map_type = TypeProto()
    map_type.map_type.key_type = TensorProto.STRING
    map_type.map_type.value_type.CopyFrom(helper.make_sequence_type_proto(tensor))
    types = [
        tensor, unranked, scalar, opaque, empty_opaque, map_type, TypeProto(),
        helper.make_sequence_type_proto(tensor), helper.make_optional_type_proto(helper.make_sequence_type_proto(unranked)),
        helper.make_sparse_tensor_type_proto(TensorProto.FLOAT, ["N", 4]),
    ]
    infos = [onnx.ValueInfoProto(name=f"v{i}", type=each, doc_string="doc") for i, each in enumerate(types)]
    infos[0].metadata_props.add(key="k", value="v")
    infos.append(onnx.ValueInfoProto(name="untyped"))
    attributes = onnx.NodeProto(op_type="Types", domain="x", output=["t"])
    attributes.attribute.add(name="one", type=AttributeProto.TYPE_PROTO).tp.CopyFrom(tensor)
    attributes.attribute.add(name="many", type=AttributeProto.TYPE_PROTOS).type_protos.extend(types)
    model = _model("types", nodes=[attributes], input=infos, value_info=[onnx.ValueInfoProto(name="t", type=tensor),
                                                                      onnx.ValueInfoProto(name="stray", type=scalar)])
    model.graph.output.add(name="v0", doc_string="")
    return model


def _functions():
    body = [helper.make_node("Add", ["a", "b"], ["c"]), onnx.NodeProto(op_type="Scale", domain="f", overload="v2", input=["c"], output=["d"])]
    body[1].attribute.add(name="s", ref_attr_name="scale", type=AttributeProto.FLOAT)
    function = helper.make_function("f", "twice", ["a", "b"], ["d"], body, [helper.make_opsetid("", 21)], ["scale"],
                                    [helper.make_attribute("bias", 1)], overload="v1")
    function.doc_string = "doc"
    function.metadata_props.add(key="k", value="v")
    function.value_info.add(name="c").type.CopyFrom(helper.make_tensor_type_proto(TensorProto.FLOAT, None))
    call = onnx.NodeProto(op_type="twice", domain="f", overload="v1", name="n", doc_string="", input=["x", "", "x"], output=["", "y"])
    call.metadata_props.add(key="only key")
    call.device_configurations.add(configuration_id="d").sharding_spec.add(tensor_name="x", device=[0, 1])
    model = _model("functions", nodes=[call], input=[onnx.ValueInfoProto(name="x")])
    model.functions.append(function)
    model.opset_import.add(domain="f", version=1)
    model.configuration.add(name="d", num_devices=2, device=["cpu", "gpu"])
    training = model.training_info.add()
    training.algorithm.name = "train"
    training.update_binding.add(key="a", value="b")
    model.metadata_props.add(key="k", value="")
    model.producer_name, model.producer_version, model.domain, model.doc_string = "p", "", "d", "doc"
    model.model_version = -1
    return model


def _annotations():
    model = _model("annotations", [TensorProto(name="w", data_type=1, dims=[0])], input=[onnx.ValueInfoProto(name="w")])
    annotation = model.graph.quantization_annotation.add(tensor_name="w")
    annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="s")
    model.graph.quantization_annotation.add(tensor_name="unknown name")
    model.graph.metadata_props.add(key="k", value="v")
    segment = model.graph.initializer.add(name="part", data_type=1, dims=[4])
    segment.segment.begin, segment.segment.end = 0, 2
    segment.float_data.extend([1, 2])
    segment.doc_string = "doc"
    segment.metadata_props.add(key="k", value="v")
    return model


def _nested():
    inner = helper.make_graph([helper.make_node("Add", ["x", "late"], ["inner"])], "inner", [], [onnx.ValueInfoProto(name="inner")],
                              [TensorProto(name="local", data_type=1, dims=[1], float_data=[1])])
    branch = helper.make_graph([helper.make_node("If", ["c"], ["r"], then_branch=inner, else_branch=inner)], "outer", [],
                               [onnx.ValueInfoProto(name="r")])
    many = onnx.NodeProto(op_type="Many", domain="x", output=["m"])
    many.attribute.add(name="graphs", type=AttributeProto.GRAPHS).graphs.extend([inner, branch])
    nodes = [helper.make_node("If", ["c"], ["y"], then_branch=branch, else_branch=branch), many,
             helper.make_node("Neg", ["x"], ["late"])]  # not in topological order
    return _model("nested", nodes=nodes, input=[onnx.ValueInfoProto(name=n) for n in "xc"])


def _attributes():
    node = onnx.NodeProto(op_type="All", domain="", output=["a"])
    for name, value in {"i": -1, "f": 0.5, "s": b"\xff\x00", "ints": [1, 2], "floats": [1.0, -0.0], "strings": [b"a", b""]}.items():
        node.attribute.append(helper.make_attribute(name, value))
    for name in ("INTS", "FLOATS", "STRINGS", "TENSORS", "GRAPHS", "TYPE_PROTOS", "STRING"):
        node.attribute.add(name=f"empty {name}", type=getattr(AttributeProto, name))
    node.attribute.add(name="nothing")
    node.attribute.add(name="undefined", type=AttributeProto.UNDEFINED)
    node.attribute.add(name="with doc", type=AttributeProto.INT, i=0, doc_string="doc")
    node.attribute.add(name="two payloads", type=AttributeProto.INT, i=1, f=2.0, s=b"s")
    node.attribute.add(name="untyped", f=3.0)
    node.attribute.add(name="nan", type=AttributeProto.FLOAT, f=float("inf"))
    node.attribute.add(name="tensors", type=AttributeProto.TENSORS).tensors.extend(
        [TensorProto(data_type=1, dims=[1], float_data=[1]), TensorProto(name="named", data_type=7)])
    return _model("attributes", nodes=[node])


def _broken_links():
    """Names defined twice or not at all: kept as they are."""
    tensor = TensorProto(name="w", data_type=1, dims=[1], float_data=[1])
    nodes = [helper.make_node("Neg", ["nowhere"], ["y"]), helper.make_node("Neg", ["y"], ["y"]), helper.make_node("Neg", ["y"], ["w"])]
    model = _model("broken_links", [tensor, tensor], nodes, input=[onnx.ValueInfoProto(name="w"), onnx.ValueInfoProto(name="w")])
    model.graph.output.add(name="absent")
    model.graph.output.add(name="y")
    model.graph.value_info.add(name="y")
    model.graph.value_info.add(name="y", doc_string="second")
    model.graph.value_info.add()
    return model


def _unknown_fields():
    """A field that no schema knows, in every message, first, last or on both sides."""
    entry = UNKNOWN + field(1, b"k") + UNKNOWN
    tensor = UNKNOWN + field(1, 1) + field(2, 1) + field(8, b"w") + field(9, b"\0\0\x80?") + UNKNOWN
    type_proto = UNKNOWN + field(1, UNKNOWN + field(1, 1) + field(2, UNKNOWN + field(1, field(1, 1) + UNKNOWN)))
    info = UNKNOWN + field(1, b"w") + field(2, type_proto) + field(4, entry)
    attribute = UNKNOWN + field(1, b"a") + field(3, 1) + field(20, 2) + UNKNOWN
    newer = field(1, b"newer") + field(20, 99)  # a type that this build does not know
    node = field(1, b"w") + UNKNOWN + field(2, b"y") + field(4, b"Op") + field(5, attribute) + field(5, newer) + field(9, entry) + UNKNOWN
    annotation = UNKNOWN + field(1, b"w") + field(2, entry) + UNKNOWN
    graph = field(1, node) + UNKNOWN + field(2, b"g") + field(5, tensor) + field(11, info) + field(12, UNKNOWN + field(1, b"y")) + field(14, annotation) + UNKNOWN
    function = UNKNOWN + field(1, b"f") + field(7, node) + field(9, UNKNOWN + field(2, 1)) + field(10, b"d") + UNKNOWN
    return field(1, 10) + UNKNOWN + field(7, graph) + field(8, UNKNOWN + field(1, b"") + field(2, 18)) + field(14, entry) + field(25, function) + UNKNOWN


def _split_messages():
    """Singular messages that occur twice are merged."""
    one = field(1, field(2, b"y") + field(4, b"Op")) + field(2, b"first")
    two = field(1, field(1, b"y") + field(2, b"z") + field(4, b"Op")) + field(2, b"second")
    info = field(1, b"z") + field(2, field(1, field(1, 1))) + field(2, field(1, field(2, field(1, field(1, 3)))))
    attribute = field(1, b"t") + field(5, field(2, 1) + field(1, 1)) + field(5, field(9, b"\0\0\x80?")) + field(20, 4)
    branch = field(1, b"g") + field(6, one) + field(6, two) + field(20, 5)
    node = field(2, b"q") + field(4, b"Op") + field(5, attribute) + field(5, branch)
    return field(1, 8) + field(7, one) + field(7, two + field(13, info) + field(1, node)) + field(8, field(2, 13))


def _old_ir():
    """IR 3: initializers are graph inputs too, attributes carry no type."""
    weight = TensorProto(name="w", data_type=1, dims=[2], float_data=[1, 2])
    node = onnx.NodeProto(op_type="Add", input=["x", "w"], output=["y"])
    node.attribute.add(name="axis", i=1)
    node.attribute.add(name="broadcast", ints=[1])
    model = _model("old_ir", [weight], [node], input=[helper.make_tensor_value_info(n, 1, [2]) for n in ("x", "w")])
    model.ir_version = 3
    model.graph.output.append(helper.make_tensor_value_info("y", 1, [2]))
    return model


def _external():
    """External data: with and without offset and length, shared, in a folder, in an attribute."""
    def external(name, dims, **entries):
        tensor = TensorProto(name=name, data_type=1, dims=dims, data_location=TensorProto.EXTERNAL)
        for key, value in entries.items():
            tensor.external_data.add(key=key, value=str(value))
        return tensor

    node = helper.make_node("Constant", [], ["c"])
    node.attribute.add(name="value", type=AttributeProto.TENSOR).t.CopyFrom(external("", [4], location="one.bin", offset=16, length=16))
    tensors = [
        external("whole", [8], location="one.bin"),
        external("part", [4], location="one.bin", offset=16, length=16),
        external("tied", [2, 2], location="one.bin", offset=16, length=16),
        external("large", [64, 512], location="folder/two.bin", offset=64, length=131072),
        TensorProto(name="inside", data_type=1, dims=[1], float_data=[1]),
    ]
    return _model("external", tensors, [node])


def write_data_files(folder):
    (folder / "one.bin").write_bytes(bytes(range(32)))
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "folder/two.bin").write_bytes(bytes(i * 7 % 251 for i in range(64 + 131072)))


def models():
    makers = [_typed_fields, _unpacked, _sparse, _types, _functions, _annotations, _nested, _attributes, _broken_links,
              _unknown_fields, _split_messages, _old_ir, _external]
    for make in makers:
        model = make()
        yield f"handmade/{make.__name__[1:]}", model if isinstance(model, bytes) else model.SerializeToString()
