#include "AviarySQLite.h"

#include <sqlite3.h>

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
