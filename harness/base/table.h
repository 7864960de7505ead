// A table of words on standard output, its columns as wide as they need to be.
#pragma once
#include <string>
#include <vector>

namespace ladder {

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// 1.234 s, 5.67 ms, 89.0 us: three significant digits.
std::string seconds_text(double seconds);

}  // namespace ladder
