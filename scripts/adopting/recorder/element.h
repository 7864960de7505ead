// One element of a value: its number, its place in words, its component and what a component may be
// off by.
#pragma once
#include "recorder.h"

double real_at(const struct value *, const char *data, size_t element);
void where(const struct value *, size_t element, char *text, size_t size);
int component_of(const struct value *, size_t element);
int components_of(const struct value *);
// Of a value's component, relative to its largest magnitude; negative where none is known.
double limit_of(const struct value *, int component);
// Of the outputs of the recorded calls, at which the original's own runs take different branches.
double share_left_out(void);
