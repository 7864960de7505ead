// The recorded calls of an adopted routine, as `ladder record` keeps them: calls/index.json and
// .npy files.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

enum class ValueKind { real, complex, whole, text };  // `whole`: integers and logicals

// One argument, component or variable of one call. Data are in Fortran's order.
struct RecordedValue {
  std::string name;
  ValueKind kind = ValueKind::whole;
  std::size_t element = 0;  // [B] of one; of a complex number both parts
  std::size_t wide = 0;     // [B] of one in the next precision; `element` where there is none
  bool quad = false;        // binary128, where 16 bytes are not an x87 number
  bool there = false;       // an absent one has no data
  bool in = false, out = false;
  bool varied = false;  // a real scalar that draws vary, as `ladder record` found
  int rank = 0;
  std::array<std::int64_t, 7> lower{}, extent{};
  std::array<std::int64_t, 7> longest{};  // extents, in any of the recorded calls
  std::vector<std::byte> input;  // what it holds before the call; empty where `in` is false
  // The largest of each component after the call, of an array of numbers that is read and written.
  std::vector<long double> largest_output;
  std::size_t storage = 0;          // which memory of the call it is in
  std::size_t at = 0, wide_at = 0;  // [B] where it begins there; as wide

  std::size_t elements() const;
  std::size_t bytes() const { return elements() * element; }
  bool only_read() const { return in && !out; }
  // What it holds counts neither before a call nor after it.
  bool scratch() const { return !in && !out; }
  // "u(3,-1)": Fortran's designator of an element.
  std::string designator(std::size_t index) const;
};

// Memory of one or, where arguments share it in the program, several values.
struct Storage {
  std::string name;
  std::size_t bytes = 0, wide_bytes = 0;
  bool in = false;  // some value in it holds something before the call
};

struct RecordedCall {
  int number = 0;  // from 1, as the program made them
  std::vector<RecordedValue> values;
  std::vector<Storage> storages;
};

// Reads the calls of a ladder's folder; `kinds`: name -> "float64", of what was adopted; `scale`:
// as enlarge takes it, or null. Throws FileError.
std::vector<RecordedCall> read_calls(const std::string &folder, const Json &index,
                                     const Json &kinds, const Json &scale);
Json read_index(const std::string &folder);

// A recorded call that is made larger along one axis, as [scale] of ladder.toml says.

// `scale`: {"axis": "klon", "to": 65536, "axes": {"pt": [0], ...}, "lengths": ["klon", "kfdia"]}.
// Along the axes of the values, their elements repeat; the lengths become `to`. Throws FileError
// where the call is larger already, and where memory does not hold it.
void enlarge(RecordedCall &, const Json &scale);
// Whether it makes this value larger.
bool enlarges(const Json &scale, const RecordedValue &);

}  // namespace ladder
