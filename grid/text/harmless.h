/* harmless: makes text from files, names and arguments safe to print and draw.
 *
 * Control characters can steer a terminal, a line end can fake a message, a bidirectional override
 * reverses the text after it. All text that is not the program's own goes through here:
 *
 *     job \033[31mred      ->  job ?[31mred
 *     caf\xe9 (no UTF-8)   ->  caf?
 *
 * Each of these becomes one '?', so that columns stay the same: control characters (U+0000..1F,
 * 7F..9F), direction marks and overrides (U+061C, 200E, 200F, 202A..202E, 2066..2069), line and
 * paragraph separators (U+2028, 2029), interlinear and tag characters (U+FFF9..FFFB, E0000..E007F),
 * noncharacters (U+FFFE, FFFF), bytes that are not UTF-8. A tab becomes a space. */
#pragma once

#include "grid/base.h"

/* Length in bytes of the first character of the text (length bytes, at least one); *fine: it can be
 * shown unchanged. A byte that is not UTF-8 counts as one character. */
size_t harmless_step(const char *text, size_t length, bool *fine);

/* Replaces characters in place, which can shorten the text, and returns the new length. Adds no
 * NUL. O(length). */
size_t harmless_bytes(char *text, size_t length);

/* The same for a string. Returns text. */
char *harmless(char *text);

/* Prints a string with harmful characters replaced; NULL prints nothing. */
void harmless_print(FILE *out, const char *text);

/* Formats a line of any length, prints it with harmful characters replaced, and ends it. Without
 * memory a long line is cut at some hundred bytes. */
void harmless_line(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);

/* Writes a JSON string with its quotes. Quotes, backslashes and harmful characters are escaped;
 * bytes that are not UTF-8 become U+FFFD. */
void harmless_json(FILE *out, const char *text);

/* Writes `before`, then `"name": ` and the text as a JSON string. */
void harmless_member(FILE *out, const char *before, const char *name, const char *text);
