// Does something when a stretch of code takes too long. Internal to this room.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace opsmith::runtime {

class Watchdog {
 public:
  // Calls `alarm` once, from another thread, when the object still lives after `seconds`. 0: never,
  // and no thread.
  Watchdog(double seconds, std::function<void()> alarm);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace opsmith::runtime
