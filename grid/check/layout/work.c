/* work: see the header for the contract. */
#include "grid/check/layout/work.h"

bool outline_takes_part(const struct work *work, struct layout_rect box, bool touch)
{
    assert(work->cluster < work->it->cluster_count && box.x0 <= box.x1 && box.y0 <= box.y1);
    const struct inspection *it = work->it;
    for (uint32_t m = it->members.first[work->cluster]; m < it->members.first[work->cluster + 1];
         m++) {
        uint32_t shape = it->members.at[m];
        for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++)
            if (rect_overlap(it->pieces.at[p], box) || (touch && rect_touch(it->pieces.at[p], box)))
                return true;
    }
    return false;
}
