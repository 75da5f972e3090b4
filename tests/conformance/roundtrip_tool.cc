// Loads and saves many models in one process, for roundtrip.py. Reads "IN<tab>OUT" lines from
// standard input; prints "ok<tab>IN" or "error<tab>IN<tab>message" for each. Option:
// --external=automatic|always|never.
#include <iostream>
#include <string>

#include "opsmith/base/error.h"
#include "opsmith/format/load.h"
#include "opsmith/format/save.h"

int main(int argc, char** argv) {
  using opsmith::format::ExternalMode;
  opsmith::format::SaveOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--external=always") options.external = ExternalMode::always;
    if (argument == "--external=never") options.external = ExternalMode::never;
  }
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const std::string in = line.substr(0, tab);
    try {
      const auto model = opsmith::format::load_model(in);
      // A model whose names clash was broken before it came here.
      if (model->link_problems.empty()) {
        for (const std::string& problem : model->verify_links()) {
          std::cout << "error\t" << in << "\t" << problem << "\n";
        }
      }
      opsmith::format::save_model(*model, line.substr(tab + 1), options);
      std::cout << "ok\t" << in << std::endl;
    } catch (const opsmith::Error& error) {
      std::cout << "error\t" << in << "\t" << error.what() << std::endl;
    }
  }
}
