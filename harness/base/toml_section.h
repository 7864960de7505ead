// One table of a case file. Every key that is asked for is known; the others are refused in the
// end.
#pragma once
#include <toml++/toml.h>

#include <array>
#include <set>
#include <string>
#include <vector>

namespace ladder {

struct TomlFile {
  toml::table table;
  std::string shown;
};
// Throws FileError with the line.
TomlFile parse_toml(const std::string &text, const std::string &shown);

// A key that a reader of case files knows.
struct KnownKey {
  std::string table, key, values;  // "[grid]", "nz", "whole number from 1 to 1048576"
};
// From here on each key that is asked for is added, until it is called with NULL.
void note_known_keys(std::vector<KnownKey> *);

// All members throw FileError with the file as given, the line, the table and the key.
class Section {
 public:
  // `table` may be NULL: then nothing is found, and what was there before stays.
  Section(const toml::table *table, std::string title, std::string shown)
      : table_(table), title_(std::move(title)), shown_(std::move(shown)) {}

  explicit Section(const TomlFile &file) : Section(&file.table, "the file", file.shown) {}

  // Each returns whether the key is there, and leaves `value` alone where it is not.
  bool take(const char *key, std::string &value);
  bool take(const char *key, int &value, int least, int most);
  bool take(const char *key, double &value, double least, double most);
  bool take(const char *key, std::array<double, 3> &values, double least, double most);
  // One number is that of all three.
  bool take_number_or_three(const char *key, std::array<double, 3> &values, double least,
                            double most);
  Section section(const char *key, const std::string &title);
  std::vector<Section> sections(const char *key, const std::string &title);

  void refuse_the_rest() const;
  [[noreturn]] void fail(const char *key, const std::string &why) const;

 private:
  const toml::node *find(const char *key);
  void note(const char *key, const std::string &values) const;

  const toml::table *table_;
  std::string title_, shown_;
  std::set<std::string> known_, tables_;  // of the known ones, those that are tables
};

}  // namespace ladder
