#include "opsmith/base/error.h"

#include <utility>

namespace opsmith {
namespace {

std::string compose(const std::string& message, const Place& place, const std::string& remedy) {
  std::string text = message;
  if (const std::string where = describe(place); !where.empty()) text += " (" + where + ")";
  if (!remedy.empty()) text += "; " + remedy;
  // what() ends at the first zero byte, which a name in a hostile model may hold.
  for (std::size_t zero = 0; (zero = text.find('\0', zero)) != std::string::npos;)
    text.replace(zero, 1, "\\0");
  return text;
}

}  // namespace

std::string describe(const Place& place) {
  std::string text;
  auto add = [&text](const char* what, const std::string& name) {
    if (name.empty()) return;
    if (!text.empty()) text += ", ";
    text += what;
    text += " '";
    // A hostile model may carry a name of megabytes; a message must stay readable.
    text += name.size() > 200 ? name.substr(0, 197) + "..." : name;
    text += "'";
  };
  add("file", place.file);
  add("graph", place.graph);
  add("node", place.node);
  add("value", place.value);
  return text;
}

Error::Error(ErrorCode code, std::string message, Place place, std::string remedy)
    : std::runtime_error(compose(message, place, remedy)),
      code_(code),
      message_(std::move(message)),
      place_(std::move(place)),
      remedy_(std::move(remedy)) {}

Error Error::in_file(std::string_view file) const {
  Place place = place_;
  if (place.file.empty()) place.file = file;
  return {code_, message_, std::move(place), remedy_};
}

}  // namespace opsmith
