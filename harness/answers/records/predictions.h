// Predictions as `ladder predict --json` writes them, a line each.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

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
