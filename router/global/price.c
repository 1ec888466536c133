/* price: see price.h. */
#include "router/global/price.h"

/* exp(k / 2) * 2^24 for k = -24 .. 16, rounded. */
static const uint64_t HALVES[] = {
    103,        170,        280,         462,         762,         1256,        2070,
    3414,       5628,       9279,        15299,       25224,       41587,       68565,
    113044,     186378,     307285,      506628,      835288,      1377158,     2270549,
    3743503,    6171993,    10175896,    16777216,    27660953,    45605201,    75190266,
    123967790,  204388333,  336979391,   555585090,   916004956,   1510236856,  2489959628,
    4105249401, 6768412009, 11159224848, 18398451372, 30333918124, 50012176036,
};

/* exp(k / 200) * 2^30 for k = 0 .. 99, rounded. */
static const uint64_t HUNDREDTHS[] = {
    1073741824, 1079123977, 1084533109, 1089969354, 1095432848, 1100923728, 1106442131, 1111988195,
    1117562059, 1123163862, 1128793745, 1134451847, 1140138310, 1145853277, 1151596891, 1157369294,
    1163170632, 1169001049, 1174860691, 1180749705, 1186668237, 1192616437, 1198594451, 1204602431,
    1210640526, 1216708887, 1222807666, 1228937014, 1235097087, 1241288037, 1247510019, 1253763189,
    1260047703, 1266363718, 1272711393, 1279090885, 1285502355, 1291945963, 1298421869, 1304930235,
    1311471225, 1318045002, 1324651730, 1331291575, 1337964702, 1344671278, 1351411470, 1358185449,
    1364993381, 1371835439, 1378711793, 1385622615, 1392568077, 1399548353, 1406563619, 1413614048,
    1420699818, 1427821106, 1434978089, 1442170946, 1449399858, 1456665005, 1463966569, 1471304732,
    1478679678, 1486091590, 1493540655, 1501027059, 1508550989, 1516112632, 1523712178, 1531349817,
    1539025740, 1546740139, 1554493206, 1562285135, 1570116122, 1577986362, 1585896052, 1593845389,
    1601834572, 1609863801, 1617933277, 1626043201, 1634193777, 1642385207, 1650617697, 1658891453,
    1667206681, 1675563589, 1683962387, 1692403283, 1700886490, 1709412219, 1717980683, 1726592097,
    1735246676, 1743944636, 1752686195, 1761471571,
};

enum { FIRST_HALF = -24, POWER_BITS = 24 };

uint64_t price_power(int32_t hundredths)
{
    assert(hundredths >= FIRST_HALF * 100 && hundredths < 1700);
    uint32_t at = (uint32_t)(hundredths - FIRST_HALF * 100);
    /* Below 2^36 times below 2^31: a part of the product would be lost. */
    uint64_t whole = HALVES[at / 100], part = HUNDREDTHS[at % 100];
    return (whole >> 16) * part / (1 << 14) + (((whole & 0xffff) * part) >> 30);
}

static uint32_t scaled(uint32_t weight, uint64_t power)
{
    uint64_t price = ((uint64_t)weight * power + (1 << (POWER_BITS - 1))) >> POWER_BITS;
    return price < PRICE_MAX ? (uint32_t)price : PRICE_MAX;
}

void price_table_fill(struct price_table *table, uint32_t weight)
{
    assert(weight <= 1u << 26);
    for (int32_t i = 0; i < PRICE_GROWTHS; i++) {
        int32_t over = i - PRICE_FLOOR * 100;
        table->growth[i] = scaled(weight, price_power(over + 100) - price_power(over));
    }
    table->knee_slope = table->growth[PRICE_GROWTHS - 1] / 2;
    table->blocked[0] = scaled(weight, price_power(300));
    for (int32_t i = 1; i < 8; i++)
        table->blocked[i] = i < 4
                                ? scaled(weight, price_power(300 * i + 300) - price_power(300 * i))
                                : table->blocked[i - 1] + table->blocked[3];
    table->blocked_slope = table->blocked[3];
}
