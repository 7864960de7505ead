// The completion of each shell as a script.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/command/line/commands.h"

namespace ladder {
namespace {

std::string joined(const std::vector<std::string> &words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// Words that the shell takes as they are.
std::string quoted(const std::string &words, const char *apostrophe) {
  return fmt::format("'{}'", replaced(words, "'", apostrophe));
}

constexpr const char *bash =
    R"SHELL(# Completion of ladder for bash. `ladder completion bash` wrote it.
# To use it now and in every new shell:
#   ladder completion bash > ~/.local/share/bash-completion/completions/ladder
_ladder() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local option='' words='' command='' word kept='' takes=no files=no
  COMPREPLY=()
  # bash makes words of their own of = and of what follows it.
  if [[ $current == "=" ]]; then option=$before current=''
  elif [[ $before == "=" ]]; then option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $before == --* ]]; then option=$before
  fi
  case $option in
@VALUES@  esac
  if [[ $takes == yes ]]; then
    if [[ -n $words ]]; then
      if [[ $current == *,* ]]; then kept=${current%,*},; fi
      mapfile -t COMPREPLY < <(compgen -P "$kept" -W "$words" -- "${current##*,}")
    fi
    if [[ $files == yes && (-z $words || $current == */*) ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    fi
    return
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      @COMMANDS_OR@) command=$word; break ;;
    esac
  done
  if [[ $current == -* ]]; then
    case $command in
@OPTIONS@    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
    return
  fi
  case $command in
    '') words="@COMMANDS@" ;;
@FOLLOW@  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _ladder ladder
)SHELL";

constexpr const char *zsh = R"SHELL(#compdef ladder
# Completion of ladder for zsh. `ladder completion zsh` wrote it. To use it, in a folder of $fpath:
#   ladder completion zsh > ~/.zfunc/_ladder
_ladder() {
  local -a options commands
  local word command=''
  for word in ${words[2,CURRENT-1]}; do
    case $word in
      @COMMANDS_OR@) command=$word; break ;;
    esac
  done
  case $command in
@OPTIONS@  esac
  commands=(
@COMMANDS@  )
  local context state state_descr line
  typeset -A opt_args
  _arguments -S $options '1: :->command' '*:: :->follows' && return
  case $state in
    command) _describe -t commands command commands ;;
    follows)
      if [[ $PREFIX == -* ]]; then
        _arguments -S $options
        return
      fi
      case $line[1] in
@FOLLOW@        *) _files ;;
      esac ;;
  esac
}
if [[ $funcstack[1] == _ladder ]]; then _ladder "$@"; else compdef _ladder ladder; fi
)SHELL";

constexpr const char *fish =
    R"SHELL(# Completion of ladder for fish. `ladder completion fish` wrote it.
# To use it in every new shell:
#   ladder completion fish > ~/.config/fish/completions/ladder.fish
)SHELL";

// A description within an option of zsh's _arguments, or of a command of _describe.
std::string for_zsh(std::string about) {
  for (const char *special : {"\\", "[", "]", ":"})
    about = replaced(about, special, fmt::format("\\{}", special));
  return about;
}

// What follows the description of an option of zsh's _arguments: a label, and how its values are
// found.
std::string zsh_value(const CompletedOption &option) {
  if (!option.takes_value) return "";
  const std::string label = option.name.substr(2), words = joined(option.words);
  if (words.empty()) return fmt::format(":{}:{}", label, option.file ? "_files" : " ");
  if (option.list) return fmt::format(":{}: _values -s , {} {}", label, label, words);
  if (!option.file) return fmt::format(":{}:({})", label, words);
  return fmt::format(":{}: _alternative \"names\\:name\\:({})\" \"files\\:file\\:_files\"", label,
                     words);
}

// The names of the commands; with `bare`, "ladder" without a command as well.
std::vector<std::string> names_of(const Completion &completion, bool bare) {
  std::vector<std::string> names;
  if (bare) names.push_back("ladder");
  for (const CompletedCommand &command : completion.commands) names.push_back(command.name);
  return names;
}

bool is_for(const CompletedOption &option, const std::string &command) {
  return std::ranges::count(option.commands, command) > 0;
}

}  // namespace

std::string as_bash(const Completion &completion) {
  std::string values, options, follow;
  for (const CompletedOption &option : completion.options)
    if (option.takes_value)
      values += fmt::format("    {}) takes=yes words=\"{}\"{} ;;\n", option.name,
                            joined(option.words), option.file ? " files=yes" : "");
  for (const std::string &name : names_of(completion, true)) {
    std::vector<std::string> own;
    for (const CompletedOption &option : completion.options)
      if (is_for(option, name)) own.push_back(option.name + (option.takes_value ? "=" : ""));
    if (!own.empty())
      options +=
          fmt::format("      {}) words=\"{}\" ;;\n", name == "ladder" ? "''" : name, joined(own));
  }
  for (const CompletedCommand &command : completion.commands)
    if (!command.words.empty())
      follow += fmt::format("    {}) words=\"{}\" ;;\n", command.name, joined(command.words));
  const auto names = names_of(completion, false);
  std::string script = replaced(bash, "@VALUES@", values);
  script = replaced(script, "@OPTIONS@", options);
  script = replaced(script, "@COMMANDS@", joined(names));
  script = replaced(script, "@COMMANDS_OR@", fmt::format("{}", fmt::join(names, " | ")));
  return replaced(script, "@FOLLOW@", follow);
}

std::string as_zsh(const Completion &completion) {
  const char *apostrophe = "'\\''";
  std::string options, commands, follow;
  for (const std::string &name : names_of(completion, true)) {
    std::string own;
    for (const CompletedOption &option : completion.options) {
      if (!is_for(option, name)) continue;
      std::string entry = fmt::format("{}{}[{}]", option.name, option.takes_value ? "=" : "",
                                      for_zsh(option.about));
      entry += zsh_value(option);
      own += fmt::format("      {}\n", quoted(entry, apostrophe));
    }
    if (!own.empty())
      options +=
          fmt::format("    {}) options=(\n{}    ) ;;\n", name == "ladder" ? "''" : name, own);
  }
  for (const CompletedCommand &command : completion.commands) {
    commands +=
        fmt::format("    {}\n", quoted(command.name + ":" + for_zsh(command.about), apostrophe));
    if (!command.words.empty())
      follow += fmt::format("        {}) _values {} {} ;;\n", command.name, command.name,
                            joined(command.words));
  }
  std::string script = replaced(zsh, "@OPTIONS@", options);
  script = replaced(script, "@COMMANDS@", commands);
  script = replaced(script, "@COMMANDS_OR@",
                    fmt::format("{}", fmt::join(names_of(completion, false), " | ")));
  return replaced(script, "@FOLLOW@", follow);
}

// When fish offers an option: behind the commands that take it, or where there is no command yet.
std::string fish_condition(const CompletedOption &option) {
  std::vector<std::string> others = option.commands;
  const bool bare = std::erase(others, "ladder") > 0;
  std::string condition = bare ? "__fish_use_subcommand" : "";
  if (!others.empty())
    condition +=
        fmt::format("{}__fish_seen_subcommand_from {}", bare ? "; or " : "", joined(others));
  return condition;
}

std::string as_fish(const Completion &completion) {
  const auto literal = [](const std::string &text) {
    return quoted(replaced(text, "\\", "\\\\"), "\\'");
  };
  std::string script = fish;
  for (const CompletedCommand &command : completion.commands) {
    script += fmt::format("complete -c ladder -n __fish_use_subcommand -f -a {} -d {}\n",
                          command.name, literal(command.about));
    if (!command.words.empty())
      script += fmt::format("complete -c ladder -n '__fish_seen_subcommand_from {}' -f -a {}\n",
                            command.name, literal(joined(command.words)));
  }
  for (const CompletedOption &option : completion.options) {
    std::string kind = option.takes_value ? (option.file ? " -r" : " -x") : "";
    if (!option.words.empty()) kind += " -a " + literal(joined(option.words));
    script +=
        fmt::format("complete -c ladder -n {} -l {}{} -d {}\n", literal(fish_condition(option)),
                    option.name.substr(2), kind, literal(option.about));
  }
  return script;
}

}  // namespace ladder
