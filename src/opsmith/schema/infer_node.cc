#include "opsmith/schema/infer_node.h"

#include <algorithm>
#include <memory>

#include "onnx/defs/shape_inference.h"
#include "onnx/shape_inference/implementation.h"
#include "opsmith/schema/onnx_conversion.h"
#include "opsmith/schema/registry.h"

namespace opsmith::schema {
namespace {

constexpr std::size_t constant_limit = 4096;

class NestedInferencer final : public onnx::GraphInferencer {
 public:
  NestedInferencer(ir::Graph& graph, const NodeInputs& inputs) : graph_(graph), inputs_(inputs) {}

  std::vector<const onnx::TypeProto*> doInferencing(
      const std::vector<const onnx::TypeProto*>& input_types,
      const std::vector<const onnx::TensorProto*>&) override {
    std::vector<ir::TypePtr> types;
    types.reserve(input_types.size());
    for (const onnx::TypeProto* type : input_types)
      types.push_back(type ? from_proto(*type) : nullptr);
    const auto results = inputs_.infer_graph(graph_, types);
    protos_.clear();
    std::vector<const onnx::TypeProto*> result;
    result.reserve(results.size());
    for (const ir::TypePtr& type : results) {
      protos_.push_back(std::make_unique<onnx::TypeProto>());
      if (type) to_proto(*type, *protos_.back());
      result.push_back(protos_.back().get());
    }
    return result;
  }

 private:
  ir::Graph& graph_;
  const NodeInputs& inputs_;
  std::vector<std::unique_ptr<onnx::TypeProto>> protos_;
};

// Shows a node of the IR to onnx. Messages are made when asked for, so a node pays for what its
// operator looks at.
class Context final : public onnx::InferenceContext {
 public:
  Context(const ir::Node& node, const NodeInputs& inputs)
      : node_(node),
        inputs_(inputs),
        types_(node.inputs().size()),
        data_(node.inputs().size()),
        symbolic_(node.inputs().size()),
        outputs_(node.outputs().size()) {}

  const onnx::AttributeProto* getAttribute(const std::string& name) const override {
    for (const auto& known : attributes_) {
      if (known->name() == name) return known.get();
    }
    const ir::Attribute* attribute = node_.find_attribute(name);
    if (!attribute || attribute->is_reference()) return nullptr;
    attributes_.push_back(std::make_unique<onnx::AttributeProto>());
    to_proto(*attribute, *attributes_.back(), constant_limit);
    return attributes_.back().get();
  }

  std::size_t getNumInputs() const override { return types_.size(); }

  // An operand of unknown type gets a type without content: some inference functions follow the
  // pointer unchecked.
  const onnx::TypeProto* getInputType(std::size_t index) const override {
    check_input(index);
    if (!types_[index] && node_.input(index)) {
      types_[index] = std::make_unique<onnx::TypeProto>();
      if (index < inputs_.types.size() && inputs_.types[index]) {
        to_proto(*inputs_.types[index], *types_[index]);
      }
    }
    return types_[index].get();
  }

  bool hasInput(std::size_t index) const override { return node_.input(index) != nullptr; }

  const onnx::TensorProto* getInputData(std::size_t index) const override {
    check_input(index);
    if (data_[index] || !node_.input(index)) return data_[index].get();
    auto proto = std::make_unique<onnx::TensorProto>();
    if (const ir::TensorPtr tensor = inputs_.constant ? inputs_.constant(index) : nullptr) {
      if (!tensor->is_sparse() && to_proto(*tensor, *proto, constant_limit))
        data_[index] = std::move(proto);
    } else if (const std::vector<ir::Dim>* elements = shape_value(index)) {
      const bool all_known = std::all_of(elements->begin(), elements->end(),
                                         [](const ir::Dim& dim) { return dim.known(); });
      if (all_known && index < inputs_.types.size() && inputs_.types[index]) {
        to_proto(*elements, *inputs_.types[index], *proto);
        data_[index] = std::move(proto);
      }
    }
    return data_[index].get();
  }

  const onnx::TensorShapeProto* getSymbolicInput(std::size_t index) const override {
    check_input(index);
    if (!symbolic_[index]) {
      if (const std::vector<ir::Dim>* elements = shape_value(index)) {
        symbolic_[index] = std::make_unique<onnx::TensorShapeProto>();
        to_proto(*elements, *symbolic_[index]);
      }
    }
    return symbolic_[index].get();
  }

