/* parts: the functions that the files of the LEF reader share. A lef_statement reads the rest of a
 * statement, whose first word is reader->word, up to its end. */
#pragma once

#include "grid/format/lefdef/statements.h"

typedef enum status lef_statement(struct lefdef_reader *reader);

/* Statements of the top level. lef_via sets reader->via. */
lef_statement lef_layer, lef_via, lef_via_rule, lef_rule, lef_macro;

/* Rules of the layer reader->layer, up to their `;`. */
lef_statement lef_spacing, lef_spacing_table, lef_min_step, lef_minimum_cut, lef_enclosed,
    lef_property;

/* Antenna statements and THICKNESS of the layer, of the pin reader->pin, and of the library. */
bool lef_is_antenna(struct token word);
lef_statement lef_antenna;
bool lef_is_pin_antenna(struct token word);
enum status lef_pin_antenna(struct lefdef_reader *reader, struct token word);
bool lef_is_antenna_default(struct lefdef_reader *reader);
lef_statement lef_antenna_default;

/* Reads reader->stack, the value of LEF58_MAXVIASTACK, when the layers are known. */
enum status lef_stack58(struct lefdef_reader *reader);

/* Records and notes a rule of reader->layer that is not obeyed: `word`, or `word option`. */
enum status lef_unknown(struct lefdef_reader *reader, struct token word, struct token option);
