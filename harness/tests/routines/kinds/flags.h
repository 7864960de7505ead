#define REAL_KIND real64
