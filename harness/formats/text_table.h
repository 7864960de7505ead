// Numbers as text, by the rules of NumPy's and pandas' readers: a byte order mark, comments, one
// heading, a line of units, quotes, `nan`; separators are commas, semicolons, or spaces and tabs.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// What a heading says of a column: "Depth (m)" is the name "depth" in the unit "m".
struct TextColumn {
  std::string name, unit;
};

// A line of words above the numbers: the heading, or a comment.
struct TextHeading {
  std::string text;  // as in the file, cut where it is long
  std::vector<TextColumn> columns;
};

struct TextTable {
  std::size_t width = 0;              // numbers a line
  std::vector<double> numbers;        // line after line; NaN where the file says so
  std::vector<int> lines;             // their numbers in the file
  std::vector<TextHeading> headings;  // from the first to the last
};

// Throws FileError that names the line.
TextTable read_text_table(const std::string &path);

}  // namespace ladder
