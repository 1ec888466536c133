/* parts: the parts of the LEF reader. Each reads one kind of statement whose first word has been
 * read, up to its end. */
#pragma once

#include "grid/format/lefdef/reader.h"

enum status lef_layer(struct reader *reader);
enum status lef_via(struct reader *reader, bool nondefault, uint32_t *via);
enum status lef_via_rule(struct reader *reader);
enum status lef_rule(struct reader *reader); /* NONDEFAULTRULE */
enum status lef_macro(struct reader *reader);

/* Rules of a layer, up to their `;`. word: the statement's first word. */
enum status lef_spacing(struct reader *reader, uint16_t layer);
enum status lef_spacing_table(struct reader *reader, uint16_t layer);
enum status lef_min_step(struct reader *reader, uint16_t layer);
enum status lef_minimum_cut(struct reader *reader, uint16_t layer);
enum status lef_enclosed(struct reader *reader, uint16_t layer);
enum status lef_property(struct reader *reader, uint16_t layer);

/* Notes a rule that is not understood: `word`, or `word option`. */
enum status lef_unknown(struct reader *reader, uint16_t layer, struct token word,
                        struct token option);

/* `END name`: END has been read; the name must follow. */
enum status lef_end_name(struct reader *reader, struct token name);
