// Whatever bytes come in: load, check, simplify (without ONNX Runtime), save. Nothing may crash,
// hang or leak; an opsmith::Error is the right answer to nonsense. What the passes leave must
// satisfy the IR's invariants and load again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "opsmith/base/error.h"
#include "opsmith/format/load.h"
#include "opsmith/format/serialize.h"
#include "opsmith/schema/check.h"
#include "opsmith/transform/pass_manager.h"
#include "opsmith/transform/prepare.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void exercise(const std::string& bytes) {
  auto model = opsmith::format::parse_model(opsmith::MappedFile::from_memory("fuzz", bytes));
  opsmith::schema::check_model(*model);
  opsmith::transform::require_sound_links(*model);
  opsmith::transform::PassManager::Options options;
  options.check_links = true;
  opsmith::transform::PassManager(options).run(*model);
  const std::string saved = opsmith::format::serialize_model(*model);
  const auto again = opsmith::format::parse_model(opsmith::MappedFile::from_memory("saved", saved));
  require(again->link_problems.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    exercise(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const opsmith::Error& error) {
    // A pass that breaks the graph is a finding, not an answer.
    require(error.code() != opsmith::ErrorCode::verification);
  }
  return 0;
}
