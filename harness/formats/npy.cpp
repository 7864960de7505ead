// NumPy: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/grid.h"

namespace ladder {
namespace {

struct Header {
  std::string type;
  std::vector<std::string> fields;  // of an array of records
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// The value of 'key': in the dictionary, without leading spaces.
std::optional<std::string> behind(const std::string &dictionary, const std::string &key) {
  const auto at = dictionary.find("'" + key + "'");
  if (at == std::string::npos) return std::nullopt;
  const auto colon = dictionary.find(':', at);
  if (colon == std::string::npos) return std::nullopt;
  const auto begin = dictionary.find_first_not_of(' ', colon + 1);
  if (begin == std::string::npos) return std::nullopt;
  return dictionary.substr(begin);
}

// "[('vp', '<f4'), ('vs', '<f4')]": vp and vs.
std::vector<std::string> names_of_fields(const std::string &type) {
  std::vector<std::string> names;
  const std::string list = type.substr(0, type.find(']'));
  for (std::size_t at = 0; (at = list.find("('", at)) != std::string::npos;) {
    const std::size_t end = list.find('\'', at += 2);
    if (end == std::string::npos) break;
    names.push_back(list.substr(at, end - at));
  }
  return names;
}

std::optional<Header> parse(const std::string &dictionary) {
  Header header;
  const auto type = behind(dictionary, "descr"), order = behind(dictionary, "fortran_order"),
             shape = behind(dictionary, "shape");
  if (!type || !order || !shape || type->size() < 2 || (*shape)[0] != '(') return std::nullopt;
  if ((*type)[0] == '[')
    header.fields = names_of_fields(*type);
  else
    header.type = type->substr(1, type->find((*type)[0], 1) - 1);
  if (order->starts_with("True"))
    header.fortran_order = true;
  else if (!order->starts_with("False"))
    return std::nullopt;
  const auto end = shape->find(')');
  if (end == std::string::npos) return std::nullopt;
  const std::string inside = shape->substr(1, end - 1);
  for (std::size_t at = 0; at < inside.size();) {
    // Python 2 wrote its long numbers with an L.
    const bool is_long = inside[at] == 'L' && at > 0 && std::isdigit(inside[at - 1]);
    if (inside[at] == ' ' || inside[at] == ',' || is_long) {
      ++at;
      continue;
    }
    std::int64_t n = 0;
    const auto [next, problem] =
        std::from_chars(inside.data() + at, inside.data() + inside.size(), n);
    if (problem != std::errc() || n < 0) return std::nullopt;
    header.shape.push_back(n);
    at = static_cast<std::size_t>(next - inside.data());
  }
  return header;
}

struct ValueReader {
  std::uint64_t width;  // [B]
  float (*value_at)(const char *, bool big);
};

template <typename T>
constexpr ValueReader reader_of = {sizeof(T), [](const char *at, bool big) {
                                     return static_cast<float>(number_from<T>(at, big));
                                   }};

// By NumPy's names, behind the byte order.
const std::map<std::string, ValueReader> value_readers = {
    {"f4", reader_of<float>},        {"f8", reader_of<double>},
    {"i1", reader_of<std::int8_t>},  {"u1", reader_of<std::uint8_t>},
    {"i2", reader_of<std::int16_t>}, {"u2", reader_of<std::uint16_t>},
    {"i4", reader_of<std::int32_t>}, {"u4", reader_of<std::uint32_t>}};

}  // namespace

Grid read_npy(const std::string &path) {
  const std::string bytes = read_file(path);
  const auto broken = [&](const std::string &why) { return unusable_grid(path, ".npy", why); };
  if (bytes.size() < 10 || bytes.compare(0, 6, "\x93NUMPY") != 0)
    throw broken(bytes.empty() ? "it is empty"
                               : "it does not begin with the magic bytes of the format");
  const int version = bytes[6];
  if (version != 1 && version != 2)
    throw broken(fmt::format("its format version is {}, but only 1 and 2 are read", version));
  const std::size_t prefix = version == 1 ? 10 : 12;
  if (bytes.size() < prefix) throw broken("its header is truncated");
  const std::size_t length = version == 1 ? number_from<std::uint16_t>(bytes.data() + 8, false)
                                          : number_from<std::uint32_t>(bytes.data() + 8, false);
  if (length > bytes.size() - prefix) throw broken("its header is truncated");
  const auto header = parse(bytes.substr(prefix, length));
  if (!header) throw broken("its header cannot be parsed");
  if (std::ranges::count(header->shape, 0) > 0)
    throw broken(
        fmt::format("its shape is {}, so it holds no value", fmt::join(header->shape, " x ")));
  if (!header->fields.empty())
    throw broken(fmt::format("its values are records of {}: save one of them, as array['{}']",
                             fmt::join(header->fields, ", "), header->fields[0]));
  if (header->shape.empty())
    throw broken("it is one number (shape ()), and a model has two or three axes");
  const std::string &type = header->type;
  const auto reader = value_readers.find(type.substr(std::min<std::size_t>(1, type.size())));
  if (reader == value_readers.end() || std::string("<>|").find(type[0]) == std::string::npos)
    throw broken(fmt::format(
        "its values are '{}', but only floats of 4 and 8 bytes and integers of 1, 2 and "
        "4 bytes are read: save it with .astype('float32')",
        type));
  const bool big = type[0] == '>';
  const auto [width, value_at] = reader->second;
  const std::uint64_t data_bytes = bytes.size() - prefix - length, count = data_bytes / width;
  Grid grid;
  for (std::int64_t n : header->shape) grid.axes.push_back({'?', n, 0, 0});
  if (cells_up_to(grid.axes, count) != count || data_bytes % width != 0)
    throw broken(fmt::format("its header announces {} values, but {} bytes follow",
                             fmt::join(header->shape, " x "), data_bytes));
  grid.values.resize(count);
  const char *data = bytes.data() + prefix + length;
  for (std::size_t i = 0; i < count; ++i) grid.values[i] = value_at(data + width * i, big);
  if (header->fortran_order) {  // the last index is the slowest
    std::vector<std::size_t> turned;
    for (std::size_t i = grid.axes.size(); i-- > 0;) turned.push_back(i);
    std::ranges::reverse(grid.axes);
    grid = with_axes(grid, turned);
  }
  // Axes of one cell, as a batch of one has them.
  while (grid.axes.size() > 2) {
    const auto one = std::ranges::find(grid.axes, 1, &Axis::cells);
    if (one == grid.axes.end()) break;
    grid.axes.erase(one);
  }
  return grid;
}

std::string npy_bytes(const Grid &grid) {
  std::vector<std::int64_t> cells;
  for (const Axis &axis : grid.axes) cells.push_back(axis.cells);
  // A tuple of one has its comma, longer ones have none at their end: as NumPy writes them.
  const std::string shape =
      fmt::format("{}{}", fmt::join(cells, ", "), cells.size() == 1 ? "," : "");
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", shape);
  const std::size_t prefix = 10, line = 64;
  header.append(line - 1 - (prefix + header.size()) % line, ' ');
  header += '\n';
  std::string bytes = std::string("\x93NUMPY\x01", 7) + '\0';
  append_little(bytes, static_cast<std::uint16_t>(header.size()));
  return bytes + header + raw_bytes(grid);
}

}  // namespace ladder
