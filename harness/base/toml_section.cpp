#include "harness/base/toml_section.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/nearest.h"

namespace ladder {
namespace {

std::vector<KnownKey> *noted = nullptr;

template <typename Number>
std::string range_text(const char *kind, Number least, Number most) {
  return fmt::format("{} from {} to {}", kind, least, most);
}

}  // namespace

void note_known_keys(std::vector<KnownKey> *keys) { noted = keys; }

void Section::note(const char *key, const std::string &values) const {
  const auto same = [&](const KnownKey &one) { return one.table == title_ && one.key == key; };
  if (noted && std::ranges::none_of(*noted, same)) noted->push_back({title_, key, values});
}

const toml::node *Section::find(const char *key) {
  known_.insert(key);
  return table_ ? table_->get(key) : nullptr;
}

TomlFile parse_toml(const std::string &text, const std::string &shown) try {
  return {toml::parse(text), shown};
} catch (const toml::parse_error &problem) {
  throw FileError(
      fmt::format("{}:{}: {}", shown, problem.source().begin.line, problem.description()));
}

bool Section::take(const char *key, std::string &value) {
  note(key, "text");
  const auto *node = find(key);
  if (!node) return false;
  if (!node->is_string()) fail(key, "expected a string");
  value = node->as_string()->get();
  return true;
}

bool Section::take(const char *key, int &value, int least, int most) {
  note(key, range_text("whole number", least, most));
  const auto *node = find(key);
  if (!node) return false;
  if (!node->is_integer()) fail(key, "expected a whole number");
  const std::int64_t wide = node->as_integer()->get();
  if (wide < least || wide > most)
    fail(key, fmt::format("{} is not within {} to {}", wide, least, most));
  value = static_cast<int>(wide);
  return true;
}

bool Section::take(const char *key, double &value, double least, double most) {
  note(key, range_text("number", least, most));
  const auto *node = find(key);
  if (!node) return false;
  if (!node->is_number()) fail(key, "expected a number");
  value = *node->value<double>();
  // Written so that NaN, which TOML knows, does not pass.
  if (!(value >= least && value <= most))
    fail(key, fmt::format("{:g} is not within {:g} to {:g}", value, least, most));
  return true;
}

bool Section::take(const char *key, std::array<double, 3> &values, double least, double most) {
  note(key, range_text("three numbers", least, most));
  const auto *node = find(key);
  if (!node) return false;
  const toml::array *list = node->as_array();
  if (!list || list->size() != values.size()) fail(key, "expected three numbers");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = (*list)[i].value<double>();
    if (!value || !(*value >= least && *value <= most))
      fail(key, fmt::format("expected three numbers within {:g} to {:g}", least, most));
    values[i] = *value;
  }
  return true;
}

bool Section::take_number_or_three(const char *key, std::array<double, 3> &values, double least,
                                   double most) {
  note(key, range_text("number, or three,", least, most));
  const auto *node = find(key);
  if (node && node->is_array()) return take(key, values, least, most);
  if (node && !node->is_number()) fail(key, "expected a number, or three along z, x, y");
  double one = 0;
  const bool there = take(key, one, least, most);
  if (there) values.fill(one);
  return there;
}

Section Section::section(const char *key, const std::string &title) {
  const auto *node = find(key);
  tables_.insert(key);
  if (node && !node->is_table()) fail(key, fmt::format("expected a table, {}", title));
  return {node ? node->as_table() : nullptr, title, shown_};
}

std::vector<Section> Section::sections(const char *key, const std::string &title) {
  const auto *node = find(key);
  tables_.insert(key);
  std::vector<Section> all;
  if (!node) return all;
  if (!node->is_array_of_tables()) fail(key, fmt::format("expected tables, {}", title));
  for (const auto &one : *node->as_array()) all.emplace_back(one.as_table(), title, shown_);
  return all;
}

void Section::refuse_the_rest() const {
  if (!table_) return;
  for (const auto &[key, node] : *table_) {
    const std::string name(key.str());
    if (known_.count(name)) continue;
    // A table is never meant to be a number or a text, nor the other way round.
    const bool is_table = node.is_table() || node.is_array_of_tables();
    std::vector<std::string> alike;
    for (const std::string &one : known_)
      if (tables_.contains(one) == is_table) alike.push_back(one);
    const auto near = nearest(name, alike);
    const char *what = is_table ? "table" : "key";
    fail(name.c_str(),
         near.empty()
             ? fmt::format("unknown {}; {} has {}", what, title_,
                           alike.empty() ? "none" : fmt::format("{}", fmt::join(alike, ", ")))
             : fmt::format("unknown {}; did you mean '{}'?", what, near[0]));
  }
}

void Section::fail(const char *key, const std::string &why) const {
  const auto *node = table_ ? table_->get(key) : nullptr;
  // A missing key is best looked for where its table begins.
  const auto line = node ? node->source().begin.line : table_ ? table_->source().begin.line : 0;
  throw FileError(line ? fmt::format("{}:{}: '{}' of {}: {}", shown_, line, key, title_, why)
                       : fmt::format("{}: '{}' of {}: {}", shown_, key, title_, why));
}

}  // namespace ladder
