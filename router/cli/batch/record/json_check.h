/* json_check: is this text one JSON object (RFC 8259) as this program writes them, and what does it
 * say? For objects that are read from a file and copied into another one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    JSON_DEPTH_MAX = 16,  /* objects and lists within each other; deeper ones are refused */
    JSON_FIELDS_MAX = 64, /* members that json_has_only knows */
};

/* True where the `length` bytes are one object with at least one member, nothing around it but
 * blanks at its end; its first byte is the brace. Its strings are as harmless_json leaves them
 * (grid/text/harmless.h): a character that steers a terminal stands escaped. O(length). */
bool json_is_object(const char *text, size_t length);

/* Where the value of this member of the object itself starts, not of one within it. NULL where the
 * text is no object, or has no such member, or two. The name has no escapes. O(length). */
const char *json_member(const char *text, size_t length, const char *name);

/* How many values the list has that is this member of the object itself; SIZE_MAX where
 * json_member finds none, or what it finds is no list. O(length). */
size_t json_items(const char *text, size_t length, const char *name);

/* A member that an object may have, and what its value starts with: '0' for any digit, '"', '[',
 * '{', or 't' for true and false. */
struct json_field {
    const char *name;
    char starts;
};

/* True where json_is_object holds and each member of the object itself is one of these, none of
 * them twice: two of a name are read by some programs as the first, by others as the last.
 * O(length). */
bool json_has_only(const char *text, size_t length, const struct json_field *fields, size_t count);
