// A wave through a volume that may be larger than a device's memory, without the memory that a proof would take:
//   programs/large_volume STAGE NZ NX NY STEPS [KNOB=VALUE ...]
// prints a hash of what receivers in every plane record, and the rate of the steps. Two stages that compute the same bits print
// the same hash. Half-length 4; planes of whole pages.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <random>

#include "harness/base/error.h"
#include "harness/base/guarded_buffer.h"
#include "harness/base/hash.h"
#include "harness/problems/wave/wave.h"
#include "harness/run/launch.h"

namespace {

using namespace ladder;

constexpr int half_length = 4, receivers_of_plane = 64, distinct_planes = 61;

void require(bool holds, const char *what) {
  if (!holds) throw UsageError(what);
}

// A volume of which only 61 planes are in memory: they follow one another again and again, so that the host has room for
// the stage's own copy. What is written to one plane shows in all that share its memory.
class RepeatedPlanes {
 public:
  RepeatedPlanes(std::size_t plane, int planes, float low, float high, unsigned seed)
      : bytes_(sizeof(float) * plane * static_cast<std::size_t>(planes)) {
    const std::size_t part = sizeof(float) * plane * distinct_planes;
    require(sizeof(float) * plane % static_cast<std::size_t>(getpagesize()) == 0,
            "NZ times NX must make planes of whole pages: take multiples of 32");
    const int file = memfd_create("planes", 0);
    require(file >= 0 && ftruncate(file, static_cast<off_t>(part)) == 0, "no memory for planes");
    at_ = static_cast<char *>(
        mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    require(at_ != MAP_FAILED, "no addresses for the volume");
    for (std::size_t done = 0; done < bytes_; done += part)
      require(mmap(at_ + done, std::min(part, bytes_ - done), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED,
              "planes cannot be mapped");
    close(file);
    std::minstd_rand random(seed);
    std::uniform_real_distribution<float> between(low, high);
    const std::size_t values = std::min(part, bytes_) / sizeof(float);
    for (std::size_t i = 0; i < values; ++i) values_()[i] = between(random);
  }
  ~RepeatedPlanes() { munmap(at_, bytes_); }
  RepeatedPlanes(const RepeatedPlanes &) = delete;
  RepeatedPlanes &operator=(const RepeatedPlanes &) = delete;
  float *data() const { return values_(); }

 private:
  float *values_() const { return reinterpret_cast<float *>(at_); }
  std::size_t bytes_;
  char *at_;
};

std::vector<float> sponge(int cells) {
  std::vector<float> factors(static_cast<std::size_t>(cells));
  for (int i = 0; i < cells; ++i) {
    const float depth = 0.01f * static_cast<float>(std::max(20 - std::min(i, cells - 1 - i), 0));
    factors[static_cast<std::size_t>(i)] = std::exp(-depth * depth);
  }
  return factors;
}

struct Volume {
  ladder_wave wave{};
  std::vector<float> taps = {-1.f / 560, 8.f / 315, -1.f / 5,  8.f / 5,   -205.f / 72,
                             8.f / 5,    -1.f / 5,  8.f / 315, -1.f / 560};
  std::vector<float> sponge_z, sponge_x, sponge_y, wavelets;
  std::vector<ladder_cell> sources, receivers;

  Volume(int nz, int nx, int ny, int steps, const float *v2dt2)
      : sponge_z(sponge(nz)), sponge_x(sponge(nx)), sponge_y(sponge(ny)) {
    std::minstd_rand random(17);
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    for (float &tap : taps) tap /= 100;
    sources = {{nz / 2, nx / 2, ny / 2}, {nz - 1, 0, ny - 1}};
    for (int y = 0; y < ny; ++y)
      for (int i = 0; i < receivers_of_plane; ++i) receivers.push_back({below(nz), below(nx), y});
    for (int i = 0; i < 2 * steps; ++i) wavelets.push_back(1e-3f * static_cast<float>(below(1000)));
    wave = {nz,
            nx,
            ny,
            half_length,
            steps,
            static_cast<int>(sources.size()),
            static_cast<int>(receivers.size()),
            10,
            10,
            10,
            1e-3f,
            taps.data(),
            taps.data(),
            taps.data(),
            v2dt2,
            sponge_z.data(),
            sponge_x.data(),
            sponge_y.data(),
            sources.data(),
            wavelets.data(),
            receivers.data()};
  }
};

void run(const ladder_stage &stage, const ladder_launch &launch, int nz, int nx, int ny,
         int steps) {
  const std::size_t plane = static_cast<std::size_t>(nz) * static_cast<std::size_t>(nx);
  const RepeatedPlanes v2dt2(plane, ny, 4, 14, 1), now(plane, ny, -0.5f, 0.5f, 2),
      before(plane, ny, -0.5f, 0.5f, 3);
  const Volume volume(nz, nx, ny, steps, v2dt2.data());
  std::vector<float> traces(static_cast<std::size_t>(steps + 1) * volume.receivers.size());
  const auto *entries = static_cast<const ladder_wave_entries *>(stage.entries);
  require(entries->advance, "take a stage that owns the time loop");
  ladder_state *state = nullptr;
  const auto must = [&](ladder_status status) {
    if (status != LADDER_OK) throw Error(Exit::device, stage.last_error(state));
  };
  must(stage.create(&volume.wave, &launch, &state));
  must(entries->upload(state, now.data(), before.data(), 0));
  const auto begin = std::chrono::steady_clock::now();
  must(entries->advance(state, steps));
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  must(entries->download(state, now.data(), before.data(), traces.data()));
  ladder_launch used{};
  must(stage.launch_used(state, &used));
  stage.destroy(state);
  const double points = double(plane) * ny;
  fmt::print("{} x {} x {} cells, p(n), p(n-1) and (v dt)^2 take {:.1f} GB\n", nz, nx, ny,
             12e-9 * points);
  fmt::print("{}\n{} steps in {:.2f} s: {:.1f} Gpoint/s\n", describe(knobs_of(stage, used)), steps,
             wall.count(), 1e-9 * points * steps / wall.count());
  fmt::print("{} receivers: hash {}\n", volume.receivers.size(),
             hex16(fnv1a(traces.data(), traces.size() * sizeof(float))));
}

}  // namespace

int main(int count, char **words) {
  try {
    require(count >= 6, "usage: large_volume STAGE NZ NX NY STEPS [KNOB=VALUE ...]");
    const StageEntry entry = find_stage(words[1], "wave3d");
    AskedKnobs knobs;
    for (int k = 6; k < count; ++k) {
      const std::string word = words[k], name = word.substr(0, word.find('='));
      knobs[name] = parse_knob(name, word.substr(std::min(word.size(), name.size() + 1)));
    }
    run(*entry.stage, make_launch(*entry.stage, knobs), std::stoi(words[2]), std::stoi(words[3]),
        std::stoi(words[4]), std::stoi(words[5]));
    return 0;
  } catch (const ladder::Error &error) {
    fmt::print(stderr, "large_volume: {}\n", error.what());
    return static_cast<int>(error.exit);
  }
}
