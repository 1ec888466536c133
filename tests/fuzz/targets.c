/* targets: the list of them. */
#include "tests/fuzz/targets.h"

const struct fuzz_target fuzz_targets[] = {
    {"grid", fuzz_grid},       {"matrix", fuzz_matrix},
    {"netlist", fuzz_netlist}, {"course", fuzz_netlist},
    {"tiles", fuzz_tiles},     {"routes", fuzz_routes},
    {"lef", fuzz_lef},         {"def", fuzz_def},
    {"layout", fuzz_layout},   {"wires", fuzz_wires},
    {"guides", fuzz_guides},   {"ini", fuzz_ini},
    {"batch", fuzz_batch},     {"options", fuzz_options},
    {"record", fuzz_record},   {"checkpoint", fuzz_checkpoint},
    {"waves", fuzz_waves},     {NULL, NULL},
};
