// Where what was measured is kept: results/<machine>/<date>-<experiment>/, and how it is found
// there.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

// results/ below the folder that holds data/, else below the current one.
std::filesystem::path results_folder();
// That one, and the records that came with an installed program.
std::vector<std::filesystem::path> results_folders();
// In it, that of the machine; it need not exist.
std::filesystem::path machine_folder(const Environment &);

// The folders <date>-<experiment> of a machine's folder, the oldest first: all, or those of one
// experiment. Empty where the folder cannot be read.
std::vector<std::filesystem::path> experiments(const std::filesystem::path &machine,
                                               const std::string &experiment = "");
// The folder of today for an experiment, which need not exist. Characters of the name that do not
// belong into the name of a folder become '-'.
std::filesystem::path experiment_of_today(const std::filesystem::path &machine,
                                          const std::string &experiment);
// The file of that name in the newest experiment that has it; else in that of today.
std::filesystem::path newest_file(const std::filesystem::path &machine,
                                  const std::string &experiment, const std::string &file);
// Of the file of an experiment that holds a ladder, each stage at its own launch. `shoot`, `locate`
// and `migrate` choose their stage from such files alone.
inline constexpr const char *file_of_ladders = "ladder.jsonl";
// The folders of the machines, in alphabetical order.
std::vector<std::filesystem::path> machine_folders(const std::filesystem::path &results);

// The file `command` of an experiment: the command lines that made its records.

// Adds the command line of this process to the file `command` next to `file`, if that exists. A
// measurement does not fail where this cannot be written.
void note_command(const std::string &file);

// As a shell takes it; of an absolute path the file's name alone, since results hold no such path.
std::string as_noted(const std::vector<std::string> &words);

// Predictions as `ladder predict --json` writes them, a line each.

// Throws FileError: the file holds no prediction, or one of another schema.
std::vector<Json> read_predictions(const std::string &path);
// Of all machines: of the files predictions*.jsonl of all experiments in `results`, those of a
// machine in the order of their dates.
std::vector<Json> kept_predictions(const std::filesystem::path &results);

// The same of a prediction and of a record of it: machine, stage, case and the launch that was
// asked for.
std::string cell_of_record(const Json &record);

// By their cells; of several for one cell the last.
class PredictionsByCell {
 public:
  PredictionsByCell() = default;
  explicit PredictionsByCell(std::vector<Json> predictions);
  const Json *of(const Json &record) const;  // null: it was not predicted
  std::size_t size() const { return by_cell_.size(); }

 private:
  std::map<std::string, Json> by_cell_;
};

}  // namespace ladder
