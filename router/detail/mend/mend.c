/* mend: fixes each net on its own, in parallel, then merges the patches in the order of nets. */
#include "router/detail/mend/mend.h"

#include "grid/hash.h"
#include "router/detail/mend/penalty.h"
#include "router/detail/mend/patch.h"

enum { NETS_PER_TURN = 64 }; /* nets of a share, which a thread takes at once */

void mender_destroy(struct mender *mender)
{
    metal_destroy(&mender->metal);
    MEM_CLEAR(mender, mender->patches, mender->faults, mender->own, mender->clean);
}

/* The patches and faults of NETS_PER_TURN nets. */
struct share {
    struct mender part;
    size_t patches[NETS_PER_TURN + 1], faults[NETS_PER_TURN + 1]; /* counts before each net */
    enum status status;
    struct error error;
};

struct sharing {
    struct mender *m;
    const struct net_tree *trees;
    struct share *shares;
    uint32_t nets;
};

static uint64_t hash_of(const struct net_tree *tree)
{
    const size_t wires = tree->wire_count * sizeof *tree->wires;
    return hash_bytes(hash_bytes(HASH_START, tree->wires, wires), tree->vias,
                      tree->via_count * sizeof *tree->vias);
}

static void mend_share(void *context, size_t from, size_t to)
{
    struct sharing *all = context;
    assert(to * NETS_PER_TURN < (size_t)all->nets + NETS_PER_TURN);
    for (size_t s = from; s < to; s++) {
        struct share *share = &all->shares[s];
        uint32_t first = (uint32_t)s * NETS_PER_TURN,
                 end = uint_min(first + NETS_PER_TURN, all->nets);
        share->part = (struct mender){.lattice = all->m->lattice, .metal = all->m->metal};
        for (uint32_t net = first; net < end && share->status == STATUS_OK; net++) {
            struct mender *part = &share->part;
            const uint64_t hash = hash_of(&all->trees[net]);
            const size_t before = part->patch_count + part->fault_count;
            if (hash != all->m->clean[net])
                share->status = mend_net(part, &all->trees[net], net, &share->error);
            all->m->clean[net] = part->patch_count + part->fault_count == before ? hash : 0;
            share->patches[net - first + 1] = part->patch_count;
            share->faults[net - first + 1] = part->fault_count;
        }
        free(share->part.own);
    }
}

/* Copies the patches and faults of a net of a share, unless patches added since are too near. */
static enum status take_over(struct mender *m, const struct share *share, uint32_t k, bool *done)
{
    const struct mender *part = &share->part;
    assert(m->own_patches == m->patch_count);
    *done = true;
    for (size_t p = share->patches[k]; p < share->patches[k + 1] && *done; p++)
        *done = mend_fits(m, part->patches[p].layer, part->patches[p].box);
    if (!*done)
        return STATUS_OK;
    m->own_patches = m->patch_count;
    size_t patches = share->patches[k + 1] - share->patches[k];
    TRY(MEM_GROW(m->patches, m->patch_room, m->patch_count + patches, "patches", m->error));
    for (size_t p = share->patches[k]; p < share->patches[k + 1]; p++)
        m->patches[m->patch_count++] = part->patches[p];
    for (size_t f = share->faults[k]; f < share->faults[k + 1]; f++) {
        const struct mend_fault *fault = &part->faults[f];
        TRY(mend_fault(m, fault->layer, fault->rule, fault->place));
    }
    return STATUS_OK;
}

enum status mend(struct mender *m, const struct net_tree *trees, struct workers *workers,
                 struct error *error)
{
    const struct model *model = m->lattice->model;
    uint32_t nets = model->net_count;
    size_t count = ((size_t)nets + NETS_PER_TURN - 1) / NETS_PER_TURN;
    struct sharing all = {.m = m, .trees = trees, .nets = nets};
    if (m->clean == NULL)
        TRY(MEM_NEW(m->clean, nets, "nets", error));
    metal_destroy(&m->metal);
    TRY(metal_create(&m->metal, m->lattice, error));
    m->patch_count = m->own_patches = m->fault_count = 0;
    m->error = error;
    for (m->net = 0; m->net < nets; m->net++)
        TRY(mend_each_box(m, &trees[m->net], mend_metal));
    TRY(MEM_NEW(all.shares, count, "patches", error));
    workers_run(workers, mend_share, &all, count, 1);
    enum status status = STATUS_OK;
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        struct share *share = &all.shares[net / NETS_PER_TURN];
        bool done = false;
        m->net = net;
        status = share->status;
        if (status != STATUS_OK && error != NULL)
            *error = share->error;
        THEN(status, take_over(m, share, net % NETS_PER_TURN, &done));
        if (!done)
            THEN(status, mend_net(m, &trees[net], net, error));
        for (; m->own_patches < m->patch_count && status == STATUS_OK; m->own_patches++)
            status =
                mend_metal(m, m->patches[m->own_patches].layer, m->patches[m->own_patches].box);
    }
    for (size_t s = 0; s < count; s++)
        MEM_FREE(all.shares[s].part.patches, all.shares[s].part.faults);
    free(all.shares);
    metal_destroy(&m->metal);
    return status;
}

void mend_forget(struct mender *m, const struct net_tree *trees)
{
    size_t kept = 0;
    assert(m->own_patches == m->patch_count);
    for (size_t p = 0; p < m->patch_count; p++)
        if (trees[m->patches[p].net].complete)
            m->patches[kept++] = m->patches[p];
    m->patch_count = m->own_patches = kept;
    m->fault_count = 0;
}

void mend_penalise(struct lattice *lattice, const struct net_tree *tree,
                   const struct mend_fault *fault, const struct mend_fault *before, int32_t toll)
{
    assert(fault->layer < lattice->layer_count && toll >= 0);
    const bool of_tree = fault->rule == MEND_STEP || fault->rule == MEND_AREA;
    const bool again = fault->rule == MEND_NOTCH && before->rule == MEND_NOTCH &&
                       before->layer == fault->layer && rect_equal(before->place, fault->place);
    if (of_tree || again)
        penalty_judged(lattice, tree, 2 * fault->layer, fault->place, toll);
    if (!of_tree)
        penalty_place(lattice, fault->layer, fault->place, toll);
}
