// A document of pugixml as the text of a file.
#pragma once
#include <pugixml.hpp>
#include <sstream>
#include <string>

namespace ladder {

inline std::string text_of(const pugi::xml_document &document) {
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace ladder
