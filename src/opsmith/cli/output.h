// What a verb tells: the result on standard output, remarks on standard error.
#pragma once

#include <string>
#include <string_view>

#include "opsmith/report/style.h"

namespace opsmith::cli {

// Options that every verb has.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  report::ColourChoice colour = report::ColourChoice::automatic;
  int threads = 0;  // 0: all cores
};

class Output {
 public:
  // To be called once the options are known. With `result_to_error`, standard output belongs to a
  // model
  // (-o -) and the table goes to standard error.
  void configure(const CommonOptions& options, bool result_to_error = false);

  const report::Page& page() const { return page_; }
  bool quiet() const { return quiet_; }
  bool verbose() const { return verbose_; }

  // Appends to the result. Kept in memory, so that a verb that fails has printed no half result.
  void add(std::string_view text) { buffer_ += text; }
  void heading(std::string_view text);  // an empty line before all but the first
  // Remarks for people, on standard error at once; not with -q. Begins "opsmith: ".
  void note(std::string_view text) const;

  // Writes the result. A reader that went away is no error; a full disk is: throws Error(io).
  void flush();

 private:
  report::Page page_;
  std::string buffer_;
  bool quiet_ = false;
  bool verbose_ = false;
  int descriptor_ = 1;
};

// Writes all bytes to a descriptor. False when the reader of a pipe is gone; throws Error(io)
// otherwise.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace opsmith::cli
