// The whole command: picks the verb, runs it, and turns whatever happens into an exit status.
#pragma once

#include <string>
#include <vector>

namespace opsmith::cli {

// `arguments`: without the program's name. Never throws.
int run_command(const std::vector<std::string>& arguments) noexcept;

}  // namespace opsmith::cli
