#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/line/script.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/new_file.h"
#include "harness/formats/rsf_file.h"
#include "harness/formats/series.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/checkpoint.h"

namespace ladder {
namespace fs = std::filesystem;

std::string product_of(const WaveRun &options, const std::vector<std::string> &endings) {
  if (options.output.empty())
    throw UsageError(fmt::format("`ladder {}` needs --output=FILE, ending in {}", options.command,
                                 fmt::join(endings, " or ")));
  if (std::find(endings.begin(), endings.end(), ending_of(options.output)) == endings.end())
    throw UsageError(fmt::format("--output={}: `ladder {}` writes {}", options.output,
                                 options.command, fmt::join(endings, " or ")));
  return options.output;
}

namespace {

// Where traces go without --output, in the current folder: SEG-Y where it can hold the samples,
// else RSF, which holds any.
std::string gather_of_own_model(const WaveRun &options, const Gather &shape) {
  const std::string name =
      fmt::format("{}_{}", options.problem_case, options.command == "zsr" ? "section" : "shot");
  try {
    refuse_unwritable(name + ".sgy", shape, true);
  } catch (const FileError &) {
    return name + ".rsf";
  }
  return name + ".sgy";
}

}  // namespace

std::string gather_product_of(const WaveRun &options, const Gather &shape) {
  const std::string product = options.output.empty() && options.located.made
                                  ? gather_of_own_model(options, shape)
                                  : product_of(options, {".sgy", ".segy", ".su", ".rsf"});
  if (options.plot && ending_of(product) == ".rsf")
    throw UsageError(
        "--plot draws gathers of .sgy and .su files only: choose such an --output, or leave out "
        "--plot");
  refuse_unwritable(product, shape, options.overwrite);
  return product;
}

double bytes_of_gather(const WaveCase &c) {
  return 4 * (c.steps + 1.0) * double(c.receivers()) + 240 * double(c.receivers()) + 3600;
}

namespace {

// Another run's checkpoint is the user's as well: hours may be in it.
void claim_checkpoint(const WaveRun &options, const std::string &product) {
  const std::string path = product + ".checkpoint";
  refuse_taken(path, true);
  lock_output(path);
  note_output(path);
  std::error_code problem;
  if (!fs::exists(path, problem)) return;
  refuse_foreign_checkpoint(path);
  if (!options.resume && !options.overwrite)
    throw FileError(
        fmt::format("'{}' is the checkpoint of an interrupted run: --resume continues it; remove "
                    "the file to start again",
                    path));
}

// Whether a product without a checkpoint is this run's, finished, or another's cannot be seen from
// it.
void refuse_to_resume_finished(const WaveRun &options, const Products &products) {
  const auto there = [](const std::string &path) {
    std::error_code problem;
    return fs::exists(path, problem);
  };
  if (!options.resume || options.overwrite) return;
  for (const auto &run : products.runs)
    if (there(run + ".checkpoint")) return;
  for (const auto &file : products.files) {
    if (!there(file)) continue;
    refuse_taken(file, true);  // what --overwrite would not help with
    throw FileError(
        fmt::format("'{}' exists and has no checkpoint: nothing is left to resume. "
                    "--overwrite computes it again",
                    file));
  }
}

// The files that --plot draws.
std::vector<std::string> pictures_of(const WaveRun &options, const Products &products) {
  if (!options.plot) return {};
  auto pictures = products.pictures;
  if (options.snapshot_format == "npy" && !options.snapshots.empty())
    pictures.insert(pictures.end(), products.folders.begin(), products.folders.end());
  std::vector<std::string> files;
  for (const auto &picture : pictures)
    for (const char *ending : {".svg", ".png"}) files.push_back(picture + ending);
  return files;
}

}  // namespace

void claim_products(const WaveRun &options, const Products &products) {
  refuse_to_resume_finished(options, products);
  for (const auto &file : products.files) claim_output(file, options.overwrite);
  for (const auto &checkpoint : products.runs) claim_checkpoint(options, checkpoint);
  for (const auto &folder : products.folders) {
    if (options.snapshots.empty()) break;
    refuse_without_library(folder + "." + options.snapshot_format);
    refuse_foreign_series(folder, options.overwrite || options.resume);
    lock_output(folder);
  }
  for (const auto &picture : pictures_of(options, products))
    refuse_taken(picture, options.overwrite);
}

std::vector<std::string> files_of_gather(const std::string &product) {
  if (ending_of(product) != ".rsf") return {product};
  return {product, file_of_receivers(product)};
}

std::vector<std::string> all_files(const WaveRun &options, const Products &products) {
  auto files = products.files;
  if (!options.snapshots.empty())
    files.insert(files.end(), products.folders.begin(), products.folders.end());
  for (const auto &picture : pictures_of(options, products)) files.push_back(picture);
  return files;
}

void draw_product(const WaveRun &options, const std::string &name, std::vector<std::string> words) {
  if (options.overwrite) words.push_back("--overwrite");
  draw(name, words);
}

}  // namespace ladder
