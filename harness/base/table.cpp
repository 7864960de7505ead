#include "harness/base/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>

namespace ladder {
namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::size_t columns_of_output() {
  if (const int columns = std::atoi(variable("COLUMNS").c_str()); columns > 0)
    return static_cast<std::size_t>(columns);
  winsize size{};
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
  return 0;
}

// Columns between columns; letters that a column keeps that is cut or wrapped.
constexpr std::size_t gap = 2, least_cut = 24;

std::string cut_off(const std::string &text, std::size_t room) {
  if (letters(text) <= room) return text;
  std::size_t bytes = 0;
  for (std::size_t seen = 0; bytes < text.size(); ++bytes)
    if ((static_cast<unsigned char>(text[bytes]) & 0xc0) != 0x80 && seen++ == room - 3) break;
  return text.substr(0, bytes) + "...";
}

// The lines of a cell: one, unless it is wrapped.
std::vector<std::string> lines_of(const std::string &cell, const Table::Column &column,
                                  std::size_t width) {
  if (!column.wrap || letters(cell) <= width) return {cut_off(cell, width)};
  std::vector<std::string> lines;
  std::istringstream all(wrapped(cell, width));
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

std::string painted(const std::string &text, Table::Paint paint) {
  const char *code = paint == Table::Paint::good  ? "32"
                     : paint == Table::Paint::bad ? "33"
                                                  : "1;31";
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace

Screen screen(bool wide) {
  const bool coloured = isatty(STDOUT_FILENO) && variable("TERM") != "dumb";
  return {wide ? 0 : columns_of_output(),
          variable("NO_COLOR").empty() && (coloured || variable("CLICOLOR_FORCE") == "1")};
}

std::string wrapped(const std::string &words, std::size_t width, const std::string &indent) {
  if (width == 0) return words;
  std::string lines, line;
  std::istringstream all(words);
  for (std::string word; all >> word;) {
    if (!line.empty() && letters(line) + 1 + letters(word) > width) {
      lines += line + "\n";
      line = indent + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return lines + line;
}

std::size_t letters(const std::string &text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](unsigned char c) { return (c & 0xc0) != 0x80; }));
}

std::vector<std::size_t> Table::natural_widths() const {
  std::vector<std::size_t> widths;
  for (const Column &column : columns_) widths.push_back(letters(column.title));
  for (const Row &row : rows_)
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], letters(row.cells[i]));
  return widths;
}

std::vector<std::size_t> Table::longest_words() const {
  std::vector<std::size_t> longest(columns_.size());
  for (const Row &row : rows_)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      std::istringstream words(row.cells[i]);
      for (std::string word; words >> word;) longest[i] = std::max(longest[i], letters(word));
    }
  return longest;
}

std::string Table::text(const Screen &screen) const {
  std::vector<std::size_t> widths = natural_widths(), shown(columns_.size());
  std::iota(shown.begin(), shown.end(), 0);
  std::erase_if(shown, [&](std::size_t i) { return columns_[i].title.empty(); });
  const std::vector<std::size_t> words = longest_words();
  const auto least = [&](std::size_t i) {
    if (columns_[i].wrap) return std::min(widths[i], std::max(least_cut, words[i]));
    return columns_[i].cut ? std::min(widths[i], least_cut) : widths[i];
  };
  const auto width_of = [&](auto width) {
    std::size_t sum = gap * (shown.size() - 1);
    for (const std::size_t i : shown) sum += width(i);
    return sum;
  };
  std::vector<std::size_t> left_out;
  while (screen.width && width_of(least) > screen.width) {
    const auto last =
        std::ranges::max_element(shown, {}, [&](std::size_t i) { return columns_[i].rank; });
    if (columns_[*last].rank == 0) break;
    left_out.push_back(*last);
    shown.erase(last);
  }
  if (screen.width) {
    std::size_t needed = width_of(least);
    for (const std::size_t i : shown) {
      if (!columns_[i].cut && !columns_[i].wrap) continue;
      const std::size_t room = screen.width > needed ? screen.width - needed : 0;
      const std::size_t width = std::min(widths[i], least(i) + room);
      needed += width - least(i);
      widths[i] = width;
    }
  }

  std::string text;
  const auto line = [&](const auto &cell_of, const std::map<std::size_t, Paint> &paints) {
    std::string out, spaces;
    for (const std::size_t i : shown) {
      const std::string cell = cell_of(i);
      const std::string room(widths[i] - letters(cell), ' ');
      if (columns_[i].align == Align::right) spaces += room;
      if (!cell.empty()) {
        const auto paint = paints.find(i);
        out += spaces +
               (screen.colours && paint != paints.end() ? painted(cell, paint->second) : cell);
        spaces.clear();
      }
      if (columns_[i].align == Align::left) spaces += room;
      spaces += std::string(gap, ' ');
    }
    text += out + "\n";
  };
  line([&](std::size_t i) { return columns_[i].title; }, {});
  line([&](std::size_t i) { return std::string(widths[i], '-'); }, {});
  for (const Row &row : rows_) {
    std::vector<std::vector<std::string>> lines(columns_.size());
    std::size_t height = 1;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      lines[i] = lines_of(row.cells[i], columns_[i], widths[i]);
      height = std::max(height, std::ranges::count(shown, i) ? lines[i].size() : 1);
    }
    for (std::size_t k = 0; k < height; ++k)
      line([&](std::size_t i) { return k < lines[i].size() ? lines[i][k] : std::string(); },
           row.paints);
  }
  if (!left_out.empty()) {
    std::ranges::sort(left_out);
    std::vector<std::string> hidden;
    for (const std::size_t i : left_out) hidden.push_back(columns_[i].title);
    text +=
        wrapped(fmt::format("--wide shows also: {}", fmt::join(hidden, ", ")), screen.width, "  ") +
        "\n";
  }
  return text;
}

std::string seconds_text(double seconds) {
  const auto three = [](double value, const char *unit) {
    return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
  };
  if (seconds >= 1) return three(seconds, "s");
  if (seconds >= 1e-3) return three(seconds * 1e3, "ms");
  return three(seconds * 1e6, "us");
}

}  // namespace ladder
