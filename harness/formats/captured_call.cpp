#include "harness/formats/captured_call.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/base/json.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

const std::string
    any_version = "ladder captured call ",
    version = "1", advice = "; capture it again",
    no_captured_call =
        "it is not a captured call; `ac` and programs with the module ladder_shadow write them";
constexpr std::size_t bytes_of_hash = 8;

FileError not_replayable(const std::string &path, const std::string &why) {
  return FileError(fmt::format("'{}' cannot be replayed: {}", path, why));
}

// All arrays in the order of the file, each with how many values the header's numbers give it.
template <typename Call>
auto arrays_of(Call &call) {
  const auto taps = static_cast<std::uint64_t>(2 * call.half_length + 1);
  const std::array<std::uint64_t, 3> n = {static_cast<std::uint64_t>(call.cells[0]),
                                          static_cast<std::uint64_t>(call.cells[1]),
                                          static_cast<std::uint64_t>(call.cells[2])};
  const std::uint64_t field = n[0] * n[1] * n[2];
  using Values = decltype(&call.now);
  return std::vector<std::pair<Values, std::uint64_t>>{
      {&call.taps_z, taps},
      {&call.taps_x, taps},
      {&call.taps_y, taps},
      {&call.v2dt2, field},
      {&call.sponge_z, n[0]},
      {&call.sponge_x, n[1]},
      {&call.sponge_y, n[2]},
      {&call.wavelets, call.source_cells.size() * static_cast<std::uint64_t>(call.steps)},
      {&call.now, field},
      {&call.before, field},
      {&call.after, field}};
}

// The numbers of the header, by their names in it.
template <typename Call, typename Take>
void each_number(Call &call, const Take &take) {
  take("ladder", call.ladder);
  take("first_step", call.first_step);
  take("steps", call.steps);
  take("cells", call.cells);
  take("half_length", call.half_length);
  take("spacing_m", call.spacing);
  take("dt_s", call.dt);
  take("source_cells", call.source_cells);
  take("receiver_cells", call.receiver_cells);
}

// Numbers of which no array sizes can be made. A field is smaller than 2^40 cells, so that products
// stay in 64 bits.
bool impossible(const CapturedCall &call) {
  double field = 1;
  for (const int n : call.cells) {
    if (n < 1) return true;
    field *= n;
  }
  return field > 0x1p40 || call.steps < 1 || call.first_step < 0 || call.half_length < 1 ||
         call.half_length > 1000;
}

// The numbers, and where the arrays begin.
std::pair<CapturedCall, std::size_t> read_header(const std::string &path,
                                                 const std::string &bytes) {
  if (!bytes.starts_with(any_version)) throw not_replayable(path, no_captured_call);
  const std::size_t first = bytes.find('\n');
  const std::size_t second = first == bytes.npos ? bytes.npos : bytes.find('\n', first + 1);
  if (second == bytes.npos)
    throw not_replayable(path, "it is truncated inside its header" + advice);
  const std::string its = bytes.substr(any_version.size(), first - any_version.size());
  if (its != version)
    throw not_replayable(path,
                         fmt::format("it has version {} of the format, and this program reads {}",
                                     its.substr(0, 20), version) +
                             advice);
  try {
    const Json header = Json::parse(bytes.begin() + std::ptrdiff_t(first) + 1,
                                    bytes.begin() + std::ptrdiff_t(second));
    CapturedCall call;
    each_number(call, [&](const char *name, auto &number) { header.at(name).get_to(number); });
    if (impossible(call)) throw not_replayable(path, "its sizes are impossible" + advice);
    return {std::move(call), second + 1};
  } catch (const Json::exception &) {
    throw not_replayable(path, "its header is damaged" + advice);
  }
}

}  // namespace

bool is_captured_call(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored))
    return false;  // opening a pipe may wait for ever
  std::string begin(any_version.size(), '\0');
  std::ifstream in(path, std::ios::binary);
  return in.read(begin.data(), std::ssize(begin)) && begin == any_version;
}

void refuse_other_than_captured_call(const std::string &path) {
  size_of_file(path);  // says in words what is no regular file
  if (!is_captured_call(path)) throw not_replayable(path, no_captured_call);
}

CapturedCall read_captured_call(const std::string &path) {
  const std::string bytes = read_file(path);
  auto [call, at] = read_header(path, bytes);
  std::uint64_t values = 0;
  for (const auto &[array, count] : arrays_of(call)) values += count;
  const std::uint64_t wanted = at + 4 * values + bytes_of_hash;
  if (bytes.size() != wanted)
    throw not_replayable(
        path, fmt::format("it has {} bytes, but its header asks for {}: it is {}", bytes.size(),
                          wanted, bytes.size() < wanted ? "truncated" : "longer than it was") +
                  advice);
  if (number_from<std::uint64_t>(bytes.data() + bytes.size() - bytes_of_hash, false) !=
      fnv1a(bytes.data(), bytes.size() - bytes_of_hash))
    throw not_replayable(path,
                         "it is damaged: its contents do not match the hash at its end" + advice);
  for (const auto &[array, count] : arrays_of(call)) {
    array->resize(count);
    for (float &value : *array) {
      value = number_from<float>(bytes.data() + at, false);
      at += sizeof(float);
    }
  }
  return call;
}

void write_captured_call(const std::string &path, const CapturedCall &call, bool overwrite) {
  Json header;
  each_number(call, [&](const char *name, const auto &number) { header[name] = number; });
  std::string bytes = any_version + version + "\n" + header.dump() + "\n";
  for (const auto &[values, count] : arrays_of(call))
    for (const float value : *values) append_little(bytes, value);
  append_little(bytes, fnv1a(bytes.data(), bytes.size()));
  write_whole(path, bytes, overwrite);
}

}  // namespace ladder
