// The declarations as JSON.

#include "harness/base/json.h"
#include "harness/command/line/commands.h"
#include "harness/command/line/completion.h"

namespace ladder {
namespace {

Json json_of_option(const Option &option, const std::string &group) {
  Json json = {{"name", option.name},         {"group", group},
               {"about", option.about},       {"value", option.label()},
               {"required", option.required}, {"unit", option.unit},
               {"default", option.preset()}};
  if (const auto range = option.range()) {
    const bool whole = !std::holds_alternative<Real>(option.kind);
    const auto number = [&](double value) {
      return whole ? Json(static_cast<long long>(value)) : Json(value);
    };
    json["least"] = number(range->first), json["most"] = number(range->second);
  }
  if (const auto *k = std::get_if<OneOf>(&option.kind)) json["words"] = k->words;
  return json;
}

Json json_of_command(const Command &command) {
  Json options = Json::array();
  if (!command.script()) {
    const auto bound = command.bind();
    for (const OptionGroup &group : bound->declared.groups)
      for (const Option &option : group.options)
        options.push_back(json_of_option(option, group.title));
  }
  return {{"name", command.name},
          {"about", command.about},
          {"examples", command.examples},
          {"script", command.script()},
          {"options", options}};
}

}  // namespace

std::string as_json() {
  Json all = Json::array();
  for (const Command *command : commands())
    if (!command->internal()) all.push_back(json_of_command(*command));
  Json knobs = Json::array();
  for (const CompletedOption &option : completion().options)
    if (option.about.starts_with("knob: ")) knobs.push_back(option.name);
  Names with_knobs = commands_with_knobs();
  std::erase_if(with_knobs, [](const auto &name) { return find_command(name)->internal(); });
  return Json({{"commands", all}, {"knobs", knobs}, {"commands_with_knobs", with_knobs}}).dump(1) +
         "\n";
}

}  // namespace ladder
