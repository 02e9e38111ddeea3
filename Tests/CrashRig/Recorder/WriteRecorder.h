/// Records what a process writes below one folder, in the order in which it happened.
///
/// The library is preloaded (`LD_PRELOAD`) into a program that need not know of it. Every call
/// that can change a file or a folder below the root becomes one entry of a binary trace; what
/// is written to the acknowledgement file becomes a mark between them. It can also end the
/// process at the n-th entry and make the n-th call of a kind fail.
///
/// Environment variables:
///
///     RECORDER_ROOT            the folder to watch; without it the library does nothing
///     RECORDER_TRACE           the trace, appended to, so that several processes make one history
///     RECORDER_ACKNOWLEDGED    the file whose writes are marks; lies outside the root
///     RECORDER_KILL_AT         SIGKILL instead of the n-th change, from 1
///     RECORDER_FAIL_CALLS      which calls fail: write, sync, open, rename, unlink, mkdir,
///                              truncate, with commas between
///     RECORDER_FAIL_AT         the first of those that fails, from 1
///     RECORDER_FAIL_COUNT      how many fail; 0, the default, is all that follow
///     RECORDER_FAIL_ERRNO      the error number; 0 makes writes short instead
///
/// One entry, little endian, no padding:
///
///     u32 bytes of the whole entry      u8 kind        u8 flags      u16 bytes of path
///     u64 inode                         u64 a          u64 b
///     path, then data
///
///     kind           inode      a          b          path       data       flags
///     1  opened      the file   its size   -          its own    -          1 folder, 2 truncated
///     2  write       the file   offset     serial     -          bytes      1 synchronous
///     3  written     the file   bytes      serial     -          -          -
///     4  flush       the file   -          serial     -          -          1 everything
///     5  flushed     the file   result     serial     -          -          1 everything
///     6  resized     the file   new size   -          -          -          -
///     7  allocated   the file   end        -          -          -          -
///     8  renamed     -          -          -          from       to         1 exchanged
///     9  removed     -          -          -          its own    -          1 folder
///     11 made        the folder -          -          its own    -          -
///     12 linked      the file   -          -          from       to         -
///     13 acknowledged -         -          -          -          bytes      -
///     14 unmodelled  -          -          -          what       -          -
///     15 injected    -          -          -          call       -          -
///
/// A plain write, a resize and every change of a folder are logged once they happened. A flush
/// and a synchronous write are logged before and after, because a power cut may fall between;
/// the serial pairs the two.
#pragma once
