/* team: a few nets, each by a cluster of blocks, for the shortest time to the last answer.
 *
 * It takes the jobs and gives the answers of sweep.cuh. There a block takes a net and loads a tile
 * when it visits it. Here the whole window of a net is in the shared memory of a cluster of 1 to 16
 * blocks. It is cut into tiles of 16 x 16 columns, and each tile belongs to one warp:
 *
 *     tile t:    block t % blocks of the cluster, slot t / blocks, warp slot % TEAM_WARPS
 *
 * A warp visits those of its tiles that were woken: it sweeps along y and x alternately, in
 * registers, then writes edges that fell into the shared memory of the neighbour tiles' blocks and
 * wakes these tiles. No warp waits for another. Between visits the warps detect that no work is
 * left (team_rest.cuh). Then labels are final. Each warp computes for its tiles which steps back
 * explain each cell's label, and one warp walks along these masks.
 *
 * The time of a net is a chain of visits: one for each tile that its path crosses, and some for its
 * bends. So tiles are small, a visit is short, and there are many warps. Costs are in shared
 * memory, too, if they fit; else in the cache. Only loops over the cells of a line are unrolled:
 * other code runs once or a few times, and fetching its instructions takes time.
 *
 * team_tile.cuh has the sweeps, team_read.cuh the reading of tiles, team_search.cuh visits,
 * team_rest.cuh the detection of their end, team_trace.cuh the walk back, team.cu the launches.
 */
#pragma once

#include "gpu/wave/sweep/sweep.cuh"

enum {
    TEAM_SIDE = 16,              /* columns per side of a tile: a line per lane of half a warp */
    TEAM_LAST = TEAM_SIDE - 1,   /* last column or row of a tile */
    TEAM_STRIDE = TEAM_SIDE + 1, /* words per row: lines use different banks */
    TEAM_PLANE = TEAM_SIDE * TEAM_STRIDE,       /* words of two layers of a tile */
    TEAM_WORDS = SWEEP_LAYERS / 2 * TEAM_PLANE, /* words of a tile */
    TEAM_WARPS = 16,                            /* warps per block */
    TEAM_SIZES = 5,                             /* clusters of 1, 2, 4, 8, 16 blocks */
    TEAM_SLOTS = 80,                            /* tiles per block at most */
    TEAM_NETS = 64,                             /* nets of a call at most; else a block each */
};

struct sweep_team;

/* The nets that get clusters of 2^size blocks. */
struct team_launch {
    uint16_t net[TEAM_NETS];
    uint32_t count, size;
    uint32_t slots; /* tiles per block at most */
    bool near;      /* costs in shared memory */
};

struct team_plan {
    struct team_launch sizes[TEAM_SIZES];
};

/* Prepares the kernel. *team is NULL if the device has no clusters, or on failure. */
enum status team_open(struct sweep_team **team, const struct gpu_engine *engine,
                      struct error *error);

/* Distributes the device's blocks to the nets (in host memory). Returns false if the nets are for
 * sweep_launch: too many, or one too large. *shape: the memory to reserve. */
bool team_divide(const struct sweep_team *team, const struct sweep_net *nets, size_t count,
                 struct team_plan *plan, struct sweep_shape *shape);

/* Launches the kernels; seen from outside, on the engine's stream. */
enum status team_start(const struct sweep_team *team, const struct sweep_view *view,
                       const struct team_plan *plan, struct error *error);

/* Accepts NULL. */
void team_close(struct sweep_team *team);
