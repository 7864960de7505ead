// The declarations as JSON.
#include <fmt/format.h>

#include "harness/base/json.h"
#include "harness/command/line/completion.h"
#include "harness/command/line/parser.h"

namespace ladder {
namespace {

Json json_of_option(const DeclaredOption &option, const std::string &group) {
  Json json = {{"name", option.name},          {"group", group},
               {"about", option.about},        {"value", label_of(option)},
               {"required", option.required},  {"unit", option.unit},
               {"default", default_of(option)}};
  const auto range = [&](auto least, auto most) { json["least"] = least, json["most"] = most; };
  if (const auto *k = std::get_if<Whole>(&option.kind)) range(k->least, k->most);
  if (const auto *k = std::get_if<MaybeWhole>(&option.kind)) range(k->least, k->most);
  if (const auto *k = std::get_if<Wholes>(&option.kind)) range(k->least, k->most);
  if (const auto *k = std::get_if<Real>(&option.kind)) range(k->least, k->most);
  if (const auto *k = std::get_if<OneOf>(&option.kind)) json["words"] = k->words;
  return json;
}

}  // namespace

std::string as_json() {
  Json commands = Json::array();
  Options unused;
  for (const DeclaredCommand &command : declared_commands()) {
    if (command.internal) continue;
    Json options = Json::array();
    for (const OptionGroup &group : declared_options(unused))
      for (const DeclaredOption &option : group.options)
        if (option.is_for(command.name)) options.push_back(json_of_option(option, group.title));
    commands.push_back({{"name", command.name},
                        {"about", command.about},
                        {"examples", command.examples},
                        {"script", command.script},
                        {"options", options}});
  }
  Json knobs = Json::array();
  for (const CompletedOption &option : completion().options)
    if (option.about.starts_with("knob: ")) knobs.push_back(option.name);
  Names with_knobs = commands_with_knobs();
  std::erase(with_knobs, "worker");
  return Json({{"commands", commands}, {"knobs", knobs}, {"commands_with_knobs", with_knobs}})
             .dump(1) +
         "\n";
}

}  // namespace ladder
