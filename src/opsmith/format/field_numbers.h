// Field numbers of the ONNX protobuf messages that the format room reads and writes by hand.
#pragma once

#include <cstdint>

namespace opsmith::format::field {

using Number = std::uint32_t;

namespace model {
inline constexpr Number ir_version = 1, producer_name = 2, producer_version = 3, domain = 4,
                        model_version = 5, doc_string = 6, graph = 7, opset_import = 8,
                        metadata_props = 14, training_info = 20, functions = 25;
}
namespace opset {
inline constexpr Number domain = 1, version = 2;
}
namespace entry {  // StringStringEntryProto
inline constexpr Number key = 1, value = 2;
}
namespace graph {
inline constexpr Number node = 1, name = 2, initializer = 5, doc_string = 10, input = 11,
                        output = 12, value_info = 13, quantization_annotation = 14,
                        sparse_initializer = 15, metadata_props = 16;
}
namespace annotation {  // TensorAnnotation
inline constexpr Number tensor_name = 1, parameters = 2;
}
namespace value_info {
inline constexpr Number name = 1, type = 2, doc_string = 3, metadata_props = 4;
}
namespace node {
inline constexpr Number input = 1, output = 2, name = 3, op_type = 4, attribute = 5, doc_string = 6,
                        domain = 7, overload = 8, metadata_props = 9;
}
namespace function {
inline constexpr Number name = 1, input = 4, output = 5, attribute = 6, node = 7, doc_string = 8,
                        opset_import = 9, domain = 10, attribute_proto = 11, value_info = 12,
                        overload = 13, metadata_props = 14;
}
namespace attribute {
inline constexpr Number name = 1, f = 2, i = 3, s = 4, t = 5, g = 6, floats = 7, ints = 8,
                        strings = 9, tensors = 10, graphs = 11, doc_string = 13, tp = 14,
                        type_protos = 15, type = 20, ref_attr_name = 21, sparse_tensor = 22,
                        sparse_tensors = 23;
}
namespace tensor {
inline constexpr Number dims = 1, data_type = 2, segment = 3, float_data = 4, int32_data = 5,
                        string_data = 6, int64_data = 7, name = 8, raw_data = 9, double_data = 10,
                        uint64_data = 11, doc_string = 12, external_data = 13, data_location = 14,
                        metadata_props = 16;
}
namespace sparse {  // SparseTensorProto
inline constexpr Number values = 1, indices = 2, dims = 3;
}
namespace type {
inline constexpr Number tensor = 1, sequence = 4, map = 5, denotation = 6, opaque = 7,
                        sparse_tensor = 8, optional = 9;
}
namespace tensor_type {  // also sparse tensors
inline constexpr Number elem_type = 1, shape = 2;
}
namespace element_type {  // Sequence and Optional
inline constexpr Number elem_type = 1;
}
namespace map_type {
inline constexpr Number key_type = 1, value_type = 2;
}
namespace opaque_type {
inline constexpr Number domain = 1, name = 2;
}
namespace shape {
inline constexpr Number dim = 1;
}
namespace dimension {
inline constexpr Number value = 1, param = 2, denotation = 3;
}

}  // namespace opsmith::format::field
