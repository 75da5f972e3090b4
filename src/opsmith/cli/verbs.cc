#include "opsmith/cli/verbs.h"

#include <array>

namespace opsmith::cli {
namespace {

// In the order of the help: look, change, prove.
constexpr std::array kVerbs = {
    Verb{"inspect", "what is in a model: interface, operators, weights, nodes, values",
         run_inspect},
    Verb{"check", "every problem of a model against the ONNX standard", run_check},
    Verb{"simplify", "a smaller model, proved to compute the same", run_simplify},
    Verb{"edit", "load and save, between .onnx and .onnxtxt, losing nothing", run_edit},
    Verb{"extract", "cut a part out of a model, as a model of its own", run_extract},
    Verb{"run", "run a model in ONNX Runtime and see or keep its values", run_run},
    Verb{"compare", "run two models on the same inputs and compare what they compute", run_compare},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

}  // namespace opsmith::cli
