// Writes models, so that a run that is killed leaves the old model or the new one, whole.
#pragma once

#include <cstdint>
#include <string>

#include "opsmith/ir/model.h"

namespace opsmith::format {

enum class ExternalMode : std::uint8_t {
  // Weights stay in the model file up to 1.9 GB. A model whose weights are external keeps them so.
  automatic,
  always,  // every initializer of at least 1 KiB goes to the data file
  never,   // everything in the model file; Error(limit) beyond protobuf's 2 GiB
};

struct SaveOptions {
  ExternalMode external = ExternalMode::automatic;
  // Text only. False: initializers of at least 1 KiB go to the data file, and the text stays
  // readable.
  bool text_inline_weights = true;
  // What "-" writes: ONNX text instead of protobuf.
  bool text_to_stdout = false;
};

// Saves to `path`: ".onnxtxt" is text, "-" standard output (never with external data), anything
// else protobuf. External weights go to `path`.data beside it. Untouched weights are copied from
// file to file by the kernel. A symbolic link is written through; permission bits of an existing
// file stay. Throws Error(io), Error(limit), or what reading missing external data throws; the old
// files are then as they were. docs/format.md tells how two files change as one.
void save_model(const ir::Model& model, const std::string& path, const SaveOptions& options = {});

}  // namespace opsmith::format
