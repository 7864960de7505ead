void clock_of_c_(void) {}

void shift_c_(double *t, int *n) {
  for (int i = 0; i < *n; i++) t[i] += 1;
}
