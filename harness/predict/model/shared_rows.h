// Where the lanes of a warp access shared memory, and how often a bank is asked for that.
#pragma once

namespace ladder {

// Values of their own that lanes have side by side in a row, and from a row to the next; 0: one
// row.
struct SharedRows {
  int values = 0, pitch = 0;
};

// Of shared memory for an access of `words` of 4 B a lane, if lanes begin `apart` words from each
// other: the most words of one bank that are asked for at once, which it gives one after the other.
double wavefronts(int words, int apart, const SharedRows &);

}  // namespace ladder
