#include "crc32c.h"
#include <pthread.h>
#include <string.h>

// Reflected polynomial of CRC-32C.
#define POLYNOMIAL 0x82F63B78u

static uint32_t table[8][256];
static pthread_once_t table_is_made = PTHREAD_ONCE_INIT;

static void make_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
        table[0][byte] = crc;
    }
    for (uint32_t byte = 0; byte < 256; byte++) {
        for (int slice = 1; slice < 8; slice++) {
            uint32_t previous = table[slice - 1][byte];
            table[slice][byte] = (previous >> 8) ^ table[0][previous & 0xFF];
        }
    }
}

uint32_t scrollback_crc32c_portable(uint32_t seed, const void *bytes, size_t count) {
    pthread_once(&table_is_made, make_table);
    const uint8_t *next = bytes;
    uint32_t crc = ~seed;
    while (count >= 8) {
        uint32_t low = crc ^ ((uint32_t)next[0] | (uint32_t)next[1] << 8 |
                              (uint32_t)next[2] << 16 | (uint32_t)next[3] << 24);
        crc = table[7][low & 0xFF] ^ table[6][(low >> 8) & 0xFF] ^
              table[5][(low >> 16) & 0xFF] ^ table[4][low >> 24] ^
              table[3][next[4]] ^ table[2][next[5]] ^ table[1][next[6]] ^ table[0][next[7]];
        next += 8;
        count -= 8;
    }
    while (count--) crc = (crc >> 8) ^ table[0][(crc ^ *next++) & 0xFF];
    return ~crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"), always_inline))
static inline uint32_t proceed(uint32_t state, const uint8_t *next, size_t count) {
    uint64_t crc = state;
    uint64_t words[4];
    while (count >= 32) {
        memcpy(words, next, 32);
        crc = __builtin_ia32_crc32di(crc, words[0]);
        crc = __builtin_ia32_crc32di(crc, words[1]);
        crc = __builtin_ia32_crc32di(crc, words[2]);
        crc = __builtin_ia32_crc32di(crc, words[3]);
        next += 32;
        count -= 32;
    }
    while (count >= 8) {
        memcpy(words, next, 8);
        crc = __builtin_ia32_crc32di(crc, words[0]);
        next += 8;
        count -= 8;
    }
    uint32_t tail = (uint32_t)crc;
    if (count & 4) {
        uint32_t half;
        memcpy(&half, next, 4);
        tail = __builtin_ia32_crc32si(tail, half);
        next += 4;
    }
    if (count & 2) {
        uint16_t quarter;
        memcpy(&quarter, next, 2);
        tail = __builtin_ia32_crc32hi(tail, quarter);
        next += 2;
    }
    if (count & 1) tail = __builtin_ia32_crc32qi(tail, *next);
    return tail;
}

__attribute__((target("sse4.2")))
static uint32_t crc32c_instruction(uint32_t seed, const void *first, size_t first_count,
                                   const void *second, size_t second_count) {
    return ~proceed(proceed(~seed, first, first_count), second, second_count);
}

static inline int has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>

static inline uint32_t proceed(uint32_t crc, const uint8_t *next, size_t count) {
    while (count >= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        crc = __crc32cd(crc, word);
        next += 8;
        count -= 8;
    }
    while (count--) crc = __crc32cb(crc, *next++);
    return crc;
}

static uint32_t crc32c_instruction(uint32_t seed, const void *first, size_t first_count,
                                   const void *second, size_t second_count) {
    return ~proceed(proceed(~seed, first, first_count), second, second_count);
}

static inline int has_instruction(void) { return 1; }

#else

static uint32_t crc32c_instruction(uint32_t seed, const void *first, size_t first_count,
                                   const void *second, size_t second_count) {
    return 0;
}

static inline int has_instruction(void) { return 0; }

#endif

uint32_t scrollback_crc32c(uint32_t seed, const void *bytes, size_t count) {
    if (has_instruction()) return crc32c_instruction(seed, bytes, count, bytes, 0);
    return scrollback_crc32c_portable(seed, bytes, count);
}

uint32_t scrollback_crc32c_of_two(uint32_t seed, const void *first, size_t first_count,
                                  const void *second, size_t second_count) {
    if (has_instruction()) {
        return crc32c_instruction(seed, first, first_count, second, second_count);
    }
    uint32_t crc = scrollback_crc32c_portable(seed, first, first_count);
    return scrollback_crc32c_portable(crc, second, second_count);
}
