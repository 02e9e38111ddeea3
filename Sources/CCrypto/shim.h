#pragma once
// The plain SHA-256 calls need no context from the heap and are three times as fast for short
// input as the ones that replace them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

// One call into Swift's eyes: setting the key and counter, and going over the bytes.
static inline int scrollback_aes_128_ctr(
    EVP_CIPHER_CTX *context, const void *key, const void *counter,
    const unsigned char *input, unsigned char *output, int count) {
    int written = 0;
    return EVP_EncryptInit_ex(context, EVP_aes_128_ctr(), NULL, key, counter) == 1 &&
        EVP_EncryptUpdate(context, output, &written, input, count) == 1 && written == count;
}
