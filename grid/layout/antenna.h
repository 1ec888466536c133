/* antenna: the antenna rules of LEF 5.8. During manufacture, metal that is connected to a gate and
 * not yet to a diffusion collects charge; LEF limits its area divided by the area of the gate.
 *
 *     tech.antenna_rules   [ layer 1, OXIDE1 | layer 1, OXIDE2 | layer 2, OXIDE1 | ... ]
 *                            ^ layer.antenna       one per layer and oxide model
 *     library.antenna_areas [ pin A | pin B | ... ]
 *                            ^ pin.antenna         gates, diffusions and inner metal of a pin
 *
 * Ratios, factors and areas are integers in billionths: of 1, of a square micron, and THICKNESS of
 * a micron. grid/check/layout/antenna.h states the formulas. */
#pragma once

#include "grid/base.h"

#define ANTENNA_ONE  INT64_C(1000000000) /* 1, in billionths */
#define ANTENNA_NONE INT64_C(-1)         /* LEF states no value */

enum {
    ANTENNA_OXIDES = 32,     /* OXIDE1 .. OXIDE32 */
    ANTENNA_POINTS_MAX = 64, /* maximum number of points of a table (PWL) */
};

/* The ratios that a rule can limit. */
enum antenna_ratio {
    ANTENNA_AREA,
    ANTENNA_CUM_AREA,
    ANTENNA_SIDE,
    ANTENNA_CUM_SIDE,
    ANTENNA_RATIOS,
};

/* A value that depends on the area of diffusion: point_count points in tech.antenna_points, in
 * ascending order. It is linear between them, and constant before the first and beyond the last. A
 * number of LEF without PWL is one point and no table. Without points there is no value. */
struct antenna_curve {
    uint32_t first_point, point_count;
    bool is_table;
};

struct antenna_point {
    int64_t diffusion, value;
};

/* The rules of a layer for gates of one oxide model. */
struct antenna_rule {
    uint16_t layer;                            /* the first member, for sorting */
    uint8_t oxide;                             /* OXIDE1 is 0 */
    bool area_diffuse_only, side_diffuse_only; /* the factor is 1 without diffusion */
    bool routing_plus_cut;                     /* ANTENNACUMROUTINGPLUSCUT */
    int64_t area_factor, side_factor;          /* ANTENNA_ONE if LEF states none */
    int64_t gate_plus_diff, area_minus_diff;   /* 0 if LEF states none */
    int64_t limit[ANTENNA_RATIOS];             /* without diffusion; or ANTENNA_NONE */
    struct antenna_curve diff_limit[ANTENNA_RATIOS];
    struct antenna_curve reduce; /* ANTENNAAREADIFFREDUCEPWL */
};

/* The kinds of values of a pin. The last three: the largest cumulative ratio of its gates. */
enum antenna_part {
    ANTENNA_GATE,
    ANTENNA_DIFFUSION,
    ANTENNA_METAL_AREA,
    ANTENNA_METAL_SIDE,
    ANTENNA_CUT_AREA,
    ANTENNA_MAX_AREA,
    ANTENNA_MAX_SIDE,
    ANTENNA_MAX_CUT,
    ANTENNA_PARTS,
};

/* A value of a pin of a cell. */
struct antenna_area {
    uint16_t layer; /* LAYER_NONE: of all layers */
    uint8_t part;   /* enum antenna_part */
    uint8_t oxide;  /* of ANTENNA_GATE and the largest ratios */
    int64_t value;
};

/* Default areas of pins that state none: ANTENNAINPUTGATEAREA, ANTENNAOUTPUTDIFFAREA,
 * ANTENNAINOUTDIFFAREA. */
struct antenna_defaults {
    int64_t input_gate, output_diffusion, inout_diffusion;
};
