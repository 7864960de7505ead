// Lines of JSON, and the float32 values that a line announces, over two descriptors.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "harness/base/json.h"

namespace ladder {

class Conversation {
 public:
  Conversation(int in, int out) : in_(in), out_(out) {}

  // Each is false, or nothing, when the other side is gone or speaks no JSON.
  bool say(const Json &);
  bool say_values(const float *, std::size_t count);
  std::optional<Json> hear();
  bool hear_values(float *, std::size_t count);

 private:
  bool write_all(const char *, std::size_t bytes);
  bool read_more();

  int in_, out_;
  std::string received_;
};

}  // namespace ladder
