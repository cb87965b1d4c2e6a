#ifndef AVIARY_SQLITE_H
#define AVIARY_SQLITE_H

/// Switches the triggers of a connection on or off. Foreign keys' actions stay on.
///
/// `sqlite3_db_config` takes variable arguments, so Swift cannot call it.
///
/// Returns SQLite's result code.
int aviary_set_triggers(void *connection, int isOn);

/// Whether a file is on a file system to which other machines may write. Swift does not see Linux's `statfs`.
///
/// Returns 0 where that is not known.
int aviary_is_network_file_system(const char *path);

/// Has the processor load memory into its caches ahead. Swift has no instruction for that.
static inline __attribute__((always_inline)) void aviary_prefetch(const void *memory, long size) {
    for (long offset = 0; offset < size; offset += 64) __builtin_prefetch((const char *)memory + offset);
}

#endif
