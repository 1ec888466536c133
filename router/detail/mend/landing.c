/* landing: tries a patch for the pad of each via. */
#include "router/detail/mend/landing.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/mend/patch.h"

/* Penalises the vias of class 0 from an access to the layer above whose pad and pin no patch
 * extends to the minimum area. */
static enum status judge_spot(struct mender *m, struct lattice *lattice, struct access_spot at,
                              int32_t toll)
{
    struct lattice_cut *cut = &lattice->cuts[at.layer];
    const uint32_t site = lattice_at(&lattice->layers[at.layer], at.ix, at.iy);
    assert(at.layer + 1u < lattice->layer_count);
    for (uint32_t v = 0; v < cut->variants[0]; v++) {
        if (!cell_via_is_open(lattice, at.layer, v, site, m->net + 1))
            continue;
        TRY(mend_area(m, at.layer, lattice_pad_box(lattice, at.layer, v, at.ix, at.iy, 0)));
        if (m->fault_count > 0)
            cell_pay(lattice, lattice_site(cut, v, site), toll, UINT16_MAX);
        m->patch_count = m->fault_count = 0;
    }
    return STATUS_OK;
}

enum status landing_penalise(struct mender *m, struct lattice *lattice, const struct access *access,
                             int32_t toll, const struct lattice_stop *stop, struct error *error)
{
    const struct model *model = lattice->model;
    assert(m->metal.count == 0 && m->patch_count == 0 && m->fault_count == 0 && toll >= 0);
    m->own_patches = 0;
    m->error = error;
    for (uint32_t p = 0; p < model->pin_count; p++) {
        uint32_t l = MODEL_NONE;
        bool small = false;
        m->net = model->pin_net[p];
        if (lattice_is_stopped(stop))
            return STATUS_INTERRUPTED;
        for (uint32_t i = access->first[p]; i < access->first[p + 1]; i++) {
            const struct access_spot at = access->spots[i];
            if (at.layer != l)
                small = access_is_small(model, p, at.layer);
            l = at.layer;
            if (small && l + 1 < lattice->layer_count &&
                lattice_is_site(&lattice->layers[l], at.ix, at.iy))
                TRY(judge_spot(m, lattice, at, toll));
        }
    }
    return STATUS_OK;
}
