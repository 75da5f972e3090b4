#include "opsmith/schema/registry.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "onnx/defs/schema.h"

namespace opsmith::schema {
namespace {

std::string_view canonical(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

// Remembers lookups: onnx's own build strings and search three maps. Grows by one entry for each
// operator and opset that was asked for, known or not.
class Cache {
 public:
  const OperatorSchema* find(std::string_view op_type, std::string_view domain,
                             std::int64_t opset) {
    {
      const std::shared_lock lock(mutex_);
      if (const Entry* entry = find_entry(op_type, domain, opset)) return entry->schema.get();
    }
    const int version =
        static_cast<int>(std::min<std::int64_t>(opset, std::numeric_limits<int>::max()));
    const onnx::OpSchema* found =
        opset < 1
            ? nullptr
            : onnx::OpSchemaRegistry::Schema(std::string(op_type), version, std::string(domain));
    const std::unique_lock lock(mutex_);
    if (const Entry* entry = find_entry(op_type, domain, opset)) return entry->schema.get();
    auto& list = entries_[std::string(op_type)];
    // Hostile models may ask for endless names and versions that do not exist.
    if (!found && entries_.size() > 4096) return nullptr;
    list.push_back(
        {std::string(domain), opset, found ? std::make_unique<OperatorSchema>(*found) : nullptr});
    return list.back().schema.get();
  }

 private:
  struct Entry {
    std::string domain;
    std::int64_t opset;
    std::unique_ptr<OperatorSchema> schema;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  const Entry* find_entry(std::string_view op_type, std::string_view domain,
                          std::int64_t opset) const {
    const auto found = entries_.find(op_type);
    if (found == entries_.end()) return nullptr;
    for (const Entry& entry : found->second) {
      if (entry.opset == opset && entry.domain == domain) return &entry;
    }
    return nullptr;
  }

  std::shared_mutex mutex_;
  std::unordered_map<std::string, std::vector<Entry>, Hash, std::equal_to<>> entries_;
};

Cache& cache() {
  static Cache instance;
  return instance;
}

std::vector<Parameter> parameters(const std::vector<onnx::OpSchema::FormalParameter>& formals) {
  std::vector<Parameter> result;
  result.reserve(formals.size());
  for (const auto& formal : formals) {
    Parameter parameter;
    parameter.name = formal.GetName();
    parameter.type = formal.GetTypeStr();
    parameter.homogeneous = formal.GetIsHomogeneous();
    switch (formal.GetOption()) {
      case onnx::OpSchema::Single:
        parameter.option = ParameterOption::single;
        break;
      case onnx::OpSchema::Optional:
        parameter.option = ParameterOption::optional;
        break;
      case onnx::OpSchema::Variadic:
        parameter.option = ParameterOption::variadic;
        break;
    }
    result.push_back(parameter);
  }
  return result;
}

}  // namespace

std::string_view OperatorSchema::name() const { return schema_->Name(); }
std::string_view OperatorSchema::domain() const { return schema_->domain(); }
std::int64_t OperatorSchema::since_version() const { return schema_->since_version(); }
bool OperatorSchema::deprecated() const { return schema_->deprecated(); }
std::size_t OperatorSchema::min_inputs() const {
  return static_cast<std::size_t>(schema_->min_input());
}
std::size_t OperatorSchema::max_inputs() const {
  return static_cast<std::size_t>(schema_->max_input());
}
std::size_t OperatorSchema::min_outputs() const {
  return static_cast<std::size_t>(schema_->min_output());
}
std::size_t OperatorSchema::max_outputs() const {
  return static_cast<std::size_t>(schema_->max_output());
}
std::vector<Parameter> OperatorSchema::inputs() const { return parameters(schema_->inputs()); }
std::vector<Parameter> OperatorSchema::outputs() const { return parameters(schema_->outputs()); }

std::string_view OperatorSchema::documentation() const {
  const char* text = schema_->doc();
  return text ? std::string_view(text) : std::string_view();
}

bool OperatorSchema::has_function_body() const {
  return schema_->HasFunction() || schema_->HasContextDependentFunction();
}

bool OperatorSchema::is_deterministic() const {
  if (schema_->GetNodeDeterminism() == onnx::OpSchema::NodeDeterminism::NonDeterministic)
    return false;
  // Named here too, since onnx derives the property from function bodies and has judged it wrongly
  // before.
  static constexpr std::string_view random[] = {"Bernoulli",     "Multinomial",
                                                "RandomNormal",  "RandomNormalLike",
                                                "RandomUniform", "RandomUniformLike"};
  return std::find(std::begin(random), std::end(random), name()) == std::end(random);
}

const OperatorSchema* find_schema(std::string_view op_type, std::string_view domain,
                                  std::int64_t opset) {
  return cache().find(op_type, canonical(domain), opset);
}

std::int64_t newest_opset(std::string_view domain) {
  const auto& versions =
      onnx::OpSchemaRegistry::DomainToVersionRange::Instance().LastReleaseVersionMap();
  const auto found = versions.find(std::string(canonical(domain)));
  return found == versions.end() ? 0 : found->second;
}

bool is_standard_domain(std::string_view domain) { return newest_opset(domain) > 0; }

bool is_deterministic(const ir::Node& node, std::int64_t opset) {
  const OperatorSchema* schema = find_schema(node.op_type, node.domain, opset);
  if (!schema || !schema->is_deterministic()) return false;
  if (node.is("Dropout") && opset >= 12 && node.input(2)) {
    const ir::TensorPtr training = node.input(2)->constant();
    const auto values = training ? training->as_int64s(1) : std::nullopt;
    return values && values->size() == 1 && (*values)[0] == 0;
  }
  return !(node.is("Dropout") && opset < 7 && node.int_attribute("is_test", 0) == 0);
}

}  // namespace opsmith::schema
