// Whatever text comes in: parse; what parses must print to text that parses again to the same
// bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "opsmith/base/error.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string printed;
  std::string serialized;
  try {
    const auto model = opsmith::format::parse_text(text, "fuzz");
    serialized = opsmith::format::serialize_model(*model);
    printed = opsmith::format::print_text(*model);
  } catch (const opsmith::Error&) {
    return 0;
  }
  const auto again = opsmith::format::parse_text(printed, "printed");  // must not throw
  if (opsmith::format::serialize_model(*again) != serialized) std::abort();
  return 0;
}
