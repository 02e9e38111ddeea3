#pragma once
#include <stdint.h>

/// Offers a socket at a path of any length, with these permissions, in place of what is there.
///
/// A descriptor that does not wait and is not inherited; -1 and `errno` if it cannot be offered.
int32_t scrollback_socket_offer(const char *path, uint32_t mode);

/// Accepts a connection that does not wait and is not inherited; -1 and `errno` if there is none.
int32_t scrollback_socket_accept(int32_t listener);

/// Connects to a socket at a path of any length.
///
/// Waits for at most so many seconds where the queue of the other side is full; with 0 not at all.
/// A descriptor that waits and is not inherited; -1 and `errno` if nothing listens.
int32_t scrollback_socket_connect(const char *path, int32_t seconds);

/// The process at the other end of a connection, and its effective user, at the time it connected.
struct scrollback_peer {
    int32_t process;
    uint32_t user;
};

/// Asks for it; 0 for success.
int32_t scrollback_socket_peer(int32_t descriptor, struct scrollback_peer *peer);

/// Whether the other end of a connected socket has ended its sending, or is gone; waits for nothing.
int scrollback_peer_has_ended(int32_t socket);
