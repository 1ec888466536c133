/* parts: the functions that the files of the LEF reader share. A lef_statement reads the rest of a
 * statement, whose first word is reader->word, up to its end. */
#pragma once

#include "grid/format/lefdef/statements.h"

typedef enum status lef_statement(struct lefdef_reader *reader);

/* Statements of the top level. lef_via sets reader->via. */
lef_statement lef_layer, lef_via, lef_via_rule, lef_rule, lef_macro;

/* Rules of the layer reader->layer, up to their `;`. */
lef_statement lef_spacing, lef_spacing_table, lef_min_step, lef_minimum_cut, lef_enclosed,
    lef_property, lef_enclosure;

/* Reads LEF58_CUTCLASS or LEF58_SPACINGTABLE of a cut layer, split into words. obeyed: out; false
 * if it has other words. */
enum status lef_cut_classes(struct lefdef_reader *reader, const struct token *words, size_t count,
                            bool *obeyed);
enum status lef_cut_table(struct lefdef_reader *reader, const struct token *words, size_t count,
                          bool *obeyed);

/* Antenna statements and THICKNESS of the layer, of the pin reader->pin, and of the library. */
bool lef_is_antenna(struct token word);
lef_statement lef_antenna;
bool lef_is_pin_antenna(struct token word);
enum status lef_pin_antenna(struct lefdef_reader *reader, struct token word);
bool lef_is_antenna_default(struct lefdef_reader *reader);
lef_statement lef_antenna_default;

/* Reads the block of the word reader->word, whose name comes next. If a block of this kind and name
 * has been read: the same words are skipped with a remark; other words of a LAYER or SITE are read
 * as well, of another block they are an error with both places (once.c). */
enum status lef_block(struct lefdef_reader *reader, lef_statement *read);

/* Must be called after a statement, whose first word is `word`. If it may be stated once in the
 * block `scope` of its section, the same again is a remark, another an error with both places. */
enum status lef_once(struct lefdef_reader *reader, enum section section, uint32_t scope,
                     struct token word);

/* The first word of such a statement in this file, or the next byte if it was not read whole. */
struct token lef_place(struct lefdef_reader *reader, enum section section, uint32_t scope,
                       enum keyword key);

/* Skips everything up to `END name`, also if the name is a keyword. False if there is none. */
bool lef_pass_block(struct lexer *lex, struct token name);

/* Reads reader->stack, the value of LEF58_MAXVIASTACK, when the layers are known. */
enum status lef_stack58(struct lefdef_reader *reader);

/* Records and notes a rule of reader->layer that is not obeyed: `word`, or `word option`. */
enum status lef_unknown(struct lefdef_reader *reader, struct token word, struct token option);
