#pragma once

/// Names the calling thread, for debuggers and process lists; at most 15 bytes.
void scrollback_name_this_thread(const char *name);
