// A stage on a volume of random values, without the memory and the time that a proof would take:
//   programs/large_volume STAGE NZ NX NY STEPS [NAME=VALUE[,VALUE...] ...]
// prints a line a launch: milliseconds a step, the rate, and a hash of all that the stage gives
// back. Launches that compute the same bits print the same hash. NAME is a knob of the stage, or
//   ladder=wave3d       the stage's ladder: wave3d or heat
//   half-length=4       of the operator of waves, Taylor's
//   repeats=1           measurements, of STEPS steps each, one after the other
//   distinct-planes=0   so many planes are in memory and follow one another again and again, for a
//                       volume that is larger than the host's memory; fields do not count for the
//                       hash then. 0: all of them
// With several values for a knob or the half-length each combination is a launch.
#include <fmt/format.h>

#include <chrono>
#include <sstream>

#include "harness/base/statistics/statistics.h"
#include "harness/bench/run/launch.h"
#include "harness/tests/programs/volumes.h"

namespace {

using namespace ladder;

struct Launch {
  ladder_launch knobs;
  int half_length;  // 0: of heat
};

void run(const ladder_stage &stage, const Launch &launch, const Size &n, int repeats,
         Volume &volume) {
  ladder_state *state = nullptr;
  const auto must = [&](ladder_status status) {
    if (status != LADDER_OK) throw Error(Exit::device, stage.last_error(state));
  };
  must(stage.create(volume.the_case(launch.half_length), &launch.knobs, &state));
  must(volume.upload(state));
  std::vector<double> ms;  // a step
  for (int i = 0; i < repeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    must(volume.advance(state, n.steps / repeats));
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
    ms.push_back(wall.count() / (n.steps / repeats));
  }
  must(volume.download(state));
  ladder_launch used{};
  must(stage.launch_used(state, &used));
  stage.destroy(state);
  std::string words = describe(knobs_of(stage, used));
  if (launch.half_length) words = fmt::format("half-length={} {}", launch.half_length, words);
  const double best = *std::min_element(ms.begin(), ms.end());
  fmt::print(
      "{} {} x {} x {} cells, {}: {} times {} steps, best {:.4f} median {:.4f} ms a step, "
      "{:.1f} Gpoint/s, hash {}\n",
      stage.name, n.nz, n.nx, n.ny, words, repeats, n.steps / repeats, best, median(ms),
      1e-6 * double(n.plane()) * n.ny / best, hex16(volume.hash()));
  std::fflush(stdout);
}

// Every combination of what was given, by name.
std::vector<AskedKnobs> combinations(const std::map<std::string, std::string> &given) {
  std::vector<AskedKnobs> all = {{}};
  for (const auto &[name, values] : given) {
    std::vector<AskedKnobs> more;
    std::istringstream words(values);
    for (std::string word; std::getline(words, word, ',');)
      for (AskedKnobs one : all) {
        one[name] = parse_knob(name, word);
        more.push_back(std::move(one));
      }
    all = std::move(more);
  }
  return all;
}

int run_all(const std::vector<std::string> &words) {
  require(words.size() >= 5,
          "usage: large_volume STAGE NZ NX NY STEPS [NAME=VALUE[,VALUE...] ...]");
  std::map<std::string, std::string> given;
  for (std::size_t k = 5; k < words.size(); ++k) {
    const auto at = words[k].find('=');
    require(at != std::string::npos && at + 1 < words[k].size(), "options are NAME=VALUE");
    given[words[k].substr(0, at)] = words[k].substr(at + 1);
  }
  const auto take = [&](const char *name, const char *usual) {
    const auto found = given.extract(name);
    return found ? found.mapped() : std::string(usual);
  };
  const auto number = [](const std::string &name, const std::string &text) {
    const auto values = parse_knob(name, text);
    require(values.size() == 1,
            "NZ, NX, NY, STEPS, repeats and distinct-planes are one number each");
    return values[0];
  };
  const StageEntry entry = find_stage(words[0], take("ladder", "wave3d"));
  const ladder_stage &stage = *entry.stage;
  const bool wave = stage.problem == std::string("wave");
  require(wave || stage.problem == std::string("heat"), "take a stage of waves or of heat");
  const int repeats = number("repeats", take("repeats", "1"));
  const std::string distinct = take("distinct-planes", "0");
  const Size n = {number("NZ", words[1]), number("NX", words[2]), number("NY", words[3]),
                  repeats * number("STEPS", words[4]),
                  distinct == "0" ? 0 : number("distinct-planes", distinct)};
  require(n.nz > 1 && n.nx > 1 && n.ny > 1, "a volume has at least two cells along each axis");
  if (wave) given.emplace("half-length", "4");
  std::vector<Launch> launches;  // all are known to be possible before the first one runs
  for (AskedKnobs &one : combinations(given)) {
    const int half_length = wave ? one.extract("half-length").mapped().at(0) : 0;
    require(half_length <= LADDER_MOST_HALF_LENGTH, "half-length is at most 16");
    launches.push_back({make_launch(stage, one), half_length});
  }
  std::unique_ptr<Volume> volume;
  if (wave)
    volume = std::make_unique<WaveVolume>(n, stage.entries);
  else
    volume = std::make_unique<HeatVolume>(n, stage.entries);
  for (const Launch &launch : launches) run(stage, launch, n, repeats, *volume);
  return 0;
}

}  // namespace

int main(int count, char **words) {
  try {
    return run_all({words + 1, words + count});
  } catch (const ladder::Error &error) {
    fmt::print(stderr, "large_volume: {}\n", error.what());
    return static_cast<int>(error.exit);
  }
}
