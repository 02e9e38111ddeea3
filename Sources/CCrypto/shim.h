#pragma once
// The plain SHA-256 calls need no context from the heap and are three times as fast for short
// input as the ones that replace them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <string.h>
#include <strings.h>

// AES-128-CTR with a fresh key for each message.
//
// These are the functions with which libcrypto's provider does the work. The calls above them ask
// the cipher by name, for every key, how long its key and its counter are: twice the time that a
// message takes.
typedef struct {
    EVP_CIPHER *cipher;
    void *state;
    OSSL_FUNC_cipher_freectx_fn *free_state;
    OSSL_FUNC_cipher_encrypt_init_fn *begin;
    OSSL_FUNC_cipher_update_fn *update;
} scrollback_aes_128_ctr;

// Whether a name is one of those that a provider gives an algorithm, with colons between them.
static inline int scrollback_is_named(const char *names, const char *name) {
    size_t count = strlen(name);
    while (strncasecmp(names, name, count) != 0 || (names[count] != 0 && names[count] != ':')) {
        names = strchr(names, ':');
        if (names == NULL) return 0;
        names++;
    }
    return 1;
}

static inline void scrollback_aes_128_ctr_free(scrollback_aes_128_ctr *aes) {
    if (aes == NULL) return;
    // Clears the key.
    if (aes->state != NULL) aes->free_state(aes->state);
    EVP_CIPHER_free(aes->cipher);
    OPENSSL_free(aes);
}

// NULL if libcrypto has no such cipher, or memory has run out.
static inline scrollback_aes_128_ctr *scrollback_aes_128_ctr_new(void) {
    const char *name = "AES-128-CTR";
    scrollback_aes_128_ctr *aes = OPENSSL_zalloc(sizeof(*aes));
    if (aes == NULL) return NULL;
    aes->cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    const OSSL_PROVIDER *provider =
        aes->cipher == NULL ? NULL : EVP_CIPHER_get0_provider(aes->cipher);
    int may_change = 0;
    const OSSL_ALGORITHM *algorithms = provider == NULL
        ? NULL : OSSL_PROVIDER_query_operation(provider, OSSL_OP_CIPHER, &may_change);
    const OSSL_ALGORITHM *algorithm = algorithms;
    while (algorithm != NULL && algorithm->algorithm_names != NULL &&
           !scrollback_is_named(algorithm->algorithm_names, name)) {
        algorithm++;
    }
    OSSL_FUNC_cipher_newctx_fn *new_state = NULL;
    const OSSL_DISPATCH *function = algorithm == NULL || algorithm->algorithm_names == NULL
        ? NULL : algorithm->implementation;
    for (; function != NULL && function->function_id != 0; function++) {
        switch (function->function_id) {
        case OSSL_FUNC_CIPHER_NEWCTX: new_state = OSSL_FUNC_cipher_newctx(function); break;
        case OSSL_FUNC_CIPHER_FREECTX: aes->free_state = OSSL_FUNC_cipher_freectx(function); break;
        case OSSL_FUNC_CIPHER_ENCRYPT_INIT:
            aes->begin = OSSL_FUNC_cipher_encrypt_init(function);
            break;
        case OSSL_FUNC_CIPHER_UPDATE: aes->update = OSSL_FUNC_cipher_update(function); break;
        }
    }
    if (algorithms != NULL) {
        OSSL_PROVIDER_unquery_operation(provider, OSSL_OP_CIPHER, algorithms);
    }
    if (new_state != NULL && aes->free_state != NULL && aes->begin != NULL &&
        aes->update != NULL) {
        aes->state = new_state(OSSL_PROVIDER_get0_provider_ctx(provider));
    }
    if (aes->state == NULL) {
        scrollback_aes_128_ctr_free(aes);
        return NULL;
    }
    return aes;
}

// Puts a key of zeros in the place of the last one, and what that makes of zeros in the place of
// the key stream that the last bytes left over.
static inline void scrollback_aes_128_ctr_forget(scrollback_aes_128_ctr *aes) {
    static const unsigned char zeros[16];
    unsigned char byte = 0;
    size_t written = 0;
    aes->begin(aes->state, zeros, sizeof(zeros), zeros, sizeof(zeros), NULL);
    aes->update(aes->state, &byte, &written, sizeof(byte), &byte, sizeof(byte));
}

// Goes over bytes under a key and a first counter, of 16 bytes each; 1 if that went well.
static inline int scrollback_aes_128_ctr_apply(
    scrollback_aes_128_ctr *aes, const void *key, const void *counter,
    const unsigned char *input, unsigned char *output, size_t count) {
    size_t written = 0;
    return aes->begin(aes->state, (const unsigned char *)key, 16,
                      (const unsigned char *)counter, 16, NULL) == 1 &&
        aes->update(aes->state, output, &written, count, input, count) == 1 && written == count;
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
