#include "harness/formats/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>

#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/rsf_file.h"

namespace ladder {
namespace {

const std::string blanks = " \t\f\v", comment_marks = "#%!";

std::string trimmed(const std::string &text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The beginning of a line, as a message can hold it: the file may not be text at all.
std::string beginning_of(std::string line) {
  line.resize(std::min<std::size_t>(line.size(), 60));
  for (char &c : line)
    if (c < ' ' || c > '~') c = '?';
  return line;
}

// Ends of lines are those of Unix, Windows and old Macs.
std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
    if (end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n') ++at;
  }
  return lines;
}

// Where a character is outside of quotes and brackets.
std::size_t find_bare(const std::string &text, const std::string &wanted, std::size_t from = 0) {
  char quote = 0;
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (quote) {
      quote = c == quote ? 0 : quote;
      continue;
    }
    if (depth == 0 && wanted.find(c) != std::string::npos) return i;
    if (c == '"') quote = c;
    depth += (c == '(' || c == '[') - ((c == ')' || c == ']') && depth > 0);
  }
  return std::string::npos;
}

// Not that of "-1.#IND", an old NaN.
std::size_t find_comment(const std::string &line) {
  std::size_t at = find_bare(line, "#");
  while (at != std::string::npos && at > 0 &&
         (blanks + ",;").find(line[at - 1]) == std::string::npos)
    at = find_bare(line, "#", at + 1);
  return at;
}

std::string without_quotes(const std::string &field) {
  const std::string plain = trimmed(field);
  const bool quoted = plain.size() > 1 && (plain[0] == '"' || plain[0] == '\'');
  return quoted && plain.back() == plain[0] ? trimmed(plain.substr(1, plain.size() - 2)) : plain;
}

// By semicolons, else by commas, else by `space`; several spaces are one separator.
std::vector<std::string> fields_of(const std::string &line, const std::string &space) {
  std::string separator = space;
  for (const char *mark : {",", ";"})
    if (find_bare(line, mark) != std::string::npos) separator = mark;
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(find_bare(line, separator, at), line.size());
    const std::string field = without_quotes(line.substr(at, end - at));
    const bool last = end == line.size();
    // A separator at the end of a line begins no field.
    if (!field.empty() || (separator != space && !last)) fields.push_back(field);
    at = end + 1;
  }
  return fields;
}

std::optional<double> number_of(const std::string &field) {
  std::string text = lower(field);
  for (const char *word : {"na", "n/a", "null", "none", "<na>", "-nan"})
    if (text == word) return std::numeric_limits<double>::quiet_NaN();
  if (text.starts_with("+") && text.find_first_of("+-", 1) != 1) text.erase(0, 1);
  // Fortran's exponent: 1.5D+03.
  if (const auto d = text.find('d'); d != std::string::npos && d > 0) text[d] = 'e';
  double value = 0;
  return is_number(text, value) ? std::optional(value) : std::nullopt;
}

bool is_unit(const std::string &text) {
  return !text.empty() && (metres_of(text) != 0 || velocity_unit(text));
}

// "Depth (m)", "vp [km/s]", "x_km": a name and its unit.
TextColumn column_of(const std::string &field) {
  TextColumn column;
  const auto open = field.find_first_of("([");
  if (open != std::string::npos)
    column.unit = trimmed(field.substr(open + 1, field.find_first_of(")]", open) - open - 1));
  std::string name = lower(trimmed(field.substr(0, open)));
  if (const auto bar = name.find_last_of("_ ");
      bar != std::string::npos && column.unit.empty() && is_unit(name.substr(bar + 1))) {
    column.unit = name.substr(bar + 1);
    name.resize(bar);
  }
  std::erase_if(name, [](unsigned char c) { return !std::isalnum(c); });
  column.name = name;
  return column;
}

// In a heading between spaces the unit in brackets belongs to the word before it.
TextHeading heading_of(const std::string &line) {
  std::string text = line;
  const std::string separators = text.find('\t') == std::string::npos ? " " : "\t";
  if (separators == " ")
    for (std::size_t at; (at = std::min(text.find(" ("), text.find(" ["))) != std::string::npos;)
      text.erase(at, 1);
  TextHeading heading{beginning_of(line), {}};
  for (const auto &field : fields_of(text, separators)) heading.columns.push_back(column_of(field));
  return heading;
}

class TextReader {
 public:
  explicit TextReader(std::string path) : path_(std::move(path)) {}

  TextTable read() {
    std::string text = read_file(path_);
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
      throw broken("it is UTF-16 text: save it as UTF-8");
    int number = 0;
    for (const std::string &line : lines_of(text)) take(++number, trimmed(line));
    if (table_.lines.empty()) throw broken("it has no line of numbers");
    return std::move(table_);
  }

 private:
  FileError broken(const std::string &why) const {
    return unusable_grid(path_, ending_of(path_), why);
  }
  FileError bad_line(int number, const std::string &line, const std::string &why) const {
    return broken(fmt::format("line {} {}: '{}'", number, why, beginning_of(line)));
  }

  void take(int number, const std::string &whole) {
    if (whole.empty()) return;
    if (const auto words = whole.find_first_not_of(comment_marks + blanks);
        comment_marks.find(whole[0]) != std::string::npos) {
      if (table_.lines.empty() && words != std::string::npos)
        table_.headings.push_back(heading_of(whole.substr(words)));
      return;
    }
    const std::string line = trimmed(whole.substr(0, find_comment(whole)));
    const auto fields = fields_of(line, blanks);
    std::vector<double> numbers;
    std::size_t words = 0;
    for (const std::string &field : fields) {
      const auto value = number_of(field);
      if (value) numbers.push_back(*value);
      words += !value && !field.empty();
    }
    if (table_.lines.empty() && numbers.empty() && words > 0) return take_heading(number, line);
    if (numbers.size() < fields.size()) throw refused_line(number, line, fields);
    if (table_.width == 0) table_.width = numbers.size();
    if (numbers.size() != table_.width)
      throw broken(fmt::format("line {} has {} numbers, but the lines before it have {}", number,
                               numbers.size(), table_.width));
    table_.numbers.insert(table_.numbers.end(), numbers.begin(), numbers.end());
    table_.lines.push_back(number);
  }

  void take_heading(int number, const std::string &line) {
    TextHeading next = heading_of(line);
    if (has_heading_) {
      auto &columns = table_.headings.back().columns;
      const auto fields = fields_of(line, blanks);
      if (fields.size() != columns.size() || !std::ranges::all_of(fields, is_unit))
        throw bad_line(number, line,
                       "is a second heading, and no line of units: begin it with # if it is a "
                       "comment");
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].unit = fields[i];
      return;
    }
    has_heading_ = true;
    table_.headings.push_back(std::move(next));
  }

  FileError refused_line(int number, const std::string &line,
                         const std::vector<std::string> &fields) const {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].empty())
        return bad_line(number, line, fmt::format("has no value in column {}", i + 1));
      if (number_of(fields[i])) continue;
      std::string point = fields[i];
      std::ranges::replace(point, ',', '.');
      if (point != fields[i] && number_of(point))
        return bad_line(number, line, "has a decimal comma: write numbers with a point");
    }
    return bad_line(number, line, "is not a line of numbers");
  }

  std::string path_;
  TextTable table_;
  bool has_heading_ = false;
};

}  // namespace

TextTable read_text_table(const std::string &path) { return TextReader(path).read(); }

}  // namespace ladder
