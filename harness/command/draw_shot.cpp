#include "harness/command/draw_shot.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/command/seismic_run.h"
#include "harness/formats/grid.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/snapshots.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_drawn = 68;  // receivers: more would touch each other

// Is gone with its files when it goes out of scope.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "ladder_XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw FileError(fmt::format("--plot: '{}' cannot be made: {}; all other files are written",
                                  pattern, std::strerror(errno)));
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string file(const std::string &name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

Json told_of_model(const WaveCase &c, const Gather &gather) {
  Json told{{"spacing", {c.dx, c.dz}},
            {"origin", {0, 0}},
            {"unit", "m/s"},
            {"source", {gather.source.x, gather.source.z}},
            {"receivers", Json::array()}};
  const std::size_t every = (gather.traces() + most_drawn - 1) / most_drawn;
  for (std::size_t i = 0; i < gather.traces(); i += every)
    told["receivers"].push_back({gather.receivers[i].x, gather.receivers[i].z});
  return told;
}

}  // namespace

void draw_shot(const Options &options, const WaveCase &c, const Gather &gather,
               const std::string &product) {
  std::vector<std::string> words = {product, "--output=" + beside(product, "_gather")};
  if (c.model_cells.y > 1) {
    words.push_back("--by=number");
    return draw_product(options, "gather", words);
  }
  const TemporaryFolder folder;
  const std::string model = folder.file("velocity.npy");
  write_grid(model, model_part(c, c.velocity, "velocity", "m/s"));
  write_whole(model + ".json", told_of_model(c, gather).dump(), false);
  words.push_back("--model=" + model);
  draw_product(options, "gather", words);
}

}  // namespace ladder
