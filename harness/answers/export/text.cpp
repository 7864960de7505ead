#include "harness/answers/export/text.h"

#include <fmt/format.h>

#include <cmath>

namespace ladder {
namespace {

constexpr const char *replacement = "\xEF\xBF\xBD";  // U+FFFD

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

std::string json_text(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace ladder
