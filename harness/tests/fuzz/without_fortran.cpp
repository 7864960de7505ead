// What Fortran defines in the program, which fuzzers are built without: the window that a case file
// need not name.
extern "C" {
extern const double ladder_usual_alpha = 0.5, ladder_usual_beta = 6;
}
