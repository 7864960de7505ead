// count_to N: work that is proportional to N and nothing else, to be counted.
#include <stdlib.h>

int main(int words, char **word) {
  if (words != 2) return 2;
  const long n = atol(word[1]);
  volatile long sum = 0;
  for (long i = 0; i < n; ++i) sum += i;
  return 0;
}
