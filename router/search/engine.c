/* engine: the features of a field, and their names. */
#include "router/search/engine.h"

static bool has_weights(const struct grid *grid)
{
    size_t cells = grid->weight != NULL ? grid_cells(grid) : 0;
    for (size_t cell = 0; cell < cells; cell++)
        if (grid->weight[cell] > 1)
            return true;
    return false;
}

unsigned field_features(const struct field *field)
{
    const struct grid *grid = field->grid;
    assert(grid != NULL && grid->layers >= 1);
    const struct step_rules *rules = &grid->rules;
    uint64_t directed = rules->horizontal | rules->vertical;
    unsigned features = 0;
    features |= grid->layers > 1 ? FEATURE_LAYERS : 0;
    features |= grid->layers > 1 && rules->via > 0 ? FEATURE_VIA : 0;
    features |= rules->wrong_way > 0 && (directed & ~rules->strict) != 0 ? FEATURE_WRONG_WAY : 0;
    features |= rules->strict != 0 ? FEATURE_STRICT : 0;
    features |= rules->bend > 0 ? FEATURE_BEND : 0;
    features |= has_weights(grid) ? FEATURE_WEIGHTS : 0;
    features |= grid->walls != NULL ? FEATURE_WALLS : 0;
    features |= field->toll != NULL ? FEATURE_TOLLS : 0;
    return features;
}

const char *feature_name(enum feature feature)
{
    static const char *const NAMES[] = {"several layers", "via costs",  "wrong-way costs",
                                        "strict layers",  "bend costs", "weights",
                                        "walls",          "tolls"};
    assert(feature > 0 && feature <= FEATURE_ALL);
    return NAMES[__builtin_ctz(feature)];
}
