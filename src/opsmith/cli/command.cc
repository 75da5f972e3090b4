#include "opsmith/cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>

#include "opsmith/base/error.h"
#include "opsmith/base/suggest.h"
#include "opsmith/cli/verbs.h"
#include "opsmith/report/text_width.h"

namespace opsmith::cli {
namespace {

constexpr int kDone = 0;
constexpr int kWrongUse = 2;
constexpr int kUnverified = 3;

std::string overview() {
  std::string text =
      "usage: opsmith VERB MODEL... [options]\n\n"
      "Sees, changes and proves ONNX models. A model is .onnx, .onnxtxt (ONNX text) or - (standard "
      "input).\n\n"
      "Verbs\n";
  std::size_t width = 0;
  for (const Verb& verb : verbs()) width = std::max(width, verb.name.size());
  for (const Verb& verb : verbs()) {
    text += "  " + report::pad_right(verb.name, width + 2) + std::string(verb.summary) + "\n";
  }
  text +=
      "\nopsmith VERB --help tells a verb's options, with an example.\n\n"
      "Example\n"
      "  opsmith inspect model.onnx\n\n"
      "Exit status\n"
      "  0  done, and it holds\n"
      "  1  the answer is no: differs, invalid, unsupported\n"
      "  2  wrong use, or input that is missing, unreadable or malformed\n"
      "  3  the result failed its own verification; nothing was written\n";
  return text;
}

int dispatch(const std::vector<std::string>& arguments, Output& output) {
  if (arguments.empty()) {
    throw Error(ErrorCode::usage, "no verb given", {}, "opsmith --help lists them");
  }
  const std::string& first = arguments.front();
  if (first == "--version" || first == "-V") {
    output.add("opsmith " OPSMITH_VERSION "\n");
    return kDone;
  }
  Arguments rest(arguments.begin() + 1, arguments.end());
  std::string name = first;
  if (first == "--help" || first == "-h" || first == "help") {
    if (first != "help" || rest.empty()) {
      output.add(overview());
      return kDone;
    }
    name = rest.front();
    rest = {"--help"};
  }
  std::vector<std::string_view> known;
  for (const Verb& verb : verbs()) {
    if (verb.name == name) return verb.run(rest, output);
    known.push_back(verb.name);
  }
  const std::string near = did_you_mean(name, known);
  throw Error(ErrorCode::usage,
              (name.starts_with("-") ? "unknown option '" : "unknown verb '") +
                  report::truncate_end(report::printable(name), 60) + "'",
              {}, near.empty() ? "opsmith --help lists the verbs" : near);
}

void complain(std::string_view message) noexcept {
  try {
    // Lines are the message's own (a text error shows the place with a caret); everything else is
    // made printable.
    std::string text = "opsmith: error: ";
    for (std::size_t start = 0; start <= message.size();) {
      const std::size_t end = std::min(message.find('\n', start), message.size());
      text += report::printable(message.substr(start, end - start)) + "\n";
      start = end + 1;
    }
    write_all(STDERR_FILENO, text);
  } catch (...) {  // NOLINT(bugprone-empty-catch): there is nobody left to tell
  }
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) noexcept {
  // A reader that went away is seen as EPIPE, which is no failure.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    Output output;
    const int status = dispatch(arguments, output);
    output.flush();
    return status;
  } catch (const Error& error) {
    complain(error.what());
    return error.code() == ErrorCode::verification ? kUnverified : kWrongUse;
  } catch (const std::bad_alloc&) {
    complain("out of memory; the model or its claimed sizes need more than this process may have");
  } catch (const std::exception& error) {
    complain(std::string("unexpected: ") + error.what());
  } catch (...) {
    complain("unexpected failure");
  }
  return kWrongUse;
}

}  // namespace opsmith::cli
