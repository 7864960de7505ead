#include "harness/output/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

constexpr const char *replacement = "\xEF\xBF\xBD";  // U+FFFD

// Line ends are written as references, or a reader would make them blanks.
constexpr std::pair<char, const char *> references[] = {
    {'&', "&amp;"},   {'<', "&lt;"},  {'>', "&gt;"},   {'"', "&quot;"},
    {'\'', "&apos;"}, {'\t', "&#9;"}, {'\n', "&#10;"}, {'\r', "&#13;"}};

}  // namespace

std::string clean_text(const std::string &text) {
  // The JSON library knows what valid UTF-8 is: out and in again.
  const std::string valid =
      Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string clean;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    const bool no_character =  // U+FFFE, U+FFFF
        valid.compare(i, 3, "\xEF\xBF\xBE") == 0 || valid.compare(i, 3, "\xEF\xBF\xBF") == 0;
    if (no_character) {
      clean += replacement;
      i += 2;
    } else if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f) {
      clean += replacement;
    } else {
      clean += valid[i];
    }
  }
  return clean;
}

std::string xml_text(const std::string &text) {
  std::string out;
  for (const char c : clean_text(text)) {
    const auto known = std::find_if(std::begin(references), std::end(references),
                                    [c](const auto &reference) { return reference.first == c; });
    if (known == std::end(references))
      out += c;
    else
      out += known->second;
  }
  return out;
}

std::string json_text(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace ladder
