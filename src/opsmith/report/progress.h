// One line on a terminal's standard error while long work runs; nothing anywhere else.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace opsmith::report {

class Progress {
 public:
  // Shows nothing when `enabled` is false or standard error is no terminal, nor before half a
  // second has passed. `total` 0: unknown.
  Progress(std::string label, std::size_t total, bool enabled = true);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(std::size_t done, std::string_view what = {});

 private:
  std::string label_;
  std::size_t total_;
  bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace opsmith::report
