// Type and shape inference over the IR: what can be known about every value of a model without
// running it.
//
// The sources are the declared types of the main graph's inputs, and constants. Recorded value_info
// and the declared types of outputs and of nested graphs' inputs are never believed: they may be
// stale. Whatever is known is set as Value::inferred(), in every graph but function bodies, whose
// values differ from call to call.
//
// What is inferred holds for every run that succeeds. A symbol (dim_param) stands for one size >= 0
// in the whole model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::shape {

class Inference {
 public:
  // Keeps a reference to `model`, which must outlive this.
  explicit Inference(ir::Model& model);
  ~Inference();
  Inference(const Inference&) = delete;
  Inference& operator=(const Inference&) = delete;

  // The whole model. Never throws for what the model holds; nodes that make no sense have outputs
  // of unknown type. Linear in nodes, but for loops, whose bodies are visited until their types
  // settle.
  void run();

  // Infers one node anew (after an edit) and then its readers, as far as something changes. The
  // edited node may be new.
  void update(ir::Node& node);

  // Null when nothing is known.
  const ir::TypePtr& type(const ir::Value* value) const;
  // Null when the value is no tensor or its rank is unknown.
  const ir::Shape* shape(const ir::Value* value) const;
  // Elements of an integer or boolean tensor of rank 0 or 1 with at most 1024 elements, as far as
  // known: each a number, a symbol, or unknown. Null when nothing is known. Valid until the next
  // run, update or forget.
  const std::vector<ir::Dim>* elements(const ir::Value* value) const;

  // To be called before a value is destroyed, and after an initializer's tensor was exchanged.
  void forget(const ir::Value* value);

  // Nodes that contradict their operator's definition, so that outputs are not (fully) known. Of
  // the last run; each node once, in the order of the visit.
  struct Complaint {
    const ir::Node* node;
    std::string reason;
  };
  const std::vector<Complaint>& complaints() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace opsmith::shape
