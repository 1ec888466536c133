/* number: reads the decimal numbers of LEF and DEF exactly, as an integer and a power of ten. LEF
 * states lengths in decimal microns, and a binary fraction cannot represent 0.07. */
#include "grid/format/lefdef/lex.h"

enum {
    DIGITS_MAX = 18,    /* significant digits that are kept */
    EXPONENT_MAX = 999, /* largest exponent that is read */
};

/* Powers of ten; a double holds each of them exactly. */
static const int64_t POWER[DIGITS_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                              1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                              1e14, 1e15, 1e16, 1e17, 1e18};

__extension__ typedef __int128 wide_t;

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Multiplies the value by 10^exponent. False if the result does not fit. */
static bool apply_exponent(int64_t exponent, struct decimal *value)
{
    int64_t decimals = (int64_t)value->decimals - exponent;
    for (; decimals < 0; decimals++) {
        if (value->mantissa > POWER[17] || value->mantissa < -POWER[17])
            return false;
        value->mantissa *= 10;
    }
    for (; decimals > DIGITS_MAX; decimals--)
        value->mantissa /= 10;
    assert(decimals >= 0 && decimals <= DIGITS_MAX);
    value->decimals = (uint32_t)decimals;
    return true;
}

static bool read_exponent(const char *p, const char *end, struct decimal *value)
{
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    int64_t exponent = 0;
    const char *first = p;
    for (; p < end && is_digit(*p) && exponent <= EXPONENT_MAX; p++)
        exponent = 10 * exponent + (*p - '0');
    return p == end && p > first && apply_exponent(negative ? -exponent : exponent, value);
}

bool token_decimal(struct token token, struct decimal *value)
{
    const char *p = token.text, *end = p + token.length;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    int64_t mantissa = 0;
    uint32_t digits = 0, decimals = 0;
    const char *first = p;
    for (; p < end && is_digit(*p); p++, digits += mantissa > 0) {
        if (digits >= DIGITS_MAX)
            return false;
        mantissa = 10 * mantissa + (*p - '0');
    }
    bool any = p > first;
    if (p < end && *p == '.')
        for (p++; p < end && is_digit(*p); p++) {
            any = true;
            if (digits >= DIGITS_MAX || decimals >= DIGITS_MAX)
                continue; /* below the precision that is kept */
            mantissa = 10 * mantissa + (*p - '0');
            digits += mantissa > 0;
            decimals++;
        }
    if (!any)
        return false;
    *value = (struct decimal){negative ? -mantissa : mantissa, decimals};
    if (p < end && (*p == 'e' || *p == 'E'))
        return read_exponent(p + 1, end, value);
    return p == end;
}

/* value * factor, rounded towards 0; the remainder is *rest / *divisor, with the value's sign. */
static wide_t divide(struct decimal value, int64_t factor, wide_t *rest, int64_t *divisor)
{
    assert(value.decimals <= DIGITS_MAX && factor > 0);
    int64_t product;
    *divisor = POWER[value.decimals];
    if (!__builtin_mul_overflow(value.mantissa, factor, &product)) {
        *rest = product % *divisor;
        return product / *divisor;
    }
    wide_t wide = (wide_t)value.mantissa * factor;
    *rest = wide % *divisor;
    return wide / *divisor;
}

static int64_t saturate(wide_t number)
{
    const wide_t limit = INT64_MAX / 2;
    return (int64_t)(number > limit ? limit : number < -limit ? -limit : number);
}

int64_t decimal_scale(struct decimal value, int64_t factor, bool *exact)
{
    wide_t rest;
    int64_t divisor;
    wide_t quotient = divide(value, factor, &rest, &divisor);
    *exact = rest == 0;
    if (2 * rest >= divisor)
        quotient++;
    else if (2 * rest <= -(wide_t)divisor)
        quotient--;
    return saturate(quotient);
}

int64_t decimal_scale_up(struct decimal value, int64_t factor)
{
    wide_t rest;
    int64_t divisor;
    wide_t quotient = divide(value, factor, &rest, &divisor);
    return saturate(quotient + (rest > 0));
}

enum status lex_int(struct lexer *lex, const char *what, int64_t lo, int64_t hi, int64_t *value)
{
    assert(lo <= hi);
    struct token token = lex_next(lex);
    struct decimal decimal;
    bool exact = false;
    if (!token_decimal(token, &decimal) || (*value = decimal_scale(decimal, 1, &exact)) < lo ||
        *value > hi || !exact)
        return lex_expected(lex, token, "%s (%lld..%lld)", what, (long long)lo, (long long)hi);
    return STATUS_OK;
}
