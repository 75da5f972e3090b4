#include "opsmith/cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>

#include "opsmith/base/error.h"
#include "opsmith/base/suggest.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"

namespace opsmith::cli {

struct Options::Parser {
  CLI::App app;
  // CLI11 fills these; the verb's targets follow once everything is understood.
  std::deque<std::vector<std::string>> lists;
  std::deque<std::string> texts;
};

namespace {

constexpr std::size_t kMostOptionColumn = 32;

[[noreturn]] void refuse(const std::string& verb, const std::string& message,
                         const std::string& remedy = {}) {
  throw Error(ErrorCode::usage, message, {},
              remedy.empty() ? "see opsmith " + verb + " --help" : remedy);
}

}  // namespace

Options::Options(VerbHelp help) : help_(std::move(help)), parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.name("opsmith " + help_.name);
  app.set_help_flag("-h,--help");
  app.option_defaults()->always_capture_default(false);
  app.add_flag("--json", common_.json);
  app.add_flag("-q,--quiet", common_.quiet);
  app.add_flag("-v,--verbose", common_.verbose);
  app.add_option("--color", colour_)->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("--threads", threads_)->check(CLI::Range(0, 4096));
}

Options::~Options() = default;

void Options::positional(const std::string& name, std::string& target, const std::string& help) {
  parser_->app.add_option(name, target)->required();
  remember({name, "", help, true});
}

void Options::flag(const std::string& names, bool& target, const std::string& help) {
  parser_->app.add_flag(names, target);
  remember({names, "", help});
}

void Options::text(const std::string& names, const std::string& value, std::string& target,
                   const std::string& help, bool required) {
  CLI::Option* option = parser_->app.add_option(names, target);
  if (required) option->required();
  remember({names, value, help});
}

void Options::integer(const std::string& names, const std::string& value, std::int64_t& target,
                      const std::string& help, std::int64_t least) {
  std::string& text = parser_->texts.emplace_back();
  parser_->app.add_option(names, text);
  after_.emplace_back([this, &text, &target, names, least] {
    if (text.empty()) return;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target);
    if (error != std::errc() || end != text.data() + text.size() || target < least) {
      refuse(help_.name, names + " takes a whole number from " + std::to_string(least) + ", not '" +
                             report::printable(text) + "'");
    }
  });
  remember({names, value, help});
}

void Options::real(const std::string& names, const std::string& value,
                   std::optional<double>& target, const std::string& help) {
  std::string& text = parser_->texts.emplace_back();
  parser_->app.add_option(names, text);
  after_.emplace_back([this, &text, &target, names] {
    if (text.empty()) return;
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
      refuse(help_.name, names + " takes a number, not '" + report::printable(text) + "'");
    }
    target = number;
  });
  remember({names, value, help});
}

void Options::list(const std::string& names, const std::string& value,
                   std::vector<std::string>& target, const std::string& help) {
  std::vector<std::string>& given = parser_->lists.emplace_back();
  parser_->app.add_option_function<std::string>(names, [](const std::string&) {})
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->each([&given](const std::string& one) { given.push_back(one); });
  after_.emplace_back([&given, &target] { target = split_lists(given); });
  remember({names, value, help});
}

void Options::choice(const std::string& names, const std::vector<std::string>& choices,
                     std::string& target, const std::string& help) {
  target = choices.front();
  parser_->app.add_option(names, target)->check(CLI::IsMember(choices));
  std::string value;
  for (const std::string& one : choices) value += (value.empty() ? "" : "|") + one;
  remember({names, value, help});
}

