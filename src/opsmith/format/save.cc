#include "opsmith/format/save.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/base/hash.h"
#include "opsmith/format/atomic_file.h"
#include "opsmith/format/data_file.h"
#include "opsmith/format/load.h"
#include "opsmith/format/save_plan.h"
#include "opsmith/format/text_printer.h"
#include "opsmith/format/weight_files.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

// Long enough that a call to the kernel costs less than the copy it saves.
constexpr std::size_t kKernelCopyFrom = 64 * 1024;

void write_piece(ByteView piece, const WeightFiles& files, OutputFile& out) {
  const MappedFile* file = piece.size() >= kKernelCopyFrom ? files.find(piece) : nullptr;
  if (file) {
    out.copy(*file, file->offset_of(piece), piece.size());
  } else {
    out.write(piece);
  }
}

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() &&
         std::string_view(path).substr(path.size() - ending.size()) == ending;
}

// What goes into the model's own file, as protobuf or text, ready to stream.
class Content {
 public:
  Content(const ir::Model& model, const PlaceTensor& place, bool as_text) {
    if (as_text) {
      TextOptions options;
      options.place = place;
      text_ = print_text(model, options);
    } else {
      ProtoWriter(message_, place).model(model);
    }
  }

  void check_size(const std::string& path, const char* remedy) const {
    if (message_.size() <= kMaxProtobuf) return;
    throw Error(ErrorCode::limit,
                "the model would take " + std::to_string(message_.size()) +
                    " bytes in one file, and protobuf's limit is 2 GiB",
                {.file = path}, remedy);
  }

  void write(const ir::Model& model, OutputFile& out) const {
    // Known only now: asking for elements may have opened files.
    const WeightFiles files(model);
    out.write(as_bytes(text_));
    message_.for_each_piece([&](ByteView piece) { write_piece(piece, files, out); });
  }

 private:
  WireWriter message_;
  std::string text_;
};

// --- pipes and devices, which cannot be replaced by a rename

void stream_model(const ir::Model& model, int descriptor, const std::string& name, bool as_text) {
  const SavePlan plan(model, ExternalMode::never, false);
  const Content content(model, plan.placement({}), as_text);
  content.check_size(name, "write to a file, so that weights can go to a data file beside it");
  OutputFile out(descriptor, name);
  content.write(model, out);
}

void write_device(const ir::Model& model, const std::string& path, bool as_text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) {
    throw Error(ErrorCode::io, std::string("cannot write: ") + std::strerror(errno),
                {.file = path});
  }
  try {
    stream_model(model, descriptor, path, as_text);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

bool is_device(const std::string& path) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

// --- files

// The external data that the model in place refers to; nothing when there is none, or it cannot be
// read.
std::set<DataRange> ranges_in_place(const std::string& path) {
  try {
    return external_ranges(*load_model(path));
  } catch (const Error&) {
    return {};
  }
}

class ModelSave {
 public:
  ModelSave(const ir::Model& model, const std::string& path, ExternalMode mode, bool as_text)
      : model_(model),
        path_(path),
        names_(path),
        plan_(model, mode, true),
        mode_(mode),
        as_text_(as_text),
        durable_(::access(path.c_str(), F_OK) == 0) {}

  void run() {
    const std::vector<std::string> ours = names_.ours();
    // The old model matters only when data files are in play.
    if (plan_.has_data() || !ours.empty()) old_ = ranges_in_place(path_);
    if (!plan_.has_data() || plan_.reuse_data(path_, old_)) {
      write_model();
    } else {
      write_with_data();
    }
    remove_old_data();
  }

 private:
  // The model's own file, with the data file called `location`: whole, and not in place yet.
  void prepare_model(const std::string& location, AtomicFile& file) {
    const Content content(model_, plan_.placement(location), as_text_);
    content.check_size(path_, mode_ == ExternalMode::never ? "let weights go to a data file" : "");
    content.write(model_, file.out());
    if (durable_) file.sync();
  }

  void prepare_data(AtomicFile& file) {
    const WeightFiles files(model_);
    for (const SavePlan::Stretch& stretch : plan_.stretches()) {
      file.out().pad_to(stretch.offset);
      write_piece(stretch.bytes, files, file.out());
    }
    if (durable_) file.sync();
  }

  void write_model() {
    AtomicFile file(path_);
    prepare_model({}, file);
    file.publish(durable_);
  }

  // Neither file appears before both are whole. The data comes first, under a name that the model
  // in place does not know; until the new model takes its place the old one has all that it refers
  // to.
  void write_with_data() {
    const std::string location = names_.free_location(seed());
    AtomicFile data(names_.path_of(location));
    AtomicFile file(path_);
    prepare_data(data);
    prepare_model(location, file);
    data.publish(durable_);
    try {
      file.publish(durable_);
    } catch (...) {
      ::unlink(names_.path_of(location).c_str());  // nothing refers to it
      throw;
    }
    kept_.insert(location);
  }

  // Data files that the old model referred to, under names made here, and that the new one has no
  // use for.
  void remove_old_data() {
    bool removed = false;
    std::set<std::string> candidates;
    for (const auto& [location, offset, length] : old_) candidates.insert(location);
    for (const std::string& location : candidates) {
      if (!names_.is_ours(location) || kept_.count(location) != 0 || plan_.refers_to(location))
        continue;
      removed |= ::unlink(names_.path_of(location).c_str()) == 0;
    }
    if (removed) sync_folder_of(path_);
  }

  // The same model gives the same name.
  std::uint64_t seed() const {
    std::uint64_t hash = model_.total_node_count();
    for (const SavePlan::Stretch& stretch : plan_.stretches()) {
      hash = hash_combine(hash_combine(hash, stretch.offset), stretch.bytes.size());
    }
    return hash;
  }

  const ir::Model& model_;
  const std::string& path_;
  DataFiles names_;
  SavePlan plan_;
  ExternalMode mode_;
  bool as_text_;
  // A file that is replaced must not be lost to a power cut: the new one is on the disk before it
  // takes the place.
  bool durable_;
  std::set<DataRange> old_;
  std::set<std::string> kept_;
};

}  // namespace

void save_model(const ir::Model& model, const std::string& path, const SaveOptions& options) {
  const bool as_text = ends_with(path, ".onnxtxt");
  ExternalMode mode = options.external;
  if (as_text && !options.text_inline_weights && mode == ExternalMode::automatic)
    mode = ExternalMode::always;
  try {
    if (path == "-") {
      stream_model(model, STDOUT_FILENO, "<stdout>", options.text_to_stdout);
    } else if (is_device(path)) {
      write_device(model, path, as_text);
    } else {
      ModelSave(model, path, mode, as_text).run();
    }
  } catch (const Error& error) {
    throw error.in_file(path == "-" ? "<stdout>" : path);
  }
}

}  // namespace opsmith::format
