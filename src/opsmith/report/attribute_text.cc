#include "opsmith/report/attribute_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "opsmith/ir/graph.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::report {
namespace {

constexpr std::size_t kMostListed = 8;
constexpr std::size_t kLongestString = 40;
constexpr std::size_t kMostInJson = 1000;

std::string quote(std::string_view text) {
  // Cut before it is made printable: it may be megabytes.
  return "\"" + truncate_end(printable(text.substr(0, 4 * kLongestString)), kLongestString) + "\"";
}

std::string element_text(float number) { return fmt::format("{:.6g}", number); }
std::string element_text(std::int64_t number) { return std::to_string(number); }
std::string element_text(std::string_view text) { return quote(text); }
std::string element_text(const ir::TensorPtr& tensor) {
  if (!tensor) return "?";
  const std::string elements = elements_text(*tensor);
  return tensor_type_text(*tensor) + (elements.empty() ? "" : " " + elements);
}
std::string element_text(const ir::TypePtr& type) { return type ? type->text() : "?"; }
std::string element_text(const std::unique_ptr<ir::Graph>& graph) {
  return graph ? "graph of " + plural(graph->node_count(), "node") : "?";
}

template <typename T>
std::string list_text(const std::vector<T>& list) {
  std::string text = "[";
  for (std::size_t i = 0; i < list.size() && i < kMostListed; ++i) {
    text += (i ? "," : "") + element_text(list[i]);
  }
  if (list.size() > kMostListed) text += fmt::format(",… {} more", list.size() - kMostListed);
  return text + "]";
}

Json element_json(float number) { return json_number(number); }
Json element_json(std::int64_t number) { return number; }
Json element_json(std::string_view text) { return json_text(text); }
Json element_json(const ir::TensorPtr& tensor) {
  if (!tensor) return nullptr;
  Json json;
  json["dtype"] = std::string(ir::name_of(tensor->type()));
  json["shape"] = json_dims(tensor->dims());
  const std::string elements = elements_text(*tensor);
  if (!elements.empty()) json["elements"] = json_text(elements);
  return json;
}
Json element_json(const ir::TypePtr& type) {
  return type ? json_text(type->text()) : Json(nullptr);
}
Json element_json(const std::unique_ptr<ir::Graph>& graph) {
  if (!graph) return nullptr;
  return {{"graph", json_text(graph->path())}, {"nodes", graph->node_count()}};
}

template <typename T>
Json list_json(const std::vector<T>& list) {
  Json json = Json::array();
  for (std::size_t i = 0; i < list.size() && i < kMostInJson; ++i)
    json.push_back(element_json(list[i]));
  if (list.size() <= kMostInJson) return json;
  return {{"count", list.size()}, {"first", std::move(json)}};
}

template <typename T>
constexpr bool is_list = false;
template <typename T>
constexpr bool is_list<std::vector<T>> = true;

}  // namespace

std::string tensor_type_text(const ir::Tensor& tensor) {
  std::string text = std::string(ir::name_of(tensor.type())) + "[";
  for (std::size_t i = 0; i < tensor.dims().size(); ++i) {
    text += (i ? "," : "") + std::to_string(tensor.dims()[i]);
  }
  return text + "]";
}

std::string elements_text(const ir::Tensor& tensor, std::size_t most) {
  if (tensor.is_external() || tensor.is_sparse()) return {};
  const std::int64_t count = tensor.element_count().value_or(-1);
  if (count < 0) return {};
  const std::size_t shown = std::min<std::size_t>(most, static_cast<std::size_t>(count));
  std::string text = "{";
  try {
    if (tensor.is_string()) {
      const std::vector<std::string>& strings = tensor.strings();
      for (std::size_t i = 0; i < std::min(shown, strings.size()); ++i)
        text += (i ? ", " : "") + quote(strings[i]);
    } else {
      const int bits = ir::bits_of(tensor.type());
      const bool complex =
          tensor.type() == ir::DataType::complex64 || tensor.type() == ir::DataType::complex128;
      if (bits == 0 || complex) return {};
      const ByteView bytes = tensor.bytes();
      if (tensor.type() == ir::DataType::int64 && bytes.size() >= shown * sizeof(std::int64_t)) {
        // Not by way of double, which holds 53 bits only.
        for (std::size_t i = 0; i < shown; ++i) {
          std::int64_t number = 0;
          std::copy_n(bytes.data() + i * sizeof number, sizeof number,
                      reinterpret_cast<std::byte*>(&number));
          text += (i ? ", " : "") + std::to_string(number);
        }
      } else if (bytes.size() * 8 >= shown * static_cast<std::size_t>(bits)) {
        for (std::size_t i = 0; i < shown; ++i) {
          text += (i ? ", " : "") +
                  fmt::format("{:.6g}", ir::element_as_double(tensor.type(), bytes, i));
        }
      }
    }
  } catch (const std::exception&) {
    return {};  // elements that cannot be read are the business of check, not of a listing
  }
  if (static_cast<std::uint64_t>(count) > shown) text += shown ? ", …" : "…";
  return text + "}";
}

std::string attribute_text(const ir::Attribute& attribute) {
  const std::string name = printable(attribute.name) + "=";
  if (attribute.is_reference()) return name + "@" + printable(attribute.ref_attr_name);
  return name + std::visit(
                    [](const auto& payload) -> std::string {
                      using T = std::decay_t<decltype(payload)>;
                      if constexpr (std::is_same_v<T, std::monostate>) {
                        return "?";
                      } else if constexpr (is_list<T>) {
                        return list_text(payload);
                      } else {
                        return element_text(payload);
                      }
                    },
                    attribute.payload);
}

Json attribute_json(const ir::Attribute& attribute) {
  if (attribute.is_reference()) return {{"reference", json_text(attribute.ref_attr_name)}};
  return std::visit(
      [](const auto& payload) -> Json {
        using T = std::decay_t<decltype(payload)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (is_list<T>) {
          return list_json(payload);
        } else {
          return element_json(payload);
        }
      },
      attribute.payload);
}

}  // namespace opsmith::report
