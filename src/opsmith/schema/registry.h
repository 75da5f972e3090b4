// Operator definitions of the standard domains, by domain and opset version.
//
// The definitions are registered when the first one is asked for (some tens of milliseconds), once
// a process. All functions are thread-safe; what they return lives as long as the process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/node.h"

namespace onnx {
class OpSchema;
}

namespace opsmith::schema {

enum class ParameterOption { single, optional, variadic };

// A formal input or output.
struct Parameter {
  std::string_view name;
  std::string_view type;  // a type variable such as "T", or a type such as "tensor(int64)"
  ParameterOption option = ParameterOption::single;
  bool homogeneous = true;  // variadic: all of one type
};

class OperatorSchema {
 public:
  explicit OperatorSchema(const onnx::OpSchema& schema) : schema_(&schema) {}

  std::string_view name() const;
  std::string_view domain() const;     // "" for the default domain
  std::int64_t since_version() const;  // the opset that introduced this definition
  bool deprecated() const;
  std::size_t min_inputs() const;
  std::size_t max_inputs() const;  // the largest int when variadic
  std::size_t min_outputs() const;
  std::size_t max_outputs() const;
  std::vector<Parameter> inputs() const;
  std::vector<Parameter> outputs() const;
  std::string_view documentation() const;

  // Defined by a graph of other operators, be it a fixed one or one that depends on attributes and
  // types.
  bool has_function_body() const;
  // The same inputs give the same outputs, for every use of the operator. See also the overload for
  // a node.
  bool is_deterministic() const;

  // For this room only.
  const onnx::OpSchema& definition() const { return *schema_; }

 private:
  const onnx::OpSchema* schema_;
};

// The definition that holds at `opset` of `domain` ("" and "ai.onnx" alike); null when there is
// none.
const OperatorSchema* find_schema(std::string_view op_type, std::string_view domain,
                                  std::int64_t opset);

// The newest opset that this build knows; 0 for a domain that it does not know.
std::int64_t newest_opset(std::string_view domain = "");
bool is_standard_domain(std::string_view domain);

// False when running the node twice may give different results: random operators, Dropout in
// training mode. An operator without a schema may do anything, so it never counts as deterministic.
bool is_deterministic(const ir::Node& node, std::int64_t opset);

}  // namespace opsmith::schema
