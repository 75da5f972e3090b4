// NumPy's .npz and .npy files, read and written without NumPy.
//
// Element types that NumPy lacks travel as the unsigned integer of their width: bfloat16 as '<u2';
// the 8-bit floats as
// '|u1'; 4- and 2-bit types as '|u1' or '|i1' with one element a byte. The reader gives what the
// file says; fit_to_type turns it into what a model asks for.
#pragma once

#include <string>

#include "opsmith/runtime/array.h"

namespace opsmith::runtime {

// Arrays in the order of the archive. Throws Error(missing_file | malformed | limit | unsupported)
// naming file and entry. Hostile archives are refused before memory is taken for what they claim to
// hold.
NamedArrays read_npz(const std::string& path);
// Tensors only (throws Error(unsupported) for other kinds); stored without compression. Atomic: a
// temporary file renamed.
void write_npz(const std::string& path, const NamedArrays& arrays);

// One .npy image. `name` is for messages.
Array parse_npy(ByteView bytes, const std::string& name);
std::string format_npy(const Array& array);

// Turns the array into elements of `type` when that changes no value: the unsigned stand-ins
// described above, float64 to float32 and int64 to narrower integers when every element is
// representable; false (array untouched) otherwise.
bool fit_to_type(Array& array, ir::DataType type);

}  // namespace opsmith::runtime