bool Options::parse(const Arguments& arguments, Output& output) {
  CLI::App& app = parser_->app;
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    output.add(help_text());
    return false;
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extras = app.remaining();
    const std::string extra = extras.empty() ? "?" : report::printable(extras.front());
    if (extra.size() < 2 || extra.front() != '-') {
      refuse(help_.name, "unexpected argument '" + extra + "'",
             "usage: opsmith " + help_.name + " " + help_.usage);
    }
    std::vector<std::string> known = {"--json",  "--quiet",   "--verbose",
                                      "--color", "--threads", "--help"};
    for (const Entry& entry : entries_) {
      if (!entry.positional) known.push_back(entry.names.substr(entry.names.find("--")));
    }
    const std::string word = extra.substr(0, extra.find('='));
    refuse(help_.name, "unknown option '" + word + "'",
           did_you_mean(word, {known.begin(), known.end()}, 1));
  } catch (const CLI::RequiredError& error) {
    std::string name = error.what();
    if (const std::size_t is = name.find(" is required"); is != std::string::npos) name.resize(is);
    refuse(help_.name, name + " is missing", "usage: opsmith " + help_.name + " " + help_.usage);
  } catch (const CLI::ParseError& error) {
    refuse(help_.name, report::printable(error.what()));
  }
  for (const auto& step : after_) step();
  common_.threads = static_cast<int>(threads_);
  common_.colour = colour_ == "always"  ? report::ColourChoice::always
                   : colour_ == "never" ? report::ColourChoice::never
                                        : report::ColourChoice::automatic;
  return true;
}

std::string Options::help_text() const {
  const report::Page page;
  std::string text = "usage: opsmith " + help_.name + " " + help_.usage + "\n\n";
  text += report::wrap(help_.description, page);
  std::vector<Entry> all = entries_;
  all.push_back(
      {"--json", "", "the result as JSON, and nothing else, on standard output", false, true});
  all.push_back({"-q,--quiet", "", "no remarks", false, true});
  all.push_back({"-v,--verbose", "", "more of everything", false, true});
  all.push_back({"--color", "auto|always|never", "colour; auto: on a terminal only", false, true});
  all.push_back({"--threads", "N", "threads to use (0: all cores)", false, true});
  all.push_back({"-h,--help", "", "this text", false, true});
  auto left_of = [](const Entry& entry) {
    std::string left = entry.names;
    if (const std::size_t comma = left.find(','); comma != std::string::npos)
      left.insert(comma + 1, " ");
    return entry.value.empty() ? left : left + " " + entry.value;
  };
  std::size_t width = 0;
  for (const Entry& entry : all) {
    const std::size_t size = left_of(entry).size();
    if (size <= kMostOptionColumn) width = std::max(width, size);
  }
  auto section = [&](const char* title, bool positional, bool common) {
    bool first = true;
    for (const Entry& entry : all) {
      if (entry.positional != positional || entry.common != common) continue;
      if (first) text += std::string("\n") + title + "\n";
      first = false;
      const std::string left = left_of(entry);
      const std::string lines = report::wrap(entry.help, page, width + 4);
      if (left.size() > width) {
        text.append("  ").append(left).append("\n").append(lines);
      } else {
        text += "  " + report::pad_right(left, width + 2) +
                (lines.size() > width + 4 ? lines.substr(width + 4) : "\n");
      }
    }
  };
  section("Arguments", true, false);
  section("Options", false, false);
  section("Common options", false, true);
  text += help_.examples.size() > 1 ? "\nExamples\n" : "\nExample\n";
  for (const std::string& example : help_.examples) text += "  " + example + "\n";
  text += "\nExit status\n" + help_.exit_codes;
  text += "  2  wrong use, or input that is missing, unreadable or malformed\n";
  return text;
}

std::vector<std::string> split_lists(const std::vector<std::string>& lists) {
  std::vector<std::string> items;
  for (const std::string& list : lists) {
    std::size_t at = 0;
    while (at <= list.size()) {
      const std::size_t comma = std::min(list.find(',', at), list.size());
      if (comma > at) items.push_back(list.substr(at, comma - at));
      at = comma + 1;
    }
  }
  return items;
}

std::vector<std::pair<std::string, std::int64_t>> parse_assignments(
    const std::vector<std::string>& items, const std::string& option) {
  std::vector<std::pair<std::string, std::int64_t>> assignments;
  for (const std::string& item : items) {
    const std::size_t equals = item.rfind('=');
    std::int64_t number = 0;
    const char* end = item.data() + item.size();
    if (equals != std::string::npos && equals > 0) {
      const auto [stop, error] = std::from_chars(item.data() + equals + 1, end, number);
      if (error == std::errc() && stop == end && number >= 0) {
        assignments.emplace_back(item.substr(0, equals), number);
        continue;
      }
    }
    throw Error(ErrorCode::usage,
                option + " takes NAME=SIZE, not '" + report::printable(item) + "'", {},
                "for example " + option + " batch=4");
  }
  return assignments;
}

}  // namespace opsmith::cli
