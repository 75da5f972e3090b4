#include "opsmith/runtime/watchdog.h"

#include <chrono>
#include <functional>
#include <utility>

namespace opsmith::runtime {

Watchdog::Watchdog(double seconds, std::function<void()> alarm) {
  if (seconds <= 0) return;
  thread_ = std::thread([this, seconds, alarm = std::move(alarm)] {
    std::unique_lock lock(mutex_);
    const bool in_time = done_changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                                                [this] { return done_; });
    if (!in_time) alarm();
  });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  done_changed_.notify_all();
  thread_.join();
}

}  // namespace opsmith::runtime
