/* glyph_latin1: the upper half of Latin-1. An accented letter is composed of a letter of glyph.c
 * and an accent in its upper two rows, for which a capital loses two of its rows. Signs and other
 * letters have glyphs of their own. */
#include <string.h>

#include "router/draw/canvas/glyph.h"

enum accent { NONE, GRAVE, ACUTE, HAT, TILDE, DOTS, RING, CEDILLA };

/* The two rows of an accent, four columns wide; those of a cedilla are below the base line. */
static const uint8_t ACCENTS[][2] = {
    [GRAVE] = {0x4, 0x2}, [ACUTE] = {0x2, 0x4}, [HAT] = {0x6, 0x9},     [TILDE] = {0x5, 0xa},
    [DOTS] = {0x0, 0xa},  [RING] = {0x6, 0x6},  [CEDILLA] = {0x2, 0x6},
};

/* Letters and accents from 0xc0; NONE: the glyph is in SIGNS. */
static const struct {
    char letter;
    uint8_t accent;
} MADE[] = {
    {'A', GRAVE}, {'A', ACUTE},   {'A', HAT},   {'A', TILDE},   {'A', DOTS},  {'A', RING},
    {'A', NONE},  {'C', CEDILLA}, {'E', GRAVE}, {'E', ACUTE},   {'E', HAT},   {'E', DOTS},
    {'I', GRAVE}, {'I', ACUTE},   {'I', HAT},   {'I', DOTS},    {'A', NONE},  {'N', TILDE},
    {'O', GRAVE}, {'O', ACUTE},   {'O', HAT},   {'O', TILDE},   {'O', DOTS},  {'A', NONE},
    {'A', NONE},  {'U', GRAVE},   {'U', ACUTE}, {'U', HAT},     {'U', DOTS},  {'Y', ACUTE},
    {'A', NONE},  {'A', NONE},    {'a', GRAVE}, {'a', ACUTE},   {'a', HAT},   {'a', TILDE},
    {'a', DOTS},  {'a', RING},    {'A', NONE},  {'c', CEDILLA}, {'e', GRAVE}, {'e', ACUTE},
    {'e', HAT},   {'e', DOTS},    {'i', GRAVE}, {'i', ACUTE},   {'i', HAT},   {'i', DOTS},
    {'A', NONE},  {'n', TILDE},   {'o', GRAVE}, {'o', ACUTE},   {'o', HAT},   {'o', TILDE},
    {'o', DOTS},  {'A', NONE},    {'A', NONE},  {'u', GRAVE},   {'u', ACUTE}, {'u', HAT},
    {'u', DOTS},  {'y', ACUTE},   {'A', NONE},  {'y', DOTS},
};

struct sign {
    uint8_t character;
    struct glyph glyph;
};

