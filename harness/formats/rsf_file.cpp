#include "harness/formats/rsf_file.h"

#include <algorithm>
#include <filesystem>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

using Words = std::map<std::string, std::string>;

const std::string packed_mark = "\014\014\004";  // between header and data of one file

// Words that are no key=value are history, and left out. `open_quote`: the text ends within a
// quoted word.
Words words_of_header(const std::string &header, bool &open_quote) {
  Words words;
  open_quote = false;
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
    open_quote = quote != 0;
    if (equals != std::string::npos && equals > 0)
      words[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return words;
}

std::vector<float> read_text(const RsfHeader &header, std::string_view data, std::uint64_t count) {
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
      throw header.broken(fmt::format("value {} of its data is not a number", values.size() + 1));
    values.push_back(static_cast<float>(value));
    at = next;
  }
  if (values.size() != count)
    throw header.broken(
        fmt::format("its header announces {} values, but its data holds {}", count, values.size()));
  return values;
}

std::vector<float> read_bytes(const RsfHeader &header, const char *data, std::uint64_t bytes,
                              std::uint64_t count, bool big) {
  if (bytes % 4 != 0 || bytes / 4 != count)
    throw header.broken(
        fmt::format("its header announces {} values of 4 bytes, but its data has {} bytes",
                    count > bytes ? "more" : fmt::format("{}", count), bytes));
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = number_from<float>(data + 4 * i, big);
  return values;
}

}  // namespace

RsfHeader::RsfHeader(const std::string &text, std::string path) : path_(std::move(path)) {
  bool open_quote = false;
  words_ = words_of_header(text, open_quote);
  if (open_quote) throw broken("its header ends within a quoted word, so it was truncated");
}

std::string RsfHeader::word(const std::string &key, const std::string &preset) const {
  const auto found = words_.find(key);
  return found == words_.end() ? preset : found->second;
}

std::int64_t RsfHeader::cells(int axis) const {
  const auto count = number<std::int64_t>(fmt::format("n{}", axis), 1);
  if (count < 1) throw broken(fmt::format("n{}={}: it must be at least 1", axis, count));
  return count;
}

RsfFile::RsfFile(const std::string &path)
    : path_(path), bytes_(read_file(path)), end_(bytes_.find(packed_mark)),
      header_(bytes_.substr(0, end_), path) {
  if (end_ == std::string::npos) refuse_cut_text(bytes_, "header");
}

// Of a truncated word or number the rest may be one as well.
void RsfFile::refuse_cut_text(std::string_view text, const char *what) const {
  if (!text.empty() && text.back() != '\n')
    throw header_.broken(
        fmt::format("the last line of its {0} has no end, as that of a truncated file: complete "
                    "the {0}, or add "
                    "the end of the line",
                    what));
}

std::vector<float> RsfFile::values(const std::vector<Axis> &axes) const {
  const std::string in = header_.word("in"), format = header_.word("data_format");
  if (in.empty()) throw header_.broken("it has no 'in=', so the place of its data is unknown");
  if (format.empty())
    throw header_.broken(
        "it does not state its data_format (native_float, xdr_float and ascii_float are read): add "
        "data_format=\"native_float\" (this machine's byte order) or data_format=\"xdr_float\" "
        "(big-endian) to the header");
  const bool text = format == "ascii_float", big = format == "xdr_float";
  if (!text && !big && format != "native_float")
    throw header_.broken(fmt::format(
        "its data_format is '{}', but only native_float, xdr_float and ascii_float are read",
        format));
  if (!text && header_.number<int>("esize", 4) != 4)
    throw header_.broken("'esize' is not 4, the bytes of a value of its data_format");
  std::string elsewhere;
  std::string_view data;
  if (in == "stdin") {
    if (end_ == std::string::npos)
      throw header_.broken("'in=stdin' says that its data follows the header, but none follows");
    data = std::string_view(bytes_).substr(end_ + packed_mark.size());
  } else {
    elsewhere = read_file((fs::path(path_).parent_path() / in).string());
    data = elsewhere;
  }
  const std::uint64_t count = cells_up_to(axes, data.size());
  if (!text) return read_bytes(header_, data.data(), data.size(), count, big);
  // A number takes two characters at least, so a file cannot hold more than half as many.
  if (count > data.size())
    throw header_.broken("its header announces more values than its data has bytes");
  refuse_cut_text(data, "data");
  return read_text(header_, data, count);
}

std::string length_unit_of(std::string text) {
  text = lower(text);
  const auto is_one_of = [&](std::initializer_list<const char *> words) {
    return std::ranges::find(words, text) != words.end();
  };
  if (is_one_of({"m", "metre", "meter", "metres", "meters"})) return "m";
  if (is_one_of({"km", "kilometre", "kilometer", "kilometres", "kilometers"})) return "km";
  return is_one_of({"ft", "foot", "feet"}) ? "ft" : "";
}

double metres_of(const std::string &unit) {
  const std::string plain = unit.empty() ? "m" : length_unit_of(unit);
  return plain == "m" ? 1 : plain == "km" ? 1000 : plain == "ft" ? 0.3048 : 0;
}

std::string rsf_plain(std::string word) {
  for (char &c : word)
    if (c == '"' || static_cast<unsigned char>(c) < ' ') c = ' ';
  return word;
}

std::string rsf_whole(const std::string &header, const std::vector<float> &values) {
  std::string bytes = "# written by ladder\n" + header +
                      "esize=4 type=float data_format=\"native_float\" in=\"stdin\"\n" +
                      packed_mark;
  bytes.reserve(bytes.size() + 4 * values.size());
  for (const float value : values) append_little(bytes, value);
  return bytes;
}

}  // namespace ladder
