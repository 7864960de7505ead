// One option of a command: its name, its words, and the member of the command's options that takes
// its value.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ladder {

using Names = std::vector<std::string>;

// What a value names, and so what a shell offers for it. Outputs are files that the command writes.
enum class Offer { nothing, files, outputs, stages, cases, formats };

// The kinds of options, each with the place of its value.
struct Flag {
  bool *value;
};
struct Text {
  std::string *value;
  std::string label;  // in the help, for the value
  Offer offer = Offer::nothing;
};
struct OneOf {
  std::string *value;
  Names words;
};
struct Whole {
  int *value;
  int least, most;
};
struct MaybeWhole {  // nothing unless it is given
  std::optional<int> *value;
  int least, most;
};
struct Real {
  double *value;
  double least, most;
};
struct Seconds {  // 0.002, 2ms or 500us
  double *value;
  double least, most;
};
struct SecondsOr {  // the same as text, or a word
  std::string *value;
  std::string word;
  double least, most;
};
struct Texts {  // separated by commas; the option may be given several times
  Names *values;
  std::string label;
  Offer offer = Offer::nothing;
};
struct Wholes {  // a list as well, and ranges: 64:1024:*2
  std::vector<int> *values;
  int least, most;
};
using Kind =
    std::variant<Flag, Text, OneOf, Whole, MaybeWhole, Real, Seconds, SecondsOr, Texts, Wholes>;

struct Option {
  std::string name;  // with its dashes; without them it is a word after the command
  Kind kind;
  std::string about;
  std::string unit = "";
  bool required = false;

  bool takes_value() const { return !std::holds_alternative<Flag>(kind); }
  bool word() const { return !name.starts_with("-"); }
  bool takes_several() const;
  // For the value in the help: "FILE", "N".
  std::string label() const;
  // The value when it is not given; empty where that is nothing, or depends on other things.
  std::string preset() const;
  // The words with unit, range and default.
  std::string description() const;
  // Its least and its most value, where it has them.
  std::optional<std::pair<double, double>> range() const;
  // Puts values as they were typed into the member. Throws UsageError.
  void take(const std::vector<std::string> &typed) const;
};

struct OptionGroup {
  std::string title;  // in the help
  std::vector<Option> options;
};

// The options of a command, in the order of its help.
struct Declared {
  std::vector<OptionGroup> groups;
  // Where values of knobs go, by name and as they were typed, in a command whose stages' knobs are
  // options too.
  std::map<std::string, Names> *knobs = nullptr;

  // Into the group of this title, behind what is there.
  void add(const std::string &title, const std::vector<Option> &options);
};

// Options that mean the same in every command that takes them.
Option output_option(std::string &);
Option resume_option(bool &);
Option overwrite_option(bool &);
Option json_option(bool &);
Option wide_option(bool &);
Option dry_run_option(bool &);
Option files_of_records(Names &);

constexpr double longest_time = 1e7;  // [s] 116 days
constexpr int most_trace_samples = 100000000;

// Values of options: text to numbers, and lists of both. All throw UsageError with the option, what
// was given, and what is possible.

// `option` is given with its dashes.
int whole_number(const std::string &option, const std::string &text, int least, int most);
double real_number(const std::string &option, const std::string &text, double least, double most,
                   const std::string &unit);
// 0.002, 2ms, 500us.
double seconds(const std::string &option, const std::string &text, double least, double most);
// "a,b" as a and b.
std::vector<std::string> separated(const std::string &option, const std::string &text);
// Lists and ranges, as described below.
std::vector<int> whole_numbers(const std::string &option, const std::vector<std::string> &words,
                               int least, int most);

// Ranges and lists on the command line.

// "64:1024:*2" is 64, 128, ... 1024; "1:16" counts by one; "1:16:3" is 1, 4, ... 16; commas
// separate words, and what is no range stays as it is ("16x16"). The end belongs to the range when
// it is met. A value that occurs again is left out.
// Throws UsageError that names `option`: an empty or backward range, a factor of one, too many
// values.
std::vector<std::string> expand(const std::string &option, const std::vector<std::string> &words);

}  // namespace ladder
