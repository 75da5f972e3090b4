#include "opsmith/runtime/dataset.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>

#include "opsmith/base/error.h"
#include "opsmith/runtime/input_dims.h"
#include "opsmith/runtime/npz.h"
#include "opsmith/runtime/tensor_pb.h"

namespace opsmith::runtime {

class Dataset::Source {
 public:
  virtual ~Source() = default;
  virtual std::size_t size() const = 0;
  virtual NamedArrays sample(std::size_t index) const = 0;
  virtual NamedArrays expected(std::size_t) const { return {}; }
  virtual std::string name(std::size_t index) const = 0;
};

namespace {

namespace fs = std::filesystem;

// What a sample is held against: copied, so that the model may change or go.
struct InputSpec {
  std::string name;
  ir::TypePtr type;
  bool optional = false;
};

std::vector<InputSpec> input_specs(const ir::Model& model) {
  std::vector<InputSpec> specs;
  for (const ir::Value* input : model.graph().inputs()) {
    ir::TypePtr type;
    if (input->info() && input->info()->type) {
      auto copy = std::make_shared<ir::Type>(*input->info()->type);
      copy->proto = {};  // a view into the model
      type = std::move(copy);
    }
    specs.push_back({std::string(input->name()), std::move(type), input->is_overridable()});
  }
  return specs;
}

std::string known_names(const std::vector<InputSpec>& specs) {
  std::string text = "the model's inputs are ";
  for (std::size_t i = 0; i < specs.size() && i < 20; ++i)
    text += (i > 0 ? ", " : "") + specs[i].name;
  return text;
}

// Element types are adapted where nothing is lost.
bool adapt(Array& array, const ir::Type* type) {
  if (!type || !array.is_tensor()) return true;
  const ir::Type* tensor = type->is_tensor() ? type : nullptr;
  return !tensor || tensor->element_type == ir::DataType::undefined ||
         fit_to_type(array, tensor->element_type);
}

NamedArrays check_sample(NamedArrays arrays, const std::vector<InputSpec>& specs,
                         const std::string& file) {
  auto fail = [&](const std::string& what, const std::string& name) {
    return Error(ErrorCode::usage, what, {.file = file, .graph = {}, .node = {}, .value = name},
                 known_names(specs));
  };
  NamedArrays sample;
  for (const InputSpec& spec : specs) {
    const auto found = std::find_if(arrays.begin(), arrays.end(),
                                    [&spec](const auto& pair) { return pair.first == spec.name; });
    if (found == arrays.end()) {
      if (spec.optional) continue;
      throw fail("the sample has no array for this input", spec.name);
    }
    std::string why;
    if (!adapt(found->second, spec.type.get()) ||
        !fits_type(found->second, spec.type.get(), &why)) {
      if (why.empty()) why = "is " + describe(found->second) + ", expected " + spec.type->text();
      throw fail("the sample's array " + why, spec.name);
    }
    sample.emplace_back(std::move(*found));
    arrays.erase(found);
  }
  if (!arrays.empty()) throw fail("the model has no input of this name", arrays.front().first);
  return sample;
}

class NpzFiles : public Dataset::Source {
 public:
  NpzFiles(std::vector<fs::path> files, std::vector<InputSpec> specs)
      : files_(std::move(files)), specs_(std::move(specs)) {}
  std::size_t size() const override { return files_.size(); }
  NamedArrays sample(std::size_t index) const override {
    const std::string file = files_[index].string();
    return check_sample(read_npz(file), specs_, file);
  }
  std::string name(std::size_t index) const override { return files_[index].filename().string(); }

 private:
  std::vector<fs::path> files_;
  std::vector<InputSpec> specs_;
};

// Arrays [samples, ...]; element by element along the first axis.
class StackedNpz : public Dataset::Source {
 public:
  StackedNpz(std::string file, NamedArrays arrays, std::vector<InputSpec> specs)
      : file_(std::move(file)), arrays_(std::move(arrays)), specs_(std::move(specs)) {
    for (const auto& [name, array] : arrays_) {
      if (array.dims.empty()) throw unfit("is a scalar, without the leading sample axis", name);
      const auto count = static_cast<std::size_t>(array.dims.front());
      if (size_ && *size_ != count)
        throw unfit("has another number of samples than the others", name);
      size_ = count;
    }
  }
  std::size_t size() const override { return size_.value_or(0); }
  NamedArrays sample(std::size_t index) const override {
    NamedArrays sample;
    for (const auto& [name, array] : arrays_) {
      const InputSpec* spec = nullptr;
      for (const InputSpec& candidate : specs_) spec = candidate.name == name ? &candidate : spec;
      sample.emplace_back(name,
                          slice(array, index, spec && spec->type ? spec->type.get() : nullptr));
    }
    return check_sample(std::move(sample), specs_, file_);
  }
  std::string name(std::size_t index) const override {
    return fs::path(file_).filename().string() + "[" + std::to_string(index) + "]";
  }

