/* parts: the parts of the LEF reader. Each reads one kind of statement whose first word has been
 * read, up to its end. */
#pragma once

#include "grid/format/lefdef/reader.h"

enum status lef_layer(struct lefdef_reader *reader);
enum status lef_via(struct lefdef_reader *reader, bool nondefault, uint32_t *via);
enum status lef_via_rule(struct lefdef_reader *reader);
enum status lef_rule(struct lefdef_reader *reader); /* NONDEFAULTRULE */
enum status lef_macro(struct lefdef_reader *reader);

/* Rules of a layer, up to their `;`. word: the statement's first word. */
enum status lef_spacing(struct lefdef_reader *reader, uint16_t layer);
enum status lef_spacing_table(struct lefdef_reader *reader, uint16_t layer);
enum status lef_min_step(struct lefdef_reader *reader, uint16_t layer);
enum status lef_minimum_cut(struct lefdef_reader *reader, uint16_t layer);
enum status lef_enclosed(struct lefdef_reader *reader, uint16_t layer);
enum status lef_property(struct lefdef_reader *reader, uint16_t layer);

/* Notes a rule that is not understood: `word`, or `word option`. */
enum status lef_unknown(struct lefdef_reader *reader, uint16_t layer, struct token word,
                        struct token option);

/* `END name`: END has been read; the name must follow. */
enum status lef_end_name(struct lefdef_reader *reader, struct token name);
