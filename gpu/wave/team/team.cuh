/* team: a few nets, each by a cluster of blocks, for the shortest time to the last answer.
 *
 * It takes the jobs and gives the answers of sweep.cuh. There a block takes a net and loads a tile
 * when it visits it. Here the whole window of a net lies in the shared memory of a cluster of 1 to
 * 16 blocks. It is cut into tiles of 16 x 16 columns, and each tile belongs to one warp:
 *
 *     tile t:    block t % blocks of the cluster, slot t / blocks, warp slot % TEAM_WARPS
 *
 * A warp visits those of its tiles that were woken: it sweeps along y and x by turns, in registers,
 * then writes edges that fell into the shared memory of the neighbour tiles' blocks and wakes these
 * tiles. No warp waits for another. The warps find out beside their work when nothing is left to do
 * (team_rest.cuh). Then labels are final. Each warp works out for its tiles which steps back
 * explain each cell's label, and one warp walks along these masks.
 *
 * The time of a net is a chain of visits: one for each tile that its path crosses, and some for its
 * bends. So tiles are small, a visit is short, and there are many warps. Costs lie in shared
 * memory, too, where they fit; else in the cache. Only loops over the cells of a line are unrolled:
 * other code runs once or a few times, and fetching it takes time.
 *
 * team_tile.cuh has the sweeps, team_read.cuh the tiles' cells, team_search.cuh visits,
 * team_rest.cuh the end of them, team_trace.cuh the way back, team.cu the launches.
 */
#pragma once

#include "gpu/wave/sweep/sweep.cuh"

enum {
    TEAM_SIDE = 16, /* of a tile; a line for each lane of half a warp */
    TEAM_LAST = TEAM_SIDE - 1,
    TEAM_STRIDE = TEAM_SIDE + 1,                /* words of a row: lines lie in different banks */
    TEAM_PLANE = TEAM_SIDE * TEAM_STRIDE,       /* words of two layers */
    TEAM_WORDS = SWEEP_LAYERS / 2 * TEAM_PLANE, /* words of a tile */
    TEAM_WARPS = 16,                            /* of a block */
    TEAM_SIZES = 5,                             /* clusters of 1, 2, 4, 8, 16 blocks */
    TEAM_SLOTS = 80,                            /* of a block: more tiles never fit */
    TEAM_NETS = 64,                             /* of a call; more get a block each */
};

struct sweep_team;

/* Nets to clusters of 2^size blocks. */
struct team_launch {
    uint16_t net[TEAM_NETS];
    uint32_t count, size;
    uint32_t slots; /* tiles of a block at most */
    bool near;      /* costs in shared memory */
};

struct team_plan {
    struct team_launch sizes[TEAM_SIZES];
};

/* Prepares the kernel. *team is NULL where the device has no clusters, or on failure. */
enum status team_open(struct sweep_team **team, const struct gpu_engine *engine,
                      struct error *error);

/* Deals the device's blocks out to the nets (in the host's memory). False where they are for
 * sweep_launch: too many, or one too large. *shape: for which memory is to be reserved. */
bool team_divide(const struct sweep_team *team, const struct sweep_net *nets, size_t count,
                 struct team_plan *plan, struct sweep_shape *shape);

/* The launches, on the engine's stream as seen from outside. */
enum status team_start(const struct sweep_team *team, const struct sweep_view *view,
                       const struct team_plan *plan, struct error *error);

/* Accepts NULL. */
void team_close(struct sweep_team *team);
