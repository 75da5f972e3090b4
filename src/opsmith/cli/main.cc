#include "opsmith/cli/command.h"

int main(int argc, char** argv) {
  return opsmith::cli::run_command({argv + (argc > 0 ? 1 : 0), argv + argc});
}
