// relax-tools: the program that is each tool of a package. All of it is in the
// library beside it, which Python loads as well.
extern "C" int mlirRelaxRunTool(int argc, char **argv);

int main(int argc, char **argv) { return mlirRelaxRunTool(argc, argv); }
