#pragma once
// The plain SHA-256 calls need no context from the heap and are three times as fast for short
// input as the ones that replace them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