/* clang-format off */
static const struct sign SIGNS[] = {
    {0xa0, {3, {0}}},                           {0xa1, {1, {1, 0, 1, 1, 1, 1, 1}}},
    {0xa2, {4, {2, 7, 10, 10, 10, 7, 2}}},      {0xa3, {5, {6, 9, 8, 30, 8, 8, 31}}},
    {0xa4, {5, {17, 14, 10, 10, 14, 17}}},      {0xa5, {5, {17, 10, 31, 4, 31, 4, 4}}},
    {0xa6, {1, {1, 1, 1, 0, 1, 1, 1}}},         {0xa7, {4, {7, 8, 6, 9, 6, 1, 14}}},
    {0xa8, {3, {5}}},                           {0xa9, {7, {62, 65, 93, 81, 93, 65, 62}}},
    {0xaa, {3, {6, 1, 7, 7}}},                  {0xab, {6, {0, 9, 18, 36, 18, 9}}},
    {0xac, {5, {0, 0, 0, 31, 1}}},              {0xad, {3, {0, 0, 0, 7}}},
    {0xae, {7, {62, 65, 89, 89, 85, 65, 62}}},  {0xaf, {4, {15}}},
    {0xb0, {3, {2, 5, 2}}},                     {0xb1, {5, {4, 4, 31, 4, 4, 0, 31}}},
    {0xb2, {3, {6, 1, 2, 7}}},                  {0xb3, {3, {7, 3, 1, 6}}},
    {0xb4, {2, {1, 2}}},                        {0xb5, {4, {0, 0, 9, 9, 9, 9, 14, 8, 8}}},
    {0xb6, {5, {15, 29, 29, 13, 5, 5, 5}}},     {0xb7, {1, {0, 0, 0, 1}}},
    {0xb8, {2, {0, 0, 0, 0, 0, 0, 0, 1, 3}}},   {0xb9, {2, {1, 3, 1, 1}}},
    {0xba, {3, {2, 5, 2, 7}}},                  {0xbb, {6, {0, 36, 18, 9, 18, 36}}},
    {0xbc, {7, {65, 66, 68, 10, 22, 39, 66}}},  {0xbd, {7, {65, 66, 68, 14, 17, 34, 71}}},
    {0xbe, {7, {97, 50, 100, 10, 22, 39, 66}}}, {0xbf, {5, {4, 0, 4, 8, 16, 17, 14}}},
    {0xc6, {7, {63, 72, 72, 126, 72, 72, 79}}}, {0xd0, {6, {30, 17, 17, 57, 17, 17, 30}}},
    {0xd7, {5, {0, 17, 10, 4, 10, 17}}},        {0xd8, {6, {30, 35, 37, 41, 49, 33, 30}}},
    {0xde, {5, {16, 30, 17, 17, 30, 16, 16}}},  {0xdf, {4, {6, 9, 10, 9, 9, 9, 10}}},
    {0xe6, {7, {0, 0, 54, 9, 63, 72, 55}}},     {0xf0, {4, {5, 2, 5, 1, 7, 9, 6}}},
    {0xf7, {5, {0, 4, 0, 31, 0, 4}}},           {0xf8, {5, {0, 0, 14, 19, 21, 25, 14}}},
    {0xfe, {4, {8, 8, 14, 9, 9, 9, 14, 8, 8}}},
};
/* clang-format on */

enum { FIRST_MADE = 0xc0, LAST_MADE = 0xff };

/* Moves the rows of a capital that remain to below the accent. */
static void lower_capital(struct glyph *glyph)
{
    static const uint8_t KEEP[] = {0, 2, 3, 4, 6};
    uint8_t rows[5];
    for (int i = 0; i < 5; i++)
        rows[i] = glyph->rows[KEEP[i]];
    memcpy(glyph->rows + 2, rows, sizeof rows);
}

static void put_accent(struct glyph *glyph, char letter, uint8_t accent)
{
    assert(accent > NONE && accent <= CEDILLA); /* SIGNS has the others */
    int top = accent == CEDILLA ? FONT_HEIGHT - 2 : 0;
    if (accent != CEDILLA && letter < 'a')
        lower_capital(glyph);
    if (glyph->width < 3) { /* an i, which gets wider */
        glyph->width = 4;
        for (int i = 0; i < FONT_HEIGHT; i++)
            glyph->rows[i] = (uint8_t)(glyph->rows[i] << 1);
    }
    for (int i = 0; i < 2; i++)
        glyph->rows[top + i] = (uint8_t)(ACCENTS[accent][i] << (glyph->width > 4 ? 1 : 0));
}

bool glyph_latin1(uint32_t character, struct glyph *glyph)
{
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (SIGNS[i].character == character) {
            *glyph = SIGNS[i].glyph;
            return true;
        }
    if (character < FIRST_MADE || character > LAST_MADE)
        return false;
    char letter = MADE[character - FIRST_MADE].letter;
    *glyph = *glyph_ascii(letter);
    put_accent(glyph, letter, MADE[character - FIRST_MADE].accent);
    return true;
}
