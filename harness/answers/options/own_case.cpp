#include "harness/answers/options/own_case.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/progress.h"
#include "harness/formats/claim.h"
#include "harness/formats/ending.h"
#include "harness/formats/new_file.h"
#include "harness/problem.h"

namespace ladder {

Option WrittenCase::write_case_option() {
  return {"--write-case", Text{&write_case, "FILE.toml", Offer::outputs},
          "also write the case made from a --model without --case as a case file"};
}

void WrittenCase::claim(bool overwrite, bool dry_run) const {
  if (write_case.empty()) return;
  if (ending_of(write_case) != ".toml")
    throw UsageError(
        fmt::format("--write-case={}: the name of a case file ends in .toml", write_case));
  if (!dry_run) claim_output(write_case, overwrite);
}

void keep_own_case(const CaseChoice &choice, const WrittenCase &written, const CaseOverrides &over,
                   const Case &c, bool dry_run, bool overwrite) {
  if (!choice.located.made) return;
  const std::string &path = written.write_case;
  const std::string text = c.problem().text_of_model_case(
      *choice.located.made, over, c, std::filesystem::path(path).parent_path().string());
  if (!path.empty() && !dry_run) {
    write_whole(path, text, overwrite);
    return say(fmt::format("the case was written to {}", path));
  }
  say("the case that is run (--write-case=FILE.toml writes it to a file):");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) say("    " + line);
}

}  // namespace ladder
