#include "harness/base/line/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/nearest.h"

namespace ladder {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 cannot deduce it

Names separated_all(const std::string &name, const Names &typed) {
  Names parts;
  for (const std::string &word : typed)
    for (const std::string &part : separated(name, word)) parts.push_back(part);
  return parts;
}

}  // namespace

bool Option::takes_several() const {
  return std::holds_alternative<Texts>(kind) || std::holds_alternative<Wholes>(kind);
}

std::string Option::label() const {
  return std::visit(
      Overloaded{[](const Flag &) { return std::string(); }, [](const Text &k) { return k.label; },
                 [](const Texts &k) { return k.label; },
                 [](const Whole &) { return std::string("N"); },
                 [](const MaybeWhole &) { return std::string("N"); },
                 [](const Real &) { return std::string("NUMBER"); },
                 [](const Seconds &) { return std::string("TIME"); },
                 [](const SecondsOr &k) { return "TIME|" + k.word; },
                 [](const Wholes &) { return std::string("N,N:N,..."); },
                 [](const OneOf &k) { return fmt::format("{}", fmt::join(k.words, "|")); }},
      kind);
}

std::string Option::preset() const {
  return std::visit(
      Overloaded{
          [](const Text &k) { return *k.value; }, [](const OneOf &k) { return *k.value; },
          [](const Whole &k) { return *k.value < k.least ? "" : fmt::format("{}", *k.value); },
          [](const Real &k) { return *k.value < k.least ? "" : fmt::format("{:g}", *k.value); },
          [](const auto &) { return std::string(); }},
      kind);
}

std::optional<std::pair<double, double>> Option::range() const {
  const auto between = [](auto least, auto most) {
    return std::optional(std::pair<double, double>(least, most));
  };
  return std::visit(
      Overloaded{[&](const Whole &k) { return between(k.least, k.most); },
                 [&](const MaybeWhole &k) { return between(k.least, k.most); },
                 [&](const Wholes &k) { return between(k.least, k.most); },
                 [&](const Real &k) { return between(k.least, k.most); },
                 [](const auto &) { return std::optional<std::pair<double, double>>(); }},
      kind);
}

std::string Option::description() const {
  std::string text = about;
  if (!unit.empty()) text += fmt::format(" [{}]", unit);
  if (const auto ends = range())
    text += fmt::format("; {:.10g} to {:.10g}", ends->first, ends->second);
  if (!preset().empty()) text += fmt::format(" (default: {})", preset());
  return text;
}

void Option::take(const Names &typed) const {
  if (typed.empty()) return;
  const std::string &text = typed.front();
  std::visit(
      Overloaded{[&](const Flag &k) { *k.value = true; }, [&](const Text &k) { *k.value = text; },
                 [&](const OneOf &k) {
                   if (std::ranges::count(k.words, text) == 0)
                     throw UsageError(fmt::format("{}={}: expected {}{}", name, text,
                                                  fmt::join(k.words, " or "),
                                                  did_you_mean(text, k.words)));
                   *k.value = text;
                 },
                 [&](const Whole &k) { *k.value = whole_number(name, text, k.least, k.most); },
                 [&](const MaybeWhole &k) { *k.value = whole_number(name, text, k.least, k.most); },
                 [&](const Real &k) { *k.value = real_number(name, text, k.least, k.most, unit); },
                 [&](const Seconds &k) { *k.value = seconds(name, text, k.least, k.most); },
                 [&](const SecondsOr &k) {
                   *k.value = text == k.word
                                  ? text
                                  : fmt::format("{}", seconds(name, text, k.least, k.most));
                 },
                 [&](const Texts &k) { *k.values = separated_all(name, typed); },
                 [&](const Wholes &k) {
                   *k.values = whole_numbers(name, separated_all(name, typed), k.least, k.most);
                 }},
      kind);
}

void Declared::add(const std::string &title, const std::vector<Option> &options) {
  auto at = std::ranges::find(groups, title, &OptionGroup::title);
  if (at == groups.end()) at = groups.insert(at, {title, {}});
  at->options.insert(at->options.end(), options.begin(), options.end());
}

Option output_option(std::string &file) {
  return {"--output", Text{&file, "FILE", Offer::outputs},
          "file to write; records are appended to it"};
}

Option resume_option(bool &resume) {
  return {"--resume", Flag{&resume}, "continue where the same command was interrupted"};
}

Option overwrite_option(bool &overwrite) {
  return {"--overwrite", Flag{&overwrite}, "replace existing files"};
}

Option json_option(bool &json) { return {"--json", Flag{&json}, "print JSON instead of tables"}; }

Option wide_option(bool &wide) {
  return {
      "--wide", Flag{&wide},
      "show all columns of the tables and the words of each step, however wide the terminal is"};
}

Option dry_run_option(bool &dry_run) {
  return {"--dry-run", Flag{&dry_run}, "print what would be done, and stop"};
}

Option files_of_records(Names &files) {
  return {"files", Texts{&files, "FILE", Offer::files}, "files of records"};
}

}  // namespace ladder
