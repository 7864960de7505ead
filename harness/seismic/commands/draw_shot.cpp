#include "harness/seismic/commands/draw_shot.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/grid.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/commands/products.h"
#include "harness/seismic/shots/snapshots.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

// What the script reads, gone with this object.
class FolderForScript {
 public:
  FolderForScript() {
    std::string pattern = (fs::temp_directory_path() / "ladder_XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw FileError(fmt::format("--plot: cannot create a folder in '{}'",
                                  fs::temp_directory_path().string()));
    path_ = pattern;
  }
  ~FolderForScript() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderForScript(const FolderForScript &) = delete;
  FolderForScript &operator=(const FolderForScript &) = delete;

  // The grid and its description; returns the path.
  std::string put(const std::string &name, const Grid &grid, const Json &description) const {
    const std::string path = (path_ / name).string();
    write_grid(path, grid);
    write_whole(path + ".json", description.dump(), false);
    return path;
  }

 private:
  fs::path path_;
};

Grid grid_of_gather(const Gather &gather) {
  Grid grid;
  grid.axes = {{'?', static_cast<std::int64_t>(gather.traces())},
               {'?', static_cast<std::int64_t>(gather.samples)}};
  grid.values = gather.values;
  return grid;
}

Json description_of(const Gather &gather) {
  const auto &receivers = gather.receivers;
  const double apart = receivers.size() > 1 ? receivers[1].x - receivers[0].x : 0;
  Json description = {{"spacing", {apart > 0 ? apart : 1, gather.dt}},
                      {"origin", {receivers[0].x, gather.start}},
                      {"receivers", Json::array()}};
  for (const Position &at : receivers) description["receivers"].push_back({at.x, at.z});
  return description;
}

}  // namespace

void draw_shot(const WaveRun &options, const WaveCase &c, const Gather &gather,
               const std::string &product) {
  const std::string output = "--output=" + sibling(product, "_gather");
  if (c.model_cells.y > 1) return draw_product(options, "gather", {product, output, "--by=number"});
  const FolderForScript folder;
  const std::string model =
      folder.put("model.npy", model_part(c, c.velocity, "velocity", "m/s"),
                 {{"spacing", {c.dx, c.dz}}, {"origin", {0, 0}}, {"unit", "m/s"}});
  Json description = description_of(gather);
  if (!c.source_cells.empty()) description["source"] = {gather.source.x, gather.source.z};
  const std::string traces =
      folder.put(fs::path(product).stem().string() + ".npy", grid_of_gather(gather), description);
  draw_product(options, "shot",
               {traces, "--model=" + model, output, "--title=Shot of case " + c.name});
}

}  // namespace ladder
