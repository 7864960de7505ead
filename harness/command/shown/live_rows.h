// The rows of a table that is being measured: on a terminal, each is rewritten in its place as its
// samples arrive.
#pragma once
#include <string>
#include <vector>

namespace ladder {

class LiveRows {
 public:
  // The row with this key is new, or now reads so. Nothing is shown where words go to no terminal.
  void show(const std::string &key, const std::string &text);

 private:
  struct Row {
    std::string key, text;
  };
  std::vector<Row> rows_;
  std::size_t said_ = 0;  // lines of others that the program had printed below the rows
};

}  // namespace ladder
