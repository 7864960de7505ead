// What every RSF file, and SEPlib's .H, is made of: key=value words, of which the last of a key
// counts, and an array, here or in another file. https://ahay.org/wiki/Guide_to_RSF_file_format
#pragma once
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/formats/ending.h"
#include "harness/formats/grid_files.h"

namespace ladder {

class RsfHeader {
 public:
  RsfHeader(const std::string &text, std::string path);

  FileError broken(const std::string &why) const {
    return unusable_grid(path_, ending_of(path_) == ".h" ? ".H" : ".rsf", why);
  }
  std::string word(const std::string &key, const std::string &preset = "") const;
  template <typename T>
  T number(const std::string &key, T preset) const {
    const std::string text = word(key);
    if (text.empty()) return preset;
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool good = problem == std::errc() && end == text.data() + text.size();
    if constexpr (std::is_floating_point_v<T>) good = good && std::isfinite(value);
    if (!good) throw broken(fmt::format("'{}={}' is not a usable number", key, text));
    return value;
  }
  // n1, n2, ...: at least 1, and 1 where it is missing.
  std::int64_t cells(int axis) const;

 private:
  std::map<std::string, std::string> words_;
  std::string path_;
};

constexpr int most_rsf_axes = 9;

class RsfFile {
 public:
  explicit RsfFile(const std::string &path);

  const RsfHeader &header() const { return header_; }
  // As many as the axes have cells, no more and no less; throws FileError.
  std::vector<float> values(const std::vector<Axis> &axes) const;

 private:
  void refuse_cut_text(std::string_view text, const char *what) const;
  std::string path_, bytes_;
  std::size_t end_;  // of the header
  RsfHeader header_;
};

// "Meters" is "m", "feet" "ft"; empty: no unit of length that is read.
std::string length_unit_of(std::string text);
// [m] of such a unit, 1 where it is empty; 0: no length.
double metres_of(const std::string &unit);

// What may be between quotes in a header.
std::string rsf_plain(std::string word);
// A header and its array in one file: `in=` of another file is looked for in the folder where a
// program runs, not in the header's folder.
std::string rsf_whole(const std::string &header, const std::vector<float> &values);

}  // namespace ladder
