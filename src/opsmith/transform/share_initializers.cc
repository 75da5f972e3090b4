// Initializers with the same type, dims and elements become one, in one graph and from a nested
// graph to one around it.
//
// A default that the caller may override is neither shared nor replaced. A body's direct output
// stays an own value of the body. Weights are not read to find that they differ: see
// tensor_identity.h; those whose type and dims occur once are not looked at at all.
#include <unordered_map>

#include "opsmith/base/hash.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/scoped_index.h"
#include "opsmith/transform/tensor_identity.h"

namespace opsmith::transform {
namespace {

std::uint64_t hash_form(const ir::Tensor& tensor) {
  auto hash = static_cast<std::uint64_t>(tensor.type());
  for (const std::int64_t dim : tensor.dims())
    hash = hash_combine(hash, static_cast<std::uint64_t>(dim));
  return hash;
}

class ShareInitializers : public ModelPass {
 public:
  std::string_view name() const override { return "share_initializers"; }
  std::string_view doc() const override {
    return "Equal initializers become one, also across nested graphs.";
  }

  std::size_t run(PassContext& context) const override {
    std::unordered_map<std::uint64_t, std::size_t> forms;
    ir::walk_graphs(context.model.graph(), [&forms](ir::Graph& graph) {
      for (const ir::Value& value : graph.initializers()) ++forms[hash_form(*value.initializer())];
    });
    ScopedIndex<ir::Value*> visible;
    return share(context.model.graph(), forms, visible, context);
  }

 private:
  std::size_t share(ir::Graph& graph, const std::unordered_map<std::uint64_t, std::size_t>& forms,
                    ScopedIndex<ir::Value*>& visible, PassContext& context) const {
    const std::size_t mark = visible.mark();
    std::size_t applied = 0;
    for (ir::Value& value : graph.initializers()) {
      if (value.is_input() || !value.has_uses()) continue;
      const ir::Tensor& tensor = *value.initializer();
      if (forms.at(hash_form(tensor)) < 2) continue;
      const auto fingerprint = tensor_fingerprint(tensor);
      if (!fingerprint) continue;
      ir::Value* same = visible.find(*fingerprint, [&](const ir::Value* other) {
        return is_same_tensor(*other->initializer(), tensor);
      });
      if (!same) {
        visible.add(*fingerprint, &value);
      } else if (context.rewriter.can_replace(&value, same) &&
                 context.rewriter.begin(name(), value.name())) {
        context.rewriter.replace(&value, same);
        ++applied;
      }
    }
    for (ir::Node& node : graph.nodes()) {
      for (ir::Graph* nested : node.graphs()) applied += share(*nested, forms, visible, context);
    }
    visible.forget_since(mark);
    return applied;
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_share_initializers() {
  return std::make_unique<ShareInitializers>();
}

}  // namespace opsmith::transform
