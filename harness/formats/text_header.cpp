#include <fmt/format.h>

#include <vector>

#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

constexpr std::size_t lines = 40, card_length = 80, room = 76;  // "C 1 " takes four
// The description takes the lines before; this one is how we know our own files again.
constexpr std::size_t own_lines = 31;
const std::string mark = "Written by ladder: ";
const std::string values_are = "Values: ";
const std::string shortened = "(the description continues: it did not fit)";

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<std::string> wrapped(const std::string &description) {
  std::vector<std::string> all(1);
  for (char c : description) {
    if (c == '\n') {
      all.emplace_back();
      continue;
    }
    if (all.back().size() == room) all.emplace_back();
    all.back() += c >= ' ' && c <= '~' ? c : '?';
  }
  for (std::string &line : all) line = without_trailing_spaces(line);
  while (!all.empty() && all.back().empty()) all.pop_back();
  if (all.size() > own_lines) {
    all.resize(own_lines);
    all.back() = shortened;
  }
  all.resize(own_lines);
  return all;
}

std::vector<std::string> about(const Traces &traces) {
  std::string values = values_are + (traces.model ? traces.quantity : "pressure");
  if (!traces.unit.empty()) values += " [" + traces.unit + "]";
  values = wrapped(values)[0];
  if (traces.model)
    return {mark + "a model on a grid, not a recording",
            values,
            "A trace is a column: sample 1 is the top, samples go down.",
            "Sample interval (bytes 3217, 117): depth step in thousandths of a metre.",
            "Receiver x, y (bytes 81, 85) are the column's place [m]; scalar in byte 71.",
            "",
            ""};
  return {mark + "a shot gather",
          values,
          "Sample interval in microseconds; first sample: byte 109 [ms].",
          "Source: depth byte 49, x 73, y 77. Receiver: x 81, y 85 [m].",
          "Receiver depth: byte 41 as an elevation, so negative below the top [m].",
          "Scalars: byte 69 for depths, byte 71 for x and y. Offset: byte 37 [m].",
          "Depths count from the top of the model."};
}

}  // namespace

std::string text_header(const Traces &traces) {
  std::vector<std::string> all = wrapped(traces.description);
  for (const std::string &line : about(traces)) all.push_back(line);
  all.push_back("SEG Y REV1");
  all.push_back("END TEXTUAL HEADER");
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += fmt::format("C{:2} {:<{}}", i + 1, all[i], room);
  return text;
}

bool read_text_header(const std::string &text, Traces &traces) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line = text.substr(i * card_length, card_length);
    for (char &c : line)
      if (c < ' ' || c > '~') c = ' ';
    // "C 1 ", "C01 ", "C 1": four columns that count.
    if (line[0] == 'C') line.erase(0, 4);
    all.push_back(without_trailing_spaces(line));
  }
  const bool own = all[own_lines].starts_with(mark);
  if (own) {
    const std::string &values = all[own_lines + 1];
    if (values.starts_with(values_are)) {
      const auto bracket = values.find(" [");
      traces.quantity = values.substr(
          values_are.size(), bracket == std::string::npos ? bracket : bracket - values_are.size());
      if (bracket != std::string::npos && values.ends_with("]"))
        traces.unit = values.substr(bracket + 2, values.size() - bracket - 3);
    }
    all.resize(own_lines);
  } else {
    while (!all.empty() &&
           (all.back().empty() || all.back().starts_with("END ") ||
            all.back().starts_with("SEG Y REV") || all.back().starts_with("SEG-Y REV")))
      all.pop_back();
  }
  while (!all.empty() && all.back().empty()) all.pop_back();
  for (std::size_t i = 0; i < all.size(); ++i) traces.description += (i ? "\n" : "") + all[i];
  return own;
}

}  // namespace ladder
