#include "AviarySQLite.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/vfs.h>
#endif

int aviary_set_triggers(void *connection, int isOn) {
    return sqlite3_db_config((sqlite3 *)connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, (int *)0);
}

int aviary_is_network_file_system(const char *path) {
#ifdef __linux__
    struct statfs system;
    if (statfs(path, &system) != 0) return 0;
    switch ((unsigned int)system.f_type) {
    case 0x6969:     // NFS
    case 0x517B:     // SMB
    case 0xFE534D42: // SMB 2
    case 0xFF534D42: // CIFS
    case 0x5346414F: // AFS
    case 0x00C36400: // Ceph
    case 0x01021997: // 9P
    case 0x65735546: // FUSE, sshfs for one
    case 0x0BD00BD0: // Lustre
    case 0x01161970: // GFS2
    case 0x7461636F: // OCFS2
        return 1;
    default: return 0;
    }
#else
    (void)path;
    return 0;
#endif
}

struct aviary_log_index {
    sqlite3 *connection;
    /// Two copies of the header, one behind the other. A writer changes the second one first.
    const volatile void *headers;
};

/// The size of each part of the index that SQLite maps at once.
enum { part = 32 * 1024 };

static int is_true(sqlite3 *connection, const char *sql) {
    sqlite3_stmt *statement = 0;
    int is_true = sqlite3_prepare_v2(connection, sql, -1, &statement, 0) == SQLITE_OK &&
                  sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return is_true;
}

aviary_log_index *aviary_log_index_open(const char *path, int isReadOnly) {
    aviary_log_index *index = calloc(1, sizeof *index);
    if (!index) return 0;
    sqlite3_file *file = 0;
    volatile void *memory = 0;
    int access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(path, &index->connection, access | SQLITE_OPEN_NOMUTEX, 0) == SQLITE_OK &&
        // Another process may be about to open the log, too.
        sqlite3_busy_timeout(index->connection, 1000) == SQLITE_OK &&
        // The first read opens the log.
        is_true(index->connection, "SELECT journal_mode = 'wal' AND (SELECT count(*) FROM sqlite_schema) >= 0 "
                                   "FROM pragma_journal_mode") &&
        sqlite3_file_control(index->connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file &&
        file->pMethods && file->pMethods->iVersion >= 2 && file->pMethods->xShmMap &&
        file->pMethods->xShmMap(file, 0, part, 0, &memory) == SQLITE_OK)
        index->headers = memory;
    if (index->headers) return index;
    aviary_log_index_close(index);
    return 0;
}

int aviary_log_index_read(const aviary_log_index *index, void *header) {
    char other[AVIARY_LOG_INDEX_HEADER];
    memcpy(header, (const void *)index->headers, sizeof other);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    memcpy(other, (const char *)index->headers + sizeof other, sizeof other);
    return memcmp(header, other, sizeof other) == 0;
}

void aviary_log_index_close(aviary_log_index *index) {
    sqlite3_close(index->connection);
    free(index);
}
