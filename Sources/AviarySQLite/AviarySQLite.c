#include "AviarySQLite.h"

#include <sqlite3.h>

int aviary_set_triggers(void *connection, int isOn) {
    return sqlite3_db_config((sqlite3 *)connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, (int *)0);
}
