#pragma once
// The plain SHA-256 calls need no context from the heap and are three times as fast for short
// input as the ones that replace them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/err.h>
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

// The key pair of a seed of 32 bytes; NULL if libcrypto cannot make it. Freeing it clears the seed.
static inline EVP_PKEY *scrollback_ed25519_key(const unsigned char *seed) {
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
}

// Copies the 32 bytes of the public key; 1 if that went well.
static inline int scrollback_ed25519_public(const EVP_PKEY *key, unsigned char *public_key) {
    size_t count = 32;
    return EVP_PKEY_get_raw_public_key(key, public_key, &count) == 1 && count == 32;
}

// Writes the 64 bytes of a signature; 1 if that went well.
static inline int scrollback_ed25519_sign(
    EVP_PKEY *key, const unsigned char *message, size_t count, unsigned char *signature) {
    size_t written = 64;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int good = context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
        EVP_DigestSign(context, signature, &written, message, count) == 1 && written == 64;
    EVP_MD_CTX_free(context);
    return good;
}

// 1 if the 64 bytes are the key's signature of the message, 0 if not, -1 if libcrypto cannot tell.
// What it notes about a wrong signature is taken back: the thread's list of errors is not ours.
static inline int scrollback_ed25519_verify(
    const unsigned char *public_key, const unsigned char *message, size_t count,
    const unsigned char *signature) {
    int result = -1;
    ERR_set_mark();
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, 32);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (key != NULL && context != NULL &&
        EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1) {
        result = EVP_DigestVerify(context, signature, 64, message, count) == 1;
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_pop_to_mark();
    return result;
}
