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

/// A connection that keeps the index of a database's write-ahead log mapped into memory.
typedef struct aviary_log_index aviary_log_index;

/// Opens the index of a log. SQLite maps it: a descriptor of `-shm` that anybody else closes would drop the locks that
/// this process holds on it.
///
/// With `isReadOnly` nothing is written, also when the connection is closed.
///
/// Returns NULL when the database is not in WAL mode, or cannot be opened by the system's own file access.
aviary_log_index *aviary_log_index_open(const char *path, int isReadOnly);

/// Copies the header of the index. Each commit of any connection changes it. Costs no system call.
///
/// Returns 0 while somebody writes the header.
int aviary_log_index_read(const aviary_log_index *index, void *header);

/// The size of the header in bytes.
#define AVIARY_LOG_INDEX_HEADER 48

void aviary_log_index_close(aviary_log_index *index);

/// Has the processor load memory into its caches ahead. Swift has no instruction for that.
static inline __attribute__((always_inline)) void aviary_prefetch(const void *memory, long size) {
    for (long offset = 0; offset < size; offset += 64) __builtin_prefetch((const char *)memory + offset);
}

#endif
