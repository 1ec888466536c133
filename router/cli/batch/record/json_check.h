/* json_check: is this text one JSON object (RFC 8259) as this program writes them, and what does it
 * say? For objects that are read from a file and copied into another one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { JSON_DEPTH_MAX = 16 }; /* objects and lists within each other; deeper ones are refused */

/* True where the `length` bytes are one object with at least one member, nothing around it but
 * blanks at its end; its first byte is the brace. Its strings are as harmless_json leaves them
 * (grid/text/harmless.h): a character that steers a terminal stands escaped. O(length). */
bool json_is_object(const char *text, size_t length);

/* Where the value of this member of the object itself starts, not of one within it. NULL where the
 * text is no object, or has no such member, or two. The name has no escapes. O(length). */
const char *json_member(const char *text, size_t length, const char *name);

/* How often the object itself has a member of this name; 0 where the text is no object. O(length). */
size_t json_count(const char *text, size_t length, const char *name);
