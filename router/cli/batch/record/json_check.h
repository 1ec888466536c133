/* json_check: is this text one JSON object (RFC 8259), in valid UTF-8? For objects that are read
 * from a file and copied into another one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { JSON_DEPTH_MAX = 16 }; /* objects and lists within each other; deeper ones are refused */

/* True where the `length` bytes are one object with at least one member, nothing around it but
 * blanks at its end; its first byte is the brace. O(length). */
bool json_is_object(const char *text, size_t length);
