#include "harness/base/clean_text.h"

#include <algorithm>
#include <cstdint>

namespace ladder {
namespace {

// How many bytes the first character has; 0 where it is not UTF-8. `code`: its number.
std::size_t first_character(std::string_view text, std::uint32_t &code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80             ? 1
                             : (lead & 0xe0) == 0xc0 ? 2
                             : (lead & 0xf0) == 0xe0 ? 3
                             : (lead & 0xf8) == 0xf0 ? 4
                                                     : 0;
  if (length == 0 || length > text.size()) return 0;
  code = length == 1 ? lead : lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

bool shown_as_it_is(std::uint32_t code) {
  const auto within = [code](std::uint32_t first, std::uint32_t last) {
    return code >= first && code <= last;
  };
  return !within(0, 0x1f) && !within(0x7f, 0x9f) &&  // control characters
         code != 0xad && code != 0x61c && code != 0xfeff &&
         !within(0x200b, 0x200f) &&  // of no width, and marks of direction
         !within(0x2028, 0x202e) && !within(0x2060, 0x206f);
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = first_character(text, code);
    if (length > 0 && shown_as_it_is(code) && code != ' ')
      clean += text.substr(0, length);
    else if (!clean.empty() && clean.back() != ' ')
      clean += ' ';
    text.remove_prefix(length > 0 ? length : 1);
  }
  if (!clean.empty() && clean.back() == ' ') clean.pop_back();
  return clean;
}

std::string clean_name(std::string_view text) {
  constexpr std::size_t most_bytes = 60;
  std::string name = clean_text(text);
  std::ranges::replace(name, ' ', '-');
  if (name.size() <= most_bytes) return name;
  std::size_t end = most_bytes;
  while ((static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;  // not within a character
  name.resize(end);
  return name;
}

void clean_texts(Json &json) {
  if (json.is_string()) {
    json = clean_text(json.get_ref<const std::string &>());
  } else if (json.is_object()) {
    Json clean = Json::object();
    for (auto &[name, value] : json.items()) {
      clean_texts(value);
      clean[clean_text(name)] = std::move(value);
    }
    json = std::move(clean);
  } else if (json.is_array()) {
    for (Json &one : json) clean_texts(one);
  }
}

}  // namespace ladder
