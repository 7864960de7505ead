// One element of a value: its number, its place in words, its component and what a component may be
// off by.
#pragma once
#include "recorder.h"

double real_at(const struct value *, const char *data, size_t element);
void where(const struct value *, size_t element, char *text, size_t size);
int component_of(const struct value *, size_t element);
int components_of(const struct value *);
double limit_of(const struct value *, int component);
