// Madagascar's RSF and SEPlib's .H: key=value words, of which the last of a key counts, and an array, here or in another file.
// https://ahay.org/wiki/Guide_to_RSF_file_format
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "harness/case/read_file.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/ending.h"
#include "harness/formats/grid_files.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

using Words = std::map<std::string, std::string>;

const std::string packed_mark = "\014\014\004";  // between header and data of one file
constexpr int most_axes = 9;

// Words that are no key=value are history, and left out.
Words parse(const std::string &header) {
  Words words;
  for (std::size_t at = 0; at < header.size();) {
    if (std::isspace(static_cast<unsigned char>(header[at]))) {
      ++at;
      continue;
    }
    std::string word;
    char quote = 0;
    std::size_t equals = std::string::npos;
    for (; at < header.size(); ++at) {
      const char c = header[at];
      if (quote ? c == quote : (c == '"' || c == '\'') && equals != std::string::npos) {
        quote = quote ? 0 : c;
        continue;
      }
      if (!quote && std::isspace(static_cast<unsigned char>(c))) break;
      if (c == '=' && equals == std::string::npos) equals = word.size();
      word += c;
    }
    if (equals != std::string::npos && equals > 0)
      words[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return words;
}

class Header {
 public:
  Header(const std::string &text, std::string path) : words_(parse(text)), path_(std::move(path)) {}

  FileError broken(const std::string &why) const {
    return unusable_grid(path_, ending_of(path_) == ".h" ? ".H" : ".rsf", why);
  }

  std::string word(const std::string &key, const std::string &preset = "") const {
    const auto found = words_.find(key);
    return found == words_.end() ? preset : found->second;
  }
  template <typename T>
  T number(const std::string &key, T preset) const {
    const std::string text = word(key);
    if (text.empty()) return preset;
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool good = problem == std::errc() && end == text.data() + text.size();
    if constexpr (std::is_floating_point_v<T>) good = good && std::isfinite(value);
    if (!good) throw broken(fmt::format("'{}={}' is no number that can be used", key, text));
    return value;
  }

 private:
  Words words_;
  std::string path_;
};

char name_of(std::string label) {
  for (char &c : label) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto begins = [&](std::initializer_list<const char *> words) {
    for (const char *word : words)
      if (label.starts_with(word)) return true;
    return false;
  };
  if (label == "z" || begins({"depth", "z "})) return 'z';
  if (label == "x" || begins({"x ", "distance", "lateral", "position", "inline"})) return 'x';
  if (label == "y" || begins({"y ", "crossline", "cross-line"})) return 'y';
  return '?';
}

Axis axis_of(const Header &header, int i) {
  Axis axis;
  axis.cells = header.number<std::int64_t>(fmt::format("n{}", i), 1);
  if (axis.cells < 1)
    throw header.broken(fmt::format("n{}={}: it must be at least 1", i, axis.cells));
  axis.name = name_of(header.word(fmt::format("label{}", i)));
  const std::string unit = header.word(fmt::format("unit{}", i));
  const double metres = unit.empty() || unit == "m" ? 1
                        : unit == "km"              ? 1000
                        : unit == "ft"              ? 0.3048
                                                    : 0;
  if (metres == 0 && axis.cells > 1)
    throw header.broken(fmt::format("unit{}={}: a grid has its axes in m, km or ft", i, unit));
  axis.spacing = header.number<double>(fmt::format("d{}", i), 0) * metres;
  axis.origin = header.number<double>(fmt::format("o{}", i), 0) * metres;
  if (axis.spacing < 0)
    throw header.broken(fmt::format("d{} is negative: a grid's spacings are positive", i));
  return axis;
}

std::vector<float> read_text(const Header &header, const std::string &data, std::uint64_t count) {
  std::vector<float> values;
  for (std::size_t at = 0; at < data.size();) {
    if (std::isspace(static_cast<unsigned char>(data[at]))) {
      ++at;
      continue;
    }
    double value = 0;  // a float's own parser would refuse 1e-50, which is 0
    const auto [end, problem] = std::from_chars(data.data() + at, data.data() + data.size(), value);
    const auto next = static_cast<std::size_t>(end - data.data());
    const bool ends = next == data.size() || std::isspace(static_cast<unsigned char>(data[next]));
    if (problem != std::errc() || !ends)
      throw header.broken(fmt::format("value {} of its data is no number", values.size() + 1));
    values.push_back(static_cast<float>(value));
    at = next;
  }
  if (values.size() != count)
    throw header.broken(
        fmt::format("its header promises {} values and its data holds {}", count, values.size()));
  return values;
}

std::vector<float> read_bytes(const Header &header, const char *data, std::uint64_t bytes,
                              std::uint64_t count, bool big) {
  if (bytes % 4 != 0 || bytes / 4 != count)
    throw header.broken(
        fmt::format("its header promises {} values of 4 bytes and its data has {} bytes",
                    count > bytes ? "more" : fmt::format("{}", count), bytes));
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = number_from<float>(data + 4 * i, big);
  return values;
}

}  // namespace

Grid read_rsf(const std::string &path) {
  std::string bytes = read_file(path);
  const std::size_t end = bytes.find(packed_mark);
  const Header header(bytes.substr(0, end), path);
  const std::string in = header.word("in"), format = header.word("data_format");
  if (in.empty()) throw header.broken("no 'in=' says where its data lies");
  if (format.empty())
    throw header.broken(
        "it does not say how its values lie, and native_float, xdr_float and ascii_float are read: "
        "add "
        "data_format=\"native_float\" (this machine's byte order) or data_format=\"xdr_float\" "
        "(big-endian) to the header");
  const bool text = format == "ascii_float", big = format == "xdr_float";
  if (!text && !big && format != "native_float")
    throw header.broken(fmt::format(
        "its values are '{}' (data_format), and native_float, xdr_float and ascii_float are read",
        format));
  if (!text && header.number<int>("esize", 4) != 4)
    throw header.broken("'esize' is not the 4 bytes of its data_format");
  Grid grid;
  for (int i = 1; i <= most_axes; ++i) {
    const Axis axis = axis_of(header, i);
    // Beyond the second axis those of one cell are there for the count alone.
    if (i <= 2 || axis.cells > 1) grid.axes.insert(grid.axes.begin(), axis);
  }
  if (grid.axes.size() == 2 && grid.axes[0].cells == 1 && grid.axes[0].name == '?')
    grid.axes.erase(grid.axes.begin());
  grid.quantity = header.word("label");
  grid.unit = header.word("unit");

  std::size_t first = end + packed_mark.size();
  if (in == "stdin") {
    if (end == std::string::npos)
      throw header.broken("'in=stdin' says that its data follows the header, and none does");
  } else {
    first = 0;
    bytes = read_file((fs::path(path).parent_path() / in).string());
  }
  const std::uint64_t held = bytes.size() - first, count = cells_up_to(grid.axes, held);
  if (text) {
    // A number takes two characters at least, so a file cannot hold more than half as many.
    if (count > held)
      throw header.broken("its header promises more values than its data has bytes");
    grid.values = read_text(header, bytes.substr(first), count);
  } else {
    grid.values = read_bytes(header, bytes.data() + first, held, count, big);
  }
  return grid;
}

std::string rsf_bytes(const Grid &grid) {
  // In one file: `in=` of another is looked for in the folder where a program runs, not beside the header.
  std::string header = "# written by ladder\n";
  const std::vector<char> names = names_of(grid);
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const std::size_t at = grid.axes.size() - 1 - i;  // the fastest comes first
    const Axis &axis = grid.axes[at];
    const char *label = names[at] == 'z' ? "Depth" : names[at] == 'x' ? "X" : "Y";
    header += fmt::format("n{0}={1} o{0}={2} label{0}=\"{3}\" unit{0}=\"m\"", i + 1, axis.cells,
                          axis.origin, label);
    if (axis.spacing > 0) header += fmt::format(" d{}={}", i + 1, axis.spacing);
    header += '\n';
  }
  const auto plain = [](std::string word) {
    for (char &c : word)
      if (c == '"' || static_cast<unsigned char>(c) < ' ') c = ' ';
    return word;
  };
  if (!grid.quantity.empty()) header += fmt::format("label=\"{}\"\n", plain(grid.quantity));
  if (!grid.unit.empty()) header += fmt::format("unit=\"{}\"\n", plain(grid.unit));
  header += "esize=4 type=float data_format=\"native_float\" in=\"stdin\"\n";
  return header + packed_mark + raw_bytes(grid);
}

}  // namespace ladder
