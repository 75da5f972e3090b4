#include "opsmith/runtime/generate_inputs.h"

#include "opsmith/base/error.h"
#include "opsmith/runtime/input_dims.h"
#include "opsmith/runtime/input_readers.h"
#include "opsmith/runtime/input_values.h"
#include "opsmith/runtime/random.h"

namespace opsmith::runtime {
namespace {

constexpr std::size_t kSequenceLength = 3;

Array make_map(const ir::Type& type, Random& random) {
  const Requirements none;
  Array map;
  map.kind = Array::Kind::map;
  const std::vector<std::int64_t> dims = {4};
  if (type.key_type == ir::DataType::string) {
    map.elements.push_back(Array::of_strings(dims, {"a", "b", "c", "d"}));
  } else {
    map.elements.push_back(Array::of<std::int64_t>(ir::DataType::int64, dims, {0, 1, 2, 3}));
  }
  const ir::Type* value = tensor_type_of(type.element.get());
  const ir::DataType element = value ? value->element_type : ir::DataType::float32;
  map.elements.push_back(make_values(element, dims, {}, none, random));
  return map;
}

class Generator {
 public:
  Generator(const ir::Model& model, const Binding& binding, std::uint64_t seed)
      : model_(model), binding_(binding), seed_(seed) {}

  Array make(const ir::Value& input) const {
    const ir::Type* type = input.info() ? input.info()->type.get() : nullptr;
    if (!type) {
      throw Error(
          ErrorCode::unsupported, "the input has no declared type",
          {.file = model_.path, .graph = {}, .node = {}, .value = std::string(input.name())},
          "give values with --data");
    }
    Random random(seed_, input.name());
    try {
      return make(input, *type, random);
    } catch (const Error& error) {
      Place place = error.place();
      place.file = model_.path;
      place.value = std::string(input.name());
      throw Error(error.code(), error.message(), std::move(place), error.remedy());
    }
  }

 private:
  Array make(const ir::Value& input, const ir::Type& type, Random& random) const {
    switch (type.kind) {
      case ir::Type::Kind::tensor:
      case ir::Type::Kind::sparse_tensor:
        return make_values(type.element_type, bound_dims(input, binding_), input.name(),
                           requirements_of(input, model_, binding_), random);
      case ir::Type::Kind::optional:
        if (type.element) return make(input, *type.element, random);
        break;
      case ir::Type::Kind::sequence: {
        if (!type.element) break;
        std::vector<Array> elements;
        elements.reserve(kSequenceLength);
        for (std::size_t i = 0; i < kSequenceLength; ++i) {
          elements.push_back(make(input, *type.element, random));
        }
        const ir::DataType type_of_elements = elements.front().type;
        return Array::sequence_of(type_of_elements, std::move(elements));
      }
      case ir::Type::Kind::map:
        return make_map(type, random);
      default:
        break;
    }
    throw Error(ErrorCode::unsupported, "no values can be made up for type " + type.text(), {},
                "give values with --data");
  }

  const ir::Model& model_;
  const Binding& binding_;
  std::uint64_t seed_;
};

}  // namespace

NamedArrays generate_inputs(const ir::Model& model, const GenerateOptions& options) {
  const std::vector<Binding> candidates = candidate_bindings(model, options.dims);
  const auto wrapped = static_cast<std::size_t>(options.binding) % candidates.size();
  // The same sizes with another number still give other values.
  const std::uint64_t seed = options.seed * 1000003 + static_cast<std::uint64_t>(options.binding);
  const Generator generator(model, candidates[wrapped], seed);
  NamedArrays inputs;
  for (const ir::Value* input : required_inputs(model)) {
    inputs.emplace_back(std::string(input->name()), generator.make(*input));
  }
  return inputs;
}

}  // namespace opsmith::runtime
