// What every RSF file, and SEPlib's .H, is made of: key=value words, of which the last of a key
// counts, and an array, here or in another file. https://ahay.org/wiki/Guide_to_RSF_file_format
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/numbers.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/gather.h"
#include "harness/formats/grid.h"

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
    bool good = is_number(text, value);
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

// A shot gather as Madagascar's RSF: n1 time, n2 trace, of any length and any interval. The places
// of the receivers are in a second file, NAME_rec.rsf, with x and z (or x, y and z) of each trace,
// as `rec=` of sfawefd2d and sfawefd3d takes it; the key rec= names it, the keys sx sy sz hold the
// source [m].

// Without rec= the traces are at o2 + d2 i along x at z = 0 where label2 is x, else nowhere: at (0,
// 0, 0).
std::string file_of_receivers(const std::string &path);  // NAME_rec.rsf next to NAME.rsf

Gather read_rsf_gather(const std::string &path, const GatherOverrides &);
// Of a file of places (n1 = 2 or 3), or of the receivers of a gather. Throws FileError.
std::vector<Position> read_rsf_places(const std::string &path);

void write_rsf_gather(const std::string &path, const Gather &, bool overwrite);
void refuse_unwritable_rsf(const std::string &path, const Gather &, bool overwrite);

}  // namespace ladder
