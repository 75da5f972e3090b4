#include "opsmith/shape/inference.h"

#include "opsmith/shape/engine.h"

namespace opsmith::shape {

Inference::Inference(ir::Model& model) : engine_(std::make_unique<Engine>(model)) {}
Inference::~Inference() = default;

void Inference::run() { engine_->run(); }
void Inference::update(ir::Node& node) { engine_->update(node); }
void Inference::forget(const ir::Value* value) { engine_->forget(value); }
const std::vector<Inference::Complaint>& Inference::complaints() const {
  return engine_->complaints();
}

const ir::TypePtr& Inference::type(const ir::Value* value) const { return value->inferred(); }

const ir::Shape* Inference::shape(const ir::Value* value) const {
  const ir::TypePtr& known = value->inferred();
  return known && known->is_tensor() && known->shape ? &*known->shape : nullptr;
}

const std::vector<ir::Dim>* Inference::elements(const ir::Value* value) const {
  return engine_->elements(value);
}

}  // namespace opsmith::shape
