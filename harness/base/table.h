// A table of words on standard output, its columns as wide as they need to be, and the table no
// wider than the screen.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ladder {

// How standard output is looked at: how wide it is, and whether in colour.

struct Screen {
  std::size_t width = 0;  // columns; 0: no limit
  bool colours = false;
};

// Of standard output: the width of its terminal, or what COLUMNS says; no limit elsewhere, and
// where all is asked for (`wide`). Colours on a terminal, unless NO_COLOR is set or TERM is dumb;
// CLICOLOR_FORCE=1 asks for them anywhere.
Screen screen(bool wide);

// Words in lines of at most that many columns, the second one on with an indent; as they are
// without a limit.
std::string wrapped(const std::string &words, std::size_t width, const std::string &indent = "");

class Table {
 public:
  enum class Align { left, right };
  enum class Paint { good, bad, wrong };
  struct Column {
    std::string title;  // empty: the column is left out
    Align align = Align::left;
    int rank = 0;       // 0: always shown; of the others the largest goes first where room is short
    bool cut = false;   // long words may be cut off, with dots, where room is short
    bool wrap = false;  // words continue in the next line where room is short
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void row(std::vector<std::string> cells, std::map<std::size_t, Paint> paints = {}) {
    rows_.push_back({std::move(cells), std::move(paints)});
  }
  // Names the columns that found no room in a line below, with `--wide`, which shows them.
  std::string text(const Screen &screen = {}) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::map<std::size_t, Paint> paints;
  };
  std::vector<std::size_t> natural_widths() const, longest_words() const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

// Letters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t letters(const std::string &text);

// 1.234 s, 5.67 ms, 89.0 us: three significant digits.
std::string seconds_text(double seconds);

}  // namespace ladder
