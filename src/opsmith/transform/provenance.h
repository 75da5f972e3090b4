// Where a node that stands for several came from: metadata of the merged node.
#pragma once

#include "opsmith/ir/node.h"

namespace opsmith::transform {

// `to` does the work of `from` in another form: it takes over its metadata.
void copy_provenance(const ir::Node& from, ir::Node& to);

// `kept` is about to take over the work of `absorbed`, which will vanish. Its "namespace" becomes
// the common leading part of both ("a/b/c" and "a/b/d" give "a/b"), and "opsmith.merged_from" lists
// the nodes that it stands for, by label, in order of execution. Other metadata of `kept` stays.
// Nothing happens when neither node has metadata: then the model does not track where nodes come
// from, and its IR version may have no place for it.
void merge_provenance(ir::Node& kept, const ir::Node& absorbed);

}  // namespace opsmith::transform
