#include "harness/seismic/shots/shots_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/table.h"

namespace ladder {

double ShotsLeft::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string ShotsLeft::text(double share) const {
  const double computed = double(done_ - before_) + share, left = double(shots_ - done_) - share;
  const std::string place = fmt::format("shot {} of {}", done_ + 1, shots_);
  if (!(computed > 0)) return place;
  return fmt::format("{}, {} left", place, seconds_text(seconds() / computed * left));
}

namespace {

// The inputs, then values and hash of each shot.
const CheckpointKind of_survey = {"ladder checkpoint of a survey 1", "checkpoint of a survey",
                                  "survey", " and with --overwrite",
                                  "another command or by another version"};

std::uint64_t hash_of_values(const std::vector<float> &values) {
  return fnv1a(values.data(), values.size() * sizeof(float));
}

void check_inputs(std::istream &in, const std::string &path, const Inputs &now) {
  const Json before = read_head(in, path, of_survey);
  const std::string differs = before.is_null()
                                  ? fmt::format("it was written by {}", of_survey.writer)
                                  : difference(before, now);
  if (!differs.empty()) throw other_checkpoint(of_survey, path, differs);
}

// Nothing: the file ends here.
std::optional<std::vector<float>> read_shot(std::istream &in, const std::string &path,
                                            std::size_t count) {
  std::vector<float> values(count);
  std::uint64_t hash = 0;
  in.read(reinterpret_cast<char *>(values.data()),
          static_cast<std::streamsize>(count * sizeof(float)));
  in.read(reinterpret_cast<char *>(&hash), sizeof hash);
  if (!in) return std::nullopt;
  if (hash != hash_of_values(values))
    throw FileError(
        fmt::format("cannot resume: the checkpoint '{}' is damaged: its contents have changed. "
                    "Without --resume the survey starts again",
                    path));
  return values;
}

}  // namespace

ShotsFile::ShotsFile(const std::string &path, const Inputs &inputs, std::size_t values, bool go_on,
                     const std::function<void(std::vector<float>)> &take)
    : path_(path) {
  using std::ios;
  if (go_on) {
    std::ifstream in(path, ios::binary);
    check_inputs(in, path, inputs);
    auto end = in.tellg();
    while (auto shot = read_shot(in, path, values)) {
      take(std::move(*shot));
      end = in.tellg();
    }
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(end));
  }
  errno = 0;
  file_.open(path, ios::binary | ios::out | (go_on ? ios::app : ios::trunc));
  if (!go_on) file_ << of_survey.first_line << '\n' << inputs.dump() << '\n' << std::flush;
  if (!file_)
    throw FileError(fmt::format("'{}' cannot be written: {}", path, std::strerror(errno)));
}

void ShotsFile::add(const std::vector<float> &shot) {
  const std::uint64_t hash = hash_of_values(shot);
  errno = 0;
  file_.write(reinterpret_cast<const char *>(shot.data()),
              static_cast<std::streamsize>(shot.size() * sizeof(float)));
  file_.write(reinterpret_cast<const char *>(&hash), sizeof hash);
  file_.flush();
  if (!file_)
    throw FileError(fmt::format("'{}' cannot be written: {}", path_, std::strerror(errno)));
}

}  // namespace ladder