 private:
  Error unfit(const std::string& what, const std::string& value) const {
    return {ErrorCode::usage,
            "the array " + what,
            {.file = file_, .graph = {}, .node = {}, .value = value},
            "give every array a first axis that counts samples"};
  }

  // A sample of shape [...]; where the model's input has one more axis (a batch), the sample is a
  // batch of one.
  Array slice(const Array& array, std::size_t index, const ir::Type* type) const {
    Array part;
    part.type = array.type;
    part.dims.assign(array.dims.begin() + 1, array.dims.end());
    const bool batch =
        type && type->is_tensor() && type->shape && type->shape->size() == array.dims.size();
    const std::size_t count = part.count();
    if (batch) part.dims.insert(part.dims.begin(), 1);
    if (array.type == ir::DataType::string) {
      part.strings.assign(array.strings.begin() + static_cast<std::ptrdiff_t>(index * count),
                          array.strings.begin() + static_cast<std::ptrdiff_t>((index + 1) * count));
      return part;
    }
    const std::size_t bytes = count * static_cast<std::size_t>(ir::bits_of(array.type)) / 8;
    part.bytes.assign(array.bytes.begin() + static_cast<std::ptrdiff_t>(index * bytes),
                      array.bytes.begin() + static_cast<std::ptrdiff_t>((index + 1) * bytes));
    return part;
  }

