#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/base/parallel.h"
#include "harness/machine/environment/environment.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {
namespace {

constexpr int most_workers = 4096;

std::vector<WorkerPlace> places_in(const std::string &path) {
  refuse_named_pipe(path);
  std::ifstream in(path);
  if (!in)
    throw FileError(
        fmt::format("--workers={}: it is neither a file nor a number of workers", path));
  note_input(path);
  std::vector<WorkerPlace> places;
  for (std::string line; std::getline(in, line);) {
    std::istringstream text(line.substr(0, line.find('#')));
    WorkerPlace place;
    for (std::string word; text >> word;) place.launcher.push_back(word);
    if (place.launcher.empty()) continue;
    if (place.launcher == std::vector<std::string>{"-"}) place.launcher.clear();
    places.push_back(std::move(place));
  }
  if (places.empty() || places.size() > most_workers)
    throw FileError(fmt::format(
        "'{}' has {} workers: write a line for each, 1 to {}; \"-\" is one on this machine", path,
        places.size(), most_workers));
  return places;
}

void take_cores(int share, int shares) {
  const std::vector<int> cores = cores_of_process();
  if (cores.empty()) return;
  const auto [first, end] = share_of(share, shares, static_cast<int>(cores.size()));
  stay_on({cores.begin() + first, cores.begin() + end});
}

// The GPUs that this process may use, as CUDA_VISIBLE_DEVICES names them.
std::vector<std::string> visible_gpus(int count) {
  std::vector<std::string> names;
  if (const char *given = std::getenv("CUDA_VISIBLE_DEVICES")) {
    std::istringstream list(given);
    for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  } else {
    for (int i = 0; i < count; ++i) names.push_back(std::to_string(i));
  }
  return names;
}

void take_gpu(int share, int count) {
  const auto gpus = visible_gpus(count);
  if (gpus.size() < 2) return;
  setenv("CUDA_VISIBLE_DEVICES", gpus[static_cast<std::size_t>(share) % gpus.size()].c_str(), 1);
}

}  // namespace

ShareOf share_of(int share, int shares, int things) {
  if (shares > things) return {share % things, share % things + 1};
  return {static_cast<int>(std::int64_t{things} * share / shares),
          static_cast<int>(std::int64_t{things} * (share + 1) / shares)};
}

std::vector<WorkerPlace> worker_places(const std::string &text) {
  if (text.empty()) return {};
  int count = 0;
  if (!is_number(text, count)) return places_in(text);
  if (count < 1 || count > most_workers)
    throw UsageError(fmt::format("--workers={}: expected 1 to {}, or a file", text, most_workers));
  std::vector<WorkerPlace> places;
  for (int share = 0; share < count; ++share) places.push_back({{}, share, count});
  return places;
}

// GPUs are counted by the program that starts the workers: one that has asked the driver cannot
// choose any more.
Json place_json(const WorkerPlace &place) {
  return {{"share", place.share},
          {"shares", place.shares},
          {"gpus", place.shares > 0 ? count_of_gpus() : 0}};
}

void take_place(const Json &place) {
  const int share = place.at("share"), shares = place.at("shares");
  if (shares == 0) return;
  take_cores(share, shares);
  take_gpu(share, place.at("gpus"));
}

}  // namespace ladder
