#include "harness/base/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {
namespace {

// Letters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t width(const std::string &text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const Column &column : columns_) widths.push_back(width(column.title));
  for (const auto &row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  const auto line = [&](const auto &cell_of) {
    std::string out;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string cell = cell_of(i);
      const std::string room(widths[i] - width(cell), ' ');
      out += columns_[i].align == Align::right ? room + cell : cell + room;
      out += "  ";
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  };
  line([&](std::size_t i) { return columns_[i].title; });
  line([&](std::size_t i) { return std::string(widths[i], '-'); });
  for (const auto &row : rows_)
    line([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
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
