#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/line/option.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/registry/registry.h"
#include "harness/command/line/commands.h"

namespace ladder {
namespace {

std::vector<std::string> parts_of(const std::string &list) {
  std::vector<std::string> parts;
  std::istringstream all(list);
  for (std::string part; std::getline(all, part, ',');) parts.push_back(part);
  return parts;
}

// An option as it was written.
struct Written {
  std::string name;  // with its dashes
  std::optional<std::string> value;
};

std::string spoken(const std::string &command) { return CommandLine{command, {}, {}}.spoken(); }

std::string takers(Names commands) {
  std::erase_if(commands, [](const auto &name) { return find_command(name)->internal(); });
  for (std::string &name : commands) name = spoken(name);
  return fmt::format("{} take{} it", fmt::join(commands, ", "), commands.size() == 1 ? "s" : "");
}

void add_knobs(const ladder_stage &stage, std::set<std::string> &names) {
  for (int k = 0; k < stage.knobs; ++k) names.insert(fmt::format("--{}", stage.knob[k].name));
}

// The knobs that an option may be.
struct Knobs {
  std::set<std::string> names;  // with dashes
  bool others = false;  // a stage on this line is not in this build, so its knobs are not known
  bool later = false;   // it is going to be compiled, and then they are
};

// Of the stages of this build, and of the plug-ins on this line.
Knobs possible_knobs(const std::vector<Written> &options, const std::string &command) {
  Knobs knobs;
  for (const StageEntry &entry : built_in_stages()) add_knobs(*entry.stage, knobs.names);
  for (const Written &option : options) {
    if (const KnownOption *known = find_option(option.name); known && known->is_for(command))
      knobs.later = knobs.later || option.name == "--emulate";
    if (option.name == "--stage" && option.value)
      for (const std::string &stage : parts_of(*option.value)) {
        try {
          if (stage.ends_with(".so"))
            add_knobs(
                *(find_command(command)->internal() ? load_plugin : describe_plugin)(stage).stage,
                knobs.names);
        } catch (const Error &) {  // reported when the stage is needed
        }
        knobs.later = knobs.later || stage.ends_with(".cu");
        knobs.others = knobs.others || std::ranges::any_of(unbuilt_stages(), [&](const auto &one) {
                         return one.name == stage;
                       });
      }
  }
  knobs.others = knobs.others || knobs.later;
  return knobs;
}

bool takes_knobs(const std::string &command) {
  return std::ranges::count(commands_with_knobs(), command) > 0;
}

// An option that the program gives to itself.
bool is_internal(const KnownOption &option, const std::string &command) {
  return option.commands.size() == 1 && option.commands[0] != command &&
         find_command(option.commands[0])->internal();
}

// Those that people may use with any command, or this command itself.
Names names_of_options(const std::string &command, const Knobs &knobs, bool of_this) {
  Names names;
  for (const KnownOption &one : known_options())
    if (!one.option.word() && !is_internal(one, command) && one.is_for(command) == of_this)
      names.push_back(one.option.name.substr(2));
  if (of_this) names.insert(names.end(), {"help", "version"});
  if (takes_knobs(command) == of_this)
    for (const std::string &knob : knobs.names) names.push_back(knob.substr(2));
  return names;
}

void refuse_unknown(const std::vector<Written> &options, const Knobs &knobs,
                    const std::string &command) {
  for (const Written &option : options) {
    const KnownOption *known = find_option(option.name);
    if ((known && !is_internal(*known, command)) || knobs.names.contains(option.name)) continue;
    if (!known && knobs.later && takes_knobs(command)) continue;
    const std::string bare =
        option.name.substr(std::min(option.name.find_first_not_of('-'), option.name.size()));
    auto near = nearest(bare, names_of_options(command, knobs, true));
    if (near.empty()) near = nearest(bare, names_of_options(command, knobs, false));
    if (near.empty() && knobs.others) continue;
    const std::string help =
        command == "ladder" ? "`ladder --help`" : fmt::format("`ladder {} --help`", command);
    throw UsageError(fmt::format(
        "unknown option '{}'; {}", option.name,
        near.empty() ? fmt::format("{} shows them{}", help,
                                   unbuilt_stages().empty()
                                       ? ""
                                       : "; a stage that is not in this build may have such a knob")
                     : fmt::format("did you mean --{}?", fmt::join(near, " or --"))));
  }
}

// The option of that name, or null for a knob. A knob may be called as an option of other commands:
// `batch` has a knob "shots", and `ladder migrate` an option.
const KnownOption *option_or_knob(const std::string &name, const Knobs &knobs,
                                  const std::string &command) {
  const KnownOption *option = find_option(name);
  const bool of_others = option && !option->is_for(command);
  return of_others && takes_knobs(command) && (knobs.names.contains(name) || knobs.others) ? nullptr
                                                                                           : option;
}

void refuse_those_of_others(const std::vector<Written> &options, const Knobs &knobs,
                            const std::string &command) {
  for (const Written &one : options) {
    const KnownOption *option = option_or_knob(one.name, knobs, command);
    if (option ? option->is_for(command) : takes_knobs(command)) continue;
    throw UsageError(fmt::format("{} would have no effect in {}: {}", one.name, spoken(command),
                                 takers(option ? option->commands : commands_with_knobs())));
  }
}

void refuse_missing_values(const std::vector<Written> &options, const Knobs &knobs,
                           const std::string &command) {
  for (const Written &one : options) {
    const KnownOption *option = option_or_knob(one.name, knobs, command);
    const bool takes_value = !option || option->option.takes_value();
    if (takes_value && (!one.value || one.value->empty()))
      throw UsageError(fmt::format("{} needs a value: {}={}", one.name, one.name,
                                   option ? option->option.label() : "128"));
    if (!takes_value && one.value)
      throw UsageError(fmt::format("{} takes no value: '{}'", one.name, *one.value));
  }
}

// The first word is the command, the rest is for it.
void take_command(const Names &alone, SplitLine &line) {
  const Names names = names_of_commands();
  if (const Command *known = find_command(alone[0]); !known || known->name == "ladder") {
    const auto near = nearest(alone[0], names);
    throw UsageError(fmt::format("there is no command '{}'; {}", alone[0],
                                 near.empty()
                                     ? fmt::format("the commands are {}", fmt::join(names, ", "))
                                     : fmt::format("did you mean {}?", fmt::join(near, ", "))));
  }
  line.command = alone[0];
  line.words.assign(alone.begin() + 1, alone.end());
  const bool takes_words = std::ranges::any_of(known_options(), [&](const KnownOption &one) {
    return one.option.word() && one.is_for(line.command);
  });
  if (!line.words.empty() && !takes_words && !find_command(line.command)->script())
    throw UsageError(
        fmt::format("{} takes options only, not '{}'", spoken(line.command), line.words[0]));
}

}  // namespace

SplitLine split_line(const std::vector<std::string> &words) {
  SplitLine line;
  std::vector<Written> options;
  std::vector<std::string> alone;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (word == "-h" || word == "--help") {
      line.help = true;
    } else if (word == "--version") {
      line.version = true;
    } else if (word.size() < 2 || word[0] != '-') {
      alone.push_back(word);
    } else {
      const auto equals = word.find('=');
      Written one{word.substr(0, equals), std::nullopt};
      const KnownOption *option = find_option(one.name);
      if (equals != std::string::npos)
        one.value = word.substr(equals + 1);
      else if ((!option || option->option.takes_value()) && i + 1 < words.size() &&
               !words[i + 1].starts_with("--"))
        one.value = words[++i];
      options.push_back(std::move(one));
    }
  }
  if (!alone.empty()) take_command(alone, line);
  if (find_command(line.command)->script() || line.help || line.version) return line;
  const Knobs knobs = possible_knobs(options, line.command);
  refuse_unknown(options, knobs, line.command);
  refuse_those_of_others(options, knobs, line.command);
  refuse_missing_values(options, knobs, line.command);
  for (const Written &one : options) {
    if (option_or_knob(one.name, knobs, line.command))
      line.options.emplace_back(one.name, one.value.value_or(""));
    else
      for (const std::string &value : separated(one.name, *one.value))
        line.knobs[one.name.substr(2)].push_back(value);
  }
  return line;
}

}  // namespace ladder
