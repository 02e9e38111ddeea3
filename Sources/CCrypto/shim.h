#pragma once
// The plain SHA-256 calls need no context from the heap and are three times as fast for short
// input as the ones that replace them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

// A context that knows its cipher: looking the cipher up costs more than encrypting a message.
static inline EVP_CIPHER_CTX *scrollback_aes_128_ctr_context(void) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-128-CTR", NULL);
    if (context == NULL || cipher == NULL ||
        EVP_EncryptInit_ex2(context, cipher, NULL, NULL, NULL) != 1) {
        EVP_CIPHER_CTX_free(context);
        context = NULL;
    }
    EVP_CIPHER_free(cipher);
    return context;
}

// One call in Swift's eyes: setting the key and counter, and going over the bytes.
static inline int scrollback_aes_128_ctr(
    EVP_CIPHER_CTX *context, const void *key, const void *counter,
    const unsigned char *input, unsigned char *output, int count) {
    int written = 0;
    return EVP_EncryptInit_ex2(context, NULL, key, counter, NULL) == 1 &&
        EVP_EncryptUpdate(context, output, &written, input, count) == 1 && written == count;
}
