// The checker: everything that is wrong with a model, at once.
#pragma once

#include <string>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::schema {

// What a problem is about, for callers that judge some kinds mildly.
enum class ProblemKind {
  structure,         // links, order, names, missing parts
  version,           // IR version and opset imports
  unknown_operator,  // no definition at the imported opset: the model may still suit an engine that
                     // has one
  signature,         // number of inputs and outputs, attributes
  type,              // element types and shapes that contradict a definition or a declaration
  data,              // initializers: dims, sizes, external files
  other,             // what only onnx's own checker found
};
std::string_view name_of(ProblemKind kind);

struct Problem {
  std::string graph;  // Graph::path()
  std::string node;   // its name; empty when unnamed or when no node is at fault
  std::string op;     // operator, with its domain unless default
  std::string value;
  std::string reason;
  std::string remedy;
  ProblemKind kind = ProblemKind::structure;
};

// Empty when the model is valid. Types are judged as far as Value::inferred() is set: run shape
// inference before. Reads no weights; asks the file system for the size of external data files.
// Never throws for what a model holds. Linear in the model's size.
std::vector<Problem> check_model(const ir::Model& model);

}  // namespace opsmith::schema