  std::string file_;
  NamedArrays arrays_;
  std::vector<InputSpec> specs_;
  std::optional<std::size_t> size_;
};

// "input_12.pb" -> 12; nullopt for any other name.
std::optional<std::size_t> number_in(const std::string& name, std::string_view prefix) {
  std::size_t number = 0;
  if (!name.starts_with(prefix) || !name.ends_with(".pb")) return std::nullopt;
  const char* begin = name.data() + prefix.size();
  const char* end = name.data() + name.size() - 3;
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// input_0.pb, input_1.pb, … in numeric order.
std::vector<std::pair<std::size_t, fs::path>> numbered_files(const fs::path& folder,
                                                             std::string_view prefix) {
  std::vector<std::pair<std::size_t, fs::path>> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto number = number_in(entry.path().filename().string(), prefix)) {
      files.emplace_back(*number, entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class TestDataFolders : public Dataset::Source {
 public:
  TestDataFolders(std::vector<fs::path> folders, std::vector<InputSpec> inputs,
                  std::vector<InputSpec> outputs)
      : folders_(std::move(folders)), inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}
  std::size_t size() const override { return folders_.size(); }
  NamedArrays sample(std::size_t index) const override {
    return check_sample(read(index, "input_", inputs_), inputs_, folders_[index].string());
  }
  NamedArrays expected(std::size_t index) const override {
    return read(index, "output_", outputs_);
  }
  std::string name(std::size_t index) const override { return folders_[index].filename().string(); }

 private:
  // A file's number is the input's place; the name recorded in it, where there is one that fits,
  // wins.
  NamedArrays read(std::size_t index, std::string_view prefix,
                   const std::vector<InputSpec>& specs) const {
    NamedArrays arrays;
    for (const auto& [number, path] : numbered_files(folders_[index], prefix)) {
      const InputSpec* spec = number < specs.size() ? &specs[number] : nullptr;
      auto tensor = read_tensor_pb(path.string(), spec ? spec->type.get() : nullptr);
      const bool known = std::any_of(specs.begin(), specs.end(), [&tensor](const InputSpec& s) {
        return s.name == tensor.first;
      });
      if (!known && spec) tensor.first = spec->name;
      arrays.push_back(std::move(tensor));
    }
    return arrays;
  }

  std::vector<fs::path> folders_;
  std::vector<InputSpec> inputs_, outputs_;
};

class Held : public Dataset::Source {
 public:
  explicit Held(std::vector<NamedArrays> samples) : samples_(std::move(samples)) {}
  std::size_t size() const override { return samples_.size(); }
  NamedArrays sample(std::size_t index) const override { return samples_[index]; }
  std::string name(std::size_t index) const override { return "sample " + std::to_string(index); }

 private:
  std::vector<NamedArrays> samples_;
};

// Natural order: test_data_set_2 before test_data_set_10.
bool natural_less(const fs::path& a, const fs::path& b) {
  const std::string x = a.filename().string(), y = b.filename().string();
  std::size_t i = 0, j = 0;
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (i < x.size() && j < y.size()) {
    if (digit(x[i]) && digit(y[j])) {
      std::size_t m = i, n = j;
      while (m < x.size() && digit(x[m])) ++m;
      while (n < y.size() && digit(y[n])) ++n;
      if (m - i != n - j) return m - i < n - j;
      const int order = x.compare(i, m - i, y, j, n - j);
      if (order != 0) return order < 0;
      i = m;
      j = n;
    } else if (x[i] != y[j]) {
      return x[i] < y[j];
    } else {
      ++i;
      ++j;
    }
  }
  return x.size() - i < y.size() - j;
}

std::vector<InputSpec> output_specs(const ir::Model& model) {
  std::vector<InputSpec> specs;
  const ir::Graph& graph = model.graph();
  for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
    ir::TypePtr type;
    if (const ir::TypePtr& declared = graph.output_info(i).type) {
      auto copy = std::make_shared<ir::Type>(*declared);
      copy->proto = {};
      type = std::move(copy);
    }
    const ir::Value* value = graph.output(i);
    specs.push_back({value ? std::string(value->name()) : std::string(), std::move(type), true});
  }
  return specs;
}

// A single .npz is one sample when its arrays fit as they are, and a stack of samples otherwise.
std::shared_ptr<const Dataset::Source> open_npz(const std::string& path,
                                                std::vector<InputSpec> specs) {
  NamedArrays arrays = read_npz(path);
  try {
    NamedArrays sample = check_sample(arrays, specs, path);
    return std::make_shared<NpzFiles>(std::vector<fs::path>{path}, std::move(specs));
  } catch (const Error&) {
    return std::make_shared<StackedNpz>(path, std::move(arrays), std::move(specs));
  }
}

}  // namespace

Dataset Dataset::open(const std::string& path, const ir::Model& model) {
  Dataset dataset;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    dataset.source_ = open_npz(path, input_specs(model));
    return dataset;
  }
  std::vector<fs::path> samples, folders;
  for (const auto& entry : fs::directory_iterator(path, ignored)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory(ignored)) {
      if (name.starts_with("test_data_set_")) folders.push_back(entry.path());
    } else if (name.ends_with(".npz")) {
      samples.push_back(entry.path());
    }
  }
  std::sort(samples.begin(), samples.end(), natural_less);
  std::sort(folders.begin(), folders.end(), natural_less);
  if (folders.empty() && !numbered_files(path, "input_").empty()) folders.push_back(path);
  if (!samples.empty()) {
    dataset.source_ = std::make_shared<NpzFiles>(std::move(samples), input_specs(model));
  } else if (!folders.empty()) {
    dataset.source_ = std::make_shared<TestDataFolders>(std::move(folders), input_specs(model),
                                                        output_specs(model));
  } else {
    throw Error(
        ErrorCode::usage, "holds no samples", {.file = path},
        "give a folder of .npz files, one .npz, or a folder with test_data_set_*/input_*.pb");
  }
  return dataset;
}

Dataset Dataset::of(std::vector<NamedArrays> samples) {
  Dataset dataset;
  dataset.source_ = std::make_shared<Held>(std::move(samples));
  return dataset;
}

std::size_t Dataset::size() const { return source_->size(); }
NamedArrays Dataset::sample(std::size_t index) const { return source_->sample(index); }
NamedArrays Dataset::expected(std::size_t index) const { return source_->expected(index); }
std::string Dataset::sample_name(std::size_t index) const { return source_->name(index); }

}  // namespace opsmith::runtime
