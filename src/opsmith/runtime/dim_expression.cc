// Arithmetic in dimension names, as exporters write it.
#include <cctype>
#include <charconv>
#include <cmath>

#include "opsmith/runtime/input_dims.h"

namespace opsmith::runtime {
namespace {

// expression = term (('+' | '-') term)*; term = factor (('*' | '/' | '//' | '%') factor)*
// factor = number | name | ('floor' | 'ceil' | 'max' | 'min') '(' expression (',' expression)* ')'
// | '(' expression ')' | '-' factor
class Parser {
 public:
  Parser(std::string_view text, const Binding& binding) : text_(text), binding_(binding) {}

  std::optional<double> whole() {
    const std::optional<double> value = expression();
    skip_spaces();
    return text_.empty() ? value : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 50;

  void skip_spaces() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) {
      text_.remove_prefix(1);
    }
  }
  bool take(std::string_view symbol) {
    skip_spaces();
    if (!text_.starts_with(symbol)) return false;
    text_.remove_prefix(symbol.size());
    return true;
  }

  std::optional<double> expression() {
    if (++depth_ > kDeepest) return std::nullopt;
    std::optional<double> left = term();
    while (left) {
      const bool add = take("+");
      if (!add && !take("-")) break;
      const std::optional<double> right = term();
      if (!right) return std::nullopt;
      *left = add ? *left + *right : *left - *right;
    }
    --depth_;
    return left;
  }

  std::optional<double> term() {
    std::optional<double> left = factor();
    while (left) {
      const bool whole_division = take("//");
      const bool division = whole_division || take("/");
      const bool remainder = !division && take("%");
      if (!division && !remainder && !take("*")) break;
      const std::optional<double> right = factor();
      if (!right || ((division || remainder) && *right == 0)) return std::nullopt;
      if (remainder) {
        *left -= *right * floor_of(*left / *right);
      } else if (division) {
        *left = whole_division ? floor_of(*left / *right) : *left / *right;
      } else {
        *left *= *right;
      }
    }
    return left;
  }

  static double floor_of(double value) { return std::floor(value); }

  std::optional<double> factor() {
    skip_spaces();
    if (text_.empty() || ++depth_ > kDeepest) return std::nullopt;
    const std::optional<double> value = factor_inner();
    --depth_;
    return value;
  }

  std::optional<double> factor_inner() {
    if (take("-")) {
      const std::optional<double> value = factor();
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (take("(")) {
      const std::optional<double> value = expression();
      return value && take(")") ? value : std::nullopt;
    }
    std::size_t length = 0;
    auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ':';
    };
    while (length < text_.size() && is_name(text_[length])) ++length;
    const std::string_view name = text_.substr(0, length);
    if (name.empty()) return std::nullopt;
    text_.remove_prefix(length);
    if (std::isdigit(static_cast<unsigned char>(name.front()))) {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
      return static_cast<double>(number);
    }
    if (take("(")) return call(name);
    const auto found = binding_.find(std::string(name));
    if (found == binding_.end()) return std::nullopt;
    return static_cast<double>(found->second);
  }

  std::optional<double> call(std::string_view function) {
    std::optional<double> value = expression();
    if (!value) return std::nullopt;
    while (take(",")) {
      const std::optional<double> other = expression();
      if (!other) return std::nullopt;
      if (function == "max" || function == "Max") {
        value = *value < *other ? *other : *value;
      } else if (function == "min" || function == "Min") {
        value = *value < *other ? *value : *other;
      } else {
        return std::nullopt;
      }
    }
    if (function == "floor") value = floor_of(*value);
    if (function == "ceil" || function == "ceiling") value = -floor_of(-*value);
    return take(")") ? value : std::nullopt;
  }

  std::string_view text_;
  const Binding& binding_;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> evaluate_expression(std::string_view text, const Binding& binding) {
  const std::optional<double> value = Parser(text, binding).whole();
  // A size beyond 2^31 is nothing that an input could have.
  if (!value || *value < 0 || *value > 0x1p31) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> size_of(const ir::Dim& dim, const Binding& binding) {
  if (dim.known()) return dim.value >= 0 ? std::optional(dim.value) : std::nullopt;
  if (dim.kind != ir::Dim::Kind::param) return std::nullopt;
  if (const auto found = binding.find(dim.param); found != binding.end()) return found->second;
  return evaluate_expression(dim.param, binding);
}

}  // namespace opsmith::runtime