  const onnx::SparseTensorProto* getInputSparseData(std::size_t) const override { return nullptr; }

  std::size_t getNumOutputs() const override { return outputs_.size(); }
  onnx::TypeProto* getOutputType(std::size_t index) override {
    if (index >= outputs_.size()) fail_type_inference("output ", index, " does not exist");
    return &outputs_[index];
  }
  bool hasOutput(std::size_t index) override { return node_.output(index) != nullptr; }

  onnx::GraphInferencer* getGraphAttributeInferencer(const std::string& name) override {
    const ir::Attribute* attribute = node_.find_attribute(name);
    const auto graphs = attribute ? attribute->graphs() : std::vector<ir::Graph*>();
    if (graphs.empty() || !inputs_.infer_graph)
      fail_type_inference("attribute ", name, " has no graph to look into");
    inferencers_.push_back(std::make_unique<NestedInferencer>(*graphs.front(), inputs_));
    return inferencers_.back().get();
  }

 private:
  void check_input(std::size_t index) const {
    if (index >= types_.size()) fail_type_inference("input ", index, " does not exist");
  }
  const std::vector<ir::Dim>* shape_value(std::size_t index) const {
    return inputs_.shape_value && node_.input(index) ? inputs_.shape_value(index) : nullptr;
  }

  const ir::Node& node_;
  const NodeInputs& inputs_;
  mutable std::vector<std::unique_ptr<onnx::AttributeProto>> attributes_;
  mutable std::vector<std::unique_ptr<onnx::TypeProto>> types_;
  mutable std::vector<std::unique_ptr<onnx::TensorProto>> data_;
  mutable std::vector<std::unique_ptr<onnx::TensorShapeProto>> symbolic_;
  std::vector<onnx::TypeProto> outputs_;
  std::vector<std::unique_ptr<NestedInferencer>> inferencers_;
};

void run_definition(const onnx::OpSchema& schema, Context& context) {
  if (schema.has_type_and_shape_inference_function()) {
    schema.GetTypeAndShapeInferenceFunction()(context);
    return;
  }
  const onnx::FunctionProto* function = schema.HasFunction() ? schema.GetFunction() : nullptr;
  if (!function) return;
  onnx::shape_inference::SymbolTableImpl symbols;
  onnx::shape_inference::DataValueMap values;
  onnx::shape_inference::InferShapeForFunctionNode(
      *function, onnx::OpSchemaRegistry::Instance(), context,
      onnx::ShapeInferenceOptions(false, 1, true), {}, &symbols, &values);
}

}  // namespace

std::vector<ir::TypePtr> infer_node(const ir::Node& node, const NodeInputs& inputs,
                                    std::int64_t opset, std::string* why) {
  std::vector<ir::TypePtr> result(node.outputs().size());
  const auto fail = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return result;
  };
  const OperatorSchema* schema = find_schema(node.op_type, node.domain, opset);
  if (!schema) return fail("no operator of this name at opset " + std::to_string(opset));
  // The inference functions take these bounds for granted.
  if (node.inputs().size() < schema->min_inputs() || node.inputs().size() > schema->max_inputs()) {
    return fail("the operator does not take " + std::to_string(node.inputs().size()) + " inputs");
  }
  if (node.outputs().size() > schema->max_outputs()) {
    return fail("the operator does not have " + std::to_string(node.outputs().size()) + " outputs");
  }
  const auto& formals = schema->definition().inputs();
  for (std::size_t index = 0; index < formals.size() && index < node.inputs().size(); ++index) {
    if (formals[index].GetOption() == onnx::OpSchema::Single && !node.input(index)) {
      return fail("the required input '" + formals[index].GetName() + "' is omitted");
    }
  }
  try {
    Context context(node, inputs);
    run_definition(schema->definition(), context);
    for (std::size_t index = 0; index < result.size(); ++index) {
      if (node.output(index)) result[index] = from_proto(*context.getOutputType(index));
    }
  } catch (const std::exception& error) {
    std::fill(result.begin(), result.end(), nullptr);
    return fail(error.what());
  }
  return result;
}

}  // namespace opsmith::schema
