/* harmless: text from files, names and arguments, made fit to be shown.
 *
 * A name may hold bytes that do more than show: ESC and the C1 controls steer a terminal, a line
 * end fakes a message, a bidirectional override turns the text behind it around. Whatever this
 * program prints or draws and did not write itself goes through here:
 *
 *     job \033[31mred      ->  job ?[31mred
 *     caf\xe9 (no UTF-8)   ->  caf?
 *
 * Replaced by one '?' each: control characters (U+0000..1F, 7F..9F), marks and overrides of the
 * direction (U+061C, 200E, 200F, 202A..202E, 2066..2069), line and paragraph separators (U+2028,
 * 2029), interlinear and tag characters (U+FFF9..FFFB, E0000..E007F), what is no character (U+FFFE,
 * FFFF), bytes that are no UTF-8. A tab becomes a blank. A character stays one character, so
 * columns stay where they are. ASCII takes one comparison a byte.
 */
#pragma once

#include <stdio.h>

#include "grid/base.h"

/* Bytes of the character that the text (length bytes, at least one) begins with; *fine tells
 * whether it may be shown as it is. A byte that is no UTF-8 counts as one. */
size_t harmless_step(const char *text, size_t length, bool *fine);

/* Makes length bytes harmless in place, which shortens them where a longer character is replaced.
 * Returns how many are left; no NUL is added. O(length). */
size_t harmless_bytes(char *text, size_t length);

/* The same for a string that ends with NUL. Returns text. */
char *harmless(char *text);

/* Prints a name, as harmless makes it; NULL prints nothing. */
void harmless_print(FILE *out, const char *text);

/* Prints one line of any length: a printf-like text, made harmless as a whole, and a line end.
 * Without memory for a line of more than some hundred bytes it is cut there. */
void harmless_line(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);

/* Writes a JSON string with its quotes. Quotes, backslashes and what is not harmless are escaped,
 * so that nothing is lost; bytes that are no UTF-8 become U+FFFD. */
void harmless_json(FILE *out, const char *text);
