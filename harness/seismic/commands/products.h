// The files that a command of the seismic program writes: their names, and that nothing of the
// user's is replaced.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/ending.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {

// --output, which must be given and end in one of `endings`. Throws UsageError.
std::string product_of(const WaveRun &, const std::vector<std::string> &endings);

// The same for a gather of this shape. Throws FileError also where the format cannot hold it.
std::string gather_product_of(const WaveRun &, const Gather &shape);

// [B] on disk.
double bytes_of_gather(const WaveCase &);

// All that a command is going to write.
struct Products {
  std::vector<std::string> files;
  std::vector<std::string> runs;      // what their checkpoints are named after
  std::vector<std::string> folders;   // of --snapshots; drawn by --plot
  std::vector<std::string> pictures;  // of --plot, without ending
};

// Throws FileError where one of them cannot be written, or would take the place of what is there.
// For a command whose options are known to be right, before it computes anything.
void claim_products(const WaveRun &, const Products &);

// A gather in Madagascar's format is two files.
std::vector<std::string> files_of_gather(const std::string &product);

// Their names, folders and pictures included, for who wants to show them.
std::vector<std::string> all_files(const WaveRun &, const Products &);

// The picture `name` of --plot, from these words of its command line.
void draw_product(const WaveRun &, const std::string &name, std::vector<std::string> words);

}  // namespace ladder
