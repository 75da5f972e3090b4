#include "opsmith/runtime/session.h"

#include <onnxruntime_c_api.h>
#include <onnxruntime_session_options_config_keys.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>
#include <unordered_set>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/runtime/ort_value.h"
#include "opsmith/runtime/session_model.h"
#include "opsmith/runtime/stub_file.h"
#include "opsmith/runtime/watchdog.h"

namespace opsmith::runtime {

struct Session::State {
  std::shared_ptr<const Library> library;
  OrtHandle<OrtMemoryInfo> memory{nullptr, nullptr};
  std::vector<std::pair<std::string, ir::TensorPtr>> weights;
  std::vector<OrtValueHandle> weight_values;  // must outlive the session
  OrtHandle<OrtSession> session{nullptr, nullptr};
  std::vector<Signature> inputs, outputs;
  std::unordered_set<std::string> output_names;
  // Extra outputs that no node computes: a graph input under its own name, or a constant.
  std::map<std::string, ir::TensorPtr> constants;
  std::string note;
  std::string file;
  double time_limit = 0;

  // Null when the session is open; else the failure.
  OrtStatus* open(const SessionModel& model, const SessionOptions& options,
                  GraphOptimizationLevel level);
  OrtHandle<OrtSessionOptions> make_options(const SessionOptions& options,
                                            GraphOptimizationLevel level) const;
  void open_somehow(const ir::Model& model, const std::vector<std::string>& outputs,
                    const SessionOptions& options);
  void read_signatures();
  Error failure(const std::string& doing, OrtStatus* status) const;
};

namespace {

using StatusHandle = OrtHandle<OrtStatus>;

int thread_count(int asked) {
  if (asked > 0) return asked;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

// "… while running Gather node. Name:'gather_1' Status Message: …" -> "gather_1"
std::string node_in_message(std::string_view message) {
  constexpr std::string_view kMark = "Name:'";
  const std::size_t mark = message.find(kMark);
  if (mark == std::string_view::npos) return {};
  const std::size_t begin = mark + kMark.size();
  const std::size_t end = message.find('\'', begin);
  return std::string(message.substr(begin, end == std::string_view::npos ? 0 : end - begin));
}

std::string take_string(const Library& library, char* text) {
  OrtAllocator* allocator = nullptr;
  library.check(library.api().GetAllocatorWithDefaultOptions(&allocator), "ONNX Runtime");
  std::string copy(text);
  library.check(library.api().AllocatorFree(allocator, text), "ONNX Runtime");
  return copy;
}

}  // namespace

Error Session::State::failure(const std::string& doing, OrtStatus* status) const {
  const std::string message = library->take_message(status);
  return {ErrorCode::runtime,
          doing + ": " + message,
          {.file = file, .graph = {}, .node = node_in_message(message), .value = {}}};
}

OrtHandle<OrtSessionOptions> Session::State::make_options(const SessionOptions& options,
                                                          GraphOptimizationLevel level) const {
  const OrtApi& api = library->api();
  const auto check = [this](OrtStatus* status) { library->check(status, "setting up a session"); };
  OrtSessionOptions* raw = nullptr;
  check(api.CreateSessionOptions(&raw));
  OrtHandle<OrtSessionOptions> handle(raw, api.ReleaseSessionOptions);
  check(api.SetSessionGraphOptimizationLevel(raw, level));
  check(api.SetSessionLogSeverityLevel(raw, ORT_LOGGING_LEVEL_FATAL));
  check(api.SetIntraOpNumThreads(raw, thread_count(options.threads)));
  check(api.SetInterOpNumThreads(raw, 1));
  check(api.SetSessionExecutionMode(raw, ORT_SEQUENTIAL));
  check(api.SetDeterministicCompute(raw, true));
  // Threads that wait by spinning would starve whoever shares the machine.
  check(api.AddSessionConfigEntry(raw, kOrtSessionOptionsConfigAllowIntraOpSpinning, "0"));
  check(api.AddSessionConfigEntry(raw, kOrtSessionOptionsConfigAllowInterOpSpinning, "0"));
  if (!options.prepack) {
    check(api.AddSessionConfigEntry(raw, kOrtSessionOptionsConfigDisablePrepacking, "1"));
  }
  for (const auto& [name, size] : options.free_dimensions) {
    check(api.AddFreeDimensionOverrideByName(raw, name.c_str(), size));
  }
  if (!options.profile_prefix.empty()) {
    check(api.EnableProfiling(raw, options.profile_prefix.c_str()));
  }
  if (!options.custom_ops_library.empty()) {
    if (OrtStatus* status =
            api.RegisterCustomOpsLibrary_V2(raw, options.custom_ops_library.c_str())) {
      throw Error(ErrorCode::runtime,
                  "the custom operator library cannot be used: " + library->take_message(status),
                  {.file = options.custom_ops_library});
    }
  }
  return handle;
}

OrtStatus* Session::State::open(const SessionModel& model, const SessionOptions& options,
                                GraphOptimizationLevel level) {
  const OrtApi& api = library->api();
  const OrtHandle<OrtSessionOptions> handle = make_options(options, level);
  weight_values.clear();
  weights = model.weights;
  std::optional<StubFile> stub;
  if (!weights.empty()) {
    stub.emplace(kWeightsFile, model.largest_weight);
    library->check(api.AddSessionConfigEntry(
                       handle.get(), kOrtSessionOptionsModelExternalInitializersFileFolderPath,
                       stub->folder().c_str()),
                   "setting up a session");
  }
  for (const auto& [name, tensor] : weights) {
    weight_values.push_back(
        view_as_value(*library, memory.get(), tensor->type(), tensor->dims(), tensor->bytes()));
    library->check(api.AddInitializer(handle.get(), name.c_str(), weight_values.back().get()),
                   "handing over weight '" + name + "'");
  }
  OrtSession* raw = nullptr;
  OrtStatus* status = api.CreateSessionFromArray(library->environment(), model.bytes.data(),
                                                 model.bytes.size(), handle.get(), &raw);
  if (!status) session = {raw, api.ReleaseSession};
  return status;
}

void Session::State::open_somehow(const ir::Model& model, const std::vector<std::string>& extra,
                                  const SessionOptions& options) {
  const OrtApi& api = library->api();
  const GraphOptimizationLevel level = options.optimize ? ORT_ENABLE_ALL : ORT_DISABLE_ALL;
  StatusHandle first(nullptr, api.ReleaseStatus);
  // True when the session is open. Keeps the first failure, which is about the model as it was
  // meant to run.
  auto attempt = [&](const SessionModel& prepared, GraphOptimizationLevel at) {
    StatusHandle status(open(prepared, options, at), api.ReleaseStatus);
    if (!status) return true;
    if (!first) first = std::move(status);
    return false;
  };

  SessionModel prepared = prepare_session_model(model, extra, true);
  if (attempt(prepared, level)) return;
  const bool no_kernel = api.GetErrorCode(first.get()) == ORT_NOT_IMPLEMENTED;
  if (no_kernel && level == ORT_DISABLE_ALL && attempt(prepared, ORT_ENABLE_BASIC)) {
    note = "basic optimization";
    return;
  }
  if (!no_kernel && !prepared.weights.empty()) {
    try {
      prepared = prepare_session_model(model, extra, false);
      if (attempt(prepared, level)) {
        note = "weights inlined";
        return;
      }
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): it keeps no failure of its own
      // Too large for that: the first failure stands.
    }
  }
  throw failure("ONNX Runtime refuses the model", first.release());
}

void Session::State::read_signatures() {
  const OrtApi& api = library->api();
  OrtAllocator* allocator = nullptr;
  library->check(api.GetAllocatorWithDefaultOptions(&allocator), "ONNX Runtime");
  auto read = [&](auto count_of, auto name_of, auto type_of, std::vector<Signature>& into,
                  bool optional) {
    std::size_t count = 0;
    library->check(count_of(session.get(), &count), "reading a session's interface");
    for (std::size_t i = 0; i < count; ++i) {
      char* name = nullptr;
      library->check(name_of(session.get(), i, allocator, &name), "reading a session's interface");
      Signature signature{take_string(*library, name), nullptr, optional};
      OrtTypeInfo* info = nullptr;
      library->check(type_of(session.get(), i, &info), "reading a session's interface");
      const OrtHandle<OrtTypeInfo> handle(info, api.ReleaseTypeInfo);
      signature.type = read_type(*library, info);
      into.push_back(std::move(signature));
    }
  };
  read(api.SessionGetInputCount, api.SessionGetInputName, api.SessionGetInputTypeInfo, inputs,
       false);
  read(api.SessionGetOverridableInitializerCount, api.SessionGetOverridableInitializerName,
       api.SessionGetOverridableInitializerTypeInfo, inputs, true);
  read(api.SessionGetOutputCount, api.SessionGetOutputName, api.SessionGetOutputTypeInfo, outputs,
       false);
}

Session::Session(std::shared_ptr<const Library> library, const ir::Model& model,
                 const SessionOptions& options)
    : state_(std::make_unique<State>()) {
  state_->library = std::move(library);
  state_->memory = cpu_memory(*state_->library);
  state_->file = model.path;
  state_->time_limit = options.time_limit;

  std::vector<std::string> computed;
  std::vector<Signature> unasked;
  const ir::Graph& graph = model.graph();
  std::unordered_set<std::string_view> known;
  for (const ir::Use& use : graph.outputs()) {
    if (use.value()) known.insert(use.value()->name());
  }
  for (const std::string& name : options.extra_outputs) {
    const ir::Value* value = graph.find(name);
    if (!value || value->is_undefined()) {
      throw Error(ErrorCode::usage, "no value of the main graph has this name",
                  {.file = model.path, .graph = {}, .node = {}, .value = name},
                  "name a value that a node, an input or an initializer of the main graph defines");
    }
    if (!known.insert(value->name()).second) continue;
    if (value->producer()) {
      computed.push_back(name);
      continue;
    }
    state_->constants[name] = value->is_input() ? nullptr : value->initializer();
    unasked.push_back({name, nullptr, false});
  }
  state_->open_somehow(model, computed, options);
  state_->read_signatures();
  std::move(unasked.begin(), unasked.end(), std::back_inserter(state_->outputs));
  for (const Signature& output : state_->outputs) state_->output_names.insert(output.name);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const std::vector<Signature>& Session::inputs() const { return state_->inputs; }
const std::vector<Signature>& Session::outputs() const { return state_->outputs; }
const std::string& Session::note() const { return state_->note; }

NamedArrays Session::run(const NamedArrays& inputs) const {
  std::vector<std::string> names;
  for (const Signature& output : state_->outputs) names.push_back(output.name);
  return run(inputs, names);
}

NamedArrays Session::run(const NamedArrays& inputs, const std::vector<std::string>& outputs) const {
  const State& state = *state_;
  const OrtApi& api = state.library->api();
  auto value_error = [&state](const std::string& what, const std::string& name) {
    return Error(ErrorCode::runtime, what,
                 {.file = state.file, .graph = {}, .node = {}, .value = name});
  };

  std::vector<const char*> input_names;
  std::vector<OrtValueHandle> handles;
  std::vector<const OrtValue*> input_values;
  for (const Signature& input : state.inputs) {
    const Array* array = find_array(inputs, input.name);
    if (!array) {
      if (input.optional) continue;
      throw value_error("no value is given for this input", input.name);
    }
    std::string why;
    if (!fits_type(*array, input.type.get(), &why))
      throw value_error("the input " + why, input.name);
    // An optional input that is given as none is left out: the C interface cannot pass it.
    if (array->kind == Array::Kind::none) continue;
    handles.push_back(make_value(*state.library, state.memory.get(), *array));
    input_names.push_back(input.name.c_str());
    input_values.push_back(handles.back().get());
  }
  for (const auto& given : inputs) {
    const auto same = [&given](const Signature& input) { return input.name == given.first; };
    if (std::none_of(state.inputs.begin(), state.inputs.end(), same)) {
      throw value_error("the model has no input of this name", given.first);
    }
  }

  std::vector<const char*> output_names;
  for (const std::string& name : outputs) {
    if (!state.output_names.contains(name)) {
      throw value_error("the session has no output of this name", name);
    }
    if (!state.constants.contains(name)) output_names.push_back(name.c_str());
  }

  std::vector<OrtValue*> raw(output_names.size(), nullptr);
  OrtStatus* status = nullptr;
  if (!output_names.empty()) {
    OrtRunOptions* run_options = nullptr;
    state.library->check(api.CreateRunOptions(&run_options), "running the model");
    const OrtHandle<OrtRunOptions> guard(run_options, api.ReleaseRunOptions);
    state.library->check(api.RunOptionsSetRunLogSeverityLevel(run_options, ORT_LOGGING_LEVEL_FATAL),
                         "running the model");
    const Watchdog watchdog(state.time_limit, [&api, run_options] {
      if (OrtStatus* ignored = api.RunOptionsSetTerminate(run_options)) api.ReleaseStatus(ignored);
    });
    status = api.Run(state.session.get(), run_options, input_names.data(), input_values.data(),
                     input_values.size(), output_names.data(), output_names.size(), raw.data());
  }
  std::vector<OrtValueHandle> results;
  results.reserve(raw.size());
  for (OrtValue* value : raw) results.emplace_back(value, api.ReleaseValue);
  if (status) throw state.failure("running the model failed", status);

  NamedArrays arrays;
  std::size_t next = 0;
  for (const std::string& name : outputs) {
    const auto constant = state.constants.find(name);
    if (constant == state.constants.end()) {
      arrays.emplace_back(name, read_value(*state.library, results[next++].get()));
    } else if (constant->second) {
      arrays.emplace_back(name, to_array(*constant->second));
    } else {
      const Array* given = find_array(inputs, name);
      arrays.emplace_back(name, given ? *given : Array{});
    }
  }
  return arrays;
}

std::string Session::end_profiling() {
  const Library& library = *state_->library;
  OrtAllocator* allocator = nullptr;
  library.check(library.api().GetAllocatorWithDefaultOptions(&allocator), "ONNX Runtime");
  char* path = nullptr;
  library.check(library.api().SessionEndProfiling(state_->session.get(), allocator, &path),
                "ending the profile");
  return take_string(library, path);
}

}  // namespace opsmith::runtime
